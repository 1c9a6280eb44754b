package disclosure

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine"
	"skyline/engine/partition"
)

// randomProfiles returns groups with copies, of which several may look alike.
func randomProfiles(rng *rand.Rand) []Group {
	values, largest := 1+rng.IntN(9), []int64{2, 5, 30}[rng.IntN(3)]
	var groups []Group
	for range 1 + rng.IntN(12) {
		g := groupOf(randomCounts(rng, values, largest)...)
		if rng.IntN(3) == 0 {
			g.Copies = 1 + rng.Int64N(6)
		}
		groups = append(groups, g)
	}
	return groups
}

// literally returns the maximum disclosure by fractions, from all groups.
func literally(t testing.TB, groups []Group, k int) *big.Rat {
	t.Helper()
	return disclosureOf(fractions(t, k, leavesOf(t, groups, k)).with[k])
}

// near returns c·(1+by), at most 1.
func near(c *big.Rat, by float64) *big.Rat {
	x := new(big.Rat).SetFloat64(by)
	x.Mul(x.Add(x, big.NewRat(1, 1)), c)
	if x.Cmp(big.NewRat(1, 1)) > 0 {
		return big.NewRat(1, 1)
	}
	return x
}

// TestExact: what is chosen by floats is what fractions give for all groups, and the
// answer is the exact one for thresholds that floats cannot tell from it.
func TestExact(t *testing.T) {
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 3))
		groups, k := randomProfiles(rng), rng.IntN(8)
		levels, fractions := measured(t, groups, k, half(t))
		for k := range levels {
			want := literally(t, groups, k)
			if fractions[k].Cmp(want) != 0 {
				t.Fatalf("seed %d: k = %d: %v, want %v", seed, k, fractions[k], want)
			}
			for _, c := range []struct {
				at   *big.Rat
				safe bool
			}{
				{want, false},
				{near(want, -0x1p-60), false},
				{near(want, 0x1p-60), want.Cmp(big.NewRat(1, 1)) < 0},
				{near(want, -0.01), false},
				{near(want, 0.01), want.Cmp(big.NewRat(1, 1)) < 0},
			} {
				levels, _ := measured(t, groups, k, thresholdAt(t, c.at))
				if levels[k].Safe != c.safe {
					t.Fatalf("seed %d: k = %d: maximum disclosure %v: safe below %v = %v, want %v", seed, k, want, c.at, levels[k].Safe, c.safe)
				}
			}
		}
	}
}

// TestContenders: those that fractions are computed for include all that matter,
// and are not all.
func TestContenders(t *testing.T) {
	left := 0
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 4))
		k := rng.IntN(5)
		var groups []Group
		for range 60 {
			groups = append(groups, groupOf(randomCounts(rng, 8, 6)...))
		}
		r, err := NewRelease(t.Context(), groups, k, 1)
		if err != nil {
			t.Fatal(err)
		}
		found := contenders(k, r.eachProfile)
		left += len(groups) - len(found)
		if got, want := disclosureOf(fractions(t, k, found).with[k]), literally(t, groups, k); got.Cmp(want) != 0 {
			t.Fatalf("seed %d: %v by %d contenders, want %v", seed, got, len(found), want)
		}
	}
	if left < 300*20 {
		t.Errorf("only %d groups are left out", left)
	}
}

