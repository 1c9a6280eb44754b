package warehouse

import (
	"slices"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/dialect"
)

// form is how the map comes into the statements: what the rows of the table are joined with.
type form struct {
	needsName bool // of the map in the engine
	joins     []joined
	labels    []dialect.Expr // of each column
	group     dialect.Expr
	// known are 1 each where the values of a row are in the map, and kept is 1 where it has a
	// group; elsewhere they are 0, or NULL, or whatever the engine's outer joins put there
	// for nothing, which is 0.
	known []dialect.Expr
	kept  dialect.Expr
	// people is how many people the map has in what a row of the table is joined with: its
	// combination, or, where by is not nil, all rows that are equal on by.
	people dialect.Expr
	by     []dialect.Expr
}

// joined is a relation, and what it is joined on.
type joined struct {
	relation dialect.Relation
	on       dialect.All
}

// Further names of the statement's own.
const (
	ofMap     = "m"
	ofValues  = "v"
	ofGroups  = "g"
	ownGroup  = "skyline_group"
	ownKnown  = "skyline_known"
	ownKept   = "skyline_kept"
	ownPeople = "skyline_people"
)

// keys are the items of the key of a column, number i.
func keys(i int, x dialect.Expr, t dialect.Type) []dialect.Item {
	return []dialect.Item{{X: dialect.Key{X: x, Type: t}, As: own("k", i)}, {X: dialect.State{X: x, Type: t}, As: own("s", i)}}
}

// sameKey are the conditions that a column, number i, of the table is that of a relation.
func sameKey(i int, alias string) dialect.All {
	var on dialect.All
	for _, letter := range []string{"k", "s"} {
		name := own(letter, i)
		on = append(on, dialect.Compare{Left: dialect.Column{Of: ofTable, Name: name}, Op: "=", Right: dialect.Column{Of: alias, Name: name}})
	}
	return on
}

// whole is the form of a map whose rows stand in one relation: the value, the label of each
// column, the group and its people are the columns of those names there.
func (r *recipe) whole(relation dialect.Relation, alias string, value, label func(i int) string, group, people string) form {
	rows := dialect.Select{From: relation}
	f := form{
		group: dialect.Column{Of: ofMap, Name: ownGroup},
		known: []dialect.Expr{dialect.Column{Of: ofMap, Name: ownKnown}},
		kept:  dialect.Column{Of: ofMap, Name: ownKept},

		people: dialect.Column{Of: ofMap, Name: ownPeople},
	}
	var on dialect.All
	for i := range r.qi {
		rows.Items = append(rows.Items, keys(i, dialect.Column{Of: alias, Name: value(i)}, r.mapTypes[i])...)
		rows.Items = append(rows.Items, dialect.Item{X: dialect.Column{Of: alias, Name: label(i)}, As: own("l", i)})
		f.labels = append(f.labels, dialect.Column{Of: ofMap, Name: own("l", i)})
		on = append(on, sameKey(i, ofMap)...)
	}
	id := dialect.Column{Of: alias, Name: group}
	rows.Items = append(rows.Items,
		dialect.Item{X: id, As: ownGroup},
		dialect.Item{X: dialect.Column{Of: alias, Name: people}, As: ownPeople},
		dialect.Item{X: dialect.Number(1), As: ownKnown},
		dialect.Item{X: dialect.Case{When: dialect.Null{X: id}, Then: dialect.Number(0), Else: dialect.Number(1)}, As: ownKept})
	f.joins = []joined{{dialect.Sub{Query: rows, As: ofMap}, on}}
	return f
}

// mapForm reads the map from a table of the engine's.
func (r *recipe) mapForm() form {
	f := r.whole(dialect.Table{Source: dialect.Source{Name: r.mapThere}, As: ofMap}, ofMap,
		func(i int) string { return r.qi[i] }, func(i int) string { return r.qi[i] + labelSuffix }, groupName, peopleName)
	f.needsName = true
	return f
}

var (
	textType  = dialect.Type{Kind: dialect.Text}
	wholeType = dialect.Type{Kind: dialect.Integer}
)

// valuesForm has the map's rows in the statement.
func (r *recipe) valuesForm(m *knownMap) form {
	v := dialect.Values{As: ofValues}
	for i := range r.qi {
		v.Columns = append(v.Columns, own("v", i), own("l", i))
	}
	v.Columns = append(v.Columns, ownGroup, ownPeople)
	for row := range m.size() {
		var cells []dialect.Expr
		for i := range r.qi {
			cells = append(cells, m.values[i].literal(m.values[i].codes[row], r.mapTypes[i]), m.labels[i].literal(m.labels[i].codes[row], textType))
		}
		v.Rows = append(v.Rows, append(cells, m.group.literal(m.group.codes[row], wholeType), dialect.Number(m.people[row])))
	}
	return r.whole(v, ofValues, func(i int) string { return own("v", i) }, func(i int) string { return own("l", i) }, ownGroup, ownPeople)
}

