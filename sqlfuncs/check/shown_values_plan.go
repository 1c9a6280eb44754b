package check

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// boundsType is the type of a column of output := 'bounds'.
const boundsType = `STRUCT\("?low"? .*, "?high"? .*, "?has_null"? BOOLEAN, "?label"? VARCHAR\)`

// What labels say, and which values they show, of all columns at once: i says of which, as in
// __skyline_lone. A CTE for each column would say the same, but what DuckDB takes to optimise
// a statement grows with the square of their number. So values of all types are compared as
// their texts, which are the same exactly if the values are. These are the CTEs, in their
// order:
//
//	__skyline_column_labels  the labels of the columns, as texts or as bounds
//	__skyline_label_texts    the texts in them that stand for values
//	__skyline_members        the values that stand in them, as ends and members
//	__skyline_read_values    the texts v of the values that all of these show
func (x *exactValues) addShownValues(p *sqltext.Plan) {
	x.addLabels(p)
	x.addTexts(p)
	x.addMembers(p)
	x.addValues(p)
}

// ofColumn is what of returns for the column that i says, whose number, from 1, it gets.
func (x *exactValues) ofColumn(i sqltext.SQL, of func(at int, number sqltext.SQL) sqltext.SQL) sqltext.SQL {
	return sqltext.Fill("CASE {i} {cases} END", sqltext.Args{"i": i, "cases": sqltext.Join("\n", sqltext.Map(x.QI, func(at int, _ string) sqltext.SQL {
		return sqltext.Fill("WHEN {set} THEN {of}", sqltext.Args{"set": x.set(at), "of": of(at, sqltext.Int(int64(at+1)))})
	})...)})
}

// textOfColumn is the text of the column that i says, of columns with a prefix.
func (x *exactValues) textOfColumn(i, prefix sqltext.SQL) sqltext.SQL {
	return x.ofColumn(i, func(_ int, number sqltext.SQL) sqltext.SQL { return sqltext.TextOf(prefix + number) })
}

// addLabels adds the labels: t is the text, and b are the bounds where it is of
// output := 'bounds'. Grouped by its text, a STRUCT is read back from it.
func (x *exactValues) addLabels(p *sqltext.Plan) {
	p.Keep("__skyline_column_labels", "the labels of the columns as texts, or as bounds", sqltext.Fill(`
		SELECT i, t, is_bounds, CASE WHEN is_bounds THEN CASE WHEN t IS NULL OR {bounds} IS NOT NULL THEN {bounds} ELSE {fail} END END AS b
		FROM (
		    SELECT l.i, {text} AS t, {is_bounds} AS is_bounds
		    FROM __skyline_all_labels AS l CROSS JOIN {types} AS o
		)
	`, sqltext.Args{
		"text": x.textOfColumn("l.i", "l.q"), "types": people.Types,
		"is_bounds": x.ofColumn("l.i", func(_ int, number sqltext.SQL) sqltext.SQL { return sqltext.HasType("o.o"+number, boundsType) }),
		"bounds":    "TRY_CAST(t AS STRUCT(low VARCHAR, high VARCHAR, has_null BOOLEAN, label VARCHAR))",
		"fail":      x.Fail("tbl has bounds whose text cannot be read back; check a release with output := 'generalized'"),
	}))
}

// addTexts adds the texts t that stand for values in the labels, NULL for NULL. whole says
// that one may be a value, open that it may be read as a range or a set.
func (x *exactValues) addTexts(p *sqltext.Plan) {
	whole, open, known := sqltext.SQL("true"), sqltext.SQL("true"), sqltext.SQL("")
	if x.hierarchies != "" {
		whole, open = "h.label IS NULL OR NOT h.stands_for_others", "h.label IS NULL"
		known = sqltext.Fill(" LEFT JOIN ({known}) AS h ON h.attribute = {attribute} AND {label} = {text}", sqltext.Args{
			"known": knownLabels(), "label": sqltext.Bytewise("h.label"), "text": sqltext.Bytewise("x.t"),
			"attribute": x.ofColumn("x.i", func(at int, _ sqltext.SQL) sqltext.SQL { return call.AttributeOf(x.QI[at]) }),
		})
	}
	p.Keep("__skyline_label_texts", "the texts that stand for values in them, and how they can be read", sqltext.Fill(`
		SELECT DISTINCT x.i, x.t, {whole} AS whole, {open} AS open
		FROM (
		    SELECT i, t FROM __skyline_column_labels WHERE NOT is_bounds
		    UNION ALL
		    SELECT i, t FROM (SELECT i, UNNEST(list_value(b.low, b.high, b.label)) AS t FROM __skyline_column_labels WHERE is_bounds) WHERE t IS NOT NULL
		    UNION ALL
		    SELECT i, NULL FROM __skyline_column_labels WHERE is_bounds AND (b IS NULL OR b.has_null)
		) AS x{known}
	`, sqltext.Args{"whole": whole, "open": open, "known": known}))
}

