package hierarchies

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// HierarchyIntervals is hierarchy_intervals.
var HierarchyIntervals = &call.Function{
	Name:      "hierarchy_intervals",
	Summary:   "A hierarchy of intervals over a column of numbers or dates, or of ages at a day.",
	Questions: []string{"How do I make a hierarchy of numbers or dates?", "How do I make ages of dates of birth?"},
	Description: "For each value of the column, the interval of each width that it is in, and `*` above them: with `widths := [10, 20]`, 34 is `[30, 39]` at level 1, `[20, 39]` at level 2 and `*` at level 3. Intervals begin at `origin` and at multiples of the width from there. In a column of integers the label has the first and the last integer, `[30, 39]`; in any other the upper bound is not in the interval, `[30, 40)`. Bounds are exact decimals.\n\n" +
		"For a DATE or TIMESTAMP column `widths` are periods, by name or by number: see [Periods of dates](#periods-of-dates). With `age_at`, a day, dates of birth become ages completed by that day, and `widths` are years of age: see [Ages](#ages). With `top := 90` everybody of 90 or older is `>= 90` at each level below `*`, and nothing tells them apart: see [Open ends](#open-ends).",
	Params: []call.Param{
		paramHierarchyData, paramAttribute,
		{Name: "widths", Type: "DOUBLE[] or VARCHAR[]", Doc: "the widths, narrowest first, each a multiple of the one before so that intervals nest; for dates names such as `'month'` and `'quarter'`, and texts such as `'2 weeks'` and `'5 years'`"},
		{Name: "origin", Type: "DOUBLE or DATE", Default: "0", Doc: "where an interval begins; for dates a day, such as `DATE '2000-04-01'` for years that begin in April; 0: as in the calendar"},
		{Name: "age_at", Type: "DATE", Default: "NULL", Doc: "the day at which to count ages, for dates of birth; NULL: no ages"},
		{Name: "bottom", Type: "DOUBLE or DATE", Default: "NULL", Doc: "where the scale ends below: smaller values have one label, such as `< 18`, at each level"},
		{Name: "top", Type: "DOUBLE or DATE", Default: "NULL", Doc: "where it ends above: this value and larger ones have one label, such as `>= 90`"},
	},
	Columns: call.HierarchyColumns,
	Example: `SELECT value, level, label FROM hierarchy_intervals('(VALUES (34), (51)) t(age)', 'age', widths := [10, 20])`,
	Notes: []string{
		"NaN, and an infinity that is not beyond `bottom` or `top`, have their own text at each level below the top, such as `nan`, `inf` or `infinity`; all have `*` at the top.",
		"Timestamps are generalized by their dates; those with time zone by the dates that they have in the session's time zone, as they are written.",
	},
	Cost:    "one scan, one GROUP BY of the column, and some microseconds for each different value.",
	Plan:    planHierarchyIntervals,
	Scalars: func() []host.Scalar { return []host.Scalar{intervalsScalar()} },
}

func planHierarchyIntervals(c *call.Call) (sqltext.SQL, error) {
	source, attribute, err := c.AttributeOf()
	if err != nil {
		return "", err
	}
	source = c.HavingRoles("tbl", source, call.RoleOf("attribute", attribute))
	l, err := readLadder(c)
	if err != nil {
		return "", err
	}
	column := columnOf(source, attribute)
	var p sqltext.Plan
	people.AddTypesOf(&p, []sqltext.SQL{"tbl." + sqltext.Ident(attribute) + " AS s"}, source)
	p.With("__skyline_kind", "of which kind the column is, or what is wrong with its type",
		sqltext.Fill("SELECT {kind} AS kind FROM {types}", sqltext.Args{"kind": l.kindOf(c), "types": people.Types}))
	p.With("__skyline_values", "the different values of the column", sqltext.Fill("SELECT s FROM ({column}) GROUP BY s", sqltext.Args{"column": column}))
	p.With("__skyline_labels", "their texts, and the labels of each, from level 1 to the top", sqltext.Fill(`
		SELECT s, {text} AS value, __skyline_intervals(kind, {widths}, {origin}, {at}, {bottom}, {top}, {text}) AS labels
		FROM __skyline_values, __skyline_kind
	`, sqltext.Args{"text": people.ValueText(), "widths": sqltext.Texts(l.widths), "origin": sqltext.Text(l.origin), "at": sqltext.Text(l.at), "bottom": sqltext.Text(l.ends.Bottom), "top": sqltext.Text(l.ends.Top)}))
	p.With("__skyline_rows", "a row a level; behind UNION, a look at the kind where there are no values", `
		SELECT s, value, UNNEST(generate_series(1, len(labels))) AS level, UNNEST(labels) AS label FROM __skyline_labels
		UNION ALL
		SELECT NULL, NULL, NULL, NULL FROM __skyline_kind WHERE kind IS NULL
	`)
	return p.Statement(sqltext.Fill(`
		SELECT {attribute} AS attribute, value, level, label
		FROM __skyline_rows
		ORDER BY s ASC NULLS LAST, level ASC
	`, sqltext.Args{"attribute": sqltext.Text(attribute)})), nil
}

// Kinds of columns.
const (
	kindWhole   = "whole"   // integers
	kindDecimal = "decimal" // other numbers
	kindDate    = "date"
)

// kindOf returns the kind of the column s, or an error where the intervals are not for its
// type. A column without a type, which has no values but NULL, is what they are for.
func (l *ladder) kindOf(c *call.Call) sqltext.SQL {
	if l.at != "" {
		return sqltext.Fill("CASE WHEN {is_date} THEN {date} ELSE {fail} END", sqltext.Args{
			"is_date": sqltext.HasType("s", sqltext.DateTypes+"|"+sqltext.Untyped), "date": sqltext.Text(kindDate),
			"fail": c.Fail("attribute must be a column of dates where age_at is given: those of birth"),
		})
	}
	wholeTypes, dateTypes := sqltext.IntegerTypes+"|"+sqltext.LongIntegerTypes, sqltext.DateTypes
	whole, decimal, date := sqltext.Text(kindWhole), sqltext.Text(kindDecimal), sqltext.Text(kindDate)
	if l.periods {
		dateTypes += "|" + sqltext.Untyped
		whole = c.Fail("widths must be numbers for a column of numbers, such as widths := [5, 10, 20]")
		decimal = whole
	} else {
		wholeTypes += "|" + sqltext.Untyped
		date = c.Fail("widths must be periods for a column of dates, such as widths := ['year', 'decade']; for ages of dates of birth give age_at")
		if !l.whole {
			whole = c.Fail("widths, origin, bottom and top must be whole numbers for a column of integers; cast it to DECIMAL or DOUBLE in a query given as tbl")
		}
	}
	return sqltext.Fill(`
		CASE
		    WHEN {is_whole} THEN {whole}
		    WHEN {is_number} THEN {decimal}
		    WHEN {is_date} THEN {date}
		    ELSE {fail}
		END
	`, sqltext.Args{
		"is_whole": sqltext.HasType("s", wholeTypes), "whole": whole,
		"is_number": sqltext.HasType("s", sqltext.NumericTypes), "decimal": decimal,
		"is_date": sqltext.HasType("s", dateTypes), "date": date,
		"fail": c.Fail("attribute must be a column of numbers or dates; cast it in a query given as tbl, or make the hierarchy with hierarchy_prefix or hierarchy_wide"),
	})
}
