package breach

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

// TestFallingRatio compares the product with its definition in fractions or, for
// very many factors, in floating point of 300 bits.
func TestFallingRatio(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	for range 400 {
		factors := int64(1) << rng.Int64N(16)
		factors = 1 + rng.Int64N(factors)
		q := factors + rng.Int64N(1<<rng.Int64N(30))
		b := q + factors + rng.Int64N(1<<rng.Int64N(40))
		want := big.NewFloat(1).SetPrec(300)
		for i := range factors {
			want.Mul(want, new(big.Float).SetPrec(300).SetInt64(b-q-i))
			want.Quo(want, new(big.Float).SetPrec(300).SetInt64(b-i))
		}
		got := fallingRatio(b, q, factors)
		if exact, _ := want.Float64(); exact > vanishing && math.Abs(got-exact) > 1e-12*exact {
			t.Fatalf("fallingRatio(%d, %d, %d) = %v, want %v: off by %.2g", b, q, factors, got, exact, got/exact-1)
		}
	}
}

// weighted returns a table of one group with these counts.
func weighted(t *testing.T, constraint knowledge.Constraint, people int64, counts map[string]int64) (*Release, map[string]int32) {
	t.Helper()
	table := &partition.Table{People: people, Groups: []partition.Group{{People: people}}}
	numbers := map[string]int32{}
	for _, v := range []string{"s", "a", "b"} {
		if counts[v] > 0 {
			numbers[v] = int32(len(table.Values))
			table.Groups[0].Counts = append(table.Groups[0].Counts, partition.Count{Value: numbers[v], N: counts[v]})
			table.Values = append(table.Values, partition.Value{Text: v})
		}
	}
	r, err := NewRelease(table, constraint)
	if err != nil {
		t.Fatal(err)
	}
	return r, numbers
}

// TestBillionPeople decides safety where a float64 cannot: probabilities and
// thresholds that differ by 1 in 10^18.
func TestBillionPeople(t *testing.T) {
	const n = 2_000_000_011
	r, numbers := weighted(t, knowledge.SVPI, n, map[string]int64{"a": n - 1_000_000_007, "s": 1_000_000_007})
	for _, k := range []int64{0, 1, 5, 1_000_000} {
		exact := big.NewRat(1_000_000_007, n-k)
		for _, test := range []struct {
			add  *big.Rat
			safe bool
		}{{big.NewRat(0, 1), false}, {big.NewRat(1, 1e18), true}, {big.NewRat(-1, 1e18), false}} {
			c, err := NewThresholdRat(new(big.Rat).Add(exact, test.add))
			if err != nil {
				t.Fatal(err)
			}
			got, err := r.Check(context.Background(), numbers["s"], []Requirement{{Point: point(0, k, 0), C: c}})
			if err != nil {
				t.Fatal(err)
			}
			want, _ := exact.Float64()
			if got[0].Safe != test.safe || got[0].Breach != want {
				t.Errorf("k = %d, c = p + %v: safe = %v, breach = %v; want %v, %v", k, test.add, got[0].Safe, got[0].Breach, test.safe, want)
			}
		}
	}
}

// TestHugeProducts decides thresholds next to probabilities whose fractions have
// millions of digits: c is the probability rounded to a float64, which is less or
// more than it by a known sign.
func TestHugeProducts(t *testing.T) {
	for _, constraint := range constraints {
		r, numbers := weighted(t, constraint, 3_000_000, map[string]int64{"a": 2_900_000, "s": 100_000})
		p := point(0, 0, 30)
		if constraint == knowledge.Multiset {
			p = point(1, 0, 5)
		}
		candidates := r.frontierOf(numbers["s"], p.L)
		s := r.gather(candidates, p)
		ratio := r.negatedRatio(&s, p)
		precise := product[*big.Float](rounded(400), r, ratio.factors)
		probability := new(big.Float).SetPrec(400).Quo(big.NewFloat(1).SetPrec(400), new(big.Float).Add(precise, big.NewFloat(1)))
		near, _ := probability.Float64()
		for _, c := range []float64{near, math.Nextafter(near, 0), math.Nextafter(near, 1)} {
			threshold, err := NewThresholdRat(new(big.Rat).SetFloat64(c))
			if err != nil {
				t.Fatal(err)
			}
			want := probability.Cmp(big.NewFloat(c)) < 0
			if got, err := r.isSafe(&ratio, threshold); got != want || err != nil {
				t.Errorf("%v: safe below %v = %v, %v; want %v", constraint, c, got, err, want)
			}
		}
		if got := r.breach(&ratio); math.Abs(got-near) > 1e-12*near {
			t.Errorf("%v: breach = %v, want %v", constraint, got, near)
		}
	}
}

