package sqltext

import "strings"

// Which types are what: regular expressions of what typeof writes, for HasType. Each
// matches whole names. Those in angle brackets are names, which TypePattern replaces: plans
// have them for each column, and a name takes DuckDB less time to read.
const (
	// IntegerTypes are those of integers of so many bytes.
	IntegerTypes = "<integer>"
	// bigintTypes are those whose every value is a BIGINT.
	bigintTypes = "<bigint>"
	// LongIntegerTypes are those of integers of any length.
	LongIntegerTypes = `BIGNUM|VARINT`
	// NumericTypes are those of numbers.
	NumericTypes = "<number>"
	// DateTypes are those of days and of moments; a list of them is none.
	DateTypes = "<date>"
	// DaytimeTypes are those of times of the day.
	DaytimeTypes = `TIME( WITH TIME ZONE|_NS)?`
	// RangeTypes are those whose values are shown as ranges.
	RangeTypes = "<range>"
	// PlainTypes are those whose values are equal exactly if their texts are, as TextOf
	// writes them. They can keep their own order, and are grouped faster than texts.
	PlainTypes = "<plain>"
	// listTypes are those of lists; an array is none.
	listTypes = `(?s:.*)\[\]`
	// Untyped is what a column without a type has, SELECT NULL AS s.
	Untyped = `"NULL"`
)

// typeNames are the names and what they stand for, which has names of later ones only.
var typeNames = []struct{ name, types string }{
	{PlainTypes, RangeTypes + "|BOOLEAN|UUID|BLOB|BIT"},
	{RangeTypes, NumericTypes + `|DATE|TIME[^\[]*|INTERVAL|ENUM\(.*\)`},
	{NumericTypes, IntegerTypes + `|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|` + LongIntegerTypes},
	{IntegerTypes, `U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?`},
	{bigintTypes, `U?(TINY|SMALL)INT|U?INTEGER|BIGINT`},
	{DateTypes, `DATE|TIMESTAMP[^\[]*`},
}

// TypePattern returns types as the regular expression that they stand for.
func TypePattern(types string) string {
	for _, n := range typeNames {
		types = strings.ReplaceAll(types, n.name, "(?:"+n.types+")")
	}
	return types
}

// HasType is true where an expression has one of some types.
func HasType(expression SQL, types string) SQL { return IsAmong("typeof("+expression+")", types) }

// IsAmong is HasType by what typeof has written.
func IsAmong(typeName SQL, types string) SQL {
	return Fill("__skyline_has_type({type}, {types})", Args{"type": typeName, "types": Text(types)})
}

// IsOfType is HasType where the answer is to be there while DuckDB binds, as for Either: DuckDB does
// not fold the type of a column without one, SELECT NULL AS s, but that of a list of it.
func IsOfType(column SQL, types string) SQL {
	return HasType("list_value("+column+")", "("+types+`)\[\]`)
}

// unitedNumbers are those of which UNION ALL makes a type that holds all their values.
const unitedNumbers = `BOOLEAN|U?(TINY|SMALL|BIG)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\(1?[0-9],1?[0-9]\)`

// Unite is true where UNION ALL makes of the types of columns one that it can cast all of them to.
// Of a text and a UUID it makes a UUID, and the text is shown in an error; of a struct without
// names and a map it makes nothing. DuckDB folds it while it binds, as IsPlain.
func Unite(columns ...SQL) SQL {
	if len(columns) < 2 {
		return "true"
	}
	var pairs []SQL
	for i, a := range columns {
		for _, b := range columns[:i] {
			pairs = append(pairs, Fill("(typeof(list_value({a})) = typeof(list_value({b})) OR {a_untyped} OR {b_untyped} OR {a_number} AND {b_number} OR {a_date} AND {b_date})", Args{
				"a": a, "b": b, "a_untyped": IsOfType(a, Untyped), "b_untyped": IsOfType(b, Untyped),
				"a_number": IsOfType(a, unitedNumbers), "b_number": IsOfType(b, unitedNumbers),
				"a_date": IsOfType(a, DateTypes), "b_date": IsOfType(b, DateTypes),
			}))
		}
	}
	return Abbreviated("unite", "("+Join(" AND ", pairs...)+")", columns...)
}

// Element is an element of a list, by its number from 1. It takes long: not for each column.
// Not by list_extract, which DuckDB 1.4.0 with old_implicit_casting takes for that of the list's
// text.
func Element(list, number SQL) SQL {
	return Abbreviated("element", Fill("list_aggregate(list_select({list}, list_value({number})), 'any_value')", Args{"list": list, "number": number}), list, number)
}

// NullWhere is a column, or NULL where a condition is true. DuckDB 1 has no CASE of arrays, so
// an array is taken out of a list, as its second element where it is to be NULL. Not by
// list_extract, which DuckDB 1.4.0 with old_implicit_casting takes for that of the list's text.
func NullWhere(condition, column SQL) SQL {
	isArray := IsOfType(column, `(?s:.*)\[[0-9]+\]`)
	return Abbreviated("null_where", Either(isArray,
		Fill("list_aggregate(list_select(list_value(CASE WHEN {is_array} THEN {column} END), list_value(CASE WHEN {condition} THEN 2 ELSE 1 END)), 'any_value')",
			Args{"is_array": isArray, "column": column, "condition": condition}),
		Fill("CASE WHEN {condition} THEN NULL ELSE {column} END", Args{"condition": condition, "column": column})), condition, column)
}

// AnyBigint is a value of any type as a BIGINT, NULL where it is none. A BIGNUM goes by its
// text: a TRY_CAST of one that is too large ends in an error of DuckDB 1's, and of 2.0.0 in one
// that TRY does not keep either.
func AnyBigint(value SQL) SQL {
	return Abbreviated("any_bigint", Fill("CASE WHEN typeof({value}) = 'BIGNUM' THEN TRY_CAST({value}::VARCHAR AS BIGINT) ELSE TRY_CAST({value} AS BIGINT) END",
		Args{"value": value}), value)
}

// IntegerOf is the value of a column as a BIGINT, where it is an integer that is one; else
// NULL. Its text is that of the BIGINT.
func IntegerOf(column SQL) SQL {
	return Abbreviated("integer_of", Fill("CASE WHEN {is_integer} THEN TRY_CAST({column} AS BIGINT) END",
		Args{"column": column, "is_integer": IsOfType(column, IntegerTypes)}), column)
}

// Counted is what __skyline_histogram takes for the value of a column: a BIGINT, where every
// value is one, else its text.
func Counted(column SQL) SQL {
	is := IsOfType(column, bigintTypes)
	return Abbreviated("counted", Either(is, Fill("CASE WHEN {is} THEN TRY_CAST({column} AS BIGINT) END", Args{"is": is, "column": column}), TextOf(column)), column)
}

// IsList is true where a column is a list.
func IsList(column SQL) SQL { return IsOfType(column, listTypes) }

// AsList is a column that is a list as it is, and one of any other type as a list of its
// value: so what is done with lists can be bound, and an error of ours say what is wrong.
func AsList(column SQL) SQL {
	return Abbreviated("as_list", Fill("struct_extract(struct_pack(v := {column}, l := list_value({column})), CASE WHEN {is_list} THEN 'v' ELSE 'l' END)",
		Args{"column": column, "is_list": IsList(column)}), column)
}
