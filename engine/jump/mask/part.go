package mask

import (
	"fmt"
	"math/big"
	"slices"

	"skyline/engine/internal/combinatorics"
	"skyline/engine/jump/tables"
)

// part is a part of a component that is independent of the rest and in which cells and
// values that nothing distinguishes are one.
type part struct {
	groups  int
	cells   []cell
	sets    []set
	blocks  []block
	columns []column
	rule    rule
	method  string
	work    float64
}

// cell are people of one group who lie in the same sets.
type cell struct {
	size    int64
	group   int
	sets    []int // indices into part.sets
	members []int // cells of the component
}

// set are cells that must satisfy the property together.
type set struct {
	cells []int
	size  int64
	// most is how many people may have the same value, where that is what the property
	// says; see rule.capped.
	most int64
}

// block are cells that sets connect; a cell in no set is a block. Blocks of the same kind
// are interchangeable, cell by cell, and follow each other.
type block struct {
	cells []int
	sets  []int
	kind  int
}

// column are values with the same counts in all groups.
type column struct {
	counts []int64 // by group, not all zero
	values []int   // values of the component
}

// result is what is counted of a part: with[c][k] tables in which a given person of cell c
// has a given value of column k.
type result struct {
	tables *big.Int
	with   [][]*big.Int
}

func newResult(p *part) *result {
	s := tables.NewSet(len(p.cells), len(p.columns))
	return &result{tables: s.Tables, with: s.With}
}

// setColumns finds the values that are alike. Those that nobody has are left out: they are
// in no table.
func (p *part) setColumns(c *Component, groups []int) {
	known := map[string]int{}
	for v := range c.values() {
		counts := make([]int64, len(groups))
		for i, h := range groups {
			counts[i] = c.Counts[h][v]
		}
		if slices.Max(counts) == 0 {
			continue
		}
		key := fmt.Sprint(counts)
		at, ok := known[key]
		if !ok {
			at = len(p.columns)
			known[key] = at
			p.columns = append(p.columns, column{counts: counts})
		}
		p.columns[at].values = append(p.columns[at].values, v)
	}
}

// people returns how many there are in a group.
func (p *part) people(group int) int64 {
	sum := int64(0)
	for _, k := range p.columns {
		sum += k.counts[group] * int64(len(k.values))
	}
	return sum
}

// total returns how many tables there are, whatever they satisfy.
func (p *part) total() *big.Int {
	total := big.NewInt(1)
	for h := range p.groups {
		total.Mul(total, combinatorics.Multinomial(p.group(h)))
	}
	return total
}

// group returns the counts of the values of a group, those that are alike one by one.
func (p *part) group(h int) []int64 {
	var counts []int64
	for _, k := range p.columns {
		for range k.values {
			counts = append(counts, k.counts[h])
		}
	}
	return counts
}

// nested says that the part is one group, of which each cell is a set or in none.
func (p *part) nested() bool {
	if p.groups != 1 {
		return false
	}
	for _, b := range p.blocks {
		if len(b.cells) > 1 {
			return false
		}
	}
	return true
}
