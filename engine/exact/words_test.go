package exact

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"skyline/tests/trials"
)

// TestWords compares words of 64 bits with whole numbers of any size: quotients of small
// and of large numbers, numbers of few digits, neighbours of powers of two, any floats.
func TestWords(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 1))
	fast := 0
	for i := range trials.Number(20_000, 200_000) {
		var x float64
		switch i % 6 {
		case 0:
			x = float64(1+r.IntN(1000)) / float64(1+r.IntN(1000))
		case 1:
			x = float64(1+r.Int64N(1<<40)) / float64(1+r.Int64N(1<<40))
		case 2:
			x = float64(1+r.IntN(99999)) * math.Pow10(-r.IntN(20))
		case 3:
			x = math.Ldexp(1, r.IntN(110)-55)
			for range r.IntN(3) {
				x = math.Nextafter(x, float64(r.IntN(2))*1e300)
			}
		case 4:
			x = math.Ldexp(0.5+r.Float64()/2, r.IntN(110)-55)
		case 5:
			x = 1 / float64(1+r.Int64N(1<<(1+r.IntN(55))))
		}
		numerator, denominator, ok := simplest(x)
		if !ok {
			continue
		}
		fast++
		got := new(big.Rat).SetFrac(new(big.Int).SetUint64(numerator), new(big.Int).SetUint64(denominator))
		if want := simplestOf(x); got.Cmp(want) != 0 {
			t.Fatalf("simplest(%v) = %v, want %v", x, got, want)
		}
		if !new(big.Int).GCD(nil, nil, got.Num(), got.Denom()).IsInt64() || got.Denom().Uint64() != denominator {
			t.Fatalf("simplest(%v) is not in lowest terms", x)
		}
	}
	if fast < trials.Number(15_000, 150_000) {
		t.Errorf("words do for %d numbers only", fast)
	}
}
