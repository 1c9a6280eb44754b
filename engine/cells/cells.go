package cells

import (
	"cmp"
	"slices"

	"skyline/engine"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/engine/privacy"
)

// OfPeople stands in the place of a value where a count is of people.
const OfPeople = -1

// Cells are the counted cells of a table: cell i has the code Codes[d][i] in column
// d, and its count N[i] is that of the sensitive value with the number Value[i], or
// of people. Where each person has one value, all counts are of values, and where
// people have several, the values are those of the people with the same codes. The
// same codes and value may have several cells.
type Cells struct {
	Constraint knowledge.Constraint
	// Values are the sensitive values, in the order of their bytes, NULL first.
	Values []partition.Value
	// Sizes are the numbers of codes of the columns.
	Sizes []int

	Codes [][]int32
	Value []int32
	N     []int64
	// Unit numbers, from 0 and below Units, what counts once in a group however many of its cells have it: a
	// person who has several cells, or such a person with a value. -1 is a cell whose N counts by itself. nil: all
	// cells do.
	Unit  []int32
	Units int
	// Total is the table as one group.
	Total partition.Group
}

// order numbers the values in the order of their bytes.
func (c *Cells) order() {
	order := make([]int32, len(c.Values))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		x, y := c.Values[a], c.Values[b]
		if x.Null != y.Null {
			if x.Null {
				return -1
			}
			return 1
		}
		return cmp.Compare(x.Text, y.Text)
	})
	values := make([]partition.Value, len(order))
	numbers := make([]int32, len(order))
	for to, from := range order {
		values[to], numbers[from] = c.Values[from], int32(to)
	}
	c.Values = values
	for i, v := range c.Value {
		if v != OfPeople {
			c.Value[i] = numbers[v]
		}
	}
}

// Count returns the people and values of the cells as one group. It is what Total
// must be after cells have been taken away.
func (c *Cells) Count() partition.Group {
	counts := make([]int64, len(c.Values))
	g := partition.Group{}
	seen := make([]bool, c.Units)
	for i, v := range c.Value {
		if c.Unit != nil && c.Unit[i] >= 0 {
			if seen[c.Unit[i]] {
				continue
			}
			seen[c.Unit[i]] = true
		}
		if v == OfPeople || c.Constraint == knowledge.SVPI {
			g.People += c.N[i]
		}
		if v != OfPeople {
			counts[v] += c.N[i]
		}
	}
	for v, n := range counts {
		if n > 0 {
			g.Counts = append(g.Counts, partition.Count{Value: int32(v), N: n})
		}
	}
	SortCounts(g.Counts)
	return g
}

// PeopleOf returns how many people have each code of a column.
func (c *Cells) PeopleOf(column int) []int64 {
	people := make([]int64, c.Sizes[column])
	type have struct{ code, unit int32 }
	seen := map[have]bool{}
	for i, code := range c.Codes[column] {
		if c.Value[i] != OfPeople && c.Constraint != knowledge.SVPI {
			continue
		}
		if c.Unit != nil && c.Unit[i] >= 0 {
			if seen[have{code, c.Unit[i]}] {
				continue
			}
			seen[have{code, c.Unit[i]}] = true
		}
		people[code] += c.N[i]
	}
	return people
}

// SortCounts orders counts as a partition.Group has them.
func SortCounts(counts []partition.Count) { partition.SortCounts(counts) }

// Number returns the number of the value with this text.
func (c *Cells) Number(text string) (int32, bool) {
	i, ok := slices.BinarySearchFunc(c.Values, text, func(v partition.Value, text string) int {
		if v.Null {
			return -1
		}
		return cmp.Compare(v.Text, text)
	})
	return int32(i), ok
}

// GroupOf returns a histogram whose values the cells know, as for Builder.Add, as one group.
//
// Errors: *engine.ParamError, partition.ErrMalformed, partition.ErrTooManyPeople.
func (c *Cells) GroupOf(histogram string) (partition.Group, error) {
	g := partition.Group{}
	err := partition.Entries(histogram, func(value string, isNull bool, n int64) error {
		v, people := partition.ReadEntry(value, isNull, c.Constraint != knowledge.SVPI)
		if people || c.Constraint == knowledge.SVPI {
			if n > partition.MaxPeople-g.People {
				return partition.ErrTooManyPeople
			}
			g.People += n
		}
		if people {
			return nil
		}
		number, ok := int32(0), len(c.Values) > 0 && c.Values[0].Null
		if !v.Null {
			number, ok = c.Number(v.Text)
		}
		if !ok {
			return engine.NewParamError("cells", "histogram", "of values that the cells know", nil)
		}
		g.Counts = append(g.Counts, partition.Count{Value: number, N: n})
		return nil
	})
	SortCounts(g.Counts)
	return g, err
}

// Absent returns the number of the value of people who are not in the table but in a
// public one; -1 if there are none.
func (c *Cells) Absent() int32 {
	if number, ok := c.Number(partition.Absent); ok {
		return number
	}
	return -1
}

// Whole returns the table as requirements want it.
func (c *Cells) Whole() *privacy.Whole {
	return &privacy.Whole{Constraint: c.Constraint, Group: c.Total, Values: len(c.Values)}
}
