package sqlfuncs

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Parameters that the functions on privacy rules share.
var (
	paramRules = Param{Name: "rules", Type: "STRUCT(lhs VARCHAR[], rhs VARCHAR)[]", Doc: "privacy rules: who knows all of `lhs` must not learn `rhs`. Where `rhs` is a list, the combination of its columns must not be learnt (a list has one type: then write a list in each rule). `[]`: no rules"}
	paramFDs   = Param{Name: "fds", Type: "STRUCT(lhs VARCHAR[], rhs VARCHAR)[]", Default: "NULL", Doc: "functional dependencies that an adversary knows: `lhs` determines `rhs` (each column of it, where it is a list)"}
)

const (
	suchRules  = "a list such as [{'lhs': ['age', 'icd'], 'rhs': 'race'}]"
	suchTables = "a list such as [{'attributes': ['age', 'icd', 'race'], 'lhs': ['age', 'icd'], 'rhs': 'race'}]"
)

// writtenRule is a rule or a functional dependency as the call has it.
type writtenRule struct{ lhs, rhs []string }

// writtenTable is a table of a schema as the call has it; without rhs, nothing is
// enforced.
type writtenTable struct {
	attributes, lhs []string
	rhs             string
}

// structs returns a parameter that is a list of structs with these members, which
// may be missing.
func (c *Call) structs(param, such string, names ...string) ([]map[string]any, error) {
	list, ok := c.arguments[param].([]any)
	if !ok {
		return nil, c.errorf("%s must be %s, got %s", param, such, show(c.arguments[param]))
	}
	structs := make([]map[string]any, len(list))
	for i, v := range list {
		given, ok := v.(map[string]any)
		if !ok {
			return nil, c.errorf("%s must be %s, got %s in it", param, such, show(v))
		}
		var unknown string
		if structs[i], unknown = lowered(given, names...); unknown != "" {
			return nil, c.errorf("%s must have the members %s, got %s", elementOf(param, i), strings.Join(names, ", "), quoteText(unknown))
		}
	}
	return structs, nil
}

// lowered returns the members of a struct by their names in lower case, and the first
// of those that are not among some names.
func lowered(given map[string]any, names ...string) (members map[string]any, unknown string) {
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

// elementOf names an element of a list to the user.
func elementOf(param string, i int) string { return fmt.Sprintf("%s: number %d", param, i+1) }

// writtenRules reads the parameter rules or fds; NULL is allowed for the latter.
func (c *Call) writtenRules(param string) ([]writtenRule, error) {
	if p := c.function.param(param); c.arguments[param] == nil && p.Default == "NULL" {
		return nil, nil
	}
	structs, err := c.structs(param, suchRules, "lhs", "rhs")
	if err != nil {
		return nil, err
	}
	rules := make([]writtenRule, len(structs))
	for i, s := range structs {
		where := elementOf(param, i)
		if rules[i].lhs, err = c.side(where, "lhs", s["lhs"]); err != nil {
			return nil, err
		}
		if rules[i].rhs, err = c.side(where, "rhs", s["rhs"]); err != nil {
			return nil, err
		}
		for _, name := range rules[i].rhs {
			if containsName(rules[i].lhs, name) {
				return nil, c.errorf("%s must not have a column on both sides, got %s", where, quoteIdentifier(name))
			}
		}
	}
	return rules, nil
}

// side reads a side of a rule: a list of names, or one name.
func (c *Call) side(where, member string, v any) ([]string, error) {
	names, err := c.nameList(where+": "+member, v)
	if err == nil && len(names) == 0 {
		err = c.errorf("%s: %s must name at least one column", where, member)
	}
	return names, err
}

// nameList reads a list of different names, or one name; NULL is an empty list.
func (c *Call) nameList(where string, v any) ([]string, error) {
	var list []any
	switch v := v.(type) {
	case nil:
	case string:
		list = []any{v}
	case []any:
		list = v
	default:
		return nil, c.errorf("%s must be a list of column names, got %s", where, show(v))
	}
	var names []string
	for _, v := range list {
		name, ok := v.(string)
		if !ok || name == "" {
			return nil, c.errorf("%s must be a list of column names, got %s in it", where, show(v))
		}
		if containsName(names, name) {
			return nil, c.errorf("%s must not name a column twice, got %s", where, quoteIdentifier(name))
		}
		names = append(names, name)
	}
	return names, nil
}

func containsName(names []string, name string) bool {
	return slices.ContainsFunc(names, func(other string) bool { return folded(other) == folded(name) })
}

// folded is what DuckDB tells names apart by: it folds the case of ASCII letters only.
func folded(name string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, name)
}

// writtenTables reads the parameter tables, the schema of a release.
func (c *Call) writtenTables() ([]writtenTable, error) {
	structs, err := c.structs("tables", suchTables, "attributes", "lhs", "rhs")
	if err != nil {
		return nil, err
	}
	if len(structs) == 0 {
		return nil, c.errorf("tables must have at least one table, %s", suchTables)
	}
	tables := make([]writtenTable, len(structs))
	for i, s := range structs {
		where, t := elementOf("tables", i), &tables[i]
		if t.attributes, err = c.side(where, "attributes", s["attributes"]); err != nil {
			return nil, err
		}
		if t.lhs, err = c.nameList(where+": lhs", s["lhs"]); err != nil {
			return nil, err
		}
		rhs, err := c.nameList(where+": rhs", s["rhs"])
		if err != nil {
			return nil, err
		}
		switch {
		case len(rhs) > 1:
			return nil, c.errorf("%s: rhs must be one column, got %d; a table keeps one rule", where, len(rhs))
		case len(rhs) == 0 && len(t.lhs) > 0:
			return nil, c.errorf("%s must have rhs beside lhs, or neither of them", where)
		case len(rhs) == 1:
			t.rhs = rhs[0]
		}
		for _, name := range append(slices.Clone(t.lhs), rhs...) {
			if !containsName(t.attributes, name) {
				return nil, c.errorf("%s: lhs and rhs must be among its attributes, and %s is not", where, quoteIdentifier(name))
			}
		}
		if containsName(t.lhs, t.rhs) {
			return nil, c.errorf("%s must not have a column on both sides, got %s", where, quoteIdentifier(t.rhs))
		}
	}
	return tables, nil
}
