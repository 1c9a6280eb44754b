package call

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"skyline/sqlfuncs/sqltext"
)

// HierarchyRole is what a table of hierarchies must have.
func HierarchyRole(param string) Role {
	var columns []string
	for _, column := range HierarchyColumns {
		columns = append(columns, column.Name)
	}
	return Role{Param: param, Columns: columns}
}

// Threshold returns a parameter that is a confidence threshold.
func (c *Call) Threshold(param string) (float64, error) {
	v := c.Arguments[param]
	number, _ := v.(json.Number)
	if x, ok := ParseThreshold(number.String()); ok {
		return x, nil
	}
	return 0, c.Errorf("%s must be %s, got %s", param, ThresholdRule, Show(v))
}

// Share returns a parameter in [0, 1).
func (c *Call) Share(param string) (float64, error) {
	var share float64
	err := c.CheckNumber(param, "in [0, 1)", c.Arguments[param], func(x float64) bool {
		share = x
		return x >= 0 && x < 1
	})
	return share, err
}

// Choice returns a parameter that must be one of some texts.
func (c *Call) Choice(param string, choices ...string) (string, error) {
	v, ok := c.Arguments[param].(string)
	if !ok || !slices.Contains(choices, v) {
		last := len(choices) - 1
		return "", c.Errorf("%s must be '%s' or '%s', got %s", param, strings.Join(choices[:last], "', '"), choices[last], Show(c.Arguments[param]))
	}
	return v, nil
}

// Structs returns a parameter that is a list of structs with these members, which
// may be missing.
func (c *Call) Structs(param, such string, names ...string) ([]map[string]any, error) {
	list, ok := c.Arguments[param].([]any)
	if !ok {
		return nil, c.Errorf("%s must be %s, got %s", param, such, Show(c.Arguments[param]))
	}
	structs := make([]map[string]any, len(list))
	for i, v := range list {
		given, ok := v.(map[string]any)
		if !ok {
			return nil, c.Errorf("%s must be %s, got %s in it", param, such, Show(v))
		}
		var unknown string
		if structs[i], unknown = Lowered(given, names...); unknown != "" {
			return nil, c.Errorf("%s must have the members %s, got %s", ElementOf(param, i), strings.Join(names, ", "), sqltext.Text(unknown))
		}
	}
	return structs, nil
}

// Lowered returns the members of a struct by their names in lower case, and the first
// of those that are not among some names.
func Lowered(given map[string]any, names ...string) (members map[string]any, unknown string) {
	members = map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		lower := Folded(name)
		if !slices.Contains(names, lower) && unknown == "" {
			unknown = name
		}
		members[lower] = given[name]
	}
	return members, unknown
}

// ElementOf names an element of a list to the user.
func ElementOf(param string, i int) string { return fmt.Sprintf("%s: number %d", param, i+1) }

// NameList reads a list of different names, or one name; NULL is an empty list.
func (c *Call) NameList(where string, v any) ([]string, error) {
	return c.names(where, "a list of column names", v)
}

// planned is a table to make a plan of: that of the call, as it is before a release, if that has a name.
func (c *Call) planned() string {
	for i := range c.Function.Params {
		p := &c.Function.Params[i]
		table, _ := c.Arguments[p.Name].(string)
		if source, err := sqltext.FromTable(table); p.Raw && table != "" && err == nil && !sqltext.IsQuery(source) {
			return strings.TrimSpace(table)
		}
	}
	return "patients"
}

// Columns returns a parameter that is a non-empty list of column names without
// duplicates. One name may stand for a list of one.
func (c *Call) Columns(param string) ([]string, error) {
	const what = "a non-empty list of column names"
	names, err := c.names(param, what, c.Arguments[param])
	if err == nil && len(names) == 0 {
		way := ""
		if param == "qi" && c.Function.Param(ParamPlan.Name) != nil {
			way = fmt.Sprintf("; or give a plan, which FROM release_plan(%s) makes: plan := getvariable('plan')", sqltext.Text(c.planned()))
		}
		err = c.Errorf("%s must be %s, such as %s := ['age', 'sex']%s", param, what, param, way)
	}
	return names, err
}

func (c *Call) names(where, what string, v any) ([]string, error) {
	var list []any
	switch v := v.(type) {
	case nil:
	case string:
		list = []any{v}
	case []any:
		list = v
	default:
		return nil, c.Errorf("%s must be %s, got %s", where, what, Show(v))
	}
	var names []string
	for _, v := range list {
		name, ok := v.(string)
		if !ok || name == "" {
			return nil, c.Errorf("%s must be %s, got %s in it", where, what, Show(v))
		}
		if ContainsName(names, name) {
			return nil, c.Errorf("%s must not name a column twice, got %s", where, sqltext.Ident(name))
		}
		names = append(names, name)
	}
	return names, nil
}

