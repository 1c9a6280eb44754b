package invariance

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// isEligible is the definition: groups of m different values or more can be made of such people.
func isEligible(rest []int64, m int64) bool {
	people := int64(0)
	for _, n := range rest {
		people += n
	}
	return slices.Min(rest) >= 0 && slices.Max(rest)*m <= people
}

// TestAssign compares how many people join with what trying finds, and looks at the sets that the others get.
func TestAssign(t *testing.T) {
	rng := rand.New(rand.NewPCG(2007, 4))
	joined, sets := 0, 0
	for range 20_000 {
		m := 2 + rng.Int64N(3)
		rest := make([]int64, m+rng.Int64N(4))
		for v := range rest {
			rest[v] = rng.Int64N(9)
		}
		if !isEligible(rest, m) {
			continue
		}
		var signature []int32
		for _, v := range rng.Perm(len(rest))[:m+rng.Int64N(int64(len(rest))-m+1)] {
			signature = append(signature, int32(v))
		}
		slices.Sort(signature)
		want, left := int64(0), slices.Clone(rest)
		for n := int64(1); n < 10; n++ {
			for _, v := range signature {
				left[v]--
			}
			if isEligible(left, m) {
				want = n
			}
		}
		if got := mostLayers(rest, signature, m); got != want {
			t.Fatalf("mostLayers(%v, %v, %d) = %d, want %d", rest, signature, m, got, want)
		}
		if want > 0 {
			joined++
		}
		placed := make([]int64, len(rest))
		all := spread(rest, m)
		for _, s := range all {
			if !slices.IsSorted(s.values) || len(slices.Compact(slices.Clone(s.values))) != len(s.values) || int64(len(s.values)) < m || s.layers < 1 {
				t.Fatalf("spread(%v, %d) = %v", rest, m, all)
			}
			for _, v := range s.values {
				placed[v] += s.layers
			}
		}
		if !slices.Equal(placed, rest) || len(all) > len(rest)+1 {
			t.Fatalf("spread(%v, %d) = %v, which has %v", rest, m, all, placed)
		}
		sets += len(all)
	}
	if joined < 1000 || sets < 1000 {
		t.Errorf("%d could join, %d sets", joined, sets)
	}
}
