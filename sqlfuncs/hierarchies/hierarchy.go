package hierarchies

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// What the functions that make hierarchies, and look at them, share.

var (
	paramHierarchyData = call.Param{Name: "tbl", Type: "VARCHAR", Doc: "where the values come from: [a name or a query](#what-names-a-table)"}
	paramAttribute     = call.Param{Name: "attribute", Type: "VARCHAR", Doc: "the column; its name becomes that of the hierarchy"}
)

// encodedText is the bytes of the text of a value s.
func encodedText() sqltext.SQL { return sqltext.Encoded(people.ValueText()) }

// columnOf is the SELECT of a column of a table, as s.
func columnOf(source sqltext.SQL, column string) sqltext.SQL {
	return sqltext.Fill("SELECT tbl.{column} AS s FROM {source} AS tbl", sqltext.Args{"column": sqltext.Ident(column), "source": source})
}
