package releases

import (
	"fmt"
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
