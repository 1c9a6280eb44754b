package robust

import (
	"fmt"
)

// nonsenseAboutSchemas is about functions that decompose tables, with rows that they
// were given.
func nonsenseAboutSchemas(key string) []string {
	statements := []string{
		"SELECT __skyline_decompose_rows(NULL)", "SELECT __skyline_decompose_rows(0)",
		"SELECT __skyline_start('gnf_decompose', 'decompose', NULL, NULL)", "SELECT __skyline_start('gnf_decompose', 'decompose', '{}', '{}')",
	}
	rows := []string{"['a', 'b'], 1", "['a', NULL], 1", "['a'], 1", "[], 1", "NULL, 1", "['a', i::VARCHAR], 9223372036854775807", "['a', 'b'], -1", "CASE WHEN i = 0 THEN ['a'] ELSE ['a', 'b'] END, 1"}
	schemas := []string{
		`{"l":2,"method":"uad","names":["x","y"],"rules":[{"number":0,"lhs":[0],"rhs":1}],"columns":["x","y"]}`, `{"l":2,"method":"gd","names":["x"],"rules":[{"number":0,"lhs":[0],"rhs":7}],"columns":["x","y"]}`, `{"l":2,"method":"gd","names":["x"],"rules":[{"number":0,"lhs":[-1],"rhs":-7}],"columns":["x","y"]}`,
		`{"l":-1,"method":"single","names":[],"columns":["x"]}`, `{"l":0,"method":"x","names":[null],"rules":"","tables":{},"columns":[null,null,null]}`, `{"l":2,"method":"multi_sa","names":["x","y"],"rules":[{"lhs":[1],"rhs":0},{"lhs":[0],"rhs":1}],"columns":["x","y"]}`,
		`{"l":2,"names":["x","y","z"],"tables":[{"attributes":[0,5],"lhs":[],"rhs":5}],"columns":["x","y"]}`, `{"l":2,"names":["x","y"],"tables":[{"attributes":[0],"lhs":[],"rhs":-1}],"columns":["x","y"]}`, `{"l":2,"names":["x","y"],"tables":[{"attributes":[0,1],"lhs":[0],"rhs":-3}],"columns":["x","y"]}`,
		`{"l":0,"method":"x","names":[null],"columns":[null,null,null]}`, "{", "",
	}
	statements = append(statements, "SELECT __skyline_gather_integers(NULL, NULL, NULL, NULL, NULL)")
	for _, r := range []string{"[1, NULL], [NULL, 'b'], 1", "[1], ['a', 'b'], 1", "[], [], 1", "NULL, ['a'], 1", "[1], NULL, 1", "[i], ['a'], 9223372036854775807", "[i], [NULL], -1", "[i], [NULL], NULL", "CASE WHEN i = 0 THEN [1] ELSE [1, 2] END, ['a'], 1"} {
		statements = append(statements, fmt.Sprintf("SELECT __skyline_gather_integers(%s, 'f', %s) FROM range(3) r(i)", key, r))
	}
	for i, r := range rows {
		gathered := fmt.Sprintf("g AS MATERIALIZED (SELECT __skyline_gather(%[1]s, 'f', %[2]s) AS g FROM range(3) r(i))", key, r)
		for j, schema := range schemas {
			if i > 1 && j > 1 && (i+j)%3 != 0 {
				continue
			}
			statements = append(statements, fmt.Sprintf("WITH RECURSIVE %s, j AS (SELECT __skyline_start('gnf_decompose', 'decompose', '%s', to_json({'table': g})::VARCHAR) AS j, false AS done FROM g UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done) SELECT __skyline_decompose_rows(j) FROM j WHERE done", gathered, schema))
		}
	}
	statements = append(statements, nonsenseAboutGroups(key)...)
	return append(append(append(statements, nonsenseAboutAlgorithms(key)...), nonsenseAboutExistence(key)...), append(append(nonsenseAboutUtility(key), nonsenseAboutEvidence(key)...), nonsenseAboutCertificates(key)...)...)
}

