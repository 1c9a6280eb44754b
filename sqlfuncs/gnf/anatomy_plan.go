package gnf

import (
	"slices"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/draw"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// anatomyPlan writes the statement of a function that publishes a table in two
// sides which only groups connect. Step by step: DuckDB reads the columns of both
// sides, once, and counts the right side's values; the kernel makes the groups as a
// job and keeps them; each row takes a place in them, by its value (or, strict, its
// left side); each side is put in random order by itself.
//
// In the plan l1, l2, … are the columns of the left side and r1, r2, … those of the
// right; k1, k2, … are the texts of r1, r2, …, by which values are told apart.
type anatomyPlan struct {
	sqltext.Plan
	call        *call.Call
	source      sqltext.SQL // what stands behind FROM
	left, right []sqltext.SQL
	shown       []sqltext.SQL // what the right columns are called in messages
	grouping    grouping
	l           int64
	random      draw.Randomness
	renumber    bool // the groups: see groupsSpec
}

// The CTEs of such a plan.
const (
	sidesName   = sqltext.SQL("__skyline_sides")
	rightName   = sqltext.SQL("__skyline_right")
	classesName = sqltext.SQL("__skyline_classes")
	seatingName = sqltext.SQL("__skyline_seating")
	seatedName  = sqltext.SQL("__skyline_seated")
)

// publish adds what leads to a table of the left side and its groups, and returns the
// statement of it: the rows in random order.
func (p *anatomyPlan) publish() sqltext.SQL {
	p.addSides(p.Keep)
	p.random.Bind(&p.Plan, p.call, sidesName)
	p.addSeated()
	left := sqltext.Prefixed("x", p.lefts())
	return p.Statement(sqltext.Released(sqltext.Fill(`
		SELECT {left}, x.g AS group_id
		FROM {seated} AS x
		ORDER BY {at} ASC
	`, sqltext.Args{
		"left":   sqltext.List(sqltext.Map(p.left, func(i int, name sqltext.SQL) sqltext.SQL { return left[i] + " AS " + name })),
		"seated": seatedName, "at": p.random.At(draw.TextOfRow(sqltext.List(left) + ", x.g")),
	})))
}

// values returns the statement whose rows are the values of each group, of Anatomy and of
// one right column: group_id, value, count. No group has a value twice.
func (p *anatomyPlan) values() sqltext.SQL {
	column := "tbl." + p.right[0]
	p.left = nil
	people.AddTypesOf(&p.Plan, []sqltext.SQL{column + " AS r1"}, p.source)
	p.addSides(p.With)
	p.addRight()
	p.addSeating(false)
	p.Keep("__skyline_shown", "the values, in their column's own type and in order", sqltext.Fill(`
		SELECT c, v1, row_number() OVER (ORDER BY v1 ASC NULLS LAST, c ASC) AS o
		FROM (SELECT x.c, {v1} AS v1 FROM {right} AS x CROSS JOIN {types} AS t)
	`, sqltext.Args{"v1": p.call.InOwnType("x.v1", "t.r1"), "right": rightName, "types": people.Types}))
	return p.Statement(sqltext.Fill(`
		SELECT x.g AS group_id, {value} AS value, 1::BIGINT AS count
		FROM (
		    SELECT UNNEST(__skyline_seats(g.seating, v.c)) AS g, v.v1, v.o
		    FROM __skyline_shown AS v CROSS JOIN {seating} AS g
		) AS x
		ORDER BY x.g ASC, x.o ASC
	`, sqltext.Args{"value": sqltext.PlainEnum("x.v1"), "seating": seatingName}))
}

// shuffled returns the statement whose rows are those of a query, in random order.
func (p *anatomyPlan) shuffled(query sqltext.SQL) sqltext.SQL {
	return p.Statement(sqltext.Released(p.random.InOrder("", query)))
}

func (p *anatomyPlan) lefts() []sqltext.SQL  { return sqltext.Numbered(len(p.left), "l#") }
func (p *anatomyPlan) rights() []sqltext.SQL { return sqltext.Numbered(len(p.right), "r#") }
func (p *anatomyPlan) keys() []sqltext.SQL   { return sqltext.Numbered(len(p.right), "k#") }

// addSides adds the CTE of the columns of both sides. Everything reads it, so that all see
// the same rows. keep is p.Keep, or p.With where it is read once.
func (p *anatomyPlan) addSides(keep func(name sqltext.SQL, why string, query sqltext.SQL)) {
	columns := sqltext.Map(slices.Concat(p.left, p.right), func(_ int, name sqltext.SQL) sqltext.SQL {
		return sqltext.OneForm("tbl." + name)
	})
	for i, name := range append(p.lefts(), p.rights()...) {
		columns[i] += " AS " + name
	}
	keep(sidesName, "the columns of both sides, read once", sqltext.Fill(`
		SELECT
		    {columns}
		FROM {source} AS tbl
	`, sqltext.Args{"columns": sqltext.Join(",\n", columns...), "source": p.source}))
}

// keyed adds k1, k2, … to the rows of a table.
func (p *anatomyPlan) keyed(table sqltext.SQL) sqltext.SQL {
	keys := p.keys()
	return sqltext.Fill("(SELECT t.*, {keys} FROM {table} AS t)", sqltext.Args{
		"keys": sqltext.List(sqltext.Map(p.rights(), func(i int, column sqltext.SQL) sqltext.SQL {
			return sqltext.Encoded(sqltext.TextOf("t."+column)) + " AS " + keys[i]
		})),
		"table": table,
	})
}

// inOrder is what rows with some columns are ordered by.
func inOrder(columns []sqltext.SQL) sqltext.SQL {
	return sqltext.List(sqltext.Map(columns, func(_ int, column sqltext.SQL) sqltext.SQL { return column + " ASC NULLS LAST" }))
}

// addRight adds the CTE of the values k1, k2, … of the right side, how many people have
// each, n, and their numbers c in the order of their texts. v1 is a value, as it is told
// apart.
func (p *anatomyPlan) addRight() {
	keys := p.keys()
	p.Keep(rightName, "the values of the right side, numbered, and how many people have each", sqltext.Fill(`
		SELECT {keys}, n, v1, row_number() OVER (ORDER BY {order}) - 1 AS c
		FROM (
		    SELECT {keys}, any_value({v1}) AS v1, count(*) AS n
		    FROM {rows}
		    GROUP BY {keys}
		)
	`, sqltext.Args{"keys": sqltext.List(keys), "order": inOrder(keys), "v1": sqltext.Canonical("r1"), "rows": p.keyed(sidesName)}))
}

// addSeating adds the CTE whose one row has the handle of the groups that the kernel keeps.
// drawn says that people will take their places.
func (p *anatomyPlan) addSeating(drawn bool) {
	cells := "SELECT 0 AS class, c AS value, n, NULL AS codes FROM " + rightName
	switch p.grouping {
	case strictGroups:
		cells = p.addClasses()
	case jointGroups:
		cells = sqltext.Fill("SELECT 0 AS class, c AS value, n, list_value({codes}) AS codes FROM {right}", sqltext.Args{
			"right": rightName,
			"codes": sqltext.List(sqltext.Numbered(len(p.right), "dense_rank() OVER (ORDER BY k# ASC NULLS LAST) - 1")),
		})
	case anatomyGroups:
		// The counts are all there is to know.
	}
	data := []sqltext.Member{{Name: "counts", Value: "base64(x.counts)"}}
	if drawn {
		p.random.Draw(&p.Plan, p.call, sidesName)
		if !p.random.IsFresh() {
			data = append(data, sqltext.Member{Name: "key", Value: draw.KeyData(p.random.DrawKey())})
		}
	}
	p.Run(sqltext.Job{
		Function: p.call.Function.Name, Kernel: groupsKernel.Name, Why: "the groups, by how many people have each value",
		Spec: groupsSpec{Grouping: p.grouping, L: p.l, Columns: columnsText(p.shown), Drawn: drawn, Renumber: p.renumber},
		Data: data,
		From: sqltext.Fill(`
			(
			    SELECT __skyline_counts({key}, {function}, class, value, n, codes) AS counts
			    FROM ({cells})
			) AS x
		`, sqltext.Args{"key": sqltext.PlanKey, "function": sqltext.Text(p.call.Function.Name), "cells": cells}),
		Rows: seatingName,
	})
}

// columnsText is what columns are called in messages.
func columnsText(columns []sqltext.SQL) string {
	text := string(sqltext.List(columns))
	if len(columns) > 1 {
		text += " together"
	}
	return text
}

// addClasses adds the CTE of the left sides l1, l2, … that people have, with their numbers
// c, and returns the SELECT of how many people of a class have a value.
func (p *anatomyPlan) addClasses() sqltext.SQL {
	left, keys := p.lefts(), p.keys()
	own := sqltext.List(sqltext.Map(left, func(_ int, column sqltext.SQL) sqltext.SQL { return sqltext.Canonical(column) + " AS " + column }))
	p.Keep(classesName, "the left sides, numbered: people with the same share a group", sqltext.Fill(`
		SELECT {left}, row_number() OVER (ORDER BY {order}) - 1 AS c
		FROM (SELECT DISTINCT {own} FROM {sides})
	`, sqltext.Args{"left": sqltext.List(left), "order": inOrder(left), "own": own, "sides": sidesName}))
	return sqltext.Fill(`
		SELECT a.c AS class, b.c AS value, x.n, NULL AS codes
		FROM (
		    SELECT {left}, {keys}, count(*) AS n
		    FROM (SELECT {own}, {keys} FROM {rows})
		    GROUP BY {left}, {keys}
		) AS x
		JOIN {classes} AS a ON {same_left}
		JOIN {right} AS b ON {same_keys}
	`, sqltext.Args{
		"left": sqltext.List(left), "keys": sqltext.List(keys), "own": own, "rows": p.keyed(sidesName),
		"classes": classesName, "same_left": sqltext.Equal("a", "x", left),
		"right": rightName, "same_keys": sqltext.Equal("b", "x", keys),
	})
}

// addSeated adds the CTEs from the sides to their rows with a group g.
//
// Where randomness is fresh a row takes any free place of its value, since these are in
// random order. With a key the rows of a value are numbered by a keyed hash of what they
// are: rows that are equal can take each other's places.
func (p *anatomyPlan) addSeated() {
	p.addRight()
	p.addSeating(true)
	numbered, by := rightName, sqltext.Equal("v", "i", p.keys())
	if p.grouping == strictGroups {
		numbered, by = classesName, sqltext.Join(" AND ", sqltext.Map(p.lefts(), func(_ int, column sqltext.SQL) sqltext.SQL {
			return sqltext.Fill("v.{column} IS NOT DISTINCT FROM {own}", sqltext.Args{"column": column, "own": sqltext.Canonical("i." + column)})
		})...)
	}
	rows := sqltext.Fill("SELECT i.*, v.c AS c FROM {rows} AS i LEFT JOIN {numbered} AS v ON {by}",
		sqltext.Args{"rows": p.keyed(sidesName), "numbered": numbered, "by": by})
	number := sqltext.SQL("NULL::BIGINT")
	if !p.random.IsFresh() && p.grouping != strictGroups {
		all := sqltext.Prefixed("i", append(p.lefts(), p.keys()...))
		rows = sqltext.Fill(`
			SELECT i.*, row_number() OVER (PARTITION BY i.c ORDER BY i.h ASC) - 1 AS number
			FROM (SELECT i.*, __skyline_digest({key}, {row}) AS h FROM ({rows}) AS i) AS i
		`, sqltext.Args{"key": p.random.DrawKey(), "row": draw.TextOfRow(sqltext.List(all)), "rows": rows})
		number = "x.number"
	}
	p.Keep(seatedName, "the rows and their groups g; computed once, so that nobody takes two places", sqltext.Fill(`
		SELECT {columns}, __skyline_seat(g.seating, x.c, {number}) AS g
		FROM ({rows}) AS x CROSS JOIN {seating} AS g
	`, sqltext.Args{
		"columns": sqltext.List(sqltext.Prefixed("x", append(p.lefts(), p.rights()...))),
		"number":  number, "rows": rows, "seating": seatingName,
	}))
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
