package releases

import (
	"cmp"
	"math"
	"slices"
)

// A place is how many people of a cell of a core have one of its values.
type place struct{ cell, value int32 }

// An order is the places of a core, one after the other, all that can be positive. After some of them, what is left to know
// is how many people the sums lack that have begun and are not complete; that is a state (layers.go). There is no order
// that is best for all cores, and no bound on the number of states that is anywhere near for all of them, so
// several orders are tried.
type order int

const (
	// byValues is value by value. Where cells are of two releases, sums of groups are complete between values, so
	// that there are about as many states as people to the power of the number of independent cycles: best
	// for few cycles, of any length, and any number of values.
	byValues order = iota
	// byCells is cell by cell, each time one that keeps the open groups few. States are vectors of counts for each open
	// group: best for few values and many cycles in a row. Values of a class are not told apart.
	byCells
	// byPlaces takes whichever place keeps the open sums few: best where groups do not have most of the values.
	byPlaces
)

var orders = []order{byPlaces, byCells, byValues}

// A chooser chooses places, one after the other.
type chooser struct {
	c      *core
	order  order
	places []place   // that the sums and cells have, by cell and value
	of     [][]int32 // the places of each sum
	sums   [][]int   // the sums of each place
	left   []int     // how many places of a sum are still to come
	room   []int64   // of each place: by how much its number can vary
	passed []int64   // of each sum: by how much the places that are done can vary together
	coming []int64   // and those that are still to come
	least  []int64   // of each sum: what those that are still to come have together, at least
	done   []bool    // of each place
	border []int32   // places that are still to come, of sums that have begun
	known  []bool    // of each place, whether it is or was on the border
	queue  []int32   // the places that are next, in order

	compared int // how many places were compared so far
}

func newChooser(c *core, o order) *chooser {
	h := &chooser{c: c, order: o}
	sums := c.sums()
	h.of, h.left, h.passed, h.coming = make([][]int32, sums), make([]int, sums), make([]int64, sums), make([]int64, sums)
	h.least = make([]int64, sums)
	for i := range c.cells {
		for k := range c.values {
			if c.most(i, k) == 0 {
				continue
			}
			p := place{int32(i), int32(k)}
			in, room := c.sumsOf(p), c.most(i, k)-c.least(i, k)
			for _, s := range in {
				h.of[s] = append(h.of[s], int32(len(h.places)))
				h.left[s]++
				h.coming[s] += room
				h.least[s] += c.least(i, k)
			}
			h.places, h.sums, h.room = append(h.places, p), append(h.sums, in), append(h.room, room)
		}
	}
	h.done, h.known = make([]bool, len(h.places)), make([]bool, len(h.places))
	return h
}

// arrange puts places in the queue that have to be in it before the first one is taken. It may compare so many places at
// most, and reports whether that was enough.
func (h *chooser) arrange(most int) bool {
	switch h.order {
	case byValues:
		h.queueValues()
	case byPlaces:
		h.queue = h.bestStart(most)
		return h.queue != nil
	case byCells:
	}
	return true
}

// starts is from how many places an order by places is tried, at most. Room is an upper bound, and for a thousand sums a far
// one: on Adult orders with 10^17 by their room have 10^5 states. Beyond hopeless, a logarithm, an order is not tried to its end.
const (
	starts   = 12
	hopeless = 50
)

// bestStart returns the order by places from the start from which the sums that are open at a time leave least room. It
// compares so many places at most, and returns nil if no order comes out of that, or if all are hopeless.
func (h *chooser) bestStart(most int) (best []int32) {
	least := math.Inf(1)
	for i := range min(starts, len(h.places)) {
		try := h.from(int32(i * len(h.places) / min(starts, len(h.places))))
		var order []int32
		log, sum := 0.0, 0.0
		for len(order) < len(h.places) && sum < least && log < hopeless && h.compared+try.compared < most {
			if len(try.queue) == 0 {
				try.fill()
			}
			p := try.queue[0]
			log += try.cost(p)
			sum += math.Exp(log)
			order = append(order, try.next())
		}
		h.compared += try.compared
		if len(order) == len(h.places) && sum < least && log < hopeless {
			best, least = order, sum
		}
	}
	return best
}

// from returns another chooser that begins with a place. The chooser itself must not have been asked for places.
func (h *chooser) from(start int32) *chooser {
	other := &chooser{c: h.c, order: h.order, places: h.places, of: h.of, sums: h.sums, room: h.room}
	other.left, other.passed, other.coming = slices.Clone(h.left), slices.Clone(h.passed), slices.Clone(h.coming)
	other.least = slices.Clone(h.least)
	other.done, other.known = make([]bool, len(h.places)), make([]bool, len(h.places))
	other.queue = []int32{start}
	return other
}

