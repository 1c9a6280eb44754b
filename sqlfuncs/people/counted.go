package people

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/sqltext"
)

// CountRows leaves out the columns without a role, and where each row is a person it counts
// those that agree on all others: the table becomes a row for each cell, with how many people
// it has as the weight. So a plan that reads the table once, and nothing but how often values
// occur, keeps the cells and not the rows. Where rows have a weight they may be cells already,
// and persons are told apart.
//
// Values are grouped as everywhere, by Canonical, or by themselves where they have an ENUM type,
// which has a text for each value; so what they are grouped by stands for them. The text of a
// nested value does not: where a column may have some, each row stays a row, of weight 1.
// Which of the two is read is known from the types of the columns, so DuckDB drops the other.
func (in *Input) CountRows() {
	if in.Person != "" || in.Weight != "" || in.ValuesPerPerson != One {
		in.DropOthers()
		return
	}
	roles := in.Roles()
	in.Weight = "people"
	for call.ContainsName(roles, in.Weight) {
		in.Weight += "_"
	}
	values := sqltext.List(sqltext.Map(roles, func(_ int, name string) sqltext.SQL {
		return countedValue(in.Column(name)) + " AS " + sqltext.Ident(name)
	}))
	in.Source = sqltext.Fill(`
		(
		    SELECT {values}, count(*) AS {weight} FROM {source} AS tbl WHERE {single} GROUP BY ALL
		    UNION ALL
		    SELECT {values}, 1 FROM {source} AS tbl WHERE NOT ({single})
		)`, sqltext.Args{
		"values": values,
		"single": sqltext.Join(" AND ", sqltext.Map(roles, func(_ int, name string) sqltext.SQL {
			return sqltext.Fill("({plain} OR {text})", sqltext.Args{"plain": sqltext.IsPlain(in.Column(name)), "text": sqltext.HasType(in.Column(name), `VARCHAR|ENUM\(.*\)`)})
		})...),
		"weight": sqltext.Ident(in.Weight), "source": in.Source,
	})
}

// countedValue is what CountRows groups a column by: texts by their bytes.
func countedValue(column sqltext.SQL) sqltext.SQL {
	return sqltext.Either("NOT "+sqltext.HasType(column, "VARCHAR"), column, sqltext.Bytewise(column))
}
