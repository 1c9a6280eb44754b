package anatomy

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestArrange checks arrangements by their definition: everybody stands somewhere, each in a
// place of their own, groups follow each other, and beside a group are the values of its
// people.
func TestArrange(t *testing.T) {
	t.Parallel()
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 41))
		counts := make([]int64, 1+rng.IntN(8))
		for v := range counts {
			counts[v] = rng.Int64N(7)
		}
		l := 2 + rng.Int64N(3)
		if !isEligible(counts, l) {
			continue
		}
		c, err := Compose(t.Context(), counts, l)
		if err != nil {
			t.Fatal(err)
		}
		if c, err = c.Draw(t.Context(), rng, true); err != nil {
			t.Fatal(err)
		}
		a, err := c.Arrange(t.Context(), rng)
		if err != nil || a.Verify() != nil {
			t.Fatalf("seed %d: %v, %v", seed, err, a.Verify())
		}
		var groups []int32 // by slot
		own, beside := map[int32][]int{}, map[int32][]int{}
		at := map[int32]int32{}
		for v, n := range counts {
			for i := range int(n) {
				g, slot, other := a.Stand(v, i)
				if g != c.Places(v)[i] {
					t.Fatalf("seed %d: person %d of value %d is in group %d, want %d", seed, i, v, g, c.Places(v)[i])
				}
				if _, taken := at[slot]; taken {
					t.Fatalf("seed %d: two people stand at %d", seed, slot)
				}
				at[slot] = g
				own[g], beside[g] = append(own[g], v), append(beside[g], int(other))
			}
		}
		for slot := range int32(len(at)) {
			g, taken := at[slot]
			if !taken {
				t.Fatalf("seed %d: nobody stands at %d of %d", seed, slot, len(at))
			}
			groups = append(groups, g)
		}
		if !slices.IsSorted(groups) {
			t.Errorf("seed %d: groups do not follow each other: %v", seed, groups)
		}
		for g := range own {
			slices.Sort(own[g])
			slices.Sort(beside[g])
		}
		if diff := cmp.Diff(own, beside); diff != "" {
			t.Errorf("seed %d: values of groups (-people +beside):\n%s", seed, diff)
		}
	}
}

// TestArrangeUniform has a group of three people with values of their own: who stands where,
// and beside which value, are 36 cases, all of which must be equally likely, for a fixed seed.
func TestArrangeUniform(t *testing.T) {
	t.Parallel()
	c, err := Compose(t.Context(), []int64{1, 1, 1}, 3)
	if err != nil {
		t.Fatal(err)
	}
	const draws = 36_000
	rng := rand.New(rand.NewPCG(6, 7))
	seen := map[string]int{}
	for range draws {
		a, err := c.Arrange(t.Context(), rng)
		if err != nil {
			t.Fatal(err)
		}
		seen[fmt.Sprint(a.slots, a.values)]++
	}
	if len(seen) != 36 {
		t.Fatalf("%d different arrangements, want 36", len(seen))
	}
	chi := 0.0
	for _, n := range seen {
		chi += float64((n-draws/36)*(n-draws/36)) / (draws / 36)
	}
	if chi > 66.62 { // The 0.999 quantile of chi-squared with 35 degrees of freedom.
		t.Errorf("chi-squared %v", chi)
	}
}

func TestArrangeRefuses(t *testing.T) {
	t.Parallel()
	if _, err := (&Composition{[]int{2}, []int32{0, Suppressed}, 1}).Arrange(t.Context(), rand.New(rand.NewPCG(1, 1))); !errors.Is(err, ErrUnsafe) {
		t.Errorf("somebody without a group: %v", err)
	}
	good := func() *Arrangement {
		return &Arrangement{&Composition{[]int{2, 4}, []int32{0, 1, 0, 1}, 2}, []int32{0, 2, 1, 3}, []int32{1, 0, 0, 1}}
	}
	if err := good().Verify(); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(a *Arrangement){
		"two people at one place": func(a *Arrangement) { a.slots[2] = 0 },
		"in another group":        func(a *Arrangement) { a.slots[0], a.slots[1] = 2, 0 },
		"nowhere":                 func(a *Arrangement) { a.slots[3] = 4 },
		"another group's value":   func(a *Arrangement) { a.values[0] = 0 },
	} {
		a := good()
		spoil(a)
		if err := a.Verify(); !errors.Is(err, ErrUnsafe) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
