package primary

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestWide compares the arithmetic with package big, on words that carry: sums of contributions reach all of them.
func TestWide(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	word := func() uint64 {
		return []uint64{0, 1, 1 << 62, math.MaxUint64, random.Uint64()}[random.IntN(5)]
	}
	for range 5000 {
		a, b := wide{word(), word()}, wide{word(), word()}
		n := int64(word() >> 1)
		if got, want := a.times(n).big(), new(big.Int).Mul(a.big(), big.NewInt(n)); got.Cmp(want) != 0 {
			t.Fatalf("%v times %d = %v, want %v", a, n, got, want)
		}
		if got, want := a.plus(b).big(), new(big.Int).Add(a.big(), b.big()); got.Cmp(want) != 0 {
			t.Fatalf("%v plus %v = %v, want %v", a, b, got, want)
		}
		difference, ok := a.minus(b)
		if want := new(big.Int).Sub(a.big(), b.big()); ok != (want.Sign() >= 0) || ok && difference.big().Cmp(want) != 0 || a.less(b) == ok {
			t.Fatalf("%v minus %v = %v, %v, want %v", a, b, difference, ok, want)
		}
		amount := Amount{int64(word() >> 1), int64(word() >> 2)}
		if got, want := amount.wide().big(), new(big.Int).Add(new(big.Int).Lsh(big.NewInt(amount.High), lowBits), big.NewInt(amount.Low)); got.Cmp(want) != 0 {
			t.Fatalf("%v is %v, want %v", amount, got, want)
		}
	}
}

// TestPercent compares the short way of small numbers with the long one.
func TestPercent(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for range 5000 {
		a, b := wide{random.Uint64() >> random.IntN(64)}, wide{1 + random.Uint64()>>(1+random.IntN(63))}
		want, _ := new(big.Rat).SetFrac(new(big.Int).Mul(a.big(), big.NewInt(100)), b.big()).Float64()
		if got := percent(a, b); got != want {
			t.Fatalf("100 times %v by %v is %v, want %v", a[0], b[0], got, want)
		}
	}
}