// next returns the number of the next place, or none.
func (h *chooser) next() int32 {
	if len(h.queue) == 0 {
		h.fill()
	}
	if len(h.queue) == 0 {
		return none
	}
	p := h.queue[0]
	h.queue = h.queue[1:]
	h.take(p)
	return p
}

// take notes that a place is done.
func (h *chooser) take(p int32) {
	h.done[p] = true
	least := h.c.least(int(h.places[p].cell), int(h.places[p].value))
	for _, s := range h.sums[p] {
		h.least[s] -= least
		h.passed[s] += h.room[p]
		h.coming[s] -= h.room[p]
		if h.left[s]--; h.order == byValues || h.left[s]+1 < len(h.of[s]) {
			continue
		}
		for _, q := range h.of[s] {
			if h.order == byCells { // the cell's first place stands for it
				q = h.of[h.places[q].cell][0]
			}
			if !h.known[q] {
				h.known[q] = true
				h.border = append(h.border, q)
			}
		}
	}
}

// fill puts the next place in the queue, or those of the next cell.
func (h *chooser) fill() {
	if h.order == byValues {
		return
	}
	h.border = slices.DeleteFunc(h.border, func(p int32) bool { return h.done[p] })
	best, least := int32(none), math.Inf(1)
	h.compared += len(h.border)
	for _, p := range h.border {
		if cost := h.cost(p); cost < least || cost == least && p < best {
			best, least = p, cost
		}
	}
	if best == none { // at the start, or of a core that is not connected
		if best = int32(slices.Index(h.done, false)); best == none {
			return
		}
	}
	if h.order == byCells {
		h.queue = slices.Clone(h.of[h.places[best].cell])
	} else {
		h.queue = []int32{best}
	}
}

// cost returns what a place, or all of its cell, adds to the logarithm of how many states the open sums can have.
func (h *chooser) cost(p int32) float64 {
	if h.order == byPlaces {
		return h.added(h.sums[p], h.room[p])
	}
	sum := 0.0
	for _, q := range h.of[h.places[p].cell] {
		sum += h.added(h.sums[q][1:], h.room[q])
	}
	return sum
}

// added returns what sums add if one of their places is done. What is left of a sum can vary as much as the places that are
// done can, and as those that are to come.
func (h *chooser) added(sums []int, room int64) float64 {
	cost := 0.0
	for _, s := range sums {
		cost += math.Log1p(float64(min(h.passed[s]+room, h.coming[s]-room))) - math.Log1p(float64(min(h.passed[s], h.coming[s])))
	}
	return cost
}

// queueValues puts all places in the queue: the most frequent values first and last, where there are few states.
func (h *chooser) queueValues() {
	c := h.c
	sums := make([]int64, len(c.values))
	values := make([]int32, len(c.values))
	for k := range values {
		values[k] = int32(k)
		for i := range c.cells {
			sums[k] += c.cells[i].counts[k]
		}
	}
	slices.SortStableFunc(values, func(a, b int32) int { return cmp.Compare(sums[b], sums[a]) })
	var first, last []int32
	for i, k := range values {
		if i%2 == 0 {
			first = append(first, k)
		} else {
			last = append(last, k)
		}
	}
	slices.Reverse(last)
	rank := make([]int, len(c.values)) // of values
	for i, k := range slices.Concat(first, last) {
		rank[k] = i
	}
	at := c.around()
	h.queue = make([]int32, len(h.places))
	for p := range h.queue {
		h.queue[p] = int32(p)
	}
	slices.SortFunc(h.queue, func(p, q int32) int {
		a, b := h.places[p], h.places[q]
		return cmp.Or(cmp.Compare(rank[a.value], rank[b.value]), cmp.Compare(at[a.cell], at[b.cell]))
	})
}

// around returns for each cell when it is reached by a depth-first search from group to group: along a cycle, cells are in
// their order on it.
func (c *core) around() []int {
	at, next := make([]int, len(c.cells)), 0
	for i := range at {
		at[i] = none
	}
	stack := make([]int32, len(c.cells)) // the first cell at the end; the others for cores that are not connected
	for i := range stack {
		stack[i] = int32(len(stack) - 1 - i)
	}
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if at[i] != none {
			continue
		}
		at[i] = next
		next++
		for _, g := range c.cells[i].groups {
			for _, j := range c.groups[g].cells {
				if at[j] == none {
					stack = append(stack, j)
				}
			}
		}
	}
	return at
}