func (c *knownColumn) literal(code int32, t dialect.Type) dialect.Expr {
	return dialect.Literal{Type: t, Text: c.texts[code]}
}

// levelsForm has a table of each column in the statement, with the number of the label of
// each value, and one of the groups, by these numbers.
func (r *recipe) levelsForm(m *knownMap) form {
	f := form{
		group: dialect.Column{Of: ofGroups, Name: ownGroup}, kept: dialect.Column{Of: ofGroups, Name: ownKept},
		people: dialect.Column{Of: ofGroups, Name: ownPeople},
	}
	groups := dialect.Values{As: ofGroups}
	var onLabels dialect.All
	for i := range r.qi {
		alias := own("m", i)
		f.joins = append(f.joins, joined{dialect.Sub{Query: r.level(m, i), As: alias}, sameKey(i, alias)})
		f.labels = append(f.labels, dialect.Column{Of: alias, Name: own("l", i)})
		f.known = append(f.known, dialect.Column{Of: alias, Name: ownKnown})
		groups.Columns = append(groups.Columns, own("n", i))
		f.by = append(f.by, dialect.Column{Of: ofGroups, Name: own("n", i)})
		onLabels = append(onLabels, dialect.Compare{
			Left: dialect.Column{Of: alias, Name: own("n", i)}, Op: "=", Right: dialect.Column{Of: ofGroups, Name: own("n", i)},
		})
	}
	groups.Columns = append(groups.Columns, ownGroup, ownKept, ownPeople)
	for i, row := range m.groups {
		var cells []dialect.Expr
		for c := range r.qi {
			cells = append(cells, dialect.Number(m.labels[c].codes[row]))
		}
		groups.Rows = append(groups.Rows, append(cells, m.group.literal(m.group.codes[row], wholeType), dialect.Number(1), dialect.Number(m.peopleOf[i])))
	}
	if len(groups.Rows) == 0 {
		// A relation has rows: one that no labels have.
		cells := make([]dialect.Expr, len(r.qi), len(r.qi)+3)
		for i := range cells {
			cells[i] = dialect.Number(noLabel - 1)
		}
		groups.Rows = append(groups.Rows, append(cells, dialect.Literal{Type: wholeType}, dialect.Number(0), dialect.Number(0)))
	}
	f.joins = append(f.joins, joined{groups, onLabels})
	return f
}

// level is the query of the table of a column: its keys, and the label of each value.
func (r *recipe) level(m *knownMap, i int) dialect.Query {
	v := dialect.Values{As: ofValues, Columns: []string{own("v", i), own("l", i), own("n", i)}}
	c, labels := &m.values[i], &m.labels[i]
	for code := range c.texts {
		number := m.label[i][code]
		label := dialect.Expr(dialect.Literal{Type: textType})
		if number != noLabel {
			label = labels.literal(number, textType)
		}
		v.Rows = append(v.Rows, []dialect.Expr{c.literal(int32(code), r.mapTypes[i]), label, dialect.Number(number)})
	}
	in := func(name string) dialect.Column { return dialect.Column{Of: ofValues, Name: name} }
	return dialect.Select{
		Items: append(keys(i, in(v.Columns[0]), r.mapTypes[i]),
			dialect.Item{X: in(v.Columns[1]), As: v.Columns[1]}, dialect.Item{X: in(v.Columns[2]), As: v.Columns[2]},
			dialect.Item{X: dialect.Number(1), As: ownKnown}),
		From: v,
	}
}

// tableKeys is the query of the table's keys, and of columns as they are released.
func (r *recipe) tableKeys(others []string) dialect.Select {
	q := dialect.Select{From: r.table()}
	for i, name := range r.qi {
		q.Items = append(q.Items, keys(i, dialect.Column{Of: ofTable, Name: name}, r.mapTypes[i])...)
	}
	for i, name := range others {
		q.Items = append(q.Items, dialect.Item{X: dialect.Show{X: r.group(name), Type: r.typeOf(name)}, As: own("o", i)})
	}
	return q
}

// joinAll joins the table's keys with a form.
func (f *form) joinAll(keys dialect.Select, outer bool) dialect.Relation {
	relation := dialect.Relation(dialect.Sub{Query: keys, As: ofTable})
	for _, j := range f.joins {
		relation = dialect.Join{Left: relation, Right: j.relation, On: j.on, Outer: outer}
	}
	return relation
}

// releaseQuery is the query of the release.
func (r *recipe) releaseQuery(f form) dialect.Query {
	others := slices.Concat(r.sensitive, r.columns)
	q := dialect.Select{
		From: f.joinAll(r.tableKeys(others), false),
		// Engines estimate this from the statistics of the map, and choose a hash join.
		Where:    dialect.Given{X: f.group},
		Shuffled: groupName,
	}
	for i, name := range r.qi {
		q.Items = append(q.Items, dialect.Item{X: f.labels[i], As: name})
	}
	for i, name := range others {
		q.Items = append(q.Items, dialect.Item{X: dialect.Column{Of: ofTable, Name: own("o", i)}, As: name})
	}
	q.Items = append(q.Items, dialect.Item{X: f.group, As: groupName})
	return q
}

