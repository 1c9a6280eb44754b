package robust

import (
	"fmt"
	"strings"
)

// nonsenseAboutGroups is about what puts people into groups: what is counted, the kernel,
// and the places that it keeps.
func nonsenseAboutGroups(key string) []string {
	statements := []string{"SELECT __skyline_people_groups_rows(NULL)", "SELECT __skyline_people_groups_rows(0)"}
	for _, call := range []string{"seat(NULL, NULL, NULL)", "seat(0, 0, 0)", "seat(1, 0, NULL)", "seats(NULL, 0)", "seats(7, 0)", "stand(NULL, 0)", "stand(0, NULL)", "stand(7, 0)"} {
		statements = append(statements, "SELECT __skyline_"+call, "SELECT __skyline_"+call+" FROM range(3000)")
	}
	for _, row := range []string{
		"NULL, NULL, NULL, NULL", "0, 0, 1, [NULL]", "-1, 0, 1, NULL", "0, 0, -1, NULL", "0, 9223372036854775807, 1, NULL", "9223372036854775807, 0, 1, NULL",
		"0, 0, 9223372036854775807, NULL", "0, i, 2147483647, NULL", "0, i, 1, CASE WHEN i = 1 THEN [i] END", "0, i, 1, range(i)", "0, 0, 1, []",
	} {
		for _, function := range []string{"'f'", "''", "NULL", "'F!'"} {
			statements = append(statements, fmt.Sprintf("SELECT __skyline_counts(%s, %s, %s) FROM range(3) r(i)", key, function, row))
		}
		statements = append(statements, fmt.Sprintf("SELECT __skyline_counts(%s, 'f', %s) OVER () FROM range(3) r(i)", key, row), fmt.Sprintf("SELECT __skyline_counts(1, 'f', %s) FROM range(3) r(i)", row))
	}
	counted := func(rows ...string) string {
		return fmt.Sprintf("(SELECT __skyline_counts(%s, 'f', class, value, n, codes) FROM (VALUES %s) AS t(class, value, n, codes))", key, strings.Join(rows, ", "))
	}
	two := counted("(0, 0, 1, NULL::BIGINT[])", "(0, 1, 1, NULL)")
	spec := func(grouping string, l int64, renumber, drawn bool) string {
		return fmt.Sprintf(`{"grouping":"%s","l":%d,"columns":"s","renumber":%v,"drawn":%v}`, grouping, l, renumber, drawn)
	}
	for _, arguments := range []struct{ spec, key, counts string }{
		{"", "NULL", "NULL"},
		{"[", "NULL", "NULL"},
		{"{}", "NULL", "NULL"},
		{`{"l":"x"}`, "NULL", two},
		{`{"l":2,"more":1}`, "NULL", two},
		{spec("x", 2, true, true), "NULL", two},
		{spec("anatomy", 2, true, true), "NULL", two},
		{spec("anatomy", 2, true, true), "'1'::BLOB", two},
		{spec("anatomy", 2, true, true), "NULL", "NULL"},
		{spec("anatomy", 2, true, true), "NULL", "''"},
		{spec("anatomy", -1, true, false), "''::BLOB", two},
		{spec("anatomy", 2, true, true), "NULL", counted("(0, 0, 1, NULL::BIGINT[])", "(0, 5, 1, NULL)")},
		{spec("anatomy", 2, true, true), "NULL", counted("(0, 0, 1, NULL::BIGINT[])", "(0, 0, 1, NULL)")},
		{spec("anatomy", 2, true, true), "NULL", counted("(0, 0, 2147483646, NULL::BIGINT[])", "(0, 1, 1, NULL)")},
		{spec("joint", 2, true, true), "NULL", counted("(0, 0, 1, [0])", "(0, 1, 1, [1])")},
		{spec("joint", 2, true, true), "NULL", two},
		{spec("joint", 9223372036854775807, true, false), "NULL", counted("(0, 0, 1, [0, 9223372036854775807])", "(0, 1, 0, [-5, 1])")},
		{spec("joint", 2, true, true), "NULL", counted("(0, 0, 1, [0, 1])", "(0, 0, 1, [1, 0])")},
		{spec("strict", 2, true, true), "NULL", counted("(0, 0, 1, NULL::BIGINT[])", "(1, 1, 1, NULL)")},
		{spec("strict", 2, true, true), "NULL", counted("(0, 0, 1, NULL::BIGINT[])", "(1, 2, 1, NULL)")},
		{spec("strict", 2, true, true), "NULL", counted("(1, 1, 5, NULL::BIGINT[])", "(1, 0, 5, NULL)")},
		{spec("strict", 2, true, true), "NULL", counted("(0, 0, 1, NULL::BIGINT[])", "(0, 0, 1, NULL)")},
		{spec("strict", 2, true, true), "NULL", counted("(5, 0, 1, NULL::BIGINT[])")},
		{spec("strict", 2, false, false), "NULL", two},
		{`{"grouping":"anatomy","l":2,"columns":"s","drawn":true,"arranged":true}`, "NULL", two},
		{`{"grouping":"anatomy","l":2,"columns":"s","arranged":true}`, "NULL", counted("(0, 0, 1, NULL::BIGINT[])", "(0, 0, 1, NULL)")},
		{`{"grouping":"joint","l":2,"columns":"s","arranged":true}`, "NULL", counted("(0, 0, 1, [0])", "(0, 1, 1, [1])")},
	} {
		statements = append(statements, fmt.Sprintf("WITH RECURSIVE j AS (SELECT __skyline_start('f', 'people_groups', '%s', to_json(struct_pack(key := base64(%s::BLOB), counts := %s))::VARCHAR) AS job, false AS done UNION ALL SELECT job, __skyline_wait(job) FROM j WHERE NOT done), g AS MATERIALIZED (SELECT unnest(__skyline_people_groups_rows(job), recursive := true) FROM j WHERE done) ", arguments.spec, arguments.key, arguments.counts)+
			"SELECT __skyline_seat(seating, i, k), __skyline_seat(seating, i, NULL), __skyline_seat(seating, 0, NULL), __skyline_seats(seating, i), __skyline_stand(seating, i), __skyline_stand(seating, k) FROM g, unnest([0, 0, 0, 1, -1, 2, 9223372036854775807]) AS x(i), unnest([0, NULL, 1, -1, 9223372036854775807]) AS y(k)")
	}
	return append(statements, "SELECT __skyline_start('f', 'people_groups', NULL, NULL)", "SELECT __skyline_start(NULL, 'people_groups', '{}', NULL)", "SELECT __skyline_start('f', 'people_groups', '{}', '{}')",
		"SELECT __skyline_eligible(NULL, NULL, NULL, NULL, NULL, NULL, NULL)", "SELECT __skyline_eligible('f', 0, ['r'], ['a'], [1], [1], [1])", "SELECT __skyline_eligible('f', 2, ['r'], ['a', 'b'], [1], [1], [1])",
		"SELECT __skyline_eligible('f', 2, ['r'], ['a'], [NULL], [NULL], [NULL])", "SELECT __skyline_eligible('f', 2, ['r'], ['a'], [4], [2], [9223372036854775807]) FROM range(3)", "SELECT __skyline_eligible('f', 2, [NULL], [NULL], [-1], [-1], [-1])")
}
