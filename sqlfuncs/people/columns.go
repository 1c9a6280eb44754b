package people

import (
	"skyline/sqlfuncs/sqltext"
)

// Column returns a column of the input. The table's alias is in front of it so
// that no name is taken for an alias of the plan's, and it is called tbl so that
// DuckDB's message on an unknown column says which table it looked in.
func (in *Input) Column(name string) sqltext.SQL { return "tbl." + sqltext.Ident(name) }

// Key returns what a column of the input is grouped and compared by.
func (in *Input) Key(name string) sqltext.SQL { return sqltext.Canonical(in.Column(name)) }

// Keys are q1, …, qk, the names of the quasi-identifiers in the plan.
func (in *Input) Keys() []sqltext.SQL { return sqltext.Numbered(len(in.QI), "q#") }

// Names is the list of the names of the quasi-identifiers, as texts.
func (in *Input) Names() sqltext.SQL { return sqltext.Texts(in.QI) }

// GroupStruct returns the struct that names a QI group to the user: its keys in some
// table of the plan, in the types of the columns, which t has.
func (in *Input) GroupStruct(table sqltext.SQL) sqltext.SQL { return in.keyStruct(table, 0) }

// StratumStruct is GroupStruct for the columns of strata alone.
func (in *Input) StratumStruct(table sqltext.SQL) sqltext.SQL {
	return in.keyStruct(table, len(in.QI)-in.Within)
}

// keyStruct is GroupStruct for the columns from one on.
func (in *Input) keyStruct(table sqltext.SQL, from int) sqltext.SQL {
	keys, own := sqltext.Prefixed(table, in.Keys()), sqltext.Numbered(len(in.QI), "t.o#")
	return sqltext.Fill("struct_pack({fields})", sqltext.Args{"fields": sqltext.List(sqltext.Map(in.QI[from:], func(i int, name string) sqltext.SQL {
		return sqltext.Ident(name) + " := " + in.Call.InOwnType(keys[from+i], own[from+i])
	}))})
}

// EarlierKeys are the keys of the groups of earlier releases.
func (in *Input) EarlierKeys() []sqltext.SQL { return sqltext.Numbered(len(in.Earlier), "e#") }

// CellKeys are the keys of Groups: those of the quasi-identifiers, and of the groups of earlier releases.
func (in *Input) CellKeys() []sqltext.SQL { return append(in.Keys(), in.EarlierKeys()...) }

// Rows is the SELECT of the table's columns in their roles: q1…qk, e1…ej (groups of earlier releases) and p
// (person) as they are told apart, s (sensitive) and w (weight) in their own types. where
// is what stands behind, "" for nothing.
func (in *Input) Rows(where sqltext.SQL) sqltext.SQL {
	keys := in.Keys()
	columns := sqltext.Map(in.QI, func(i int, name string) sqltext.SQL { return in.Key(name) + " AS " + keys[i] })
	labels := in.EarlierKeys()
	for i, name := range in.Earlier {
		columns = append(columns, in.Key(name)+" AS "+labels[i])
	}
	columns = append(columns, in.sensitiveColumn()+" AS s") // all values of a person, where TakesLists
	if in.Person != "" {
		columns = append(columns, in.Key(in.Person)+" AS p")
	}
	if in.Weight != "" {
		columns = append(columns, in.Column(in.Weight)+" AS w")
	}
	return sqltext.Fill(`
		SELECT {columns}
		FROM {source} AS tbl{where}
	`, sqltext.Args{"columns": sqltext.List(columns), "source": in.Source, "where": where})
}

// sensitiveColumn is the sensitive column, NULL for everybody where there is none, and a list
// whatever its type where TakesLists; of several, the text of the tuple.
func (in *Input) sensitiveColumn() sqltext.SQL {
	switch {
	case len(in.Sensitive) == 0:
		return "NULL::VARCHAR"
	case len(in.Sensitive) > 1:
		return tupleText(sqltext.Map(in.Sensitive, func(_ int, name string) sqltext.SQL { return in.Column(name) }))
	case in.TakesLists():
		return sqltext.AsList(in.Column(in.Sensitive[0]))
	}
	return in.Column(in.Sensitive[0])
}

