package disclosure

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"skyline/engine/breach"
	"skyline/engine/internal/vectors"
	"skyline/tests/worlds"
)

// half is a threshold for tests that do not look at it.
func half(t testing.TB) breach.Threshold {
	t.Helper()
	c, err := breach.NewThreshold(0.5)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// measured returns levels, and the maximum disclosure of each as a fraction.
func measured(t testing.TB, groups []Group, k int, c breach.Threshold) ([]Level, []*big.Rat) {
	t.Helper()
	r, err := NewRelease(t.Context(), groups, k, 2)
	if err != nil {
		t.Fatal(err)
	}
	levels, err := r.Levels(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	var fractions []*big.Rat
	for k := range levels {
		fractions = append(fractions, disclosureOf(newTracer(r.k).ratio(r.candidates.root().trace(nil, k, true))))
	}
	return levels, fractions
}

// disclosureOf returns 1/(1+ratio).
func disclosureOf(ratio *big.Rat) *big.Rat {
	one := big.NewRat(1, 1)
	return one.Quo(one, new(big.Rat).Add(ratio, big.NewRat(1, 1)))
}

func float(x *big.Rat) float64 {
	f, _ := x.Float64()
	return f
}

// evaluate returns the probability of a witness's consequent, by counting worlds.
func evaluate(t testing.TB, w *space, at func(group, copy int) int, witness *Witness) *big.Rat {
	t.Helper()
	atom := func(a Atom) worlds.Set { return w.atom(at(a.Group, a.Copy), a.Person, a.Rank) }
	consequent := atom(witness.Consequent)
	known := w.All
	for _, a := range witness.Antecedents {
		known = known.And(w.All.Minus(atom(a)).Or(consequent))
	}
	return big.NewRat(int64(consequent.Common(known)), int64(known.Count()))
}

func evaluateNegations(w *space, at func(group, copy int) int, witness *NegationWitness) *big.Rat {
	group := at(witness.Group, witness.Copy)
	known := w.All
	for _, rank := range witness.RuledOut {
		known = known.Minus(w.atom(group, 0, rank))
	}
	return big.NewRat(int64(w.atom(group, 0, witness.Rank).Common(known)), int64(known.Count()))
}

func itself(group, _ int) int { return group }

// TestVectors: the vectors, as fractions, and what their witnesses tell.
func TestVectors(t *testing.T) {
	evaluated := 0
	for i, c := range vectors.Load(t, vectors.DisclosureCases) {
		numbers := map[string]int{}
		for _, counts := range c.Groups {
			for v := range counts {
				if _, ok := numbers[v]; !ok {
					numbers[v] = len(numbers)
				}
			}
		}
		var groups [][]int
		for _, counts := range c.Groups {
			g := make([]int, len(numbers))
			for v, n := range counts {
				g[numbers[v]] = n
			}
			groups = append(groups, g)
		}
		levels, fractions := measured(t, seen(groups), c.K, half(t))
		if fractions[c.K].Cmp(c.MaxDisclosure) != 0 || levels[c.K].Implications != float(c.MaxDisclosure) {
			t.Fatalf("case %d: k = %d: maximum disclosure %v (%v), want %v", i, c.K, fractions[c.K], levels[c.K].Implications, c.MaxDisclosure)
		}
		if w := enumerate(groups, 5000); w != nil {
			evaluated++
			if got := evaluate(t, w, itself, levels[c.K].Witness); got.Cmp(c.MaxDisclosure) != 0 || len(levels[c.K].Witness.Antecedents) > c.K {
				t.Fatalf("case %d: the witness %v tells %v, want %v", i, levels[c.K].Witness, got, c.MaxDisclosure)
			}
		}
	}
	t.Logf("%d witnesses evaluated", evaluated)
}

// TestFigure3: the paper's two groups, with the maximum disclosure of the definition
// and not the 10/19 of its Sect. 2.3 for one basic implication, which is the most
// that one about two people of different groups tells.
func TestFigure3(t *testing.T) {
	groups := [][]int{{2, 2, 1, 0, 0, 0}, {2, 0, 0, 1, 1, 1}}
	_, fractions := measured(t, seen(groups), 2, half(t))
	for k, want := range []*big.Rat{big.NewRat(2, 5), big.NewRat(2, 3), big.NewRat(1, 1)} {
		if fractions[k].Cmp(want) != 0 {
			t.Errorf("k = %d: %v, want %v", k, fractions[k], want)
		}
	}
	w := enumerate(groups, 1<<20)
	if got := w.Surest(w.Implications(), 1)[1]; got.Cmp(big.NewRat(2, 3)) != 0 {
		t.Errorf("of all simple implications, one tells %v, want 2/3", got)
	}
	best := new(big.Rat)
	for p := range 10 {
		for q := range 10 {
			if p/5 == q/5 {
				continue
			}
			for _, a := range w.Where[p] {
				for _, b := range w.Where[q] {
					known := w.All.Minus(a).Or(b)
					if x := big.NewRat(int64(b.Common(known)), int64(known.Count())); x.Cmp(best) > 0 {
						best = x
					}
				}
			}
		}
	}
	if best.Cmp(big.NewRat(10, 19)) != 0 {
		t.Errorf("of those about two groups, one tells %v, want 10/19", best)
	}
}

// TestNearlyCertain: of 2^55 + 1 people one has another value, which leaves a share that a float64
// rounds to 1. Whoever knows that the person does not have that value is certain.
func TestNearlyCertain(t *testing.T) {
	levels, _ := measured(t, seen([][]int{{1 << 55, 1}}), 1, half(t))
	for k, certain := range []bool{false, true} {
		if levels[k].Implications != 1 || levels[k].Certain != certain {
			t.Errorf("k = %d: %v, certain %v; want 1, %v", k, levels[k].Implications, levels[k].Certain, certain)
		}
	}
}

// TestDefinition compares with all sets of implications, counting worlds.
func TestDefinition(t *testing.T) {
	simple, basic := 0, 0
	for seed := range uint64(4000) {
		rng := rand.New(rand.NewPCG(seed, 1))
		groups := randomGroups(rng, 3, 5, 4)
		w := enumerate(groups, 400)
		if w == nil || len(w.Where) > 8 {
			continue
		}
		k := rng.IntN(4)
		levels, fractions := measured(t, seen(groups), k, half(t))
		want := w.implied(k, w.Groups...)
		if fractions[k].Cmp(want) != 0 || levels[k].Implications != float(want) {
			t.Fatalf("seed %d: %v, k = %d: %v, want %v", seed, groups, k, fractions[k], want)
		}
		if certain := want.Cmp(big.NewRat(1, 1)) == 0; levels[k].Certain != certain {
			t.Fatalf("seed %d: %v, k = %d: certain is %v, want %v", seed, groups, k, levels[k].Certain, certain)
		}
		if got := evaluate(t, w, itself, levels[k].Witness); got.Cmp(want) != 0 {
			t.Fatalf("seed %d: %v, k = %d: the witness %v tells %v, want %v", seed, groups, k, levels[k].Witness, got, want)
		}
		negations := w.Surest(w.Negations(), k)[k]
		if got := evaluateNegations(w, itself, levels[k].Negation); got.Cmp(negations) != 0 || levels[k].Negations != float(negations) {
			t.Fatalf("seed %d: %v, %d negations: %v, the witness %v tells %v, want %v", seed, groups, k, levels[k].Negations, levels[k].Negation, got, negations)
		}
		if atoms := len(w.Atoms()); k == 1 && atoms <= 12 {
			basic++
			if got := w.Surest(w.Basic(), 1)[1]; got.Cmp(want) != 0 {
				t.Fatalf("seed %d: %v: one basic implication tells %v, want %v", seed, groups, got, want)
			}
		} else if k <= 1 || k == 2 && atoms <= 9 || atoms <= 5 {
			simple++
			if got := w.Surest(w.Implications(), k)[k]; got.Cmp(want) != 0 {
				t.Fatalf("seed %d: %v: %d simple implications tell %v, want %v", seed, groups, k, got, want)
			}
		}
	}
	t.Logf("%d by simple and %d by basic implications of any form", simple, basic)
	if simple < 300 || basic < 100 {
		t.Fatal("too few to say anything")
	}
}
