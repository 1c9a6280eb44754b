package robust

import (
	"bufio"
	"context"
	"database/sql"
	"fmt"
	"os"
	osexec "os/exec" // the package has a helper of that name
	"strconv"
	"strings"
	"testing"

	"skyline/sqlfuncs"
	"skyline/tests/trials"
)

// nonsense returns statements that call what only plans call, in ways in which
// no plan does.
func nonsense() []string {
	lists := "['x'], ['0'], ['0'], ['0'], ['1']"
	deep := strings.Repeat("[", 100000)
	statements := []string{
		"SELECT __skyline_plan(NULL, NULL)", "SELECT __skyline_plan('x', 'y')", "SELECT __skyline_plan('', '')",
		"SELECT __skyline_plan('skyline_check', NULL)", "SELECT __skyline_plan(NULL, '{}')",
		"SELECT __skyline_plan('skyline_check', i::VARCHAR) FROM range(5000) r(i)",
		"SELECT __skyline_plan(name, '{}') FROM skyline_functions()",
		"FROM query(__skyline_plan('skyline_check', '{}'))",
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
		"NULL, NULL, NULL, NULL", "'whole', '1', '0', NULL", "'whole', '', '', ''", "'whole', '1;;2', '0', '5'", "'whole', '2;3', '0', '5'",
		"'date', '1', '0', '2000-01-01'", "'date', '1 year', '0', '-'", "'x', '0.1', '1e999', '1'", "'whole', '0.1', '0', '1e400'",
		"'whole', if(i % 2 = 0, '1', '1;2'), i::VARCHAR, i::VARCHAR", "if(i % 2 = 0, 'date', 'decimal'), '1 year', '0', '2000-01-01'",
	} {
		statements = append(statements, "SELECT __skyline_intervals("+arguments+") FROM range(3000) r(i)")
	}
	bigints := "NULL, NULL, NULL, [1], [1], [1]"
	for _, arguments := range []string{
		"NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL",
		"'one', 'x', NULL, ['a'], " + bigints + ", NULL, NULL, NULL, NULL, NULL, NULL",
		"'one', '0.2', NULL, NULL, " + bigints + ", NULL, NULL, NULL, NULL, NULL, NULL",
		"'one', '0.2', NULL, ['a'], [1], [], [1], [1], [1], [1], NULL, NULL, NULL, NULL, NULL, NULL",
		"'one', '0.2', NULL, ['a'], [NULL], [-1], [0], [1], [0], [NULL], NULL, NULL, NULL, NULL, NULL, NULL",
		"'one', '0.2', 's', ['a'], [1], [1], [1], [1], [1], [1], ['\xFF'::BLOB], [1], ['x'], NULL, NULL, NULL",
		"'one', '0.2', 's', [NULL], [1], [1], [1], [1], [1], [1], [NULL], [NULL], [NULL], NULL, NULL, NULL",
		"'set', '0.2', 's', ['a'], [1], [1], [1], [1], [1], [1], ['\x02a\x01'::BLOB], [1], ['a'], NULL, NULL, NULL",
		"'one', '0.2', 's', ['a'], [1], [1], [1], [1], [1], [1], ['\x02a\x01'::BLOB, '\x02a\x02'::BLOB], [-9223372036854775808, 9223372036854775807], ['a'], NULL, NULL, NULL",
		"'one', '0.2', NULL, ['a'], [1], [1], [1], [1], [1], [1], NULL, NULL, NULL, [1, -1], [1, 9223372036854775807], [NULL, 1]",
		"'one', '0.2', NULL, ['a'], [1], [1], [1], [1], [1], [1], NULL, NULL, NULL, [9223372036854775807], [-9223372036854775808], [9223372036854775807]",
		"'one', '0.2', NULL, ['a'], [1], [1], [1], [1], [1], [1], NULL, NULL, NULL, [], [1], NULL",
	} {
		statements = append(statements,
			"SELECT __skyline_report_start("+arguments+")", "SELECT __skyline_report_start("+arguments+") FROM range(3)",
			"WITH j AS MATERIALIZED (SELECT __skyline_report_start("+arguments+") AS j) SELECT __skyline_report_rows(j) FROM j")
	}
	statements = append(statements, "SELECT __skyline_report_rows(NULL)", "SELECT __skyline_report_rows(0)", "SELECT __skyline_report_values(NULL)",
		"SELECT __skyline_report_values('\xFF\xFF'::BLOB)", "SELECT __skyline_report_values(''::BLOB) FROM range(3)", "SELECT __skyline_report_values(if(i % 2 = 0, NULL, '\x02a\x01'::BLOB)) FROM range(3000) r(i)")
	for _, arguments := range []string{"", "[", "null", "[]", `"x"`, "1", "{", `{"tbl": {}}`, `{"tbl": "t", "qi": 3}`, `{"tbl": "t", "qi": ["a"], "sensitive": "s"}`, `{"tbl": NaN}`, "\xff\xfe", deep} {
		for _, f := range functionNames() {
			statements = append(statements, fmt.Sprintf("SELECT __skyline_plan('%s', '%s')", f, arguments))
		}
	}
	for _, call := range []string{
		"skyline_place(NULL, NULL)", "skyline_place(1, [1])", "skyline_place(0, [NULL])", "skyline_regions(NULL, NULL)", "skyline_regions(-1, 0)",
		"skyline_meets(NULL, NULL, NULL)", "skyline_meets(1, 1, 0)", "skyline_merge(NULL, NULL, NULL)", "skyline_merge(1, ''::BLOB, '\xFF'::BLOB)", "skyline_entries(NULL)", "skyline_entries('\xFF\x02\x01'::BLOB)", "skyline_absent(NULL, 1)", "skyline_absent(''::BLOB, NULL)", "skyline_absent('\xFF'::BLOB, -5)", "skyline_absent('\xFF'::BLOB, 9223372036854775807)", "skyline_entries('\xFF\xFF'::BLOB)",
		"skyline_order(NULL, NULL)", "skyline_order(1, 1)", "skyline_shuffle()", "skyline_key(NULL, NULL, NULL)", "skyline_key(NULL, 'x', NULL)", "skyline_key('s'::BLOB, NULL, [])", "skyline_key(NULL, 'x', [])", "skyline_key(''::BLOB, 'x', [NULL])",
		"skyline_fingerprint(1, NULL, ['x'])", "skyline_fingerprint(NULL, NULL, NULL)", "skyline_fingerprint(1, NULL, ['x']) OVER ()",
	} {
		statements = append(statements, "SELECT __"+call, "SELECT __"+call+" FROM range(3000)")
	}
	for _, arguments := range []string{
		"NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL",
		"'f', 's', 'x', 2, NULL, true, true, [1, 1], [], [], [], []", "'f', 's', 'anatomy', 2, NULL, true, true, [1, NULL], [], [], [], []",
		"'f', 's', 'anatomy', 2, '1'::BLOB, true, true, [1, 1], [], [], [], []", "'f', 's', 'anatomy', -1, ''::BLOB, true, false, [1, 1], NULL, [], [], []",
		"'f', 's', 'anatomy', 2, NULL, true, true, [-1, 9223372036854775807, 9223372036854775807], [], [], [], []", "'f', 's', 'anatomy', 2, NULL, true, true, [], [], [], [], []",
		"'f', 's', 'joint', 2, NULL, true, true, [1, 1], [0, 1], [], [], []", "'f', 's', 'joint', 2, NULL, true, true, [1, 1], [0, 1, 5], [], [], []",
		"'f', 's', 'joint', 2, NULL, true, true, [1, 1], [], [], [], []", "'f', 's', 'joint', 2, NULL, true, true, [], [0, 1], [], [], []", "'f', 's', 'joint', 9223372036854775807, NULL, true, false, [1, -1], [0, 9223372036854775807, -5, 1], [], [], []",
		"'f', 's', 'strict', 2, NULL, true, true, [1, 1], [], [0, 1], [0, 1], [1, 1]", "'f', 's', 'strict', 2, NULL, true, true, [1, 1], [], [0, 1], [0, 2], [1, 1]",
		"'f', 's', 'strict', 2, NULL, true, true, [1, 1], [], [1, 1], [1, 0], [5, 5]", "'f', 's', 'strict', 2, NULL, true, true, [1, 1], [], [-1, 9223372036854775807], [1, 0], [1, 1]",
		"'f', 's', 'strict', 2, NULL, true, true, [1, 1], [], [0, 0], [1, 0], [-1, 9223372036854775807]", "'f', 's', 'strict', 2, NULL, true, true, [], [], [], [], []", "'f', 's', 'strict', 2, NULL, true, true, [1], [], [0, 1], [0], [1, 1]",
	} {
		statements = append(statements, "WITH RECURSIVE j AS (SELECT __skyline_groups_start("+arguments+") AS job, false AS done UNION ALL SELECT job, __skyline_wait(job) FROM j WHERE NOT done), g AS MATERIALIZED (SELECT unnest(__skyline_groups_rows(job), recursive := true) FROM j WHERE done) "+
			"SELECT __skyline_seat(groups, i, k), __skyline_seat(groups, i, NULL), __skyline_seat(groups, 0, NULL), __skyline_seats(groups, i) FROM g, unnest([0, 0, 0, 1, -1, 2, 9223372036854775807]) AS x(i), unnest([0, NULL, 1, -1, 9223372036854775807]) AS y(k)")
	}
	for _, call := range []string{"groups_rows(NULL)", "groups_rows(0)", "seat(NULL, NULL, NULL)", "seat(0, 0, 0)", "seat(1, 0, NULL)", "seats(NULL, 0)", "seats(7, 0)"} {
		statements = append(statements, "SELECT __skyline_"+call, "SELECT __skyline_"+call+" FROM range(3000)")
	}
	for _, f := range []struct{ name, nulls, own string }{{"skyline_anonymize", "NULL, NULL, NULL", "'median', 'group', 3"}, {"skyline_partition", "NULL, NULL, NULL", "'x', 'y', -3"}, {"generalization_search", "NULL, NULL, NULL, NULL", "'best', 'x', -1, 'nan'::DOUBLE"}} {
		statements = append(statements, "SELECT __"+f.name+"_rows(NULL)", "SELECT __"+f.name+"_rows(0)",
			"SELECT __"+f.name+"_start(NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, "+f.nulls+")",
			"SELECT __"+f.name+"_start('one', '{', "+lists+", ['x'], '1', '2', 0.1, "+f.own+")",
			"SELECT __"+f.name+"_start('x', '{}', "+lists+", [NULL], 'x', '', NULL, "+f.nulls+")")
	}
	for _, call := range []string{
		"disclosure_check_rows(NULL)", "disclosure_check_rows(0)", "disclosure_check_start(NULL, NULL, NULL)", "disclosure_check_start(-1, 'x', '0')", "disclosure_check_start(9223372036854775807, '0.5', '')",
	} {
		statements = append(statements, "SELECT __"+call, "SELECT __"+call+" FROM range(3000)")
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
	for _, call := range []string{
		"within(NULL, NULL, NULL)", "within('nan'::DOUBLE, 1, 1)", "within(2, 1, 1)", "within(0.5, -9223372036854775808, -1)", "within(1, 9223372036854775807, 9223372036854775807)",
		"together_start(NULL, NULL)", "together_start(0, NULL)", "together_start(0, [1])", "together_start(-1, [NULL])", "together_rows(NULL)", "together_rows(0)",
	} {
		statements = append(statements, "SELECT __skyline_"+call, "SELECT __skyline_"+call+" FROM range(3000)")
	}
	statements = append(statements, nonsenseWithKey()...)
	for _, f := range []string{"release_check", "privacy_violations", "generalize", "recipe_apply", "recipe_check"} {
		statements = append(statements, "SELECT __"+f+"_rows(NULL)", "SELECT __"+f+"_rows(0)",
			"SELECT __"+f+"_start(NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)", "SELECT __"+f+"_start('{', "+lists+", '1', 0, '')", "SELECT __"+f+"_start('{}', "+lists+", 'x', 'nan'::DOUBLE, 'x')", "SELECT __"+f+"_start('{\"skyline\": 1}', "+lists+", 'x', 0, NULL)")
	}
	for _, f := range []string{"skyline_check", "skyline_find", "skyline_surface"} {
		for _, call := range []string{
			"_rows(NULL)", "_rows(0)", "_rows(-1)", "_rows(12345678)",
			"_start(NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)",
			"_start('one', " + lists + ", NULL, NULL)",
			"_start('one', " + lists + ", ''::BLOB, '{}')",
			"_start('one', " + lists + ", ''::BLOB, '{')",
			"_start('one', " + lists + ", ''::BLOB, NULL)",
			"_start('one', " + lists + ", ''::BLOB, '{\"allowed\": true}')",
			"_start('one', " + lists + ", '\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF'::BLOB, '{}')",
			"_start('nonsense', " + lists + ", '\\x01\\x04\\x02a\\x01'::BLOB, '{}')",
			"_start('one', [], [], [], [], [], ''::BLOB, '{}')",
			"_start('one', ['x', 'y'], ['0'], [], NULL, ['1'], ''::BLOB, '{}')",
			"_start('one', ['x'], [NULL], ['-1'], ['x'], ['nan'], ''::BLOB, '{}')",
			"_start('one', [NULL], [NULL], [NULL], [NULL], [NULL], ''::BLOB, '{}')",
			"_start('set', ['x'], ['9223372036854775807'], ['9223372036854775807'], ['9223372036854775807'], ['1e-300'], ''::BLOB, '{}')",
		} {
			statements = append(statements, "SELECT __"+f+call, "SELECT __"+f+call+" FROM range(3)")
		}
	}
	facts, none := "[0, 0], [0, 1], [0, 0], [1, 1], [1.0, NULL]::DOUBLE[], ['x', 'x']", "[]::BIGINT[], []::BIGINT[], []::VARCHAR[], []::VARCHAR[]"
	for _, arguments := range []string{
		"NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL",
		"['a'], 1, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL",
		"['a'], 1, false, false, 0, " + facts + ", " + none + ", [0], [1], [0], [1], [1], NULL, NULL",
		"['a'], 1, true, true, 0, " + facts + ", " + none + ", [0], [1], [0], [1], NULL, NULL, NULL",
		"['a'], 2, false, false, -1, " + facts + ", " + none + ", [0], [1], [0], [1], NULL, NULL, NULL",
		"[NULL, NULL], 1, false, true, 0, " + facts + ", " + none + ", [0, 0], [1], [0, 0], [1], NULL, [5, 5], [1]",
		"['a'], 1, false, false, 0, [0, NULL], [0, 1], [0, 0], [1, 1], [1.0, NULL]::DOUBLE[], ['x', 'x'], " + none + ", [0], [1], [0], [1], NULL, NULL, NULL",
		"['a'], 1, false, false, 0, [0, 9], [0, 1], [0, 0], [1, 1], [1.0, NULL]::DOUBLE[], ['x', 'x'], " + none + ", [0], [1], [0], [1], NULL, NULL, NULL",
		"['a'], 1, false, false, 0, [0, 0], [0, 7], [0, 1], [1, 1], [1.0, NULL]::DOUBLE[], ['x', 'x'], " + none + ", [0], [1], [0], [1], NULL, NULL, NULL",
		"['a'], 1, false, false, 0, [0, 0], [0, 2], [0, 0], [1, 1], [1.0, NULL]::DOUBLE[], ['x', 'x'], " + none + ", [0], [1], [0], [1], NULL, NULL, NULL",
		"['a'], 1, false, false, 0, [0, 0], [0, 1], [0, 0], [1], []::DOUBLE[], ['x', 'x'], " + none + ", [0], [1], [0], [1], NULL, NULL, NULL",
		"['a'], 1, false, false, 0, " + facts + ", [3], [1], ['x'], ['y'], [0], [1], [0], [1], NULL, NULL, NULL",
		"['a'], 1, false, false, 0, " + facts + ", [0], [-1], ['x'], [NULL], [0], [1], [0], [1], NULL, NULL, NULL",
		"['a'], 1, false, false, 0, " + facts + ", " + none + ", [7], [1], [-1], [1], NULL, NULL, NULL",
		"['a'], 1, false, false, 0, " + facts + ", " + none + ", [0], [-5], [0], [9223372036854775807], [1, 2], NULL, NULL",
	} {
		call := "SELECT __skyline_utility_start(" + arguments + ")"
		statements = append(statements, call, call+" FROM range(3)",
			"WITH RECURSIVE j AS ("+call+" AS job, false AS done UNION ALL SELECT job, __skyline_wait(job) FROM j WHERE NOT done) SELECT __skyline_utility_rows(job) FROM j WHERE done")
	}
	for _, call := range []string{"NULL", "0", "-1", "12345678"} {
		statements = append(statements, "SELECT __skyline_utility_rows("+call+")")
	}
	return statements
}

// nonsenseWithKey calls what nobody else can, with the key that plans have: cells
// and domains that do not fit each other, and lookups in what comes of them.
func nonsenseWithKey() []string {
	const key = "1"
	cells := []string{
		"'one', [0], '\\x02a\\x01'::BLOB", "'one', [], '\\x02a\\x01'::BLOB", "'one', [99], '\\x02a\\x01'::BLOB", "'one', [-1], '\\x02a\\x01'::BLOB", "'one', [9223372036854775807], '\\x02a\\x01'::BLOB",
		"'one', [4294967296], '\\x02a\\x01'::BLOB", "'one', [0, 1], '\\x02a\\x01'::BLOB", "'one', [NULL], '\\x02a\\x01'::BLOB", "'one', NULL, NULL", "NULL, [0], '\\x02a\\x01'::BLOB", "'x', [0], '\\x02a\\x01'::BLOB",
		"'set', [0], '\\x02a\\x01'::BLOB", "'set', [0], '\\x00\\x01\\x02a\\x05'::BLOB", "'multiset', [0], '\\x00\\x00\\x02a\\x05'::BLOB", "'one', [0], ''::BLOB", "'one', [0], '\\xFF\\xFF'::BLOB",
		"'one', [i], '\\x02a\\x01\\x02\\xFF\\x02'::BLOB", "'set', [0], '\\x00\\x01\\x02\\xFF\\x05'::BLOB",
		"'one', [0], '\\x02a\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\x7F'::BLOB", "'one', [i], '\\x02a\\x01'::BLOB", "'one', CASE WHEN i = 0 THEN [0] ELSE [0, 1] END, '\\x02a\\x01'::BLOB",
	}
	domains := []string{
		"0, i, false, i::DOUBLE, NULL, NULL, NULL", "0, 0, false, NULL, 'x', NULL, NULL", "0, -5, false, 1, 'x', NULL, NULL", "0, 99, true, 1, 'x', NULL, NULL", "0, 4294967296, false, 1, 'x', NULL, NULL",
		"-1, 0, false, 1, 'x', NULL, NULL", "0, i, NULL, 'nan'::DOUBLE, NULL, NULL, NULL", "0, i, i = 1, 2 - i, i::VARCHAR, NULL, NULL", "NULL, NULL, NULL, NULL, NULL, NULL, NULL", "0, i, false, NULL, NULL, 1, 'x'",
		"0, NULL, NULL, NULL, NULL, 1, 'x'", "0, 99, NULL, NULL, NULL, 1, 'x'", "0, i, NULL, NULL, NULL, -1, 'x'", "0, i, NULL, NULL, NULL, 9223372036854775807, 'x'", "1, i, false, 0, 'x', NULL, NULL",
	}
	var statements []string
	for i, c := range cells {
		for j, d := range domains {
			// All pairs with the first of either, and some more.
			if i > 0 && j > 0 && (i+j)%5 != 0 {
				continue
			}
			statements = append(statements, fmt.Sprintf("WITH RECURSIVE c AS (SELECT __skyline_cells(%[1]s, 'f', %[2]s, 0.5) AS c FROM range(3) r(i)), d AS (SELECT __skyline_domain(%[1]s, %[3]s, 0.5) AS d FROM range(3) r(i)), "+
				"j AS (SELECT __skyline_anonymize_start('one', '{\"k_anonymity\":1,\"presence\":{\"delta_max\":1}}', [], [], [], [], [], ['x'], c, d, 0.0, 'median', 'region', 0) AS j, false AS done FROM c, d UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done), "+
				"r AS MATERIALIZED (SELECT unnest(__skyline_anonymize_rows(j), recursive := true) FROM j WHERE done) "+
				"SELECT __skyline_place(release, [k]), __skyline_regions(release, k), __skyline_regions(release, 0) FROM r, unnest([0, 1, 2, -1, 99, 9223372036854775807, 4294967296]) AS x(k)", key, c, d),
				fmt.Sprintf("WITH RECURSIVE c AS (SELECT __skyline_cells(%[1]s, 'f', %[2]s, 0.5) AS c FROM range(3) r(i)), d AS (SELECT __skyline_domain(%[1]s, %[3]s, 0.5) AS d FROM range(3) r(i)), "+
					"j AS (SELECT __generalization_search_start('one', '{\"k_anonymity\":1,\"presence\":{\"delta_min\":0}}', [], [], [], [], [], ['x'], c, d, 0.0, 'safe', 'loss', 100, 0.0) AS j, false AS done FROM c, d UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done) "+
					"SELECT unnest(__generalization_search_rows(j), recursive := true) FROM j WHERE done", key, c, d),
				fmt.Sprintf("WITH RECURSIVE d AS (SELECT __skyline_domain(%s, %s, 0.5) AS d FROM range(3) r(i)), "+
					"j AS (SELECT __skyline_labels_start('f', ['x', 'y'], [1, 0], d) AS j, false AS done FROM d UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done) "+
					"SELECT unnest(__skyline_labels_rows(j), recursive := true) FROM j WHERE done", key, d))
		}
	}
	for _, h := range []string{"''", "'\\x02a\\x01\\x02\\xFF\\x02'", "'\\x00\\x01\\x02\\xFF\\x05'", "'\\xFF'", "'\\x02a\\x01'", "'\\x00\\x01\\x02a\\x05'", "'\\x02a\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\x7F'"} {
		for _, kind := range []string{"'one'", "'set'", "NULL"} {
			statements = append(statements, fmt.Sprintf("WITH RECURSIVE h AS (SELECT __skyline_histograms(%s, 'f', %s, %s::BLOB, 0.5) AS h FROM range(3)), "+
				"j AS (SELECT __privacy_violations_start('{\"k_anonymity\":10,\"max_share\":0.1,\"implications\":{\"k\":1,\"c\":0.1},\"presence\":{\"delta_min\":0.9}}', ['a'], ['0'], ['0'], ['0'], ['0.1'], h, 0, '') AS j, false AS done FROM h UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done), "+
				"r AS MATERIALIZED (SELECT unnest(__privacy_violations_rows(j), recursive := true) FROM j WHERE done) SELECT __skyline_meets(checker, k, number) FROM (SELECT checker, __skyline_merge(checker, b, o) AS n FROM r, unnest([''::BLOB, '\\xFF'::BLOB, '\\x02b\\x09'::BLOB, '\\x02a\\x09'::BLOB]) AS y(b), unnest([''::BLOB, '\\xFF'::BLOB, '\\x03zz\\x01'::BLOB, '\\x070261\\x01'::BLOB]) AS z(o)), unnest([0, 1, -1, 99]) AS x(k), unnest([n, -1, 99]) AS m(number)", key, kind, h),
				fmt.Sprintf("WITH RECURSIVE h AS (SELECT __skyline_histograms(%s, 'f', %s, %s::BLOB, 0.5) AS h FROM range(3)), "+
					"j AS (SELECT __generalize_start('{\"k_anonymity\":10}', [], [], [], [], [], h, 0.9, '') AS j, false AS done FROM h UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done) SELECT unnest(__generalize_rows(j), recursive := true) FROM j WHERE done", key, kind, h),
				fmt.Sprintf("WITH RECURSIVE h AS (SELECT __skyline_histograms(%s, 'f', %s, %s::BLOB, 0.5) AS h FROM range(3)), "+
					"j AS (SELECT __recipe_apply_start('{\"k_anonymity\":10,\"presence\":{\"delta_min\":0.9}}', [], [], [], [], [], h, 0, 'x') AS j, false AS done FROM h UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done) SELECT unnest(__recipe_apply_rows(j), recursive := true) FROM j WHERE done", key, kind, h),
				fmt.Sprintf("WITH RECURSIVE h AS (SELECT __skyline_profiles(%s, %s, 2, %s::BLOB, 0.5) AS h FROM range(3)), "+
					"j AS (SELECT __disclosure_check_start(5, '0.5', h) AS j, false AS done FROM h UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done) SELECT unnest(__disclosure_check_rows(j), recursive := true) FROM j WHERE done", key, kind, h))
		}
	}
	for _, values := range []string{"NULL", "[]", "[NULL]", "['x', NULL]", "CASE WHEN i = 0 THEN ['x'] ELSE ['x', ''] END"} {
		for _, seed := range []string{"NULL", "''::BLOB", "'12345678'::BLOB"} {
			call := fmt.Sprintf("SELECT __skyline_fingerprint(%s, %s, %s)", key, seed, values)
			statements = append(statements, call+" FROM range(3) r(i)", call+" FROM range(3000) r(i) GROUP BY i % 7")
		}
	}
	statements = append(statements, nonsenseAboutRecipes(key)...)
	statements = append(statements, nonsenseAboutDistributions(key)...)
	return append(statements, nonsenseAboutSchemas(key)...)
}

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
				statements = append(statements, fmt.Sprintf("WITH RECURSIVE c AS (SELECT __skyline_coded(%[1]s, 'f', %[2]s, 0.5) AS c FROM range(3) r(i)), d AS (SELECT __skyline_domain(%[1]s, %[3]s, 0.5) AS d FROM range(3) r(i)), "+
					"j AS (SELECT __pdf_generalize_start(%[4]s, c, d) AS j, false AS done FROM c, d UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done) SELECT unnest(__pdf_generalize_rows(j), recursive := true) FROM j WHERE done", key, c, d, arguments))
			}
		}
	}
	return statements
}

