package sqlfuncs

import (
	"fmt"
	"strings"
)

// planBreach returns the statement of a function over counted QI groups. Step by
// step: DuckDB groups the rows and counts sensitive values (one scan); an
// aggregate reduces the groups to those that can matter; the kernel runs as a
// job; its rows are given their types and put in order.
//
// Functions are named with their catalog: a macro of the user's may have the name
// of any of them, and would come first. For the same reason lists and structs are
// made by functions, which [ ] and { } stand for.
//
// The columns are written in terms of r, the kernel's rows, t, the types, and
// what joins adds.
func planBreach(in *input, points *pointsPlan, columns, joins, order string) string {
	function := in.call.function.Name
	guard := ""
	if in.weight != "" {
		// Where there is no row to scan, nothing else looks at the guard.
		guard = ", __skyline_guard AS guard WHERE guard.ok"
	}
	ctes := []string{in.typesCTE(), points.cte}
	ctes = append(ctes, in.groupsCTEs()...)
	ctes = append(ctes,
		fmt.Sprintf("__skyline_job AS (SELECT system.main.__%s_start(%s, v.value, v.l, v.k, v.m, v.c, x.summary, %s) AS job, false AS done FROM (%s) AS v, (SELECT system.main.__skyline_summary(%s, %s, %s, h) AS summary FROM __skyline_groups) AS x%s UNION ALL SELECT job, system.main.__skyline_wait(job) FROM __skyline_job WHERE NOT done)",
			function, quoteText(in.values), encodedJSON(points.named), pointLists, planKey, quoteText(function), quoteText(in.values), guard),
		fmt.Sprintf("__skyline_rows AS MATERIALIZED (SELECT UNNEST(system.main.__%s_rows(job), recursive := true) FROM __skyline_job WHERE done)", function),
	)
	if in.named {
		ctes = append(ctes, in.namesCTE())
	}
	return "WITH RECURSIVE " + strings.Join(ctes, ",\n") + "\nSELECT " + columns +
		" FROM (SELECT r.* FROM __skyline_rows AS r, __skyline_types AS t WHERE " + in.readable() + ") AS r CROSS JOIN __skyline_types AS t" +
		joins + " ORDER BY " + order
}

// pointLists gathers the points in the kernel's parameters: lists, empty ones where
// there are none.
var pointLists = func() string {
	lists := make([]string, 0, 5)
	for _, key := range pointKeys {
		lists = append(lists, fmt.Sprintf("coalesce(system.main.list(%[1]s ORDER BY i ASC), system.main.list_value()::VARCHAR[]) AS %[1]s", key.name))
	}
	return "SELECT " + strings.Join(lists, ", ") + " FROM __skyline_points"
}()

// typedValue is the sensitive value of a row in its column's own type.
var typedValue = asSensitive("r.value")

// byValue is the order of the sensitive values of rows. In a list, since DuckDB puts
// what it orders by together again from its key: [-0.0] would come out as [0.0]. What it
// holds for equal is in the order of its text.
var byValue = "system.main.list_value(" + typedValue + ") ASC NULLS LAST, " + encoded("r.value") + " ASC NULLS LAST"

// asSensitive is castLike for the sensitive column's type.
func asSensitive(text string) string { return castLike(text, "t.s") }

// castLike casts a text to the type of an expression, to NULL where it cannot be.
// It goes by structs: DuckDB 2.0 casts to the type of a struct of nothing, but not to that
// of a column without a type, `SELECT NULL AS s`. (An aggregate of a list would take
// [-0.0] for [0.0].)
func castLike(text, expression string) string {
	return "TRY(system.main.struct_extract(system.main.cast_to_type(system.main.struct_pack(v := " + text + "), system.main.struct_pack(v := " + expression + ")), 'v'))"
}

// readable refuses values whose text cannot be read back, as happens with some
// nested ones; DuckDB's own message would show them.
func (in *input) readable() string {
	return "CASE WHEN r.value IS NULL OR " + typedValue + " IS NOT NULL THEN true ELSE " +
		in.fail("sensitive has a nested value whose text cannot be read back; cast the column to VARCHAR in a query given as tbl") + " IS NULL END"
}
