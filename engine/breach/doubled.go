package breach

import (
	"cmp"
	"math"
	"math/big"
)

// double is an unevaluated sum of two float64 numbers, high + low with |low| at
// most half a unit in the last place of high: about 106 bits of precision.
type double struct{ high, low float64 }

// doubled computes with double numbers, with relative errors of a few 2^-104 an
// operation. (Dekker's and Knuth's error-free transformations. They need each product
// rounded by itself, which float64(x*y) says: where functions are inlined, x*y + z may be
// computed in one step.)
type doubled struct{}

func twoSum(x, y float64) double {
	sum := x + y
	shadow := sum - x
	return double{sum, (x - (sum - shadow)) + (y - shadow)}
}

// quickTwoSum is twoSum for |x| >= |y|.
func quickTwoSum(x, y float64) double {
	sum := x + y
	return double{sum, y - (sum - x)}
}

func (doubled) integer(n int64) double {
	high := float64(n)
	// Exact for |n| < 2^63 - 512: what rounding took away is a small whole number.
	return double{high, float64(n - int64(high))}
}

func (doubled) mul(x, y double) double {
	high := float64(x.high * y.high)
	low := math.FMA(x.high, y.high, -high) + (float64(x.high*y.low) + float64(x.low*y.high))
	return quickTwoSum(high, low)
}

func (d doubled) quo(x, y double) double {
	first := x.high / y.high
	rest := d.sub(x, d.mul(y, double{high: first}))
	second := rest.high / y.high
	rest = d.sub(rest, d.mul(y, double{high: second}))
	sum := quickTwoSum(first, second)
	return quickTwoSum(sum.high, sum.low+rest.high/y.high)
}

func (d doubled) sub(x, y double) double { return d.add(x, double{-y.high, -y.low}) }

func (doubled) add(x, y double) double {
	high, low := twoSum(x.high, y.high), twoSum(x.low, y.low)
	high = quickTwoSum(high.high, high.low+low.high)
	return quickTwoSum(high.high, high.low+low.low)
}

func (d doubled) pow(x double, n int64) double {
	result := d.integer(1)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			result = d.mul(result, x)
		}
		x = d.mul(x, x)
	}
	return result
}

// fallingRatio is within a relative 2^-80, for q >= t. What is below 10^-290 may be 0.
func (d doubled) fallingRatio(b, q, t int64) double {
	product := d.integer(1)
	if bulk := min(t, b-q-tailTerms+1); bulk > seriesTerms {
		if sum, sure := d.logFallingRatio(b, q, bulk); sure {
			product = d.exp(sum)
			b, t = b-bulk, t-bulk
		}
	}
	// One by one, so few factors err by less: at most tailTerms, seriesTerms, or as many
	// below 0.52 as make 10^-290. To divide now and then lets nothing overflow.
	for i := int64(0); i < t && product.high > vanishing; {
		above, below := d.integer(1), d.integer(1)
		for range min(t-i, 8) {
			above, below = d.mul(above, d.integer(b-q-i)), d.mul(below, d.integer(b-i))
			i++
		}
		product = d.mul(product, d.quo(above, below))
	}
	if product.high <= vanishing {
		return double{}
	}
	return product
}

// fraction returns the number next to a fraction.
func (doubled) fraction(x *big.Rat) double {
	high, exact := x.Float64()
	if exact || math.IsInf(high, 0) {
		return double{high: high}
	}
	rest := new(big.Rat).SetFloat64(high)
	low, _ := rest.Sub(x, rest).Float64()
	return double{high, low}
}

// compare returns the sign of x − y for positive numbers, each within a relative 2^-78
// of what it stands for; sure says that it is that of those.
func (d doubled) compare(x, y double) (sign int, sure bool) {
	if !(x.high > vanishing && y.high > vanishing && x.high < 1/vanishing && y.high < 1/vanishing) {
		return 0, false
	}
	by := d.sub(x, y).high
	return cmp.Compare(by, 0), math.Abs(by) > y.high*0x1p-76
}

// breach returns the float64 nearest to 1/(1+ratio), if it is sure, for a ratio within
// a relative 2^-78 of what it stands for.
func (d doubled) breach(ratio double) (rounded float64, sure bool) {
	one := d.integer(1)
	b := d.quo(one, d.add(one, ratio))
	return b.high, b.high > vanishing && b.roundsSurely()
}

// roundsSurely reports whether a number within a relative 2^-78 of x rounds to
// x.high: whether x is not that close to the middle between two float64 numbers.
// Below a power of two they are half as far apart.
func (x double) roundsSurely() bool {
	half := float64((math.Nextafter(x.high, math.Inf(1)) - x.high) / 2)
	low, near := math.Abs(x.low), x.high*0x1p-77
	return math.Abs(low-half) > near && math.Abs(low-float64(half/2)) > near
}
