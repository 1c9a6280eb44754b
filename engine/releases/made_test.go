package releases

import (
	"cmp"
	"fmt"
	"slices"
)

// made is a person of a made table: the group in each release, and the value.
type made struct {
	groups []int32
	value  int32
}

// coreOf returns what is left of people when the groups in which one cell is left have told its counts, again and again.
// Of people who are in no group nothing is told. It may fall apart, which nothing that is tested here minds.
func coreOf(people []made, values int) *core {
	cells := map[string]*coreCell{}
	var order []string
	for _, p := range people {
		if !slices.ContainsFunc(p.groups, func(g int32) bool { return g != Absent }) {
			continue
		}
		key := fmt.Sprint(p.groups)
		if cells[key] == nil {
			cells[key] = &coreCell{groups: slices.Clone(p.groups), counts: make([]int64, values)}
			order = append(order, key)
		}
		cells[key].people++
		cells[key].counts[p.value]++
	}
	slices.SortFunc(order, func(a, b string) int { return slices.Compare(cells[a].groups, cells[b].groups) })
	type name struct {
		release int
		group   int32
	}
	left := map[name]int{}
	known := map[string]bool{}
	for again := true; again; {
		again = false
		clear(left)
		for _, key := range order {
			for r, g := range cells[key].groups {
				if g != Absent && !known[key] {
					left[name{r, g}]++
				}
			}
		}
		for _, key := range order {
			for r, g := range cells[key].groups {
				if g != Absent && !known[key] && left[name{r, g}] == 1 {
					known[key], again = true, true
				}
			}
		}
	}
	c := &core{}
	used := make([]int32, values)
	for _, key := range order {
		if !known[key] {
			for s, n := range cells[key].counts {
				if n > 0 {
					used[s] = 1
				}
			}
		}
	}
	for s := range used {
		if used[s] > 0 {
			used[s] = int32(len(c.values))
			c.values = append(c.values, int32(s))
		} else {
			used[s] = -1
		}
	}
	groups := map[name]int32{}
	var names []name
	for n, k := range left {
		if k > 0 {
			names = append(names, n)
		}
	}
	slices.SortFunc(names, func(a, b name) int {
		return cmp.Or(cmp.Compare(a.release, b.release), cmp.Compare(a.group, b.group))
	})
	for i, n := range names {
		groups[n] = int32(i)
		c.groups = append(c.groups, coreGroup{release: n.release, group: n.group, counts: make([]int64, len(c.values))})
	}
	for number, key := range order {
		if known[key] {
			continue
		}
		cell := coreCell{cell: int32(number), people: cells[key].people, counts: make([]int64, len(c.values))}
		for s, k := range cells[key].counts {
			if k > 0 {
				cell.counts[used[s]] = k
			}
		}
		for r, g := range cells[key].groups {
			if g == Absent {
				continue
			}
			at := groups[name{r, g}]
			cell.groups = append(cell.groups, at)
			group := &c.groups[at]
			group.cells = append(group.cells, int32(len(c.cells)))
			for s, k := range cell.counts {
				group.counts[s] += k
			}
		}
		c.cells = append(c.cells, cell)
	}
	return c
}
