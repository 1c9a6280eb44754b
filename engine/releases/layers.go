package releases

import (
	"context"
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
	c      *core
	places []place
	of     []layer // of each place the states before it
	steps  int
}

// A layer is the states before a place. State i leads to the states to[start[i]:start[i+1]] of the next layer, by
// low[i], low[i]+1, … people.
type layer struct {
	states int
	low    []int32
	start  []int32
	to     []int32
}

// newLayers finds the states of an order, if there are at most so many steps between them.
//
// Errors: budget.ErrTooLarge, the context's.
func newLayers(ctx context.Context, c *core, o order, most int) (*layers, error) {
	steps := budget.New(ctx, float64(most))
	places := newChooser(c, o)
	if !places.arrange(most) {
		return nil, fmt.Errorf("releases: %w", budget.ErrTooLarge)
	}
	b := newBuilder(places, steps)
	for {
		before := b.compared
		p := b.next()
		if p == none {
			return b.l, nil
		}
		if err := steps.Spend(float64(b.compared - before)); err != nil {
			return nil, err
		}
		if err := b.step(p); err != nil {
			return nil, err
		}
	}
}

// A builder finds the states of one layer after the other.
type builder struct {
	*chooser
	l      *layers
	budget *budget.Budget
	open   []int     // the sums that make up the states of the current layer
	states *interner // of the current layer
	class  []int     // that of each value, if states are compared without regard to the order of values of a class
}

func newBuilder(h *chooser, steps *budget.Budget) *builder {
	c := h.c
	b := &builder{chooser: h, l: &layers{c: c}, budget: steps, states: newInterner(0, 1)}
	if b.order == byCells {
		if of, sizes := c.classes(); len(sizes) < len(c.values) {
			b.class = of
		}
	}
	b.states.add(nil)
	return b
}

// mostRoom is for how many states there is room before it is known that there are so many.
const mostRoom = 1 << 10

// step finds the steps from the states before a place, which has been taken, and the states behind it.
//
// Errors: budget.ErrTooLarge, the context's.
func (b *builder) step(p int32) error {
	in, c := b.sums[p], b.l.c
	least := c.least(int(b.places[p].cell), int(b.places[p].value))
	most := c.most(int(b.places[p].cell), int(b.places[p].value))
	from := b.open
	open := slices.DeleteFunc(slices.Concat(from, in), func(s int) bool { return b.left[s] == 0 })
	slices.Sort(open)
	open = slices.Compact(open)
	before, behind := positions(from, in), positions(open, in) // where the place's sums are in states
	kept := positions(from, open)                              // where the sums of the next states are in those of this layer
	next := make([]uint32, len(open))
	columns := b.columns(p, open)
	here := layer{states: b.states.len()}
	left := make([]int64, len(in))
	numbersOf := func(key []uint32) (low, high int64) {
		low, high = least, most
		for i, s := range in {
			if left[i] = c.total(s); before[i] != none {
				left[i] = int64(key[before[i]])
			}
			low, high = max(low, left[i]-b.least[s]-b.coming[s]), min(high, left[i]-b.least[s])
		}
		return low, high
	}
	// What is too large is found out before any state is built.
	total := int64(0)
	for state := range here.states {
		low, high := numbersOf(b.states.at(state))
		if err := b.budget.Spend(float64(1 + max(0, high-low))); err != nil {
			return err
		}
		total += max(0, high-low+1)
	}
	here.low, here.start = make([]int32, 0, here.states), append(make([]int32, 0, here.states+1), 0)
	here.to = make([]int32, 0, total)
	states := newInterner(len(open), int(min(total, mostRoom)))
	for state := range here.states {
		key := b.states.at(state)
		low, high := numbersOf(key)
		for x := low; x <= high; x++ {
			for i, from := range kept {
				if from != none {
					next[i] = key[from]
				}
			}
			for i, to := range behind {
				if to != none {
					next[to] = uint32(left[i] - x)
				}
			}
			for _, class := range columns {
				sortColumns(next, class)
			}
			here.to = append(here.to, states.add(next))
		}
		here.low = append(here.low, int32(low))
		here.start = append(here.start, int32(len(here.to)))
	}
	b.l.places, b.l.of = append(b.l.places, b.places[p]), append(b.l.of, here)
	b.l.steps += len(here.to)
	b.open, b.states = open, states
	return nil
}

// positions returns where numbers are among others in increasing order, or none.
func positions(among, numbers []int) []int {
	all := make([]int, len(numbers))
	for i, n := range numbers {
		at, ok := slices.BinarySearch(among, n)
		if all[i] = at; !ok {
			all[i] = none
		}
	}
	return all
}

// columns returns how states are to be sorted behind a place: for each class, where the numbers of each of its values are,
// which are those of the open groups. Within a cell they are not sorted. Behind it, all values of a class have begun in
// the same groups, as each of these has them equally often.
func (b *builder) columns(p int32, open []int) (all [][][]int) {
	if b.class == nil || b.left[b.places[p].cell] > 0 {
		return nil
	}
	all = make([][][]int, 1+slices.Max(b.class))
	for k, class := range b.class {
		var column []int
		for g := range b.l.c.groups {
			if at, ok := slices.BinarySearch(open, b.l.c.sumOf(g, k)); ok {
				column = append(column, at)
			}
		}
		all[class] = append(all[class], column)
	}
	return slices.DeleteFunc(all, func(columns [][]int) bool { return len(columns) < 2 || len(columns[0]) == 0 })
}

// sortColumns sorts the columns of a state.
func sortColumns(state []uint32, columns [][]int) {
	contents := make([][]uint32, len(columns))
	for k, column := range columns {
		for _, at := range column {
			contents[k] = append(contents[k], state[at])
		}
	}
	slices.SortFunc(contents, slices.Compare)
	for k, column := range columns {
		for i, at := range column {
			state[at] = contents[k][i]
		}
	}
}
