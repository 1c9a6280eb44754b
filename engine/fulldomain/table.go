package fulldomain

import (
	"slices"

	"skyline/engine/cells"
	"skyline/engine/knowledge"
)

// table is a generalization: its QI groups, with as much of their people as the
// requirements look at.
type table struct {
	levels []int
	keys   [][]uint64 // by word and group: the labels
	people []int64
	// sets are which sensitive values a group has, as bits; only with ofSets.
	sets []uint64
	// A group's histogram are entries starts[g]..starts[g+1]-1; only with ofCounts.
	starts []int32
	values []int32
	counts []int64
}

// interest says what requirements look at.
type interest int

const (
	ofPeople interest = iota // how many people a group has
	ofSets                   // and which sensitive values, of at most 64
	ofCounts                 // and how often they occur
)

func (t *table) groups() int { return len(t.people) }

// size returns about how much memory the table takes.
func (t *table) size() int {
	return 8*len(t.keys)*len(t.people) + 8*len(t.people) + 8*len(t.sets) + 4*len(t.starts) + 12*len(t.values)
}

// clone returns a copy that takes no more memory than needed.
func (t *table) clone() *table {
	c := &table{
		levels: slices.Clone(t.levels), keys: make([][]uint64, len(t.keys)), people: exact(t.people),
		sets: exact(t.sets), starts: exact(t.starts), values: exact(t.values), counts: exact(t.counts),
	}
	for w := range t.keys {
		c.keys[w] = exact(t.keys[w])
	}
	return c
}

func exact[T any](s []T) []T {
	if s == nil {
		return nil
	}
	c := make([]T, len(s))
	copy(c, s)
	return c
}

// ofCells returns the cells as groups at level 0, which may be alike.
func ofCells(c *cells.Cells, columns []column, looks interest) *table {
	t := &table{levels: make([]int, len(columns)), keys: make([][]uint64, words(columns)), people: make([]int64, len(c.N))}
	for w := range t.keys {
		t.keys[w] = make([]uint64, len(c.N))
	}
	for d := range columns {
		column := &columns[d]
		keys, labels := t.keys[column.word], column.labels[0]
		for i, code := range c.Codes[d] {
			keys[i] |= uint64(labels[code]) << column.shift
		}
	}
	for i, v := range c.Value {
		if v == cells.OfPeople || c.Constraint == knowledge.SVPI {
			t.people[i] = c.N[i]
		}
	}
	switch looks {
	case ofPeople:
	case ofSets:
		t.sets = make([]uint64, len(c.N))
		for i, v := range c.Value {
			if v != cells.OfPeople {
				t.sets[i] = 1 << v
			}
		}
	case ofCounts:
		t.starts = make([]int32, 1, len(c.N)+1)
		for i, v := range c.Value {
			if v != cells.OfPeople {
				t.values, t.counts = append(t.values, v), append(t.counts, c.N[i])
			}
			t.starts = append(t.starts, int32(len(t.values)))
		}
	}
	return t
}
