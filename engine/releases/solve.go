package releases

import (
	"cmp"
	"context"
	"errors"
	"math"
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
	return all, all.solveCores(ctx, s.cores(p), limit)
}

// A task is a core, and how it would be counted.
type task struct {
	c      *core
	order  *order
	primes int
	work   float64 // a forecast, in steps
}

// solveCores counts the cores, as far as the limit allows.
func (t *told) solveCores(ctx context.Context, cores []*core, limit float64) error {
	var tasks []*task
	for _, c := range cores {
		if err := ctx.Err(); err != nil {
			return err
		}
		if _, sizes := c.classes(); len(sizes) == 1 {
			t.setEqual(c)
			continue
		}
		tasks = append(tasks, newTask(c, limit))
	}
	slices.SortStableFunc(tasks, func(a, b *task) int { return cmp.Compare(a.work, b.work) })
	steps := budget.New(ctx, limit)
	for _, task := range tasks {
		counted, err := task.count(ctx, steps)
		switch {
		case err == nil:
			t.setCounted(task.c, counted)
		case errors.Is(err, engine.ErrTooLarge):
			t.uncounted = append(t.uncounted, task.c)
		default:
			return err
		}
	}
	return t.boundCores(ctx, limit)
}

func newTask(c *core, limit float64) *task {
	task := &task{c: c, work: math.Inf(1)}
	if task.order = c.bestOrder(limit / costFound); !math.IsInf(task.order.work, 1) {
		task.primes = primesFor(c.bound())
		task.work = task.order.work * task.perStep()
	}
	return task
}

// perStep is what a step between states takes.
func (t *task) perStep() float64 { return costFound + float64(t.primes*costAdded) }

// excess is by how many times the forecast may be exceeded.
const excess = 8

// count counts the worlds of a core.
//
// Errors: budget.ErrTooLarge, the context's.
func (t *task) count(ctx context.Context, steps *budget.Budget) (*counted, error) {
	if err := steps.Allows(t.work); err != nil {
		return nil, err
	}
	if err := steps.Spend(t.work); err != nil {
		return nil, err
	}
	own := budget.New(ctx, excess*t.work+excess*costFound)
	layers, err := newLayers(t.c, t.order, costFound, own)
	if err != nil {
		return nil, err
	}
	return layers.add(t.primes, own)
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

// boundCores finds bounds for the cores that were not counted, each with a part of the limit.
func (t *told) boundCores(ctx context.Context, limit float64) error {
	cells := 0
	for _, c := range t.uncounted {
		cells += len(c.cells)
	}
	for _, c := range t.uncounted {
		ranges, err := c.ranges(ctx, limit/float64(cells)*float64(len(c.cells)))
		if err != nil {
			return err
		}
		t.setRanges(c, ranges)
	}
	return nil
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
			least := max(low[class], people-(highs-high[class]))
			most := min(high[class], people-(lows-low[class]))
			t.set(c, i, k, t.ratio(least, below*sizes[class]), t.ratio(most, below*sizes[class]))
		}
	}
}

// set notes the bounds of a value of a cell of a core.
func (t *told) set(c *core, i, k int, low, high *big.Rat) {
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
