package check

import (
	"fmt"
	"strings"

	"skyline/sqlfuncs/oldpeople"
	"skyline/sqlfuncs/oldtext"
	"skyline/sqlfuncs/sqltext"
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
func planBreach(in *oldpeople.Input, points *oldpeople.PointsPlan, columns, joins, order string) string {
	function := in.Call.Function.Name
	guard := ""
	if in.Weight != "" {
		// Where there is no row to scan, nothing else looks at the guard.
		guard = ", __skyline_guard AS guard WHERE guard.ok"
	}
	ctes := []string{in.TypesCTE(), points.Cte}
	ctes = append(ctes, in.GroupsCTEs()...)
	ctes = append(ctes,
		fmt.Sprintf("__skyline_job AS (SELECT system.main.__%s_start(%s, v.value, v.l, v.k, v.m, v.c, x.summary, %s) AS job, false AS done FROM (%s) AS v, (SELECT system.main.__skyline_summary(%s, %s, %s, h) AS summary FROM __skyline_groups) AS x%s UNION ALL SELECT job, system.main.__skyline_wait(job) FROM __skyline_job WHERE NOT done)",
			function, oldtext.QuoteText(in.Values), oldtext.EncodedJSON(points.Named), oldpeople.PointLists, sqltext.PlanKey, oldtext.QuoteText(function), oldtext.QuoteText(in.Values), guard),
		fmt.Sprintf("__skyline_rows AS MATERIALIZED (SELECT UNNEST(system.main.__%s_rows(job), recursive := true) FROM __skyline_job WHERE done)", function),
	)
	if in.Named {
		ctes = append(ctes, in.NamesCTE())
	}
	return "WITH RECURSIVE " + strings.Join(ctes, ",\n") + "\nSELECT " + columns +
		" FROM (SELECT r.* FROM __skyline_rows AS r, __skyline_types AS t WHERE " + in.Readable() + ") AS r CROSS JOIN __skyline_types AS t" +
		joins + " ORDER BY " + order
}
