package gnf

import (
	"slices"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/draw"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// anatomyPlan writes the statement of a function that publishes a table in two sides which
// only groups connect. Its CTEs, in their order:
//
//	sidesName    the columns of both sides, read once
//	rightName    the values of the right side: their numbers, and how many people have each
//	classesName  the left sides and their numbers, where people with the same share a group
//	seatingName  the kernel's row: the handle of the groups that it keeps
//	seatedName   the rows of sidesName, each with its group: it takes a place of its value
//
// Where the kernel arranges the places, there is no sidesName: see addStanding.
//
// l1, l2, … are the columns of the left side and r1, r2, … those of the right; k1, k2, … are
// r1, r2, … as values are told apart. They are in the order of their texts.
type anatomyPlan struct {
	sqltext.Plan
	call        *call.Call
	source      sqltext.SQL // what stands behind FROM
	left, right []sqltext.SQL
	shown       []sqltext.SQL // what the right columns are called in messages
	grouping    grouping
	l           int64
	random      draw.Randomness
	renumber    bool // the groups, and
	arranged    bool // their people: see groupsSpec
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
	`, sqltext.Args{"v1": p.call.InOwnType("x.k1", "t.r1"), "right": rightName, "types": people.Types}))
	return p.Statement(sqltext.Fill(`
		SELECT x.g AS group_id, {value} AS value, 1::BIGINT AS count
		FROM (
		    SELECT UNNEST(__skyline_seats(g.seating, v.c)) AS g, v.v1, v.o
		    FROM __skyline_shown AS v CROSS JOIN {seating} AS g
		) AS x
		ORDER BY x.g ASC, x.o ASC
	`, sqltext.Args{"value": sqltext.PlainEnum("x.v1"), "seating": seatingName}))
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

// keyed are the rows of the sides with k1, k2, ….
func (p *anatomyPlan) keyed() sqltext.SQL {
	keys := p.keys()
	return sqltext.Fill("(SELECT t.*, {keys} FROM {sides} AS t)", sqltext.Args{
		"keys": sqltext.List(sqltext.Map(p.rights(), func(i int, column sqltext.SQL) sqltext.SQL {
			return sqltext.Canonical("t."+column) + " AS " + keys[i]
		})),
		"sides": sidesName,
	})
}

// inOrder is what rows with some columns are ordered by.
func inOrder(columns []sqltext.SQL) sqltext.SQL {
	return sqltext.List(sqltext.Map(columns, func(_ int, column sqltext.SQL) sqltext.SQL { return column + " ASC NULLS LAST" }))
}

// keyTexts are the bytes of the texts of k1, k2, …, in which values are ordered.
func (p *anatomyPlan) keyTexts(table sqltext.SQL) []sqltext.SQL {
	return sqltext.Map(p.keys(), func(_ int, key sqltext.SQL) sqltext.SQL {
		return sqltext.Encoded(sqltext.TextOf(table + key))
	})
}

// addRight adds the CTE of the values k1, k2, … of the right side, how many people have
// each, n, and their numbers c in the order of their texts.
func (p *anatomyPlan) addRight() { p.addRightOf(p.keyed(), nil) }

// addRightOf adds that CTE for rows with k1, k2, …, and beside a value those of their other
// columns that are equal wherever it is.
func (p *anatomyPlan) addRightOf(rows sqltext.SQL, columns []sqltext.SQL) {
	keys := p.keys()
	p.Keep(rightName, "the values of the right side, numbered, and how many people have each", sqltext.Fill(`
		SELECT {columns}, n, row_number() OVER (ORDER BY {order}) - 1 AS c
		FROM (
		    SELECT {kept}, count(*) AS n
		    FROM {rows}
		    GROUP BY {keys}
		)
	`, sqltext.Args{
		"columns": sqltext.List(slices.Concat(keys, columns)), "keys": sqltext.List(keys), "order": inOrder(p.keyTexts("")), "rows": rows,
		"kept": sqltext.List(slices.Concat(keys, sqltext.Map(columns, func(_ int, column sqltext.SQL) sqltext.SQL {
			return "any_value(" + column + ") AS " + column
		}))),
	}))
}

// addClasses adds the CTE of the left sides l1, l2, … that people have, with their numbers c
// in their order.
func (p *anatomyPlan) addClasses() {
	left := p.lefts()
	p.Keep(classesName, "the left sides, numbered: people with the same share a group", sqltext.Fill(`
		SELECT {left}, row_number() OVER (ORDER BY {order}) - 1 AS c
		FROM (SELECT DISTINCT {own} FROM {sides})
	`, sqltext.Args{"left": sqltext.List(left), "order": inOrder(left), "own": p.ownLefts(), "sides": sidesName}))
}

// ownLefts are the columns of the left side as classes tell them apart.
func (p *anatomyPlan) ownLefts() sqltext.SQL {
	return sqltext.List(sqltext.Map(p.lefts(), func(_ int, column sqltext.SQL) sqltext.SQL { return sqltext.Canonical(column) + " AS " + column }))
}

// addSeating adds the CTE whose one row has the handle of the groups that the kernel keeps.
// drawn says that people will take their places.
func (p *anatomyPlan) addSeating(drawn bool) {
	data := []sqltext.Member{{Name: "counts", Value: "x.counts"}}
	if drawn {
		p.random.Draw(&p.Plan, p.call, sidesName)
		if !p.random.IsFresh() {
			data = append(data, sqltext.Member{Name: "key", Value: draw.KeyData(p.random.DrawKey())})
		}
	}
	p.Run(sqltext.Job{
		Function: p.call.Function.Name, Kernel: groupsKernel.Name, Why: "the groups, by how many people have each value",
		Spec: groupsSpec{Grouping: p.grouping, L: p.l, Columns: columnsText(p.shown), Drawn: drawn, Renumber: p.renumber, Arranged: p.arranged},
		Data: data,
		From: sqltext.Fill(`
			(
			    SELECT __skyline_counts({key}, {function}, class, value, n, codes) AS counts
			    FROM ({counted})
			) AS x
		`, sqltext.Args{"key": sqltext.PlanKey, "function": sqltext.Text(p.call.Function.Name), "counted": p.counted()}),
		Rows: seatingName,
	})
}

// counted is the SELECT of what groups are made of: how many people n of a class have a
// value; of a value of several columns, the number of each part.
func (p *anatomyPlan) counted() sqltext.SQL {
	switch p.grouping {
	case strictGroups:
		return p.countedInClasses()
	case jointGroups:
		return sqltext.Fill("SELECT 0 AS class, c AS value, n, list_value({codes}) AS codes FROM {right}", sqltext.Args{
			"right": rightName,
			"codes": sqltext.List(sqltext.Map(p.keyTexts(""), func(_ int, text sqltext.SQL) sqltext.SQL {
				return "dense_rank() OVER (ORDER BY " + text + " ASC NULLS LAST) - 1"
			})),
		})
	case anatomyGroups:
	}
	return "SELECT 0 AS class, c AS value, n, NULL AS codes FROM " + rightName
}

// countedInClasses is counted where classes matter.
func (p *anatomyPlan) countedInClasses() sqltext.SQL {
	left, keys := p.lefts(), p.keys()
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
		"left": sqltext.List(left), "keys": sqltext.List(keys), "own": p.ownLefts(), "rows": p.keyed(),
		"classes": classesName, "same_left": sqltext.Equal("a", "x", left),
		"right": rightName, "same_keys": sqltext.Equal("b", "x", keys),
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

// addSeated adds the CTEs behind the sides, up to their rows with a group g.
func (p *anatomyPlan) addSeated() {
	p.addRight()
	if p.grouping == strictGroups {
		p.addClasses()
	}
	p.addSeating(true)
	rows, place := p.numbered(), sqltext.SQL("NULL::BIGINT")
	if p.placesByHash() {
		rows, place = p.byHash(rows), "x.number"
	}
	p.Keep(seatedName, "the rows and their groups g; computed once, so that nobody takes two places", sqltext.Fill(`
		SELECT {columns}, __skyline_seat(g.seating, x.c, {place}) AS g
		FROM ({rows}) AS x CROSS JOIN {seating} AS g
	`, sqltext.Args{
		"columns": sqltext.List(sqltext.Prefixed("x", append(p.lefts(), p.rights()...))),
		"place":   place, "rows": rows, "seating": seatingName,
	}))
}

// numbered is the SELECT of the rows of the sides with the number c that the groups know them
// by: that of their value, or of their class.
func (p *anatomyPlan) numbered() sqltext.SQL {
	numbers, same := rightName, sqltext.Equal("v", "i", p.keys())
	if p.grouping == strictGroups {
		numbers, same = classesName, sqltext.Join(" AND ", sqltext.Map(p.lefts(), func(_ int, column sqltext.SQL) sqltext.SQL {
			return sqltext.Fill("v.{column} IS NOT DISTINCT FROM {own}", sqltext.Args{"column": column, "own": sqltext.Canonical("i." + column)})
		})...)
	}
	return sqltext.Fill("SELECT i.*, v.c AS c FROM {rows} AS i LEFT JOIN {numbers} AS v ON {same}",
		sqltext.Args{"rows": p.keyed(), "numbers": numbers, "same": same})
}

// placesByHash reports whether rows take the places of their value in an order of their own.
// Where randomness is fresh a row takes any free place, since these are in random order; in a
// class all have the same group.
func (p *anatomyPlan) placesByHash() bool { return !p.random.IsFresh() && p.grouping != strictGroups }

// byHash numbers the rows of a value by a keyed hash of what they are. Rows that are equal can
// take each other's places.
func (p *anatomyPlan) byHash(rows sqltext.SQL) sqltext.SQL {
	all := append(sqltext.Prefixed("i", p.lefts()), p.keyTexts("i.")...)
	return sqltext.Fill(`
		SELECT i.*, row_number() OVER (PARTITION BY i.c ORDER BY i.h ASC) - 1 AS number
		FROM (SELECT i.*, __skyline_digest({key}, {row}) AS h FROM ({rows}) AS i) AS i
	`, sqltext.Args{"key": p.random.DrawKey(), "row": draw.TextOfRow(sqltext.List(all)), "rows": rows})
}