// TestMonotone: more knowledge tells more, negations are implications, and merged
// groups tell less (Theorem 14).
func TestMonotone(t *testing.T) {
	for seed := range uint64(1500) {
		rng := rand.New(rand.NewPCG(seed, 5))
		groups := randomGroups(rng, 6, 12, 5)
		if len(groups) < 2 {
			continue
		}
		levels, fractions := measured(t, seen(groups), 6, half(t))
		for k, level := range levels {
			if k > 0 && (fractions[k].Cmp(fractions[k-1]) < 0 || level.Negations < levels[k-1].Negations) {
				t.Fatalf("seed %d: %v: k = %d tells less than %d", seed, groups, k, k-1)
			}
			if level.Negations > level.Implications {
				t.Fatalf("seed %d: %v: k = %d: negations tell %v, implications %v", seed, groups, k, level.Negations, level.Implications)
			}
		}
		merged := [][]int{slices.Clone(groups[0])}
		for v, n := range groups[1] {
			merged[0][v] += n
		}
		after, fewer := measured(t, seen(append(merged, groups[2:]...)), 6, half(t))
		for k := range after {
			if fewer[k].Cmp(fractions[k]) > 0 || after[k].Negations > levels[k].Negations {
				t.Fatalf("seed %d: %v: k = %d: %v, merged %v", seed, groups, k, fractions[k], fewer[k])
			}
		}
	}
}

// TestCopies: copies are groups, in any order, by any number of workers; ties are
// broken by what groups look like.
func TestCopies(t *testing.T) {
	for seed := range uint64(500) {
		rng := rand.New(rand.NewPCG(seed, 6))
		groups, k := randomProfiles(rng), rng.IntN(7)
		levels, fractions := measured(t, groups, k, half(t))
		var repeated []Group
		for _, g := range groups {
			for range g.Copies {
				one := g
				one.Copies = 1
				repeated = append(repeated, one)
			}
		}
		rng.Shuffle(len(repeated), func(i, j int) { repeated[i], repeated[j] = repeated[j], repeated[i] })
		again, same := measured(t, repeated, k, half(t))
		for k := range levels {
			if fractions[k].Cmp(same[k]) != 0 || levels[k].Implications != again[k].Implications || levels[k].Negations != again[k].Negations {
				t.Fatalf("seed %d: k = %d: %v, repeated %v", seed, k, levels[k], again[k])
			}
			if x, y := aboutWhat(groups, levels[k].Witness), aboutWhat(repeated, again[k].Witness); !slices.EqualFunc(x, y, slices.Equal) {
				t.Fatalf("seed %d: k = %d: the witness is about %v, repeated %v", seed, k, x, y)
			}
		}
	}
}

// aboutWhat says what the groups of a witness's atoms look like.
func aboutWhat(groups []Group, w *Witness) [][]int64 {
	var looks [][]int64
	for _, a := range append([]Atom{w.Consequent}, w.Antecedents...) {
		looks = append(looks, append(slices.Clone(groups[a.Group].Counts), int64(a.Person), int64(a.Rank)))
	}
	slices.SortFunc(looks, slices.Compare)
	return looks
}

// TestCopiesOfWitness: the copies that a witness names are there, and what it tells
// of them is what is stated.
func TestCopiesOfWitness(t *testing.T) {
	evaluated := 0
	for seed := range uint64(3000) {
		rng := rand.New(rand.NewPCG(seed, 7))
		kinds := randomGroups(rng, 2, 3, 3)
		all := seen(kinds)
		var groups [][]int
		var starts []int
		for i := range all {
			all[i].Copies = 1 + rng.Int64N(3)
			starts = append(starts, len(groups))
			for range all[i].Copies {
				groups = append(groups, kinds[i])
			}
		}
		w := enumerate(groups, 3000)
		if w == nil {
			continue
		}
		evaluated++
		levels, fractions := measured(t, all, 4, half(t))
		for k, level := range levels {
			for _, a := range append(level.Witness.Antecedents, level.Witness.Consequent) {
				if int64(a.Copy) >= all[a.Group].Copies {
					t.Fatalf("seed %d: k = %d: %v of %v copies", seed, k, a, all[a.Group].Copies)
				}
			}
			at := func(group, copy int) int { return starts[group] + copy }
			if got := evaluate(t, w, at, level.Witness); got.Cmp(fractions[k]) != 0 {
				t.Fatalf("seed %d: k = %d: %v tells %v, want %v", seed, k, level.Witness, got, fractions[k])
			}
		}
	}
	if evaluated < 1000 {
		t.Errorf("only %d witnesses", evaluated)
	}
}

