package gnf

import (
	"skyline/sqlfuncs/draw"
	"skyline/sqlfuncs/sqltext"
)

// A table of which some columns are shuffled within groups, and the others stay: its plan need
// not know which the others are.

// permuted adds what leads to the rows of a query with their groups, seatedName, and returns
// what makes the statement of such rows, in which some columns are permuted within groups. keep
// says that somebody else reads them, too.
func (p *anatomyPlan) permuted(query sqltext.SQL, right []string, keep bool) func(seated sqltext.SQL) sqltext.SQL {
	if p.isArranged() {
		p.addStanding(query, right, keep)
		return p.arrangement
	}
	p.takeWholeRows(query, right)
	p.addSides(p.Keep)
	p.addSeated()
	return p.relation
}

// takeWholeRows lets the left side be all columns of a query, whichever they are, and the
// right side some of them: the left side is one struct, with NULL in the place of the
// right side.
func (p *anatomyPlan) takeWholeRows(query sqltext.SQL, right []string) {
	p.left, p.right = []sqltext.SQL{"__skyline_row"}, sqltext.Numbered(len(right), "__skyline_r#")
	p.shown = sqltext.Idents(right)
	p.source = sqltext.Fill(`
		(
		    SELECT struct_pack(*COLUMNS(* EXCLUDE ({right}))) AS __skyline_row, {right}
		    FROM (SELECT t.* REPLACE ({nulls}), {values} FROM ({query}) AS t)
		)`, sqltext.Args{
		"right": sqltext.List(p.right), "query": query,
		"nulls": sqltext.List(sqltext.Map(p.shown, func(_ int, name sqltext.SQL) sqltext.SQL {
			return sqltext.Fill("CASE WHEN false THEN t.{name} END AS {name}", sqltext.Args{"name": name})
		})),
		"values": sqltext.List(sqltext.Map(p.shown, func(i int, name sqltext.SQL) sqltext.SQL { return "t." + name + " AS " + p.right[i] })),
	})
}

// relation returns the statement whose rows are those of a relation like the seated rows of
// takeWholeRows, and group_id, the right side permuted within each group: the rows of a
// group, in random order, stand beside its values, in their own. So each assignment is
// equally likely, and the order of rows says nothing.
func (p *anatomyPlan) relation(seated sqltext.SQL) sqltext.SQL {
	order := func(side sqltext.SQL) sqltext.SQL {
		return "t.g ASC NULLS LAST, " + p.random.At(draw.TextOfRow(side+", t.g")) + " ASC"
	}
	rights := p.rights()
	return p.Statement(sqltext.Released(sqltext.Fill(`
		SELECT t.* EXCLUDE ({right}, __skyline_g) REPLACE ({replaced}), t.__skyline_g AS group_id
		FROM (
		    SELECT UNNEST(x.l1), {values}, x.g AS __skyline_g
		    FROM (
		        SELECT t.* FROM {seated} AS t
		        ORDER BY {rows_order}
		    ) AS x POSITIONAL JOIN (
		        SELECT {shown} FROM {seated} AS t
		        ORDER BY {values_order}
		    ) AS v
		) AS t
	`, sqltext.Args{
		"right":    sqltext.List(p.right),
		"replaced": sqltext.List(sqltext.Map(p.right, func(i int, column sqltext.SQL) sqltext.SQL { return "t." + column + " AS " + p.shown[i] })),
		"values":   sqltext.List(sqltext.Map(p.right, func(i int, column sqltext.SQL) sqltext.SQL { return "v." + rights[i] + " AS " + column })),
		"seated":   seated,
		"shown": sqltext.List(sqltext.Map(rights, func(_ int, column sqltext.SQL) sqltext.SQL {
			return sqltext.Fill("CASE WHEN t.g IS NOT NULL THEN t.{column} END AS {column}", sqltext.Args{"column": column})
		})),
		"rows_order": order("t.l1"), "values_order": order(sqltext.List(sqltext.Prefixed("t", rights))),
	})))
}

// shuffled returns the statement whose rows are those of a query, in random order.
func (p *anatomyPlan) shuffled(query sqltext.SQL) sqltext.SQL {
	return p.Statement(sqltext.Released(p.random.InOrder("", query)))
}
