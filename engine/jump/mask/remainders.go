package mask

import (
	"encoding/binary"
	"math"
	"math/big"
	"slices"
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
	known    map[string]*big.Int
	holds    map[string]bool
	binomial map[[2]int64]*big.Int
}

func newRemainders(p *part) *remainders { return &remainders{part: p} }

// perFill is what a way to fill a block takes, in steps.
const perFill = 500

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
	q.m = m
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
			h := q.part.cells[i].group
			free = free && !taken[h] && (j == 0 || q.part.cells[cells[j-1]].group != h)
		}
		if free {
			derived[kind] = true
			for _, i := range cells {
				taken[q.part.cells[i].group] = true
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
			mean := with[i][k].Quo(with[i][k], big.NewInt(q.part.cells[i].size*int64(len(column.values))))
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
		h := q.part.cells[first].group
		same := map[int]bool{}
		for _, b := range blocks {
			same[q.blocks[b].cells[j]] = true
		}
		for k, column := range q.columns {
			rest := new(big.Int).Mul(r.tables, big.NewInt(column.counts[h]))
			for i, c := range q.part.cells {
				if c.group == h && !same[i] {
					rest.Sub(rest, new(big.Int).Mul(r.with[i][k], big.NewInt(c.size)))
				}
			}
			rest.Quo(rest, big.NewInt(q.part.cells[first].size*int64(len(blocks))))
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

// work estimates the states before each block and the ways to fill it from each.
func (q *remainders) work() float64 {
	filled := make([]float64, q.groups)
	kinds := q.kinds()
	turns := float64(max(1, len(kinds)-1))
	work := 0.0
	for b, block := range q.blocks {
		states, ways := 1.0, 1.0
		for h := range q.groups {
			people := float64(q.people(h))
			taken := 0.0
			if b > 0 {
				states *= q.multisets(h, filled[h], 1, true)
			}
			last := true
			for _, other := range q.blocks[b+1:] {
				for _, i := range other.cells {
					last = last && q.part.cells[i].group != h
				}
			}
			for j, i := range block.cells {
				c := q.part.cells[i]
				if c.group != h {
					continue
				}
				final := last && (j+1 == len(block.cells) || q.part.cells[block.cells[j+1]].group != h)
				if !final {
					ways *= q.multisets(h, float64(c.size), 1-(filled[h]+taken)/people, b == 0 && taken == 0)
				}
				taken += float64(c.size)
			}
			filled[h] += taken
		}
		if work += states * ways; work > 1e18 {
			return math.Inf(1) // it does not get less
		}
	}
	return work * turns * perFill * (1 + 0.1*float64(len(q.columns)))
}

// multisets estimates in how many ways so many people of a group can be chosen from a
// share of its values, when values that are alike are interchangeable: wholly, as at the
// start, or once they have different counts left. Either way it is a product of Gaussian
// binomial coefficients, whose degree is about normally distributed.
func (q *remainders) multisets(group int, people, share float64, wholly bool) float64 {
	log, mean, variance := 0.0, 0.0, 0.0
	for _, k := range q.columns {
		count, alike := float64(k.counts[group])*share, float64(len(k.values))
		if wholly || count <= 1 {
			log += logFactorial(count+alike) - logFactorial(count) - logFactorial(alike)
			mean += count * alike / 2
			variance += count * alike * (count + alike + 1) / 12
			continue
		}
		each := alike / (math.Floor(count) + 1)
		for n, step := 1.0, math.Ceil(count/64); n <= count; n += step {
			log += step * (logFactorial(n+each) - logFactorial(n) - logFactorial(each))
			mean += step * n * each / 2
			variance += step * n * each * (n + each + 1) / 12
		}
	}
	return max(1, math.Exp(log)*density(people-mean, variance))
}

// compareCounts orders columns; there is one of each value yet.
func compareCounts(a, b remainder) int {
	return slices.Compare(a.counts, b.counts)
}
