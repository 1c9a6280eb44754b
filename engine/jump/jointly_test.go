package jump_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"skyline/engine"
	"skyline/engine/breach"
	"skyline/engine/jump"
	"skyline/engine/jump/beliefs"
	"skyline/tests/trials"
)

// implied is (c, k)-safety of a set of tables, by trying all sets of up to k atoms: each
// atom, a person with a value, implies what the adversary wants to know, and so strikes
// out the tables that have it without that. (No other implications strike out more.)
func implied(set [][]int, k int, over, under int64) bool {
	values := 0
	for _, t := range set {
		for _, v := range t {
			values = max(values, v+1)
		}
	}
	for person := range set[0] {
		for v := range values {
			var without [][]int
			for _, t := range set {
				if t[person] != v {
					without = append(without, t)
				}
			}
			with := int64(len(set) - len(without))
			if with > 0 && with*under >= over*(with+int64(fewestLeft(without, k, values))) {
				return false
			}
		}
	}
	return true
}

// fewestLeft is how many tables at least have none of k atoms.
func fewestLeft(set [][]int, k, values int) int {
	if k == 0 || len(set) == 0 {
		return len(set)
	}
	least := len(set)
	for person := range set[0] {
		for v := range values {
			var rest [][]int
			for _, t := range set {
				if t[person] != v {
					rest = append(rest, t)
				}
			}
			least = min(least, fewestLeft(rest, k-1, values))
		}
	}
	return least
}

// TestImplications compares algorithms whose property looks at several people at once,
// (c, k)-safety, with the definition. What the engine does not decide is a disclosure set
// that is neither empty nor the permutation set.
func TestImplications(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	decided, undecided, unsafe := 0, 0, 0
	for seed := range trials.Seeds(t, 60, 250) {
		rng := rand.New(rand.NewPCG(seed, 51))
		k := rng.IntN(3)
		c := [][2]int64{{1, 2}, {2, 3}, {3, 4}, {9, 10}, {1, 1}}[rng.IntN(5)]
		whole := func(_ int, set [][]int) bool { return implied(set, k, c[0], c[1]) }
		var in *instance
		for range 60 {
			in = anyInstance(rng, 5)
			w := in.world(naive)
			w.Whole = whole
			if at, _ := w.Run(in.table); at > 1 {
				break
			}
		}
		threshold, err := breach.NewThreshold(float64(c[0]) / float64(c[1]))
		if err != nil {
			t.Fatal(err)
		}
		property, err := jump.NewImplications(k, threshold)
		if err != nil {
			t.Fatal(err)
		}
		e, cells := engineTable(t, in.groups, in.table, rng.IntN(4) == 0)
		for _, s := range []strategy{naive, safe, jumping} {
			w := in.world(s)
			w.Whole, w.joint = whole, property
			switch at := followed(t, w, e, in.table); {
			case at < 0:
				undecided++
				continue
			case at > 0:
				decided++
				if _, set := w.Believed(in.table); !whole(at, set) {
					if unsafe++; s != naive {
						t.Errorf("%v: an unsafe release of g%d", s, at)
					}
				}
			}
			if _, err := e.Posterior(t.Context(), engineAlgorithm(w), options); err == nil {
				believe(t, w, e, cells, in.table)
			} else if !errors.Is(err, engine.ErrTooLarge) {
				t.Error(err)
			}
		}
		certainlySafe(t, in, e, property, whole)
		if t.Failed() {
			t.Fatalf("seed %d: %v, %d implications, c = %v", seed, in, k, c)
		}
	}
	t.Logf("%d releases, %d unsafe ones by the naive strategy; %d undecided", decided, unsafe, undecided)
	if decided < 40 || unsafe == 0 || undecided == 0 {
		t.Error("too few of a kind to tell")
	}
}

