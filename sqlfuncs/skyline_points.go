package sqlfuncs

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// point is a knowledge point as it was written, with a threshold, for one value
// or (named is false) for every value that no point names.
type point struct {
	value      string
	named      bool
	l, k, m, c string
}

// defaultThreshold is the confidence threshold c where none is given, in points and as a
// parameter: with 1, everything would be safe but what is certain.
const defaultThreshold = "0.5"

var paramThreshold = Param{Name: "c", Type: "DOUBLE", Default: defaultThreshold, Doc: "the confidence threshold, in (0, 1]"}

// pointKeys are the members of a point, with what one that is not there stands for.
var pointKeys = []struct{ name, standIn string }{{"value", ""}, {"l", "0"}, {"k", "0"}, {"m", "0"}, {"c", defaultThreshold}}

// pointsCTE returns the CTE __skyline_points with one row a point: i, value
// (a text as DuckDB writes the sensitive column's type), l, k, m, c (texts).
// param is what the caller knows a value among them as.
func (c *Call) pointsCTE(points []point, param string) string {
	rows := make([]string, len(points))
	for i, p := range points {
		value := "NULL"
		if p.named {
			value = quoteText(p.value)
		}
		rows[i] = fmt.Sprintf("(%d, %s, %s, %s, %s, %s)", i, value, quoteText(p.l), quoteText(p.k), quoteText(p.m), quoteText(p.c))
	}
	return c.castPoints("(VALUES "+strings.Join(rows, ", ")+") AS v(i, value, l, k, m, c)", param)
}

// pointsOfTable returns the same CTE over a table of the user's.
func (c *Call) pointsOfTable(param, table string) (string, error) {
	source, err := fromTable(table)
	if err != nil {
		return "", c.errorf("%s: %v", param, err)
	}
	var columns []string
	for _, key := range pointKeys {
		columns = append(columns, key.name)
	}
	source = c.having(param, table, source, role{param, columns})
	return c.castPoints("(SELECT system.main.row_number() OVER () AS i, p.value, p.l::VARCHAR AS l, p.k::VARCHAR AS k, p.m::VARCHAR AS m, p.c::VARCHAR AS c FROM "+source+" AS p) AS v", "skyline: value"), nil
}

// castPoints brings values to the text that DuckDB has for them in the type of
// the sensitive column: 1.5 and 1.50 are the same DECIMAL. DuckDB's message on a
// failed cast would tell the value, which may come from a table.
func (c *Call) castPoints(from, param string) string {
	refused := c.errorf("%s must be of the type of the sensitive column", param)
	value := fmt.Sprintf("CASE WHEN given THEN coalesce(%s, system.main.error(%s)) END", valueText, quoteText(refused.Error()))
	return "__skyline_points AS (SELECT i, " + value + " AS value, l, k, m, c FROM " +
		"(SELECT v.i, v.value IS NOT NULL AS given, " + asSensitive("v.value") + " AS s, v.l, v.k, v.m, v.c FROM " + from + ", __skyline_types AS t))"
}

// pointsPlan is the CTE of points, and what the kernel has to know of their values.
type pointsPlan struct {
	cte   string
	named *namedValues
}

// checkPoints returns the points of skyline_check: the one of the parameters l, k,
// m, c, or those of the parameter skyline.
func checkPoints(c *Call, sensitive string) (*pointsPlan, error) {
	single, err := c.singlePoint()
	if err != nil {
		return nil, err
	}
	if c.arguments["skyline"] == nil {
		return c.pointsPlan([]point{single}, "skyline", sensitive)
	}
	points, err := c.skylinePoints("skyline", c.arguments["skyline"], sensitive)
	if err != nil {
		return nil, err
	}
	return points, c.noSinglePoint(single)
}

// pointsPlan returns the plan of points that are written in the parameter where.
func (c *Call) pointsPlan(points []point, where, sensitive string) (*pointsPlan, error) {
	named, err := c.namedValues(where, sensitive, true)
	return &pointsPlan{c.pointsCTE(points, where+": value"), named}, err
}

// skylinePoints returns the plan of a skyline: a list of points, or the name of a table of
// them.
func (c *Call) skylinePoints(where string, skyline any, sensitive string) (*pointsPlan, error) {
	switch skyline := skyline.(type) {
	case string:
		cte, err := c.pointsOfTable(where, skyline)
		if err != nil {
			return nil, err
		}
		named, err := c.namedValues(where, sensitive, false)
		return &pointsPlan{cte, named}, err
	case []any:
		points, err := c.pointList(skyline)
		if err != nil {
			return nil, err
		}
		return c.pointsPlan(points, where, sensitive)
	}
	return nil, c.errorf("%s must be a list of points {'value': …, 'l': …, 'k': …, 'm': …, 'c': …} or the name of a table of them, got %s", where, show(skyline))
}