// knownLabels is the SELECT of the labels that hierarchies have, and whether they stand for
// other values than the one with this text.
func knownLabels() sqltext.SQL {
	return sqltext.Fill(`
		SELECT attribute, label, bool_or(value IS DISTINCT FROM {label}) AS stands_for_others
		FROM {hierarchies}
		WHERE level >= 1
		GROUP BY attribute, label
	`, sqltext.Args{"label": sqltext.Encoded("label"), "hierarchies": call.HierarchyRows})
}

// addMembers adds the values that stand in labels, as ends and members, NULL for NULL. In
// releases that were made before values were quoted, such a one may be as many parts of the
// label as the values with most commas have.
func (x *exactValues) addMembers(p *sqltext.Plan) {
	p.Keep("__skyline_members", "the values that stand in labels, as ends and members", sqltext.Fill(`
		SELECT x.i, UNNEST(__skyline_label_shown(x.t, coalesce(commas.most, 0))) AS t
		FROM __skyline_label_texts AS x LEFT JOIN (SELECT i, max({commas}) AS most FROM __skyline_lone GROUP BY i) AS commas ON commas.i = x.i
		WHERE x.open AND x.t IS NOT NULL
	`, sqltext.Args{"commas": x.ofColumn("i", func(_ int, number sqltext.SQL) sqltext.SQL {
		return sqltext.Fill("CASE WHEN typeof({key}) = 'VARCHAR' THEN (length({key}::VARCHAR) - length(replace({key}::VARCHAR, ', ', ''))) // 2 END", sqltext.Args{"key": "k" + number})
	})}))
}

// addValues adds the texts of the values that the labels show: those of texts, read in the
// type of the original, and NULL where some text stands for it.
func (x *exactValues) addValues(p *sqltext.Plan) {
	p.Keep("__skyline_read_values", "the values that the labels of the columns show", sqltext.Fill(`
		SELECT DISTINCT i, v
		FROM (
		    SELECT i, {text} AS v
		    FROM (
		        SELECT x.i, {values}
		        FROM (
		            SELECT x.i, {texts}
		            FROM (
		                SELECT i, t FROM __skyline_label_texts WHERE whole AND t IS NOT NULL
		                UNION ALL
		                SELECT i, t FROM __skyline_members WHERE t IS NOT NULL
		            ) AS x CROSS JOIN __skyline_original_types AS t
		        ) AS x CROSS JOIN __skyline_original_types AS t
		    )
		)
		WHERE v IS NOT NULL
		UNION ALL
		SELECT DISTINCT i, NULL FROM (SELECT i, t FROM __skyline_label_texts UNION ALL SELECT i, t FROM __skyline_members) WHERE t IS NULL
	`, sqltext.Args{
		"text": x.textOfColumn("i", "v"),
		"values": sqltext.Join(",\n", sqltext.Map(x.QI, func(at int, _ string) sqltext.SQL {
			number := sqltext.Int(int64(at + 1))
			own := "t.o" + number
			return sqltext.WhollyLike("x.t"+number, own) + " AS v" + number
		})...),
		// The text is chosen, not the value: DuckDB 1 has no CASE of arrays.
		"texts": sqltext.Join(",\n", sqltext.Map(x.QI, func(at int, _ string) sqltext.SQL {
			number := sqltext.Int(int64(at + 1))
			return sqltext.Fill("CASE WHEN x.i = {set} AND {bracketless} THEN x.t END AS t{number}",
				sqltext.Args{"set": x.set(at), "bracketless": bracketless("t.o" + number), "number": number})
		})...),
	}))
}

// bracketless is true where a text x.t may be one of the type of a column. Many labels are
// ranges, and casts that fail are slow.
func bracketless(own sqltext.SQL) sqltext.SQL {
	return sqltext.Fill(`NOT ({has_none} AND regexp_matches(x.t, '^[\[{*]'))`,
		sqltext.Args{"has_none": sqltext.HasType(own, sqltext.NumericTypes+`|DATE|TIME[^\[]*|INTERVAL|BOOLEAN`)})
}
