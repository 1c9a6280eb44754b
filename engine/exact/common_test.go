package exact

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

func TestCommon(t *testing.T) {
	for _, test := range []struct {
		xs          []float64
		numerators  []int64
		denominator int64
	}{
		{nil, nil, 1},
		{[]float64{0, 1}, []int64{0, 1}, 1},
		{[]float64{0.25, 0.75}, []int64{1, 3}, 4},
		{[]float64{1.0 / 3, 0.5, 1.0 / 6}, []int64{2, 3, 1}, 6},
		{[]float64{2.5, 10}, []int64{5, 20}, 2},
	} {
		numerators, denominator := Common(test.xs)
		if denominator.Int64() != test.denominator || len(numerators) != len(test.numerators) {
			t.Errorf("Common(%v) = %v / %v", test.xs, numerators, denominator)
			continue
		}
		for i, n := range numerators {
			if n.Int64() != test.numerators[i] {
				t.Errorf("Common(%v) = %v / %v", test.xs, numerators, denominator)
			}
		}
	}
}

// TestCommonMany: numbers that are no simple fractions keep a workable denominator, and
// their values.
func TestCommonMany(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	xs := make([]float64, 5000)
	for i := range xs {
		xs[i] = rng.Float64()
	}
	numerators, denominator := Common(xs)
	if denominator.BitLen() > maxCommon {
		t.Errorf("the denominator has %d digits", denominator.BitLen())
	}
	for i, n := range numerators {
		if got, exactly := new(big.Rat).SetFrac(n, denominator).Float64(); got != xs[i] || !exactly {
			t.Fatalf("%v is %v", xs[i], got)
		}
	}
}
