package exact

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestCompareExp compares with fractions that e^x is proved to be between: the sums of its
// series, from below and, with twice the first term that is left out, from above.
func TestCompareExp(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		x := big.NewRat(1+rng.Int64N(200), 4+rng.Int64N(40))
		if rng.IntN(2) == 0 {
			x.Neg(x)
		}
		low, high := bracket(x, 20+rng.IntN(150))
		if CompareExp(x, low) != 1 || CompareExp(x, high) != -1 {
			t.Fatalf("CompareExp(%v, …) = %d, %d for fractions below and above e^x, about %s", x, CompareExp(x, low), CompareExp(x, high), low.FloatString(20))
		}
	}
	zero, one := new(big.Rat), big.NewRat(1, 1)
	above := new(big.Rat).Add(one, new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), 900)))
	for y, want := range map[*big.Rat]int{one: 0, above: -1, new(big.Rat).Inv(above): 1} {
		if got := CompareExp(zero, y); got != want {
			t.Errorf("CompareExp(0, 1 or 2^-900 from it) = %d, want %d", got, want)
		}
	}
	// Far beyond the range of a float64.
	huge := new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), 4000))
	for x, want := range map[int64]int{2772: -1, 2773: 1} { // 4000 ln 2 is 2772.58…
		if got := CompareExp(big.NewRat(x, 1), huge); got != want {
			t.Errorf("CompareExp(%d, 2^4000) = %d, want %d", x, got, want)
		}
	}
}

// bracket returns fractions below and above e^x, from the series of |x| and its reciprocal.
func bracket(x *big.Rat, terms int) (low, high *big.Rat) {
	abs := new(big.Rat).Abs(x)
	sum, term := big.NewRat(1, 1), big.NewRat(1, 1)
	for i := 1; ; i++ {
		term.Mul(term, abs)
		term.Quo(term, big.NewRat(int64(i), 1))
		// From here on each term is less than half of the one before.
		if i > terms && abs.Cmp(big.NewRat(int64(i), 2)) < 0 {
			break
		}
		sum.Add(sum, term)
	}
	low, high = sum, new(big.Rat).Add(sum, term.Mul(term, big.NewRat(2, 1)))
	if x.Sign() < 0 {
		low, high = new(big.Rat).Inv(high), new(big.Rat).Inv(low)
	}
	return low, high
}