// Types is the CTE that AddTypes adds.
const Types = sqltext.SQL("__skyline_types")

// AddTypes adds Types, one row of NULLs with the types of the columns, a text for a UNION,
// without reading a row: o1…ok of the quasi-identifiers, s of the sensitive values and w of the
// weight column; and l of the sensitive column, where TakesLists. Of several sensitive columns
// s1, s2, … are theirs, and s is a text.
func (in *Input) AddTypes(p *sqltext.Plan) {
	own := sqltext.Numbered(len(in.QI), "o#")
	columns, shown := in.typedSensitive(), sqltext.PlainUnion("COLUMNS(*)")
	if in.TakesLists() {
		shown = sqltext.PlainUnion("COLUMNS(* EXCLUDE (l))") + ", l"
		columns = []sqltext.SQL{sqltext.ListElement(in.sensitiveColumn(), "1") + " AS s", in.Column(in.Sensitive[0]) + " AS l"}
	}
	for i, name := range in.QI {
		columns = append(columns, in.Column(name)+" AS "+own[i])
	}
	if in.Weight != "" {
		columns = append(columns, in.Column(in.Weight)+" AS w")
	}
	p.With(Types, whatTypes, TypesOf(shown, columns, in.Source+" AS tbl"))
}

// AddTypesOf adds Types for columns of a source, whose alias is tbl.
func AddTypesOf(p *sqltext.Plan, columns []sqltext.SQL, source sqltext.SQL) {
	p.With(Types, whatTypes, TypesOf(sqltext.PlainUnion("COLUMNS(*)"), columns, source+" AS tbl"))
}

const whatTypes = "the columns' own types: a row of NULLs"

// TypesOf is the SELECT of a row of NULLs with what is shown of columns of what stands behind FROM.
func TypesOf(shown sqltext.SQL, columns []sqltext.SQL, from sqltext.SQL) sqltext.SQL {
	return sqltext.Fill(`
		SELECT {shown}
		FROM (
		    SELECT {columns} FROM {from} WHERE false
		    UNION ALL
		    SELECT {nulls}
		)
	`, sqltext.Args{
		"shown": shown, "columns": sqltext.List(columns), "from": from,
		"nulls": sqltext.List(sqltext.Map(columns, func(int, sqltext.SQL) sqltext.SQL { return "NULL" })),
	})
}

// ValueText is the text of the sensitive value s.
func ValueText() sqltext.SQL { return sqltext.TextOf("s") }

// TypedValue is the sensitive value of a kernel's row r, a text, in its column's own type.
func TypedValue() sqltext.SQL { return AsSensitive("r.value") }

// AsSensitive is CastLike for the sensitive column's type.
func AsSensitive(text sqltext.SQL) sqltext.SQL { return sqltext.CastLike(text, "t.s") }

// ByValue is the order of the sensitive values of rows r. In a list, since DuckDB puts
// what it orders by together again from its key: [-0.0] would come out as [0.0]. What it
// holds for equal is in the order of its text.
func ByValue() sqltext.SQL {
	return "list_value(" + TypedValue() + ") ASC NULLS LAST, " + sqltext.Encoded("r.value") + " ASC NULLS LAST"
}

// Readable is what stands behind FROM for a kernel's rows r and the types t. It refuses
// values whose text cannot be read back, as happens with some nested ones; DuckDB's own
// message would show them.
func (in *Input) Readable(rows sqltext.SQL) sqltext.SQL {
	return sqltext.Fill(`
		{rows} AS r JOIN {types} AS t
		ON CASE WHEN r.value IS NULL OR {value} IS NOT NULL THEN true ELSE {fail} IS NULL END`, sqltext.Args{
		"rows": rows, "types": Types, "value": TypedValue(),
		"fail": in.Fail("sensitive has a nested value whose text cannot be read back; cast the column to VARCHAR in a query given as tbl"),
	})
}
