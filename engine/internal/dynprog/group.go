package dynprog

import (
	"cmp"
	"slices"

	"skyline/engine/knowledge"
)

// Group is a QI group as seen from the target value: the number of its people,
// how often the target value occurs, and how often each other value does, in any
// order.
type Group struct {
	People int64
	Sigma  int64
	Others []int64
}

// bounds returns the numbers of people u and v to distribute. certain reports
// that the breach probability is 1 because one of the two is at least the size
// of a group that has the target value: they can then be all of its people but
// the target. It keeps the tables of the program no larger than the groups.
func bounds(groups []Group, p knowledge.Point) (k, m int64, certain bool) {
	k, m = max(p.K, 0), max(p.M, 0)
	for _, g := range groups {
		if g.Sigma > 0 && (k >= g.People || m >= g.People) {
			return k, m, true
		}
	}
	return k, m, false
}

// excluded returns the l largest counts of other values, or all of them if there
// are fewer: those of the values s₁ … s_l of Sect. 7.1.
func (g Group) excluded(l int64) []int64 {
	if l <= 0 {
		return nil
	}
	counts := slices.Clone(g.Others)
	slices.SortFunc(counts, func(a, b int64) int { return cmp.Compare(b, a) })
	return counts[:min(l, int64(len(counts)))]
}

// total returns the sum of counts.
func total(counts []int64) int64 {
	var sum int64
	for _, n := range counts {
		sum += n
	}
	return sum
}