// counts are the numbers of the step count: the rows of the table and of the release; the
// rows that the map has no group for, and those that it does not know; combinations with a
// group that have other numbers of people than in the map; and the rows with a group, which
// the result does not show, since they must be those of the release.
var counts = []string{"rows", "released", "left_out", "new", "changed", "with_group"}

// countQuery is the query of the step count.
func (r *recipe) countQuery(f form) dialect.Query {
	// Rows of numbers, of which all but some are 0.
	row := func(from dialect.Relation, numbers map[int]dialect.Expr) dialect.Select {
		q := dialect.Select{From: from}
		for i := range counts {
			x, ok := numbers[i]
			if !ok {
				x = dialect.Number(0)
			}
			q.Items = append(q.Items, dialect.Item{X: x, As: own("c", i)})
		}
		return q
	}
	sumWhere := func(then dialect.Expr, all ...dialect.Expr) dialect.Expr {
		return dialect.Or{X: dialect.Sum{X: dialect.Case{When: dialect.All(all), Then: then, Else: dialect.Number(0)}}}
	}
	known := len(f.known)
	is := func(name, op string, n int) dialect.Expr {
		return dialect.Compare{Left: of(name), Op: op, Right: dialect.Number(n)}
	}
	n := of(rowsName)
	numbers := dialect.Union{
		row(r.table(), map[int]dialect.Expr{0: dialect.Count{}}),
		row(dialect.Table{Source: dialect.Source{Name: r.release}, As: ofTable}, map[int]dialect.Expr{1: dialect.Count{}}),
		row(dialect.Sub{Query: r.combinations(f), As: ofRows}, map[int]dialect.Expr{
			2: sumWhere(n, is(ownKnown, "=", known), is(ownKept, "=", 0)),
			3: sumWhere(n, is(ownKnown, "<", known)),
			4: sumWhere(dialect.Number(1), is(ownKnown, "=", known), is(ownKept, "=", 1), dialect.Compare{Left: n, Op: "<>", Right: of(ownPeople)}),
			5: sumWhere(n, is(ownKnown, "=", known), is(ownKept, "=", 1)),
		}),
	}
	q := dialect.Select{From: dialect.Sub{Query: numbers, As: ofRows}}
	var ok dialect.All
	for i, expected := range []int64{r.people, r.released, r.people - r.released, 0, 0, r.released} {
		sum := dialect.Sum{X: of(own("c", i))}
		if i < len(counts)-1 {
			q.Items = append(q.Items, dialect.Item{X: sum, As: counts[i]})
		}
		ok = append(ok, dialect.Compare{Left: sum, Op: "=", Right: dialect.Number(expected)})
	}
	q.Items = append(q.Items, dialect.Item{X: dialect.Truth{X: ok}, As: "ok"})
	return q
}

// combinations is the query of the table's combinations as the map has them: how many rows
// they have, whether they are known and kept, and how many people the map has there.
func (r *recipe) combinations(f form) dialect.Select {
	counted := dialect.Select{From: dialect.Sub{Query: r.tableKeys(nil), As: ofTable}}
	for i := range r.qi {
		for _, letter := range []string{"k", "s"} {
			key := dialect.Column{Of: ofTable, Name: own(letter, i)}
			counted.Items = append(counted.Items, dialect.Item{X: key, As: key.Name})
			counted.By = append(counted.By, key)
		}
	}
	counted.Items = append(counted.Items, dialect.Item{X: dialect.Count{}, As: rowsName})
	known := dialect.Expr(dialect.Or{X: f.known[0]})
	for _, x := range f.known[1:] {
		known = dialect.Plus{Left: known, Right: dialect.Or{X: x}}
	}
	kept, people := dialect.Or{X: f.kept}, dialect.Or{X: f.people}
	n := dialect.Expr(dialect.Column{Of: ofTable, Name: rowsName})
	q := dialect.Select{From: f.joinAll(counted, true)}
	if f.by != nil {
		n = dialect.Sum{X: n}
		q.By = append([]dialect.Expr{known, kept, people}, f.by...)
	}
	q.Items = []dialect.Item{{X: known, As: ownKnown}, {X: kept, As: ownKept}, {X: people, As: ownPeople}, {X: n, As: rowsName}}
	return q
}

// cellsOfRelease is the query of the step cells.
func (r *recipe) cellsOfRelease() dialect.Query {
	in := there{
		dialect: r.dialect, source: dialect.Source{Name: r.release}, sensitive: r.sensitive, others: r.columns,
		qi: append(slices.Clip(r.qi), groupName), types: map[string]dialect.Type{groupName: wholeType},
	}
	for _, name := range r.qi {
		in.types[call.Folded(name)] = textType
	}
	for _, name := range slices.Concat(r.sensitive, r.columns) {
		in.types[call.Folded(name)] = r.typeOf(name)
	}
	return in.cells("", "one")
}
