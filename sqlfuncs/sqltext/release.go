package sqltext

// What results and messages say of a column.

// PlainEnum returns a column of a release: a value of an ENUM, or with one inside, as its
// text. An ENUM has the labels of all its values with it, into Parquet too, of people also who
// are left out. Inside of plans an ENUM stays what it is, since its order is.
func PlainEnum(column SQL) SQL {
	return Abbreviated("plain_enum", Fill("struct_extract(struct_pack(v := {column}, t := CASE WHEN {has_enum} THEN {column}::VARCHAR END), CASE WHEN {has_enum} THEN 't' ELSE 'v' END)",
		Args{"column": column, "has_enum": Fill("contains(typeof(list_value({column})), 'ENUM(')", Args{"column": column})}), column)
}

// Released is the query of a release, without ENUMs. It keeps the order of rows.
func Released(query SQL) SQL {
	return Fill("SELECT {columns} FROM ({query})", Args{"columns": PlainEnum("COLUMNS(*)"), "query": query})
}

// PlainUnion returns a column, with NULL as a text for a UNION, or what has one inside: its
// text does not say which member it is of, and without a member of type VARCHAR DuckDB does
// not read it back.
func PlainUnion(column SQL) SQL {
	return Abbreviated("plain_union", Fill("struct_extract(struct_pack(v := {column}, t := NULL::VARCHAR), CASE WHEN contains(typeof(list_value({column})), 'UNION(') THEN 't' ELSE 'v' END)",
		Args{"column": column}), column)
}

// TypeText is the type of a column, for messages: that of an ENUM without its labels, which
// are values.
func TypeText(column SQL) SQL { return WithoutLabels(Fill("typeof({column})", Args{"column": column})) }

// WithoutLabels is the text of a type without the labels of ENUMs in it.
func WithoutLabels(name SQL) SQL {
	return Fill(`regexp_replace({name}, 'ENUM\((''([^'']|'''')*''(, )?)*\)', 'ENUM', 'g')`, Args{"name": name})
}
