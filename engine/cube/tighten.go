package cube

import (
	"context"
	"math"
	"slices"

	"skyline/engine/internal/budget"
)

// Ends of ranges that are not there.
const (
	noLeast   = math.MinInt64
	noLargest = math.MaxInt64
)

// ends returns both ends of a range.
func (r Range) ends() (least, largest int64) {
	least, largest = r.Least, r.Largest
	if r.NoLeast {
		least = noLeast
	}
	if r.NoLargest {
		largest = noLargest
	}
	return least, largest
}

// A box is a range for each unknown. All tables that agree are within it.
type box struct {
	s              *System
	least, largest []int64
	// in[first[j]:first[j+1]] is the sums that have unknown j.
	first, in []int32

	changes []change
	last    [2][]int32 // the last change of the least and of the largest number of each unknown, or -1
}

// A change is an end of a range that moved.
type change struct {
	unknown int32
	sum     int32 // by which sum
	before  int32 // the change of the same end before, or -1
}

// mostChanges is how often an end may move for each unknown, on average: sums whose factors differ may move ends without an
// end, by less and less.
const mostChanges = 50

func newBox(s *System) *box {
	n := len(s.Unknowns)
	b := &box{s: s, least: make([]int64, n), largest: make([]int64, n), first: make([]int32, n+1)}
	for j := range s.Unknowns {
		b.least[j], b.largest[j] = s.Unknowns[j].ends()
	}
	for i := range s.Sums {
		for _, t := range s.Sums[i].Terms {
			b.first[t.Unknown+1]++
		}
	}
	for j := range n {
		b.first[j+1] += b.first[j]
	}
	b.in = make([]int32, b.first[n])
	next := append([]int32(nil), b.first...)
	for i := range s.Sums {
		for _, t := range s.Sums[i].Terms {
			b.in[next[t.Unknown]] = int32(i)
			next[t.Unknown]++
		}
	}
	for side := range b.last {
		b.last[side] = make([]int32, n)
		for j := range n {
			b.last[side][j] = -1
		}
	}
	return b
}

// known reports whether an unknown has one value only.
func (b *box) known(j int32) bool { return b.least[j] == b.largest[j] }

// An activity is the least or the largest value of a sum within the box: the sum of what its terms have, and how many of them
// have no end.
type activity struct {
	sum  wide
	open int32
}

// contribution returns the least value of a term, or the largest one, and whether there is one.
func (b *box) contribution(t Term, largest bool) (wide, bool) {
	if largest != (t.Times < 0) {
		return product(t.Times, b.largest[t.Unknown]), b.largest[t.Unknown] != noLargest
	}
	return product(t.Times, b.least[t.Unknown]), b.least[t.Unknown] != noLeast
}

// activities returns both activities of terms.
func (b *box) activities(terms []Term) (low, high activity) {
	for _, t := range terms {
		if c, ok := b.contribution(t, false); ok {
			low.sum = low.sum.add(c)
		} else {
			low.open++
		}
		if c, ok := b.contribution(t, true); ok {
			high.sum = high.sum.add(c)
		} else {
			high.open++
		}
	}
	return low, high
}

// tighten moves the ends of ranges inward as long as a sum leaves less room for one of its unknowns than it has. It returns
// the sums that cannot hold together, if it finds that there are such.
//
// Errors: the context's.
func (b *box) tighten(ctx context.Context) ([]int32, error) {
	steps := budget.New(ctx, math.Inf(1))
	queue, queued := make([]int32, len(b.s.Sums)), make([]bool, len(b.s.Sums))
	for i := range queue {
		queue[i], queued[i] = int32(i), true
	}
	left := mostChanges * (len(b.s.Unknowns) + 1)
	for at := 0; at < len(queue); at++ {
		i := queue[at]
		if at > len(b.s.Sums) && 2*at > len(queue) {
			queue, at = append(queue[:0], queue[at:]...), 0
		}
		queued[i] = false
		if err := steps.Spend(10 * float64(len(b.s.Sums[i].Terms)+1)); err != nil {
			return nil, err
		}
		before := len(b.changes)
		if fits := b.apply(i); !fits {
			return b.reasons(i), nil
		}
		for _, c := range b.changes[before:] {
			for _, other := range b.in[b.first[c.unknown]:b.first[c.unknown+1]] {
				if !queued[other] {
					queue, queued[other] = append(queue, other), true
				}
			}
		}
		if left -= len(b.changes) - before; left < 0 {
			break
		}
	}
	return nil, nil
}

