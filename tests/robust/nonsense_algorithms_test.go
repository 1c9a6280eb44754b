package robust

import (
	"fmt"
)

// nonsenseAboutSchemas is about functions that decompose tables, with rows that they
// were given.
func nonsenseAboutSchemas(key string) []string {
	statements := []string{
		"SELECT __gnf_decompose_rows(NULL)", "SELECT __gnf_decompose_rows(0)", "SELECT __workload_error_rows(NULL)", "SELECT __workload_error_rows(7)",
		"SELECT __gnf_decompose_start(NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)", "SELECT __workload_error_start(NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)",
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
		gathered := fmt.Sprintf("g AS MATERIALIZED (SELECT __skyline_gather(%[1]s, 'f', %[2]s, 0.5) AS g, __skyline_gather(%[1]s, 'f', %[2]s, 0.6) AS h FROM range(3) r(i))", key, r)
		for j, schema := range schemas {
			if i > 1 && j > 1 && (i+j)%3 != 0 {
				continue
			}
			statements = append(statements, fmt.Sprintf("WITH RECURSIVE %s, j AS (SELECT __gnf_decompose_start(%s, g) AS j, false AS done FROM g UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done) SELECT __gnf_decompose_rows(j) FROM j WHERE done", gathered, schema))
		}
		for _, call := range []string{"1, 0.5, 5, '1'::BLOB, '[null,null]', ['x', 'y', 'x', 'y'], [2, 2]", "0, 2.0, -1, NULL, '[[\"y\"]]', ['x'], [5, -1]", "9223372036854775807, 'nan', 9223372036854775807, '1'::BLOB, '', [NULL], [NULL]", "1, 0.5, 5, '1'::BLOB, '[[\"zz\"]]', ['x', 'y', 'x', 'group_id'], [2, 2]"} {
			statements = append(statements, fmt.Sprintf("WITH RECURSIVE %s, j AS (SELECT __workload_error_start(%s, [g, h]) AS j, false AS done FROM g UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done) SELECT __workload_error_rows(j) FROM j WHERE done", gathered, call))
		}
	}
	return append(append(statements, nonsenseAboutAlgorithms(key)...), nonsenseAboutExistence(key)...)
}

// nonsenseAboutExistence is about the functions of existence probabilities.
func nonsenseAboutExistence(key string) []string {
	var statements []string
	for _, function := range []string{"presence_check", "presence_existence"} {
		statements = append(statements, fmt.Sprintf("SELECT __%s_rows(NULL)", function), fmt.Sprintf("SELECT __%s_start(NULL, NULL, NULL)", function), fmt.Sprintf("SELECT __%s_start('{}', '0', '0')", function))
		for i, rows := range []string{"['g', i::VARCHAR, 'true'], 1", "['g', NULL, NULL], 2305843009213693951", "[NULL, 'a', 'false', '1e400'], 1", "['g', 'a', 'true', '-0'], 3", "[], 1", "[i::VARCHAR], 1", "['g', 'NULL', 'true', NULL], 1"} {
			for j, release := range []string{
				"['g', '1', '0', 'a', '1']", "['g', i::VARCHAR, '-1', NULL, NULL]", "['g', '1', '7', 'a', '1']", "[NULL, NULL, NULL, NULL, NULL]", "['g', '1', '0', 'a', 'x']", "['g']", "['g', '1', '0', 'a', '0.3333333333333333']",
			} {
				for l, spec := range []string{
					``, `{`, `null`, `{"columns":[]}`, `{"columns":["a"],"low":0,"high":1}`, `{"columns":["a"],"low":-1,"high":7}`, `{"columns":["a"],"likelihood":true,"low":0.5,"high":0.25}`,
					`{"columns":["a"],"release":true,"low":0,"high":1}`, `{"columns":["a","b","c"],"release":true,"likelihood":true}`,
				} {
					if (i+j+l)%2 == 0 && l < 7 && l != 4 {
						continue
					}
					other := "NULL::VARCHAR"
					if l >= 7 || l == 1 {
						other = "h"
					}
					statements = append(statements, fmt.Sprintf("WITH RECURSIVE g AS MATERIALIZED (SELECT __skyline_gather(%[1]s, 'f', %[2]s, 0.5) AS g, __skyline_gather(%[1]s, 'f', %[3]s, 1, 0.5) AS h FROM range(3) r(i)), j AS (SELECT __%[4]s_start('%[5]s', g, %[6]s) AS j, false AS done FROM g UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done) SELECT __%[4]s_rows(j) FROM j WHERE done",
						key, rows, release, function, spec, other))
				}
			}
		}
	}
	return statements
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
