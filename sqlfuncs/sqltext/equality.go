package sqltext

// When two values are the same. What is published is text, so equality is that of the
// text that DuckDB writes, byte by byte, whatever a collation of the column, or of the
// session, or the equality of a nested type says: 'a' and 'A' are two values under
// NOCASE, as are [0.0] and [-0.0]. All plans group, join and compare by what this file
// makes of a column, never by the column itself.

// Bytewise returns the texts that DuckDB compares by their bytes: neither their own
// collation nor default_collation is looked at.
func Bytewise(text SQL) SQL {
	return Fill(`(({text})::VARCHAR COLLATE "binary")`, Args{"text": text})
}

// Canonical returns what a column is grouped and compared by: its values of a plain
// type as they are, of any other type as bytewise texts.
func Canonical(column SQL) SQL {
	return Abbreviated("canonical", IfPlain(column, column, Bytewise(column)), column)
}

// IsPlain is true where a column has a plain type.
func IsPlain(column SQL) SQL { return IsOfType(column, PlainTypes) }

// IfPlain is Either, of which the first stands where a column has a plain type.
func IfPlain(column, plain, otherwise SQL) SQL { return Either(IsPlain(column), plain, otherwise) }

// Either is one of two expressions: the first where a condition on types is true. So its
// type depends on those of columns, which only DuckDB knows: it folds typeof() while it
// binds, and with it the name of the member that struct_extract takes.
func Either(condition, first, otherwise SQL) SQL {
	return Fill(`struct_extract(struct_pack("false" := CASE WHEN NOT {condition} THEN {otherwise} END, "true" := {first}), ({condition})::VARCHAR)`,
		Args{"condition": condition, "first": first, "otherwise": otherwise})
}

// InOwnType returns a canonical value for a result, in the type of a column that it is
// of. Where its text cannot be read back it is failure, an error of the function's:
// DuckDB's own message would show the text.
func InOwnType(key, column, failure SQL) SQL {
	return Abbreviated("in_own_type", IfPlain(column, key, Fill("CASE WHEN {key} IS NULL OR {read} IS NOT NULL THEN {read} ELSE {failure} END",
		Args{"key": key, "read": CastLike(key, column), "failure": failure})), key, column)
}

// CastLike casts a text to the type of an expression, to NULL where it cannot be.
// It goes by structs: DuckDB 2.0 casts to the type of a struct of nothing, but not to that
// of a column without a type, SELECT NULL AS s. (An aggregate of a list would take
// [-0.0] for [0.0].)
func CastLike(text, expression SQL) SQL {
	return Abbreviated("cast_like", Fill("TRY(struct_extract(cast_to_type(struct_pack(v := {text}), struct_pack(v := {expression})), 'v'))",
		Args{"text": text, "expression": expression}), text, expression)
}

// WhollyLike is CastLike for a text all of which is a value: NULL where it goes on behind
// one. DuckDB casts to dates and times whatever begins with one; its timestamps must end
// where their text does.
func WhollyLike(text, expression SQL) SQL {
	return Fill(`
		CASE WHEN CASE
		    WHEN typeof({expression}) = 'DATE' THEN TRY_CAST({text} AS TIMESTAMP) IS NULL
		    WHEN {is_daytime} THEN TRY_CAST(concat('2000-01-01 ', {text}) AS TIMESTAMP) IS NULL
		    ELSE false
		END THEN NULL ELSE {read} END
	`, Args{"expression": expression, "text": text, "is_daytime": HasType(expression, DaytimeTypes), "read": CastLike(text, expression)})
}

// OrderKey returns bytes that are equal exactly if canonical values of a column are, and have
// their order; NULL is NULL. With one key only DuckDB would return an integer for some types,
// and of NULL DuckDB 1.4.0 returns bytes that it has not written. Its bytes of intervals are
// those of their months, days and microseconds: 30 days and a month are made equal before.
func OrderKey(key SQL) SQL {
	return Abbreviated("order_key", Fill("CASE WHEN typeof({key}) = 'INTERVAL' THEN {of_interval} WHEN {key} IS NOT NULL THEN {of_key} END", Args{
		"key": key, "of_interval": SortKey("normalized_interval(TRY_CAST(" + key + " AS INTERVAL))"), "of_key": SortKey(key),
	}), key)
}