// TestEachTarget: the maximum disclosure for targets of one group, by the
// definition, and what would be if there were one group more.
func TestEachTarget(t *testing.T) {
	for seed := range uint64(1500) {
		rng := rand.New(rand.NewPCG(seed, 8))
		groups := randomGroups(rng, 4, 4, 4)
		w := enumerate(groups, 2000)
		if w == nil || len(w.Where) > 9 {
			continue
		}
		k := rng.IntN(4)
		r, err := NewRelease(t.Context(), seen(groups), k, 1)
		if err != nil {
			t.Fatal(err)
		}
		for g := range groups {
			want := w.implied(k, w.Groups[g])
			others := slices.Delete(seen(groups), g, g+1)
			without, err := NewRelease(t.Context(), others, k, 1)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range []*big.Rat{want, near(want, 0x1p-60), near(want, -0x1p-60), big.NewRat(1, 2)} {
				safe := want.Cmp(c) < 0
				err := r.EachTarget(t.Context(), thresholdAt(t, c), func(group int, got bool, disclosure func() float64) {
					if group == g && (disclosure() != float(want) || got != safe) {
						t.Fatalf("seed %d: %v: k = %d: group %d: %v, below %v = %v; want %v", seed, groups, k, g, disclosure(), c, got, want)
					}
				})
				if err != nil {
					t.Fatal(err)
				}
				if got, err := without.Admits(&Merged{Group: seen(groups)[g]}, thresholdAt(t, c)); err != nil || got != safe {
					t.Fatalf("seed %d: %v: k = %d: group %d is admitted below %v = %v, %v; want %v", seed, groups, k, g, c, got, err, safe)
				}
			}
		}
	}
}

// TestEachTargetOfMany: the worst target is the maximum disclosure, also of groups
// that are no candidates or have copies.
func TestEachTargetOfMany(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 9))
		groups, k := randomProfiles(rng), rng.IntN(6)
		r, err := NewRelease(t.Context(), groups, k, 1)
		if err != nil {
			t.Fatal(err)
		}
		level, err := r.Level(t.Context(), k, half(t))
		if err != nil {
			t.Fatal(err)
		}
		most, n := 0.0, 0
		err = r.EachTarget(t.Context(), half(t), func(group int, safe bool, disclosure func() float64) {
			if group != n || safe != (disclosure() < 0.5) {
				t.Fatalf("seed %d: group %d after %d: %v, safe = %v", seed, group, n, disclosure(), safe)
			}
			most, n = max(most, disclosure()), n+1
		})
		if err != nil || n != len(groups) || most != level.Implications {
			t.Fatalf("seed %d: %d groups of %d, at most %v, want %v; %v", seed, n, len(groups), most, level.Implications, err)
		}
	}
}

// leavesOf returns the leaves of groups.
func leavesOf(t testing.TB, groups []Group, k int) []*leaf {
	t.Helper()
	m := newMinimizer(k)
	var all []*leaf
	for i := range groups {
		l, err := m.leafOf(&groups[i], i)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, l)
	}
	return all
}

