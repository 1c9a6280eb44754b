package disclosure

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"skyline/tests/trials"
)

// TestRunning: over random splits, what is allowed is what a measurement from
// scratch finds safe.
func TestRunning(t *testing.T) {
	allowed, refused := 0, 0
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 10))
		k := rng.IntN(5)
		values := 2 + rng.IntN(8)
		c := big.NewRat(int64(3+rng.IntN(8)), 10)
		if rng.IntN(4) == 0 {
			// A threshold that is met exactly, or nearly.
			c = near(big.NewRat(1+rng.Int64N(5), 6), []float64{0, 0x1p-60, -0x1p-60}[rng.IntN(3)])
		}
		whole := randomGroups(rng, 1, 200, values)[0]
		threshold := thresholdAt(t, c)
		w := NewRunning(k, threshold)
		safe := func(groups [][]int) bool {
			level, err := Measure(t.Context(), seen(groups), k, threshold, 1)
			if err != nil {
				t.Fatal(err)
			}
			return level[k].Safe
		}
		have := [][]int{whole}
		if got := w.Allows(nil, seen(have)); got != safe(have) {
			t.Fatalf("seed %d: %v is allowed = %v", seed, whole, got)
		}
		w.Split(nil, seen(have))
		for range 60 {
			i := rng.IntN(len(have))
			parts := splitAtRandom(rng, have[i])
			if parts == nil {
				continue
			}
			next := append(slices.Delete(slices.Clone(have), i, i+1), parts...)
			group := seen(have[i : i+1])[0]
			got, want := w.Allows(&group, seen(parts)), safe(next)
			if got != want {
				t.Fatalf("seed %d: of %v, k = %d, c = %v: %v to %v is allowed = %v", seed, have, k, c, have[i], parts, got)
			}
			if want {
				allowed++
			} else {
				refused++
			}
			// Now and then what is not safe is split as well.
			if want || rng.IntN(20) == 0 {
				w.Split(&group, seen(parts))
				have = next
			}
		}
		fresh := NewRunning(k, threshold)
		if got, want := fresh.Allows(nil, seen(have)), safe(have); got != want {
			t.Fatalf("seed %d: %v are allowed = %v at once", seed, have, got)
		}
	}
	t.Logf("%d allowed, %d refused", allowed, refused)
	if allowed < 500 || refused < 500 {
		t.Error("too few to say anything")
	}
}

// TestRunningInstead: several groups are split at once, each or in part alike.
func TestRunningInstead(t *testing.T) {
	allowed, refused := 0, 0
	for seed := range trials.Seeds(t, 300, 2000) {
		rng := rand.New(rand.NewPCG(seed, 12))
		k, values := rng.IntN(4), 3+rng.IntN(6)
		threshold := thresholdAt(t, big.NewRat(int64(5+rng.IntN(6)), 10))
		w := NewRunning(k, threshold)
		have := randomGroups(rng, 1+rng.IntN(3), 120, values)
		have = append(have, have[0]) // some have copies
		w.SplitInstead(nil, seen(have))
		for range 10 {
			rng.Shuffle(len(have), func(i, j int) { have[i], have[j] = have[j], have[i] })
			taken := 1 + rng.IntN(min(3, len(have)))
			var parts [][]int
			for i, g := range have[:taken] {
				if split := splitAtRandom(rng, g); split != nil && i == 0 {
					parts = append(parts, split...)
				} else {
					parts = append(parts, g)
				}
			}
			next := append(slices.Clone(have[taken:]), parts...)
			level, err := Measure(t.Context(), seen(next), k, threshold, 1)
			if err != nil {
				t.Fatal(err)
			}
			got, want := w.AllowsInstead(seen(have[:taken]), seen(parts)), level[k].Safe
			if got != want {
				t.Fatalf("seed %d: of %v, k = %d: the first %d to %v is allowed = %v", seed, have, k, taken, parts, got)
			}
			if want {
				allowed++
			} else {
				refused++
			}
			if want || rng.IntN(20) == 0 {
				w.SplitInstead(seen(have[:taken]), seen(parts))
				have = next
			}
		}
	}
	if allowed < 300 || refused < 300 {
		t.Errorf("too few to say anything: %d allowed, %d refused", allowed, refused)
	}
}

// splitAtRandom splits a group in two or three, nil if one has nobody.
func splitAtRandom(rng *rand.Rand, counts []int) [][]int {
	parts := make([][]int, 2+rng.IntN(2))
	people := make([]int, len(parts))
	for i := range parts {
		parts[i] = make([]int, len(counts))
	}
	for v, n := range counts {
		for range n {
			i := rng.IntN(len(parts))
			parts[i][v]++
			people[i]++
		}
	}
	if slices.Contains(people, 0) {
		return nil
	}
	return parts
}

// TestRunningCopies: groups that look alike are counted.
func TestRunningCopies(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 11))
		k := rng.IntN(4)
		threshold := thresholdAt(t, big.NewRat(int64(4+rng.IntN(6)), 10))
		w := NewRunning(k, threshold)
		kinds := randomProfiles(rng)
		var have []Group
		for range 40 {
			if len(have) > 0 && rng.IntN(3) == 0 {
				i := rng.IntN(len(have))
				group := have[i]
				have = slices.Delete(have, i, i+1)
				w.Split(&group, nil)
			} else {
				g := kinds[rng.IntN(len(kinds))]
				g.Copies = 1
				have = append(have, g)
				w.Split(nil, []Group{g})
			}
			levels, err := Measure(t.Context(), have, k, threshold, 1)
			if err != nil {
				t.Fatal(err)
			}
			if got := w.Allows(nil, nil); got != levels[k].Safe {
				t.Fatalf("seed %d: %v are safe = %v", seed, have, got)
			}
			if len(have) > 0 {
				i := rng.IntN(len(have))
				levels, err := Measure(t.Context(), slices.Delete(slices.Clone(have), i, i+1), k, threshold, 1)
				if err != nil {
					t.Fatal(err)
				}
				if got := w.Allows(&have[i], nil); got != levels[k].Safe {
					t.Fatalf("seed %d: %v without the %d-th are safe = %v", seed, have, i, got)
				}
			}
		}
	}
}

// TestRunningAtOnce asks from several goroutines; for the race detector.
func TestRunningAtOnce(t *testing.T) {
	w := NewRunning(2, half(t))
	g := groupOf(9, 9, 9, 9, 9, 9, 9, 9)
	part := groupOf(5, 5, 5, 5, 4, 4, 4, 4)
	other := groupOf(5, 5, 5, 5, 5, 4, 4, 4)
	w.Split(nil, []Group{g, g, part})
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for range 50 {
				if !w.Allows(&g, []Group{part, other}) {
					t.Error("not allowed")
				}
				w.Allows(&part, []Group{groupOf(5, 5), groupOf(5, 5, 4, 4, 4, 4)})
			}
		})
	}
	wait.Wait()
}
