package call

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"skyline/sqlfuncs/oldtext"
	"skyline/sqlfuncs/sqltext"
)

// Share returns a parameter in [0, 1), as SQL.
func (c *Call) Share(param string) (string, error) {
	err := c.CheckNumber(param, "in [0, 1)", c.Arguments[param], func(x float64) bool { return x >= 0 && x < 1 })
	return c.Float(param), err
}

// Hierarchies returns what to write behind FROM for the parameter of that name, ""
// where it is NULL and may be.
func (c *Call) Hierarchies() (string, error) {
	const what = "the name of a table with the columns attribute, value, level, label"
	table, ok, err := c.OptionalText("hierarchies", what)
	if err == nil && !ok && c.Function.Param("hierarchies").Default == "" {
		table, err = c.Text("hierarchies", what)
	}
	if err != nil || table == "" {
		return "", err
	}
	source, err := sqltext.FromTable(table)
	if err != nil {
		return "", c.Errorf("hierarchies: %v", err)
	}
	return c.Having("hierarchies", table, source, HierarchyRole("hierarchies")), nil
}

// HierarchyRole is what a table of hierarchies must have.
func HierarchyRole(param string) Role {
	var columns []string
	for _, column := range HierarchyColumns {
		columns = append(columns, column.Name)
	}
	return Role{param, columns}
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

// FreeColumn is true, or an error if a table has a column of a name that the result
// adds. Which columns the table has is known to DuckDB only: in the subquery the name
// is that of the table's column, which is NULL, or else that of the row around it.
func (c *Call) FreeColumn(name, source string) string {
	return fmt.Sprintf("SELECT CASE WHEN (SELECT %[1]s IS NULL FROM (SELECT 1 AS __skyline_one) AS one LEFT JOIN (SELECT * FROM %[2]s AS tbl WHERE false) AS t ON true) THEN %[3]s ELSE true END AS ok FROM (SELECT 1 AS %[1]s) AS o",
		name, source, c.Fail("tbl must not have a column "+name+", which the result adds; leave it out, or rename it, in a query given as tbl"))
}

// HierarchiesCTE is the CTE of the rows of a source of hierarchies.
func HierarchiesCTE(source string) string {
	return fmt.Sprintf("__skyline_hierarchies AS MATERIALIZED (SELECT %s AS attribute, %s AS value, TRY_CAST(hierarchies.level AS BIGINT) AS level, %s AS label FROM %s AS hierarchies)",
		oldtext.Bytewise("system.main.lower(hierarchies.attribute::VARCHAR)"), oldtext.Encoded("hierarchies.value::VARCHAR"), oldtext.Bytewise("hierarchies.label"), source)
}

// InOwnType returns a canonical value for a result, in the type of a column that it is
// of. DuckDB's own message on a text that cannot be read back would show it.
func (c *Call) InOwnType(key, column string) string {
	read := oldtext.CastLike(key, column)
	return oldtext.IfPlain(column, key, fmt.Sprintf("CASE WHEN %[1]s IS NULL OR %[2]s IS NOT NULL THEN %[2]s ELSE %[3]s END", key, read,
		c.Fail("tbl has a nested value whose text cannot be read back; cast the column to VARCHAR in a query given as tbl")))
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
			return nil, c.Errorf("%s must have the members %s, got %s", ElementOf(param, i), strings.Join(names, ", "), oldtext.QuoteText(unknown))
		}
	}
	return structs, nil
}

// Lowered returns the members of a struct by their names in lower case, and the first
// of those that are not among some names.
func Lowered(given map[string]any, names ...string) (members map[string]any, unknown string) {
	members = map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		lower := strings.ToLower(name)
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
	var list []any
	switch v := v.(type) {
	case nil:
	case string:
		list = []any{v}
	case []any:
		list = v
	default:
		return nil, c.Errorf("%s must be a list of column names, got %s", where, Show(v))
	}
	var names []string
	for _, v := range list {
		name, ok := v.(string)
		if !ok || name == "" {
			return nil, c.Errorf("%s must be a list of column names, got %s in it", where, Show(v))
		}
		if ContainsName(names, name) {
			return nil, c.Errorf("%s must not name a column twice, got %s", where, oldtext.QuoteIdentifier(name))
		}
		names = append(names, name)
	}
	return names, nil
}

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
	{"attribute", "VARCHAR", "the column that the hierarchy is for"},
	{"value", "VARCHAR", "the text of a value of the column, as DuckDB writes it in the column's own type; NULL for NULL"},
	{"level", "BIGINT", "1 or more; the value itself, level 0, is not listed"},
	{"label", "VARCHAR", "what the value is generalized to at this level"},
}

