package robust

import (
	"fmt"
)

// nonsenseAboutExistence is about the functions of existence probabilities.
func nonsenseAboutExistence(key string) []string {
	var statements []string
	for _, kernel := range []string{"existence_range", "existence"} {
		statements = append(statements, fmt.Sprintf("SELECT __skyline_%s_rows(NULL)", kernel), fmt.Sprintf("SELECT __skyline_start('f', '%s', NULL, NULL)", kernel),
			fmt.Sprintf("SELECT __skyline_start('f', '%s', '{}', '{\"people\":\"0\",\"release\":0}')", kernel), fmt.Sprintf("SELECT __skyline_start('f', '%s', '{\"columns\":9223372036854775807,\"source\":\"present\"}', to_json({'people': __skyline_gather(%s, 'f', ['x'], 1)})::VARCHAR) FROM range(0)", kernel, key))
		for i, rows := range []string{"['g', i::VARCHAR, '1'], 1", "['g', NULL, NULL], 2305843009213693951", "[NULL, 'a', '0', '1e400'], 1", "['g', 'a', '1', '-0'], 3", "[], 1", "[i::VARCHAR], 1", "['g', 'NULL', '1', NULL], 1"} {
			for j, release := range []string{
				"['g', '1', '0', 'a', '1']", "['g', i::VARCHAR, '-1', NULL, NULL]", "['g', '1', '7', 'a', '1']", "[NULL, NULL, NULL, NULL, NULL]", "['g', '1', '0', 'a', 'x']", "['g']", "['g', '1', '0', 'a', '0.3333333333333333']",
			} {
				for l, spec := range []string{
					``, `{`, `null`, `{"columns":0,"source":"present"}`, `{"columns":1,"source":"present","delta_min":0,"delta_max":1}`, `{"columns":1,"source":"uniform","delta_min":-1,"delta_max":7}`, `{"columns":1,"source":"column","delta_min":0.5,"delta_max":0.25}`,
					`{"columns":1,"source":"release","delta_min":0,"delta_max":1}`, `{"columns":3,"source":"release"}`, `{"columns":9223372036854775807,"source":"present"}`, `{"columns":-7,"source":"x"}`, `{"columns":1,"source":"column"}`,
				} {
					if (i+j+l)%2 == 0 && l < 7 && l != 4 {
						continue
					}
					data := "{'people': g}"
					if l == 7 || l == 8 || l == 1 {
						data = "{'people': g, 'release': h}"
					}
					statements = append(statements, fmt.Sprintf("WITH RECURSIVE g AS MATERIALIZED (SELECT __skyline_gather(%[1]s, 'f', %[2]s) AS g, __skyline_gather(%[1]s, 'f', %[3]s, 1) AS h FROM range(3) r(i)), j AS (SELECT __skyline_start('f', '%[4]s', '%[5]s', to_json(%[6]s)::VARCHAR) AS j, false AS done FROM g UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done) SELECT __skyline_%[4]s_rows(j) FROM j WHERE done",
						key, rows, release, kernel, spec, data))
				}
			}
		}
	}
	return statements
}

