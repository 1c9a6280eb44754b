package people

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/sqltext"
)

// Once is the CTE that AddOnce adds.
const Once = sqltext.SQL("__skyline_once")

// AddOnce adds Once, for calls that ask about each of several sensitive columns: the table,
// read once, with the columns that have a role in their own types. Its rows are counted,
// unless people have names: those that agree on all columns are one, and its weight, whose
// name is returned, "" for none, says how many people it is.
func (in *Input) AddOnce(p *sqltext.Plan) (weight string) {
	const why = "the table, read once"
	columns := append(append([]string{}, in.QI...), in.Sensitive...)
	if in.Person != "" {
		columns = append(columns, in.Person)
		p.Keep(Once, why, sqltext.Fill("SELECT {columns} FROM {source} AS tbl", sqltext.Args{
			"columns": sqltext.List(sqltext.Map(columns, func(_ int, name string) sqltext.SQL { return in.Column(name) })), "source": in.Source,
		}))
		return ""
	}
	weight = "n"
	for call.ContainsName(columns, weight) {
		weight += "_"
	}
	in.AddTypes(p)
	keys := sqltext.Numbered(len(columns), "k#")
	own := append(sqltext.Numbered(len(in.QI), "t.o#"), sqltext.Prefixed("t", in.ownSensitive())...)
	p.Keep(Once, why+", and how many people have the same in all columns", sqltext.Fill(`
		SELECT {columns}, {people} AS {weight}
		FROM (
		    SELECT {keys}, {n} AS n
		    FROM {source} AS tbl
		    GROUP BY ALL
		) AS x CROSS JOIN {types} AS t
	`, sqltext.Args{
		"columns": sqltext.List(sqltext.Map(columns, func(i int, name string) sqltext.SQL {
			return in.Call.InOwnType("x."+keys[i], own[i]) + " AS " + sqltext.Ident(name)
		})),
		"people": sqltext.Fill("coalesce(TRY_CAST(x.n AS BIGINT), {fail})", sqltext.Args{"fail": in.Fail(call.TooManyPeople("tbl"))}),
		"weight": sqltext.Ident(weight),
		"keys":   sqltext.List(sqltext.Map(columns, func(i int, name string) sqltext.SQL { return in.Key(name) + " AS " + keys[i] })),
		"n":      in.PeopleOf(in.Column(in.Weight), "tbl"), "source": in.Source, "types": Types,
	}))
	return weight
}
