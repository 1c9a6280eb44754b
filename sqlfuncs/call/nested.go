package call

import (
	"encoding/json"
	"strings"

	"skyline/sqlfuncs/sqltext"
)

// Inner returns a call of another function that is made for this one: its errors name the
// function of this call. A parameter without an argument has its default; nil is NULL.
func (c *Call) Inner(f *Function, arguments map[string]any) *Call {
	named := *f
	named.Name = c.Function.Name
	inner := &Call{Function: &named, Arguments: map[string]any{}, Found: c.Found, Uncounted: c.Uncounted}
	for _, p := range f.Params {
		argument, given := arguments[p.Name]
		if !given {
			argument = p.defaultArgument()
		}
		inner.Arguments[p.Name] = argument
	}
	inner.Function = named.Shape(inner.Arguments[ParamOutput])
	text, _ := json.Marshal(inner.Arguments) // decoded from JSON, or as that is
	inner.JSON = string(text)
	return inner
}

// Nested returns what another function answers to arguments, as a relation to stand in FROM:
// a planner that needs what a function computes asks that function.
func (c *Call) Nested(f *Function, arguments map[string]any) (sqltext.SQL, error) {
	inner := c.Inner(f, arguments)
	statement, err := inner.Function.Plan(inner)
	return "(\n" + statement + "\n)", err
}

// NestedOn is Nested for a function whose table is a relation of this plan, as it stands
// behind FROM, with the columns that the arguments name.
func (c *Call) NestedOn(table sqltext.SQL, f *Function, arguments map[string]any) (sqltext.SQL, error) {
	inner := c.Inner(f, arguments)
	inner.On("tbl", table)
	statement, err := inner.Function.Plan(inner)
	return "(\n" + statement + "\n)", err
}

// On has a parameter name a relation of the plan around this call, as it stands behind FROM, with
// the columns that the other arguments name.
func (c *Call) On(param string, table sqltext.SQL) {
	if c.tables == nil {
		c.tables = map[string]sqltext.SQL{}
	}
	c.tables[param] = table
}

// defaultArgument is the default as a call without the argument has it.
func (p *Param) defaultArgument() any {
	switch {
	case p.Default == "" || p.Default == "NULL":
		return nil
	case p.Default == "true" || p.Default == "false":
		return p.Default == "true"
	case strings.HasPrefix(p.Default, "'"):
		return strings.ReplaceAll(strings.Trim(p.Default, "'"), "''", "'")
	default:
		return json.Number(p.Default)
	}
}