// nonsenseAboutDistributions is about functions that make and draw from them.
func nonsenseAboutDistributions(key string) []string {
	statements := []string{
		"SELECT __skyline_digest(NULL, 'x')", "SELECT __skyline_digest('x'::BLOB, NULL)", "SELECT __skyline_digest(''::BLOB, i::VARCHAR) FROM range(3000) r(i)",
		"SELECT __skyline_pdf_rows(NULL)", "SELECT __skyline_pdf_rows(0)", "SELECT __skyline_start('f', 'pdf', NULL, NULL)", `SELECT __skyline_start('f', 'pdf', '{"kind":"pdf","columns":["x"],"levels":[1]}', '{"coded":"1","domain":"2"}')`,
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
			for k, spec := range []string{`{"kind":"pdf","columns":["x"]}`, `{"kind":"interval","columns":["x"]}`, `{"kind":"hierarchy","columns":["x"]}`, `{"kind":"hierarchy","columns":["x"],"levels":[1]}`, `{"kind":"hierarchy","columns":["x"],"levels":[-5]}`, `{"kind":"hierarchy","columns":["x"],"levels":[null]}`, `{"kind":"hierarchy","columns":["x"],"levels":[]}`, `{"kind":"set","columns":[]}`, `{"kind":"x","columns":["x"]}`, `{"kind":"set","columns":["x",null],"levels":[0]}`} {
				if i > 1 && (i+j+k)%3 != 0 {
					continue
				}
				statements = append(statements, fmt.Sprintf("WITH RECURSIVE c AS (SELECT __skyline_coded(%[1]s, 'f', %[2]s, 0.5) AS c FROM range(3) r(i)), d AS (SELECT __skyline_domain(%[1]s, 'f', %[3]s, 0.5) AS d FROM range(3) r(i)), "+
					"j AS (SELECT __skyline_start('f', 'pdf', '%[4]s', to_json({'coded': c, 'domain': d})::VARCHAR) AS j, false AS done FROM c, d UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done) SELECT unnest(__skyline_pdf_rows(j), recursive := true) FROM j WHERE done", key, c, d, spec))
			}
		}
	}
	return statements
}

// nonsenseAboutPresence is about the functions that make δ-present releases.
func nonsenseAboutPresence(key string) []string {
	statements := []string{
		"SELECT __skyline_presence_rows(NULL)", "SELECT __skyline_presence_rows(3)", "SELECT __skyline_start('f', 'presence', NULL, NULL)", "SELECT __skyline_start('f', 'presence', '{}', '{}')",
	}
	histogram := "__skyline_histogram(" + key + ", (i % 2 = 0)::VARCHAR, 1)"
	for _, codes := range []string{"[i]", "[i, 0]", "[99]", "[]", "[-1]", "[9223372036854775807]"} {
		for _, values := range []string{"0, i, false, NULL, i::VARCHAR, NULL, NULL", "0, i, NULL, NULL, NULL, 1, 'x'", "0, i, false, i, NULL, NULL, NULL", "1, i, true, NULL, NULL, NULL, NULL", "0, NULL, NULL, NULL, NULL, 1, 'x'"} {
			for _, names := range []string{`["a"]`, `["a","b"]`, `[]`} {
				for _, own := range []string{
					`"method":"exact","recoding":"full_domain","delta_min":0,"delta_max":1,"steps":10`, `"method":"exact","recoding":"multidimensional","delta_min":0.1,"delta_max":0.9,"steps":3`, `"method":"x","recoding":"y","delta_min":1e300,"delta_max":-1,"steps":0`,
					`"method":"wpalm","recoding":"multidimensional","delta_min":0,"delta_max":1,"steps":9223372036854775807`, `"method":"ppalm","recoding":"multidimensional","delta_min":0.9,"delta_max":0.1,"steps":-1`, `"method":"x","recoding":"y","delta_max":1,"steps":1`,
				} {
					statements = append(statements, fmt.Sprintf("WITH RECURSIVE c AS MATERIALIZED (SELECT __skyline_cells(%[1]s, 'f', 'one', %[2]s, h, 0.5) AS c, (SELECT __skyline_domain(%[1]s, 'f', %[3]s, 0.5) FROM range(3) r(i)) AS d FROM (SELECT i, %[4]s AS h FROM range(3) r(i) GROUP BY i)), "+
						"j AS (SELECT __skyline_start('f', 'presence', '{\"columns\":%[5]s,%[6]s}', to_json({'cells': c, 'domain': d, 'rows': 3})::VARCHAR) AS j, false AS done FROM c UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done), a AS MATERIALIZED (SELECT unnest(__skyline_presence_rows(j), recursive := true) FROM j WHERE done) "+
						"SELECT __skyline_place(release, [0]), __skyline_place(release, [5, -7]), distributions, groups FROM a", key, codes, values, histogram, names, own))
				}
			}
		}
	}
	return statements
}
