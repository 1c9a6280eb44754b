package robust

import (
	"fmt"
)

// nonsenseAboutDistributions is about functions that make and draw from them.
func nonsenseAboutDistributions(key string) []string {
	statements := []string{
		"SELECT __skyline_digest(NULL, 'x')", "SELECT __skyline_digest('x'::BLOB, NULL)", "SELECT __skyline_digest(''::BLOB, i::VARCHAR) FROM range(3000) r(i)",
		"SELECT __pdf_generalize_rows(NULL)", "SELECT __pdf_generalize_rows(0)", "SELECT __pdf_generalize_start(NULL, NULL, NULL, NULL, NULL)", "SELECT __pdf_generalize_start('pdf', ['x'], [1], '1', '2')",
		"SELECT __skyline_copy(NULL, NULL)", "SELECT __skyline_copy(0, 1)", "SELECT __skyline_copy(c, NULL) FROM (SELECT __skyline_copies() AS c) CROSS JOIN range(3000)", "SELECT __skyline_copy(if(i % 3 = 0, c, i), i) FROM (SELECT __skyline_copies() AS c) CROSS JOIN range(3000) r(i)",
		"SELECT __skyline_draw(NULL, NULL, NULL, NULL, NULL)", "SELECT __skyline_draw('1'::BLOB, 1, 1, 1, [])", "SELECT __skyline_draw(NULL, NULL, NULL, NULL, [1.0]) FROM range(3000)", "SELECT __skyline_draw('1'::BLOB, i, NULL, i, [0.5, 0.5]) FROM range(3000) r(i)",
		"SELECT __skyline_draw('1'::BLOB, 1, 1, 1, [NULL, 1.0])", "SELECT __skyline_draw('1'::BLOB, 1, 1, NULL, ['nan'::DOUBLE, 'inf'::DOUBLE])", "SELECT __skyline_draw(i::VARCHAR::BLOB, i, i, i, CASE WHEN i % 7 = 0 THEN NULL ELSE [1.0] END) FROM range(3000) r(i)",
	}
	coded := []string{"[0, i], 1", "[i, 0], 1", "[0], 1", "[], 1", "[99, 0], 1", "[0, 99], 1", "[-1, 0], 1", "[0, -1], 1", "[0, 0], 9223372036854775807", "[0, 0], 0", "[0, 0, 0], 1", "CASE WHEN i = 0 THEN [0] ELSE [0, 1] END, 1"}
	domains := []string{
		"0, i, i = 2, NULL, i::VARCHAR, NULL, NULL", "0, i, false, NULL, NULL, NULL, NULL", "0, 99, true, 1, 'x', NULL, NULL", "0, i, NULL, NULL, NULL, 1, 'x'", "1, i, false, NULL, 'x', NULL, NULL", "99, i, false, NULL, 'x', NULL, NULL",
		"0, i % 2, i = 1, NULL, if(i < 2, 'x', NULL), if(i = 2, 1, NULL), 'x'", "0, -5, false, 1, 'x', NULL, NULL",
	}
	for i, c := range coded {
		for j, d := range domains {
			for k, arguments := range []string{"'pdf', ['x'], NULL", "'interval', ['x'], NULL", "'hierarchy', ['x'], NULL", "'hierarchy', ['x'], [1]", "'hierarchy', ['x'], [-5]", "'hierarchy', ['x'], [NULL]", "'hierarchy', ['x'], []", "'set', [], NULL", "'x', ['x'], NULL", "'set', ['x', NULL], [0]"} {
				if i > 1 && (i+j+k)%3 != 0 {
					continue
				}
				statements = append(statements, fmt.Sprintf("WITH RECURSIVE c AS (SELECT __skyline_coded(%[1]s, 'f', %[2]s, 0.5) AS c FROM range(3) r(i)), d AS (SELECT __skyline_domain(%[1]s, 'f', %[3]s, 0.5) AS d FROM range(3) r(i)), "+
					"j AS (SELECT __pdf_generalize_start(%[4]s, c, d) AS j, false AS done FROM c, d UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done) SELECT unnest(__pdf_generalize_rows(j), recursive := true) FROM j WHERE done", key, c, d, arguments))
			}
		}
	}
	return statements
}

