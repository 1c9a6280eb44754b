package sqlfuncs

import (
	"fmt"
	"math"
	"strings"

	"skyline/engine/hierarchy"
	"skyline/engine/mondrian"
)

// domainAggregate is __skyline_domain(key, column, code, is_null, number, text,
// level, label, apart): what a plan knows of the values of its quasi-identifier columns,
// kept for the kernel.
//
// A row without a level is a value: whether it is NULL, where it lies among
// numbers, if it does, and its text if such values are shown as sets. A row with a
// level is a value's label in a hierarchy, or, without a code, says that there is
// a hierarchy.
func domainAggregate() Aggregate {
	return Aggregate{
		Name:   "__skyline_domain",
		Params: []Type{{Kind: Bigint}, {Kind: Bigint}, {Kind: Boolean}, {Kind: Double}, {Kind: Varchar}, {Kind: Bigint}, {Kind: Varchar}, {Kind: Double}},
		Result: Type{Kind: Varchar},
		New:    func() any { return new(domainState) },
		Update: func(state any, args []Column, begin, end int) error {
			s := state.(*domainState)
			for row := begin; row < end; row++ {
				if args[0].IsNull(row) || args[0].Int64s[row] < 0 || args[0].Int64s[row] > math.MaxInt16 {
					return fmt.Errorf("__skyline_domain: column must be a small number")
				}
				if !args[1].IsNull(row) && (args[1].Int64s[row] < 0 || args[1].Int64s[row] > math.MaxInt32) {
					return fmt.Errorf("__skyline_domain: code must be a number of 31 bits")
				}
				s.column(int(args[0].Int64s[row])).add(args, row)
			}
			return nil
		},
		Combine: func(target, source any) error {
			t := target.(*domainState)
			for i, c := range source.(*domainState).columns {
				t.column(i).merge(c)
			}
			return nil
		},
		Finalize: func(state any) (string, error) { return keepText(state), nil },
	}
}

// domainState is what __skyline_domain keeps.
type domainState struct{ columns []*domainColumn }

func (s *domainState) column(i int) *domainColumn {
	for len(s.columns) <= i {
		s.columns = append(s.columns, &domainColumn{null: -1})
	}
	return s.columns[i]
}

// domainColumn collects the values of a column, in any order.
type domainColumn struct {
	values   int
	null     int32   // the code of NULL, or -1
	measured []int32 // codes of values among numbers
	numbers  []float64
	listed   []int32 // codes of values that are shown as sets
	texts    []string

	hasHierarchy bool
	entries      []hierarchy.Entry
}

func (c *domainColumn) add(args []Column, row int) {
	code := int32(-1)
	if !args[1].IsNull(row) {
		code = int32(args[1].Int64s[row])
	}
	if !args[5].IsNull(row) {
		c.hasHierarchy = true
		if code >= 0 && !args[6].IsNull(row) {
			c.entries = append(c.entries, hierarchy.Entry{Value: code, Level: args[5].Int64s[row], Label: strings.Clone(args[6].Strings[row])})
		}
		return
	}
	c.values++
	if !args[2].IsNull(row) && args[2].Bools[row] {
		c.null = code
		return
	}
	if !args[3].IsNull(row) {
		c.measured = append(c.measured, code)
		c.numbers = append(c.numbers, args[3].Float64s[row])
	}
	if !args[4].IsNull(row) {
		c.listed = append(c.listed, code)
		c.texts = append(c.texts, strings.Clone(args[4].Strings[row]))
	}
}

func (c *domainColumn) merge(from *domainColumn) {
	c.values += from.values
	c.null = max(c.null, from.null)
	c.measured, c.numbers = append(c.measured, from.measured...), append(c.numbers, from.numbers...)
	c.listed, c.texts = append(c.listed, from.listed...), append(c.texts, from.texts...)
	c.hasHierarchy = c.hasHierarchy || from.hasHierarchy
	c.entries = append(c.entries, from.entries...)
}

// column returns the column for the engine, and the texts of its values where sets
// of them are listed.
//
// Errors: those of hierarchy.New.
func (c *domainColumn) column() (mondrian.Column, []string, error) {
	column := mondrian.Column{Size: c.values, HasNull: c.null >= 0}
	texts := scatter(c.values, c.listed, c.texts)
	values := c.values
	if column.HasNull {
		values--
	}
	if len(c.measured) == values {
		column.Numbers = scatter(values, c.measured, c.numbers)
	}
	if c.hasHierarchy && c.values > 0 {
		tree, err := c.tree()
		if err != nil {
			return column, nil, err
		}
		column.Hierarchy = tree
	}
	return column, texts, nil
}

// tree returns the hierarchy of the column.
//
// Errors: those of hierarchy.New.
func (c *domainColumn) tree() (*hierarchy.Tree, error) { return hierarchy.New(c.values, c.entries) }

// scatter puts values in the order of their codes; nil where there are none.
func scatter[T any](n int, codes []int32, values []T) []T {
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
