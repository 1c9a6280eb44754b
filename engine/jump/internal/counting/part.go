package counting

import (
	"math"
	"math/big"
	"slices"

	"skyline/engine/internal/combinatorics"
	"skyline/engine/jump/beliefs"
)

// part is a part of a component that is independent of the rest and in which cells and
// values that nothing distinguishes are one.
type part struct {
	property beliefs.Property
	// capped says that a set satisfies the property if and only if no value is in it more
	// often than its most.
	capped bool
	// distinct is how many different values each set must have; 0 if that is not what the
	// property says.
	distinct int64

	groups  int
	cells   []cell
	sets    []set
	columns []column
	blocks  []block
	kinds   [][]block // the same, by kind
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
	most  int64 // how many people may have the same value; see part.capped
}

// column are values with the same counts in all groups.
type column struct {
	counts []int64 // by group, not all zero
	values []int   // values of the component
}

// block are cells that sets connect; a cell in no set is a block. Blocks of the same kind
// are interchangeable, cell by cell.
type block struct {
	cells []int
	sets  []int
	kind  int
}

// newSet returns an empty set of tables.
func (p *part) newSet() *beliefs.Set { return beliefs.NewSet(len(p.cells), len(p.columns)) }

// values returns how many values there are.
func (p *part) values() int {
	values := 0
	for _, k := range p.columns {
		values += len(k.values)
	}
	return values
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

// people returns how many there are in a group.
func (p *part) people(h int) int64 {
	sum := int64(0)
	for _, k := range p.columns {
		sum += k.counts[h] * int64(len(k.values))
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

// words is about how many words of so many bits the number of tables takes.
func (p *part) words(bits float64) float64 {
	log := 0.0
	for h := range p.groups {
		log += combinatorics.LogMultinomial(p.group(h))
	}
	return 1 + log/math.Ln2/bits
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

// most returns how many people of a cell may have the same value.
func (p *part) most(cell int) int64 {
	most := p.cells[cell].size
	if p.capped {
		for _, s := range p.cells[cell].sets {
			most = min(most, p.sets[s].most)
		}
	}
	return most
}

// complete finds the tables with each value for some cells of one group that are alike from
// those of all its other cells: in all cells together there are as many people with the
// value as there are.
func (p *part) complete(set *beliefs.Set, alike []int) {
	h, size := p.cells[alike[0]].group, p.cells[alike[0]].size
	for k, column := range p.columns {
		rest := new(big.Int).Mul(set.Tables, big.NewInt(column.counts[h]))
		for i, c := range p.cells {
			if c.group == h && !slices.Contains(alike, i) {
				rest.Sub(rest, new(big.Int).Mul(set.With[i][k], big.NewInt(c.size)))
			}
		}
		rest.Quo(rest, big.NewInt(size*int64(len(alike))))
		for _, i := range alike {
			set.With[i][k].Set(rest)
		}
	}
}
