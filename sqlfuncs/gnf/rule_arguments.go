package gnf

import (
	"slices"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/sqltext"
)

// Parameters that the functions on privacy rules share.
var (
	paramRules = call.Param{Name: "rules", Type: "STRUCT(lhs VARCHAR[], rhs VARCHAR)[]", Doc: "privacy rules: whoever knows all of `lhs` must not learn `rhs`. Where `rhs` is a list, the combination of its columns must not be learnt (a list has one type: then write a list in each rule). `[]`: no rules"}
	paramFDs   = call.Param{Name: "fds", Type: "STRUCT(lhs VARCHAR[], rhs VARCHAR)[]", Default: "NULL", Doc: "functional dependencies that an adversary knows: `lhs` determines `rhs` (each column of it, where it is a list)"}
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

// writtenRules are the rules and functional dependencies of a call.
type writtenRules struct{ rules, fds []writtenRule }

func readWrittenRules(c *call.Call) (*writtenRules, error) {
	rules, err := readRules(c, "rules")
	if err != nil {
		return nil, err
	}
	fds, err := readRules(c, "fds")
	return &writtenRules{rules, fds}, err
}

// roles are the columns that they name, by the parameters that do.
func (w *writtenRules) roles() []call.Role {
	var roles []call.Role
	add := func(param string, rules []writtenRule) {
		for i, r := range rules {
			where := call.ElementOf(param, i)
			roles = append(roles, call.Role{Param: where + ": lhs", Columns: r.lhs}, call.Role{Param: where + ": rhs", Columns: r.rhs})
		}
	}
	add("rules", w.rules)
	add("fds", w.fds)
	return roles
}

// readRules reads the parameter rules or fds; NULL is allowed for the latter.
func readRules(c *call.Call, param string) ([]writtenRule, error) {
	if p := c.Function.Param(param); c.Arguments[param] == nil && p.Default == "NULL" {
		return nil, nil
	}
	structs, err := c.Structs(param, suchRules, "lhs", "rhs")
	if err != nil {
		return nil, err
	}
	rules := make([]writtenRule, len(structs))
	for i, s := range structs {
		where := call.ElementOf(param, i)
		if rules[i].lhs, err = readSide(c, where, "lhs", s["lhs"]); err != nil {
			return nil, err
		}
		if rules[i].rhs, err = readSide(c, where, "rhs", s["rhs"]); err != nil {
			return nil, err
		}
		for _, name := range rules[i].rhs {
			if call.ContainsName(rules[i].lhs, name) {
				return nil, c.Errorf("%s must not have a column on both sides, got %s", where, sqltext.Ident(name))
			}
		}
	}
	return rules, nil
}

// readSide reads a side of a rule: a list of names, or one name.
func readSide(c *call.Call, where, member string, v any) ([]string, error) {
	names, err := c.NameList(where+": "+member, v)
	if err == nil && len(names) == 0 {
		err = c.Errorf("%s: %s must name at least one column", where, member)
	}
	return names, err
}

// readWrittenTables reads the parameter tables, the schema of a release.
func readWrittenTables(c *call.Call) ([]writtenTable, error) {
	structs, err := c.Structs("tables", suchTables, "attributes", "lhs", "rhs")
	if err != nil {
		return nil, err
	}
	if len(structs) == 0 {
		return nil, c.Errorf("tables must have at least one table, %s", suchTables)
	}
	tables := make([]writtenTable, len(structs))
	for i, s := range structs {
		where, t := call.ElementOf("tables", i), &tables[i]
		if t.attributes, err = readSide(c, where, "attributes", s["attributes"]); err != nil {
			return nil, err
		}
		if t.lhs, err = c.NameList(where+": lhs", s["lhs"]); err != nil {
			return nil, err
		}
		rhs, err := c.NameList(where+": rhs", s["rhs"])
		if err != nil {
			return nil, err
		}
		switch {
		case len(rhs) > 1:
			return nil, c.Errorf("%s: rhs must be one column, got %d; a table keeps one rule", where, len(rhs))
		case len(rhs) == 0 && len(t.lhs) > 0:
			return nil, c.Errorf("%s must have rhs beside lhs, or neither of them", where)
		case len(rhs) == 1:
			t.rhs = rhs[0]
		}
		for _, name := range append(slices.Clone(t.lhs), rhs...) {
			if !call.ContainsName(t.attributes, name) {
				return nil, c.Errorf("%s: lhs and rhs must be among its attributes, and %s is not", where, sqltext.Ident(name))
			}
		}
		if call.ContainsName(t.lhs, t.rhs) {
			return nil, c.Errorf("%s must not have a column on both sides, got %s", where, sqltext.Ident(t.rhs))
		}
	}
	return tables, nil
}

// attributesOf returns the columns of the tables of a schema, each once.
func attributesOf(tables []writtenTable) []string {
	var names []string
	for _, t := range tables {
		for _, name := range t.attributes {
			if !call.ContainsName(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}
