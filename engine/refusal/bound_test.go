package refusal_test

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"testing"

	"skyline/engine"
	"skyline/engine/privacy"
	"skyline/engine/refusal"
	"skyline/tests/trials"
)

// TestBound compares bounds with what is counted: they are never below.
func TestBound(t *testing.T) {
	better, all := 0, 0
	for seed := range trials.Seeds(t, 150, 2000) {
		rng := rand.New(rand.NewPCG(seed, 7))
		counts := make([]int, 2+rng.IntN(5))
		n := 20 + rng.IntN(100)
		for range n {
			counts[rng.IntN(1+rng.IntN(len(counts)))]++
		}
		first := int64(1 + rng.IntN(n-1))
		group, parts := groupOf(counts), []int64{first, int64(n) - first}
		rules := rulesOf(rng)
		requirements, names, _ := requirementsOf([]rule{rules[rng.IntN(3)], rules[[]int{2, 6, 7, 8}[rng.IntN(4)]], below(big.NewRat(int64(4+rng.IntN(6)), 10))})
		counter, err := refusal.New(requirements, wholeOf(counts))
		if err != nil {
			t.Fatal(err)
		}
		bounds, errBound := counter.Bound(&group, parts)
		exact, err := counter.Posterior(t.Context(), &group, parts, 1e10)
		if errors.Is(err, refusal.ErrNever) {
			continue
		}
		if err != nil || errBound != nil {
			t.Fatalf("seed %d: %v, %v", seed, err, errBound)
		}
		for j := range parts {
			for i := range group.Counts {
				bound, p := bounds[j][i], exact[j][i]
				if bound.Cmp(p) < 0 || bound.Cmp(big.NewRat(1, 1)) > 0 {
					t.Fatalf("seed %d: %v, counts %v, parts %v: %v is at most %v", seed, names, counts, parts, p, bound)
				}
				all++
				if bound.Cmp(big.NewRat(min(group.Counts[i].N, parts[j]), parts[j])) < 0 {
					better++
				}
			}
		}
	}
	if better < all/4 {
		t.Errorf("%d of %d bounds are better than that of the part", better, all)
	}
}

// TestBoundOfLarge: of many people who are not counted in a second. A refusal is next to
// impossible, and all the same would tell that the smaller part has the most frequent value just
// as often as is refused.
func TestBoundOfLarge(t *testing.T) {
	counts := []int{3000, 2900, 2600, 2500, 2000, 1500, 500}
	group, whole := groupOf(counts), wholeOf(counts)
	counter, err := refusal.New([]privacy.Requirement{privacy.MaxShare(0.4), privacy.DistinctDiversity(3)}, whole)
	if err != nil {
		t.Fatal(err)
	}
	parts := []int64{6000, 9000}
	if _, err := counter.Posterior(t.Context(), &group, parts, 1e7); !errors.Is(err, engine.ErrTooLarge) {
		t.Fatalf("counted: %v", err)
	}
	bounds, err := counter.Bound(&group, parts)
	if err != nil {
		t.Fatal(err)
	}
	if p, _ := bounds[0][0].Float64(); p < 0.4 || p > 0.401 {
		t.Errorf("the most frequent value in the smaller part: %v", p)
	}
	for c, want := range map[int64]bool{400: false, 401: true} {
		if tried, err := counter.Below(t.Context(), &group, parts, big.NewRat(c, 1000), 1e7); tried != want || err != nil {
			t.Errorf("below %d/1000: %v, %v", c, tried, err)
		}
	}
	counter, err = refusal.New([]privacy.Requirement{privacy.EntropyDiversity(5)}, whole)
	if err != nil {
		t.Fatal(err)
	}
	if bounds, err = counter.Bound(&group, parts); err != nil || bounds[0][0].RatString() != "1/2" || bounds[1][0].RatString() != "1/3" {
		t.Errorf("bounds %v, %v: want 3000/6000 and 3000/9000 at first", bounds, err)
	}
}
