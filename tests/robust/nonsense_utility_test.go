package robust

import (
	"fmt"
)

// nonsenseAboutUtility is about the kernels that measure releases, with tables that they
// were given.
func nonsenseAboutUtility(key string) []string {
	statements := []string{
		"SELECT __skyline_utility_rows(NULL)", "SELECT __skyline_utility_rows(0)", "SELECT __skyline_utility_rows(-1)", "SELECT __skyline_utility_rows(12345678)",
		"SELECT __skyline_workload_rows(NULL)", "SELECT __skyline_workload_rows(7)",
		"SELECT __skyline_start('f', 'utility', NULL, NULL)", "SELECT __skyline_start('f', 'utility', '{}', NULL)", "SELECT __skyline_start('f', 'utility', '{}', '{}') FROM range(3)",
		"SELECT __skyline_start('f', 'workload', NULL, NULL)", "SELECT __skyline_start('f', 'workload', '{}', NULL)", "SELECT __skyline_start('f', 'workload', '{}', '[]')",
		"SELECT __skyline_gather_tables(NULL, NULL, NULL, NULL, NULL)", "SELECT __skyline_readings(NULL, NULL, NULL, NULL, NULL, NULL, NULL)", "SELECT __skyline_nodes(NULL, NULL, NULL, NULL, NULL, NULL)",
	}
	for _, row := range []string{"NULL, NULL, NULL", "-1, ['x'], 1", "9223372036854775807, ['x'], 1", "65535, ['x'], 1", "0, NULL, 1", "0, [NULL], 0", "i, list_transform(range(i), lambda x: 'x'), 1", "0, CASE WHEN i = 0 THEN ['a'] ELSE ['a', 'b'] END, 1", "1, ['x'], 9223372036854775807"} {
		statements = append(statements, fmt.Sprintf("SELECT __skyline_gather_tables(%s, 'f', %s) FROM range(3) r(i)", key, row))
	}
	// A kernel gets what was kept by its number.
	run := func(kernel, spec, kept, data string) string {
		return fmt.Sprintf("WITH RECURSIVE g AS MATERIALIZED (SELECT %[3]s FROM range(3) r(i)), j AS (SELECT __skyline_start('f', '%[1]s', '%[2]s', to_json(struct_pack(%[4]s))::VARCHAR) AS j, false AS done FROM g"+
			" UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done) SELECT __skyline_%[1]s_rows(j) FROM j WHERE done", kernel, spec, kept, data)
	}
	tables := []string{"['x'], 1", "['y', 'g'], 1", "['x', NULL, NULL], 3", "[NULL], 9223372036854775807", "[i::VARCHAR], 1", "['a', '1', 'x', 'y'], 1", "[], 1"}
	nodes := []string{"'a', 1, 'x', 'y'", "'a', -5, NULL, 'y'", "'A', i, 'x', 'y'", "NULL, NULL, NULL, 'y'", "'a', 9223372036854775807, 'x', ''", "'a', 1, 'x', NULL"}
	readings := []string{
		"0, CASE i WHEN 0 THEN 'value' WHEN 1 THEN 'label' ELSE 'low' END, 'x', 1, 1.0", "0, CASE i WHEN 0 THEN 'value' ELSE 'label' END, 'x', NULL, NULL", "i, 'value', 'x', i, NULL",
		"7, 'value', 'x', 1, 1.0", "-1, 'label', 'x', 1, 1.0", "0, 'high', 'x', 1, 1.0", "0, 'value', 'x', -9223372036854775808, 'inf'::DOUBLE", "0, CASE i WHEN 0 THEN 'value' ELSE 'label' END, NULL, 1, 1.0",
		"0, 'nothing', 'x', 1, 1.0", "NULL, NULL, NULL, NULL, NULL", "9223372036854775807, 'value', 'x', 1, 1.0", "0, CASE i WHEN 0 THEN 'label' ELSE 'low' END, NULL, NULL, 'nan'::DOUBLE",
	}
	specs := []string{
		`{"qi":["a"],"seed":0}`, `{"qi":["a"],"grouped":true,"seed":-1}`, `{"qi":["a"],"sensitive":"s","target":"t","seed":0}`, `{"qi":[],"seed":0}`, `{"qi":null,"target":"t","seed":9223372036854775807}`, `{"qi":["a","A",""],"seed":0}`, `{"qi":["a"]`, `{"nothing":1}`,
	}
	for i, spec := range specs {
		for j, reading := range readings {
			for k, table := range tables {
				if (i+j+k)%3 != 0 {
					continue
				}
				kept := fmt.Sprintf("__skyline_gather(%[1]s, 'f', %[2]s) AS o, __skyline_gather(%[1]s, 'f', %[3]s) AS r, __skyline_nodes(%[1]s, 'f', %[4]s) AS h, __skyline_readings(%[1]s, 'f', %[5]s) AS f",
					key, table, tables[(k+j)%len(tables)], nodes[(k+i)%len(nodes)], reading)
				data := "original := o, release := r, readings := f"
				if k%2 == 0 {
					data += ", hierarchies := h, test := o"
				}
				statements = append(statements, run("utility", spec, kept, data))
			}
		}
	}
	// What is kept as one thing is not another.
	wrong := fmt.Sprintf("__skyline_gather(%[1]s, 'f', ['x'], 1) AS o, __skyline_nodes(%[1]s, 'f', 'a', 1, 'x', 'y') AS h", key)
	statements = append(statements, run("utility", specs[0], wrong, "original := o, release := o, readings := o"), run("utility", specs[0], wrong, "original := h, release := o, readings := o"),
		run("utility", specs[0], "1 AS o", "original := 0, release := -1, readings := '!'"), run("utility", specs[0], "1 AS o", "original := NULL"))
	for i, table := range []string{"0, ['x'], 1", "i % 2, ['x', 'y'], 1", "i, ['x', NULL], 1", "1, ['x', 'y'], 1", "0, [], 1", "i % 2, [i::VARCHAR], 9223372036854775807"} {
		for j, spec := range []string{
			`{"dimension":1,"selectivity":0.5,"queries":5,"rhs":[null]}`, `{"dimension":-1,"selectivity":7,"queries":-5,"rhs":[["y"]]}`, `{"dimension":9223372036854775807,"selectivity":0.5,"queries":9223372036854775807,"rhs":[null,null]}`,
			`{"dimension":1,"selectivity":0.5,"queries":5,"rhs":[["zz"]]}`, `{}`, `{"rhs":[[]]`,
		} {
			for _, names := range []string{"[['x', 'y'], ['x', 'y']]", "[['x'], ['x', 'group_id']]", "[['x']]", "NULL", "[NULL, NULL]", "[['x', 'y'], ['y', 'group_id']]"} {
				data := "tables := t, names := " + names
				if (i+j)%2 == 0 {
					data += ", key := base64('1'::BLOB)"
				}
				statements = append(statements, run("workload", spec, fmt.Sprintf("__skyline_gather_tables(%s, 'f', %s) AS t", key, table), data))
			}
		}
	}
	statements = append(statements, run("workload", `{"dimension":1,"selectivity":0.5,"queries":5,"rhs":[null]}`, "1 AS t", "tables := 0, key := '!'"))
	return statements
}