// followed compares the engine's steps with those of the definition, as far as they go. It
// returns what is released, and −1 where that is not decided.
func followed(t *testing.T, w *world, e *jump.Table, table []int) int {
	t.Helper()
	got, err := e.Publish(t.Context(), engineAlgorithm(w), options)
	if err != nil {
		t.Fatal(err)
	}
	released, path := w.Run(table)
	for at, step := range got.Steps {
		want := path[at]
		if step.Generalization != want.I || step.Disclosure != want.Disclosure {
			t.Errorf("%v: step %d is %+v, want %+v", w.strategy, at+1, step, want)
			return -1
		}
		if step.Holds == beliefs.Unknown {
			all := w.Permutations(want.I, table)
			if n := len(w.Set(want, table)); n == 0 || n == len(all) && !step.Disclosure {
				t.Errorf("%v: step %d is not decided, though its set has %d of %d tables", w.strategy, at+1, n, len(all))
			}
			return -1
		}
		if step.Holds != beliefs.VerdictOf(want.Holds) {
			t.Errorf("%v: step %d is %+v, want %+v", w.strategy, at+1, step, want)
		}
	}
	if got.Released != released {
		t.Errorf("%v: g%d is released, want g%d", w.strategy, got.Released, released)
	}
	return released
}

// certainlySafe makes sure that the certified strategy decides, and that what it releases is
// safe: it releases a permutation set of which no table would have been released earlier.
func certainlySafe(t *testing.T, in *instance, e *jump.Table, property jump.Joint, whole func(int, [][]int) bool) {
	t.Helper()
	got, err := e.Publish(t.Context(), &jump.Algorithm{Strategy: jump.Certified, Joint: property}, options)
	if err != nil || got.Undecided != nil {
		t.Errorf("certified: %v, %v", got, err)
		return
	}
	if i := got.Released; i > 0 && !whole(i, in.world(naive).Permutations(i, in.table)) {
		t.Errorf("certified: an unsafe release of g%d", i)
	}
}

// TestSkylineJointly: a bound on one value, or on all, decides as the share does that it
// bounds, where no knowledge is allowed.
func TestSkylineJointly(t *testing.T) {
	t.Parallel()
	threshold, err := breach.NewThreshold(0.51)
	if err != nil {
		t.Fatal(err)
	}
	bound := []breach.Requirement{{C: threshold}}
	e, _ := engineTable(t, table1Groups[:2], table1, false)
	for name, test := range map[string]struct {
		named    []breach.ValueRequirements
		others   []breach.Requirement
		released int
	}{
		"all":     {nil, bound, 2}, // nobody is in g1, where two have cancer, below 0.51
		"cancer":  {[]breach.ValueRequirements{{Value: 2, Requirements: bound}}, nil, 2},
		"flu":     {[]breach.ValueRequirements{{Value: 0, Requirements: bound}}, nil, 1},
		"nothing": {nil, nil, 1},
	} {
		property, err := jump.NewSkyline(5, test.named, test.others)
		if err != nil {
			t.Fatal(err)
		}
		got, err := e.Publish(t.Context(), &jump.Algorithm{Strategy: jump.Naive, Joint: property}, options)
		if err != nil || got.Released != test.released {
			t.Errorf("%s: %+v, %v, want g%d", name, got, err, test.released)
		}
	}
}

// TestJointRefusals: what is no property of several people.
func TestJointRefusals(t *testing.T) {
	t.Parallel()
	threshold, err := breach.NewThreshold(0.5)
	if err != nil {
		t.Fatal(err)
	}
	own := breach.ValueRequirements{Value: 1, Requirements: []breach.Requirement{{C: threshold}}}
	for name, call := range map[string]func() (jump.Joint, error){
		"k":      func() (jump.Joint, error) { return jump.NewImplications(-1, threshold) },
		"c":      func() (jump.Joint, error) { return jump.NewImplications(1, breach.Threshold{}) },
		"others": func() (jump.Joint, error) { return jump.NewSkyline(2, nil, []breach.Requirement{{}}) },
		"own": func() (jump.Joint, error) {
			return jump.NewSkyline(2, []breach.ValueRequirements{{Requirements: []breach.Requirement{{}}}}, nil)
		},
		"one twice": func() (jump.Joint, error) { return jump.NewSkyline(2, []breach.ValueRequirements{own, own}, nil) },
	} {
		if _, err := call(); !errors.Is(err, &engine.ParamError{Package: "jump"}) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