// TestMonotone: more knowledge never lowers the breach probability.
func TestMonotone(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 1))
	one, _ := NewThreshold(1)
	for range 200 {
		for _, constraint := range constraints {
			groups := randomGroups(rng, constraint, 1+rng.IntN(20), 40, 6)
			r, value := release(t, constraint, groups, "v0")
			if value < 0 {
				continue
			}
			p := point(rng.Int64N(5), rng.Int64N(9), rng.Int64N(9))
			more := []knowledge.Point{{L: p.L + 1, K: p.K, M: p.M}, {L: p.L, K: p.K + 1, M: p.M}, {L: p.L, K: p.K, M: p.M + 1}}
			requirements := []Requirement{{Point: p, C: one}}
			for _, q := range more {
				requirements = append(requirements, Requirement{Point: q, C: one})
			}
			got, err := r.Check(context.Background(), value, requirements)
			if err != nil {
				t.Fatal(err)
			}
			for i, q := range more {
				if got[1+i].Breach < got[0].Breach {
					t.Fatalf("%v: breach at %+v = %v, at %+v = %v", constraint, p, got[0].Breach, q, got[1+i].Breach)
				}
			}
		}
	}
}

// TestWitness rebuilds the breach probability from the groups that the witness
// names: the target's, its family's and where the others are known.
func TestWitness(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 2))
	one, _ := NewThreshold(1)
	for range 300 {
		for _, constraint := range constraints {
			r, value := release(t, constraint, randomGroups(rng, constraint, 1+rng.IntN(6), 20, 5), "v0")
			if value < 0 {
				continue
			}
			p := point(rng.Int64N(4), rng.Int64N(5), rng.Int64N(5))
			findings, err := r.Check(context.Background(), value, []Requirement{{Point: p, C: one}})
			if err != nil {
				t.Fatal(err)
			}
			f := findings[0]
			if (f.Witness.Family >= 0) != (p.M > 0) || (f.Witness.Known >= 0) != (p.K > 0) {
				t.Fatalf("witness at %+v = %+v", p, *f.Witness)
			}
			if got := rebuilt(r, value, p, f.Witness); math.Abs(got-f.Breach) > 1e-12 {
				t.Fatalf("%v at %+v: the witness %+v gives %v, want %v", constraint, p, *f.Witness, got, f.Breach)
			}
		}
	}
}

func rebuilt(r *Release, value int32, p knowledge.Point, w *Witness) float64 {
	at := func(group int) candidate {
		for _, place := range r.places[r.starts[value]:r.starts[value+1]] {
			if int(place.group) == group {
				return r.at(&place, p.L)
			}
		}
		return candidate{}
	}
	target := at(w.Target)
	if p.M == 0 {
		return 1 / (1 + ratioT(r.constraint, &target, p.K))
	}
	family := at(w.Family)
	ofTarget, ofFamily := int64(0), int64(0)
	switch {
	case w.Family == w.Target:
		ofTarget, ofFamily = p.K, p.K+1
	case w.Known == w.Target:
		ofTarget = p.K
	default:
		ofFamily = p.K
	}
	return 1 / (1 + ratioT(r.constraint, &target, ofTarget)*chanceV(r.constraint, &family, p.M, ofFamily))
}
