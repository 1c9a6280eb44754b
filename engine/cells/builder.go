package cells

import (
	"fmt"
	"slices"
	"strings"

	"skyline/engine"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

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
	// persons are those of whom the first cells are, nobody for one that is of many; there may be fewer
	// of them than cells.
	persons []int64
}

// nobody stands for the person of cells that count people by themselves.
const nobody = -1

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
// Errors: *engine.ParamError, partition.ErrMalformed, partition.ErrTooManyPeople.
func (b *Builder) Add(codes []int64, histogram string) error { return b.add(codes, nobody, histogram) }

// AddPerson is Add for one person, who is added with other codes, too, and counts once in a group, as
// does each of their values; with knowledge.Multiset all occurrences of values count. Otherwise the
// histogram has each value once. Persons are numbered from 0; with knowledge.SVPI a person has
// the same value with all codes.
//
// Errors: those of Add.
func (b *Builder) AddPerson(codes []int64, person int64, histogram string) error {
	if person < 0 {
		return engine.NewParamError("cells", "person", "from 0", nil)
	}
	return b.add(codes, person, histogram)
}

func (b *Builder) add(codes []int64, person int64, histogram string) error {
	if b.chunks == nil {
		b.columns = len(codes)
	}
	if len(codes) != b.columns {
		return engine.NewParamError("cells", "codes", fmt.Sprintf("as many as those before, %d", b.columns), len(codes))
	}
	return partition.Entries(histogram, func(value string, isNull bool, n int64) error {
		number := int32(OfPeople)
		if v, people := partition.ReadEntry(value, isNull, b.Constraint != knowledge.SVPI); !people {
			number = b.number(v.Text, v.Null)
		}
		of := person
		if number != OfPeople && b.Constraint == knowledge.Multiset {
			of = nobody // each occurrence counts
		}
		if of != nobody && n != 1 {
			return engine.NewParamError("cells", "histogram", "of one person, each of whose values occurs once", nil)
		}
		if number == OfPeople || b.Constraint == knowledge.SVPI {
			if n > partition.MaxPeople-b.people {
				return partition.ErrTooManyPeople
			}
			b.people += n
		}
		c := b.room()
		for _, code := range codes {
			if code < 0 || code > 1<<31-1 {
				return engine.NewParamError("cells", "codes", "in 0..2^31-1", nil)
			}
			c.codes = append(c.codes, int32(code))
		}
		c.value = append(c.value, number)
		if of != nobody {
			for len(c.persons) < len(c.n) {
				c.persons = append(c.persons, nobody)
			}
			c.persons = append(c.persons, of)
		}
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

// Know adds the sensitive values of a histogram, as for Add, without people: those of a larger
// table, of which the cells are a part.
//
// Errors: partition.ErrMalformed.
func (b *Builder) Know(histogram string) error {
	return partition.Entries(histogram, func(value string, isNull bool, _ int64) error {
		if v, people := partition.ReadEntry(value, isNull, b.Constraint != knowledge.SVPI); !people {
			b.number(v.Text, v.Null)
		}
		return nil
	})
}

// Merge adds the cells of another builder, which must not be used afterwards.
//
// Errors: *engine.ParamError, partition.ErrTooManyPeople.
func (b *Builder) Merge(other *Builder) error {
	switch {
	case other.chunks == nil:
		return nil
	case b.chunks == nil:
		*b = *other
		return nil
	case b.columns != other.columns:
		return engine.NewParamError("cells", "other", fmt.Sprintf("of %d columns", b.columns), other.columns)
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
			if number != OfPeople {
				c.value[i] = numbers[number]
			}
		}
	}
	b.chunks = append(b.chunks, other.chunks...)
	return nil
}

// Cells returns what has been added, over columns whose codes are below sizes. The
// builder must not be used afterwards.
//
// Errors: *engine.ParamError.
func (b *Builder) Cells(sizes []int) (*Cells, error) {
	if b.chunks != nil && b.columns != len(sizes) {
		return nil, engine.NewParamError("cells", "sizes", fmt.Sprintf("one for each of %d columns", b.columns), len(sizes))
	}
	size := 0
	for _, chunk := range b.chunks {
		size += len(chunk.value)
	}
	c := &Cells{
		Constraint: b.Constraint, Values: b.values, Sizes: slices.Clone(sizes),
		Codes: make([][]int32, len(sizes)), Value: make([]int32, 0, size), N: make([]int64, 0, size),
	}
	for d := range c.Codes {
		c.Codes[d] = make([]int32, 0, size)
	}
	var persons []int64
	for i, chunk := range b.chunks {
		for d := range c.Codes {
			for at := d; at < len(chunk.codes); at += len(sizes) {
				if int(chunk.codes[at]) >= sizes[d] {
					return nil, engine.NewParamError("cells", "sizes", "above all codes", fmt.Sprintf("%d for column %d", sizes[d], d))
				}
				c.Codes[d] = append(c.Codes[d], chunk.codes[at])
			}
		}
		if chunk.persons != nil && persons == nil {
			persons = make([]int64, 0, size)
		}
		if persons != nil {
			for len(persons) < len(c.Value) {
				persons = append(persons, nobody)
			}
			persons = append(persons, chunk.persons...)
		}
		c.Value = append(c.Value, chunk.value...)
		c.N = append(c.N, chunk.n...)
		b.chunks[i] = nil
	}
	c.order()
	c.number(persons)
	c.Total = c.Count()
	return c, nil
}

// number gives the cells of persons their units; of cells behind them there is nobody.
func (c *Cells) number(persons []int64) {
	if persons == nil {
		return
	}
	type unit struct {
		person int64
		value  int32
	}
	units := map[unit]int32{}
	c.Unit = make([]int32, len(c.Value))
	for i, value := range c.Value {
		c.Unit[i] = -1
		if i >= len(persons) || persons[i] == nobody {
			continue
		}
		u := unit{persons[i], value}
		number, ok := units[u]
		if !ok {
			number = int32(len(units))
			units[u] = number
		}
		c.Unit[i] = number
	}
	c.Units = len(units)
}
