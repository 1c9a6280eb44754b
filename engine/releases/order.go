package releases

import (
	"cmp"
	"math"
	"slices"
)

// A place is how many people of a cell of a core have one of its values.
type place struct{ cell, value int32 }

// An order is the places of a core, one after the other, all that can be positive: either value by value, and within a value
// cell by cell, or cell by cell, and within a cell value by value. After some of them, what is left to know is how many
// people the sums that have begun and are not complete lack; that is a state (layers.go).
type order struct {
	places  []place
	byCells bool
	cells   []int32 // in their order
	work    float64 // a forecast of how many steps between states there are, by which orders are compared
}

// bestOrder returns the order that takes the least work by the forecasts.
func (c *core) bestOrder(limit float64) *order {
	best := &order{work: math.Inf(1)}
	for _, start := range c.starts() {
		cells := c.sweep(start)
		for _, o := range []*order{c.byValues(cells, min(limit, best.work)), c.byCells(cells, min(limit, best.work))} {
			if o.work < best.work {
				best = o
			}
		}
	}
	return best
}

// fewStarts is how many cells are tried to begin with.
const fewStarts = 8

// starts returns the cells that orders begin with.
func (c *core) starts() []int32 {
	n := min(len(c.cells), fewStarts)
	starts := make([]int32, n)
	for i := range starts {
		starts[i] = int32(i * len(c.cells) / n)
	}
	return starts
}

// sweep returns the cells in an order that keeps the groups few that have begun and are not complete: the next one is that
// which adds least to the logarithm of how many states the open groups can have.
func (c *core) sweep(start int32) []int32 {
	left := make([]int32, len(c.groups)) // cells of a group that are still to come
	size := make([]float64, len(c.groups))
	for g := range c.groups {
		left[g] = int32(len(c.groups[g].cells))
		for _, n := range c.groups[g].counts {
			size[g] += math.Log1p(float64(n))
		}
	}
	begun := func(g int32) bool { return int(left[g]) < len(c.groups[g].cells) }
	order, done := make([]int32, 0, len(c.cells)), make([]bool, len(c.cells))
	border := []int32{start} // cells of open groups
	onBorder := make([]bool, len(c.cells))
	onBorder[start] = true
	for next := start; ; {
		done[next] = true
		order = append(order, next)
		for _, g := range c.cells[next].groups {
			left[g]--
			for _, i := range c.groups[g].cells {
				if !onBorder[i] {
					onBorder[i] = true
					border = append(border, i)
				}
			}
		}
		border = slices.DeleteFunc(border, func(i int32) bool { return done[i] })
		if len(border) == 0 {
			return order
		}
		next = slices.MinFunc(border, func(a, b int32) int {
			cost := func(i int32) float64 {
				sum := 0.0
				for _, g := range c.cells[i].groups {
					switch {
					case left[g] == 1:
						sum -= size[g]
					case !begun(g):
						sum += size[g]
					}
				}
				return sum
			}
			return cmp.Or(cmp.Compare(cost(a), cost(b)), cmp.Compare(a, b))
		})
	}
}

// byValues is the order value by value, the most frequent ones first and last, where there are few states.
func (c *core) byValues(cells []int32, limit float64) *order {
	o := &order{cells: cells}
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
	for _, k := range slices.Concat(first, last) {
		for _, i := range cells {
			if c.most(int(i), int(k)) > 0 {
				o.places = append(o.places, place{i, k})
			}
		}
	}
	o.work = c.forecastByValues(o.places, limit)
	return o
}

// byCells is the order cell by cell.
func (c *core) byCells(cells []int32, limit float64) *order {
	o := &order{cells: cells, byCells: true}
	for _, i := range cells {
		for k := range c.values {
			if c.most(int(i), k) > 0 {
				o.places = append(o.places, place{i, int32(k)})
			}
		}
	}
	o.work = c.forecastByCells(cells, limit)
	return o
}
