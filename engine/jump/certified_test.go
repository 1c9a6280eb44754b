package jump_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/jump"
	"skyline/engine/jump/beliefs"
	"skyline/tests/trials"
	"skyline/tests/worlds"
)

// certifies runs the certified strategy of the engine, which is not of the source, on a
// table.
func certifies(t *testing.T, in *instance, table []int, o *jump.Options, apart bool) *jump.Evaluation {
	t.Helper()
	e, _ := engineTable(t, in.groups, table, apart)
	got, err := e.Publish(t.Context(), &jump.Algorithm{Strategy: jump.Certified, Property: engineProperty(in.property)}, o)
	if err != nil {
		t.Fatal(err)
	}
	if got.Undecided != nil {
		t.Fatalf("undecided: %v", got.Undecided)
	}
	return got
}

// TestCertified: whatever the certified strategy releases, of any table, is safe from an
// adversary who runs it on all tables; and, but where people stand alike, it releases only
// where each set has the property that has all tables which no earlier generalization
// satisfies, and none that is released earlier for sure.
func TestCertified(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	released, all, jumps := 0, 0, 0
	reasons := map[jump.Reason]int{}
	drawn(t, 31, 2000, 6, func(t *testing.T, in *instance, rng *rand.Rand) {
		w := in.world(jumping)
		believed := map[string][][]int{}
		var own int // what is released of the table
		var nothing [][]int
		outcome, reason := map[string]int{}, map[string]jump.Reason{}
		for _, u := range worlds.Arrangements(in.table) {
			steps := certifies(t, in, u, options, false)
			got := steps.Released
			one, _ := w.Run(u)
			all++
			jumps += boolInt(one > 0)
			if slices.Equal(u, in.table) {
				own = got
			}
			if got == 0 {
				nothing = append(nothing, u)
				continue
			}
			released++
			key := fmt.Sprint(got, w.Key(got, u))
			believed[key] = append(believed[key], u)
			outcome[key], reason[key] = got, steps.Steps[len(steps.Steps)-1].Reason
			reasons[reason[key]]++
		}
		after := nothing
		if own > 0 {
			after = believed[fmt.Sprint(own, w.Key(own, in.table))]
		}
		certifiedBelief(t, in, own, after, big.NewRat(int64(len(nothing)), int64(len(worlds.Arrangements(in.table)))))
		for key, set := range believed {
			i := outcome[key]
			if !w.Holds(i, set) {
				t.Errorf("g%d is released unsafely: %v", i, set)
			}
			if !w.HoldsPermutation(i, set[0]) {
				t.Errorf("g%d is released without p(per)", i)
			}
			if reason[key] != jump.Symmetric {
				between(t, w, i, set[0], rng)
			}
		}
	})
	t.Logf("%d tables, %d released; %d by jumps; %v", all, released, jumps, reasons)
	if released*2 < jumps {
		t.Errorf("%d tables of %d are released, %d by jumps", released, all, jumps)
	}
}

// certifiedBelief compares what the engine says is believed after the certified strategy,
// and how likely it is that it releases nothing.
func certifiedBelief(t *testing.T, in *instance, released int, set [][]int, nothing *big.Rat) {
	t.Helper()
	e, cells := engineTable(t, in.groups, in.table, false)
	a := &jump.Algorithm{Strategy: jump.Certified, Property: engineProperty(in.property)}
	belief, err := e.Posterior(t.Context(), a, options)
	if err != nil {
		t.Fatal(err)
	}
	if belief.Released != released {
		t.Errorf("g%d is released, want g%d", belief.Released, released)
	}
	found := worlds.Zeros(1+slices.Max(cells), 1+slices.Max(in.table))
	belief.Each(func(of, values []int32, shares []*big.Rat) bool {
		for _, cell := range of {
			for at, v := range values {
				found[cell][v].Set(shares[at])
			}
		}
		return true
	})
	equalShares(t, "certified", found, worlds.Shares(set, 1+slices.Max(in.table)), cells)
	c, err := e.Compare(t.Context(), []*jump.Algorithm{a}, options)
	if err != nil {
		t.Fatal(err)
	}
	if c[0].NothingLow.Cmp(nothing) != 0 || c[0].NothingHigh.Cmp(nothing) != 0 {
		t.Errorf("nothing is released with %v to %v, want %v", c[0].NothingLow, c[0].NothingHigh, nothing)
	}
}

