package recipe

import (
	"fmt"

	"skyline/engine/partition"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/release"
	"skyline/sqlfuncs/sqltext"
)

// How the rows of the table and of the recipe become codes.

// The CTEs of what is to be coded, and of both in codes.
const (
	// different are the different values q1…qk of the table's rows, and how many rows n, each
	// as often as its weight says, have them; with countsPersons, how many persons do.
	different = sqltext.SQL("__skyline_different")
	// keyTypes is a row of NULLs q1…qk, in their types.
	keyTypes = sqltext.SQL("__skyline_key_types")

	codedRecipeName = sqltext.SQL("__skyline_coded_recipe")
	codedTable      = sqltext.SQL("__skyline_coded_table")
)

// addDifferent adds different and keyTypes.
func (p *application) addDifferent() {
	keys := sqltext.List(p.Keys())
	columns := sqltext.Map(p.QI, func(i int, name string) sqltext.SQL { return p.Key(name) + " AS " + p.Keys()[i] })
	n, guard := sqltext.SQL("count(*)"), sqltext.SQL("")
	if p.Weight != "" {
		weight := p.Column(p.Weight) + " AS w"
		// It stands behind the kernel too: of no rows nothing else looks at it.
		p.Guard("__skyline_integer", "a weight is an integer", sqltext.Fill("SELECT {ok} AS ok FROM (SELECT {weight} FROM {source} AS tbl WHERE false UNION ALL SELECT NULL)",
			sqltext.Args{"ok": p.WeightIsInteger("tbl"), "weight": weight, "source": p.Source}))
		columns, guard = append(columns, weight), ", __skyline_integer AS guard WHERE guard.ok"
		n = sqltext.Fill("CASE WHEN sum({weight}) > {most} THEN {fail} ELSE sum({weight})::BIGINT END", sqltext.Args{
			"weight": p.WeightOfRow("tbl"), "most": sqltext.Int(partition.MaxPeople), "fail": p.Fail(call.TooManyPeople("the table")),
		})
	}
	persons := sqltext.SQL("")
	if p.countsPersons {
		columns = append(columns, p.Key(p.Person)+" AS p")
		persons = sqltext.Fill(", CASE WHEN count(p) < count(*) THEN {null} ELSE count(DISTINCT p) END AS persons", sqltext.Args{"null": p.NullPerson()})
	}
	p.Keep(different, "the table's different rows, and how many people have each", sqltext.Fill(`
		SELECT {keys}, {n} AS n{persons}
		FROM (SELECT {columns} FROM {source} AS tbl{guard})
		GROUP BY {keys}
	`, sqltext.Args{"keys": keys, "n": n, "persons": persons, "columns": sqltext.List(columns), "source": p.Source, "guard": guard}))
	p.With(keyTypes, "the types of q1, …: a row of NULLs", sqltext.Fill("SELECT {keys} FROM {different} WHERE false UNION ALL SELECT {nulls}",
		sqltext.Args{"keys": keys, "different": different, "nulls": sqltext.List(sqltext.Numbered(len(p.QI), "NULL"))}))
}

// bounds is the CTE of the ends of the recipe's ranges in a column: text, by its bytes, and
// the value v in the column's type, NULL where there is none, or where the recipe was made
// of a type with another order.
func bounds(i int) sqltext.SQL { return "__skyline_bounds" + sqltext.Int(int64(i)+1) }

// codedBounds is the CTE of the codes c of bounds.
func codedBounds(i int) sqltext.SQL { return "__skyline_coded_bounds" + sqltext.Int(int64(i)+1) }

// otherTypes is the way out where bounds cannot be read.
const otherTypes = "; apply it to columns of the types that it was made of"

// addDictionaries adds the bounds and the dictionaries of the columns, and the guard that bounds could be
// read: one for all columns, since it is joined with what the kernel is given.
func (p *application) addDictionaries() {
	for i := range p.QI {
		p.addDictionary(i)
	}
	p.Guard("__skyline_read_bounds", "the bounds are values of the columns' types", sqltext.Fill("SELECT bool_and(ok) AS ok FROM ({each})", sqltext.Args{
		"each": sqltext.Join("\nUNION ALL\n", sqltext.Map(p.QI, func(i int, name string) sqltext.SQL {
			return sqltext.Fill(`
				SELECT CASE WHEN n > 0 THEN {fail} ELSE true END AS ok
				FROM (SELECT count(*) AS n FROM {bounds} WHERE {text} IS DISTINCT FROM text)
			`, sqltext.Args{
				"fail": p.Call.FailCounted("recipe must have, as low and high of "+string(sqltext.Ident(name))+", values of its type in tbl, and the number of others is ", "n", otherTypes),
				"text": sqltext.Encoded(sqltext.TextOf("v")), "bounds": bounds(i),
			})
		})...),
	}))
}

// addDictionary adds bounds and the dictionary of a column.
func (p *application) addDictionary(i int) {
	key := p.Keys()[i]
	p.Keep(bounds(i), fmt.Sprintf("the ends of the recipe's ranges of %s, as values", key), sqltext.Fill(`
		SELECT b.text, CASE WHEN b.type IS NULL OR {made_of} = {applied_to} THEN {value} END AS v
		FROM (
		    SELECT low AS text, type FROM {ranges}
		    UNION
		    SELECT high, type FROM {ranges}
		) AS b CROSS JOIN {types} AS t
		WHERE b.text IS NOT NULL
	`, sqltext.Args{
		"made_of": orderOf("b.type"), "applied_to": orderOf("typeof(t." + key + ")"), "value": sqltext.CastLike(sqltext.Decoded("b.text"), "t."+key),
		"ranges": rowsOf(i, coversOfRanges...), "types": keyTypes,
	}))
	p.Keep(release.Dictionary(i), fmt.Sprintf("the codes of %s: its values, and those bounds, in their order", key), sqltext.Fill(`
		SELECT v, row_number() OVER (ORDER BY v ASC NULLS LAST) - 1 AS c
		FROM (
		    SELECT DISTINCT v
		    FROM (SELECT {key} AS v FROM {different} UNION ALL SELECT v FROM {bounds})
		)
	`, sqltext.Args{"key": key, "different": different, "bounds": bounds(i)}))
	p.With(codedBounds(i), "the codes of those bounds", sqltext.Fill("SELECT b.text, d.c FROM {bounds} AS b JOIN {dictionary} AS d ON d.v = b.v",
		sqltext.Args{"bounds": bounds(i), "dictionary": release.Dictionary(i)}))
}

