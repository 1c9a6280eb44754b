package exact

import (
	"math"
	"math/big"
)

// CompareExp returns the sign of e^x − y, for fractions x and y, y above 0. So bounds on
// logarithms are decided: ln y is below x where the sign is 1.
//
// It is exact: but for x = 0, e^x is no fraction (Lindemann), so that more digits tell in
// the end. They are raised until they do, to maxDigits of binary ones; what is still not
// told apart then, which a fraction of so many digits could be made for, counts as equal.
func CompareExp(x, y *big.Rat) int {
	if x.Sign() == 0 {
		return big.NewRat(1, 1).Cmp(y)
	}
	// A logarithm of a float64 is within a few units in its last place.
	near, _ := x.Float64()
	if log := logarithm(y); math.Abs(near-log) > 1e-9*max(1, math.Abs(near), math.Abs(log)) {
		if near > log {
			return 1
		}
		return -1
	}
	for precision := uint(128); precision <= maxDigits; precision *= 4 {
		want := new(big.Float).SetPrec(precision).SetRat(y)
		difference := new(big.Float).Sub(exponential(x, precision), want)
		// exponential is within 2^(spare-precision) of itself, and so is what it is near to.
		bound := new(big.Float).SetMantExp(want, 1+spare-int(precision))
		if sign := difference.Sign(); difference.Abs(difference).Cmp(bound) > 0 {
			return sign
		}
	}
	return 0
}

const (
	// maxDigits ends the search for a difference, in binary digits.
	maxDigits = 1 << 13
	// spare are the last digits of exponential that mean nothing.
	spare = 64
)

// logarithm returns ln y for any fraction above 0, those out of the range of a float64 too.
func logarithm(y *big.Rat) float64 {
	mantissa := new(big.Float)
	exponent := new(big.Float).SetRat(y).MantExp(mantissa)
	m, _ := mantissa.Float64()
	return math.Log(m) + float64(float64(exponent)*math.Ln2)
}

// exponential returns e^x to precision binary digits but for the last spare ones: the
// series of x/2^s, which is below 1, squared s times. Of fewer than 2^14 terms each is
// rounded a few times; a squaring doubles what has been lost, and s is at most 40, or else
// e^x would be out of the range of a big.Float.
func exponential(x *big.Rat, precision uint) *big.Float {
	float := func() *big.Float { return new(big.Float).SetPrec(precision) }
	z := float().SetRat(x)
	squarings := max(0, z.MantExp(nil))
	z.SetMantExp(z, -squarings)
	sum, term := float().SetInt64(1), float().SetInt64(1)
	for i := int64(1); ; i++ {
		term.Quo(term.Mul(term, z), float().SetInt64(i))
		if term.Sign() == 0 || term.MantExp(nil) < -int(precision) {
			break
		}
		sum.Add(sum, term)
	}
	for range squarings {
		sum.Mul(sum, sum)
	}
	return sum
}
