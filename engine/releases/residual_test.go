package releases

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"skyline/engine/internal/budget"
	"skyline/tests/trials"
)

// TestForcedByWorlds looks only at strongly connected parts and bridges. With two releases and two values the counts that
// are the same in all worlds are exactly those that it finds, beside those that one sum tells.
func TestForcedByWorlds(t *testing.T) {
	forced, free := 0, 0
	for seed := range trials.Seeds(t, 500, 8000) {
		c := coreOf(randomPeople(rand.New(rand.NewPCG(seed, 30)), 2, 2), 2)
		if len(c.cells) == 0 {
			continue
		}
		w := enumerate(c, nil)
		steps := budget.New(t.Context(), math.Inf(1))
		s := newSweep(c, steps)
		if err := s.box.propagate(steps); err != nil {
			t.Fatal(err)
		}
		for value := range c.values {
			if err := s.networks[0].forced(value, steps); err != nil {
				t.Fatal(err)
			}
			for j := range c.cells {
				got, want := s.box.ranges[j][value], w.ranges[j][value]
				if (got.low == got.high) != (want.low == want.high) {
					t.Fatalf("seed %d: cell %d, value %d: %v, worlds have %v", seed, j, value, got, want)
				}
				if want.low == want.high {
					forced++
				} else {
					free++
				}
			}
		}
	}
	if forced == 0 || free == 0 {
		t.Error("not all cases occurred")
	}
}

// TestForcedBridge is two squares of cells with a cell of two people between them, one with each of two values: its sums of
// one group at a time leave 0 to 2, but the squares are balanced by themselves.
func TestForcedBridge(t *testing.T) {
	var people []made
	for _, square := range []int32{0, 2} {
		for i := range int32(8) {
			people = append(people, made{[]int32{square + i%2, square + i/2%2}, i / 4})
		}
	}
	people = append(people, made{[]int32{0, 2}, 0}, made{[]int32{0, 2}, 1})
	c := coreOf(people, 2)
	steps := budget.New(t.Context(), math.Inf(1))
	s := newSweep(c, steps)
	if err := s.box.propagate(steps); err != nil {
		t.Fatal(err)
	}
	bridge := slices.IndexFunc(c.cells, func(cell coreCell) bool {
		return c.groups[cell.groups[0]].group == 0 && c.groups[cell.groups[1]].group == 2
	})
	if got := s.box.ranges[bridge][0]; got != (countRange{0, 2}) {
		t.Errorf("sums leave %v, want 0 to 2", got)
	}
	if err := s.networks[0].forced(0, steps); err != nil {
		t.Fatal(err)
	}
	for j := range c.cells {
		if got := s.box.ranges[j][0]; (got == countRange{1, 1}) != (j == bridge) {
			t.Errorf("cell %d: %v, the bridge is %d", j, got, bridge)
		}
	}
}

// TestRangesAreComplete looks once more at each value and pair of releases: nothing is left to be narrowed, nor does a sum leave
// less than a range.
func TestRangesAreComplete(t *testing.T) {
	for i := range trials.Seeds(t, 200, 2000) {
		seed := 700 + i // most take one look: with three releases 837 takes two
		releases := 2 + int(seed%2)
		r := rand.New(rand.NewPCG(seed, 31))
		people := make([]made, 20+r.IntN(60))
		for i := range people {
			for range releases {
				people[i].groups = append(people[i].groups, int32(r.IntN(3+int(seed%5))))
			}
			people[i].value = int32(r.IntN(2 + r.IntN(5)))
		}
		c := coreOf(people, 6)
		if len(c.cells) == 0 {
			continue
		}
		steps := budget.New(t.Context(), math.Inf(1))
		s := newSweep(c, steps)
		if err := s.run(); err != nil {
			t.Fatal(err)
		}
		for sum := range c.sums() {
			var low, high int64
			c.each(sum, func(cell int32, value int) {
				r := s.box.ranges[cell][value]
				low, high = low+r.low, high+r.high
			})
			c.each(sum, func(cell int32, value int) {
				if r, total := s.box.ranges[cell][value], c.total(sum); r.low < total-(high-r.high) || r.high > total-(low-r.low) {
					t.Errorf("%d releases, seed %d: sum %d leaves less than %v", releases, seed, sum, r)
				}
			})
		}
		var before [][]countRange
		for _, row := range s.box.ranges {
			before = append(before, slices.Clone(row))
		}
		for _, n := range s.networks {
			for value := range c.values {
				if err := n.bounds(value, steps); err != nil {
					t.Fatal(err)
				}
				if err := s.box.propagate(steps); err != nil {
					t.Fatal(err)
				}
			}
		}
		if !reflect.DeepEqual(before, s.box.ranges) {
			t.Errorf("%d releases, seed %d: ranges became narrower", releases, seed)
		}
	}
}

// TestRangesAreFlows compares the ranges of two releases with flows that are found by trying one way after the other: no
// more of a value goes through a cell in any flow within the ranges, and no less.
func TestRangesAreFlows(t *testing.T) {
	narrower := 0
	for _, groups := range []int{9, 20, 40} {
		c := neighbours(groups, 2)
		ranges, err := c.ranges(budget.New(t.Context(), math.Inf(1)))
		if err != nil {
			t.Fatal(err)
		}
		wide := make([][]countRange, len(c.cells))
		for j := range wide {
			for s := range c.values {
				high := c.cells[j].people
				for _, g := range c.cells[j].groups {
					high = min(high, c.groups[g].counts[s])
				}
				wide[j] = append(wide[j], countRange{0, high})
			}
		}
		for j := range c.cells {
			for s := range c.values {
				within := countRange{least(c, ranges, j, s, -1), least(c, ranges, j, s, 1)}
				if within != ranges[j][s] {
					t.Fatalf("%d groups, cell %d, value %d: %v, flows have %v", groups, j, s, ranges[j][s], within)
				}
				// Without the other values, flows have more room, never less.
				if alone := (countRange{least(c, wide, j, s, -1), least(c, wide, j, s, 1)}); alone.low > within.low || alone.high < within.high {
					t.Fatalf("%d groups, cell %d, value %d: %v of %v", groups, j, s, within, alone)
				} else if alone != within {
					narrower++
				}
			}
		}
	}
	if narrower == 0 {
		t.Error("no value left less room to others")
	}
}

// least returns the smallest number of people with a value that a cell has in a flow within ranges, or for the direction 1
// the largest: starting from the truth, one person at a time is moved around a cycle of cells.
func least(c *core, ranges [][]countRange, cell, value int, direction int64) int64 {
	x := make([]int64, len(c.cells))
	for j := range x {
		x[j] = c.cells[j].counts[value]
	}
	var used []bool
	// way changes a cell by one and looks for others that make up for it, until the group is back that it began with.
	var way func(j int, by int64, side, home int) bool
	way = func(j int, by int64, side, home int) bool {
		r := ranges[j][value]
		if used[j] || x[j]+by < r.low || x[j]+by > r.high {
			return false
		}
		used[j] = true
		across := c.cells[j].groups[1-side]
		if int(across) == home {
			x[j] += by
			return true
		}
		for _, k := range c.groups[across].cells {
			if way(int(k), -by, 1-side, home) {
				x[j] += by
				return true
			}
		}
		return false
	}
	for {
		used = make([]bool, len(c.cells))
		if !way(cell, direction, 0, int(c.cells[cell].groups[0])) {
			return x[cell]
		}
	}
}
