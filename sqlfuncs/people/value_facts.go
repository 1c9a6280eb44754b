package people

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"skyline/engine/hierarchy"
	"skyline/engine/partition"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/sqltext"
)

// What the values of a sensitive column are to each other is not in their texts: which comes
// before which, whether they are numbers, and what a hierarchy calls them. Plans gather it of
// the values that occur, for kernels whose requirements look at it.

// ValueFacts is the state of __skyline_value_facts: what is known of the values of the
// sensitive columns, by their places in the call.
type ValueFacts struct{ columns []*ColumnFacts }

// ColumnFacts are those of a column.
type ColumnFacts struct {
	places  map[string]int64 // in the order of the column's type, if it has one
	numbers bool             // they are numbers
	labels  map[partition.Value][]valueLabel
}

// valueLabel is what a value is called at a level.
type valueLabel struct {
	level int64
	label sql.Null[string]
}

// factRow is what __skyline_value_facts takes of a value or, with a level, of its label.
type factRow struct {
	Column int64
	Value  sql.Null[string]
	Place  sql.Null[int64]
	Number sql.Null[bool]
	Level  sql.Null[int64]
	Label  sql.Null[string]
}

// ValueFactsAggregate is __skyline_value_facts(key, function, column, value, place, number,
// level, label): what is known of sensitive values, kept for kernels to read.
func ValueFactsAggregate() host.Aggregate {
	return host.KeptShared("__skyline_value_facts", func() *ValueFacts { return new(ValueFacts) },
		func(f *ValueFacts, row *factRow) error {
			if row.Column < 0 || row.Column > math.MaxInt16 {
				return errors.New("column must be a small number")
			}
			f.column(int(row.Column)).add(row)
			return nil
		},
		func(into, from *ValueFacts) error {
			for i, c := range from.columns {
				into.column(i).merge(c)
			}
			return nil
		})
}

// factsOf are those that a specification has, or nil.
func factsOf(kept *host.Shared[*ValueFacts]) *ValueFacts {
	if kept == nil {
		return nil
	}
	return kept.Value
}

// Of returns what is known of the i-th sensitive column, which may be nothing.
func (f *ValueFacts) Of(i int) *ColumnFacts {
	if f == nil || i >= len(f.columns) {
		return &ColumnFacts{}
	}
	return f.columns[i]
}

// column is Of for facts to be added.
func (f *ValueFacts) column(i int) *ColumnFacts {
	for len(f.columns) <= i {
		f.columns = append(f.columns, &ColumnFacts{places: map[string]int64{}, labels: map[partition.Value][]valueLabel{}})
	}
	return f.columns[i]
}

func (c *ColumnFacts) add(row *factRow) {
	if !row.Level.Valid {
		if _, ok := c.places[row.Value.V]; !ok {
			c.places[strings.Clone(row.Value.V)] = row.Place.V
		}
		c.numbers = c.numbers || row.Number.V
		return
	}
	value := partition.Value{Text: strings.Clone(row.Value.V), Null: !row.Value.Valid}
	row.Label.V = strings.Clone(row.Label.V)
	c.labels[value] = append(c.labels[value], valueLabel{row.Level.V, row.Label})
}

func (c *ColumnFacts) merge(from *ColumnFacts) {
	maps.Copy(c.places, from.places)
	c.numbers = c.numbers || from.numbers
	for value, labels := range from.labels {
		c.labels[value] = append(c.labels[value], labels...)
	}
}

// ErrNull reports a NULL where values must have an order.
var ErrNull = errors.New("there is a NULL, which has no place in an order")

