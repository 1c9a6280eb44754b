package rows

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/breach"
	"skyline/engine/knowledge"
	"skyline/tests/trials"
)

// TestFind decides every point of random tiny tables, and compares Surface and Find.
func TestFind(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 12))
	ctx := context.Background()
	for range trials.Number(60, 1000) {
		table := draw(rng)
		r := table.release(t)
		n := r.table.People
		maxL := r.MaxL(0)
		// The surface is exact at the points of the oracle, and monotone.
		most := knowledge.Point{L: 1, K: 1, M: 1}
		box := table.box(most)
		err := r.Surface(ctx, 0, most, func(p knowledge.Point, got float64) {
			if want, _ := box[p].Float64(); got != want {
				t.Errorf("Surface at %+v = %v, want %v\n%+v", p, got, want, table)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		c := big.NewRat(1+rng.Int64N(9), 10)
		threshold, err := breach.NewThresholdRat(c)
		if err != nil {
			t.Fatal(err)
		}
		got, err := r.Find(ctx, 0, threshold, 1000)
		if err != nil {
			t.Fatal(err)
		}
		var safe []knowledge.Point
		for l := range maxL + 1 {
			for k := range n + 1 {
				for m := range n + 1 {
					p := knowledge.Point{L: l, K: k, M: m}
					found, err := r.Check(ctx, 0, []breach.Requirement{{Point: p, C: threshold}})
					if err != nil {
						t.Fatal(err)
					}
					if found[0].Safe {
						safe = append(safe, p)
					}
				}
			}
		}
		var want []knowledge.Point
		for _, p := range safe {
			if !slices.ContainsFunc(safe, func(q knowledge.Point) bool { return p != q && q.Dominates(p) }) {
				want = append(want, p)
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("Find below %v = %v, want %v\n%+v", c, got, want, table)
		}
	}
}