// between tries sets between the bounds of a disclosure set.
func between(t *testing.T, w *world, i int, table []int, rng *rand.Rand) {
	t.Helper()
	var low, rest [][]int
	for _, u := range w.Permutations(i, table) {
		surely := false
		for j := 1; j < i; j++ {
			if w.HoldsPermutation(j, u) {
				surely = surely || !slices.ContainsFunc(w.Permutations(j, u), func(other []int) bool { return w.passes(j, other) })
			}
		}
		switch {
		case !w.passes(i, u):
			low = append(low, u)
		case !surely:
			rest = append(rest, u)
		}
	}
	try := func(set [][]int) {
		if len(set) > 0 && !t.Failed() && !w.Holds(i, set) {
			t.Errorf("g%d is released, and a set that it could be violates the property: %d tables from %d to %d", i, len(set), len(low), len(low)+len(rest))
		}
	}
	try(low)
	for range 20 {
		rng.Shuffle(len(rest), func(a, b int) { rest[a], rest[b] = rest[b], rest[a] })
		try(append(slices.Clone(low), rest[:rng.IntN(len(rest)+1)]...))
	}
	// Those where somebody has a value, or has not.
	for person := range table {
		for v := range 1 + slices.Max(table) {
			for _, with := range []bool{true, false} {
				set := slices.Clone(low)
				for _, u := range rest {
					if (u[person] == v) == with {
						set = append(set, u)
					}
				}
				try(set)
			}
		}
	}
}

// passes reports whether a generalization before i satisfies the property; but for
// those of which each group consists of some of g_i: what becomes of the table there is
// the same for all tables of a permutation set of g_i.
func (w *world) passes(i int, table []int) bool {
	for j := 1; j < i; j++ {
		if !refines(w.Groups[i-1], w.Groups[j-1]) && w.HoldsPermutation(j, table) {
			return true
		}
	}
	return false
}

// TestCertifiedSteps: where the certified strategy says No of a permutation set it is so,
// its verdict on a disclosure set is never unknown, and what is released depends neither
// on the work allowed nor on how people are put into cells.
func TestCertifiedSteps(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	drawn(t, 32, 1500, 7, func(t *testing.T, in *instance, _ *rand.Rand) {
		w := in.world(naive)
		got := certifies(t, in, in.table, options, false)
		if hurried, apart := certifies(t, in, in.table, &jump.Options{Limit: 1}, false), certifies(t, in, in.table, options, true); hurried.Released != got.Released || apart.Released != got.Released {
			t.Errorf("g%d is released, g%d with little work, g%d of cells of one person", got.Released, hurried.Released, apart.Released)
		}
		for at, step := range got.Steps {
			if step.Holds == beliefs.Unknown {
				t.Errorf("step %d is undecided", at+1)
			}
			if !step.Disclosure && step.Holds != beliefs.VerdictOf(w.HoldsPermutation(step.Generalization, in.table)) {
				t.Errorf("step %d: %v", at+1, step.Holds)
			}
		}
	})
}

// TestCompare compares how likely it is that nothing is released.
func TestCompare(t *testing.T) {
	t.Parallel()
	exact, bounds := 0, 0
	drawn(t, 33, 1500, 6, func(t *testing.T, in *instance, _ *rand.Rand) {
		e, _ := engineTable(t, in.groups, in.table, false)
		w := in.world(jumping)
		one := newWorld(in.groups, jumping, slices.Repeat([]int64{1}, len(in.groups)), in.property)
		got, err := e.Compare(t.Context(), []*jump.Algorithm{engineAlgorithm(w), engineAlgorithm(one)}, options)
		if err != nil {
			t.Fatal(err)
		}
		for at, w := range []*world{w, one} {
			c, want := got[at], w.Nothing(in.table)
			if released, _ := w.Run(in.table); c.Released != released {
				t.Errorf("%v: g%d is released, want g%d", w.jump, c.Released, released)
			}
			if c.NothingLow.Cmp(want) > 0 || c.NothingHigh.Cmp(want) < 0 {
				t.Errorf("%v: nothing is released with %v to %v, want %v", w.jump, c.NothingLow, c.NothingHigh, want)
			}
			if c.NothingLow.Cmp(c.NothingHigh) == 0 {
				exact++
			} else {
				bounds++
			}
		}
	})
	t.Logf("%d exact, %d bounds", exact, bounds)
	if bounds > 0 {
		t.Errorf("%d of %d are bounds only", bounds, exact+bounds)
	}
}
