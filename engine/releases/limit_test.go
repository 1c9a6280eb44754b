package releases

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestLimitIsOfAll solves tables that cannot be counted by far: all that is done takes hardly more steps than the limit, and
// more of them where the limit is larger.
func TestLimitIsOfAll(t *testing.T) {
	r := rand.New(rand.NewPCG(24, 21))
	for _, releases := range []int{2, 3} {
		table := &Table{Releases: releases, Values: 5}
		for i := range int32(400) {
			groups := []int32{i / 20, i % 20, (i/20 + 7*i) % 20}[:releases]
			people := []Count{{r.Int32N(2), 1 + r.Int64N(3)}, {2 + r.Int32N(3), 1 + r.Int64N(3)}}
			table.Cells = append(table.Cells, Cell{Groups: groups, Counts: people})
		}
		before := 0.0
		for _, limit := range []float64{1e6, 1e7, 1e8} {
			name := fmt.Sprintf("%d releases, limit %g", releases, limit)
			all, err := solve(t.Context(), table, limit)
			if err != nil {
				t.Fatal(err)
			}
			if len(all.uncounted) == 0 {
				t.Fatalf("%s: everything was counted", name)
			}
			t.Logf("%s: %.2g steps", name, all.taken)
			counts := float64(len(table.Cells) * table.Values)
			if most := (1+1.0/shareFound)*limit + counts*stepsPerCount; all.taken > most || all.taken <= before {
				t.Errorf("%s: %g steps, want at most %g, and more than %g", name, all.taken, most, before)
			}
			before = all.taken
		}
	}
}

// TestNarrowedAround solves a table that cannot be counted, in which cells have few neighbours: what is around them makes bounds
// narrower than the ranges of counts, and none wider.
func TestNarrowedAround(t *testing.T) {
	r := rand.New(rand.NewPCG(24, 22))
	const groups = 60
	var people []made
	for i := range int32(groups) {
		for _, step := range []int32{0, 1, 7} {
			for range 2 {
				people = append(people, made{[]int32{i, (i + step) % groups}, r.Int32N(3)})
			}
		}
	}
	all, err := solve(t.Context(), tableOf(people), 1e8)
	if err != nil {
		t.Fatal(err)
	}
	lower, higher := 0, 0
	for _, c := range all.uncounted {
		for i, cell := range c.cells {
			for k, r := range c.within[i] {
				if r.low == r.high {
					continue
				}
				v := all.variable(cell.cell, c.values[k])
				low := all.low[v].Cmp(big.NewRat(r.low, all.people[cell.cell]))
				high := all.high[v].Cmp(big.NewRat(r.high, all.people[cell.cell]))
				if low < 0 || high > 0 {
					t.Errorf("[%v, %v] is wider than %v of %d", all.low[v], all.high[v], r, all.people[cell.cell])
				}
				lower, higher = lower+max(0, low), higher-min(0, high)
			}
		}
	}
	t.Logf("%d lower and %d upper bounds are narrower", lower, higher)
	if lower == 0 || higher == 0 {
		t.Error("no lower or no upper bound is narrower")
	}
}
