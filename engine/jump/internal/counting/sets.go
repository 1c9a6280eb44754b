package counting

import (
	"cmp"
	"fmt"
	"slices"

	"skyline/engine/jump/beliefs"
)

// share is how many people of a group are in a set.
type share struct {
	group  int
	people int64
}

// shape returns how many people of which groups are in a set, and of all groups together.
func (c *Component) shape(cells []int) (shares []share, size int64) {
	for _, i := range cells {
		at, ok := slices.BinarySearchFunc(shares, c.In[i], func(s share, h int) int { return cmp.Compare(s.group, h) })
		if !ok {
			shares = slices.Insert(shares, at, share{group: c.In[i]})
		}
		shares[at].people += c.Cells[i]
		size += c.Cells[i]
	}
	return shares, size
}

// doubtful returns the different sets that some tables may violate, and whether one of them
// is violated by all tables.
func (c *Component) doubtful(p beliefs.Property) (sets [][]int, impossible bool) {
	seen := map[string]bool{}
	satisfied := map[string]beliefs.Verdict{} // by shape
	for _, cells := range c.Must {
		key := fmt.Sprint(cells)
		if seen[key] {
			continue
		}
		seen[key] = true
		shares, size := c.shape(cells)
		key = fmt.Sprint(shares)
		verdict, ok := satisfied[key]
		if !ok {
			verdict = c.satisfied(p, shares, size)
			satisfied[key] = verdict
		}
		if verdict != beliefs.Yes {
			sets = append(sets, cells)
			impossible = impossible || verdict == beliefs.No
		}
	}
	return sets, impossible
}

// satisfied says whether all tables satisfy the property in a set, or none does.
//
// Both ends are found from the values that can be in the set at all. Of the histograms
// x ≤ available with a given sum, the one that is filled up evenly is majorized by every
// other, and the one that is filled up by the most available value first majorizes every
// other. A property that looks at shares only and that merging cannot break holds for
// x if it does for one that majorizes x: x is then an average of permutations of that.
func (c *Component) satisfied(p beliefs.Property, shares []share, size int64) beliefs.Verdict {
	available := make([]int64, c.values())
	for _, s := range shares {
		for v, n := range c.Counts[s.group] {
			available[v] += min(n, s.people)
		}
	}
	slices.Sort(available)
	unevenly, evenly := make([]int64, len(available)), make([]int64, len(available))
	rest := size
	for i, n := range slices.Backward(available) {
		unevenly[i] = min(n, rest)
		rest -= unevenly[i]
	}
	rest = size
	for i, n := range available {
		evenly[i] = min(n, rest/int64(len(available)-i))
		rest -= evenly[i]
	}
	switch {
	case p.HoldsGroup(unevenly):
		return beliefs.Yes
	case !p.HoldsGroup(evenly):
		return beliefs.No
	}
	return beliefs.Unknown
}
