package releases

import (
	"context"

	"skyline/engine/internal/budget"
)

// stepsPerCount is how many steps each count of a core may take to be narrowed at least, whatever the limit: it is enough
// for what takes linear time.
const stepsPerCount = 1000

// narrow notes certified bounds of all counts of the cores, each found with its part of the limit, and returns the pieces
// into which the cores fall by what the bounds make known. What is counted later replaces bounds.
//
// Errors: the context's.
func (t *told) narrow(ctx context.Context, cores []*core, limit float64) ([]*core, error) {
	total := 0.0
	for _, c := range cores {
		total += float64(len(c.cells) * len(c.values))
	}
	var all []*core
	for _, c := range cores {
		if _, sizes := c.classes(); len(sizes) == 1 {
			all = append(all, c) // known already, by symmetry
			continue
		}
		counts := float64(len(c.cells) * len(c.values))
		steps := budget.New(ctx, counts*(stepsPerCount+limit/total))
		ranges, err := c.ranges(steps)
		if err != nil {
			return nil, err
		}
		t.taken += steps.Spent()
		t.setRanges(c, ranges)
		all = append(all, c.pieces(ranges)...)
	}
	return all, nil
}
