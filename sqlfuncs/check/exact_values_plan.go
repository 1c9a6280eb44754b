package check

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// add adds the CTEs up to __skyline_shown_people: in its one row how many people there are, how
// many of them are shown, and the columns as a text.
func (x *exactValues) add(p *sqltext.Plan) {
	x.addOriginal(p)
	x.addLone(p)
	p.Keep("__skyline_all_labels", "the labels of each column; i says of which, as in __skyline_lone", sqltext.Fill(`
		SELECT GROUPING({keys}) AS i, {keys}
		FROM (SELECT {columns} FROM {source} AS tbl)
		GROUP BY GROUPING SETS ({each})
	`, sqltext.Args{
		"keys": sqltext.List(x.Keys()), "columns": sqltext.List(x.keysOf("tbl")), "source": x.Source, "each": x.eachKey(),
	}))
	if x.hierarchies != "" {
		call.AddHierarchies(p, x.hierarchies)
	}
	x.addShownValues(p)
	x.addShown(p)
}

// addOriginal adds the types of the columns of the original, as AddTypes does those of the
// release.
func (x *exactValues) addOriginal(p *sqltext.Plan) {
	own := sqltext.Numbered(len(x.QI), "o#")
	columns := sqltext.Map(x.QI, func(i int, name string) sqltext.SQL { return "original." + sqltext.Ident(name) + " AS " + own[i] })
	p.With("__skyline_original_types", "the original's types: a row of NULLs", people.TypesOf(sqltext.PlainUnion("COLUMNS(*)"), columns, x.original+" AS original"))
}

// keysOf are the quasi-identifiers q1, q2, … of a table.
func (x *exactValues) keysOf(table sqltext.SQL) []sqltext.SQL {
	keys := x.Keys()
	return sqltext.Map(x.QI, func(i int, name string) sqltext.SQL {
		return sqltext.Canonical(table+"."+sqltext.Ident(name)) + " AS " + keys[i]
	})
}

// eachKey are grouping sets of one column each.
func (x *exactValues) eachKey() sqltext.SQL {
	return sqltext.List(sqltext.Map(x.Keys(), func(_ int, key sqltext.SQL) sqltext.SQL { return "(" + key + ")" }))
}

// set is what grouping() says of the column i, counted from 0: a bit for each column that
// is not grouped by, that of the first the highest; everybody is where none is.
func (x *exactValues) set(i int) sqltext.SQL {
	return sqltext.Int((1<<len(x.QI) - 1) &^ (1 << (len(x.QI) - 1 - i)))
}

func (x *exactValues) everybody() sqltext.SQL { return sqltext.Int(1<<len(x.QI) - 1) }

// identity are the columns that tell people apart who are alone with some value: who they
// are, or all their values k1, k2, …, one of which nobody else has.
func (x *exactValues) identity(table sqltext.SQL) sqltext.SQL {
	if x.ofPersons() {
		return table + ".p"
	}
	return sqltext.List(sqltext.Prefixed(table, sqltext.Numbered(len(x.QI), "k#")))
}

// addLone adds the values of each column that one person has, with the others that this
// person has, and how many people there are.
func (x *exactValues) addLone(p *sqltext.Plan) {
	columns, firsts := x.keysOf("original"), sqltext.Numbered(len(x.QI), "first(q#) AS k#")
	n, one := sqltext.SQL("count(*)"), sqltext.SQL("n = 1")
	switch {
	case x.ofPersons():
		person := "original." + sqltext.Ident(x.Person)
		columns = append(columns, sqltext.Fill("CASE WHEN {person} IS NULL THEN {fail} ELSE {key} END AS p", sqltext.Args{
			"person": person, "key": sqltext.Canonical(person),
			"fail": x.Fail("person must not be NULL; filter such rows in a query given as original"),
		}))
		firsts = append(firsts, "first(p) AS p")
		one = "min(p) = max(p)"
	case x.Weight != "":
		columns = append(columns, "original."+sqltext.Ident(x.Weight)+" AS w")
		n = "coalesce(sum(w), 0)"
	}
	from := sqltext.Fill("SELECT {columns} FROM {original} AS original", sqltext.Args{"columns": sqltext.List(columns), "original": x.original})
	if x.Weight != "" {
		from = sqltext.Fill(`
			SELECT *
			FROM (SELECT * REPLACE (CASE WHEN {is_integer} THEN {weight} END AS w) FROM ({from}))
			WHERE w > 0
		`, sqltext.Args{"is_integer": x.WeightIsInteger("original"), "weight": x.WeightOfRow("original"), "from": from})
	}
	p.Keep("__skyline_lone", "the values of each column that one person has, i saying of which, as grouping() does; and a row of everybody", sqltext.Fill(`
		SELECT GROUPING({keys}) AS i, {firsts}, {n} AS n
		FROM ({from})
		GROUP BY GROUPING SETS ({each}, ())
		HAVING {one} OR i = {everybody}
	`, sqltext.Args{
		"keys": sqltext.List(x.Keys()), "firsts": sqltext.List(firsts), "n": n, "from": from, "each": x.eachKey(), "one": one, "everybody": x.everybody(),
	}))
}

// addShown adds __skyline_shown_people.
func (x *exactValues) addShown(p *sqltext.Plan) {
	p.Keep("__skyline_told_people", "who is alone with a value that labels show, for each column", sqltext.Fill(`
		SELECT {column} AS i, {identity}
		FROM (SELECT *, {text} AS v FROM __skyline_lone) AS a JOIN __skyline_read_values AS r ON a.i = r.i AND {alone} IS NOT DISTINCT FROM {shown}
	`, sqltext.Args{
		"column": x.ofColumn("a.i", func(at int, _ sqltext.SQL) sqltext.SQL { return sqltext.Int(int64(at)) }), "identity": x.identity("a"),
		"text": x.textOfColumn("i", "k"), "alone": sqltext.Bytewise("a.v"), "shown": sqltext.Bytewise("r.v"),
	}))
	everybody := sqltext.Fill("SELECT n AS people FROM __skyline_lone WHERE i = {everybody}", sqltext.Args{"everybody": x.everybody()})
	if x.ofPersons() {
		everybody = sqltext.Fill("SELECT count(DISTINCT {person}) AS people FROM {original} AS original",
			sqltext.Args{"person": sqltext.Canonical("original." + sqltext.Ident(x.Person)), "original": x.original})
	}
	p.With("__skyline_shown_people", "how many people there are, how many are shown, and by which columns", sqltext.Fill(`
		SELECT o.people, t.alone, __skyline_columns_shown({names}, TRY_CAST(o.people AS BIGINT), s.columns, s.alone) AS shown
		FROM ({everybody}) AS o, (
		    SELECT count(*) AS alone FROM (SELECT DISTINCT {identity} FROM __skyline_told_people AS t)
		) AS t, (
		    SELECT list(i::BIGINT ORDER BY i ASC) AS columns, list(alone ORDER BY i ASC) AS alone
		    FROM (SELECT i, count(*) AS alone FROM __skyline_told_people GROUP BY i)
		) AS s
	`, sqltext.Args{
		"names": sqltext.ColumnList(append(append([]string{}, x.QI...), "")), "everybody": everybody, "identity": x.identity("t"),
	}))
}