// singlePoint returns the point of the parameters l, k, m, c.
func (c *Call) singlePoint() (point, error) {
	for _, param := range []string{"l", "k", "m"} {
		if _, err := c.whole(param); err != nil {
			return point{}, err
		}
	}
	if err := c.checkThreshold("c"); err != nil {
		return point{}, err
	}
	return point{l: c.number("l"), k: c.number("k"), m: c.number("m"), c: c.number("c")}, nil
}

func (c *Call) noSinglePoint(single point) error {
	threshold, _ := parseThreshold(single.c)
	unless, _ := parseThreshold(defaultThreshold)
	if single.l != "0" || single.k != "0" || single.m != "0" || threshold != unless {
		return c.errorf("skyline and l, k, m, c exclude each other; write the point into the skyline")
	}
	return nil
}

// number returns the text of a parameter that has been found to be a number.
func (c *Call) number(param string) string {
	number, _ := c.arguments[param].(json.Number)
	return number.String()
}

func (c *Call) pointList(list []any) ([]point, error) {
	if len(list) == 0 {
		return nil, c.errorf("skyline must have at least one point")
	}
	points := make([]point, len(list))
	for i, element := range list {
		members, ok := element.(map[string]any)
		if !ok {
			return nil, c.errorf("skyline must be a list of points {'value': …, 'l': …, 'k': …, 'm': …, 'c': …}, got %s in it", show(element))
		}
		p, err := c.pointOf(members)
		if err != nil {
			return nil, err
		}
		points[i] = p
	}
	return points, nil
}

func (c *Call) pointOf(members map[string]any) (point, error) {
	texts := map[string]string{}
	for _, key := range pointKeys {
		texts[key.name] = key.standIn
	}
	named := false
	for member, v := range members {
		name := strings.ToLower(member) // as in DuckDB, where names have no case
		if _, ok := texts[name]; !ok {
			return point{}, c.errorf("skyline: a point has the members value, l, k, m, c, got %s", quoteText(member))
		}
		if v == nil {
			continue
		}
		text, err := c.scalarText("skyline: "+name, v)
		if err != nil {
			return point{}, err
		}
		texts[name] = text
		named = named || name == "value"
	}
	p := point{value: texts["value"], named: named, l: texts["l"], k: texts["k"], m: texts["m"], c: texts["c"]}
	return p, p.check(c.function.Name, "skyline: ")
}

// check finds what is wrong with the numbers of a point.
func (p *point) check(function, where string) error {
	for _, number := range []struct{ name, text string }{{"l", p.l}, {"k", p.k}, {"m", p.m}} {
		if _, ok := parseWhole(number.text); !ok {
			return fmt.Errorf("%s: %s%s must be %s, got %s", function, where, number.name, wholeRule, showNumber(number.text))
		}
	}
	if _, ok := parseThreshold(p.c); !ok {
		return fmt.Errorf("%s: %sc must be %s, got %s", function, where, thresholdRule, showNumber(p.c))
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

// scalarText returns the text of a parameter that is not nested.
func (c *Call) scalarText(param string, v any) (string, error) {
	switch v := v.(type) {
	case string:
		return v, nil
	case json.Number:
		return v.String(), nil
	case bool:
		return fmt.Sprint(v), nil
	}
	return "", c.errorf("%s must be a single value, got %s", param, show(v))
}

// oneValue returns the plan for the functions that answer for one value or, with
// value NULL, for each: one point with the given numbers.
func oneValue(c *Call, p point, sensitive string) (*pointsPlan, error) {
	if v := c.arguments["value"]; v != nil {
		text, err := c.scalarText("value", v)
		if err != nil {
			return nil, err
		}
		p.value, p.named = text, true
	}
	named, err := c.namedValues("value", sensitive, true)
	return &pointsPlan{c.pointsCTE([]point{p}, "value"), named}, err
}

// uniquePoints reports whether no two points are the same for a value.
func uniquePoints(points []point) bool {
	seen := map[point]bool{}
	return !slices.ContainsFunc(points, func(p point) bool {
		again := seen[p]
		seen[p] = true
		return again
	})
}
