package mondrian

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/engine/privacy"
)

// ErrColumns reports codes that do not fit the columns.
var ErrColumns = errors.New("mondrian: codes that do not fit the columns")

// ofPeople stands in the place of a value where a count is of people.
const ofPeople = -1

// Cells are the counted cells of a table. A cell has a code in each column, a
// sensitive value or ofPeople, and a count.
type Cells struct {
	Constraint knowledge.Constraint
	// Values are the sensitive values, in the order of their bytes, NULL first.
	Values []partition.Value

	columns []Column
	codes   [][]int32 // by column
	value   []int32
	n       []int64
	whole   partition.Group
	// suppressed are the people who are left out, by their codes: see Cells.key.
	suppressed map[string]bool
}

// Builder makes Cells of histograms.
type Builder struct {
	Constraint knowledge.Constraint

	columns int
	chunks  []*chunk
	people  int64
	numbers map[string]int32
	values  []partition.Value
	null    int32 // 1 + the number of NULL
}

// chunk holds some cells. Many of them grow, and are merged, without being copied.
type chunk struct {
	codes []int32 // cell by cell, its code in each column
	value []int32
	n     []int64
}

// chunkCells is how many cells a chunk holds.
const chunkCells = 1 << 12

// room returns a chunk with room for a cell.
func (b *Builder) room() *chunk {
	if last := len(b.chunks) - 1; last >= 0 && len(b.chunks[last].value) < cap(b.chunks[last].value) {
		return b.chunks[last]
	}
	// A small table is not to take much memory.
	size := chunkCells >> max(0, 6-len(b.chunks))
	c := &chunk{codes: make([]int32, 0, size*b.columns), value: make([]int32, 0, size), n: make([]int64, 0, size)}
	b.chunks = append(b.chunks, c)
	return c
}

// Add adds the people who agree on all columns: their codes, and the histogram of
// their sensitive values as for partition.Builder.
//
// Errors: ErrColumns, partition.ErrMalformed, partition.ErrTooManyPeople.
func (b *Builder) Add(codes []int64, histogram string) error {
	if b.chunks == nil {
		b.columns = len(codes)
	}
	if len(codes) != b.columns {
		return ErrColumns
	}
	return partition.Entries(histogram, func(value string, isNull bool, n int64) error {
		number := int32(ofPeople)
		if b.Constraint == knowledge.SVPI || !isNull {
			number = b.number(value, isNull)
		}
		if number == ofPeople || b.Constraint == knowledge.SVPI {
			if n > partition.MaxPeople-b.people {
				return partition.ErrTooManyPeople
			}
			b.people += n
		}
		c := b.room()
		for _, code := range codes {
			if code < 0 || code > 1<<31-1 {
				return ErrColumns
			}
			c.codes = append(c.codes, int32(code))
		}
		c.value = append(c.value, number)
		c.n = append(c.n, n)
		return nil
	})
}

func (b *Builder) number(value string, isNull bool) int32 {
	if isNull {
		if b.null == 0 {
			b.values = append(b.values, partition.Value{Null: true})
			b.null = int32(len(b.values))
		}
		return b.null - 1
	}
	number, ok := b.numbers[value]
	if !ok {
		if b.numbers == nil {
			b.numbers = map[string]int32{}
		}
		number = int32(len(b.values))
		value = strings.Clone(value)
		b.numbers[value] = number
		b.values = append(b.values, partition.Value{Text: value})
	}
	return number
}

// Merge adds the cells of another builder, which must not be used afterwards.
//
// Errors: ErrColumns, partition.ErrTooManyPeople.
func (b *Builder) Merge(other *Builder) error {
	switch {
	case other.chunks == nil:
		return nil
	case b.chunks == nil:
		*b = *other
		return nil
	case b.columns != other.columns:
		return ErrColumns
	case other.people > partition.MaxPeople-b.people:
		return partition.ErrTooManyPeople
	}
	b.people += other.people
	numbers := make([]int32, len(other.values))
	for i, v := range other.values {
		numbers[i] = b.number(v.Text, v.Null)
	}
	for _, c := range other.chunks {
		for i, number := range c.value {
			if number != ofPeople {
				c.value[i] = numbers[number]
			}
		}
	}
	b.chunks = append(b.chunks, other.chunks...)
	return nil
}

// Cells returns what has been added, over columns. The builder must not be used
// afterwards.
//
// Errors: ErrColumns.
func (b *Builder) Cells(columns []Column) (*Cells, error) {
	if b.chunks != nil && b.columns != len(columns) {
		return nil, ErrColumns
	}
	size := 0
	for _, chunk := range b.chunks {
		size += len(chunk.value)
	}
	c := &Cells{
		Constraint: b.Constraint, Values: b.values, columns: slices.Clone(columns),
		codes: make([][]int32, len(columns)), value: make([]int32, 0, size), n: make([]int64, 0, size),
	}
	for d := range c.codes {
		c.codes[d] = make([]int32, 0, size)
	}
	for i, chunk := range b.chunks {
		for d := range c.codes {
			for at := d; at < len(chunk.codes); at += len(columns) {
				c.codes[d] = append(c.codes[d], chunk.codes[at])
			}
		}
		c.value = append(c.value, chunk.value...)
		c.n = append(c.n, chunk.n...)
		b.chunks[i] = nil
	}
	for d := range columns {
		if err := c.encode(d); err != nil {
			return nil, err
		}
	}
	c.order()
	c.whole = c.count()
	return c, nil
}

// encode replaces the codes of a column with a hierarchy by those of its leaves.
func (c *Cells) encode(d int) error {
	column := &c.columns[d]
	column.place()
	for i, code := range c.codes[d] {
		if int(code) >= column.Size {
			return ErrColumns
		}
		if column.Hierarchy != nil {
			c.codes[d][i] = column.Hierarchy.Rank(code)
		}
	}
	return nil
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
	for i, v := range c.value {
		if v != ofPeople {
			c.value[i] = numbers[v]
		}
	}
}

// count returns the whole table as one group.
func (c *Cells) count() partition.Group {
	counts := make([]int64, len(c.Values))
	g := partition.Group{}
	for i, v := range c.value {
		if v == ofPeople || c.Constraint == knowledge.SVPI {
			g.People += c.n[i]
		}
		if v != ofPeople {
			counts[v] += c.n[i]
		}
	}
	for v, n := range counts {
		if n > 0 {
			g.Counts = append(g.Counts, partition.Count{Value: int32(v), N: n})
		}
	}
	sortCounts(g.Counts)
	return g
}

// sortCounts orders counts as a partition.Group has them.
func sortCounts(counts []partition.Count) {
	slices.SortFunc(counts, func(a, b partition.Count) int {
		return cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(a.Value, b.Value))
	})
}

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

// Whole returns the table as one group.
func (c *Cells) Whole() *privacy.Whole {
	return &privacy.Whole{Constraint: c.Constraint, Group: c.whole, Values: len(c.Values)}
}

// Column returns a column. The codes of one with a hierarchy are those of its
// leaves' ranks.
func (c *Cells) Column(d int) *Column { return &c.columns[d] }
