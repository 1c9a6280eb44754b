package breach

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"skyline/engine/internal/bruteforce"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/tests/trials"
)

// oddsByHand is T of Sect. 7.1, with the fractions as they are printed; what is not positive
// is 0.
func oddsByHand(constraint knowledge.Constraint, w *Witness) *big.Rat {
	n, c, k := w.People, w.Having, w.TargetKnown
	sum := int64(0)
	for _, s := range w.RuledOutHaving {
		sum += s
	}
	switch constraint {
	case knowledge.SVPI:
		return big.NewRat(max(n-c-sum-k, 0), c)
	case knowledge.Set:
		t := big.NewRat(max(n-c-k, 0), c)
		for _, s := range w.RuledOutHaving {
			t.Mul(t, big.NewRat(n-s, n))
		}
		return t
	default:
		if n-k-1 <= 0 {
			return new(big.Rat)
		}
		miss := powerByHand(big.NewRat(n-k-1, n-k), c)
		t := new(big.Rat).Quo(miss, new(big.Rat).Sub(big.NewRat(1, 1), miss))
		return t.Mul(t, powerByHand(big.NewRat(n-1, n), sum))
	}
}

// chanceByHand is V of Sect. 7.1.
func chanceByHand(constraint knowledge.Constraint, f *Family) *big.Rat {
	n, c, k := f.People, f.Having, f.Known
	if constraint == knowledge.Multiset {
		if n-k-f.Relatives <= 0 {
			return new(big.Rat)
		}
		return powerByHand(big.NewRat(n-k-f.Relatives, n-k), c)
	}
	v := big.NewRat(1, 1)
	for i := range f.Relatives {
		if n-c-k-i <= 0 {
			return new(big.Rat)
		}
		v.Mul(v, big.NewRat(n-c-k-i, n-k-i))
	}
	return v
}

func powerByHand(x *big.Rat, n int64) *big.Rat {
	p := big.NewRat(1, 1)
	for range n {
		p.Mul(p, x)
	}
	return p
}

// checkNumbers computes the breach probability of a finding from the numbers of its witness,
// which must be those of the table's groups.
func checkNumbers(t *testing.T, table *partition.Table, constraint knowledge.Constraint, value int32, p knowledge.Point, f *Finding) {
	t.Helper()
	w := f.Witness
	target := &table.Groups[w.Target]
	if w.People != target.People || w.Having != target.Of(value) || len(w.RuledOut) != len(w.RuledOutHaving) || int64(len(w.RuledOut)) > p.L {
		t.Fatalf("%+v in %+v at %+v", w, target, p)
	}
	for i, v := range w.RuledOut {
		if v == value || w.RuledOutHaving[i] != target.Of(v) {
			t.Fatalf("%+v in %+v", w, target)
		}
	}
	known, relatives := w.TargetKnown, int64(0)
	ratio := oddsByHand(constraint, w)
	near(t, w.Odds, ratio)
	for i := range w.Families {
		family := &w.Families[i]
		group, also := &table.Groups[family.Group], int64(0)
		if family.Group == w.Target {
			// The target's own group: the target and the others known.
			also = family.Known
		}
		known += family.Known - also
		relatives += family.Relatives
		if family.People != group.People || family.Having != group.Of(value) {
			t.Fatalf("%+v of %+v", family, group)
		}
		chance := chanceByHand(constraint, family)
		near(t, family.Chance, chance)
		ratio.Mul(ratio, chance)
	}
	if known > p.K || relatives > p.M {
		t.Fatalf("%+v knows more than %+v", w, p)
	}
	near(t, w.NegatedRatio, ratio)
	one := big.NewRat(1, 1)
	want, _ := new(big.Rat).Quo(one, new(big.Rat).Add(one, ratio)).Float64()
	if f.Breach != want {
		t.Fatalf("%+v at %+v comes to %v, and breach is %v (%v)", w, p, want, f.Breach, constraint)
	}
}

// near is that a number is within 1e-12 of a fraction.
func near(t *testing.T, got float64, want *big.Rat) {
	t.Helper()
	if f, _ := want.Float64(); math.Abs(got-f) > 1e-12*f {
		t.Fatalf("%v, want %v", got, f)
	}
}

// TestWitnessNumbers: the breach probability follows from the numbers of the witness, with
// fractions, to the last place; of all targets, and of those in each group.
func TestWitnessNumbers(t *testing.T) {
	apart, together, ruled := 0, 0, 0
	for seed := range uint64(trials.Number(2000, 20000)) {
		rng := rand.New(rand.NewPCG(seed, 37))
		constraint := constraints[rng.IntN(3)]
		var groups []bruteforce.Group
		for range 2 + rng.IntN(5) {
			people := 1 + rng.IntN(1+rng.IntN(80))
			counts := map[string]int{}
			for left := people; left > 0; {
				n := 1 + rng.IntN(1+rng.IntN(left))
				v := "v" + string(rune('0'+rng.IntN(6)))
				if constraint != knowledge.Set || counts[v]+n <= people {
					counts[v] += n
				}
				left -= n
			}
			groups = append(groups, bruteforce.Group{People: people, Counts: counts})
		}
		r, value := release(t, constraint, groups, "v0")
		if value < 0 {
			continue
		}
		p := knowledge.Point{L: int64(rng.IntN(4)), K: int64(rng.IntN(3)), M: int64(rng.IntN(4))}
		c, err := NewThreshold(1e-9) // nobody is safe, so that each target has a witness
		if err != nil {
			t.Fatal(err)
		}
		q := Requirement{Point: p, C: c}
		found, err := r.Check(context.Background(), value, []Requirement{q})
		if err != nil {
			t.Fatal(err)
		}
		checkNumbers(t, r.table, constraint, value, p, &found[0])
		w := found[0].Witness
		if len(w.RuledOut) > 0 {
			ruled++
		}
		if p.M > 0 && w.NegatedRatio > 0 {
			if w.Family == w.Target {
				together++
			} else {
				apart++
			}
		}
		each := func(group int, of Finding) {
			if of.Witness == nil || of.Witness.Target != group {
				t.Fatalf("seed %d: %+v of group %d", seed, of, group)
			}
			checkNumbers(t, r.table, constraint, value, p, &of)
		}
		if err := r.EachTarget(context.Background(), value, q, each); err != nil {
			t.Fatal(err)
		}
		if err := r.EachAlone(context.Background(), value, q, each); err != nil {
			t.Fatal(err)
		}
	}
	if apart < 20 || together < 20 || ruled < 20 {
		t.Errorf("%d with the family elsewhere, %d beside the target, %d with values ruled out: too few", apart, together, ruled)
	}
}
