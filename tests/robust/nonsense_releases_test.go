package robust

import (
	"fmt"
)

// nonsenseAboutRecipes is about functions that make and apply recipes.
func nonsenseAboutRecipes(key string) []string {
	statements := []string{
		"SELECT __skyline_apply_recipe_rows(NULL)", "SELECT __skyline_apply_recipe_rows(0)", "SELECT __skyline_domain_labels_rows(NULL)", "SELECT __skyline_domain_labels_rows(7)", "SELECT __skyline_covers_rows(0)",
		"SELECT __skyline_start('f', 'apply_recipe', '{}', NULL)", `SELECT __skyline_start('f', 'apply_recipe', '{"columns":["a"],"whole":true}', '{"recipe":"1","coded":"2","groups":1,"rows":1}')`,
		"SELECT __skyline_start('f', 'domain_labels', '{}', NULL)", `SELECT __skyline_start('f', 'domain_labels', '{"columns":["a"],"levels":[1]}', '{"domain":"1"}')`,
	}
	recipes := []string{
		"0, 0, false, false, i, i, NULL, 'x', NULL", "0, NULL, false, false, i, i, 1, 'x', NULL", "NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL", "0, -1, false, false, 0, 0, 0, 'x', NULL", "0, 0, true, false, NULL, NULL, 1, 'x', NULL", "99, 0, false, false, 0, 0, 0, 'x', NULL", "32768, 0, false, false, 0, 0, 0, 'x', NULL",
		"0, 2147483647, false, false, 0, 0, 0, 'x', NULL", "0, NULL, false, false, 2147483647, 0, 0, NULL, NULL", "0, i, false, false, 2147483647, 0, 0, NULL, NULL", "0, i, false, false, 0, 2147483647, -1, NULL, NULL", "0, 0, NULL, NULL, 5, NULL, NULL, NULL, NULL", "0, 0, false, false, 9223372036854775807, 0, 0, 'x', NULL", "0, 0, false, true, 0, 0, NULL, NULL, NULL", "0, i, true, true, NULL, NULL, NULL, NULL, 'x'",
	}
	coded := []string{"[i], 1", "[0, 1], 1", "[], 1", "[NULL], 1", "NULL, NULL", "[-1], 1", "[9223372036854775807], 1", "[i], -1", "[i], 9223372036854775807", "CASE WHEN i = 0 THEN [0] ELSE [0, 1] END, 1"}
	for i, r := range recipes {
		for j, c := range coded {
			if i > 1 && j > 0 && (i+j)%3 != 0 {
				continue
			}
			for _, numbers := range []string{`["a"],"groups":0`, `["a"],"groups":1`, `["a",null],"groups":3`, `[],"groups":0`, `null,"groups":-1`, `["a"],"groups":9223372036854775807`} {
				statements = append(statements, fmt.Sprintf("WITH RECURSIVE r AS (SELECT __skyline_recipe(%[1]s, 'f', %[2]s, 0.5) AS r FROM range(3) r(i)), c AS (SELECT __skyline_coded(%[1]s, 'f', %[3]s, 0.5) AS c FROM range(3) r(i)), "+
					"j AS (SELECT __skyline_start('f', 'apply_recipe', '{\"columns\":%[4]s}', to_json({'recipe': r, 'coded': c, 'rows': 3})) AS j, false AS done FROM r, c UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done), a AS MATERIALIZED (SELECT unnest(__skyline_apply_recipe_rows(j), recursive := true) FROM j WHERE done) "+
					"SELECT __skyline_place(release, [k]), __skyline_is_end(release, k, k), __skyline_shown(release, k, true), __skyline_order(k, k), __skyline_order(3, k) FROM a, unnest([0, 1, -1, 99, 9223372036854775807, 4294967296]) AS x(k)", key, r, c, numbers))
			}
		}
	}
	for _, d := range []string{"0, i, false, NULL, NULL, NULL, NULL", "0, i, NULL, NULL, NULL, 1, 'x'", "0, NULL, NULL, NULL, NULL, 1, 'x'", "99, 0, NULL, NULL, NULL, 1, 'x'", "0, 99, true, 1, 'x', NULL, NULL", "0, 0, false, NULL, NULL, if(i = 0, NULL, 1), 'x'"} {
		for _, arguments := range []string{`["a"],"levels":[]`, `["a"],"levels":[1]`, `["a"],"levels":[-1]`, `["a",null],"levels":[0,null]`, `[],"levels":[]`, `["a"],"levels":[1,2]`, `["a"],"levels":null`, `null`, `["a"],"levels":[9223372036854775807]`} {
			statements = append(statements, fmt.Sprintf("WITH RECURSIVE d AS (SELECT __skyline_domain(%s, 'f', %s, 0.5) AS d FROM range(3) r(i)), j AS (SELECT __skyline_start('f', 'domain_labels', '{\"columns\":%s}', to_json({'domain': d})) AS j, false AS done FROM d UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done) SELECT __skyline_domain_labels_rows(j) FROM j WHERE done", key, d, arguments))
		}
	}
	return statements
}