// nonsenseAboutAlgorithms is about the functions of publicly known algorithms.
func nonsenseAboutAlgorithms(key string) []string {
	var statements []string
	for _, kernel := range []string{"jump_steps", "jump_posterior", "jump_compare"} {
		statements = append(statements, fmt.Sprintf("SELECT __skyline_%s_rows(NULL)", kernel), fmt.Sprintf("SELECT __skyline_start(NULL, '%s', NULL, NULL)", kernel), fmt.Sprintf("SELECT __skyline_start('f', '%s', '{}', '{\"cells\":\"0\",\"key\":\"MQ==\"}')", kernel))
		for i, rows := range []string{
			"[NULL], ['g'], 'a'::BLOB", "[i], [NULL], ''::BLOB", "[i], ['x', NULL], NULL", "[], [], 'a'::BLOB", "NULL, NULL, NULL", "[i, 1], [NULL, NULL], '\xFF\xFF\xFF'::BLOB",
			"[i], [NULL], (SELECT __skyline_histogram(1, (v % 3)::VARCHAR, 1) FROM range(4) r(v))",
		} {
			for j, spec := range []string{
				``, `{`, `null`, `[]`, `{"generalizations":[{"name":"g","labels":[0]}],"max_steps":-1}`,
				`{"generalizations":[{"name":"g","labels":[0]}],"property":{"distinct_diversity":2},"strategy":"jump","max_steps":1e9}`,
				`{"generalizations":[{"name":"g","labels":[0]}],"property":{"distinct_diversity":2},"strategy":"jump","jump":[-5],"jumps":[[0],[1,2],null],"max_steps":1e9}`,
				`{"generalizations":[{"name":"g","labels":[0]},{"name":"h","labels":[-1]}],"property":{"max_share":-0.5},"strategy":"safe","published":-1,"max_steps":1e9}`,
				`{"generalizations":[{"name":"g","labels":[0]},{"name":"h","labels":[7]}],"property":{"entropy_diversity":1e300},"strategy":"safe","published":9,"max_steps":1e9}`,
				`{"generalizations":[{"name":"g","labels":[]},{"name":"h","labels":[0]}],"property":{"recursive_diversity":{"c":1e-300,"l":9223372036854775807}},"jump":[1,1],"jumps":[[1,1]],"published":2,"max_steps":1e9}`,
				`{"generalizations":[{"name":"g"},{"name":"h","labels":[0]}],"property":{"max_share":1e-320},"strategy":"?","jump":[1,2],"published":2,"max_steps":1e300}`,
				`{"generalizations":[{"name":"g","labels":[0]},{"name":"h","labels":[0]}],"property":{"implications":{"pieces":1000000000000000000,"c":2}},"jump":[1,2],"published":2,"max_steps":1e9}`,
				`{"generalizations":[{"name":"g","labels":[0]},{"name":"h","labels":[0]}],"property":{"skyline":{}},"points":[{"Value":"0","L":"-1","K":"x","C":"9"}],"jump":[1,2],"published":2,"max_steps":1e9}`,
				`{"generalizations":[{"name":"g","labels":[0]},{"name":"h","labels":[0]}],"property":{"skyline":{}},"points":[{"L":"1","K":"1","M":"1","C":"0.9"},{"Value":"1","L":"9223372036854775807","K":"0","M":"0","C":"0.9"}],"strategy":"certified","jump":[1,2],"published":1,"max_steps":1e9}`,
				`{"generalizations":[{"name":"g","labels":[0]}],"property":{"distinct_diversity":2},"strategy":"secret","max_steps":1e9}`,
				`{"generalizations":[{"name":"g","labels":[0]}],"property":{"distinct_diversity":1},"strategy":"secret","algorithms":[{"strategy":"naive","order":[1]},{}],"published":1,"max_steps":1e9}`,
				`{"generalizations":[{"name":"g","labels":[0]}],"property":{"distinct_diversity":1},"strategy":"secret","algorithms":[{"strategy":"?","order":[1,-1],"probability":-5}],"published":0,"max_steps":1e9}`,
				`{"generalizations":[{"name":"g","labels":[0]}],"property":{"distinct_diversity":1},"strategy":"secret","algorithms":[{"strategy":"naive","order":[1],"probability":1e-320},{"strategy":"jump","order":[1],"jump":[9223372036854775807],"probability":1e300}],"published":1,"max_steps":1e9}`,
				`{"generalizations":[{"name":"g","labels":[0]}],"property":{"distinct_diversity":1},"strategy":"secret","algorithms":[{"strategy":"naive","order":[1]}],"published":-9223372036854775808,"max_steps":1e9}`,
			} {
				if i > 1 && i < 6 && (i+j)%2 == 0 {
					continue
				}
				statements = append(statements, fmt.Sprintf("WITH RECURSIVE g AS MATERIALIZED (SELECT __skyline_gather_histograms(%s, 'f', %s) AS g FROM range(3) r(i)), j AS (SELECT __skyline_start('f', '%s', '%s', to_json(struct_pack(cells := g, key := base64('12345678'::BLOB)))::VARCHAR) AS j, false AS done FROM g UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done) SELECT __skyline_%[3]s_rows(j) FROM j WHERE done",
					key, rows, kernel, spec))
			}
		}
	}
	return append(append(append(statements, nonsenseAboutPresence(key)...), nonsenseAboutSeveralReleases(key)...), nonsenseAboutCubes(key)...)
}
