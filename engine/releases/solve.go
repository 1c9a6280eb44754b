package releases

import (
	"context"
	"errors"
	"math/big"
	"slices"

	"skyline/engine"
	"skyline/engine/internal/budget"
)

// told is all that the releases together tell.
type told struct {
	*system
	// low and high are bounds of the probability of each variable.
	low, high []*big.Rat
	ratios    map[[2]int64]*big.Rat
	uncounted []*core
	taken     float64 // steps
}

// solve finds out what a table tells: what follows, and of each core what can be counted, the least work first; and bounds of
// the rest.
//
// Errors: *engine.ParamError for a table that is not as [Table] says, the context's.
func solve(ctx context.Context, t *Table, limit float64) (*told, error) {
	if err := t.validate(); err != nil {
		return nil, err
	}
	s := newSystem(t)
	p, err := s.reduce(ctx)
	if err != nil {
		return nil, err
	}
	all := &told{system: s, ratios: map[[2]int64]*big.Rat{}}
	all.low, all.high = make([]*big.Rat, len(s.cell)), make([]*big.Rat, len(s.cell))
	for _, v := range s.followed {
		all.low[v] = all.ratio(s.truth[v], s.people[s.cell[v]])
		all.high[v] = all.low[v]
	}
	cores, err := all.narrow(ctx, s.cores(p), limit)
	if err != nil {
		return nil, err
	}
	if err := all.solveCores(ctx, cores, limit); err != nil {
		return nil, err
	}
	return all, all.boundUncounted(ctx, max(limit-all.taken, limit/leastAround))
}

// mostSteps is how many steps between states there may be in the first round, moreSteps by how many times as many there
// may be in the next, and rounds how many rounds there are.
const (
	mostSteps  = 1 << 12
	moreSteps  = 8
	rounds     = 5
	costFound  = 100 // of finding a step between states, in steps of about a nanosecond
	costAdded  = 15  // of adding it up modulo a prime
	shareFound = 4   // finding states may take the limit divided by this
	// leastAround says what part of the limit is left to neighbourhoods, even if all of it was used up.
	leastAround = 8
)

// solveCores counts the cores, as far as the limit allows. The forecast of what a core takes is the number of steps between its
// states: to find them takes a small part of what it takes to add them up modulo many primes. They are looked for round by round, with
// more states in each, so that a core that has few is counted before time is spent on one that has many.
//
// Errors: the context's.
func (t *told) solveCores(ctx context.Context, cores []*core, limit float64) error {
	var left []*core
	for _, c := range cores {
		if _, sizes := c.classes(); len(sizes) == 1 {
			t.setEqual(c)
		} else {
			left = append(left, c)
		}
	}
	steps, trying := budget.New(ctx, limit), 0.0
	for round, most := 0, mostSteps; round < rounds; round, most = round+1, most*moreSteps {
		var next []*core
		for _, c := range left {
			found, tried, err := c.find(ctx, most, float64(limit/shareFound)-trying)
			if err != nil {
				return err
			}
			trying += tried
			counted := false
			if found != nil {
				if counted, err = t.count(found, steps); err != nil {
					return err
				}
			}
			switch {
			case counted:
			case found != nil:
				t.uncounted = append(t.uncounted, c)
			default:
				next = append(next, c)
			}
		}
		left = next
	}
	t.uncounted = append(t.uncounted, left...)
	t.taken += trying + steps.Spent()
	return nil
}

// boundUncounted narrows the bounds of what was not counted. Each core gets its part of the limit, by its cells.
//
// Errors: the context's.
func (t *told) boundUncounted(ctx context.Context, limit float64) error {
	cells := 0
	for _, c := range t.uncounted {
		cells += len(c.cells)
	}
	for _, c := range t.uncounted {
		if err := t.boundAround(ctx, c, limit/float64(cells)*float64(len(c.cells))); err != nil {
			return err
		}
	}
	return nil
}

