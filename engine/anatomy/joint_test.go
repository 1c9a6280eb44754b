package anatomy

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine"
)

func randomCells(rng *rand.Rand, values int, most int64) ([][]int32, []int64) {
	m := 1 + rng.IntN(3)
	seen := map[[3]int32]bool{}
	var cells [][]int32
	var counts []int64
	for range 1 + rng.IntN(7) {
		var vector [3]int32
		for i := range m {
			vector[i] = int32(rng.IntN(values))
		}
		if !seen[vector] {
			seen[vector] = true
			cells = append(cells, slices.Clone(vector[:m]))
			counts = append(counts, 1+rng.Int64N(most))
		}
	}
	return cells, counts
}

// satisfies tells by the definition whether people satisfy the constraints of
// Appendix B.
func satisfies(cells [][]int32, x []int64, l int64) bool {
	for a := range cells {
		for i := range cells[a] {
			line := int64(0)
			for b := range cells {
				same := true
				for j := range cells[a] {
					same = same && (j == i || cells[a][j] == cells[b][j])
				}
				if same {
					line += x[b]
				}
			}
			if l*x[a] > line {
				return false
			}
		}
	}
	return true
}

// TestJoint compares with the best of all choices of people, which also shows that
// the integer program needs no other method.
func TestJoint(t *testing.T) {
	t.Parallel()
	some, tried := 0, 0
	for seed := range uint64(4000) {
		rng := rand.New(rand.NewPCG(seed, 13))
		cells, counts := randomCells(rng, 2+rng.IntN(2), 4)
		l := 2 + rng.Int64N(2)
		choices := 1
		for _, n := range counts {
			choices *= int(n) + 1
		}
		if choices > 5000 {
			continue
		}
		tried++
		best := int64(0)
		x := make([]int64, len(counts))
		for range choices {
			sum := int64(0)
			for _, n := range x {
				sum += n
			}
			if sum > best && satisfies(cells, x, l) {
				best = sum
			}
			for i := range x {
				if x[i]++; x[i] <= counts[i] {
					break
				}
				x[i] = 0
			}
		}
		c, err := Joint(t.Context(), cells, counts, l)
		if err != nil {
			t.Fatal(err)
		}
		kept, sum := make([]int64, len(counts)), int64(0)
		for cell := range counts {
			for _, g := range c.Places(cell) {
				if g != Suppressed {
					kept[cell]++
					sum++
				}
			}
		}
		if sum != best || !satisfies(cells, kept, l) {
			t.Fatalf("seed %d: %v of %v in %v, l = %d: %d people, want %d", seed, kept, counts, cells, l, sum, best)
		}
		if sum > 0 {
			some++
		}
		d, err := c.Draw(t.Context(), rng, true)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.VerifyJoint(cells, counts, l); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		// VerifyJoint agrees with the definition on other people, too.
		other := Composition{c.ends, slices.Clone(c.places), 1}
		for cell := range counts {
			kept[cell] = 0
			for i := range other.Places(cell) {
				other.Places(cell)[i] = int32(rng.IntN(2)) - 1
				kept[cell] += int64(other.Places(cell)[i]) + 1
			}
		}
		if satisfies(cells, kept, l) != (other.VerifyJoint(cells, counts, l) == nil) {
			t.Fatalf("seed %d: VerifyJoint is wrong on %v of %v", seed, kept, cells)
		}
	}
	t.Logf("%d of %d with a group", some, tried)
	if some < tried/10 {
		t.Errorf("%d of %d with a group say little", some, tried)
	}
}

// TestJointOfOne is l-diversity where there is one attribute: all people where they
// are eligible.
func TestJointOfOne(t *testing.T) {
	t.Parallel()
	c, err := Joint(t.Context(), [][]int32{{0}, {1}, {2}}, []int64{5, 1, 2}, 2)
	if err != nil {
		t.Fatal(err)
	}
	// By hand: at most three of the first value beside three others.
	if got, want := c.Places(0), []int32{0, 0, 0, Suppressed, Suppressed}; !slices.Equal(got, want) {
		t.Errorf("the first value has the places %v, want %v", got, want)
	}
}

func TestJointErrors(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		cells  [][]int32
		counts []int64
		l      int64
		want   error
	}{
		{[][]int32{{0}, {1}}, []int64{1, 1}, 1, &engine.ParamError{Package: "anatomy", Param: "l"}},
		{nil, nil, 2, ErrNobody},
		{[][]int32{{0}, {1}}, []int64{0, 0}, 2, ErrNobody},
		{[][]int32{{0}, {1}}, []int64{1}, 2, &engine.ParamError{Package: "anatomy", Param: "counts"}},
		{[][]int32{{0}, {1, 2}}, []int64{1, 1}, 2, &engine.ParamError{Package: "anatomy", Param: "cells"}},
		{[][]int32{{0}, {1}}, []int64{1 << 40, 1}, 2, ErrTooLarge},
	} {
		if _, err := Joint(t.Context(), test.cells, test.counts, test.l); !errors.Is(err, test.want) {
			t.Errorf("Joint(%v, %v, %d): %v, want %v", test.cells, test.counts, test.l, err, test.want)
		}
	}
}
