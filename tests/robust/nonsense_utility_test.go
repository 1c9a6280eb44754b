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
		"SELECT __skyline_gathered(NULL, NULL, NULL, NULL)", "SELECT __skyline_gather_tables(NULL, NULL, NULL, NULL, NULL, NULL)",
	}
	for _, row := range []string{"NULL, NULL, NULL", "-1, ['x'], 1", "9223372036854775807, ['x'], 1", "65535, ['x'], 1", "0, NULL, 1", "0, [NULL], 0", "i, list_transform(range(i), lambda x: 'x'), 1", "0, CASE WHEN i = 0 THEN ['a'] ELSE ['a', 'b'] END, 1", "1, ['x'], 9223372036854775807"} {
		statements = append(statements, fmt.Sprintf("SELECT __skyline_gather_tables(%s, 'f', %s, 0.5) FROM range(3) r(i)", key, row))
	}
	// A kernel gets what was kept by its number.
	run := func(kernel, spec, kept, data string) string {
		return fmt.Sprintf("WITH RECURSIVE g AS MATERIALIZED (SELECT %[3]s FROM range(3) r(i)), j AS (SELECT __skyline_start('f', '%[1]s', '%[2]s', to_json(struct_pack(%[4]s))::VARCHAR) AS j, false AS done FROM g"+
			" UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done) SELECT __skyline_%[1]s_rows(j) FROM j WHERE done", kernel, spec, kept, data)
	}
	tables := []string{"['x'], 1", "['y', 'g'], 1", "['x', NULL, NULL], 3", "[NULL], 9223372036854775807", "[i::VARCHAR], 1", "['a', '1', 'x', 'y'], 1", "['a', '-5', NULL, NULL], 1", "[], 1"}
	readings := []string{
		"['0', CASE i WHEN 0 THEN 'value' WHEN 1 THEN 'label' ELSE 'low' END, 'x', '1', '1.0']", "['0', CASE i WHEN 0 THEN 'value' ELSE 'label' END, 'x', NULL, NULL]", "[i::VARCHAR, 'value', 'x', i::VARCHAR, NULL]",
		"['7', 'value', 'x', '1', '1.0']", "['-1', 'label', 'x', '1', '1.0']", "['0', 'high', 'x', '1', '1.0']", "['0', 'value', 'x', '-9223372036854775808', 'inf']", "['0', CASE i WHEN 0 THEN 'value' ELSE 'label' END, NULL, '1', '1.0']",
		"['x', 'value', 'x', '1', '1']", "['0', 'nothing', 'x', 'y', 'z']", "[NULL, NULL, NULL, NULL, NULL]", "['0', 'value', 'x', '1']",
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
				kept := fmt.Sprintf("__skyline_gathered(%[1]s, 'f', %[2]s) AS o, __skyline_gathered(%[1]s, 'f', %[3]s) AS r, __skyline_gathered(%[1]s, 'f', %[4]s) AS h, __skyline_gathered(%[1]s, 'f', %[5]s, 1) AS f",
					key, table, tables[(k+j)%len(tables)], tables[(k+i)%len(tables)], reading)
				data := "original := base64(o), release := base64(r), readings := base64(f)"
				if k%2 == 0 {
					data += ", hierarchies := base64(h), test := base64(o)"
				}
				statements = append(statements, run("utility", spec, kept, data))
			}
		}
	}
	for _, bytes := range []string{`\x00`, `\x01`, `\x01\x05\x00`, `\x02\x01\x07`, `\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01`, `\x01\x01\x00\x01x\x01\x01`, `\x00\x00`, `\x01\x00\x00\x00\x01`, `\x01\x01\x01\x00\x00\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x3F`} {
		statements = append(statements, run("utility", specs[0], fmt.Sprintf("any_value('%s'::BLOB) AS o", bytes), "original := base64(o), release := base64(o), readings := base64(o)"),
			run("utility", specs[0], fmt.Sprintf("any_value('%s'::BLOB) AS o", bytes), "original := base64(o), release := base64('\\x00'::BLOB), readings := base64('\\x00'::BLOB), hierarchies := base64(o)"))
	}
	statements = append(statements, run("utility", specs[0], "1 AS o", "original := 0, release := -1, readings := '!'"), run("utility", specs[0], "1 AS o", "original := NULL"))
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
				statements = append(statements, run("workload", spec, fmt.Sprintf("__skyline_gather_tables(%s, 'f', %s, 0.5) AS t", key, table), data))
			}
		}
	}
	statements = append(statements, run("workload", `{"dimension":1,"selectivity":0.5,"queries":5,"rhs":[null]}`, "1 AS t", "tables := 0, key := '!'"))
	return statements
}
