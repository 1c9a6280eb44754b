package hierarchies

import (
	"fmt"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/oldtext"
)

// What the functions that make hierarchies, and look at them, share. A hierarchy
// is rows (attribute, value, level, label).

var (
	paramHierarchyData = call.Param{Name: "tbl", Type: "VARCHAR", Doc: "where the values come from: a table, view, temp table, CTE of the same query, `schema.table`, `catalog.schema.table`, a file that DuckDB reads by name, or a query in parentheses"}
	paramAttribute     = call.Param{Name: "attribute", Type: "VARCHAR", Doc: "the column; its name becomes that of the hierarchy"}
)

const (
	noteHierarchyRows   = "Hierarchies are kept in a table, and several of them in one: `CREATE TABLE h AS FROM hierarchy_…(…) UNION ALL FROM hierarchy_…(…)`. [`hierarchy_check`](#hierarchy_check) says what is wrong with one."
	NoteHierarchyText   = "Values are told apart as [Equality](#equality) says."
	noteHierarchyOwn    = "NULL has the label `NULL` at each level below the top"
	noteHierarchyOrder  = "The rows are in the order of values, NULL last, and levels; nothing else depends on the order of rows, on threads or on storage."
	noteHierarchyDomain = "A hierarchy made of the table's own values says which values the table has. To publish it, make it of the whole domain, given as a query such as `'(SELECT range AS age FROM range(120))'`."
)

// attributeValues is the CTE of the different values v of a column.
func attributeValues(source, attribute string) string {
	return fmt.Sprintf("__skyline_values AS MATERIALIZED (SELECT DISTINCT %s AS v FROM (SELECT tbl.%s AS s FROM %s AS tbl))",
		oldtext.Encoded(oldtext.ValueText), oldtext.QuoteIdentifier(attribute), source)
}
