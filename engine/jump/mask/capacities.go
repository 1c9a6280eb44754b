package mask

import (
	"cmp"
	"slices"

	"skyline/engine/internal/modular"
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
	order  []int // the cells as they have their turn: block by block
	steps  []int // the columns, once for each of their values
	most   []int64
	future [][]int64 // future[t][c]: what can be placed in c after step t
	values [][]int64 // values[t][s]: how many different values set s can get after step t
	layers []layer
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

// newCapacities returns nil if there are too many values and cells for any such counting.
func newCapacities(p *part) *capacities {
	values := 0
	for _, k := range p.columns {
		values += len(k.values)
	}
	if values*len(p.cells) > 1<<20 {
		return nil
	}
	q := &capacities{part: p}
	for _, b := range p.blocks {
		q.order = append(q.order, b.cells...)
	}
	for i := range p.cells {
		if p.rule.capped {
			q.most = append(q.most, p.most(i))
		} else {
			q.most = append(q.most, p.cells[i].size)
		}
	}
	q.setSteps()
	q.future = make([][]int64, len(q.steps))
	q.values = make([][]int64, len(q.steps))
	after, different := make([]int64, len(p.cells)), make([]int64, len(p.sets))
	for t := len(q.steps) - 1; t >= 0; t-- {
		q.future[t], q.values[t] = slices.Clone(after), slices.Clone(different)
		counts := p.columns[q.steps[t]].counts
		for i, c := range p.cells {
			after[i] += min(q.most[i], counts[c.group])
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
	var steps []int
	for k, column := range q.columns {
		for _, n := range column.counts {
			sums[k] += n
		}
		for range column.values {
			steps = append(steps, k)
		}
	}
	slices.SortStableFunc(steps, func(a, b int) int { return cmp.Compare(sums[b], sums[a]) })
	var last []int
	for i, k := range steps {
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
func (q *capacities) count(m *meter) (*result, error) {
	reached, err := q.explore(m)
	if err != nil {
		return nil, err
	}
	r := newResult(q.part)
	if !reached {
		return r, nil
	}
	columns := len(q.columns)
	all, err := numbers(q.total(), 1+len(q.cells)*columns, func(f *modular.Field, out []uint64) error {
		return q.residues(m, f, out)
	})
	if err != nil {
		return nil, err
	}
	r.tables = all[0]
	for i := range q.cells {
		copy(r.with[i], all[1+i*columns:1+(i+1)*columns])
	}
	return r, nil
}

// residues adds up the paths forward and backward.
func (q *capacities) residues(m *meter, f *modular.Field, out []uint64) error {
	people := int64(0)
	for _, c := range q.cells {
		people = max(people, c.size)
	}
	factorial, reciprocal := f.Factorials(people)
	forward := make([][]uint64, len(q.layers)+1)
	forward[0] = []uint64{f.One}
	for _, c := range q.cells {
		forward[0][0] = f.Mul(forward[0][0], factorial[c.size])
	}
	for i := range q.layers {
		l := &q.layers[i]
		if err := m.spend(float64(len(l.to)) * perPath); err != nil {
			return err
		}
		next := make([]uint64, q.after(i))
		for s, x := range forward[i] {
			n := l.low[s]
			for _, to := range l.to[l.start[s]:l.start[s+1]] {
				if to != nowhere {
					next[to] = f.Add(next[to], f.Mul(x, reciprocal[n]))
				}
				n++
			}
		}
		forward[i+1] = next
	}
	columns := len(q.columns)
	out[0] = forward[len(q.layers)][0]
	with := make([]uint64, len(q.cells)*columns)
	back := []uint64{f.One}
	for i := len(q.layers) - 1; i >= 0; i-- {
		l := &q.layers[i]
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
		at := l.cell*columns + q.steps[l.step]
		with[at] = f.Add(with[at], sum)
		back = before
	}
	q.average(f, with, out[1:])
	return nil
}

// after returns how many states there are after a layer.
func (q *capacities) after(i int) int {
	if i+1 < len(q.layers) {
		return len(q.layers[i+1].low)
	}
	return 1
}

// average divides by the people of the cells and the values that are counted together. The
// blocks of a kind have been sorted, so that only their sum means something.
func (q *capacities) average(f *modular.Field, with, out []uint64) {
	columns := len(q.columns)
	for at := 0; at < len(q.blocks); {
		end := at + 1
		for end < len(q.blocks) && q.blocks[end].kind == q.blocks[at].kind {
			end++
		}
		for j, first := range q.blocks[at].cells {
			for k := range q.columns {
				sum := uint64(0)
				for _, b := range q.blocks[at:end] {
					sum = f.Add(sum, with[b.cells[j]*columns+k])
				}
				among := int64(end-at) * int64(len(q.columns[k].values)) * q.cells[first].size
				mean := f.Mul(sum, f.Invert(f.From(uint64(among))))
				for _, b := range q.blocks[at:end] {
					out[b.cells[j]*columns+k] = mean
				}
			}
		}
		at = end
	}
}