// nonsenseAboutRecipes is about functions that make and apply recipes.
func nonsenseAboutRecipes(key string) []string {
	statements := []string{
		"SELECT __skyline_recipe_rows(NULL)", "SELECT __skyline_recipe_rows(0)", "SELECT __skyline_labels_rows(NULL)", "SELECT __skyline_labels_rows(7)", "SELECT __release_recipe_rows(0)",
		"SELECT __skyline_recipe_start(NULL, NULL, NULL, NULL, NULL, NULL, NULL)", "SELECT __skyline_recipe_start('f', '1', '2', ['a'], 1, 1, true)", "SELECT __skyline_labels_start(NULL, NULL, NULL, NULL)", "SELECT __skyline_labels_start('f', ['a'], [1], '1')",
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
			for _, numbers := range []string{"['a'], 0", "['a'], 1", "['a', NULL], 3", "[], 0", "NULL, -1", "['a'], 9223372036854775807"} {
				statements = append(statements, fmt.Sprintf("WITH RECURSIVE r AS (SELECT __skyline_recipe(%[1]s, %[2]s, 0.5) AS r FROM range(3) r(i)), c AS (SELECT __skyline_coded(%[1]s, 'f', %[3]s, 0.5) AS c FROM range(3) r(i)), "+
					"j AS (SELECT __skyline_recipe_start('f', r, c, %[4]s, 3, false) AS j, false AS done FROM r, c UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done), a AS MATERIALIZED (SELECT unnest(__skyline_recipe_rows(j), recursive := true) FROM j WHERE done) "+
					"SELECT __skyline_place(release, [k]), __skyline_regions(release, k), __skyline_order(release, k) FROM a, unnest([0, 1, -1, 99, 9223372036854775807, 4294967296]) AS x(k)", key, r, c, numbers))
			}
		}
	}
	for _, d := range []string{"0, i, false, NULL, NULL, NULL, NULL", "0, i, NULL, NULL, NULL, 1, 'x'", "0, NULL, NULL, NULL, NULL, 1, 'x'", "99, 0, NULL, NULL, NULL, 1, 'x'", "0, 99, true, 1, 'x', NULL, NULL", "0, 0, false, NULL, NULL, if(i = 0, NULL, 1), 'x'"} {
		for _, arguments := range []string{"['a'], []", "['a'], [1]", "['a'], [-1]", "['a', NULL], [0, NULL]", "[], []", "['a'], [1, 2]", "['a'], NULL"} {
			statements = append(statements, fmt.Sprintf("WITH RECURSIVE d AS (SELECT __skyline_domain(%s, %s, 0.5) AS d FROM range(3) r(i)), j AS (SELECT __skyline_labels_start('f', %s, d) AS j, false AS done FROM d UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done) SELECT __skyline_labels_rows(j) FROM j WHERE done", key, d, arguments))
		}
	}
	return statements
}

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
					statements = append(statements, fmt.Sprintf("WITH RECURSIVE c AS MATERIALIZED (SELECT __skyline_cells(%[1]s, 'f', 'one', %[2]s, h, 0.5) AS c, (SELECT __skyline_domain(%[1]s, %[3]s, 0.5) FROM range(3) r(i)) AS d FROM (SELECT i, %[4]s AS h FROM range(3) r(i) GROUP BY i)), "+
						"j AS (SELECT __presence_anonymize_start('one', '{}', %[5]s, %[6]s, c, d, 0.0, %[7]s, 3) AS j, false AS done FROM c UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done), a AS MATERIALIZED (SELECT unnest(__presence_anonymize_rows(j), recursive := true) FROM j WHERE done) "+
						"SELECT __skyline_place(release, [0]), __skyline_place(release, [5, -7]), __skyline_distributions(distributions), __skyline_shifted(distributions), __skyline_distributions(release) FROM a", key, codes, values, histogram, noPoints, names, own))
				}
			}
		}
	}
	return statements
}