// nonsenseAboutChanging is about the kernel of release_next.
func nonsenseAboutChanging(key string) []string {
	statements := []string{
		"SELECT __skyline_release_next_rows(NULL)", "SELECT __skyline_release_next_rows(0)", "SELECT __skyline_start('f', 'release_next', '{}', NULL)", "SELECT __skyline_start('f', 'release_next', 'null', '{}')",
		`SELECT __skyline_start('f', 'release_next', '{"columns":["a"],"m":2}', '{"people":"1","domain":"2","values":3}')`,
	}
	people := []string{"i, [i], i % 2, -1", "i, [i], i % 2, 0", "i, [i], i % 2, 7", "0, [i], 0, -1", "i + 1, [i], 0, -1", "i, [], 0, -1", "i, NULL, 0, -1", "i, [NULL], 0, -1", "NULL, [0], NULL, NULL", "i, [-1], 0, -1", "i, [9], 0, -1", "i, [0], -1, -1", "i, [0], 5, -1", "-1, [0], 0, -2", "9223372036854775807, [0], 0, -1", "i, [9223372036854775807], 0, -1", "i, if(i = 0, [0], [0, 1]), 0, -1"}
	domains := []string{"0, i, false, i::DOUBLE, NULL, NULL, NULL", "0, i, i = 3, NULL, 'x', NULL, NULL", "0, 5, false, NULL, NULL, NULL, NULL", "0, NULL, NULL, NULL, NULL, 1, 'x'", "0, i, NULL, NULL, NULL, 1, 'x'"}
	specs := []string{`["a"],"m":2,"counterfeits":true,"shown":true`, `["a"],"m":0`, `["a"],"m":9223372036854775807,"counterfeits":true`, `["a","b"],"m":2`, `[],"m":2`, `null,"m":-1,"shown":true`}
	data := []string{"'signatures': [[0, 1]], 'values': 2", "'signatures': [[0, 0]], 'values': 2", "'signatures': [[5]], 'values': 2", "'signatures': [[-1]], 'values': 6", "'signatures': [], 'values': 2", "'values': 9223372036854775807", "'signatures': [NULL, []], 'values': -1"}
	for i, p := range people {
		for j, d := range domains {
			for k, s := range specs {
				for l, given := range data {
					if i > 1 && (i+j+k+l)%7 != 0 {
						continue
					}
					statements = append(statements, fmt.Sprintf("WITH RECURSIVE p AS (SELECT __skyline_changing(%[1]s, 'f', %[2]s, 0.5) AS p FROM range(4) r(i)), d AS (SELECT __skyline_domain(%[1]s, 'f', %[3]s, 0.5) AS d FROM range(4) r(i)), "+
						"j AS (SELECT __skyline_start('f', 'release_next', '{\"columns\":%[4]s}', to_json({'people': p, 'domain': d, %[5]s})) AS j, false AS done FROM p, d UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done), a AS MATERIALIZED (SELECT unnest(__skyline_release_next_rows(j), recursive := true) FROM j WHERE done) "+
						"SELECT __skyline_place(release, [k]), __skyline_is_end(release, k, k), __skyline_shown(release, k, true) FROM a, unnest([0, 1, -1, 99]) AS x(k)", key, p, d, s, given))
				}
			}
		}
	}
	return statements
}