// rowsOf are the rows of the recipe that cover such a thing of a column.
func rowsOf(i int, covers ...string) sqltext.SQL {
	return sqltext.Fill("(SELECT * FROM {rows} WHERE i = {i} AND covers IN ({covers}))", sqltext.Args{
		"rows": recipeRows, "i": sqltext.Int(int64(i)),
		"covers": sqltext.List(sqltext.Map(covers, func(_ int, text string) sqltext.SQL { return sqltext.Text(text) })),
	})
}

// addCodedRecipe adds the CTE of the recipe that is kept for the kernel.
func (p *application) addCodedRecipe() {
	var parts []sqltext.SQL
	for i := range p.QI {
		parts = append(parts, codedValues(i), p.codedRanges(i))
	}
	parts = append(parts, sqltext.Fill(`
		SELECT i, id, true AS is_node, covers = {except} AS is_except, NULL AS first, NULL AS last, level, label, coalesce({value}, label) AS node
		FROM {rows}
		WHERE i IS NOT NULL AND (covers = {node} OR covers = {except} AND level > 0)
	`, sqltext.Args{"rows": recipeRows, "node": sqltext.Text(coversNode), "except": sqltext.Text(coversExcept), "value": sqltext.Decoded("value")}))
	p.With(codedRecipeName, "the recipe in codes, kept for the kernel", sqltext.Fill(`
		SELECT __skyline_recipe({key}, {function}, r.i, known.g, r.is_node, r.is_except, r.first, r.last, r.level, r.label, r.node, {apart}) AS recipe
		FROM (
		    {parts}
		) AS r LEFT JOIN {groups} AS known ON known.id = r.id
	`, sqltext.Args{
		"key": sqltext.PlanKey, "function": sqltext.Text(p.Call.Function.Name), "apart": sqltext.Apart,
		"parts": sqltext.Join("\nUNION ALL\n", parts...), "groups": recipeGroups,
	}))
}

// codedValues is the SELECT of the recipe's rows on single values of a column. A value that
// the table does not have has no code.
func codedValues(i int) sqltext.SQL {
	return sqltext.Fill(`
		SELECT r.i, r.id, false AS is_node, r.covers = {except} AS is_except, d.c AS first, d.c AS last, r.level, r.label, NULL AS node
		FROM {values} AS r
		LEFT JOIN (SELECT c, {text} AS text FROM {dictionary}) AS d ON d.text IS NOT DISTINCT FROM r.value
		WHERE r.covers <> {except} OR r.level = 0
	`, sqltext.Args{"except": sqltext.Text(coversExcept), "values": rowsOf(i, coversValue, coversNull, coversExcept), "text": sqltext.Encoded(sqltext.TextOf("v")), "dictionary": release.Dictionary(i)})
}

// codedRanges is that of its rows on ranges. Without a lower end they begin with the first code,
// and without an upper end they end with the last one of a number: NULL and NaN are none.
func (p *application) codedRanges(i int) sqltext.SQL {
	return sqltext.Fill(`
		SELECT i, id, false AS is_node, false AS is_except, CASE WHEN first <= last THEN first END AS first, CASE WHEN first <= last THEN last END AS last, level, label, NULL AS node
		FROM (
		    SELECT r.*, CASE WHEN r.low IS NULL THEN 0 ELSE low.c END AS first,
		        CASE WHEN low.c > high.c THEN {fail} WHEN r.covers = {below} THEN high.c - 1 WHEN r.high IS NULL THEN d.last ELSE high.c END AS last
		    FROM {ranges} AS r
		    LEFT JOIN {bounds} AS low ON low.text = r.low
		    LEFT JOIN {bounds} AS high ON high.text = r.high
		    CROSS JOIN (SELECT max(c) AS last FROM {dictionary} WHERE v IS NOT NULL AND {text} <> 'nan') AS d
		)
	`, sqltext.Args{
		"below": sqltext.Text(coversBelow), "dictionary": release.Dictionary(i), "text": sqltext.TextOf("v"),
		"fail":   p.Fail("recipe must have, as low and high of " + string(sqltext.Ident(p.QI[i])) + ", values in their order in tbl" + otherTypes),
		"ranges": rowsOf(i, coversOfRanges...), "bounds": codedBounds(i),
	})
}

// addCodedTable adds the CTE of the table that is kept for the kernel.
func (p *application) addCodedTable() {
	p.With(codedTable, "the table's different rows in codes, kept for the kernel", sqltext.Fill(`
		SELECT __skyline_coded({key}, {function}, {codes}, x.n, {apart}) AS coded
		FROM {different} AS x
		{dictionaries}
	`, sqltext.Args{
		"key": sqltext.PlanKey, "function": sqltext.Text(p.Call.Function.Name), "apart": sqltext.Apart, "codes": release.Codes(len(p.QI)),
		"different": different, "dictionaries": release.Dictionaries(sqltext.Prefixed("x", p.Keys())),
	}))
}
