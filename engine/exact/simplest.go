package exact

import (
	"math"
	"math/big"
)

// Simplest returns the fraction with the smallest denominator among all that
// round to the float64 x, and the one nearest to 0 among those. It is what
// somebody who wrote x had in mind: 3/10 for 0.3, 2/3 for the quotient of 2 and
// 3, where the binary value of x is a little more or less.
//
// It walks down the Stern-Brocot tree in strides, so it takes O(log(1/x)) steps.
//
// It returns nil if x is NaN or infinite.
func Simplest(x float64) *big.Rat {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	if x == 0 {
		return new(big.Rat)
	}
	if x < 0 {
		return new(big.Rat).Neg(Simplest(-x))
	}
	if numerator, denominator, ok := simplest(x); ok {
		return new(big.Rat).SetFrac(new(big.Int).SetUint64(numerator), new(big.Int).SetUint64(denominator))
	}
	return simplestOf(x)
}

// simplestOf is Simplest for any positive number.
func simplestOf(x float64) *big.Rat {
	exact := new(big.Rat).SetFloat64(x)
	if x >= math.MaxFloat64/2 {
		return exact
	}
	// What rounds to x lies between the midpoints to its neighbours.
	below := new(big.Rat).SetFloat64(math.Nextafter(x, 0))
	above := new(big.Rat).SetFloat64(math.Nextafter(x, math.Inf(1)))
	half := big.NewRat(1, 2)
	low := new(big.Rat).Mul(half, below.Add(below, exact))
	high := new(big.Rat).Mul(half, above.Add(above, exact))
	return between(low, high)
}

// between returns the simplest fraction strictly between 0 <= low < high: by
// the continued fractions of the two, which agree until the answer.
func between(low, high *big.Rat) *big.Rat {
	floor := new(big.Int).Quo(low.Num(), low.Denom())
	next := new(big.Rat).SetInt(new(big.Int).Add(floor, big.NewInt(1)))
	if next.Cmp(high) < 0 {
		return next
	}
	// Both lie in [floor, floor+1]: go on with the reciprocals of what is left.
	whole := new(big.Rat).SetInt(floor)
	low = new(big.Rat).Sub(low, whole)
	high = new(big.Rat).Sub(high, whole)
	if low.Sign() == 0 {
		// The simplest in (0, high) is 1/n with the smallest n > 1/high.
		inverse := new(big.Rat).Inv(high)
		n := new(big.Int).Quo(inverse.Num(), inverse.Denom())
		low = new(big.Rat).SetFrac(big.NewInt(1), n.Add(n, big.NewInt(1)))
		return low.Add(low, whole)
	}
	inner := between(new(big.Rat).Inv(high), new(big.Rat).Inv(low))
	return inner.Add(inner.Inv(inner), whole)
}
