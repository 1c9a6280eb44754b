package hierarchies

import (
	"encoding/json"
	"errors"

	"skyline/engine/hierarchy"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// HierarchyIntervals is hierarchy_intervals.
var HierarchyIntervals = &call.Function{
	Name:        "hierarchy_intervals",
	Summary:     "A hierarchy of intervals over a column of numbers or dates.",
	Questions:   []string{"How do I make a hierarchy of numbers or dates?"},
	Description: "For each value of the column, the interval of each width that it is in, and `*` above them: with `widths := [10, 20]`, 34 is `[30, 39]` at level 1, `[20, 39]` at level 2 and `*` at level 3. Intervals begin at `origin` and at multiples of the width from there. In a column of integers the label has the first and the last integer, `[30, 39]`; in any other the upper bound is not in the interval, `[30, 40)`. Bounds are exact decimals.\n\nFor a DATE or TIMESTAMP column `widths` are periods of months and years, `['1 month', '1 year', '10 years']`; labels are `1984-03`, `1984`, `[1980, 1989]`. They begin in January of a year that is a multiple of the width.",
	Params: []call.Param{
		paramHierarchyData, paramAttribute,
		{Name: "widths", Type: "DOUBLE[] or VARCHAR[]", Doc: "the widths, narrowest first, each a multiple of the one before so that intervals nest; texts such as `'3 months'` and `'5 years'` for dates"},
		{Name: "origin", Type: "DOUBLE", Default: "0", Doc: "where an interval begins; not for dates"},
	},
	Columns: call.HierarchyColumns,
	Example: `SELECT value, level, label FROM hierarchy_intervals('(VALUES (34), (51)) t(age)', 'age', widths := [10, 20])`,
	Notes: []string{
		"NaN and the infinities have their own text at each level below the top, such as `nan`, `inf` or `infinity`; all have `*` at the top.",
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
		SELECT s, {text} AS value, __skyline_intervals(kind, {widths}, {origin}, {text}) AS labels
		FROM __skyline_values, __skyline_kind
	`, sqltext.Args{"text": people.ValueText(), "widths": sqltext.Texts(l.widths), "origin": sqltext.Text(l.origin)}))
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

// ladder is the intervals that are asked for.
type ladder struct {
	widths  []string // numbers, or periods such as "1 year"
	origin  string   // a number
	periods bool     // whether the widths are periods
	whole   bool     // whether widths and origin are whole numbers
}

const widthsRule = "a non-empty list of numbers, such as widths := [5, 10, 20], or of periods for dates, such as widths := ['1 year', '10 years']"

// maxWidths keeps a call of __skyline_intervals short, between two looks for an interrupt.
const maxWidths = 100

// readLadder reads the parameters widths and origin.
func readLadder(c *call.Call) (*ladder, error) {
	origin, ok := c.Arguments["origin"].(json.Number)
	if !ok {
		return nil, c.Errorf("origin must be a number, got %s", call.Show(c.Arguments["origin"]))
	}
	l := &ladder{origin: origin.String()}
	list := c.List("widths")
	periods := 0
	for _, v := range list {
		switch v := v.(type) {
		case json.Number:
			l.widths = append(l.widths, v.String())
		case string:
			l.widths = append(l.widths, v)
			periods++
		default:
			return nil, c.Errorf("widths must be %s, got %s in it", widthsRule, call.Show(v))
		}
	}
	l.periods = periods > 0
	switch {
	case len(list) == 0 || l.periods && periods < len(list):
		return nil, c.Errorf("widths must be %s", widthsRule)
	case len(list) > maxWidths:
		return nil, c.Errorf("widths must be at most %d, got %d", maxWidths, len(list))
	case l.periods:
		if zero, err := origin.Float64(); err != nil || zero != 0 {
			return nil, c.Errorf("origin must be 0 for dates, whose periods begin in January, got %s", origin)
		}
		return l, checkWidths(c, list, func(n int) error {
			_, err := hierarchy.NewPeriods(l.widths[:n])
			return err
		})
	}
	if _, err := hierarchy.NewIntervals(nil, l.origin); err != nil {
		return nil, c.Errorf("origin must be a number from -1e400 to 1e400, got %s", origin)
	}
	return l, checkWidths(c, list, func(n int) error {
		in, err := hierarchy.NewIntervals(l.widths[:n], l.origin)
		l.whole = err == nil && in.Whole()
		return err
	})
}

// checkWidths returns what is wrong with the first width that is, of which check
// sees the first n.
func checkWidths(c *call.Call, list []any, check func(n int) error) error {
	for i, v := range list {
		switch err := check(i + 1); {
		case err == nil:
		case errors.Is(err, hierarchy.ErrNotPositive):
			return c.Errorf("widths must be positive, got %s", call.Show(v))
		case errors.Is(err, hierarchy.ErrNotNested):
			return c.Errorf("widths must each be a multiple of the one before, or the intervals would not nest, got %s after %s", call.Show(v), call.Show(list[i-1]))
		default:
			return c.Errorf("widths must be %s, got %s in it", widthsRule, call.Show(v))
		}
	}
	return nil
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
	wholeTypes, dateTypes := sqltext.IntegerTypes+"|"+sqltext.LongIntegerTypes, sqltext.DateTypes
	whole, decimal, date := sqltext.Text(kindWhole), sqltext.Text(kindDecimal), sqltext.Text(kindDate)
	if l.periods {
		dateTypes += "|" + sqltext.Untyped
		whole = c.Fail("widths must be numbers for a column of numbers, such as widths := [5, 10, 20]")
		decimal = whole
	} else {
		wholeTypes += "|" + sqltext.Untyped
		date = c.Fail("widths must be periods for a column of dates, such as widths := ['1 year', '10 years']")
		if !l.whole {
			whole = c.Fail("widths and origin must be whole numbers for a column of integers; cast it to DECIMAL or DOUBLE in a query given as tbl")
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