// apply tightens the ranges of the unknowns of a sum. It reports false if there is nothing left of one.
func (b *box) apply(i int32) bool {
	s := &b.s.Sums[i]
	least, largest := s.ends()
	low, high := b.activities(s.Terms)
	if low.open == 0 && largest != noLargest && low.sum.cmp(widen(largest)) > 0 ||
		high.open == 0 && least != noLeast && high.sum.cmp(widen(least)) < 0 {
		return false
	}
	for _, t := range s.Terms {
		if b.known(t.Unknown) {
			continue
		}
		// The others are at least low - own, and what they leave is at most largest - (low - own).
		if own, ok := b.contribution(t, false); largest != noLargest && (low.open == 0 || low.open == 1 && !ok) {
			rest := low.sum
			if ok {
				rest = rest.sub(own)
			}
			if room, fits := widen(largest).sub(rest).narrow(); fits && !b.atMost(t, room, i) {
				return false
			}
		}
		if own, ok := b.contribution(t, true); least != noLeast && (high.open == 0 || high.open == 1 && !ok) {
			rest := high.sum
			if ok {
				rest = rest.sub(own)
			}
			if room, fits := widen(least).sub(rest).narrow(); fits && !b.atLeast(t, room, i) {
				return false
			}
		}
		// Activities are those of the ranges as they were. They are wider, so what follows from them holds; whatever moved
		// puts the sum into the queue again.
	}
	return true
}

// atMost notes that Times·x ≤ room.
func (b *box) atMost(t Term, room int64, sum int32) bool {
	if t.Times < 0 {
		return b.raise(t.Unknown, -room, -t.Times, sum)
	}
	return b.lower(t.Unknown, room, t.Times, sum)
}

// atLeast notes that Times·x ≥ room.
func (b *box) atLeast(t Term, room int64, sum int32) bool {
	if t.Times < 0 {
		return b.lower(t.Unknown, -room, -t.Times, sum)
	}
	return b.raise(t.Unknown, room, t.Times, sum)
}

// lower notes that x ≤ room/times: up to the whole number below where x is whole, above where it is not.
func (b *box) lower(j int32, room, times int64, sum int32) bool {
	end := ceil(room, times)
	if b.s.Unknowns[j].Whole {
		end = floor(room, times)
	}
	if end >= b.largest[j] || end > mostValue || end < -mostValue {
		return true
	}
	b.largest[j] = end
	b.note(1, j, sum)
	return b.least[j] <= end
}

// raise notes that x ≥ room/times.
func (b *box) raise(j int32, room, times int64, sum int32) bool {
	end := floor(room, times)
	if b.s.Unknowns[j].Whole {
		end = ceil(room, times)
	}
	if end <= b.least[j] || end > mostValue || end < -mostValue {
		return true
	}
	b.least[j] = end
	b.note(0, j, sum)
	return end <= b.largest[j]
}

func (b *box) note(side int, j, sum int32) {
	b.changes = append(b.changes, change{j, sum, b.last[side][j]})
	b.last[side][j] = int32(len(b.changes) - 1)
}

// reasons returns sums, with those that made the ranges what they are, in increasing order.
func (b *box) reasons(sums ...int32) []int32 {
	needed := make([]bool, len(b.changes))
	is := make([]bool, len(b.s.Sums))
	need := func(sum, now int32) {
		is[sum] = true
		for _, t := range b.s.Sums[sum].Terms {
			for side := range b.last {
				at := b.last[side][t.Unknown]
				for at >= now {
					at = b.changes[at].before
				}
				if at >= 0 {
					needed[at] = true
				}
			}
		}
	}
	for _, i := range sums {
		need(i, int32(len(b.changes)))
	}
	for at, c := range slices.Backward(b.changes) {
		if needed[at] {
			need(c.sum, int32(at))
		}
	}
	var all []int32
	for i, yes := range is {
		if yes {
			all = append(all, int32(i))
		}
	}
	return all
}