// SortKey is OrderKey of values in one form, which OneForm returns, but for NULL: it is bytes of which
// NullMark is the first, as it is of no other value, and on which nothing depends.
func SortKey(key SQL) SQL {
	return Abbreviated("sort_key", Fill("create_sort_key({key}, 'ASC NULLS LAST', '', 'ASC NULLS LAST')", Args{"key": key}), key)
}

// NullMark is what DuckDB writes before NULL, where NULL is last.
const NullMark = 2

// TextOf returns the text of the value of a column of the plan, as a bytewise text. What
// DuckDB holds for equal of plain types must have one text: 0.0 and -0.0, nan and -nan,
// a month and 30 days. For types that have no such values the tests fold away.
func TextOf(column SQL) SQL {
	return Abbreviated("text_of", TextOfType("typeof("+column+")", column+"::VARCHAR", column), column)
}

// TextOfType is TextOf for texts that DuckDB has written, of values of types that typeof has
// written. interval is what an interval is read from, if not from its text.
func TextOfType(typeName, text SQL, interval ...SQL) SQL {
	return Bytewise(Fill("CASE WHEN {type} = 'INTERVAL' THEN normalized_interval(TRY_CAST({interval} AS INTERVAL))::VARCHAR"+
		" WHEN {type} IN ('FLOAT', 'DOUBLE') AND {text} IN ('-0.0', '-nan') THEN substring({text}, 2)"+
		" ELSE {text} END", Args{"type": typeName, "text": text, "interval": append(interval, text)[0]}))
}

// OneForm returns a column in its own type with one form of what TextOf writes alike, for
// results that have its values as they are: -0.0 beside 0.0 would tell two people apart
// who count as equal.
func OneForm(column SQL) SQL {
	ofFloat := func(name string) SQL {
		return Fill("CASE WHEN typeof({column}) = {name} THEN CASE WHEN {x} = 0 THEN 0 WHEN isnan({x}) THEN 'nan' ELSE {x} END END::{type}", Args{
			"column": column, "name": Text(name), "type": SQL(name),
			"x": Fill("TRY_CAST({column} AS {type})", Args{"column": column, "type": SQL(name)}),
		})
	}
	return Abbreviated("one_form", Fill("struct_extract(struct_pack(v := {column}, f := {float}, d := {double}, i := CASE WHEN {kind} = 'INTERVAL[]' THEN normalized_interval(TRY_CAST({column} AS INTERVAL)) END),"+
		" CASE {kind} WHEN 'FLOAT[]' THEN 'f' WHEN 'DOUBLE[]' THEN 'd' WHEN 'INTERVAL[]' THEN 'i' ELSE 'v' END)", Args{
		"column": column, "float": ofFloat("FLOAT"), "double": ofFloat("DOUBLE"),
		"kind": Fill("typeof(list_value({column}))", Args{"column": column}),
	}), column)
}

// ShownAs is a bytewise text for a result: in a table that is made of it, the column has
// no collation.
func ShownAs(text SQL) SQL { return Decoded(Encoded(text)) }

// Encoded returns the bytes of a text, for comparisons and orders of texts that do not
// come from TextOf.
func Encoded(text SQL) SQL { return Fill("encode({text})", Args{"text": text}) }

// Folded returns what DuckDB tells names apart by: it folds the case of ASCII letters only,
// where lower() folds all.
func Folded(name SQL) SQL {
	return Fill("translate({name}, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')", Args{"name": name})
}

// Decoded returns the text of bytes that Encoded returned.
func Decoded(bytes SQL) SQL { return Fill("decode({bytes})", Args{"bytes": bytes}) }
