package fulldomain

import (
	"fmt"
	"math/bits"

	"skyline/engine"
	"skyline/engine/cells"
	"skyline/engine/hierarchy"
)

// column is a quasi-identifier column: what its values are called at each level.
// The labels of a level are numbered from 0.
type column struct {
	height int
	labels [][]int32 // by level and value
	some   [][]int32 // by level and label: a value that has it
	leaves [][]int64 // by level and label: how many values have it, 0 for one
	all    int64     // values, at least 1
	// Where a key has the label: bits from shift on, of a word.
	word        int
	shift, bits uint
}

// newColumns reads the hierarchies of a table.
//
// Errors: *engine.ParamError.
func newColumns(table *cells.Cells, trees []*hierarchy.Tree) ([]column, error) {
	if len(trees) != len(table.Sizes) {
		return nil, engine.NewParamError("fulldomain", "trees", fmt.Sprintf("one for each of %d columns", len(table.Sizes)), len(trees))
	}
	columns := make([]column, len(trees))
	for d, t := range trees {
		if t == nil || t.Values() != table.Sizes[d] {
			return nil, engine.NewParamError("fulldomain", "trees", fmt.Sprintf("of %d values in column %d", table.Sizes[d], d), nil)
		}
		columns[d].read(t)
	}
	layOut(columns)
	return columns, nil
}

func (c *column) read(t *hierarchy.Tree) {
	values := t.Values()
	c.height, c.all = int(t.Height()), int64(max(1, values))
	for level := range c.height + 1 {
		labels := make([]int32, values)
		var first, last int32
		for v := range labels {
			labels[v] = t.Ancestor(int32(v), int64(level))
			if v == 0 || labels[v] < first {
				first = labels[v]
			}
			last = max(last, labels[v])
		}
		n := min(values, int(last-first)+1)
		some, leaves := make([]int32, n), make([]int64, n)
		for v := range labels {
			labels[v] -= first
			some[labels[v]] = int32(v)
		}
		for label := range leaves {
			if n := t.Extent(first + int32(label)); n > 1 {
				leaves[label] = int64(n)
			}
		}
		c.labels, c.some, c.leaves = append(c.labels, labels), append(c.some, some), append(c.leaves, leaves)
	}
	c.bits = uint(bits.Len(uint(max(1, values) - 1)))
}

// The first word of a key has its columns' labels in up to firstBits, others in
// laterBits: these are put beside the number of a group of the words before.
const (
	firstBits = 64
	laterBits = 32
)

// layOut gives each column its place in keys.
func layOut(columns []column) {
	word, used, room := 0, uint(0), uint(firstBits)
	for d := range columns {
		c := &columns[d]
		if used+c.bits > room {
			word, used, room = word+1, 0, laterBits
		}
		c.word, c.shift = word, used
		used += c.bits
	}
}

// words returns how many words a key has.
func words(columns []column) int {
	if len(columns) == 0 {
		return 1
	}
	return columns[len(columns)-1].word + 1
}

// labelOf returns the label that a key has in the column.
func (c *column) labelOf(key uint64) int32 {
	return int32(key >> c.shift & (1<<c.bits - 1))
}