// ContainsName reports whether a name is among some, as DuckDB tells names apart.
func ContainsName(names []string, name string) bool {
	return slices.ContainsFunc(names, func(other string) bool { return Folded(other) == Folded(name) })
}

// Folded is what DuckDB tells names apart by: it folds the case of ASCII letters only.
func Folded(name string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, name)
}

// HierarchyColumns is the shape of a hierarchy.
var HierarchyColumns = []ResultColumn{
	{Name: "attribute", Type: "VARCHAR", Doc: "the column that the hierarchy is for"},
	{Name: "value", Type: "VARCHAR", Doc: "the text of a value of the column, as DuckDB writes it in the column's own type; NULL for NULL"},
	{Name: "level", Type: "BIGINT", Doc: "1 or more; the value itself, level 0, is not listed"},
	{Name: "label", Type: "VARCHAR", Doc: "what the value is generalized to at this level"},
}

// What parameters must be.
const (
	WhatTable  = "the name of a table, view, CTE or file, or a query in parentheses"
	WhatColumn = "a column name"
)

// List returns the elements of a parameter that is a list, or one element that
// stands for a list of one.
func (c *Call) List(param string) []any {
	switch v := c.Arguments[param].(type) {
	case nil:
		return nil
	case []any:
		return v
	default:
		return []any{v}
	}
}

// CheckCount makes sure that a member is a whole number from 1 on.
func (c *Call) CheckCount(where string, v any) error {
	if n, ok := WholeOf(v); ok && n > 0 {
		return nil
	}
	return c.Errorf("%s must be a whole number from 1 to 9223372036854775807, got %s", where, Show(v))
}

// CheckNumber makes sure that a member is a number that a rule allows.
func (c *Call) CheckNumber(where, rule string, v any, allowed func(x float64) bool) error {
	if number, ok := v.(json.Number); ok {
		if x, err := strconv.ParseFloat(number.String(), 64); err == nil && allowed(x) {
			return nil
		}
	}
	return c.Errorf("%s must be %s, got %s", where, rule, Show(v))
}

// CheckFrom1 makes sure that a member is a number from 1 on.
func (c *Call) CheckFrom1(where string, v any) error {
	return c.CheckNumber(where, "a number from 1 on", v, func(x float64) bool { return x >= 1 })
}

// CheckShare makes sure that a member is in (0, 1].
func (c *Call) CheckShare(where string, v any) error {
	return c.CheckNumber(where, "in (0, 1]", v, func(x float64) bool { return x > 0 && x <= 1 })
}

// CheckDistance makes sure that a member is in [0, 1].
func (c *Call) CheckDistance(where string, v any) error {
	return c.CheckNumber(where, "in [0, 1]", v, func(x float64) bool { return x >= 0 && x <= 1 })
}

// Members returns the members of a struct, by their lower-case names; it must have
// these and no others.
func (c *Call) Members(where string, v any, names ...string) (map[string]any, error) {
	shape := "{'" + strings.Join(names, "': …, '") + "': …}"
	given, ok := v.(map[string]any)
	if !ok {
		return nil, c.Errorf("%s must be a struct %s, got %s", where, shape, Show(v))
	}
	lower, unknown := Lowered(given, names...)
	if unknown != "" {
		return nil, c.Errorf("%s must be a struct %s, got a member %s", where, shape, sqltext.Text(unknown))
	}
	for _, name := range names {
		if _, ok := lower[name]; !ok {
			return nil, c.Errorf("%s must be a struct %s, and %s is missing", where, shape, name)
		}
	}
	return lower, nil
}

// TooManyPeople is the error of a table that the kernels cannot count.
func TooManyPeople(table string) string {
	return table + " must have at most 2^61 people, counted with their weights"
}

// Number returns the text of a parameter that has been found to be a number.
func (c *Call) Number(param string) string {
	number, _ := c.Arguments[param].(json.Number)
	return number.String()
}

// ScalarText returns the text of a parameter that is not nested.
func (c *Call) ScalarText(param string, v any) (string, error) {
	switch v := v.(type) {
	case string:
		return v, nil
	case json.Number:
		return v.String(), nil
	case bool:
		return fmt.Sprint(v), nil
	}
	return "", c.Errorf("%s must be a single value, got %s", param, Show(v))
}
