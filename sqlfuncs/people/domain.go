package people

import (
	"database/sql"
	"errors"
	"math"
	"slices"
	"strings"

	"skyline/engine/hierarchy"
	"skyline/engine/mondrian"
	"skyline/sqlfuncs/host"
)

// domainRow is what __skyline_domain takes of a value or a label.
type domainRow struct {
	Column int64
	Code   sql.Null[int64]
	IsNull sql.Null[bool]
	Number sql.Null[float64]
	Text   sql.Null[string]
	Level  sql.Null[int64]
	Label  sql.Null[string]
}

// DomainAggregate is __skyline_domain(key, function, column, code, is_null, number, text,
// level, label, apart): what a plan knows of the values of its quasi-identifier columns,
// kept for the kernel.
//
// A row without a level is a value: whether it is NULL, where it lies among
// numbers, if it does, and its text if such values are shown as sets. A row with a
// level is a value's label in a hierarchy, or, without a code, says that there is
// a hierarchy; that of level 0 is the number that is computed with.
func DomainAggregate() host.Aggregate {
	return host.Kept("__skyline_domain", func() *DomainState { return new(DomainState) },
		func(s *DomainState, row *domainRow) error {
			if row.Column < 0 || row.Column > math.MaxInt16 {
				return errors.New("column must be a small number")
			}
			if row.Code.Valid && (row.Code.V < 0 || row.Code.V > math.MaxInt32) {
				return errors.New("code must be a number of 31 bits")
			}
			s.Column(int(row.Column)).add(row)
			return nil
		},
		func(into, from *DomainState) error {
			for i, c := range from.Columns {
				into.Column(i).merge(c)
			}
			return nil
		})
}

// DomainState is what __skyline_domain keeps.
type DomainState struct{ Columns []*DomainColumn }

// Column returns a column by its number, from 0.
func (s *DomainState) Column(i int) *DomainColumn {
	for len(s.Columns) <= i {
		s.Columns = append(s.Columns, &DomainColumn{Null: -1})
	}
	return s.Columns[i]
}

// Has reports whether a column has a hierarchy.
func (s *DomainState) Has(i int) bool { return s.Column(i).HasHierarchy }

// DomainColumn collects the values of a column, in any order.
type DomainColumn struct {
	Values   int
	Null     int32   // the code of NULL, or -1
	measured []int32 // codes of values among numbers
	numbers  []float64
	Listed   []int32 // codes of values that are shown as sets
	Texts    []string

	computed []int32 // codes of values that are computed with
	decimals []string

	HasHierarchy bool
	entries      []hierarchy.Entry
}

func (c *DomainColumn) add(row *domainRow) {
	code := int32(-1)
	if row.Code.Valid {
		code = int32(row.Code.V)
	}
	if row.Level.Valid && row.Level.V == 0 {
		if code >= 0 && row.Label.Valid {
			c.computed, c.decimals = append(c.computed, code), append(c.decimals, strings.Clone(row.Label.V))
		}
		return
	}
	if row.Level.Valid {
		c.HasHierarchy = true
		if code >= 0 && row.Label.Valid {
			c.entries = append(c.entries, hierarchy.Entry{Value: code, Level: row.Level.V, Label: strings.Clone(row.Label.V)})
		}
		return
	}
	c.Values++
	if row.IsNull.V {
		c.Null = code
		return
	}
	if row.Number.Valid {
		c.measured = append(c.measured, code)
		c.numbers = append(c.numbers, row.Number.V)
	}
	if row.Text.Valid {
		c.Listed = append(c.Listed, code)
		c.Texts = append(c.Texts, strings.Clone(row.Text.V))
	}
}

func (c *DomainColumn) merge(from *DomainColumn) {
	c.Values += from.Values
	c.Null = max(c.Null, from.Null)
	c.measured, c.numbers = append(c.measured, from.measured...), append(c.numbers, from.numbers...)
	c.Listed, c.Texts = append(c.Listed, from.Listed...), append(c.Texts, from.Texts...)
	c.computed, c.decimals = append(c.computed, from.computed...), append(c.decimals, from.decimals...)
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
		column.Hierarchy, column.Named = tree, tree.Named(texts, c.Null)
	}
	return column, texts, nil
}

// Numbers returns the numbers of a column whose values are among them, in any order.
func (c *DomainColumn) Numbers() []float64 { return c.numbers }

// TextsInOrder returns the texts of a column whose values are shown as sets, in the order of their
// codes, that of NULL left out; none of a column of numbers, dates or times.
func (c *DomainColumn) TextsInOrder() []string {
	if len(c.numbers) > 0 {
		return nil
	}
	texts := Scatter(c.Values, c.Listed, c.Texts)
	if c.Null >= 0 && int(c.Null) < len(texts) {
		texts = slices.Delete(texts, int(c.Null), int(c.Null)+1)
	}
	return texts
}

// Decimals returns the numbers that are computed with, as texts, "" for what is none; nil
// where there are none.
func (c *DomainColumn) Decimals() []string { return Scatter(c.Values, c.computed, c.decimals) }

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
