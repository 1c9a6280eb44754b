package presence_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"skyline/engine/presence"
)

// TestBoundsNearest: the bounds are the float64s nearest to the fractions of Theorem 5, be their
// numbers short or long. Where somebody's likelihood is 0 and several are present there is no upper
// one, and 1 stands for it.
func TestBoundsNearest(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for range 5000 {
		var classes []presence.Class
		least, most, people, possible := new(big.Int), new(big.Int), int64(0), int64(0)
		for i := range 1 + rng.IntN(3) {
			w, n := new(big.Int).SetUint64(1+rng.Uint64()>>(1+rng.IntN(63))), 1+rng.Int64N(1<<rng.IntN(20))
			if rng.IntN(8) == 0 {
				w.Mul(w, w)
			}
			if i > 0 && rng.IntN(4) == 0 {
				w.SetInt64(0)
			} else {
				possible += n
			}
			if len(classes) == 0 || w.Cmp(least) < 0 {
				least = w
			}
			if w.Cmp(most) > 0 {
				most = w
			}
			people += n
			classes = append(classes, presence.Class{Weight: w, People: n})
		}
		present := 1 + rng.Int64N(min(possible, 1+rng.Int64N(possible)))
		set, err := presence.NewSet(classes, present)
		if err != nil {
			t.Fatal(err)
		}
		// With p and q the extreme weights: p n / (p n + q (N - n)).
		bound := func(p, q *big.Int) float64 {
			yes, no := new(big.Rat).SetInt(p), new(big.Rat).SetInt(q)
			yes.Mul(yes, big.NewRat(present, 1))
			no.Mul(no, big.NewRat(people-present, 1))
			value, _ := yes.Quo(yes, no.Add(no, yes)).Float64()
			return value
		}
		low, high, ok := set.Bounds()
		if wantLow, wantHigh := bound(least, most), bound(most, least); ok == (least.Sign() == 0 && present > 1) || low != wantLow || high != wantHigh {
			t.Fatalf("Bounds of %v, %d present = %v, %v, %v, want %v, %v", classes, present, low, high, ok, wantLow, wantHigh)
		}
	}
}
