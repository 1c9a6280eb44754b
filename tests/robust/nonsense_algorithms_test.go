package robust

import (
	"fmt"
)

// nonsenseAboutSchemas is about functions that decompose tables, with rows that they
// were given.
func nonsenseAboutSchemas(key string) []string {
	statements := []string{
		"SELECT __gnf_decompose_rows(NULL)", "SELECT __gnf_decompose_rows(0)",
		"SELECT __gnf_decompose_start(NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)",
		"SELECT __skyline_eligible(NULL, NULL, NULL, NULL, NULL, NULL, NULL)", "SELECT __skyline_eligible('f', 0, ['r'], ['a'], [1], [1], [1])", "SELECT __skyline_eligible('f', 2, ['r'], ['a', 'b'], [1], [1], [1])",
		"SELECT __skyline_eligible('f', 2, ['r'], ['a'], [NULL], [NULL], [NULL])", "SELECT __skyline_eligible('f', 2, ['r'], ['a'], [4], [2], [9223372036854775807]) FROM range(3)", "SELECT __skyline_eligible('f', 2, [NULL], [NULL], [-1], [-1], [-1])",
	}
	rows := []string{"['a', 'b'], 1", "['a', NULL], 1", "['a'], 1", "[], 1", "NULL, 1", "['a', i::VARCHAR], 9223372036854775807", "['a', 'b'], -1", "CASE WHEN i = 0 THEN ['a'] ELSE ['a', 'b'] END, 1"}
	schemas := []string{
		"2, 'uad', ['x', 'y'], '[{\"Number\":0,\"LHS\":[0],\"RHS\":1}]', '[]', '[]', ['x', 'y']", "2, 'gd', ['x'], '[{\"Number\":0,\"LHS\":[0],\"RHS\":7}]', '[]', '[]', ['x', 'y']", "2, 'gd', ['x'], '[{\"Number\":0,\"LHS\":[-1],\"RHS\":-7}]', '[]', '[]', ['x', 'y']",
		"-1, 'single', [], '[]', '[]', '[]', ['x']", "0, 'x', [NULL], '', '{', '[]', [NULL, NULL, NULL]", "2, 'multi_sa', ['x', 'y'], '[{\"LHS\":[1],\"RHS\":0},{\"LHS\":[0],\"RHS\":1}]', '[]', '[]', ['x', 'y']",
		"2, '', ['x', 'y', 'z'], '[]', '[{\"Attributes\":[0,5],\"LHS\":[],\"RHS\":5}]', '[]', ['x', 'y']", "2, '', ['x', 'y'], '[]', '[{\"Attributes\":[0],\"LHS\":[],\"RHS\":-1}]', '[]', ['x', 'y']", "2, '', ['x', 'y'], '[]', '[{\"Attributes\":[0,1],\"LHS\":[0],\"RHS\":-3}]', '[]', ['x', 'y']",
	}
	for i, r := range rows {
		gathered := fmt.Sprintf("g AS MATERIALIZED (SELECT __skyline_gather(%[1]s, 'f', %[2]s, 0.5) AS g FROM range(3) r(i))", key, r)
		for j, schema := range schemas {
			if i > 1 && j > 1 && (i+j)%3 != 0 {
				continue
			}
			statements = append(statements, fmt.Sprintf("WITH RECURSIVE %s, j AS (SELECT __gnf_decompose_start(%s, g) AS j, false AS done FROM g UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done) SELECT __gnf_decompose_rows(j) FROM j WHERE done", gathered, schema))
		}
	}
	return append(append(append(statements, nonsenseAboutAlgorithms(key)...), nonsenseAboutExistence(key)...), nonsenseAboutUtility(key)...)
}

