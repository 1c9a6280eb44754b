package counting

import (
	"encoding/binary"
	"slices"

	"skyline/engine/internal/budget"
)

// state is what the steps so far have left: slices of one array.
type state struct {
	all  []int32
	left []int32 // by cell: places
	need []int32 // by group: people to place in this step
	use  []int32 // by set: people placed in this step, or if any, while it is not over for the set
	seen []int32 // by set: different values; none where the rule is capped
}

// width is how many numbers a state has.
func (q *capacities) width() int {
	n := len(q.cells) + q.groups + len(q.sets)
	if !q.capped {
		n += len(q.sets)
	}
	return n
}

func (q *capacities) view(all []int32) state {
	s := state{all: all}
	s.left, all = all[:len(q.cells)], all[len(q.cells):]
	s.need, all = all[:q.groups], all[q.groups:]
	s.use, s.seen = all[:len(q.sets)], all[len(q.sets):]
	return s
}

// turn is the place of a cell in a step.
type turn struct {
	step, cell int
	later      []int   // cells of the group that have their turn later in the step
	closing    []int   // sets of which it is the last cell in the step
	sorted     []block // the blocks of a kind that are sorted after the turn, if any
}

// turns lists the cells that can get people in a step.
func (q *capacities) turns(step int) []turn {
	counts := q.columns[q.steps[step]].counts
	var all []turn
	for _, blocks := range q.kinds {
		for b, block := range blocks {
			before := len(all)
			for _, i := range block.cells {
				if counts[q.cells[i].group] > 0 {
					all = append(all, turn{step: step, cell: i})
				}
			}
			if len(all) > before {
				all[len(all)-1].sorted = blocks[:b+1]
			}
		}
	}
	for at := range all {
		t, later := &all[at], all[at+1:]
		for _, other := range later {
			if q.cells[other.cell].group == q.cells[t.cell].group {
				t.later = append(t.later, other.cell)
			}
		}
		for _, s := range q.cells[t.cell].sets {
			if !slices.ContainsFunc(later, func(other turn) bool { return slices.Contains(q.sets[s].cells, other.cell) }) {
				t.closing = append(t.closing, s)
			}
		}
	}
	return all
}

// explore finds the states that can be reached, and returns whether the last one can.
func (q *capacities) explore(b *budget.Budget) (bool, error) {
	width := q.width()
	states := make([]int32, width)
	for i, c := range q.cells {
		states[i] = int32(c.size)
	}
	q.layers = nil
	for step, k := range q.steps {
		for at := 0; at < len(states); at += width {
			need := q.view(states[at : at+width]).need
			for h, n := range q.columns[k].counts {
				need[h] = int32(n)
			}
		}
		for _, t := range q.turns(step) {
			var err error
			if states, err = q.take(b, t, states); err != nil || len(states) == 0 {
				return false, err
			}
		}
	}
	return true, nil
}

// take adds the layer of a turn, and returns the states that it leads to.
func (q *capacities) take(b *budget.Budget, t turn, states []int32) ([]int32, error) {
	width, perState := q.width(), q.perState()
	l := layer{cell: t.cell, step: t.step}
	known := map[string]int32{}
	var found []int32
	next := q.view(make([]int32, width))
	var key []byte
	for at := 0; at < len(states); at += width {
		s := q.view(states[at : at+width])
		low, high := q.span(s, t)
		l.low = append(l.low, int32(low))
		l.start = append(l.start, int32(len(l.to)))
		if err := b.Spend(perState * float64(max(0, high-low+1)+1)); err != nil {
			return nil, err
		}
		for n := low; n <= high; n++ {
			copy(next.all, s.all)
			if !q.place(next, t, int32(n)) {
				l.to = append(l.to, nowhere)
				continue
			}
			key = key[:0]
			for _, x := range next.all {
				key = binary.AppendUvarint(key, uint64(x))
			}
			to, ok := known[string(key)]
			if !ok {
				to = int32(len(known))
				known[string(key)] = to
				found = append(found, next.all...)
			}
			l.to = append(l.to, to)
		}
	}
	l.start = append(l.start, int32(len(l.to)))
	q.layers = append(q.layers, l)
	return found, nil
}

// span returns the least and the greatest number of people to place in a cell. The least
// leaves no more to the cells after it than they can take, now or with later values.
func (q *capacities) span(s state, t turn) (low, high int64) {
	c := &q.cells[t.cell]
	left, need := int64(s.left[t.cell]), int64(s.need[c.group])
	high = min(left, need, q.caps[t.cell])
	if q.capped {
		for _, i := range c.sets {
			high = min(high, q.sets[i].most-int64(s.use[i]))
		}
	}
	for _, i := range t.later {
		need -= min(int64(s.left[i]), q.caps[i])
	}
	return max(0, need, left-q.future[t.step][t.cell]), high
}

// place makes the state after so many people are placed, and returns false if a set cannot
// get enough different values any more.
func (q *capacities) place(s state, t turn, n int32) bool {
	c := &q.cells[t.cell]
	s.left[t.cell] -= n
	s.need[c.group] -= n
	for _, i := range c.sets {
		if s.use[i] += n; !q.capped {
			s.use[i] = min(s.use[i], 1)
		}
	}
	for _, i := range t.closing {
		if !q.capped && !q.see(s, i, t.step) {
			return false
		}
		s.use[i] = 0
	}
	// The blocks before the last one are sorted already.
	for b := len(t.sorted) - 1; b > 0 && q.precedes(s, t.sorted[b], t.sorted[b-1]); b-- {
		q.swap(s, t.sorted[b], t.sorted[b-1])
	}
	return true
}

// see counts the value of a step if the set has it, and returns whether the set can still
// get enough different ones.
func (q *capacities) see(s state, set, step int) bool {
	s.seen[set] = min(s.seen[set]+s.use[set], int32(q.distinct))
	places := int64(0)
	for _, i := range q.sets[set].cells {
		places += int64(s.left[i])
	}
	return int64(s.seen[set])+min(q.values[step][set], places) >= q.distinct
}

// precedes compares the states of two blocks of a kind.
func (q *capacities) precedes(s state, a, b block) bool {
	for j, i := range a.cells {
		if x, y := s.left[i], s.left[b.cells[j]]; x != y {
			return x < y
		}
	}
	if !q.capped {
		for j, i := range a.sets {
			if x, y := s.seen[i], s.seen[b.sets[j]]; x != y {
				return x < y
			}
		}
	}
	return false
}

func (q *capacities) swap(s state, a, b block) {
	for j, i := range a.cells {
		k := b.cells[j]
		s.left[i], s.left[k] = s.left[k], s.left[i]
	}
	if !q.capped {
		for j, i := range a.sets {
			k := b.sets[j]
			s.seen[i], s.seen[k] = s.seen[k], s.seen[i]
		}
	}
}
