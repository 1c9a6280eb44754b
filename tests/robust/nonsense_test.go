package robust

import (
	"fmt"
	"strings"
)

// nonsense returns statements that call what only plans call, in ways in which
// no plan does.
func nonsense() []string {
	deep := strings.Repeat("[", 100000)
	statements := []string{
		"SELECT __skyline_plan(NULL, NULL)", "SELECT __skyline_plan('x', 'y')", "SELECT __skyline_plan('', '')",
		"SELECT __skyline_plan('skyline_check', NULL)", "SELECT __skyline_plan(NULL, '{}')",
		"SELECT __skyline_plan('skyline_check', i::VARCHAR) FROM range(5000) r(i)",
		"SELECT __skyline_plan(name, '{}') FROM skyline_functions()",
		"FROM query(__skyline_plan('skyline_check', '{}'))",
		"SELECT __skyline_has_type(NULL, NULL)", "SELECT __skyline_has_type('INTEGER', NULL)", "SELECT __skyline_has_type(NULL, 'INTEGER')", "SELECT __skyline_has_type('INTEGER', '(')",
		"SELECT __skyline_has_type('', '')", "SELECT __skyline_has_type(NULL, '(') WHERE false", "SELECT __skyline_has_type('a', repeat('(a{1000}){1000}', i::INTEGER)) FROM range(1, 5) r(i)",
		"SELECT count(__skyline_has_type('INTEGER', 'INTEGER' || i)) FROM range(5000) r(i)",
		"SELECT __skyline_columns(NULL, NULL)", "SELECT __skyline_columns('{}', NULL)", "SELECT __skyline_columns('[', ['a'])",
		`SELECT __skyline_columns('{"hidden": 2}', ['a'])`, `SELECT __skyline_columns('{"hidden": -1}', ['a'])`, `SELECT __skyline_columns('{"hidden": 1}', ['a', NULL])`,
		`SELECT __skyline_columns('{"roles": [{"param": "p", "columns": [""]}]}', [])`, "SELECT __skyline_columns('{}', [i::VARCHAR]) FROM range(5000) r(i)",
		"SELECT __skyline_wait(NULL)", "SELECT __skyline_wait(0)", "SELECT __skyline_wait(-1)", "SELECT __skyline_wait(9223372036854775807)",
		"SELECT __skyline_wait(i) FROM range(3000) r(i)",
		"SELECT __skyline_histogram(1, NULL, NULL)", "SELECT __skyline_histogram(1, NULL, 1)", "SELECT __skyline_histogram(1, 'x', NULL)",
		"SELECT __skyline_histogram(1, 'x', -1)", "SELECT __skyline_histogram(1, 'x', 0)",
		"SELECT __skyline_histogram(1, 'x', 9223372036854775807) FROM range(3)",
		"SELECT __skyline_histogram(1, 'x', 1) OVER ()", "SELECT __skyline_histogram(1, i::VARCHAR, 1) OVER () FROM range(3) r(i)", "SELECT __skyline_histogram(1, i::VARCHAR, 1) OVER () FROM range(3000) r(i)",
		"SELECT __skyline_histogram(1, i::VARCHAR, 1) OVER (ORDER BY i) FROM range(3000) r(i)",
		"SELECT __skyline_histogram(1, i::VARCHAR, 1) OVER (PARTITION BY i % 3 ORDER BY i ROWS BETWEEN 5 PRECEDING AND 2 FOLLOWING) FROM range(3000) r(i)",
		"SELECT __skyline_histogram(1, i::VARCHAR, 1 ORDER BY i DESC) FROM range(3000) r(i)",
		"SELECT i % 10, __skyline_histogram(1, i::VARCHAR, 1 ORDER BY i DESC) FROM range(3000) r(i) GROUP BY ALL",
		"SELECT __skyline_histogram(DISTINCT 1, i::VARCHAR, 1) FROM range(3000) r(i)",
		"SELECT __skyline_histogram(1, i::VARCHAR, 1) FILTER (i % 2 = 0) FROM range(3000) r(i)",
		"SELECT __skyline_histogram(1, i::VARCHAR, 1) FROM range(3000) r(i) WHERE false",
		"SELECT i % 5000, __skyline_histogram(1, repeat('x', i::INT % 50), i) FROM range(20000) r(i) GROUP BY GROUPING SETS ((), (i % 5000))",
		"SELECT list_aggregate(['a', 'b'], '__skyline_histogram')",
		"SELECT __skyline_summary(1, NULL, NULL, NULL)", "SELECT __skyline_summary(1, 'f', 'one', NULL)", "SELECT __skyline_summary(1, 'f', 'one', '\\xFF\\xFF\\xFF'::BLOB)",
		"SELECT __skyline_summary(1, 'f', 'x', ''::BLOB)", "SELECT __skyline_summary(1, 'f', 'set', '\\x02a\\x00'::BLOB)",
		"SELECT __skyline_summary(1, 'f', 'one', h) OVER () FROM (SELECT __skyline_histogram(1, 'x', 1) AS h)",
		"SELECT __skyline_summary(1, 'f', 'one', h) OVER () FROM (SELECT i, __skyline_histogram(1, i::VARCHAR, 1) AS h FROM range(3000) r(i) GROUP BY i)",
		"SELECT __skyline_summary(1, 'f', 'one', h) OVER (ORDER BY i) FROM (SELECT i, __skyline_histogram(1, i::VARCHAR, 1) AS h FROM range(300) r(i) GROUP BY i)",
		"SELECT __skyline_summary(1, 'f', 'one', h) OVER (ORDER BY i ROWS BETWEEN 5 PRECEDING AND 2 FOLLOWING) FROM (SELECT i, __skyline_histogram(1, i::VARCHAR, 1) AS h FROM range(300) r(i) GROUP BY i)",
		"SELECT __skyline_summary(1, 'f', 'one', h ORDER BY h) FROM (SELECT __skyline_histogram(1, i::VARCHAR, 1) AS h FROM range(3000) r(i) GROUP BY i)",
		"SELECT __skyline_summary(DISTINCT 1, 'f', 'one', h) FROM (SELECT __skyline_histogram(1, i::VARCHAR, 1) AS h FROM range(3000) r(i) GROUP BY i)",
		"SELECT __skyline_summary(1, i::VARCHAR, if(i % 2 = 0, 'one', 'set'), i::VARCHAR::BLOB) FROM range(3000) r(i)",
	}
	for _, arguments := range []string{
		"NULL, NULL, NULL, NULL, NULL", "'whole', ['1'], '0', '', NULL", "'whole', [''], '', '', ''", "'whole', ['1', NULL, '2'], '0', '', '5'", "'whole', ['1', '', '2'], '0', '', '5'", "'whole', ['2', '3'], '0', '', '5'", "'whole', [], '0', '', '5'",
		"'date', ['1'], '0', '', '2000-01-01'", "'date', ['1 year'], '0', '', '-'", "'x', ['0.1'], '1e999', '', '1'", "'whole', ['0.1'], '0', '', '1e400'",
		"'whole', if(i % 2 = 0, ['1'], ['1', '2']), i::VARCHAR, '', i::VARCHAR", "if(i % 2 = 0, 'date', 'decimal'), ['1 year'], '0', '', '2000-01-01'",
		"'date', ['1'], '0', '2020-02-30', '2000-01-01'", "'date', ['1'], '0', '2020-01-01', i::VARCHAR", "'whole', ['1'], '0', '2020-01-01', '5'",
	} {
		for _, ends := range []string{"NULL, NULL", "'', '1'", "if(i % 3 = 0, NULL, i::VARCHAR), if(i % 5 = 0, '2020-01-01', (5 - i)::VARCHAR)"} {
			statements = append(statements, "SELECT __skyline_intervals("+arguments+", "+ends+") FROM range(3000) r(i)")
		}
	}
	for _, call := range []string{
		"label(NULL, NULL, NULL)", "label('', chr(i::INT), i % 2 = 0)", "label(repeat('\"', i::INT), NULL, true)",
		"label_open(NULL, NULL, NULL, NULL)", "label_open(chr(i::INT), '{', i % 2 = 0, i % 3 = 0)",
		"label_said(NULL, NULL)", "label_said('[' || i || ', ', '')", "label_said(repeat('{', i::INT), repeat('\"', i::INT))",
		"label_shown(NULL, NULL)", "label_shown(chr(i::INT), -i)", "label_shown('{\"', 9223372036854775807)",
		"implications(NULL, NULL, NULL, NULL)", "implications(chr(i::INT), NULL, [chr(i::INT), NULL], [])", "implications('->', '\"', [], ['a'])",
	} {
		statements = append(statements, "SELECT __skyline_"+call+" FROM range(3000) r(i)")
	}
	for _, arguments := range []string{
		"'x', NULL, NULL, NULL, NULL, NULL, NULL, NULL", "'x', NULL, NULL, NULL, NULL, 'nan', true, false", "'', '', -1, -9223372036854775807, 9223372036854775807, '-inf', true, NULL",
		"'set', chr(i::INT), i, -i, i, 'inf', true, false", "'one', repeat('é', i::INT), NULL, i, NULL, 1e300 * i, i % 2 = 0, i % 3 = 0",
	} {
		statements = append(statements, "SELECT __skyline_find_meaning("+arguments+") FROM range(3000) r(i)")
	}
	for _, arguments := range []string{
		"NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL", "'x', 'v', -1, -1, -1, 'nan', 'nan', true, true, [], NULL, NULL, NULL, NULL, NULL, NULL, true, NULL",
		"'one', NULL, i, i, i, 'inf', '-inf', false, true, ['a'], [], [NULL], ['x', 'y'], NULL, -1, [NULL], false, [NULL]", "'multiset', '', i, 0, i, -1e300, 1e-300, false, false, ['a', '\x00'], ['x'], [], [NULL], -i, i, [], true, [9223372036854775807, i]",
		"'set', chr(i::INT), 1, 1, 1, i / 3000, 1 - i / 3000, i % 2 = 0, i % 3 = 0, [''], [NULL], NULL, NULL, 9223372036854775807, NULL, list_value(repeat('x', i::INT)), true, []",
	} {
		statements = append(statements, "SELECT __skyline_breach_meaning("+arguments+") FROM range(3000) r(i)")
	}
	for _, arguments := range []string{"", "[", "null", "[]", `"x"`, "1", "{", `{"tbl": {}}`, `{"tbl": "t", "qi": 3}`, `{"tbl": "t", "qi": ["a"], "sensitive": "s"}`, `{"tbl": NaN}`, "\xff\xfe", deep} {
		for _, f := range functionNames() {
			statements = append(statements, fmt.Sprintf("SELECT __skyline_plan('%s', '%s')", f, arguments))
		}
	}
	for _, call := range []string{
		"skyline_place(NULL, NULL)", "skyline_place(1, [1])", "skyline_place(0, [NULL])", "skyline_regions(NULL)", "skyline_regions(-1)",
		"skyline_absent(NULL, 1)", "skyline_absent(''::BLOB, NULL)", "skyline_absent('\xFF'::BLOB, -5)", "skyline_absent('\xFF'::BLOB, 9223372036854775807)",
		"skyline_order(NULL, NULL)", "skyline_order(1, 1)", "skyline_shuffle()", "skyline_key(NULL, NULL, NULL)", "skyline_key(NULL, 'x', NULL)", "skyline_key('s'::BLOB, NULL, [])", "skyline_key(NULL, 'x', [])", "skyline_key(''::BLOB, 'x', [NULL])",
		"skyline_fingerprint(1, 'f', NULL, ['x'])", "skyline_fingerprint(NULL, NULL, NULL, NULL)", "skyline_fingerprint(1, 'f', NULL, ['x']) OVER ()",
	} {
		statements = append(statements, "SELECT __"+call, "SELECT __"+call+" FROM range(3000)")
	}
	for _, kernel := range []string{"partition", "search", "domain_labels", "leave_out", "equal_labels", "covers", "apply_recipe", "release_holds", "check_recipe", "release_next"} {
		statements = append(statements, "SELECT __skyline_"+kernel+"_rows(NULL)", "SELECT __skyline_"+kernel+"_rows(0)")
		for _, arguments := range []string{
			"NULL, NULL", "'{', NULL", "'{}', NULL", "'[]', '{}'", `'{"columns":["x"],"privacy":null,"suppression":0.1}', '{"cells":"1","domain":"2","histograms":"3"}'`,
			`'{"columns":[null],"privacy":{},"suppression":1e999}', '{"cells":null,"domain":"x","histograms":""}'`, `'{"split":"x","labels_cover":"y","rows":-3}', '{"cells":"1","domain":"2"}'`,
			`'{"which":"best","measure":"x","max_checks":-1,"budget":-5}', '{"cells":"1","domain":"2"}'`, `'{}', '{"release":0}'`, `'{}', '{"release":0,"firsts":[1]}'`, `'{}', '{"release":-1,"firsts":[null]}'`,
		} {
			statements = append(statements, "WITH RECURSIVE j AS (SELECT __skyline_start('f', '"+kernel+"', "+arguments+") AS job, false AS done UNION ALL SELECT job, __skyline_wait(job) FROM j WHERE NOT done) SELECT __skyline_"+kernel+"_rows(job) FROM j WHERE done")
		}
	}
	for _, arguments := range []string{"NULL, NULL, NULL, NULL", "'f', 'c', 'DOUBLE', NULL", "'f', 'c', 'DECIMAL(99999999999999999999,99999999999999999999)', '0.1'", "'f', 'c', '', 'x'", "'f', 'c', 'TIME', 'year'", "'f', 'c', 'DOUBLE', '1e-999999999'"} {
		statements = append(statements, "SELECT __skyline_step("+arguments+")")
	}
	for _, arguments := range []string{
		"NULL, NULL, NULL, NULL", "'DOUBLE', '1', NULL, true", "'DOUBLE', 'x', '1', true", "'TIME', 'year', '00:00:00', false", "'DOUBLE', '1e-300', '1e999999999', true", "'FLOAT', '1', '1/0', true", "'DATE', 'week', '99999999999-99-99 (BC)', true",
		"'TIMESTAMP', 'second', '2000-01-01 99:99:99.9999999999', true", "'TIMESTAMP', 'hour', '2000-13-32', false", "'DATE', 'year', '2147483647-12-31 (BC)', false",
	} {
		statements = append(statements, "SELECT __skyline_round("+arguments+")", "SELECT __skyline_round("+arguments+") FROM range(3000)")
	}
	statements = append(statements, nonsenseWithKey()...)
	return statements
}
