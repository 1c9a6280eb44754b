package people

import (
	"fmt"
	"math"
	"strings"

	"skyline/engine/hierarchy"
	"skyline/engine/mondrian"
	"skyline/sqlfuncs/host"
)

// DomainAggregate is __skyline_domain(key, column, code, is_null, number, text,
// level, label, apart): what a plan knows of the values of its quasi-identifier columns,
// kept for the kernel.
//
// A row without a level is a value: whether it is NULL, where it lies among
// numbers, if it does, and its text if such values are shown as sets. A row with a
// level is a value's label in a hierarchy, or, without a code, says that there is
// a hierarchy.
func DomainAggregate() host.Aggregate {
	return host.Aggregate{
		Name:   "__skyline_domain",
		Params: []host.Type{{Kind: host.Bigint}, {Kind: host.Bigint}, {Kind: host.Boolean}, {Kind: host.Double}, {Kind: host.Varchar}, {Kind: host.Bigint}, {Kind: host.Varchar}, {Kind: host.Double}},
		Result: host.Type{Kind: host.Varchar},
		New:    func() any { return new(DomainState) },
		Update: func(state any, args []host.Column, begin, end int) error {
			s := state.(*DomainState)
			for row := begin; row < end; row++ {
				if args[0].IsNull(row) || args[0].Int64s[row] < 0 || args[0].Int64s[row] > math.MaxInt16 {
					return fmt.Errorf("__skyline_domain: column must be a small number")
				}
				if !args[1].IsNull(row) && (args[1].Int64s[row] < 0 || args[1].Int64s[row] > math.MaxInt32) {
					return fmt.Errorf("__skyline_domain: code must be a number of 31 bits")
				}
				s.Column(int(args[0].Int64s[row])).add(args, row)
			}
			return nil
		},
		Combine: func(target, source any) error {
			t := target.(*DomainState)
			for i, c := range source.(*DomainState).Columns {
				t.Column(i).merge(c)
			}
			return nil
		},
		Finalize: func(state any) (string, error) { return host.KeepText(state), nil },
	}
}

// DomainState is what __skyline_domain keeps.
type DomainState struct{ Columns []*DomainColumn }

func (s *DomainState) Column(i int) *DomainColumn {
	for len(s.Columns) <= i {
		s.Columns = append(s.Columns, &DomainColumn{Null: -1})
	}
	return s.Columns[i]
}

// DomainColumn collects the values of a column, in any order.
type DomainColumn struct {
	Values   int
	Null     int32   // the code of NULL, or -1
	measured []int32 // codes of values among numbers
	numbers  []float64
	Listed   []int32 // codes of values that are shown as sets
	Texts    []string

	HasHierarchy bool
	entries      []hierarchy.Entry
}

func (c *DomainColumn) add(args []host.Column, row int) {
	code := int32(-1)
	if !args[1].IsNull(row) {
		code = int32(args[1].Int64s[row])
	}
	if !args[5].IsNull(row) {
		c.HasHierarchy = true
		if code >= 0 && !args[6].IsNull(row) {
			c.entries = append(c.entries, hierarchy.Entry{Value: code, Level: args[5].Int64s[row], Label: strings.Clone(args[6].Strings[row])})
		}
		return
	}
	c.Values++
	if !args[2].IsNull(row) && args[2].Bools[row] {
		c.Null = code
		return
	}
	if !args[3].IsNull(row) {
		c.measured = append(c.measured, code)
		c.numbers = append(c.numbers, args[3].Float64s[row])
	}
	if !args[4].IsNull(row) {
		c.Listed = append(c.Listed, code)
		c.Texts = append(c.Texts, strings.Clone(args[4].Strings[row]))
	}
}

func (c *DomainColumn) merge(from *DomainColumn) {
	c.Values += from.Values
	c.Null = max(c.Null, from.Null)
	c.measured, c.numbers = append(c.measured, from.measured...), append(c.numbers, from.numbers...)
	c.Listed, c.Texts = append(c.Listed, from.Listed...), append(c.Texts, from.Texts...)
	c.HasHierarchy = c.HasHierarchy || from.HasHierarchy
	c.entries = append(c.entries, from.entries...)
}

// Column returns the column for the engine, and the texts of its values where sets
// of them are listed.
//
// Errors: those of hierarchy.New.
func (c *DomainColumn) Column() (mondrian.Column, []string, error) {
	column := mondrian.Column{Size: c.Values, HasNull: c.Null >= 0}
	texts := Scatter(c.Values, c.Listed, c.Texts)
	values := c.Values
	if column.HasNull {
		values--
	}
	if len(c.measured) == values {
		column.Numbers = Scatter(values, c.measured, c.numbers)
	}
	if c.HasHierarchy && c.Values > 0 {
		tree, err := c.Tree()
		if err != nil {
			return column, nil, err
		}
		column.Hierarchy = tree
	}
	return column, texts, nil
}

// Tree returns the hierarchy of the column.
//
// Errors: those of hierarchy.New.
func (c *DomainColumn) Tree() (*hierarchy.Tree, error) { return hierarchy.New(c.Values, c.entries) }

// Scatter puts values in the order of their codes; nil where there are none.
func Scatter[T any](n int, codes []int32, values []T) []T {
	if len(codes) == 0 {
		return nil
	}
	s := make([]T, n)
	for i, code := range codes {
		if int(code) < n {
			s[code] = values[i]
		}
	}
	return s
}
