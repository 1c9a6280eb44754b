package recipe

import (
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

// The CTEs of the ends of the recipe's ranges, each of all columns, so that a plan has as many
// operators for hundreds of them as for two.
const (
	// bounds are the ends: the column's number i, their text, by its bytes, and the type that the
	// recipe was made of; fits is whether the column's own type has the same order.
	bounds = sqltext.SQL("__skyline_bounds")
	// boundValues are those that fit, as values q1…qk in the columns' types: each row has one of
	// each column, or NULL where there is no other.
	boundValues = sqltext.SQL("__skyline_bound_values")
	// codedBounds are bounds, and their codes c, NULL where there is no such value.
	codedBounds = sqltext.SQL("__skyline_coded_bounds")
)

// otherTypes is the way out where bounds cannot be read.
const otherTypes = "; apply it to columns of the types that it was made of"

// addValues adds the bounds, the codes of the values and bounds of all columns, and the guard that
// bounds could be read.
func (p *application) addValues() {
	n, keys := sqltext.Int(int64(len(p.QI))), p.Keys()
	p.Keep(bounds, "the ends of the recipe's ranges, and whether they are of their column's type", sqltext.Fill(`
		SELECT b.*, b.type IS NULL OR {made_of} = {applied_to} AS fits
		FROM (
		    SELECT i, low AS text, type FROM {ranges}
		    UNION
		    SELECT i, high, type FROM {ranges}
		) AS b JOIN (SELECT UNNEST(range({n})) AS i, UNNEST(list_value({types})) AS type FROM {key_types}) AS t ON t.i = b.i
		WHERE b.text IS NOT NULL
	`, sqltext.Args{
		"made_of": orderOf("b.type"), "applied_to": orderOf("t.type"), "ranges": rowsOf(coversOfRanges...), "n": n, "key_types": keyTypes,
		"types": sqltext.List(sqltext.Map(keys, func(_ int, key sqltext.SQL) sqltext.SQL { return "typeof(" + key + ")" })),
	}))
	p.Keep(boundValues, "those ends as values", sqltext.Fill(`
		SELECT {values}
		FROM (
		    SELECT map(list(i::BIGINT ORDER BY i ASC), list(text ORDER BY i ASC)) AS texts
		    FROM (
		        SELECT i, text, row_number() OVER (PARTITION BY i ORDER BY text ASC) AS number
		        FROM (SELECT DISTINCT i, text FROM {bounds} WHERE fits)
		    )
		    GROUP BY number
		) AS b CROSS JOIN {types} AS t
	`, sqltext.Args{
		"values": sqltext.List(sqltext.Map(keys, func(i int, key sqltext.SQL) sqltext.SQL {
			text := sqltext.Fill("map_extract_value(b.texts, {i}::BIGINT)", sqltext.Args{"i": sqltext.Int(int64(i))})
			return sqltext.CastLike(sqltext.Decoded(text), "t."+key) + " AS " + key
		})), "bounds": bounds, "types": keyTypes,
	}))
	p.AddValuesOf(different, boundValues)
	p.Keep(codedBounds, "the ends of ranges, and their codes", sqltext.Fill(`
		SELECT b.i, b.text, d.c
		FROM {bounds} AS b
		LEFT JOIN (SELECT i, c, {text} AS text FROM {texts}) AS d ON d.i = b.i AND d.text = CASE WHEN b.fits THEN b.text END
	`, sqltext.Args{"bounds": bounds, "text": sqltext.Encoded("text"), "texts": release.ValueTexts}))
	p.Guard("__skyline_read_bounds", "the ends of ranges are values of the columns' types", sqltext.Fill(`
		SELECT CASE WHEN count(*) > 0 THEN {fail} ELSE true END AS ok
		FROM (SELECT i, count(*) AS n FROM {bounds} WHERE c IS NULL GROUP BY i)
	`, sqltext.Args{
		"fail":   p.Call.FailCounted("recipe must have, as low and high of ", nameOf(p.QI, "min(i) + 1")+", "+sqltext.Text(", values of its type in tbl, and the number of others is ")+", arg_min(n, i)", otherTypes),
		"bounds": codedBounds,
	}))
}

// nameOf is the name of the column of a number, from 1, as errors have it.
func nameOf(columns []string, number sqltext.SQL) sqltext.SQL {
	names := make([]string, len(columns))
	for i, name := range columns {
		names[i] = string(sqltext.Ident(name))
	}
	return sqltext.Element(sqltext.Texts(names), number)
}

// rowsOf are the rows of the recipe that cover such a thing of a column.
func rowsOf(covers ...string) sqltext.SQL {
	return sqltext.Fill("(SELECT * FROM {rows} WHERE i IS NOT NULL AND covers IN ({covers}))", sqltext.Args{
		"rows":   recipeRows,
		"covers": sqltext.List(sqltext.Map(covers, func(_ int, text string) sqltext.SQL { return sqltext.Text(text) })),
	})
}

// addCodedRecipe adds the CTE of the recipe that is kept for the kernel.
func (p *application) addCodedRecipe() {
	nodes := sqltext.Fill(`
		SELECT i, id, true AS is_node, covers = {except} AS is_except, NULL AS first, NULL AS last, level, label, coalesce({value}, label) AS node
		FROM {rows}
		WHERE i IS NOT NULL AND (covers = {node} OR covers = {except} AND level > 0)
	`, sqltext.Args{"rows": recipeRows, "node": sqltext.Text(coversNode), "except": sqltext.Text(coversExcept), "value": sqltext.Decoded("value")})
	p.With(codedRecipeName, "the recipe in codes, kept for the kernel", sqltext.Fill(`
		SELECT __skyline_recipe({key}, {function}, r.i, known.g, r.is_node, r.is_except, r.first, r.last, r.level, r.label, r.node, {apart}) AS recipe
		FROM (
		    {parts}
		) AS r LEFT JOIN {groups} AS known ON known.id = r.id
	`, sqltext.Args{
		"key": sqltext.PlanKey, "function": sqltext.Text(p.Call.Function.Name), "apart": sqltext.Apart,
		"parts": sqltext.Join("\nUNION ALL\n", codedValues, p.codedRanges(), nodes), "groups": recipeGroups,
	}))
}

// codedValues is the SELECT of the recipe's rows on single values. A value that the table does
// not have has no code.
var codedValues = sqltext.Fill(`
	SELECT r.i, r.id, false AS is_node, r.covers = {except} AS is_except, d.c AS first, d.c AS last, r.level, r.label, NULL AS node
	FROM {values} AS r
	LEFT JOIN (SELECT i, c, {text} AS text FROM {texts}) AS d ON d.i = r.i AND d.text IS NOT DISTINCT FROM r.value
	WHERE r.covers <> {except} OR r.level = 0
`, sqltext.Args{"except": sqltext.Text(coversExcept), "values": rowsOf(coversValue, coversNull, coversExcept), "text": sqltext.Encoded("text"), "texts": release.ValueTexts})

// codedRanges is that of its rows on ranges. Without a lower end they begin with the first code,
// and without an upper end they end with the last one of a number: NULL and NaN are none.
func (p *application) codedRanges() sqltext.SQL {
	return sqltext.Fill(`
		SELECT i, id, false AS is_node, false AS is_except, CASE WHEN first <= last THEN first END AS first, CASE WHEN first <= last THEN last END AS last, level, label, NULL AS node
		FROM (
		    SELECT r.*, CASE WHEN r.low IS NULL THEN 0 ELSE low.c END AS first,
		        CASE WHEN low.c > high.c THEN {fail} WHEN r.covers = {below} THEN high.c - 1 WHEN r.high IS NULL THEN d.last ELSE high.c END AS last
		    FROM {ranges} AS r
		    LEFT JOIN {bounds} AS low ON low.i = r.i AND low.text = r.low
		    LEFT JOIN {bounds} AS high ON high.i = r.i AND high.text = r.high
		    LEFT JOIN (SELECT i, max(c) AS last FROM {texts} WHERE text <> 'nan' GROUP BY i) AS d ON d.i = r.i
		)
	`, sqltext.Args{
		"below": sqltext.Text(coversBelow), "texts": release.ValueTexts,
		"fail":   p.Call.FailCounted("recipe must have, as low and high of ", nameOf(p.QI, "r.i + 1"), ", values in their order in tbl"+otherTypes),
		"ranges": rowsOf(coversOfRanges...), "bounds": "(SELECT DISTINCT i, text, c FROM " + codedBounds + " WHERE c IS NOT NULL)",
	})
}

// addCodedTable adds the CTE of the table that is kept for the kernel.
func (p *application) addCodedTable() {
	p.With(codedTable, "the table's different rows in codes, kept for the kernel", sqltext.Fill(`
		SELECT __skyline_coded({key}, {function}, {codes}, n, {apart}) AS coded
		FROM {rows} CROSS JOIN {values}
	`, sqltext.Args{
		"key": sqltext.PlanKey, "function": sqltext.Text(p.Call.Function.Name), "apart": sqltext.Apart, "codes": release.CodesOf("numbers"),
		"rows": release.Numbered, "values": release.ValuesName,
	}))
}
