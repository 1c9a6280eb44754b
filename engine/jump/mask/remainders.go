package mask

import (
	"encoding/binary"
	"math"
	"math/big"
	"slices"

	"skyline/engine/internal/combinatorics"
)

// remainders counts for any property, block by block. Of the blocks that are filled, only
// what they leave matters: how many people of each group still have each value; and
// values with the same counts left are interchangeable, so that the state is a multiset of
// columns. A block is filled in all ways in which its sets satisfy the property; values
// that are alike get their people in falling order, and the way counts for all orders.
//
// For the tables in which a person of a cell has a value, the block of the cell is filled
// first, which is from one state only. The last unknown cell of a group needs no such turn:
// in all cells of the group together there are as many people with the value as there are.
//
// It takes a few steps for each pair of a state and a way to fill the next block: few where
// most values are rare or all are different.
type remainders struct {
	*part
	m        *meter
	each     float64 // perFill
	known    map[string]*big.Int
	holds    map[string]bool
	binomial map[[2]int64]*big.Int
}

func newRemainders(p *part) *remainders { return &remainders{part: p} }

// perFill is what a way to fill a block takes, in steps: it is about as many values, and
// numbers as long, as there are.
func (q *remainders) perFill() float64 {
	values, log := 0, 0.0
	for _, k := range q.columns {
		values += len(k.values)
	}
	for h := range q.groups {
		log += log2Multinomial(q.group(h))
	}
	return 500 * (1 + 0.1*float64(values)) * (1 + log/512)
}

// remainder is how many values have the same counts left.
type remainder struct {
	counts []int64 // by group
	values int64
}

// filling is a way to fill a block: people[c][k] people of its c-th cell, in sum over the
// values of the k-th remainder.
type filling struct {
	ways   *big.Int
	people [][]int64
	left   []remainder
}

func (q *remainders) count(m *meter) (*result, error) {
	q.m, q.each = m, q.perFill()
	q.known, q.holds, q.binomial = map[string]*big.Int{}, map[string]bool{}, map[[2]int64]*big.Int{}
	var start []remainder
	for _, k := range q.columns {
		start = append(start, remainder{counts: k.counts, values: int64(len(k.values))})
	}
	r := newResult(q.part)
	kinds := q.kinds()
	derived := q.derived(kinds)
	counted := false
	for kind, blocks := range kinds {
		if derived[kind] && (counted || slices.Contains(derived, false)) {
			continue
		}
		counted = true
		if err := q.countFirst(r, start, blocks); err != nil {
			return nil, err
		}
	}
	for kind, blocks := range kinds {
		if derived[kind] {
			q.derive(r, blocks)
		}
	}
	return r, nil
}

// kinds returns the blocks of each kind.
func (q *remainders) kinds() [][]int {
	var kinds [][]int
	for i, b := range q.blocks {
		if b.kind == len(kinds) {
			kinds = append(kinds, nil)
		}
		kinds[b.kind] = append(kinds[b.kind], i)
	}
	return kinds
}

// derived chooses the kinds whose cells follow from all others, from the largest blocks
// on: one cell of each group, or several that are alike.
func (q *remainders) derived(kinds [][]int) []bool {
	derived := make([]bool, len(kinds))
	taken := make([]bool, q.groups)
	for kind, blocks := range slices.Backward(kinds) {
		cells := q.blocks[blocks[0]].cells
		free := true
		for j, i := range cells {
			h := q.cells[i].group
			free = free && !taken[h] && (j == 0 || q.cells[cells[j-1]].group != h)
		}
		if free {
			derived[kind] = true
			for _, i := range cells {
				taken[q.cells[i].group] = true
			}
		}
	}
	return derived
}

