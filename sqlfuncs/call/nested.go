package call

import (
	"encoding/json"
	"strings"

	"skyline/sqlfuncs/sqltext"
)

// Nested returns what another function answers to arguments, as a relation to stand in FROM:
// a planner that needs what a function computes asks that function. A parameter without an
// argument has its default; nil is NULL. Errors name the function of this call.
func (c *Call) Nested(f *Function, arguments map[string]any) (sqltext.SQL, error) {
	named := *f
	named.Name = c.Function.Name
	inner := &Call{Function: &named, Arguments: map[string]any{}}
	for _, p := range f.Params {
		argument, given := arguments[p.Name]
		if !given {
			argument = p.defaultArgument()
		}
		inner.Arguments[p.Name] = argument
	}
	text, err := json.Marshal(inner.Arguments)
	if err != nil {
		return "", err
	}
	inner.JSON = string(text)
	statement, err := f.Plan(inner)
	if err != nil {
		return "", err
	}
	return "(\n" + statement + "\n)", nil
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