// nonsenseAboutRecipes is about functions that make and apply recipes.
func nonsenseAboutRecipes(key string) []string {
	statements := []string{
		"SELECT __skyline_apply_recipe_rows(NULL)", "SELECT __skyline_apply_recipe_rows(0)", "SELECT __skyline_domain_labels_rows(NULL)", "SELECT __skyline_domain_labels_rows(7)", "SELECT __skyline_covers_rows(0)",
		"SELECT __skyline_start('f', 'apply_recipe', '{}', NULL)", `SELECT __skyline_start('f', 'apply_recipe', '{"columns":["a"],"whole":true}', '{"recipe":"1","coded":"2","groups":1,"rows":1}')`,
		"SELECT __skyline_start('f', 'domain_labels', '{}', NULL)", `SELECT __skyline_start('f', 'domain_labels', '{"columns":["a"],"levels":[1]}', '{"domain":"1"}')`,
	}
	recipes := []string{
		"0, 0, false, i, i, NULL, 'x'", "0, NULL, false, i, i, 1, 'x'", "NULL, NULL, NULL, NULL, NULL, NULL, NULL", "0, -1, false, 0, 0, 0, 'x'", "0, 0, true, NULL, NULL, 1, 'x'", "99, 0, false, 0, 0, 0, 'x'", "32768, 0, false, 0, 0, 0, 'x'",
		"0, 2147483647, false, 0, 0, 0, 'x'", "0, NULL, false, 2147483647, 0, 0, NULL", "0, i, false, 2147483647, 0, 0, NULL", "0, i, false, 0, 2147483647, -1, NULL", "0, 0, NULL, 5, NULL, NULL, NULL", "0, 0, false, 9223372036854775807, 0, 0, 'x'",
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
					"SELECT __skyline_place(release, [k]), __skyline_regions(release, k), __skyline_order(release, k) FROM a, unnest([0, 1, -1, 99, 9223372036854775807, 4294967296]) AS x(k)", key, r, c, numbers))
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

// nonsenseAboutPresence is about the functions that make δ-present releases.
func nonsenseAboutPresence(key string) []string {
	statements := []string{
		"SELECT __skyline_distributions(NULL)", "SELECT __skyline_distributions(7)", "SELECT __skyline_shifted(NULL)", "SELECT __skyline_shifted(0)", "SELECT __presence_anonymize_rows(NULL)", "SELECT __presence_partition_rows(3)",
		"SELECT __presence_anonymize_start(NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)",
	}
	const noPoints = "[]::VARCHAR[], []::VARCHAR[], []::VARCHAR[], []::VARCHAR[], []::VARCHAR[]"
	histogram := "__skyline_histogram(" + key + ", (i % 2 = 0)::VARCHAR, 1)"
	for _, codes := range []string{"[i]", "[i, 0]", "[99]", "[]", "[-1]", "[9223372036854775807]"} {
		for _, values := range []string{"0, i, false, NULL, i::VARCHAR, NULL, NULL", "0, i, NULL, NULL, NULL, 1, 'x'", "0, i, false, i, NULL, NULL, NULL", "1, i, true, NULL, NULL, NULL, NULL", "0, NULL, NULL, NULL, NULL, 1, 'x'"} {
			for _, names := range []string{"['a']", "['a', 'b']", "[]::VARCHAR[]"} {
				for _, own := range []string{"'exact', 'full_domain', 0.0, 1.0, 10", "'exact', 'multidimensional', 0.1, 0.9, 3", "'x', 'y', 'nan', 'inf', 0", "'wpalm', 'multidimensional', 0.0, 1.0, 9223372036854775807", "'ppalm', 'multidimensional', 0.9, 0.1, -1"} {
					statements = append(statements, fmt.Sprintf("WITH RECURSIVE c AS MATERIALIZED (SELECT __skyline_cells(%[1]s, 'f', 'one', %[2]s, h, 0.5) AS c, (SELECT __skyline_domain(%[1]s, 'f', %[3]s, 0.5) FROM range(3) r(i)) AS d FROM (SELECT i, %[4]s AS h FROM range(3) r(i) GROUP BY i)), "+
						"j AS (SELECT __presence_anonymize_start('one', '{}', %[5]s, %[6]s, c, d, 0.0, %[7]s, 3) AS j, false AS done FROM c UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done), a AS MATERIALIZED (SELECT unnest(__presence_anonymize_rows(j), recursive := true) FROM j WHERE done) "+
						"SELECT __skyline_place(release, [0]), __skyline_place(release, [5, -7]), __skyline_distributions(distributions), __skyline_shifted(distributions), __skyline_distributions(release) FROM a", key, codes, values, histogram, noPoints, names, own))
				}
			}
		}
	}
	return statements
}
