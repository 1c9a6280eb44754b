package oldtext

import (
	"fmt"
)

// When two values are the same. What is published is text, so equality is that of the
// text that DuckDB writes, byte by byte, whatever a collation of the column, or of the
// session, or the equality of a nested type says: 'a' and 'A' are two values under
// NOCASE, as are [0.0] and [-0.0]. All plans group, join and compare by what this file
// makes of a column, never by the column itself.

// Bytewise are the texts that DuckDB compares by their bytes: neither their own collation
// nor default_collation is looked at.
func Bytewise(text string) string { return "((" + text + `)::VARCHAR COLLATE "binary")` }

// plainTypes are those whose values are equal exactly if their texts are, as textOf
// writes them. They can keep their own order, and are grouped faster than texts.
const plainTypes = RangeTypes + "|BOOLEAN|UUID|BLOB|BIT"

// isPlain is true where a column has a plain type. It asks for the type of a list of it,
// since DuckDB does not fold that of a column without a type, SELECT NULL AS s.
func isPlain(column string) string {
	return fmt.Sprintf("system.main.regexp_full_match(system.main.typeof(system.main.list_value(%s)), '(%s)\\[\\]')", column, plainTypes)
}

// Canonical returns what a column is grouped and compared by: its values of a plain
// type as they are, of any other type as bytewise texts.
func Canonical(column string) string { return IfPlain(column, column, Bytewise(column)) }

// IfPlain is one of two expressions: the first where a column has a plain type. So its
// type depends on that of the column, which only DuckDB knows: it folds typeof() while it
// binds, and with it the name of the member that struct_extract takes.
func IfPlain(column, plain, other string) string {
	return fmt.Sprintf("system.main.struct_extract(system.main.struct_pack(t := CASE WHEN NOT %[1]s THEN %[2]s END, v := %[3]s), CASE WHEN %[1]s THEN 'v' ELSE 't' END)",
		isPlain(column), other, plain)
}

// TextOf returns the text of the value of a column of the plan, as a bytewise text. What
// DuckDB holds for equal of plain types must have one text: 0.0 and -0.0, nan and -nan,
// a month and 30 days. For types that have no such values the tests fold away.
func TextOf(column string) string {
	return Bytewise(fmt.Sprintf("CASE WHEN system.main.typeof(%[1]s) = 'INTERVAL' THEN system.main.normalized_interval(TRY_CAST(%[1]s AS INTERVAL))::VARCHAR"+
		" WHEN system.main.typeof(%[1]s) IN ('FLOAT', 'DOUBLE') AND %[1]s::VARCHAR IN ('-0.0', '-nan') THEN system.main.substring(%[1]s::VARCHAR, 2) ELSE %[1]s::VARCHAR END", column))
}

// OneForm returns a column in its own type with one form of what textOf writes alike, for
// results that have its values as they are: -0.0 beside 0.0 would tell two people apart
// who count as equal.
func OneForm(column string) string {
	ofFloat := func(name string) string {
		x := "TRY_CAST(" + column + " AS " + name + ")"
		return fmt.Sprintf("CASE WHEN system.main.typeof(%[1]s) = '%[2]s' THEN CASE WHEN %[3]s = 0 THEN 0 WHEN system.main.isnan(%[3]s) THEN 'nan' ELSE %[3]s END END::%[2]s", column, name, x)
	}
	kind := "system.main.typeof(system.main.list_value(" + column + "))"
	return fmt.Sprintf("system.main.struct_extract(system.main.struct_pack(v := %[1]s, f := %[2]s, d := %[3]s, i := CASE WHEN %[4]s = 'INTERVAL[]' THEN system.main.normalized_interval(TRY_CAST(%[1]s AS INTERVAL)) END),"+
		" CASE %[4]s WHEN 'FLOAT[]' THEN 'f' WHEN 'DOUBLE[]' THEN 'd' WHEN 'INTERVAL[]' THEN 'i' ELSE 'v' END)",
		column, ofFloat("FLOAT"), ofFloat("DOUBLE"), kind)
}

// PlainEnum returns a column of a release: a value of an ENUM, or with one inside, as its
// text. An ENUM has the labels of all its values with it, into Parquet too, of people also who
// are left out. Inside of plans an ENUM stays what it is, since its order is.
func PlainEnum(column string) string {
	hasEnum := "system.main.contains(system.main.typeof(system.main.list_value(" + column + ")), 'ENUM(')"
	return fmt.Sprintf("system.main.struct_extract(system.main.struct_pack(v := %[1]s, t := CASE WHEN %[2]s THEN %[1]s::VARCHAR END), CASE WHEN %[2]s THEN 't' ELSE 'v' END)", column, hasEnum)
}

// Released is the query of a release, without ENUMs. It keeps the order of rows.
func Released(query string) string {
	return "SELECT " + PlainEnum("COLUMNS(*)") + " FROM (" + query + ")"
}

// TypeText is the type of a column, for messages: that of an ENUM without its labels, which
// are values.
func TypeText(column string) string {
	return "system.main.regexp_replace(system.main.typeof(" + column + `), 'ENUM\((''([^'']|'''')*''(, )?)*\)', 'ENUM', 'g')`
}

// ValueText is the text of the sensitive value s.
var ValueText = TextOf("s")

// ShownAs is a bytewise text for a result: in a table that is made of it, the column has
// no collation.
func ShownAs(text string) string { return Decoded(Encoded(text)) }

// Encoded returns the bytes of a text, for comparisons and orders of texts that do not
// come from textOf; decoded is the way back.
func Encoded(text string) string  { return "system.main.encode(" + text + ")" }
func Decoded(bytes string) string { return "system.main.decode(" + bytes + ")" }

// EqualityReference is the section of the reference on when two values are the same.
const EqualityReference = `
## Equality

What is published is text, and anybody can tell two texts apart. So two values are the same exactly if DuckDB writes them with the same bytes, in every column and in every function; NULL is equal to itself.

- A collation, of a column or by ` + "`default_collation`" + `, is not looked at: ` + "`a` and `A`" + ` are two values under NOCASE, and so are two ways to compose ` + "`é`" + ` under NFC. To make them one, write ` + "`lower(…)`, `nfc_normalize(…)`" + ` in a query given as ` + "`tbl`" + `.
- Numbers, dates, times and INTERVALs that DuckDB holds for equal have one text: ` + "`-0.0` counts as `0.0`, `-nan` as `nan`, `30 days` as `1 month`" + `. Inside of lists, structs and maps they are what is written: ` + "`[0.0]` and `[-0.0]`" + ` are two values.
- Lists, structs, maps, JSON, VARIANT, UNION and types of your own are compared, and put in order, as texts; in results they come in their own type again. Where that cannot be read back from the text, which is an error, cast the column to VARCHAR in a query given as ` + "`tbl`" + `; so too for a UNION with no member of type VARCHAR, or with two of one type, of which DuckDB itself complains.
- An ENUM, and a value with one inside, is released as its text: the type would have the labels of all its values with it, into Parquet files too, of people also who are not in the release. Ranges are in the order of the ENUM all the same.
- A TIMESTAMP WITH TIME ZONE is written in the session's time zone: hierarchies, recipes and points of a skyline that name such values are for one time zone.
`
