package counting

import (
	"context"
	"math/big"

	"skyline/engine/internal/budget"
	"skyline/engine/internal/combinatorics"
	"skyline/engine/jump/beliefs"
)

// Component is a part of a permutation set that is independent of the rest: cells, the
// groups of the given generalization that they lie in, and sets of cells that must
// satisfy a property together. Nothing checks that the fields fit each other.
type Component struct {
	// Cells[c] is how many people cell c has: at least one, all together less than 2^31.
	Cells []int64
	// In[c] is the group of the given generalization that cell c lies in.
	In []int
	// Counts[h][v] is how many people of group h have value v. All rows are equally long,
	// and sum up to the people of the cells in the group.
	Counts [][]int64
	// Must are sets of cells, each of which must satisfy the property together. A set has
	// one cell or more, each once, in ascending order, and may span several groups. Sets
	// that share cells are allowed, but disjoint ones are counted faster.
	Must [][]int
	// Without names methods that must not be used: to measure what each of them buys.
	Without []string
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

// Possible says whether there is any table to count.
func (c *Component) Possible(p beliefs.Property) beliefs.Verdict {
	_, possible := c.pieces(p)
	return possible
}

// Forecast predicts, from the sizes alone, how many elementary steps of about a nanosecond
// Count takes: +Inf if no method applies.
func (c *Component) Forecast(p beliefs.Property) float64 { return c.plan(p).work }

// Count returns the tables of the permutation set in which every set of Must satisfies
// the property, and in how many of them a person of each cell has each value. All numbers
// are exact.
//
// The cells that nothing distinguishes are treated as one, the parts that nothing
// connects apart, and the cheapest method is chosen for each part.
//
// Errors: budget.ErrTooLarge if it takes more than limit elementary steps, by the forecast
// or in fact; the context's.
func (c *Component) Count(ctx context.Context, p beliefs.Property, limit float64) (*beliefs.Set, error) {
	set := beliefs.NewSet(len(c.Cells), c.values())
	plan := c.plan(p)
	if plan.possible == beliefs.No {
		return set, nil
	}
	b := budget.New(ctx, limit)
	if err := b.Allows(plan.work); err != nil {
		return nil, err
	}
	set.Tables.SetInt64(1)
	counted := make([]*beliefs.Set, len(plan.parts))
	for i, part := range plan.parts {
		var err error
		if counted[i], err = part.count(plan.methods[i], b); err != nil {
			return nil, err
		}
		if set.Tables.Mul(set.Tables, counted[i].Tables); set.Tables.Sign() == 0 {
			return set, nil
		}
	}
	for i, part := range plan.parts {
		others := new(big.Int).Quo(set.Tables, counted[i].Tables)
		for j, cell := range part.cells {
			for k, column := range part.columns {
				with := counted[i].With[j][k].Mul(counted[i].With[j][k], others)
				for _, member := range cell.members {
					for _, v := range column.values {
						set.With[member][v].Set(with)
					}
				}
			}
		}
	}
	return set, nil
}
