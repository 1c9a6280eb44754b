package exact

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

func TestSimplest(t *testing.T) {
	for _, test := range []struct {
		x    float64
		want string
	}{
		{0, "0/1"},
		{1, "1/1"},
		{0.5, "1/2"},
		{0.3, "3/10"},
		{2.0 / 3, "2/3"},
		{5.0 / 6, "5/6"},
		{0.95, "19/20"},
		{1.0 / 3, "1/3"},
		{0.1, "1/10"},
		{-0.7, "-7/10"},
		{3.25, "13/4"},
		{1e-9, "1/1000000000"},
		{0.999, "999/1000"},
		{0.1234567, "1234567/10000000"},
	} {
		if got := Simplest(test.x).String(); got != test.want {
			t.Errorf("Simplest(%v) = %s, want %s", test.x, got, test.want)
		}
	}
	if Simplest(math.NaN()) != nil || Simplest(math.Inf(1)) != nil {
		t.Error("Simplest of NaN or infinity is not nil")
	}
}

// TestSimplestIsSimplest compares with the definition: the first denominator
// that has a fraction which rounds to x.
func TestSimplestIsSimplest(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		q := 1 + rng.Int64N(300)
		x := float64(rng.Int64N(3*q)) / float64(q)
		want := firstDenominator(x)
		if got := Simplest(x); got.Cmp(want) != 0 {
			t.Fatalf("Simplest(%v) = %v, want %v", x, got, want)
		}
	}
}

func firstDenominator(x float64) *big.Rat {
	for q := int64(1); ; q++ {
		p := int64(math.Round(x * float64(q)))
		for _, p := range []int64{p - 1, p, p + 1} {
			if p >= 0 && float64(p)/float64(q) == x {
				return big.NewRat(p, q)
			}
		}
	}
}

func FuzzSimplest(f *testing.F) {
	for _, x := range []float64{0.3, 1e-300, 1e300, math.SmallestNonzeroFloat64, math.MaxFloat64, 2.0 / 3} {
		f.Add(x)
	}
	f.Fuzz(func(t *testing.T, x float64) {
		r := Simplest(x)
		if r == nil {
			return
		}
		if got, _ := r.Float64(); got != x {
			t.Errorf("Simplest(%v) = %v, which rounds to %v", x, r, got)
		}
	})
}
