package releases

import "skyline/engine/internal/budget"

// A box is a range for each count of a core that holds it in every world. Ranges only ever become narrower, so that
// what is left when steps run out is certified as well.
type box struct {
	*core
	ranges [][]countRange // of each cell and value

	// Sums of which a range has changed wait in a queue.
	queue  []int32
	queued []bool

	// narrowed is called for each range that has become narrower.
	narrowed func(cell int32, value int)
}

// newBox returns the ranges that follow from one sum at a time. narrowed is called for what becomes narrower later.
func newBox(c *core, narrowed func(cell int32, value int)) *box {
	b := &box{core: c, ranges: make([][]countRange, len(c.cells)), queued: make([]bool, c.sums()), narrowed: narrowed}
	all := make([]countRange, len(c.cells)*len(c.values))
	for j := range b.ranges {
		b.ranges[j], all = all[:len(c.values):len(c.values)], all[len(c.values):]
		for s := range b.ranges[j] {
			b.ranges[j][s] = countRange{c.least(j, s), c.most(j, s)}
		}
	}
	for sum := range b.queued {
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
		b.push(int32(b.sumOf(int(g), value)))
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
		counts, low, high := 0, int64(0), int64(0)
		b.each(sum, func(cell int32, value int) {
			r := b.ranges[cell][value]
			counts, low, high = counts+1, low+r.low, high+r.high
		})
		if err := steps.Spend(float64(2 * counts)); err != nil {
			return err
		}
		total := b.total(sum)
		b.each(sum, func(cell int32, value int) {
			r := b.ranges[cell][value]
			b.narrow(cell, value, total-(high-r.high), total-(low-r.low))
		})
	}
	return nil
}
