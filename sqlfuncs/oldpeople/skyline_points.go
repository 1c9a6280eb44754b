package oldpeople

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/oldtext"
	"skyline/sqlfuncs/sqltext"
)

// Point is a knowledge point as it was written, with a threshold, for one value
// or (named is false) for every value that no point names.
type Point struct {
	Value      string
	Named      bool
	L, K, M, C string
}

// pointKeys are the members of a point, with what one that is not there stands for.
var pointKeys = []struct{ name, standIn string }{{"value", ""}, {"l", "0"}, {"k", "0"}, {"m", "0"}, {"c", call.DefaultThreshold}}

// pointsCTE returns the CTE __skyline_points with one row a point: i, value
// (a text as DuckDB writes the sensitive column's type), l, k, m, c (texts).
// param is what the caller knows a value among them as.
func pointsCTE(c *call.Call, points []Point, param string) string {
	rows := make([]string, len(points))
	for i, p := range points {
		value := "NULL"
		if p.Named {
			value = oldtext.QuoteText(p.Value)
		}
		rows[i] = fmt.Sprintf("(%d, %s, %s, %s, %s, %s)", i, value, oldtext.QuoteText(p.L), oldtext.QuoteText(p.K), oldtext.QuoteText(p.M), oldtext.QuoteText(p.C))
	}
	return castPoints(c, "(VALUES "+strings.Join(rows, ", ")+") AS v(i, value, l, k, m, c)", param)
}

// pointsOfTable returns the same CTE over a table of the user's.
func pointsOfTable(c *call.Call, param, table string) (string, error) {
	written, err := sqltext.FromTable(table)
	source := string(written)
	if err != nil {
		return "", c.Errorf("%s: %v", param, err)
	}
	var columns []string
	for _, key := range pointKeys {
		columns = append(columns, key.name)
	}
	source = c.OldHaving(param, table, source, call.Role{Param: param, Columns: columns})
	return castPoints(c, "(SELECT system.main.row_number() OVER () AS i, p.value, p.l::VARCHAR AS l, p.k::VARCHAR AS k, p.m::VARCHAR AS m, p.c::VARCHAR AS c FROM "+source+" AS p) AS v", "skyline: value"), nil
}

// castPoints brings values to the text that DuckDB has for them in the type of
// the sensitive column: 1.5 and 1.50 are the same DECIMAL. DuckDB's message on a
// failed cast would tell the value, which may come from a table.
func castPoints(c *call.Call, from, param string) string {
	refused := c.Errorf("%s must be of the type of the sensitive column", param)
	value := fmt.Sprintf("CASE WHEN given THEN coalesce(%s, system.main.error(%s)) END", oldtext.ValueText, oldtext.QuoteText(refused.Error()))
	return "__skyline_points AS (SELECT i, " + value + " AS value, l, k, m, c FROM " +
		"(SELECT v.i, v.value IS NOT NULL AS given, " + AsSensitive("v.value") + " AS s, v.l, v.k, v.m, v.c FROM " + from + ", __skyline_types AS t))"
}

// PointsPlan is the CTE of points, and what the kernel has to know of their values.
type PointsPlan struct {
	Cte   string
	Named *NamedValues
}

// CheckPoints returns the points of skyline_check: the one of the parameters l, k,
// m, c, or those of the parameter skyline.
func CheckPoints(c *call.Call, sensitive string) (*PointsPlan, error) {
	single, err := readSinglePoint(c)
	if err != nil {
		return nil, err
	}
	if c.Arguments["skyline"] == nil {
		return newPointsPlan(c, []Point{single}, "skyline", sensitive)
	}
	points, err := newSkylinePoints(c, "skyline", c.Arguments["skyline"], sensitive)
	if err != nil {
		return nil, err
	}
	return points, noSinglePoint(c, single)
}

// newPointsPlan returns the plan of points that are written in the parameter where.
func newPointsPlan(c *call.Call, points []Point, where, sensitive string) (*PointsPlan, error) {
	named, err := NewNamedValues(c, where, sensitive, true)
	return &PointsPlan{pointsCTE(c, points, where+": value"), named}, err
}

