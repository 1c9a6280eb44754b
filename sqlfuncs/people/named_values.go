package people

import (
	"fmt"
	"regexp"

	"skyline/engine/partition"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/sqltext"
)

// Points of knowledge name sensitive values. One that the table does not have is safe
// whatever anybody knows, which is the answer to no question that somebody asks on
// purpose: it is an error, unless the call allows it.

// ParamAbsentValues is the parameter that says so.
var ParamAbsentValues = call.Param{Name: "absent_values", Type: "VARCHAR", Default: "'error'", Doc: "where a sensitive value is named that the table does not have: `'error'`, or `'allow'`, see [Values that the table does not have](#values-that-the-table-does-not-have)"}

// NamedValues is what a plan tells its kernel about the values that points name.
type NamedValues struct {
	Where  string `json:"where"`  // the parameter that names them
	Column string `json:"column"` // the sensitive column
	// Shown says that they are written in the call, and may be repeated. Those of a table
	// of points may be data.
	Shown bool `json:"shown,omitempty"`
	// Allowed says that the table need not have them.
	Allowed bool `json:"allowed,omitempty"`
}

// NewNamedValues returns what the kernel of this call has to know of values that the
// parameter where names.
func NewNamedValues(c *call.Call, where, column string, shown bool) (*NamedValues, error) {
	n := &NamedValues{Where: where, Column: column, Shown: shown}
	if c.Function.Param("absent_values") == nil {
		return n, nil
	}
	absent, err := c.Choice("absent_values", "error", "allow")
	n.Allowed = absent == "allow"
	return n, err
}

// TableValues are the sensitive values of a table, and how to look one up.
type TableValues struct {
	Values []partition.Value
	Number func(text string) (int32, bool)
	whole  *whole // of which it is a part, or nil
	facts  *ValueFacts
}

// count returns how many there are; people who are not in the table have none.
func (t *TableValues) count() int {
	n := len(t.Values)
	if _, ok := t.Number(partition.Absent); ok {
		n--
	}
	return n
}

// Check refuses points of values that the table does not have.
func (n *NamedValues) Check(points []Point, table *TableValues) error {
	if n.Allowed {
		return nil
	}
	for i := range points {
		if !points[i].Named {
			continue
		}
		if _, ok := table.Number(points[i].Value); !ok {
			return n.Refuse(points[i].Value, table.count())
		}
	}
	return nil
}

// Refuse says that a value is none of those of the table.
func (n *NamedValues) Refuse(value string, values int) error {
	called := "a value of the table of points"
	if n.Shown {
		called = string(sqltext.Text(value))
	}
	column := PlainIdentifier(n.Column)
	return fmt.Errorf("%s: %s is none of the %d values of %s; SELECT DISTINCT %s lists them, or allow it with absent_values := 'allow'", n.Where, called, values, column, column)
}

var plainName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// PlainIdentifier is an identifier as one would write it: quoted where it must be.
func PlainIdentifier(name string) string {
	if plainName.MatchString(name) {
		return name
	}
	return string(sqltext.Ident(name))
}
