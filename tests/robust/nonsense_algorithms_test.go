package robust

import (
	"fmt"
)

// nonsenseAboutSchemas is about functions that decompose tables, with rows that they
// were given.
func nonsenseAboutSchemas(key string) []string {
	statements := []string{
		"SELECT __skyline_decompose_rows(NULL)", "SELECT __skyline_decompose_rows(0)", "SELECT __workload_error_rows(NULL)", "SELECT __workload_error_rows(7)",
		"SELECT __skyline_start('gnf_decompose', 'decompose', NULL, NULL)", "SELECT __skyline_start('gnf_decompose', 'decompose', '{}', '{}')", "SELECT __workload_error_start(NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)",
	}
	rows := []string{"['a', 'b'], 1", "['a', NULL], 1", "['a'], 1", "[], 1", "NULL, 1", "['a', i::VARCHAR], 9223372036854775807", "['a', 'b'], -1", "CASE WHEN i = 0 THEN ['a'] ELSE ['a', 'b'] END, 1"}
	schemas := []string{
		`{"l":2,"method":"uad","names":["x","y"],"rules":[{"number":0,"lhs":[0],"rhs":1}],"columns":["x","y"]}`, `{"l":2,"method":"gd","names":["x"],"rules":[{"number":0,"lhs":[0],"rhs":7}],"columns":["x","y"]}`, `{"l":2,"method":"gd","names":["x"],"rules":[{"number":0,"lhs":[-1],"rhs":-7}],"columns":["x","y"]}`,
		`{"l":-1,"method":"single","names":[],"columns":["x"]}`, `{"l":0,"method":"x","names":[null],"rules":"","tables":{},"columns":[null,null,null]}`, `{"l":2,"method":"multi_sa","names":["x","y"],"rules":[{"lhs":[1],"rhs":0},{"lhs":[0],"rhs":1}],"columns":["x","y"]}`,
		`{"l":2,"names":["x","y","z"],"tables":[{"attributes":[0,5],"lhs":[],"rhs":5}],"columns":["x","y"]}`, `{"l":2,"names":["x","y"],"tables":[{"attributes":[0],"lhs":[],"rhs":-1}],"columns":["x","y"]}`, `{"l":2,"names":["x","y"],"tables":[{"attributes":[0,1],"lhs":[0],"rhs":-3}],"columns":["x","y"]}`,
		`{"l":0,"method":"x","names":[null],"columns":[null,null,null]}`, "{", "",
	}
	for i, r := range rows {
		gathered := fmt.Sprintf("g AS MATERIALIZED (SELECT __skyline_gather(%[1]s, 'f', %[2]s, 0.5) AS g, __skyline_gather(%[1]s, 'f', %[2]s, 0.6) AS h FROM range(3) r(i))", key, r)
		for j, schema := range schemas {
			if i > 1 && j > 1 && (i+j)%3 != 0 {
				continue
			}
			statements = append(statements, fmt.Sprintf("WITH RECURSIVE %s, j AS (SELECT __skyline_start('gnf_decompose', 'decompose', '%s', to_json({'table': g})::VARCHAR) AS j, false AS done FROM g UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done) SELECT __skyline_decompose_rows(j) FROM j WHERE done", gathered, schema))
		}
		for _, call := range []string{"1, 0.5, 5, '1'::BLOB, '[null,null]', ['x', 'y', 'x', 'y'], [2, 2]", "0, 2.0, -1, NULL, '[[\"y\"]]', ['x'], [5, -1]", "9223372036854775807, 'nan', 9223372036854775807, '1'::BLOB, '', [NULL], [NULL]", "1, 0.5, 5, '1'::BLOB, '[[\"zz\"]]', ['x', 'y', 'x', 'group_id'], [2, 2]"} {
			statements = append(statements, fmt.Sprintf("WITH RECURSIVE %s, j AS (SELECT __workload_error_start(%s, [g, h]) AS j, false AS done FROM g UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done) SELECT __workload_error_rows(j) FROM j WHERE done", gathered, call))
		}
	}
	statements = append(statements, nonsenseAboutGroups(key)...)
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
	for _, function := range []string{"jump_publish", "jump_posterior", "jump_release", "jump_compare", "subset_choice_posterior"} {
		statements = append(statements, fmt.Sprintf("SELECT __%s_rows(NULL)", function), fmt.Sprintf("SELECT __%s_start(NULL, NULL, NULL)", function), fmt.Sprintf("SELECT __%s_start('{}', '0', '1'::BLOB)", function))
		for i, rows := range []string{"['a', 'g'], 1", "['a', i::VARCHAR], 9223372036854775807", "['a', NULL], 1", "['a'], 1", "[], 1", "[i::VARCHAR, '1', '2'], 2"} {
			for j, spec := range []string{
				``, `{`, `null`, `[]`, `{"generalizations":[[0]],"names":["g"],"max_steps":-1}`,
				`{"generalizations":[[0]],"names":["g"],"property":{"distinct_diversity":2},"strategy":"jump","max_steps":1e9}`,
				`{"generalizations":[[0]],"names":["g"],"property":{"distinct_diversity":2},"strategy":"jump","jump":[-5],"jumps":[[0],[1,2],null],"max_steps":1e9}`,
				`{"generalizations":[[0],[-1]],"names":["g","h"],"property":{"max_share":-0.5},"strategy":"safe","published":-1,"max_steps":1e9}`,
				`{"generalizations":[[0],[7]],"names":["g","h"],"property":{"entropy_diversity":1e300},"strategy":"safe","published":9,"max_steps":1e9}`,
				`{"generalizations":[[],[0]],"names":["g","h"],"property":{"recursive_diversity":{"c":1e-300,"l":9223372036854775807}},"jump":[1,1],"jumps":[[1,1]],"published":2,"max_steps":1e9,"samples":-7,"confidence":9}`,
				`{"generalizations":[[],[0]],"names":["g","h"],"property":{"max_share":1e-320},"strategy":"?","jump":[1,2],"published":2,"max_steps":1e300,"samples":5,"confidence":0}`,
				`{"generalizations":[[0],[0]],"names":["g","h"],"property":{"implications":{"k":1e18,"c":2}},"jump":[1,2],"published":2,"max_steps":1e9}`,
				`{"generalizations":[[0],[0]],"names":["g","h"],"property":{"skyline":[{"Value":"0","L":"-1","K":"x","C":"9"}]},"jump":[1,2],"published":2,"max_steps":1e9}`,
				`{"generalizations":[[0],[0]],"names":["g","h"],"property":{"skyline":[{"L":"1","K":"1","M":"1","C":"0.9"},{"Value":"1","L":"9223372036854775807","K":"0","M":"0","C":"0.9"}]},"named":{},"strategy":"certified","jump":[1,2],"published":1,"max_steps":1e9}`,
			} {
				if i > 1 && (i+j)%2 == 0 {
					continue
				}
				statements = append(statements, fmt.Sprintf("WITH RECURSIVE g AS MATERIALIZED (SELECT __skyline_gather(%s, 'f', %s, 0.5) AS g FROM range(3) r(i)), j AS (SELECT __%s_start('%s', g, '12345678'::BLOB) AS j, false AS done FROM g UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done) SELECT __%[3]s_rows(j) FROM j WHERE done",
					key, rows, function, spec))
			}
		}
	}
	return append(statements, nonsenseAboutPresence(key)...)
}