// Order returns the numbers of values in their order, that of people who are absent aside.
//
// Errors: ErrNull; host.ErrNotKept where the plan has not gathered it.
func (c *ColumnFacts) Order(values []partition.Value) ([]int32, error) {
	order := make([]int32, 0, len(values))
	for v, value := range values {
		if value.Null {
			return nil, ErrNull
		}
		if value.Text == partition.Absent {
			continue
		}
		if _, ok := c.places[value.Text]; !ok {
			return nil, host.ErrNotKept
		}
		order = append(order, int32(v))
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Compare(c.places[values[a].Text], c.places[values[b].Text]) })
	return order, nil
}

// ErrNotFinite reports values of a column of numbers that are none.
var ErrNotFinite = errors.New("there are infinite numbers or NaN")

// Numbers returns the numbers that values are, as fractions that their decimal digits write;
// nil of NULL, and of people who are absent.
//
// Errors: ErrNotFinite; host.ErrNotKept where the plan has not gathered it.
func (c *ColumnFacts) Numbers(values []partition.Value) ([]*big.Rat, error) {
	numbers := make([]*big.Rat, len(values))
	for v, value := range values {
		if value.Null || value.Text == partition.Absent {
			continue
		}
		if !c.numbers {
			return nil, host.ErrNotKept
		}
		var ok bool
		if numbers[v], ok = ParseNumber(value.Text); !ok {
			return nil, ErrNotFinite
		}
	}
	return numbers, nil
}

// ParseNumber reads a number as DuckDB writes it. Exponents are those of doubles: no text of
// few bytes becomes a fraction of many.
func ParseNumber(text string) (*big.Rat, bool) {
	const maxExponent = 400
	mantissa, exponent, found := strings.Cut(text, "e")
	if e, err := strconv.Atoi(exponent); found && (err != nil || e > maxExponent || e < -maxExponent) {
		return nil, false
	}
	if strings.Trim(mantissa, "-.0123456789") != "" {
		return nil, false
	}
	return new(big.Rat).SetString(text)
}

// errNoHierarchy reports that there are no labels.
var errNoHierarchy = errors.New("there is no hierarchy")

// TreeOf returns the hierarchy of a column over all values that it names, and which of them
// values are; -1 of people who are absent.
//
// Errors: what is wrong with hierarchies, such as that they lack a value.
func (c *ColumnFacts) TreeOf(column string, values []partition.Value) (tree *hierarchy.Tree, leaves []int32, err error) {
	tree, leaves, err = c.tree(values)
	if errors.Is(err, errNoHierarchy) {
		return nil, nil, fmt.Errorf("hierarchies must have rows for the sensitive column, with its name %s as attribute and level 1 or more", sqltext.Ident(column))
	}
	if err != nil {
		return nil, nil, ExplainHierarchy(nil, column, err)
	}
	return tree, leaves, nil
}

func (c *ColumnFacts) tree(values []partition.Value) (tree *hierarchy.Tree, leaves []int32, err error) {
	if len(c.labels) == 0 {
		return nil, nil, errNoHierarchy
	}
	domain := slices.Collect(maps.Keys(c.labels))
	for _, v := range values {
		if _, ok := c.labels[v]; !ok && v.Text != partition.Absent {
			domain = append(domain, v)
		}
	}
	slices.SortFunc(domain, func(a, b partition.Value) int {
		return cmp.Or(cmp.Compare(BoolToInt(a.Null), BoolToInt(b.Null)), strings.Compare(a.Text, b.Text))
	})
	var entries []hierarchy.Entry
	numbers := make(map[partition.Value]int32, len(domain))
	for i, v := range domain {
		numbers[v] = int32(i)
		for _, l := range c.labels[v] {
			if l.label.Valid {
				entries = append(entries, hierarchy.Entry{Value: int32(i), Level: l.level, Label: l.label.V})
			}
		}
	}
	if tree, err = hierarchy.New(len(domain), entries); err != nil {
		return nil, nil, err
	}
	leaves = make([]int32, len(values))
	for i, v := range values {
		leaves[i] = -1
		if n, ok := numbers[v]; ok {
			leaves[i] = n
		}
	}
	return tree, leaves, nil
}