// nonsenseAboutAlgorithms is about the functions of publicly known algorithms.
func nonsenseAboutAlgorithms(key string) []string {
	var statements []string
	for _, kernel := range []string{"jump_steps", "jump_posterior", "jump_compare", "subset_choice"} {
		statements = append(statements, fmt.Sprintf("SELECT __skyline_%s_rows(NULL)", kernel), fmt.Sprintf("SELECT __skyline_start(NULL, '%s', NULL, NULL)", kernel), fmt.Sprintf("SELECT __skyline_start('f', '%s', '{}', '{\"cells\":\"0\",\"key\":\"MQ==\"}')", kernel))
		for i, rows := range []string{
			"['a', 'g'], 1", "['a', i::VARCHAR], 9223372036854775807", "['a', NULL], 1", "['a'], 1", "[], 1", "[i::VARCHAR, '1', '2'], 2",
			"[(SELECT base64(__skyline_histogram(1, (v % 3)::VARCHAR, 1)) FROM range(4) r(v)), i::VARCHAR], 1",
		} {
			for j, spec := range []string{
				``, `{`, `null`, `[]`, `{"generalizations":[{"name":"g","labels":[0]}],"max_steps":-1}`,
				`{"generalizations":[{"name":"g","labels":[0]}],"property":{"distinct_diversity":2},"strategy":"jump","max_steps":1e9}`,
				`{"generalizations":[{"name":"g","labels":[0]}],"property":{"distinct_diversity":2},"strategy":"jump","jump":[-5],"jumps":[[0],[1,2],null],"max_steps":1e9}`,
				`{"generalizations":[{"name":"g","labels":[0]},{"name":"h","labels":[-1]}],"property":{"max_share":-0.5},"strategy":"safe","published":-1,"max_steps":1e9}`,
				`{"generalizations":[{"name":"g","labels":[0]},{"name":"h","labels":[7]}],"property":{"entropy_diversity":1e300},"strategy":"safe","published":9,"max_steps":1e9}`,
				`{"generalizations":[{"name":"g","labels":[]},{"name":"h","labels":[0]}],"property":{"recursive_diversity":{"c":1e-300,"l":9223372036854775807}},"jump":[1,1],"jumps":[[1,1]],"published":2,"max_steps":1e9,"samples":-7,"confidence":9}`,
				`{"generalizations":[{"name":"g"},{"name":"h","labels":[0]}],"property":{"max_share":1e-320},"strategy":"?","jump":[1,2],"published":2,"max_steps":1e300,"samples":5,"confidence":0}`,
				`{"generalizations":[{"name":"g","labels":[0]},{"name":"h","labels":[0]}],"property":{"implications":{"k":1000000000000000000,"c":2}},"jump":[1,2],"published":2,"max_steps":1e9}`,
				`{"generalizations":[{"name":"g","labels":[0]},{"name":"h","labels":[0]}],"property":{"skyline":{}},"points":[{"Value":"0","L":"-1","K":"x","C":"9"}],"jump":[1,2],"published":2,"max_steps":1e9}`,
				`{"generalizations":[{"name":"g","labels":[0]},{"name":"h","labels":[0]}],"property":{"skyline":{}},"points":[{"L":"1","K":"1","M":"1","C":"0.9"},{"Value":"1","L":"9223372036854775807","K":"0","M":"0","C":"0.9"}],"strategy":"certified","jump":[1,2],"published":1,"max_steps":1e9}`,
			} {
				if i > 1 && i < 6 && (i+j)%2 == 0 {
					continue
				}
				statements = append(statements, fmt.Sprintf("WITH RECURSIVE g AS MATERIALIZED (SELECT __skyline_gather(%s, 'f', %s, 0.5) AS g FROM range(3) r(i)), j AS (SELECT __skyline_start('f', '%s', '%s', to_json(struct_pack(cells := g, key := base64('12345678'::BLOB)))::VARCHAR) AS j, false AS done FROM g UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done) SELECT __skyline_%[3]s_rows(j) FROM j WHERE done",
					key, rows, kernel, spec))
			}
		}
	}
	return append(statements, nonsenseAboutPresence(key)...)
}
