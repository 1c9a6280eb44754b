package warehouse

import (
	"fmt"
	"slices"

	"skyline/sqlfuncs/dialect"
)

// Aliases of a statement's own: t is the user's table, r what has been made of its rows.
const (
	ofTable = "t"
	ofRows  = "r"
)

// counted are the columns that cells are counted by.
func (in *there) counted() []string {
	return slices.Concat(in.qi, in.sensitive, in.others)
}

// own is a name of the statement's own; users' columns may have any other.
func own(letter string, i int) string { return fmt.Sprintf("skyline_%s%d", letter, i+1) }

// The other names of the statement's own.
const (
	personName = "skyline_p"
	rowsName   = "skyline_n"
	flawName   = "skyline_flaw"
)

func of(name string) dialect.Column { return dialect.Column{Of: ofRows, Name: name} }

// groups are items with what each of some columns is grouped by.
func (in *there) groups(columns []string) []dialect.Item {
	var items []dialect.Item
	for i, column := range columns {
		items = append(items, dialect.Item{X: in.group(column), As: own("g", i)})
	}
	return items
}

func (in *there) group(column string) dialect.Expr {
	return dialect.Group{X: dialect.Column{Of: ofTable, Name: column}, Type: in.typeOf(column)}
}

func (in *there) table() dialect.Relation { return dialect.Table{Source: in.source, As: ofTable} }

// cells is the query of the cells.
func (in *there) cells(person, values string) dialect.Query {
	columns := in.counted()
	people := dialect.Expr(dialect.Count{})
	rows := dialect.Select{Items: in.groups(columns), From: in.table()}
	switch {
	case person == "":
	case values == "one":
		rows.Items = append(rows.Items,
			dialect.Item{X: in.group(person), As: personName},
			dialect.Item{X: dialect.CountWithin{X: in.group(person)}, As: rowsName})
		people = countFlawless(of(rowsName))
	default:
		rows = in.persons(person, values)
		people = countFlawless(of(flawName))
	}
	query := dialect.Select{From: dialect.Sub{Query: rows, As: ofRows}}
	for i, column := range columns {
		group := of(own("g", i))
		query.By = append(query.By, group)
		shown := dialect.Expr(dialect.Show{X: group, Type: in.typeOf(column)})
		if values != "one" && column == in.sensitive[0] {
			shown = group // an array of what is shown
		}
		query.Items = append(query.Items, dialect.Item{X: shown, As: column})
	}
	query.Items = append(query.Items, dialect.Item{X: people, As: peopleName})
	return query
}

// countFlawless counts rows, each of which is a person, or is NULL where one of them is
// none: where a person is NULL, or of what must be 1 for each something is more.
func countFlawless(flaw dialect.Expr) dialect.Expr {
	return dialect.Case{
		When: dialect.All{
			dialect.Compare{Left: dialect.Max{X: flaw}, Op: "=", Right: dialect.Number(1)},
			dialect.Compare{Left: dialect.CountOf{X: of(personName)}, Op: "=", Right: dialect.Count{}},
		},
		Then: dialect.Count{},
	}
}

// persons is the query of the people who may have several values: what they are grouped by,
// their arrays of values, and, as flawName, 1 where all is well with them.
func (in *there) persons(person, values string) dialect.Select {
	last := len(in.qi)
	rows := dialect.Select{Items: in.groups(in.counted()), From: in.table()}
	rows.Items = append(rows.Items, dialect.Item{X: in.group(person), As: personName})

	inner := dialect.Select{From: dialect.Sub{Query: rows, As: ofRows}}
	outer := dialect.Select{}
	for i := range in.qi {
		group := own("g", i)
		inner.Items = append(inner.Items, dialect.Item{X: of(group), As: group})
		inner.By = append(inner.By, of(group))
		outer.Items = append(outer.Items, dialect.Item{X: of(group), As: group})
	}
	value := own("g", last)
	flaw := dialect.Expr(dialect.Number(1))
	if values == "set" {
		flaw = dialect.Case{
			When: dialect.Compare{Left: dialect.CountOf{X: of(value)}, Op: "=", Right: dialect.CountOf{X: of(value), Distinct: true}},
			Then: dialect.Number(1), Else: dialect.Number(2),
		}
	}
	inner.Items = append(inner.Items,
		dialect.Item{X: dialect.Gather{X: of(value), Type: in.typeOf(in.sensitive[0])}, As: value},
		dialect.Item{X: of(personName), As: personName},
		dialect.Item{X: flaw, As: flawName})
	inner.By = append(inner.By, of(personName))

	outer.From = dialect.Sub{Query: inner, As: ofRows}
	outer.Items = append(outer.Items,
		dialect.Item{X: of(value), As: value},
		dialect.Item{X: of(personName), As: personName},
		dialect.Item{X: dialect.Case{
			When: dialect.Compare{Left: dialect.CountWithin{X: of(personName)}, Op: "=", Right: dialect.Number(1)},
			Then: of(flawName), Else: dialect.Number(2),
		}, As: flawName})
	return outer
}

// checkPeople is the query of the step check: one row that says whether everybody counts once.
func (in *there) checkPeople(person, values string) dialect.Query {
	flaw := dialect.Expr(dialect.Case{
		When: dialect.Compare{Left: dialect.Count{}, Op: "=", Right: dialect.Number(1)},
		Then: dialect.Number(1), Else: dialect.Number(2),
	})
	rows := dialect.Select{Items: []dialect.Item{{X: in.group(person), As: personName}}, From: in.table()}
	if values != "one" {
		flaw, rows = dialect.Max{X: of(flawName)}, in.persons(person, values)
	}
	persons := dialect.Select{
		Items: []dialect.Item{{X: of(personName), As: personName}, {X: flaw, As: flawName}},
		From:  dialect.Sub{Query: rows, As: ofRows},
		By:    []dialect.Expr{of(personName)},
	}
	inError := dialect.Or{X: dialect.Sum{X: dialect.Case{
		When: dialect.Null{X: of(personName)}, Then: dialect.Number(1),
		Else: dialect.Case{When: dialect.Compare{Left: of(flawName), Op: ">", Right: dialect.Number(1)}, Then: dialect.Number(1), Else: dialect.Number(0)},
	}}}
	return dialect.Select{
		Items: []dialect.Item{
			{X: dialect.CountOf{X: of(personName)}, As: peopleName},
			{X: inError, As: "people_in_error"},
			{X: dialect.Truth{X: dialect.Compare{Left: inError, Op: "=", Right: dialect.Number(0)}}, As: "ok"},
		},
		From: dialect.Sub{Query: persons, As: ofRows},
	}
}
