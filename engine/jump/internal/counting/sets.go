package counting

import (
	"cmp"
	"encoding/binary"
	"slices"

	"skyline/engine/jump/beliefs"
)

// share is how many people of a group are in a set.
type share struct {
	group  int
	people int64
}

// shape returns how many people of which groups are in a set, in the memory of shares, and of
// all groups together.
func (c *Component) shape(cells []int, shares []share) (_ []share, size int64) {
	shares = shares[:0]
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
	begin := make([]int, len(c.Cells)) // 1 + the last set so far whose first cell it is
	before := make([]int, len(c.Must)) // the same for the one before
	satisfied := map[string]beliefs.Verdict{}
	var key []byte // the shape of a set
	var shares []share
	for s, cells := range c.Must {
		last := begin[cells[0]]
		for last > 0 && !slices.Equal(c.Must[last-1], cells) {
			last = before[last-1]
		}
		if last > 0 {
			continue
		}
		before[s], begin[cells[0]] = begin[cells[0]], s+1
		var size int64
		shares, size = c.shape(cells, shares)
		key = key[:0]
		for _, x := range shares {
			key = binary.AppendVarint(binary.AppendVarint(key, int64(x.group)), x.people)
		}
		verdict, ok := satisfied[string(key)]
		if !ok {
			verdict = c.satisfied(p, shares, size)
			satisfied[string(key)] = verdict
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
