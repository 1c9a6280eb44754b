package robust

import "fmt"

// nonsenseAboutCubes is about the kernel of cube_audit, with tables and hierarchies that it was given.
func nonsenseAboutCubes(key string) []string {
	statements := []string{
		"SELECT __skyline_cube_audit_rows(NULL)", "SELECT __skyline_cube_audit_rows(0)", "SELECT __skyline_start('f', 'cube_audit', '{}', NULL)",
		`SELECT __skyline_start('f', 'cube_audit', '{"tables":null}', '{"rows":"0"}')`,
	}
	rows := []string{
		"0, [i::VARCHAR, '1', 'INTEGER', NULL], 1", "i % 2, [NULL, i::VARCHAR, 'DOUBLE', '1'], 1", "0, ['x', NULL, NULL, '-1'], 2", "0, ['a'], 1", "i, [], 1", "NULL, NULL, NULL", "0, [NULL, NULL, NULL, NULL], 9223372036854775807",
		"0, ['*', '1e99', '', '1'], 1", "0, ['b', '-5', '', '0'], 1", "1, [i::VARCHAR, 'b', '1', 'x'], 1", "0, [i::VARCHAR, NULL, (i % 2)::VARCHAR, 'l'], 1", "0, ['a', i::VARCHAR, i::VARCHAR, 'i'], 1",
	}
	tables := []string{
		``, `null`, `{}`, `{"by":["a"]}`, `{"by":["a"],"masks":[{"value":null,"least":"1","largest":"9"}],"absent":"masked"}`, `{"by":["a"],"grouped":true,"absent":"zero"}`, `{"by":["a"],"hierarchies":1,"total":"*"}`,
		`{"by":["a"],"known":true}`, `{"by":["b"]}`, `{"by":["a","a"]}`, `{"by":[]}`, `{"by":["a"],"rounding":{"base":"x"}}`, `{"by":["a"],"rounding":{"base":"5","rule":"nearest"},"noise":"nan"}`, `{"by":["a"],"noise":"-1e300"}`,
		`{"by":["a"],"masks":[{"least":"x"}],"absent":"masked"},{"by":["a"]}`, `{"by":["a"],"hierarchies":-1},{"by":["a"],"hierarchies":9}`,
	}
	for i, table := range tables {
		for j, row := range rows {
			for k, spec := range []string{
				`"dimensions":["a"],"kind":"rows","max_steps":1e9,"hierarchy_tables":1`, `"dimensions":["a","c"],"kind":"sum","negative":true,"threshold":"x","max_steps":-1`,
				`"dimensions":[],"kind":"","hierarchy_tables":-1`, `"dimensions":["a"],"kind":"sum","width":"1e99","hierarchy_tables":2,"max_steps":1e300`,
			} {
				if i > 5 && (i+j+k)%3 != 0 {
					continue
				}
				statements = append(statements, fmt.Sprintf("WITH RECURSIVE g AS MATERIALIZED (SELECT __skyline_gather_tables(%[1]s, 'f', %[2]s) AS g, __skyline_gather_tables(%[1]s, 'f', %[3]s) AS h FROM range(3) r(i)), "+
					"j AS (SELECT __skyline_start('f', 'cube_audit', '{\"tables\":[%[4]s],%[5]s}', to_json(struct_pack(rows := g, hierarchies := h))::VARCHAR) AS j, false AS done FROM g UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done) "+
					"SELECT __skyline_cube_audit_rows(j) FROM j WHERE done", key, row, rows[(i+j+k)%len(rows)], table, spec))
			}
		}
	}
	return append(statements, nonsenseBeside(key, tables[2:], rows)...)
}

// nonsenseBeside is about the kernel of cube_protect with tables that are out.
func nonsenseBeside(key string, tables, rows []string) (statements []string) {
	for i, table := range tables {
		row := rows[i%len(rows)]
		for j, numbers := range []string{"0, [i, 3 + i, 3 + i, 0, i % 2, 1, 1]", "0, [i, i, 5, -5, 0, 1, 1, 9223372036854775807]", "1, [0, i, 0]"} {
			spec := []string{
				`"columns":1,"shown":1,"dimensions":["a"],"parts":1,"max_cells":9`, `"columns":2,"shown":1,"counts":true,"dimensions":["a","c"],"parts":1000000`, `"columns":1,"shown":2,"dimensions":[],"parts":-1`,
			}[(i+j)%3]
			statements = append(statements, fmt.Sprintf("WITH RECURSIVE g AS MATERIALIZED (SELECT __skyline_gather_tables(%[1]s, 'f', %[2]s) AS g, __skyline_cube_numbers(%[1]s, 'f', %[3]s) AS n FROM range(3) r(i)), "+
				"j AS (SELECT __skyline_start('f', 'cube_protect', '{\"method\":\"suppress\",\"max_steps\":1e9,\"also\":[%[4]s],%[5]s}', to_json(struct_pack(also_rows := g, numbers := n))::VARCHAR) AS j, false AS done FROM g UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done) "+
				"SELECT __skyline_cube_protect_rows(j) FROM j WHERE done", key, row, numbers, table, spec))
		}
	}
	return statements
}
