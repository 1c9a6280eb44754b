package recipe

import "skyline/sqlfuncs/sqltext"

// orderedType is a type as a recipe names it: its order can be told from that of others, and
// the labels of an ENUM cannot be read.
func orderedType(typeName sqltext.SQL) sqltext.SQL {
	return sqltext.Fill("CASE WHEN contains({type}, 'ENUM(') THEN 'ENUM ' || sha256({type}) ELSE {type} END", sqltext.Args{"type": typeName})
}

// orderOf is a text that is the same for types whose values are in the same order.
func orderOf(typeName sqltext.SQL) sqltext.SQL {
	return sqltext.Fill("CASE WHEN regexp_full_match({type}, {numbers}) THEN 'numbers' WHEN regexp_full_match({type}, 'DATE|TIMESTAMP.*') THEN 'times' ELSE {ordered} END",
		sqltext.Args{"type": typeName, "numbers": sqltext.Text(sqltext.TypePattern(sqltext.NumericTypes)), "ordered": orderedType(typeName)})
}
