package releases_test

import (
	"fmt"

	"skyline/engine/releases"
)

// follow goes the way of a witness as somebody would with paper and pencil: it knows the histograms of the groups, and of
// each step in turn makes sure that its count is the only one left. It returns what is wrong.
func follow(t *releases.Table, steps []releases.Step) string {
	type count struct{ cell, value int32 }
	known := map[count]int64{}
	truth := func(cell, value int32) int64 {
		for _, c := range t.Cells[cell].Counts {
			if c.Value == value {
				return c.People
			}
		}
		return 0
	}
	in := func(cell int32, release int, group int32) bool {
		return t.Cells[cell].Groups[release] == group
	}
	published := func(release int, group, value int32) (n int64) {
		for j := range t.Cells {
			if in(int32(j), release, group) {
				n += truth(int32(j), value)
			}
		}
		return n
	}
	// look returns a count that is known, if only since a group of the cell does not have the value.
	look := func(cell, value int32) (int64, bool) {
		if n, ok := known[count{cell, value}]; ok {
			return n, true
		}
		for r, g := range t.Cells[cell].Groups {
			if g != releases.Absent && published(r, g, value) == 0 {
				return 0, true
			}
		}
		return 0, false
	}
	for i, s := range steps {
		left, unknown := int64(0), 0
		if s.Release == releases.Own {
			for _, c := range t.Cells[s.Cell].Counts {
				left += c.People
			}
			for value := range int32(t.Values) {
				if n, ok := look(s.Cell, value); value == s.Value && !ok {
					unknown++
				} else if ok {
					left -= n
				} else {
					unknown++
				}
			}
		} else {
			if !in(s.Cell, s.Release, s.Group) {
				return fmt.Sprintf("step %d: the cell is not in the group", i)
			}
			groups := append([]releases.Other{{Release: s.Release, Group: s.Group}}, s.Others...)
			times := make([]int64, len(t.Cells)) // how often each cell is in a sum of all groups
			for _, g := range groups {
				sign := int64(1)
				if g.Taken {
					sign = -1
				}
				left += sign * published(g.Release, g.Group, s.Value)
				for j := range t.Cells {
					if in(int32(j), g.Release, g.Group) {
						times[j] += sign
					}
				}
			}
			for j, n := range times {
				if n == 0 {
					continue
				}
				if x, ok := look(int32(j), s.Value); ok {
					left -= n * x
				} else {
					unknown++
				}
			}
		}
		if unknown > 1 && (left != 0 || len(s.Others) > 0) || unknown == 0 {
			return fmt.Sprintf("step %d: %d counts are unknown", i, unknown)
		}
		if left != truth(s.Cell, s.Value) {
			return fmt.Sprintf("step %d: %d people, want %d", i, left, truth(s.Cell, s.Value))
		}
		known[count{s.Cell, s.Value}] = left
	}
	return ""
}
