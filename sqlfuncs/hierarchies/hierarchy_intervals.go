package hierarchies

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"skyline/engine/hierarchy"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldtext"
)

var HierarchyIntervals = &call.Function{
	Name:        "hierarchy_intervals",
	Summary:     "A hierarchy of intervals over a column of numbers or dates.",
	Description: "For each value of the column, the interval of each width that it is in, and `*` above them: with `widths := [10, 20]`, 34 is `[30, 39]` at level 1, `[20, 39]` at level 2 and `*` at level 3. Intervals begin at `origin` and at multiples of the width from there. In a column of integers the label has the first and the last integer, `[30, 39]`; in any other the upper bound is not in the interval, `[30, 40)`. Bounds are exact decimals.\n\nFor a DATE or TIMESTAMP column `widths` are periods of months and years, `['1 month', '1 year', '10 years']`; labels are `1984-03`, `1984`, `[1980, 1989]`. They begin in January of a year that is a multiple of the width.",
	Params: []call.Param{
		paramHierarchyData, paramAttribute,
		{Name: "widths", Type: "DOUBLE[] or VARCHAR[]", Doc: "the widths, narrowest first, each a multiple of the one before so that intervals nest; texts such as `'3 months'` and `'5 years'` for dates"},
		{Name: "origin", Type: "DOUBLE", Default: "0", Doc: "where an interval begins; not for dates"},
	},
	Columns: call.HierarchyColumns,
	Example: `SELECT value, level, label FROM hierarchy_intervals('(VALUES (34), (51)) t(age)', 'age', widths := [10, 20])`,
	Notes: []string{
		noteHierarchyOwn + "; NaN and the infinities have their own text, such as `nan`, `inf` or `infinity`. All have `*` at the top.",
		NoteHierarchyText, noteHierarchyOrder, noteHierarchyDomain, noteHierarchyRows,
		"Cost: one scan, one GROUP BY of the column, and some microseconds for each different value.",
	},
	Plan:    call.Old(planHierarchyIntervals),
	Scalars: func() []host.Scalar { return []host.Scalar{intervalsScalar()} },
}

func planHierarchyIntervals(c *call.Call) (string, error) {
	source, attribute, err := c.OldAttributeOf()
	if err != nil {
		return "", err
	}
	source = c.OldHavingRoles("tbl", source, call.RoleOf("attribute", attribute))
	widths, kind, err := readWidths(c)
	if err != nil {
		return "", err
	}
	column := fmt.Sprintf("SELECT tbl.%s AS s FROM %s AS tbl", oldtext.QuoteIdentifier(attribute), source)
	types := "__skyline_types AS (SELECT s FROM (" + column + " LIMIT 0) UNION ALL SELECT NULL)"
	guard := "__skyline_guard AS (SELECT " + kind + " AS kind FROM __skyline_types)"
	values := "__skyline_values AS (SELECT s FROM (" + column + ") GROUP BY s)"
	labels := fmt.Sprintf("__skyline_labels AS (SELECT s, %s AS value, system.main.__skyline_intervals(kind, %s, %s, %s) AS labels FROM __skyline_values, __skyline_guard)",
		oldtext.ValueText, oldtext.QuoteText(strings.Join(widths, widthSeparator)), oldtext.QuoteText(call.Show(c.Arguments["origin"])), oldtext.ValueText)
	// Where there are no values, nothing else looks at the guard.
	rows := "__skyline_rows AS (SELECT s, value, UNNEST(system.main.generate_series(1, system.main.len(labels))) AS level, UNNEST(labels) AS label FROM __skyline_labels" +
		" UNION ALL SELECT NULL, NULL, NULL, NULL FROM __skyline_guard WHERE kind IS NULL)"
	return oldtext.PlanWith([]string{types, guard, values, labels, rows},
		"SELECT "+oldtext.QuoteText(attribute)+" AS attribute, value, level, label FROM __skyline_rows ORDER BY s ASC NULLS LAST, level ASC"), nil
}

const widthsRule = "a non-empty list of numbers, such as widths := [5, 10, 20], or of periods for dates, such as widths := ['1 year', '10 years']"

// maxWidths keeps a call of the kernel short, between two looks for an interrupt.
const maxWidths = 100

