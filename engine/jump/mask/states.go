package mask

import (
	"encoding/binary"
	"slices"
)

// state is the state of the cells: slices of one array.
type state struct {
	all  []int32
	left []int32 // by cell: places
	need []int32 // by group: people to place in this step
	use  []int32 // by set: people placed in this step, if it is not over for the set
	seen []int32 // by set: different values
}

func (q *capacities) width() int {
	n := len(q.cells) + q.groups + len(q.sets)
	if !q.rule.capped {
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
	cell    int
	later   []int // cells of the group that have their turn later in the step
	closing []int // sets of which it is the last cell in the step
	from    int   // blocks from here to upTo are sorted after the turn; none if upTo is less
	upTo    int
}

// turns lists the cells that can get people in a step.
func (q *capacities) turns(column []int64) []turn {
	var all []turn
	for b, block := range q.blocks {
		from := b
		for from > 0 && q.blocks[from-1].kind == block.kind {
			from--
		}
		for _, i := range block.cells {
			if column[q.cells[i].group] > 0 {
				all = append(all, turn{cell: i, from: from, upTo: -1})
			}
		}
		if n := len(all); n > 0 && slices.Contains(block.cells, all[n-1].cell) {
			all[n-1].upTo = b
		}
	}
	for at := range all {
		c := &q.cells[all[at].cell]
		for _, t := range all[at+1:] {
			if q.cells[t.cell].group == c.group {
				all[at].later = append(all[at].later, t.cell)
			}
		}
		for _, s := range c.sets {
			open := false
			for _, t := range all[at+1:] {
				open = open || slices.Contains(q.sets[s].cells, t.cell)
			}
			if !open {
				all[at].closing = append(all[at].closing, s)
			}
		}
	}
	return all
}

// explore finds the states that can be reached, and returns whether the last one can.
func (q *capacities) explore(m *meter) (bool, error) {
	width, perState := q.width(), q.perState()
	states := make([]int32, width)
	first := q.view(states)
	for i, c := range q.cells {
		first.left[i] = int32(c.size)
	}
	next := q.view(make([]int32, width))
	var key []byte
	q.layers = nil
	for step, k := range q.steps {
		for at := 0; at < len(states); at += width {
			need := q.view(states[at : at+width]).need
			for h, n := range q.columns[k].counts {
				need[h] = int32(n)
			}
		}
		for _, t := range q.turns(q.columns[k].counts) {
			l := layer{cell: t.cell, step: step}
			known := map[string]int32{}
			var found []int32
			for at := 0; at < len(states); at += width {
				s := q.view(states[at : at+width])
				low, high := q.span(s, t, step)
				l.low = append(l.low, int32(low))
				l.start = append(l.start, int32(len(l.to)))
				if err := m.spend(perState * float64(max(0, high-low+1)+1)); err != nil {
					return false, err
				}
				for n := low; n <= high; n++ {
					copy(next.all, s.all)
					if !q.place(next, t, int32(n), step) {
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
			if states = found; len(states) == 0 {
				return false, nil
			}
		}
	}
	return true, nil
}

// span returns the least and the greatest number of people to place in a cell.
func (q *capacities) span(s state, t turn, step int) (low, high int64) {
	c := &q.cells[t.cell]
	left, need := int64(s.left[t.cell]), int64(s.need[c.group])
	high = min(left, need, q.most[t.cell])
	if q.rule.capped {
		for _, i := range c.sets {
			high = min(high, q.sets[i].most-int64(s.use[i]))
		}
	}
	for _, i := range t.later {
		need -= min(int64(s.left[i]), q.most[i])
	}
	return max(0, need, left-q.future[step][t.cell]), high
}

// place puts people into a cell, and returns false if a set cannot have enough different
// values any more.
func (q *capacities) place(s state, t turn, n int32, step int) bool {
	c := &q.cells[t.cell]
	s.left[t.cell] -= n
	s.need[c.group] -= n
	for _, i := range c.sets {
		if q.rule.capped {
			s.use[i] += n
		} else {
			s.use[i] = max(s.use[i], min(n, 1))
		}
	}
	for _, i := range t.closing {
		if !q.rule.capped {
			s.seen[i] = min(s.seen[i]+s.use[i], int32(q.rule.distinct))
			places := int64(0)
			for _, j := range q.sets[i].cells {
				places += int64(s.left[j])
			}
			if q.rule.distinct > int64(s.seen[i])+min(q.values[step][i], places) {
				return false
			}
		}
		s.use[i] = 0
	}
	// The blocks before this one are sorted already.
	for b := t.upTo; b > t.from && q.precedes(s, &q.blocks[b], &q.blocks[b-1]); b-- {
		q.swap(s, &q.blocks[b], &q.blocks[b-1])
	}
	return true
}

// precedes compares the states of two blocks of a kind.
func (q *capacities) precedes(s state, a, b *block) bool {
	for j, i := range a.cells {
		if x, y := s.left[i], s.left[b.cells[j]]; x != y {
			return x < y
		}
	}
	if !q.rule.capped {
		for j, i := range a.sets {
			if x, y := s.seen[i], s.seen[b.sets[j]]; x != y {
				return x < y
			}
		}
	}
	return false
}

func (q *capacities) swap(s state, a, b *block) {
	for j, i := range a.cells {
		k := b.cells[j]
		s.left[i], s.left[k] = s.left[k], s.left[i]
	}
	if !q.rule.capped {
		for j, i := range a.sets {
			k := b.sets[j]
			s.seen[i], s.seen[k] = s.seen[k], s.seen[i]
		}
	}
}
