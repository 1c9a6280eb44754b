package counting

import (
	"cmp"
	"slices"

	"skyline/engine/internal/budget"
	"skyline/engine/internal/modular"
	"skyline/engine/jump/beliefs"
)

// capacities counts under bounds, or with so many distinct values, value by value and
// within a value cell by cell. What has happened is summed up in a state: the places left
// in each cell; how many people with the value are still to be placed in each group; for
// sets of several cells how many they have got; and for distinct values how many
// different ones each set has.
//
// A table is a path through the states, that stand for
//
//	Π_c s_c! / Π n[c][v]!
//
// tables, n[c][v] being what the steps place. With F the weight of the paths to a state
// and B that of the paths from it on, those in which a person of cell c has v are
// s_c!/s_c · Σ F·n/n!·B over the steps that place v into c.
//
// Blocks of a kind are interchangeable: once two have had their turn, or neither has, the
// states are the same when their places are swapped, and so are represented sorted.
//
// It takes a few steps for each pair of a state and a number of people to place.
type capacities struct {
	*part
	steps []int // the columns, once for each of their values
	caps  []int64
	// future[t][c] is how many people can be placed in cell c after step t, and values[t][s]
	// how many different values set s can get.
	future, values [][]int64
	layers         []layer
}

// layer is the turn of a cell: state i leads to the states to[start[i]:start[i+1]] of the
// next layer, by placing low[i], low[i]+1, … people. Some lead nowhere.
type layer struct {
	cell, step int
	low        []int32
	start      []int32
	to         []int32
}

const nowhere = -1

// newCapacities returns nil for other properties, and if there are too many values and
// cells for any such counting.
func newCapacities(p *part) method {
	if !p.capped && p.distinct == 0 || p.values()*len(p.cells) > 1<<20 {
		return nil
	}
	q := &capacities{part: p}
	for i := range p.cells {
		q.caps = append(q.caps, p.most(i))
	}
	q.setSteps()
	q.future = make([][]int64, len(q.steps))
	q.values = make([][]int64, len(q.steps))
	people, different := make([]int64, len(p.cells)), make([]int64, len(p.sets))
	for t, k := range slices.Backward(q.steps) {
		q.future[t], q.values[t] = slices.Clone(people), slices.Clone(different)
		counts := p.columns[k].counts
		for i, c := range p.cells {
			people[i] += min(q.caps[i], counts[c.group])
		}
		for s := range p.sets {
			if slices.ContainsFunc(p.sets[s].cells, func(i int) bool { return counts[p.cells[i].group] > 0 }) {
				different[s]++
			}
		}
	}
	return q
}

// setSteps puts the most frequent values first and last, where there are few states.
func (q *capacities) setSteps() {
	sums := make([]int64, len(q.columns))
	var falling, last []int
	for k, column := range q.columns {
		for _, n := range column.counts {
			sums[k] += n
		}
		for range column.values {
			falling = append(falling, k)
		}
	}
	slices.SortStableFunc(falling, func(a, b int) int { return cmp.Compare(sums[b], sums[a]) })
	for i, k := range falling {
		if i%2 == 0 {
			q.steps = append(q.steps, k)
		} else {
			last = append(last, k)
		}
	}
	slices.Reverse(last)
	q.steps = append(q.steps, last...)
}

// count finds the states, then adds up.
func (q *capacities) count(b *budget.Budget) (*beliefs.Set, error) {
	set := q.newSet()
	if reached, err := q.explore(b); err != nil || !reached {
		return set, err
	}
	columns := len(q.columns)
	all, err := numbers(q.total(), 1+len(q.cells)*columns, func(f *modular.Field, out []uint64) error {
		factorial, reciprocal := f.Factorials(q.largest())
		forward, err := q.forward(b, f, factorial, reciprocal)
		if err != nil {
			return err
		}
		out[0] = forward[len(q.layers)][0]
		q.average(f, q.backward(f, reciprocal, forward), out[1:])
		return nil
	})
	if err != nil {
		return nil, err
	}
	set.Tables = all[0]
	for i := range q.cells {
		copy(set.With[i], all[1+i*columns:])
	}
	return set, nil
}

// forward returns F for the states of each layer, times Π_c s_c!.
func (q *capacities) forward(b *budget.Budget, f *modular.Field, factorial, reciprocal []uint64) ([][]uint64, error) {
	first := f.One
	for _, c := range q.cells {
		first = f.Mul(first, factorial[c.size])
	}
	forward := [][]uint64{{first}}
	for i, l := range q.layers {
		if err := b.Spend(float64(len(l.to)) * perPath); err != nil {
			return nil, err
		}
		states := 1 // after the last layer
		if i+1 < len(q.layers) {
			states = len(q.layers[i+1].low)
		}
		next := make([]uint64, states)
		for s, x := range forward[i] {
			n := l.low[s]
			for _, to := range l.to[l.start[s]:l.start[s+1]] {
				if to != nowhere {
					next[to] = f.Add(next[to], f.Mul(x, reciprocal[n]))
				}
				n++
			}
		}
		forward = append(forward, next)
	}
	return forward, nil
}

// backward returns Σ F·n/n!·B for each cell and column.
func (q *capacities) backward(f *modular.Field, reciprocal []uint64, forward [][]uint64) []uint64 {
	with := make([]uint64, len(q.cells)*len(q.columns))
	back := []uint64{f.One}
	for i, l := range slices.Backward(q.layers) {
		before := make([]uint64, len(l.low))
		sum := uint64(0)
		for s, x := range forward[i] {
			n := l.low[s]
			all, people := uint64(0), uint64(0)
			for _, to := range l.to[l.start[s]:l.start[s+1]] {
				if to != nowhere {
					w := f.Mul(back[to], reciprocal[n])
					all = f.Add(all, w)
					people = f.Add(people, f.Mul(w, f.From(uint64(n))))
				}
				n++
			}
			before[s] = all
			sum = f.Add(sum, f.Mul(x, people))
		}
		at := l.cell*len(q.columns) + q.steps[l.step]
		with[at] = f.Add(with[at], sum)
		back = before
	}
	return with
}

// average divides by the people of the cells and the values that are counted together. The
// blocks of a kind have been sorted, so that only their sum means something.
func (q *capacities) average(f *modular.Field, with, out []uint64) {
	columns := len(q.columns)
	for _, blocks := range q.kinds {
		for j, first := range blocks[0].cells {
			for k := range q.columns {
				sum := uint64(0)
				for _, b := range blocks {
					sum = f.Add(sum, with[b.cells[j]*columns+k])
				}
				among := int64(len(blocks)) * int64(len(q.columns[k].values)) * q.cells[first].size
				mean := f.Mul(sum, f.Invert(f.From(uint64(among))))
				for _, b := range blocks {
					out[b.cells[j]*columns+k] = mean
				}
			}
		}
	}
}

// largest returns the people of the largest cell.
func (q *capacities) largest() int64 {
	return slices.MaxFunc(q.cells, func(a, b cell) int { return cmp.Compare(a.size, b.size) }).size
}
