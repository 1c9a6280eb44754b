package hierarchies

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// What the functions that make hierarchies, and look at them, share.

var (
	paramHierarchyData = call.Param{Name: "tbl", Type: "VARCHAR", Doc: "where the values come from: a table, view, temp table, CTE of the same query, `schema.table`, `catalog.schema.table`, a file that DuckDB reads by name, or a query in parentheses"}
	paramAttribute     = call.Param{Name: "attribute", Type: "VARCHAR", Doc: "the column; its name becomes that of the hierarchy"}
)

// NoteHierarchyText is the note of functions that tell values apart.
const NoteHierarchyText = "Values are told apart as [Equality](#equality) says."

const (
	noteHierarchyRows   = "Hierarchies are kept in a table, and several of them in one: `CREATE TABLE h AS FROM hierarchy_…(…) UNION ALL FROM hierarchy_…(…)`. [`hierarchy_check`](#hierarchy_check) says what is wrong with one."
	noteHierarchyOwn    = "NULL has the label `NULL` at each level below the top"
	noteHierarchyOrder  = "The rows are in the order of values, NULL last, and levels; nothing else depends on the order of rows, on threads or on storage."
	noteHierarchyDomain = "A hierarchy made of the table's own values says which values the table has. To publish it, make it of the whole domain, given as a query such as `'(SELECT range AS age FROM range(120))'`."
)

// encodedText is the bytes of the text of a value s.
func encodedText() sqltext.SQL { return sqltext.Encoded(people.ValueText()) }

// columnOf is the SELECT of a column of a table, as s.
func columnOf(source sqltext.SQL, column string) sqltext.SQL {
	return sqltext.Fill("SELECT tbl.{column} AS s FROM {source} AS tbl", sqltext.Args{"column": sqltext.Ident(column), "source": source})
}
