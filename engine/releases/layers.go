package releases

import (
	"fmt"
	"slices"

	"skyline/engine/internal/budget"
)

// layers are all states of an order and the steps between them. A step gives a place its number of people. What is left of
// the sums that have begun and are not complete is a state: whatever leads to it, what can follow is the same.
//
// A path from the first state to the last one is a solution x of the sums. Its weight is Π 1/x!, so that the weights of all
// paths together, times Π n! of the cells, are the number of worlds.
type layers struct {
	c     *core
	order *order
	// of has for each place the layer of the states before it.
	of []layer
	// class is that of a value if states are compared without regard to the order of values of a class.
	class []int
}

// A layer is the states before a place. State i leads to the states to[start[i]:start[i+1]] of the next layer, by
// low[i], low[i]+1, … people.
type layer struct {
	states int
	low    []int64
	start  []int32
	to     []int32
}

// Costs in steps of about a nanosecond: of a step between states when it is found, and when it is added up modulo a prime.
const (
	costFound = 100
	costAdded = 15
)

// maxSteps is how many steps between states are kept at once.
const maxSteps = 1 << 26

// sumsOf returns the numbers of the sums that a place is in: first its cell's, then those of its groups.
func (c *core) sumsOf(p place) []int {
	sums := []int{int(p.cell)}
	for _, g := range c.cells[p.cell].groups {
		sums = append(sums, c.sumOf(int(g), int(p.value)))
	}
	return sums
}

// sumOf returns the number of a group's sum of a value.
func (c *core) sumOf(group, value int) int { return len(c.cells) + group*len(c.values) + value }

// total returns what a sum is before anything is known.
func (c *core) total(sum int) int64 {
	if sum < len(c.cells) {
		return c.cells[sum].people
	}
	sum -= len(c.cells)
	return c.groups[sum/len(c.values)].counts[sum%len(c.values)]
}

// newLayers finds the states of an order.
//
// Errors: budget.ErrTooLarge, the context's.
func newLayers(c *core, o *order, perStep float64, steps *budget.Budget) (*layers, error) {
	l := &layers{c: c, order: o, of: make([]layer, len(o.places))}
	if of, sizes := c.classes(); o.byCells && len(sizes) < len(c.values) {
		l.class = of
	}
	b := newBuilder(l)
	found := 0
	for at := range o.places {
		if err := b.step(at, perStep, steps); err != nil {
			return nil, err
		}
		if found += len(l.of[at].to); found > maxSteps {
			return nil, fmt.Errorf("releases: %w", budget.ErrTooLarge)
		}
	}
	return l, nil
}

// A builder finds the states of one layer after the other.
type builder struct {
	l       *layers
	sums    [][]int   // of each place
	futures [][]int64 // for each of them: what later places can have, at most
	most    []int64   // of each place
	last    []int     // the last place of each sum
	open    []int     // the sums that make up the states of the current layer
	states  *interner
}

func newBuilder(l *layers) *builder {
	c, places := l.c, l.order.places
	b := &builder{l: l, states: newInterner(0)}
	sums := len(c.cells) + len(c.groups)*len(c.values)
	b.last = make([]int, sums)
	future := make([]int64, sums)
	b.sums, b.futures, b.most = make([][]int, len(places)), make([][]int64, len(places)), make([]int64, len(places))
	for at, p := range slices.Backward(places) {
		b.sums[at], b.most[at] = c.sumsOf(p), c.most(int(p.cell), int(p.value))
		for _, s := range b.sums[at] {
			b.futures[at] = append(b.futures[at], future[s])
			if future[s] == 0 {
				b.last[s] = at
			}
			future[s] += b.most[at]
		}
	}
	b.states.add(nil)
	return b
}

// step finds the steps from the states before a place, and the states behind it.
func (b *builder) step(at int, perStep float64, steps *budget.Budget) error {
	in := b.sums[at]
	from := b.open
	position := func(open []int, s int) int {
		i, ok := slices.BinarySearch(open, s)
		if !ok {
			return none
		}
		return i
	}
	var open []int
	for _, s := range append(slices.Clone(from), in...) {
		if b.last[s] > at {
			open = append(open, s)
		}
	}
	slices.Sort(open)
	open = slices.Compact(open)
	before, behind := make([]int, len(in)), make([]int, len(in)) // where the place's sums are in states
	for i, s := range in {
		before[i], behind[i] = position(from, s), position(open, s)
	}
	kept := make([]int, len(open)) // where the sums of the next states are in those of this layer
	next := make([]int64, len(open))
	for i, s := range open {
		if kept[i] = position(from, s); kept[i] == none {
			next[i] = b.l.c.total(s)
		}
	}
	sorted := b.columns(at, open)
	states := newInterner(len(open))
	here := &b.l.of[at]
	here.states = b.states.len()
	here.start = make([]int32, 1, here.states+1)
	left := make([]int64, len(in))
	for state := range here.states {
		key := b.states.at(state)
		low, high := int64(0), b.most[at]
		for i, s := range in {
			if left[i] = b.l.c.total(s); before[i] != none {
				left[i] = int64(key[before[i]])
			}
			low, high = max(low, left[i]-b.futures[at][i]), min(high, left[i])
		}
		for i, from := range kept {
			if from != none {
				next[i] = int64(key[from])
			}
		}
		here.low = append(here.low, low)
		for x := low; x <= high; x++ {
			for i, to := range behind {
				if to != none {
					next[to] = left[i] - x
				}
			}
			here.to = append(here.to, states.add(sorted.sort(next)))
		}
		here.start = append(here.start, int32(len(here.to)))
		if len(here.to) > maxSteps {
			return fmt.Errorf("releases: %w", budget.ErrTooLarge)
		}
		if err := steps.Spend(perStep * float64(1+max(0, high-low+1))); err != nil {
			return err
		}
	}
	b.open, b.states = open, states
	return nil
}

// columns says how states are to be sorted that are behind a place. Within a cell they are not.
func (b *builder) columns(at int, open []int) *columns {
	l, places := b.l, b.l.order.places
	c := &columns{key: make([]uint32, len(open))}
	if l.class == nil || at+1 < len(places) && places[at+1].cell == places[at].cell {
		return c
	}
	values := len(l.c.values)
	position := make(map[int]int, len(open))
	for i, s := range open {
		position[s] = i
	}
	byClass := map[int][][]int{}
	for k, class := range l.class {
		var column []int
		for g := range l.c.groups {
			if i, ok := position[l.c.sumOf(g, k)]; ok {
				column = append(column, i)
			}
		}
		if len(column) > 0 {
			byClass[class] = append(byClass[class], column)
		}
	}
	for class := range values {
		if len(byClass[class]) > 1 {
			c.classes = append(c.classes, byClass[class])
		}
	}
	return c
}

// columns are the parts of states that belong to the values of each class.
type columns struct {
	classes [][][]int
	key     []uint32
}

// sort returns the numbers of a state, in which the columns of each class are in increasing order.
func (c *columns) sort(state []int64) []uint32 {
	for i, x := range state {
		c.key[i] = uint32(x)
	}
	for _, class := range c.classes {
		columns := make([][]uint32, len(class))
		for k, column := range class {
			for _, i := range column {
				columns[k] = append(columns[k], uint32(state[i]))
			}
		}
		slices.SortFunc(columns, slices.Compare)
		for k, column := range class {
			for i, at := range column {
				c.key[at] = columns[k][i]
			}
		}
	}
	return c.key
}