// privateVariable tells the child of TestPrivateFunctions where to begin.
const privateVariable = "SKYLINE_TEST_PRIVATE_FROM"

// TestPrivateFunctions calls private functions with nonsense. Errors and results
// are fine; the process must live, and go on answering. It runs in a process of
// its own, so that a crash tells which statement made it.
func TestPrivateFunctions(t *testing.T) {
	statements := nonsense()
	for from := 0; from < len(statements); {
		child := osexec.Command(os.Args[0], "-test.run=^TestPrivateFunctionsChild$", "-test.v")
		child.Env = append(os.Environ(), privateVariable+"="+strconv.Itoa(from))
		output, err := child.CombinedOutput()
		if err == nil {
			return
		}
		last := from - 1
		var rest []string
		lines := bufio.NewScanner(strings.NewReader(string(output)))
		for lines.Scan() {
			if number, ok := strings.CutPrefix(lines.Text(), "statement "); ok {
				last, _ = strconv.Atoi(number)
				rest = nil
			} else {
				rest = append(rest, lines.Text())
			}
		}
		if last < from {
			t.Fatalf("the child did not begin: %v\n%s", err, output)
		}
		t.Errorf("%v after %s\n%s", err, head(statements[last]), head(strings.Join(rest, "\n")))
		from = last + 1
	}
}

