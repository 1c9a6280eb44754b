package releases_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"sort"

	"skyline/engine/releases"
)

// A village is people one by one: the group that each is in in each release, -1 for none, and the value that each has.
type village struct {
	values int
	groups [][]int // of each person, in each release
	has    []int
}

// histograms returns how many people of each group of each release have each value, if people had these values.
func (v *village) histograms(has []int) map[[3]int]int {
	counts := map[[3]int]int{}
	for person, groups := range v.groups {
		for release, group := range groups {
			if group >= 0 {
				counts[[3]int{release, group, has[person]}]++
			}
		}
	}
	return counts
}

// probabilities lists all ways to give people values, looks at which of them agree with every histogram, and in how
// many of those each person has each value.
func (v *village) probabilities() [][]*big.Rat {
	published := v.histograms(v.has)
	counts := make([][]int64, len(v.has))
	for person := range counts {
		counts[person] = make([]int64, v.values)
	}
	worlds, has := int64(0), make([]int, len(v.has))
	var give func(person int)
	give = func(person int) {
		if person == len(has) {
			if fmt.Sprint(v.histograms(has)) == fmt.Sprint(published) { // maps are printed in order
				worlds++
				for p, value := range has {
					counts[p][value]++
				}
			}
			return
		}
		for has[person] = 0; has[person] < v.values; has[person]++ {
			if v.exceeds(has[:person+1], published) {
				continue
			}
			give(person + 1)
		}
		has[person] = 0
	}
	give(0)
	all := make([][]*big.Rat, len(has))
	for person, row := range counts {
		for _, n := range row {
			all[person] = append(all[person], big.NewRat(n, worlds))
		}
	}
	return all
}

// exceeds reports whether the first people already have a value more often than the last one's groups have it.
func (v *village) exceeds(has []int, published map[[3]int]int) bool {
	last := len(has) - 1
	for release, group := range v.groups[last] {
		if group < 0 {
			continue
		}
		n := 0
		for person := range has {
			if v.groups[person][release] == group && has[person] == has[last] {
				n++
			}
		}
		if n > published[[3]int{release, group, has[last]}] {
			return true
		}
	}
	return false
}

// table returns the table of cells, and who is in which.
func (v *village) table() (t *releases.Table, cellOf []int) {
	t = &releases.Table{Releases: len(v.groups[0]), Values: v.values}
	number := map[string]int{}
	counts := []map[int]int{}
	for person, groups := range v.groups {
		key := fmt.Sprint(groups)
		cell, ok := number[key]
		if !ok {
			cell = len(counts)
			number[key] = cell
			counts = append(counts, map[int]int{})
			of := releases.Cell{}
			for _, g := range groups {
				of.Groups = append(of.Groups, int32(g))
			}
			t.Cells = append(t.Cells, of)
		}
		counts[cell][v.has[person]]++
		cellOf = append(cellOf, cell)
	}
	for cell, of := range counts {
		for value, n := range of {
			t.Cells[cell].Counts = append(t.Cells[cell].Counts, releases.Count{Value: int32(value), People: int64(n)})
		}
		sort.Slice(t.Cells[cell].Counts, func(i, j int) bool { return t.Cells[cell].Counts[i].Value < t.Cells[cell].Counts[j].Value })
	}
	return t, cellOf
}

// randomVillage returns people of whom everybody is in a release. Where it is asked for, somebody may be absent from one.
func randomVillage(r *rand.Rand, people, inReleases, groups, values int, absent bool) *village {
	v := &village{values: values}
	for range people {
		var of []int
		for range inReleases {
			g := r.IntN(groups)
			if absent && r.IntN(5) == 0 {
				g = -1
			}
			of = append(of, g)
		}
		if slices.Max(of) < 0 {
			of[r.IntN(inReleases)] = r.IntN(groups)
		}
		v.groups = append(v.groups, of)
		v.has = append(v.has, min(r.IntN(values), r.IntN(values)))
	}
	return v
}

// allVillages calls do with all villages of so many people, up to the order of people.
func allVillages(people, inReleases, groups, values int, absent bool, do func(*village)) {
	kinds := [][]int{{}}
	for range inReleases {
		var longer [][]int
		for _, k := range kinds {
			from := 0
			if absent {
				from = -1
			}
			for g := from; g < groups; g++ {
				longer = append(longer, append(slices.Clone(k), g))
			}
		}
		kinds = longer
	}
	kinds = slices.DeleteFunc(kinds, func(k []int) bool { return slices.Max(k) < 0 })
	v := &village{values: values}
	var add func(least int)
	add = func(least int) {
		if len(v.has) == people {
			do(v)
			return
		}
		for kind := least; kind < len(kinds)*values; kind++ {
			v.groups, v.has = append(v.groups, kinds[kind/values]), append(v.has, kind%values)
			add(kind)
			v.groups, v.has = v.groups[:len(v.groups)-1], v.has[:len(v.has)-1]
		}
	}
	add(0)
}
