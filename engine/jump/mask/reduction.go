package mask

import (
	"cmp"
	"fmt"
	"slices"

	"skyline/engine/internal/disjoint"
	"skyline/engine/jump/tables"
)

// reduction is a component on the way to its parts.
type reduction struct {
	*Component
	property   tables.Property
	sets       [][]int // those of Must that a table can violate
	impossible bool    // one of them is violated by every table
}

// reduce keeps the sets that can be violated.
//
// Both ends are found from the values that can be in the set at all. Of the histograms
// x ≤ available with a given sum, the one that is filled up evenly is majorized by every
// other, and the one that is filled up by the most available value first majorizes every
// other. A property that looks at shares only and that merging cannot break holds for
// x if it does for one that majorizes x: x is then an average of permutations of that.
func (c *Component) reduce(p tables.Property) *reduction {
	r := &reduction{Component: c, property: p}
	seen := map[string]bool{}
	violated := map[string]tables.Verdict{} // by the people of each group in the set
	for _, cells := range c.Must {
		cells = slices.Clone(cells)
		slices.Sort(cells)
		cells = slices.Compact(cells)
		key := fmt.Sprint(cells)
		if len(cells) == 0 || seen[key] {
			continue
		}
		seen[key] = true
		inGroup := c.inGroup(cells)
		key = fmt.Sprint(inGroup)
		verdict, ok := violated[key]
		if !ok {
			verdict = tables.Unknown
			available, size := c.available(inGroup)
			if p.HoldsGroup(unevenly(available, size)) {
				verdict = tables.No
			} else if !p.HoldsGroup(evenly(available, size)) {
				verdict = tables.Yes
			}
			violated[key] = verdict
		}
		if verdict != tables.No {
			r.sets = append(r.sets, cells)
			r.impossible = r.impossible || verdict == tables.Yes
		}
	}
	return r
}

// share is how many people of a group are in a set.
type share struct {
	group  int
	people int64
}

// inGroup returns how many people of which groups are in a set.
func (c *Component) inGroup(cells []int) []share {
	var all []share
	for _, i := range cells {
		at, ok := slices.BinarySearchFunc(all, c.In[i], func(s share, h int) int { return cmp.Compare(s.group, h) })
		if !ok {
			all = slices.Insert(all, at, share{group: c.In[i]})
		}
		all[at].people += c.Cells[i]
	}
	return all
}

// available returns how many people of a set can have each value, if it were the only
// value that mattered, and the people of the set.
func (c *Component) available(in []share) ([]int64, int64) {
	available, size := make([]int64, c.values()), int64(0)
	for _, s := range in {
		size += s.people
		for v, n := range c.Counts[s.group] {
			available[v] += min(n, s.people)
		}
	}
	return available, size
}

// unevenly fills up the most available values first.
func unevenly(available []int64, size int64) []int64 {
	filled := slices.Clone(available)
	slices.SortFunc(filled, func(a, b int64) int { return cmp.Compare(b, a) })
	for i, n := range filled {
		filled[i] = min(n, size)
		size -= filled[i]
	}
	return filled
}

// evenly fills up all values at the same pace.
func evenly(available []int64, size int64) []int64 {
	filled := slices.Clone(available)
	slices.Sort(filled)
	for i, n := range filled {
		filled[i] = min(n, size/int64(len(filled)-i))
		size -= filled[i]
	}
	return filled
}

// parts splits by what the sets connect.
func (r *reduction) parts() []*part {
	groups := disjoint.New(len(r.Counts))
	setsOf := make([][]int, len(r.Cells))
	for s, cells := range r.sets {
		for _, i := range cells {
			groups.Join(r.In[i], r.In[cells[0]])
			setsOf[i] = append(setsOf[i], s)
		}
	}
	partOf, number := groups.Numbers()
	parts := make([]*part, number)
	for at := range parts {
		parts[at] = &part{}
	}
	groupIn := make([]int, len(r.Counts)) // the number of a group in its part
	groupsOf := make([][]int, number)
	for h, at := range partOf {
		groupIn[h] = parts[at].groups
		parts[at].groups++
		groupsOf[at] = append(groupsOf[at], h)
	}
	setIn := map[int]int{}
	for s, cells := range r.sets {
		p := parts[partOf[r.In[cells[0]]]]
		setIn[s] = len(p.sets)
		p.sets = append(p.sets, set{})
	}
	merged := map[string]int{}
	for i, size := range r.Cells {
		p := parts[partOf[r.In[i]]]
		key := fmt.Sprint(r.In[i], setsOf[i])
		at, ok := merged[key]
		if !ok {
			at = len(p.cells)
			merged[key] = at
			next := cell{group: groupIn[r.In[i]]}
			for _, s := range setsOf[i] {
				next.sets = append(next.sets, setIn[s])
				p.sets[setIn[s]].cells = append(p.sets[setIn[s]].cells, at)
			}
			p.cells = append(p.cells, next)
		}
		p.cells[at].size += size
		p.cells[at].members = append(p.cells[at].members, i)
	}
	for at, p := range parts {
		p.setColumns(r.Component, groupsOf[at])
		for s := range p.sets {
			for _, i := range p.sets[s].cells {
				p.sets[s].size += p.cells[i].size
			}
		}
		p.setBlocks()
		p.rule = newRule(r.property, p)
	}
	return parts
}
