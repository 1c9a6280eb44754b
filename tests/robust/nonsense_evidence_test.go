package robust

import "fmt"

// nonsenseAboutEvidence is about the kernels that profile columns, with rows that they were
// given.
func nonsenseAboutEvidence(key string) []string {
	statements := []string{
		"SELECT __skyline_subsets_rows(NULL)", "SELECT __skyline_subsets_rows(5)", "SELECT __skyline_columns_rows(NULL)", "SELECT __skyline_columns_rows(-5)",
		"SELECT __skyline_start('f', 'subsets', NULL, NULL)", "SELECT __skyline_start('f', 'subsets', '{}', NULL)", "SELECT __skyline_start('f', 'columns', '{}', '{}')",
		"SELECT __skyline_coded_rows(NULL, NULL, NULL, NULL)", "SELECT __skyline_column_histograms(NULL, NULL, NULL, NULL, NULL)",
	}
	run := func(kernel, spec, kept, data string) string {
		return fmt.Sprintf("WITH RECURSIVE g AS MATERIALIZED (SELECT %[3]s AS g FROM range(3) r(i)), j AS (SELECT __skyline_start('f', '%[1]s', '%[2]s', to_json(struct_pack(%[4]s))::VARCHAR) AS j, false AS done FROM g"+
			" UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done) SELECT __skyline_%[1]s_rows(j) FROM j WHERE done", kernel, spec, kept, data)
	}
	rows := []string{
		"NULL, 1", "[NULL], 1", "[], 1", "[i], 1", "[i, i], 1", "[0, i % 2], 2", "[2147483646], 1", "[2147483647], 1", "[-1], 1", "[0], 0", "[0], -1", "[0], 9223372036854775807",
		"if(i = 0, [1], [1, 2]), 1", "[2, 2], 1", "[i, 0, 0], 1",
	}
	for _, spec := range []string{
		`{"columns":["a"],"max_size":1,"persons":false}`, `{"columns":["a","b"],"max_size":2,"persons":false}`, `{"columns":["a"],"max_size":5,"persons":true}`, `{"columns":[],"max_size":1,"persons":true}`,
		`{"columns":["a","b"],"max_size":0}`, `{"columns":["a","b"],"max_size":-1}`, `{"columns":null,"max_size":9223372036854775807}`, `{"max_size":1`,
	} {
		for _, row := range rows {
			statements = append(statements, run("subsets", spec, fmt.Sprintf("__skyline_coded_rows(%s, 'f', %s)", key, row), "rows := g"))
		}
		statements = append(statements, run("subsets", spec, "1", "rows := 1"), run("subsets", spec, "1", "rows := NULL"))
	}
	histogram := "(SELECT __skyline_histogram(1, x, 1) FROM (VALUES ('a'), (NULL), ('b')) t(x))"
	for _, row := range []string{
		"NULL, NULL, NULL", "i, " + histogram + ", NULL", "-1, ''::BLOB, 1", "9223372036854775807, ''::BLOB, 1", "0, '\\xFF\\xFF'::BLOB, -5", "i, ''::BLOB, 9223372036854775807", "0, '\\x00\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\x7F'::BLOB, 1",
	} {
		for _, data := range []string{"names := ['a', 'b', 'c'], types := ['INTEGER', 'VARCHAR', 'DATE'], people := 3", "names := ['a'], types := ['b', 'c']", "names := [], types := [], people := -1", "people := 9223372036854775807"} {
			for _, spec := range []string{`{"persons":false}`, `{"persons":true}`} {
				statements = append(statements, run("columns", spec, fmt.Sprintf("__skyline_column_histograms(%s, 'f', %s)", key, row), data+", histograms := g"))
			}
		}
	}
	return append(statements, run("columns", "{}", fmt.Sprintf("__skyline_coded_rows(%s, 'f', [1], 1)", key), "histograms := g"))
}