const (
	WhatTable     = "the name of a table, view, CTE or file, or a query in parentheses"
	whatAttribute = "a column name"
)

// SourceOf returns what to write behind FROM for the table that a parameter names.
func (c *Call) SourceOf(param string) (string, error) {
	table, err := c.Text(param, WhatTable)
	if err != nil {
		return "", err
	}
	source, err := sqltext.FromTable(table)
	if err != nil {
		return "", c.Errorf("%s: %v", param, err)
	}
	return source, nil
}

// AttributeOf returns the source and the column of a function that makes the
// hierarchy of a column.
func (c *Call) AttributeOf() (source, attribute string, err error) {
	if source, err = c.SourceOf("tbl"); err != nil {
		return "", "", err
	}
	attribute, err = c.Text("attribute", whatAttribute)
	return source, attribute, err
}

// Fail returns an SQL expression that ends the query with a message.
func (c *Call) Fail(message string) string {
	return "system.main.error(" + oldtext.QuoteText(c.Function.Name+": "+message) + ")"
}

// FailCounted is fail with a number, an SQL expression, between two texts.
func (c *Call) FailCounted(before, number, after string) string {
	return "system.main.error(system.main.concat(" + oldtext.QuoteText(c.Function.Name+": "+before) + ", " + number + ", " + oldtext.QuoteText(after) + "))"
}

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

func (c *Call) CheckFrom1(where string, v any) error {
	return c.CheckNumber(where, "a number from 1 on", v, func(x float64) bool { return x >= 1 })
}

func (c *Call) CheckShare(where string, v any) error {
	return c.CheckNumber(where, "in (0, 1]", v, func(x float64) bool { return x > 0 && x <= 1 })
}

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
		return nil, c.Errorf("%s must be a struct %s, got a member %s", where, shape, oldtext.QuoteText(unknown))
	}
	for _, name := range names {
		if _, ok := lower[name]; !ok {
			return nil, c.Errorf("%s must be a struct %s, and %s is missing", where, shape, name)
		}
	}
	return lower, nil
}

// OptionalSource returns what to write behind FROM for a parameter that names a table, ""
// where it is NULL.
func (c *Call) OptionalSource(param string) (string, error) {
	table, named, err := c.OptionalText(param, WhatTable)
	if err != nil || !named {
		return "", err
	}
	source, err := sqltext.FromTable(table)
	if err != nil {
		return "", c.Errorf("%s: %v", param, err)
	}
	return source, nil
}

// Float returns a parameter that is a number, as SQL. A number with many digits would be
// a DECIMAL, whose cast may round a second time.
func (c *Call) Float(param string) string { return oldtext.QuoteText(c.Number(param)) + "::DOUBLE" }

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

// ValuesPlan returns the plan of a result that is known while planning: rows of
// SQL expressions.
func ValuesPlan(columns []ResultColumn, rows [][]string) string {
	where := ""
	if len(rows) == 0 {
		rows, where = [][]string{make([]string, len(columns))}, " WHERE false"
		for i := range columns {
			rows[0][i] = "NULL"
		}
	}
	items, names := make([]string, len(columns)), make([]string, len(columns))
	for i, c := range columns {
		names[i] = fmt.Sprintf("c%d", i)
		items[i] = fmt.Sprintf("%s::%s AS %s", names[i], c.Type, oldtext.QuoteIdentifier(c.Name))
	}
	values := make([]string, len(rows))
	for i, row := range rows {
		values[i] = "(" + strings.Join(row, ", ") + ")"
	}
	return fmt.Sprintf("SELECT %s FROM (VALUES %s) AS v(%s)%s", strings.Join(items, ", "), strings.Join(values, ", "), strings.Join(names, ", "), where)
}