func TestPrivateFunctionsChild(t *testing.T) {
	from, err := strconv.Atoi(os.Getenv(privateVariable))
	if err != nil {
		t.Skip("it is run by TestPrivateFunctions")
	}
	db := openDB(t, "")
	for i, statement := range nonsense()[from:] {
		fmt.Printf("statement %d\n", from+i)
		err := drain(t.Context(), db, statement)
		if err != nil && (strings.Contains(err.Error(), "panic") || strings.Contains(err.Error(), "goroutine")) {
			t.Fatal(err)
		}
		// A call that DuckDB does not let through tries nothing.
		if err != nil && strings.HasPrefix(err.Error(), "Binder Error: No function matches") {
			t.Errorf("%v: %s", err, head(statement))
		}
		if (from+i)%trials.Number(10, 1) == 0 {
			checkUsable(t, db)
		}
	}
	checkUsable(t, db)
}

func head(s string) string { return s[:min(len(s), 300)] }

// drain runs a query to its end.
func drain(ctx context.Context, db *sql.DB, statement string) error {
	rows, err := db.QueryContext(ctx, statement)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		continue
	}
	return rows.Err()
}

// functionNames lists the public functions.
func functionNames() []string {
	var names []string
	for _, f := range sqlfuncs.Functions() {
		names = append(names, f.Name)
	}
	return names
}
