package mask

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"skyline/engine"
	"skyline/engine/internal/combinatorics"
	"skyline/engine/jump/tables"
)

// ErrTooLarge says that an answer takes more work than the limit allows.
var ErrTooLarge = engine.NewTooLarge("mask: too much work")

// Component is a part of a permutation set that is independent of the rest: cells, the
// groups of the given generalization that they lie in, and sets of cells that must
// satisfy a property together.
type Component struct {
	// Cells[c] is how many people cell c has, at least one.
	Cells []int64
	// In[c] is the group of the given generalization that cell c lies in.
	In []int
	// Counts[h][v] is how many people of group h have value v. All rows are equally long,
	// and sum up to the people of the cells in the group.
	Counts [][]int64
	// Must are sets of cells, each of which must satisfy the property together. A set may
	// span several groups, and may be a single cell. Sets that share cells are allowed, but
	// disjoint ones are counted faster. A set without cells is satisfied.
	Must [][]int
}

// Check returns an *engine.ParamError unless the fields agree with each other.
func (c *Component) Check() error {
	if len(c.In) != len(c.Cells) {
		return engine.NewParamError("mask", "In", fmt.Sprintf("the groups of %d cells", len(c.Cells)), len(c.In))
	}
	people := make([]int64, len(c.Counts))
	for i, h := range c.In {
		if h < 0 || h >= len(c.Counts) {
			return engine.NewParamError("mask", "In", fmt.Sprintf("in 0..%d", len(c.Counts)-1), fmt.Sprintf("%d for cell %d", h, i))
		}
		if c.Cells[i] < 1 || c.Cells[i] > math.MaxInt32 {
			return engine.NewParamError("mask", "Cells", "in 1..2^31-1", fmt.Sprintf("%d people in cell %d", c.Cells[i], i))
		}
		people[h] += c.Cells[i]
	}
	for h, counts := range c.Counts {
		if len(counts) != c.values() {
			return engine.NewParamError("mask", "Counts", fmt.Sprintf("of %d values in each group", c.values()), fmt.Sprintf("%d in group %d", len(counts), h))
		}
		sum := int64(0)
		for _, n := range counts {
			if n < 0 || n > math.MaxInt32 {
				return engine.NewParamError("mask", "Counts", "in 0..2^31-1", fmt.Sprintf("%d in group %d", n, h))
			}
			sum += n
		}
		if sum != people[h] {
			return engine.NewParamError("mask", "Counts", fmt.Sprintf("those of %d people in group %d", people[h], h), sum)
		}
	}
	for s, cells := range c.Must {
		for _, i := range cells {
			if i < 0 || i >= len(c.Cells) {
				return engine.NewParamError("mask", "Must", fmt.Sprintf("of cells in 0..%d", len(c.Cells)-1), fmt.Sprintf("%d in set %d", i, s))
			}
		}
	}
	return nil
}

func (c *Component) values() int {
	if len(c.Counts) == 0 {
		return 0
	}
	return len(c.Counts[0])
}

// Total returns how many tables the permutation set has, whatever they satisfy:
//
//	Π_h (Σ_v Counts[h][v])! / Π_v Counts[h][v]!
func (c *Component) Total() *big.Int {
	total := big.NewInt(1)
	for _, counts := range c.Counts {
		total.Mul(total, combinatorics.Multinomial(counts))
	}
	return total
}

// Forecast is what Count is going to do.
type Forecast struct {
	// Method is the most expensive one needed: see the constants.
	Method string
	// Work is how many elementary steps of about a nanosecond it takes, roughly: +Inf if no
	// method applies.
	Work float64
	// Possible says whether there is any table to count. Where there is none, Count knows
	// at once.
	Possible tables.Verdict
}

// The methods of counting.
const (
	Impossible = "impossible" // no table passes
	Free       = "free"       // nothing can be violated: a product of multinomials
	Polynomial = "polynomial" // a coefficient of a product of polynomials, a variable a cell
	Pinned     = "pinned"     // inclusion and exclusion of the sets that one value violates
	Capacities = "capacities" // value by value, by the places that are left in each cell
	Remainders = "remainders" // set by set, by what is left of each value
)

// Possible says whether there is any table to count, as Forecast does, and takes less time.
func (c *Component) Possible(p tables.Property) tables.Verdict {
	if c.Check() != nil {
		return tables.Unknown
	}
	_, possible := c.partsFor(p)
	return possible
}

// Forecast predicts the work of Count, from the sizes alone.
func (c *Component) Forecast(p tables.Property) Forecast {
	if c.Check() != nil {
		return Forecast{Work: math.Inf(1)}
	}
	plan := c.plan(p)
	return plan.forecast
}

// Count returns the tables of the permutation set in which every set of Must satisfies
// the property, and in how many of them a person of each cell has each value. All numbers
// are exact.
//
// The cells that nothing distinguishes are treated as one, the parts that nothing
// connects apart, and the cheapest method is chosen for each part.
//
// Errors: one that wraps ErrTooLarge if it takes more than limit elementary steps, by the
// forecast or in fact; those of Check; the context's.
func (c *Component) Count(ctx context.Context, p tables.Property, limit float64) (*tables.Set, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	plan := c.plan(p)
	set := tables.NewSet(len(c.Cells), c.values())
	if plan.forecast.Possible == tables.No {
		return set, nil
	}
	if plan.forecast.Work > limit {
		return nil, fmt.Errorf("%w: about %.1e steps by the method %s, limit %.1e", ErrTooLarge, plan.forecast.Work, plan.forecast.Method, limit)
	}
	m := &meter{ctx: ctx, limit: limit}
	results := make([]*result, len(plan.parts))
	set.Tables.SetInt64(1)
	for i, part := range plan.parts {
		var err error
		if results[i], err = part.count(m); err != nil {
			return nil, err
		}
		set.Tables.Mul(set.Tables, results[i].tables)
		if set.Tables.Sign() == 0 {
			return tables.NewSet(len(c.Cells), c.values()), nil
		}
	}
	for i, part := range plan.parts {
		others := new(big.Int).Quo(set.Tables, results[i].tables)
		for j, cell := range part.cells {
			for k, column := range part.columns {
				with := new(big.Int).Mul(results[i].with[j][k], others)
				for _, original := range cell.members {
					for _, v := range column.values {
						set.With[original][v].Set(with)
					}
				}
			}
		}
	}
	return set, nil
}

// meter stops what takes too long.
type meter struct {
	ctx           context.Context
	limit         float64
	spent, looked float64
}

// spend accounts for work, and returns an error if there has been too much of it or the
// context is done.
func (m *meter) spend(work float64) error {
	m.spent += work
	if m.spent > m.limit {
		return fmt.Errorf("%w: limit %.1e steps", ErrTooLarge, m.limit)
	}
	if m.spent-m.looked > 1e6 {
		m.looked = m.spent
		return m.ctx.Err()
	}
	return nil
}
