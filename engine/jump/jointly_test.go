package jump_test

import (
	"math/rand/v2"
	"testing"

	"skyline/engine/breach"
	"skyline/engine/jump"
	"skyline/engine/jump/joint"
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
// (c, k)-safety, with the definition.
func TestImplications(t *testing.T) {
	t.Parallel()
	released, unsafe := 0, 0
	for seed := range uint64(trials.Number(80, 250)) {
		rng := rand.New(rand.NewPCG(seed, 51))
		k := rng.IntN(3)
		c := [][2]int64{{1, 2}, {2, 3}, {3, 4}, {9, 10}, {1, 1}}[rng.IntN(5)]
		whole := func(_ int, set [][]int) bool { return implied(set, k, c[0], c[1]) }
		var in *instance
		for range 60 {
			in = anyInstance(rng, 5)
			w := in.world(naive)
			w.whole = whole
			if at, _ := w.run(in.table); at > 1 {
				break
			}
		}
		threshold, err := breach.NewThreshold(float64(c[0]) / float64(c[1]))
		if err != nil {
			t.Fatal(err)
		}
		property, err := joint.NewImplications(k, threshold)
		if err != nil {
			t.Fatal(err)
		}
		e, cells := engineTable(t, in.groups, in.table, rng.IntN(4) == 0)
		for _, s := range []strategy{naive, safe, jumping} {
			w := in.world(s)
			w.whole, w.joint = whole, property
			var y tally
			y.agree(t, w, e, in.table)
			believe(t, w, e, cells, in.table)
			if at, set := w.believed(in.table); at > 0 {
				released++
				if !whole(at, set) {
					if unsafe++; s != naive {
						t.Errorf("%v: an unsafe release of g%d", s, at)
					}
				}
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d: %v, %d implications, c = %v", seed, in, k, c)
		}
	}
	t.Logf("%d releases, %d unsafe ones by the naive strategy", released, unsafe)
}

// TestJointCertified: there are no bounds for such properties.
func TestJointCertified(t *testing.T) {
	t.Parallel()
	threshold, err := breach.NewThreshold(0.5)
	if err != nil {
		t.Fatal(err)
	}
	property, err := joint.NewImplications(1, threshold)
	if err != nil {
		t.Fatal(err)
	}
	e, _ := engineTable(t, table1Groups, table1, false)
	if _, err := e.Publish(t.Context(), &jump.Algorithm{Strategy: jump.Certified, Joint: property}, options); err == nil {
		t.Error("no error")
	}
}
