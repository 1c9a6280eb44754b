package rules

import (
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
func (c *counting) candidates() (sets [][]int32, ok bool) {
	values := make([][]int32, len(c.release.Of))
	for column, of := range c.release.Of {
		for i := range of {
			for _, chance := range of[i].chances {
				values[column] = append(values[column], chance.Value)
			}
		}
		slices.Sort(values[column])
		values[column] = slices.Compact(values[column])
	}
	set := slices.Repeat([]int32{None}, len(values))
	var visit func(rows bitset.Set, n, from int) bool
	visit = func(rows bitset.Set, n, from int) bool {
		if n == c.bounds.size {
			return true
		}
		for column := from; column < len(set); column++ {
			for _, value := range values[column] {
				if c.tried += int64(len(rows)) + 1; c.tried > maxTried {
					return false
				}
				larger := slices.Clone(rows)
				for w, may := range c.holders(column, value).may {
					larger[w] &= may
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
