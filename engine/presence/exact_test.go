package presence

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"skyline/tests/trials"
)

// TestExactWays compares the ways to decide with each other, at the existence probability
// itself and next to it.
func TestExactWays(t *testing.T) {
	trials.Long(t)
	rng := rand.New(rand.NewPCG(512, 61))
	for range trials.Number(6, 12) {
		var classes []Class
		kind := rng.IntN(4)
		for range 2 + rng.IntN(12) {
			w := randomWeight(rng, kind)
			classes = append(classes, Class{w.Add(w, big.NewInt(1)), 1 + rng.Int64N(4)*rng.Int64N(15)})
		}
		var people int64
		for _, c := range classes {
			people += c.People
		}
		s, err := NewSet(classes, 1+rng.Int64N(people-1))
		if err != nil {
			t.Fatal(err)
		}
		if len(s.Classes()) == 1 {
			continue
		}
		class := rng.IntN(len(s.Classes()))
		exactly := exactExistence(t, s, class)
		for _, bits := range []uint{0, 40, 100, 400, 700} {
			for _, sign := range []int{-1, 1} {
				// The bound is off by 2^-bits of the smaller of ex and 1 - ex; 0 is not at all.
				off := new(big.Rat).SetFrac(big.NewInt(int64(sign)), new(big.Int).Lsh(big.NewInt(1), bits))
				off.Mul(off, exactly)
				off.Mul(off, new(big.Rat).Sub(big.NewRat(1, 1), exactly))
				want := -sign
				if bits == 0 {
					off.SetInt64(0)
					want = 0
				}
				bound := new(big.Rat).Add(exactly, off)
				if got, err := s.exactly(t.Context(), class, bound); err != nil || got != want {
					t.Fatalf("exactly() at 2^-%d = %d, %v, want %d", bits, got, err, want)
				}
				if got, err := s.enclose(t.Context(), class, bound); err != nil || got != want {
					t.Fatalf("enclose() at 2^-%d = %d, %v, want %d", bits, got, err, want)
				}
				if got, err := s.isCongruent(t.Context(), class, bound); err != nil || got != (want == 0) {
					t.Fatalf("isCongruent() at 2^-%d = %v, %v", bits, got, err)
				}
				for _, digits := range []uint{192, 384, 768} {
					got, err := s.enclosed(t.Context(), class, bound, digits)
					if err != nil || got != 0 && got != want {
						t.Fatalf("enclosed(%d) at 2^-%d = %d, %v, want %d", digits, bits, got, err, want)
					}
					if got != want && bits+64 < digits {
						t.Fatalf("enclosed(%d) at 2^-%d does not tell", digits, bits)
					}
				}
			}
		}
	}
}

// exactExistence returns the existence probability of a class by the sums of all
// products, in fractions, one person after the other.
func exactExistence(t *testing.T, s *Set, class int) *big.Rat {
	t.Helper()
	sums := []*big.Int{big.NewInt(1)}
	for i, c := range s.Classes() {
		people := c.People
		if i == class {
			people--
		}
		for range people {
			next := make([]*big.Int, len(sums)+1)
			for j := range next {
				next[j] = new(big.Int)
				if j < len(sums) {
					next[j].Add(next[j], sums[j])
				}
				if j > 0 {
					next[j].Add(next[j], new(big.Int).Mul(sums[j-1], c.Weight))
				}
			}
			sums = next
		}
	}
	with := new(big.Int).Mul(s.Classes()[class].Weight, sums[s.Present()-1])
	all := new(big.Int).Set(with)
	if int(s.Present()) < len(sums) {
		all.Add(all, sums[s.Present()])
	}
	return new(big.Rat).SetFrac(with, all)
}

// TestOdds compares the odds of classes with fractions.
func TestOdds(t *testing.T) {
	rng := rand.New(rand.NewPCG(512, 62))
	for range 200 {
		var classes []Class
		kind := rng.IntN(4)
		for range 1 + rng.IntN(6) {
			classes = append(classes, Class{randomWeight(rng, kind), 1 + rng.Int64N(6)})
		}
		var possible int64
		for _, c := range classes {
			if c.Weight.Sign() > 0 {
				possible += c.People
			}
		}
		if possible == 0 {
			continue
		}
		s, err := NewSet(classes, 1+rng.Int64N(possible))
		if err != nil {
			t.Fatal(err)
		}
		for class := range s.Classes() {
			want := exactExistence(t, s, class)
			opposite := new(big.Rat).Sub(big.NewRat(1, 1), want)
			odds := s.Odds(class)
			for got, want := range map[float64]*big.Rat{1 / (1 + 1/odds): want, 1 / (1 + odds): opposite} {
				if w, _ := want.Float64(); w > 1e-290 && (got > w*(1+1e-12) || got < w*(1-1e-12)) {
					t.Errorf("%v, want %v", got, w)
				}
			}
		}
	}
}