// find returns the states of the first order in which there are at most so many steps between them, or nil; and how many
// steps of time it took.
//
// Errors: the context's.
func (c *core) find(ctx context.Context, most int, limit float64) (found *layers, tried float64, err error) {
	for _, o := range orders {
		cost := float64(most * costFound)
		if tried+cost > limit {
			return nil, tried, ctx.Err()
		}
		l, err := newLayers(ctx, c, o, most)
		if err == nil {
			return l, tried + float64(l.steps*costFound), nil
		}
		if tried += cost; !errors.Is(err, engine.ErrTooLarge) {
			return nil, tried, err
		}
	}
	return nil, tried, nil
}

// count counts the worlds of a core, and reports whether it could.
//
// Errors: the context's.
func (t *told) count(l *layers, steps *budget.Budget) (bool, error) {
	primes := primesFor(l.c.bound())
	if steps.Allows(float64(l.steps)*float64(primes*costAdded)) != nil {
		return false, nil
	}
	all, err := l.add(primes, steps)
	if err != nil {
		return false, err
	}
	t.setCounted(l.c, all)
	return true, nil
}

// setEqual is for a core whose values are all interchangeable.
func (t *told) setEqual(c *core) {
	for i := range c.cells {
		for k := range c.values {
			p := t.ratio(c.cells[i].people, t.people[c.cells[i].cell]*int64(len(c.values)))
			t.set(c, i, k, p, p)
		}
	}
}

// setCounted notes the probabilities of a core that was counted.
func (t *told) setCounted(c *core, all *counted) {
	of, sizes := c.classes()
	for i := range c.cells {
		shares := make([]*big.Rat, len(sizes))
		for class, size := range sizes {
			below := big.NewInt(size * t.people[c.cells[i].cell])
			shares[class] = new(big.Rat).SetFrac(all.people[i][class], below.Mul(below, all.worlds))
		}
		for k := range c.values {
			t.set(c, i, k, shares[of[k]], shares[of[k]])
		}
	}
}

// setRanges notes bounds. As each value of a class has an equal part of it, the class's bounds are those of its values: the
// sums of theirs, or what those of the other classes leave.
func (t *told) setRanges(c *core, ranges [][]countRange) {
	of, sizes := c.classes()
	for i := range c.cells {
		low, high := make([]int64, len(sizes)), make([]int64, len(sizes))
		lows, highs := int64(0), int64(0)
		for k, r := range ranges[i] {
			low[of[k]] += r.low
			high[of[k]] += r.high
			lows += r.low
			highs += r.high
		}
		people, below := c.cells[i].people, t.people[c.cells[i].cell]
		for k := range c.values {
			class := of[k]
			r, size := ranges[i][k], sizes[class]
			least := max(low[class], people-(highs-high[class]), size*r.low)
			most := min(high[class], people-(lows-low[class]), size*r.high)
			t.set(c, i, k, t.ratio(least, below*size), t.ratio(most, below*size))
		}
	}
}

// set notes the bounds of a value of a cell of a core. In a piece of a core, what its bounds leave no room for is not in the
// piece: it is known, and was noted when the core was narrowed.
func (t *told) set(c *core, i, k int, low, high *big.Rat) {
	if c.within != nil && c.within[i][k].high == 0 {
		return
	}
	if v := t.variable(c.cells[i].cell, c.values[k]); v != none && !t.follows(v) {
		t.low[v], t.high[v] = low, high
	}
}

// variable returns the number of a variable, or none.
func (s *system) variable(cell, value int32) int32 {
	from := s.first[cell]
	at, found := slices.BinarySearch(s.value[from:s.first[cell+1]], value)
	if !found {
		return none
	}
	return from + int32(at)
}

// ratio returns a fraction, the same for the same numbers.
func (t *told) ratio(a, b int64) *big.Rat {
	r := t.ratios[[2]int64{a, b}]
	if r == nil {
		r = big.NewRat(a, b)
		t.ratios[[2]int64{a, b}] = r
	}
	return r
}
