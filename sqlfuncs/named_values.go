package sqlfuncs

import (
	"encoding/json"
	"fmt"
	"regexp"

	"skyline/engine/partition"
)

// Points of knowledge name sensitive values. One that the table does not have is safe
// whatever anybody knows, which is the answer to no question that somebody asks on
// purpose: it is an error, unless the call allows it.

var paramAbsent = Param{Name: "absent", Type: "VARCHAR", Default: "'error'", Doc: "what to do where a sensitive value is named that the table does not have, of which an empty table has none: `'error'`, say so; `'allow'`, answer for a value that nobody has, whose breach probability is 0 (a table for a month, or a release, may lack one)"}

// namedValues is what a plan tells its kernel about the values that points name.
type namedValues struct {
	Where  string `json:"where"`  // the parameter that names them
	Column string `json:"column"` // the sensitive column
	// Shown says that they are written in the call, and may be repeated. Those of a table
	// of points may be data.
	Shown bool `json:"shown,omitempty"`
	// Allowed says that the table need not have them.
	Allowed bool `json:"allowed,omitempty"`
}

// namedValues returns what the kernel of this call has to know of values that the
// parameter where names.
func (c *Call) namedValues(where, column string, shown bool) (*namedValues, error) {
	n := &namedValues{Where: where, Column: column, Shown: shown}
	if c.function.param("absent") == nil {
		return n, nil
	}
	absent, err := c.choice("absent", "error", "allow")
	n.Allowed = absent == "allow"
	return n, err
}

func readNamedValues(text string) (*namedValues, error) {
	n := &namedValues{}
	if json.Unmarshal([]byte(text), n) != nil {
		return nil, fmt.Errorf("the arguments cannot be read")
	}
	return n, nil
}

// tableValues are the sensitive values of a table, and how to look one up.
type tableValues struct {
	values []partition.Value
	number func(text string) (int32, bool)
}

// count returns how many there are; people who are not in the table have none.
func (t *tableValues) count() int {
	n := len(t.values)
	if _, ok := t.number(partition.Absent); ok {
		n--
	}
	return n
}

// check refuses points of values that the table does not have.
func (n *namedValues) check(points []point, table *tableValues) error {
	if n.Allowed {
		return nil
	}
	for i := range points {
		if !points[i].named {
			continue
		}
		if _, ok := table.number(points[i].value); !ok {
			return n.refuse(points[i].value, table.count())
		}
	}
	return nil
}

// refuse says that a value is none of those of the table.
func (n *namedValues) refuse(value string, values int) error {
	called := "a value of the table of points"
	if n.Shown {
		called = quoteText(value)
	}
	column := plainIdentifier(n.Column)
	return fmt.Errorf("%s: %s is none of the %d values of %s; SELECT DISTINCT %s lists them, or allow it with absent := 'allow'", n.Where, called, values, column, column)
}

var plainName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// plainIdentifier is an identifier as one would write it: quoted where it must be.
func plainIdentifier(name string) string {
	if plainName.MatchString(name) {
		return name
	}
	return quoteIdentifier(name)
}
