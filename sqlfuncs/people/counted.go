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
// Values are grouped as everywhere, by Canonical; those of a cell may be written in several
// ways, of which sqltext.OneForm, as plans have it where they read a table once, makes one.
// DuckDB's first takes nested values for others that are equal to them: where a column may
// have some, each row stays a row, of weight 1. Which of the two is read is known from the
// types of the columns, so DuckDB drops the other.
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
	in.Source = sqltext.Fill(`
		(
		    SELECT {firsts}, count(*) AS {weight} FROM {source} AS tbl WHERE {single} GROUP BY {keys}
		    UNION ALL
		    SELECT {columns}, 1 FROM {source} AS tbl WHERE NOT ({single})
		)`, sqltext.Args{
		"firsts": sqltext.List(sqltext.Map(roles, func(_ int, name string) sqltext.SQL {
			return "first(" + in.Column(name) + ") AS " + sqltext.Ident(name)
		})),
		"columns": sqltext.List(sqltext.Map(roles, func(_ int, name string) sqltext.SQL { return in.Column(name) })),
		"keys":    sqltext.List(sqltext.Map(roles, func(_ int, name string) sqltext.SQL { return in.Key(name) })),
		"single": sqltext.Join(" AND ", sqltext.Map(roles, func(_ int, name string) sqltext.SQL {
			return sqltext.Fill("({plain} OR {text})", sqltext.Args{"plain": sqltext.IsPlain(in.Column(name)), "text": sqltext.HasType(in.Column(name), `VARCHAR|ENUM\(.*\)`)})
		})...),
		"weight": sqltext.Ident(in.Weight), "source": in.Source,
	})
}