// countFirst counts the tables, and those with each value for the cells of some blocks of
// a kind.
func (q *remainders) countFirst(r *result, start []remainder, blocks []int) error {
	first := &q.blocks[blocks[0]]
	r.tables.SetInt64(0)
	with := newResult(q.part).with
	ways, term := new(big.Int), new(big.Int)
	err := q.fill(first, start, func(f filling) error {
		rest, err := q.rest(0, blocks[0], f.left)
		if err != nil {
			return err
		}
		ways.Mul(f.ways, rest)
		r.tables.Add(r.tables, ways)
		for j, i := range first.cells {
			for k, n := range f.people[j] {
				if n > 0 {
					with[i][k].Add(with[i][k], term.Mul(ways, big.NewInt(n)))
				}
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for j, i := range first.cells {
		for k, column := range q.columns {
			mean := with[i][k].Quo(with[i][k], big.NewInt(q.cells[i].size*int64(len(column.values))))
			for _, b := range blocks {
				r.with[q.blocks[b].cells[j]][k].Set(mean)
			}
		}
	}
	return nil
}

// derive finds the tables with each value for the cells of some blocks of a kind, from
// those of all other cells.
func (q *remainders) derive(r *result, blocks []int) {
	for j, first := range q.blocks[blocks[0]].cells {
		h := q.cells[first].group
		same := map[int]bool{}
		for _, b := range blocks {
			same[q.blocks[b].cells[j]] = true
		}
		for k, column := range q.columns {
			rest := new(big.Int).Mul(r.tables, big.NewInt(column.counts[h]))
			for i, c := range q.cells {
				if c.group == h && !same[i] {
					rest.Sub(rest, new(big.Int).Mul(r.with[i][k], big.NewInt(c.size)))
				}
			}
			rest.Quo(rest, big.NewInt(q.cells[first].size*int64(len(blocks))))
			for _, b := range blocks {
				r.with[q.blocks[b].cells[j]][k].Set(rest)
			}
		}
	}
}

// rest returns in how many ways the blocks from the given one on, except one, can be
// filled with what is left.
func (q *remainders) rest(from, except int, left []remainder) (*big.Int, error) {
	if from == except {
		from++
	}
	if from == len(q.blocks) {
		return big.NewInt(1), nil
	}
	key := binary.AppendUvarint(nil, uint64(from))
	if from < except {
		// Which block of the kind is missing does not matter.
		key = binary.AppendUvarint(key, uint64(q.blocks[except].kind+1))
	} else {
		key = binary.AppendUvarint(key, 0)
	}
	for _, r := range left {
		key = binary.AppendUvarint(key, uint64(r.values))
		for _, n := range r.counts {
			key = binary.AppendUvarint(key, uint64(n))
		}
	}
	if ways, ok := q.known[string(key)]; ok {
		return ways, nil
	}
	ways := new(big.Int)
	err := q.fill(&q.blocks[from], left, func(f filling) error {
		rest, err := q.rest(from+1, except, f.left)
		if err == nil {
			ways.Add(ways, new(big.Int).Mul(f.ways, rest))
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	q.known[string(key)] = ways
	return ways, nil
}

// choose returns the binomial coefficient.
func (q *remainders) choose(n, k int64) *big.Int {
	key := [2]int64{n, min(k, n-k)}
	b, ok := q.binomial[key]
	if !ok {
		b = new(big.Int).Binomial(n, key[1])
		q.binomial[key] = b
	}
	return b
}

// work estimates the pairs of a state and a way to fill the next block: the tables whose
// rows are the people of the blocks before, the cells of the block, and the people after,
// given the sums of rows and columns. For a group it is, approximately,
//
//	Π_r C(s_r+d−1, d−1) · Π_v C(c_v+m−1, m−1) / C(N+m·d−1, m·d−1)
//
// with m rows and d values (I. J. Good, “On the application of symmetric Dirichlet
// distributions and their mixtures to contingency tables”, 1976), where the second product
// is about the values and is one over multisets for values that are alike.
func (q *remainders) work() float64 {
	filled, people := make([]int64, q.groups), make([]int64, q.groups)
	values := make([]int64, q.groups)
	for h := range people {
		people[h] = q.people(h)
		for _, k := range q.columns {
			if k.counts[h] > 0 {
				values[h] += int64(len(k.values))
			}
		}
	}
	work := 0.0
	for _, block := range q.blocks {
		rows := make([][]int64, q.groups)
		for h, n := range filled {
			if n > 0 {
				rows[h] = append(rows[h], n)
			}
		}
		for _, i := range block.cells {
			c := &q.cells[i]
			rows[c.group] = append(rows[c.group], c.size)
			filled[c.group] += c.size
		}
		log := 0.0
		for h, n := range filled {
			if n < people[h] {
				rows[h] = append(rows[h], people[h]-n)
			}
			d, m := values[h], int64(len(rows[h]))
			for _, n := range rows[h] {
				log += combinatorics.LogBinomial(float64(n+d-1), float64(n))
			}
			log -= combinatorics.LogBinomial(float64(people[h]+m*d-1), float64(people[h]))
		}
		for _, k := range q.columns {
			ways, alike := 0.0, float64(len(k.values))
			for h, n := range k.counts {
				m := int64(len(rows[h]))
				ways += combinatorics.LogBinomial(float64(n+m-1), float64(n))
			}
			if ways < 30 {
				r := math.Exp(ways)
				log += combinatorics.LogBinomial(r+alike-1, alike)
			} else {
				log += ways*alike - combinatorics.LogFactorial(alike)
			}
		}
		if work += math.Exp(max(0, log)); work > 1e18 {
			return math.Inf(1) // it does not get less
		}
	}
	return work * float64(max(1, len(q.kinds())-1)) * q.perFill()
}

// compareCounts orders columns; there is one of each value yet.
func compareCounts(a, b remainder) int {
	return slices.Compare(a.counts, b.counts)
}