// TestEachTargetNearby: targets are judged by fractions of few of the other groups as
// by those of all, where floats cannot tell; also of groups that look alike, or have
// copies.
func TestEachTargetNearby(t *testing.T) {
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 10))
		groups, k := randomProfiles(rng), rng.IntN(6)
		groups = append(groups, groups[:rng.IntN(len(groups))]...)
		r, err := NewRelease(t.Context(), groups, k, 1)
		if err != nil {
			t.Fatal(err)
		}
		for g, l := range leavesOf(t, groups, k) {
			others := slices.Clone(groups)
			if others[g].Copies--; others[g].Copies == 0 {
				others = slices.Delete(others, g, g+1)
			}
			rest := fractions(t, k, leavesOf(t, others, k)).without
			want := disclosureOf(convolvedRat(exactWith(l.profile, exactMinimums(l.profile, k)), rest)[k])
			for _, c := range []*big.Rat{want, near(want, 0x1p-60), near(want, -0x1p-60)} {
				err := r.EachTarget(t.Context(), thresholdAt(t, c), func(group int, safe bool, _ func() float64) {
					if group == g && safe != (want.Cmp(c) < 0) {
						t.Fatalf("seed %d: %v: k = %d: group %d is below %v: %v; it has %v", seed, groups, k, g, c, safe, want)
					}
				})
				if err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// stepping is a context that ends when it has been asked so many times.
type stepping struct {
	context.Context
	left int
}

func (s *stepping) Err() error {
	if s.left--; s.left < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

// TestEachTargetSteps: many groups whose disclosure floats cannot tell from a threshold
// do not each take a look at all others, of which each asks the context. They did.
func TestEachTargetSteps(t *testing.T) {
	groups := slices.Repeat([]Group{groupOf(2, 2, 1)}, 20000)
	r, err := NewRelease(t.Context(), groups, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	safe := 0
	steps := &stepping{t.Context(), 20 * len(groups)}
	err = r.EachTarget(steps, thresholdAt(t, near(big.NewRat(2, 3), 1e-14)), func(_ int, ok bool, _ func() float64) { safe += btoi(ok) })
	if err != nil || safe != len(groups) {
		t.Errorf("%d of %d groups are safe, %v", safe, len(groups), err)
	}
	t.Logf("%d steps", 20*len(groups)-steps.left)
}

func TestErrors(t *testing.T) {
	ctx := t.Context()
	for _, k := range []int{-1, MaxK + 1} {
		if _, err := Measure(ctx, nil, k, half(t), 1); !errors.Is(err, &engine.ParamError{Package: "disclosure", Param: "k"}) {
			t.Errorf("k = %d: %v, want a ParamError", k, err)
		}
	}
	for _, g := range []Group{
		{},
		{People: 1, Counts: []int64{1}},
		{People: 1, Copies: 1},
		{People: 0, Counts: []int64{0}, Copies: 1},
		{People: 3, Counts: []int64{1, 2}, Copies: 1},
		{People: 2, Counts: []int64{3}, Copies: 1},
		{People: 3, Counts: []int64{2, 2}, Copies: 1},
		{People: 3, Counts: []int64{2, 0, 1}, Copies: 1},
		{People: 3, Counts: []int64{2}, Copies: 1},
		{People: partition.MaxPeople + 1, Counts: []int64{1, 1, 1}, Copies: 1},
	} {
		if _, err := Measure(ctx, []Group{g}, 2, half(t), 1); !errors.Is(err, &engine.ParamError{Package: "disclosure", Param: "groups"}) {
			t.Errorf("%v: %v, want a ParamError", g, err)
		}
		if NewRunning(2, certainly(t)).Allows(nil, []Group{g}) {
			t.Errorf("%v is allowed", g)
		}
	}
	levels, err := Measure(ctx, nil, 1, half(t), 1)
	if err != nil || len(levels) != 2 || !levels[1].Safe || levels[1].Implications != 0 || levels[1].Witness != nil || levels[1].Negation != nil {
		t.Errorf("without groups: %v, %v", levels, err)
	}
	stopped, stop := context.WithCancel(ctx)
	stop()
	if _, err := Measure(stopped, []Group{groupOf(1)}, 1, half(t), 1); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}

// fractions is exactly without an error.
func fractions(t testing.TB, k int, groups []*leaf) exactNumbers {
	t.Helper()
	all, err := exactly(t.Context(), k, groups)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestExactStops: fractions of many groups look at their context.
func TestExactStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	groups := leavesOf(t, []Group{{People: 3, Counts: []int64{2, 1}, Copies: 1}}, 1)
	if _, err := exactly(ctx, 1, groups); !errors.Is(err, context.Canceled) {
		t.Errorf("exactly = %v, want context.Canceled", err)
	}
}
