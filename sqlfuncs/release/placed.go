package release

import (
	"fmt"

	"skyline/sqlfuncs/draw"
	"skyline/sqlfuncs/sqltext"
)

// InPlaces is InGroups for the rows of the table. Where randomness is fresh each has its
// place in the order of the release too, __skyline_at. With a seed the order follows from
// what is released.
func (p *ReleasePlan) InPlaces(random draw.Randomness, rows, where sqltext.SQL) sqltext.SQL {
	p.Bind(random)
	at := sqltext.SQL("")
	if p.ordered = random.IsFresh(); p.ordered {
		at = ", __skyline_order(a.groups, x.__skyline_g) AS __skyline_at"
	}
	return sqltext.Fill(`
		SELECT x.*{at}
		FROM ({rows}) AS x CROSS JOIN {release} AS rel CROSS JOIN (SELECT max(g) AS groups FROM {mapped}{guard}) AS a
		{where}
	`, sqltext.Args{"at": at, "rows": p.InGroups(rows), "release": Release, "mapped": Mapped, "guard": p.refused, "where": where})
}

// wherePlaced keeps the rows that have a group.
const wherePlaced = "WHERE " + PlacedRows

// PlacedRows are the rows x that a release has a group for.
const PlacedRows = sqltext.SQL("x.__skyline_g IS NOT NULL")

// AddPlaced adds Placed.
func (p *ReleasePlan) AddPlaced(random draw.Randomness) {
	p.With(Placed, "the rows of the table that have a QI group", p.InPlaces(random, p.Source, wherePlaced))
}

// addPlacedPeople is AddPlaced with a row for each person, for plans that read it twice: it
// is random, and computed once.
func (p *ReleasePlan) addPlacedPeople(random draw.Randomness) {
	rows := p.Source
	if p.Weight != "" {
		rows = p.peopleOfWeights()
	}
	p.Keep(Placed, "the people that have a QI group", p.InPlaces(random, rows, wherePlaced))
}

// placing are the columns that Placed has beside those of the table.
func (p *ReleasePlan) placing() []sqltext.SQL {
	if p.ordered {
		return []sqltext.SQL{"__skyline_g", "__skyline_at"}
	}
	return []sqltext.SQL{"__skyline_g"}
}

// Excluded are the columns of Placed that a release does not have.
func (p *ReleasePlan) Excluded() []sqltext.SQL { return p.withPerson(p.placing()) }

// withPerson are columns, and those that are about persons and are not released: the person column if there is one, and groups
// of earlier releases.
func (p *ReleasePlan) withPerson(columns []sqltext.SQL) []sqltext.SQL {
	columns = append(columns, sqltext.Idents(p.Earlier)...)
	if p.Person != "" {
		columns = append(columns, sqltext.Ident(p.Person))
	}
	return columns
}

// Excluding stands behind a star for columns that are not meant.
func Excluding(columns []sqltext.SQL) sqltext.SQL {
	if len(columns) == 0 {
		return ""
	}
	return " EXCLUDE (" + sqltext.List(columns) + ")"
}

// Replacing stands behind a star for columns whose values are replaced: value returns what
// by.
func Replacing(columns []string, value func(i int) sqltext.SQL) sqltext.SQL {
	return sqltext.Fill(" REPLACE ({columns})", sqltext.Args{"columns": sqltext.List(sqltext.Map(columns, func(i int, name string) sqltext.SQL {
		return value(i) + " AS " + sqltext.Ident(name)
	}))})
}

// JoinedInOrder returns a query of rows in random order that are joined with what is
// published of their groups. join writes it for its rows x, as they stand behind FROM. Labels
// are long, so where randomness is fresh they are joined to rows that are in order of
// __skyline_at. With a seed the rows are put in order of what is released behind the join.
func JoinedInOrder(random draw.Randomness, first, rows sqltext.SQL, join func(rows sqltext.SQL) sqltext.SQL) sqltext.SQL {
	if random.IsFresh() {
		return join("(" + rows + " ORDER BY __skyline_at) AS x")
	}
	return random.InOrder(first, join("("+rows+") AS x"))
}

// Generalized joins the rows of Placed with the regions r of their groups, which have a
// number there; rows of other groups are left out.
func (p *ReleasePlan) Generalized(random draw.Randomness, regions, number sqltext.SQL) sqltext.SQL {
	return JoinedInOrder(random, "group_id ASC, ", "SELECT * FROM "+Placed, func(rows sqltext.SQL) sqltext.SQL {
		return sqltext.Fill(`
			SELECT x.*{excluding}{replacing}, {number} AS group_id
			FROM {rows} LEFT JOIN {regions} AS r ON r.g = x.__skyline_g
			WHERE {shown}
		`, sqltext.Args{
			"shown":     behindJoin("r.g IS NOT NULL"),
			"excluding": Excluding(p.Excluded()), "number": number, "rows": rows, "regions": regions,
			"replacing": Replacing(p.QI, func(i int) sqltext.SQL { return "r." + ShownColumn(i) }),
		})
	})
}

// bucketized puts the rows of a group, in random order, beside its sensitive values, in
// an order of their own: each assignment is equally likely. Several sensitive values of a
// person stay together.
func (p *ReleasePlan) bucketized(random draw.Randomness) sqltext.SQL {
	sensitive, own := sqltext.Idents(p.Sensitive), sqltext.Numbered(len(p.Sensitive), "s#")
	order := sqltext.SQL("__skyline_at")
	if !p.ordered {
		// What is released of a row beside its value.
		beside := p.withPerson(append([]sqltext.SQL{"__skyline_g"}, sensitive...))
		order = "__skyline_g, " + random.At(draw.TextOfRow("*COLUMNS(*"+Excluding(beside)+")"))
	}
	return sqltext.Fill(`
		SELECT x.*{excluding}{replacing}, x.__skyline_g AS group_id
		FROM (SELECT * FROM {placed} ORDER BY {order}) AS x
		POSITIONAL JOIN (SELECT {sensitive} FROM {placed} ORDER BY __skyline_g, {canonical}) AS v
	`, sqltext.Args{
		"excluding": Excluding(p.Excluded()), "placed": Placed, "order": order,
		"replacing": Replacing(p.Sensitive, func(i int) sqltext.SQL { return "v." + own[i] }),
		"sensitive": sqltext.List(sqltext.Map(sensitive, func(i int, column sqltext.SQL) sqltext.SQL { return column + " AS " + own[i] })),
		"canonical": sqltext.List(sqltext.Map(sensitive, func(_ int, column sqltext.SQL) sqltext.SQL { return sqltext.Canonical(column) })),
	})
}

// maxCopies is how many people a row may stand for where each gets a row.
const maxCopies = 1_000_000_000

// peopleOfWeights is the table with a row of weight 1 for each person.
func (p *ReleasePlan) peopleOfWeights() sqltext.SQL {
	return p.RowsOfPeople(p.Source, sqltext.Fill("CASE WHEN {n} > {most} THEN {fail} ELSE {n} END", sqltext.Args{
		"n": p.Times(), "most": sqltext.Int(maxCopies),
		"fail": p.Fail(fmt.Sprintf("weight must be at most %d for output := 'bucketized', where each person gets a row", maxCopies)),
	}))
}

// KeysOf are the SQL expressions that tell the groups of rows x that are equal on columns.
func KeysOf(columns []string) []sqltext.SQL {
	return sqltext.Map(columns, func(_ int, name string) sqltext.SQL { return sqltext.Canonical("x." + sqltext.Ident(name)) })
}
