package releases

import "skyline/engine/internal/budget"

// A box is a range for each count of a core that holds it in every world. Ranges only ever become narrower, so that
// what is left when steps run out is certified as well.
//
// Two kinds of sums are known: the counts of a cell are its people, and the counts of a value in a group are the group's.
type box struct {
	*core
	ranges [][]countRange // of each cell and value

	// Sums of which a range has changed wait in a queue: the sum of cell j has number j, that of value s in group g
	// len(cells) + g·len(values) + s.
	queue  []int32
	queued []bool

	// narrowed is called for each range that has become narrower.
	narrowed func(cell int32, value int)
}

// newBox returns the ranges that follow from one sum at a time. narrowed is called for what becomes narrower later.
func newBox(c *core, narrowed func(cell int32, value int)) *box {
	b := &box{core: c, ranges: make([][]countRange, len(c.cells)), narrowed: narrowed}
	sums := len(c.cells) + len(c.groups)*len(c.values)
	b.queued = make([]bool, sums)
	all := make([]countRange, len(c.cells)*len(c.values))
	for j := range c.cells {
		cell := &c.cells[j]
		b.ranges[j], all = all[:len(c.values):len(c.values)], all[len(c.values):]
		for s := range b.ranges[j] {
			high := cell.people
			for _, g := range cell.groups {
				high = min(high, c.groups[g].counts[s])
			}
			b.ranges[j][s].high = high
		}
	}
	for sum := range sums {
		b.push(int32(sum))
	}
	return b
}

func (b *box) push(sum int32) {
	if !b.queued[sum] {
		b.queued[sum] = true
		b.queue = append(b.queue, sum)
	}
}

// narrow makes a range smaller, if it is not within the bounds already.
func (b *box) narrow(cell int32, value int, low, high int64) {
	r := &b.ranges[cell][value]
	if low <= r.low && high >= r.high {
		return
	}
	r.low, r.high = max(r.low, low), min(r.high, high)
	b.push(cell)
	for _, g := range b.cells[cell].groups {
		b.push(int32(len(b.cells) + int(g)*len(b.values) + value))
	}
	b.narrowed(cell, value)
}

// propagate narrows ranges until each sum alone allows both ends of all its ranges.
//
// In a sum T of counts with ranges [l, h], the others add up to Σl − l at least and Σh − h at most, which leaves
//
//	T − (Σh − h) ≤ count ≤ T − (Σl − l).
//
// Both ends are taken in the sum if they are within the range, so a sum has nothing more to say until another one
// changes its ranges.
//
// Errors: the budget's.
func (b *box) propagate(steps *budget.Budget) error {
	for len(b.queue) > 0 {
		sum := int(b.queue[0])
		b.queue, b.queued[sum] = b.queue[1:], false
		if sum < len(b.cells) {
			if err := steps.Spend(float64(2 * len(b.values))); err != nil {
				return err
			}
			var low, high int64
			for _, r := range b.ranges[sum] {
				low, high = low+r.low, high+r.high
			}
			total := b.cells[sum].people
			for s, r := range b.ranges[sum] {
				b.narrow(int32(sum), s, total-(high-r.high), total-(low-r.low))
			}
			continue
		}
		g, s := (sum-len(b.cells))/len(b.values), (sum-len(b.cells))%len(b.values)
		group := &b.groups[g]
		if err := steps.Spend(float64(2 * len(group.cells))); err != nil {
			return err
		}
		var low, high int64
		for _, j := range group.cells {
			low, high = low+b.ranges[j][s].low, high+b.ranges[j][s].high
		}
		total := group.counts[s]
		for _, j := range group.cells {
			r := b.ranges[j][s]
			b.narrow(j, s, total-(high-r.high), total-(low-r.low))
		}
	}
	return nil
}