// readWidths returns the texts of the widths, and an SQL expression for the kind of
// the column s, which fails for a column that the widths are not for.
func readWidths(c *call.Call) (widths []string, kind string, err error) {
	origin, ok := c.Arguments["origin"].(json.Number)
	if !ok {
		return nil, "", c.Errorf("origin must be a number, got %s", call.Show(c.Arguments["origin"]))
	}
	list := c.List("widths")
	periods := 0
	for _, v := range list {
		switch v := v.(type) {
		case json.Number:
			widths = append(widths, v.String())
		case string:
			widths = append(widths, v)
			periods++
		default:
			return nil, "", c.Errorf("widths must be %s, got %s in it", widthsRule, call.Show(v))
		}
	}
	switch {
	case len(widths) == 0 || periods > 0 && periods < len(widths):
		return nil, "", c.Errorf("widths must be %s", widthsRule)
	case len(widths) > maxWidths:
		return nil, "", c.Errorf("widths must be at most %d, got %d", maxWidths, len(widths))
	case periods > 0:
		if zero, err := origin.Float64(); err != nil || zero != 0 {
			return nil, "", c.Errorf("origin must be 0 for dates, whose periods begin in January, got %s", origin)
		}
		return widths, periodKind(c), checkWidths(c, list, func(n int) error {
			_, err := hierarchy.NewPeriods(widths[:n])
			return err
		})
	}
	if _, err := hierarchy.NewIntervals(nil, origin.String()); err != nil {
		return nil, "", c.Errorf("origin must be a number from -1e400 to 1e400, got %s", origin)
	}
	whole := false
	err = checkWidths(c, list, func(n int) error {
		in, err := hierarchy.NewIntervals(widths[:n], origin.String())
		whole = err == nil && in.Whole()
		return err
	})
	return widths, intervalKind(c, whole), err
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

// Kinds of columns for __skyline_intervals.
const (
	kindWhole   = "whole"
	kindDecimal = "decimal"
	kindDate    = "date"
)

const (
	typeOfS    = "system.main.typeof(s)"
	isWhole    = "system.main.regexp_full_match(" + typeOfS + ", '\"NULL\"|U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|BIGNUM|VARINT')"
	isDecimal  = "system.main.regexp_full_match(" + typeOfS + ", 'DECIMAL.*|FLOAT|DOUBLE')"
	isDate     = "system.main.regexp_full_match(" + typeOfS + ", '\"NULL\"|DATE|TIMESTAMP.*')"
	notOrdered = "attribute must be a column of numbers or dates; cast it in a query given as tbl, or make the hierarchy with hierarchy_prefix or hierarchy_wide"
)

func periodKind(c *call.Call) string {
	return fmt.Sprintf("CASE WHEN %s THEN '%s' WHEN %s OR %s THEN %s ELSE %s END", isDate, kindDate, isWhole, isDecimal,
		c.OldFail("widths must be numbers for a column of numbers, such as widths := [5, 10, 20]"), c.OldFail(notOrdered))
}

func intervalKind(c *call.Call, whole bool) string {
	integers := "'" + kindWhole + "'"
	if !whole {
		integers = c.OldFail("widths and origin must be whole numbers for a column of integers; cast it to DECIMAL or DOUBLE in a query given as tbl")
	}
	return fmt.Sprintf("CASE WHEN %s THEN %s WHEN %s THEN '%s' WHEN %s THEN %s ELSE %s END", isWhole, integers, isDecimal, kindDecimal, isDate,
		c.OldFail("widths must be periods for a column of dates, such as widths := ['1 year', '10 years']"), c.OldFail(notOrdered))
}

// widthSeparator is in no number and no period.
const widthSeparator = ";"

// intervalsScalar is __skyline_intervals(kind, widths, origin, value): the labels
// of a value at each level.
func intervalsScalar() host.Scalar {
	return host.Scalar{
		Name:   "__skyline_intervals",
		Params: []host.Type{{Kind: host.Varchar}, {Kind: host.Varchar}, {Kind: host.Varchar}, {Kind: host.Varchar}},
		Result: host.ListOf(host.Type{Kind: host.Varchar}),
		Call: func(args []host.Column, rows int) (host.Column, error) {
			out := host.Column{Len: rows, Elem: &host.Column{}}
			var (
				last   [3]string
				labels func(value string) []string
				levels int
			)
			for row := range rows {
				var parameters [3]string
				for i := range parameters {
					if args[i].IsNull(row) {
						return host.Column{}, fmt.Errorf("__skyline_intervals: kind, widths and origin must not be NULL")
					}
					parameters[i] = args[i].Strings[row]
				}
				if labels == nil || parameters != last {
					widths := strings.Split(parameters[1], widthSeparator)
					last, levels = parameters, len(widths)
					var err error
					if labels, err = labelsOf(parameters[0], widths, parameters[2]); err != nil {
						return host.Column{}, err
					}
				}
				var path []string
				own := "NULL"
				if !args[3].IsNull(row) {
					own = strings.Clone(args[3].Strings[row])
					path = labels(own)
				}
				for i := range levels {
					if path == nil {
						out.Elem.Strings = append(out.Elem.Strings, own)
					} else {
						out.Elem.Strings = append(out.Elem.Strings, path[i])
					}
				}
				out.Elem.Strings = append(out.Elem.Strings, "*")
				out.Elem.Len = len(out.Elem.Strings)
				out.Ends = append(out.Ends, out.Elem.Len)
			}
			return out, nil
		},
	}
}

// labelsOf returns the function that gives the labels of a value's text.
func labelsOf(kind string, widths []string, origin string) (func(string) []string, error) {
	if kind == kindDate {
		p, err := hierarchy.NewPeriods(widths)
		if err != nil {
			return nil, err
		}
		return p.Labels, nil
	}
	in, err := hierarchy.NewIntervals(widths, origin)
	if err != nil {
		return nil, err
	}
	return func(number string) []string { return in.Labels(number, kind == kindWhole) }, nil
}
