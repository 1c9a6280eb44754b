package oldpeople

import (
	"fmt"

	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldtext"
	"skyline/sqlfuncs/sqltext"
)

// GatherCTE returns the CTE of a source's counted rows as __skyline_gather keeps
// them, and the names of its columns. The columns are DuckDB's to know: COLUMNS(*)
// stands for each of them.
func GatherCTE(name, function, source string) string {
	return fmt.Sprintf("%[1]s AS (SELECT (SELECT system.main.list(column_name) FROM (DESCRIBE SELECT * FROM %[2]s AS tbl)) AS names,"+
		" (SELECT system.main.__skyline_gather(%[3]s, %[4]s, v, n, %[5]s) FROM (SELECT system.main.list_value(*COLUMNS(* EXCLUDE (__skyline_n))) AS v, __skyline_n AS n"+
		" FROM (SELECT %[6]s, __skyline_n FROM (SELECT %[7]s, system.main.count(*) AS __skyline_n FROM %[2]s AS tbl GROUP BY ALL)))) AS kept)",
		name, source, sqltext.PlanKey, oldtext.QuoteText(function), host.Apart, oldtext.TextOf("COLUMNS(* EXCLUDE (__skyline_n))"), oldtext.Canonical("COLUMNS(*)"))
}