// newSkylinePoints returns the plan of a skyline: a list of points, or the name of a table of
// them.
func newSkylinePoints(c *call.Call, where string, skyline any, sensitive string) (*PointsPlan, error) {
	switch skyline := skyline.(type) {
	case string:
		cte, err := pointsOfTable(c, where, skyline)
		if err != nil {
			return nil, err
		}
		named, err := NewNamedValues(c, where, sensitive, false)
		return &PointsPlan{cte, named}, err
	case []any:
		points, err := ReadPointList(c, skyline)
		if err != nil {
			return nil, err
		}
		return newPointsPlan(c, points, where, sensitive)
	}
	return nil, c.Errorf("%s must be a list of points {'value': …, 'l': …, 'k': …, 'm': …, 'c': …} or the name of a table of them, got %s", where, call.Show(skyline))
}

// readSinglePoint returns the point of the parameters l, k, m, c.
func readSinglePoint(c *call.Call) (Point, error) {
	for _, param := range []string{"l", "k", "m"} {
		if _, err := c.Whole(param); err != nil {
			return Point{}, err
		}
	}
	if err := c.CheckThreshold("c"); err != nil {
		return Point{}, err
	}
	return Point{L: c.Number("l"), K: c.Number("k"), M: c.Number("m"), C: c.Number("c")}, nil
}

func noSinglePoint(c *call.Call, single Point) error {
	threshold, _ := call.ParseThreshold(single.C)
	unless, _ := call.ParseThreshold(call.DefaultThreshold)
	if single.L != "0" || single.K != "0" || single.M != "0" || threshold != unless {
		return c.Errorf("skyline and l, k, m, c exclude each other; write the point into the skyline")
	}
	return nil
}

func ReadPointList(c *call.Call, list []any) ([]Point, error) {
	if len(list) == 0 {
		return nil, c.Errorf("skyline must have at least one point")
	}
	points := make([]Point, len(list))
	for i, element := range list {
		members, ok := element.(map[string]any)
		if !ok {
			return nil, c.Errorf("skyline must be a list of points {'value': …, 'l': …, 'k': …, 'm': …, 'c': …}, got %s in it", call.Show(element))
		}
		p, err := readPoint(c, members)
		if err != nil {
			return nil, err
		}
		points[i] = p
	}
	return points, nil
}

func readPoint(c *call.Call, members map[string]any) (Point, error) {
	texts := map[string]string{}
	for _, key := range pointKeys {
		texts[key.name] = key.standIn
	}
	named := false
	for member, v := range members {
		name := strings.ToLower(member) // as in DuckDB, where names have no case
		if _, ok := texts[name]; !ok {
			return Point{}, c.Errorf("skyline: a point has the members value, l, k, m, c, got %s", oldtext.QuoteText(member))
		}
		if v == nil {
			continue
		}
		text, err := c.ScalarText("skyline: "+name, v)
		if err != nil {
			return Point{}, err
		}
		texts[name] = text
		named = named || name == "value"
	}
	p := Point{Value: texts["value"], Named: named, L: texts["l"], K: texts["k"], M: texts["m"], C: texts["c"]}
	return p, p.Check(c.Function.Name, "skyline: ")
}

// Check finds what is wrong with the numbers of a point.
func (p *Point) Check(function, where string) error {
	for _, number := range []struct{ name, text string }{{"l", p.L}, {"k", p.K}, {"m", p.M}} {
		if _, ok := call.ParseWhole(number.text); !ok {
			return fmt.Errorf("%s: %s%s must be %s, got %s", function, where, number.name, call.WholeRule, showNumber(number.text))
		}
	}
	if _, ok := call.ParseThreshold(p.C); !ok {
		return fmt.Errorf("%s: %sc must be %s, got %s", function, where, call.ThresholdRule, showNumber(p.C))
	}
	return nil
}

// showNumber writes what stands where a number belongs. Points may come from a
// table, and a text there may be anything, for instance a column of data.
func showNumber(text string) string {
	if _, err := strconv.ParseFloat(text, 64); err != nil && !errors.Is(err, strconv.ErrRange) {
		return "a text"
	}
	return text
}

// OneValue returns the plan for the functions that answer for one value or, with
// value NULL, for each: one point with the given numbers.
func OneValue(c *call.Call, p Point, sensitive string) (*PointsPlan, error) {
	if v := c.Arguments["value"]; v != nil {
		text, err := c.ScalarText("value", v)
		if err != nil {
			return nil, err
		}
		p.Value, p.Named = text, true
	}
	named, err := NewNamedValues(c, "value", sensitive, true)
	return &PointsPlan{pointsCTE(c, []Point{p}, "value"), named}, err
}

// UniquePoints reports whether no two points are the same for a value.
func UniquePoints(points []Point) bool {
	seen := map[Point]bool{}
	return !slices.ContainsFunc(points, func(p Point) bool {
		again := seen[p]
		seen[p] = true
		return again
	})
}
