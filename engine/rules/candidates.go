package rules

import (
	"context"
	"maps"
	"slices"

	"skyline/engine/internal/bitset"
)

// Limits of the rules that reconstructions may have.
const (
	maxCandidates = 20_000
	maxTried      = 200_000_000
)

// candidates returns the sets of values that have the support in a reconstruction, if there are
// few: ok is false where there are too many.
func (c *counting) candidates(ctx context.Context) (sets [][]int32, ok bool) {
	values := make([][]int32, len(c.release.Of))
	for column := range values {
		values[column] = c.supported(column)
	}
	set := slices.Repeat([]int32{None}, len(values))
	var visit func(rows bitset.Set, n, from int) bool
	visit = func(rows bitset.Set, n, from int) bool {
		if n == c.bounds.size {
			return true
		}
		for column := from; column < len(set); column++ {
			for _, value := range values[column] {
				h := c.holders(column, value)
				if h == nil || ctx.Err() != nil {
					return false
				}
				larger := slices.Clone(rows)
				for w, may := range h.may {
					larger[w] &= may
				}
				if c.tried += int64(len(larger) + larger.Count()); c.tried > maxTried {
					return false
				}
				if c.of(larger) < c.least {
					continue
				}
				if len(sets) == maxCandidates {
					return false
				}
				set[column] = value
				sets = append(sets, slices.Clone(set))
				if !visit(larger, n+1, column+1) {
					return false
				}
			}
			set[column] = None
		}
		return true
	}
	ok = visit(bitset.All(c.rows), 0, 0)
	return sets, ok
}

// supported returns the values of a column that have the support in a reconstruction.
func (c *counting) supported(column int) []int32 {
	of := c.release.Of[column]
	people := make([]int64, len(of))
	for row, d := range c.release.Shown[column] {
		people[d] += c.release.Counts[row]
	}
	holding := map[int32]int64{}
	for d := range of {
		for _, chance := range of[d].chances {
			holding[chance.Value] += people[d]
		}
	}
	maps.DeleteFunc(holding, func(_ int32, n int64) bool { return n < c.least })
	return slices.Sorted(maps.Keys(holding))
}
