package breach

import "math"

// seriesTerms is up to how many factors double numbers multiply one by one: that
// takes as long as the series.
const seriesTerms = 128

// stirling are a_j = B_2j(1/2)/(2j(2j−1)) of Stirling's series at half-integers,
//
//	log Γ(z + 1/2) = z·log z − z + log √(2π) + Σ_j a_j/z^(2j−1)
//
// The sum is −2∫ arctan(t/z)/(e^(2πt)+1) dt with the arctangent expanded, whose
// partial sums are by turns too large and too small; so what is left out is less than
// its first term.
var stirling = func() (a [8]double) {
	fractions := [8][2]int64{
		{-1, 24},
		{7, 2880},
		{-31, 40320},
		{127, 215040},
		{-511, 608256},
		{1414477, 738017280},
		{-8191, 1277952},
		{118518239, 4010803200},
	}
	d := doubled{}
	for j, f := range fractions {
		a[j] = d.quo(d.integer(f[0]), d.integer(f[1]))
	}
	return a
}()

// ln2 is log 2.
var ln2 = double{0.6931471805599453, 2.3190468138462996e-17}

// logFallingRatio returns log Π_{i<t} (b−q−i)/(b−i) for q >= t and
// b − q − t >= tailTerms − 1, with an error below 2^-80: sumLog1p with twice the
// precision. It is sure of that where the product is not below 10^-300 and no factor is
// very small; otherwise every factor is below 0.52.
//
// With u = 2^-53, an operation errs by at most 15u² of its result, and a log1p by 2^-95
// of its own. The terms of the integral stay below 2^14 in all: where neither argument
// is below −0.96, the last factor's logarithm is at most 20 times the first's, and t
// times the first's is less than 691. Stirling's series leaves out less than
// 4·0.18/63.5^17 < 2^-102.
func (d doubled) logFallingRatio(b, q, t int64) (sum double, sure bool) {
	high, low := d.half(2*b+1), d.half(2*(b-t)+1)
	gapLow, gapHigh := d.half(2*(b-t-q)+1), d.half(2*(b-q)+1)
	width, shift := d.integer(t), d.integer(q)
	ofLow, ofGap := d.quo(shift, low), d.quo(width, gapHigh)
	if ofLow.high > 0.96 || ofGap.high > 0.96 {
		return double{}, false
	}
	sum = d.mul(high, d.log1p(d.quo(d.mul(shift, width), d.mul(high, gapLow))))
	sum = d.add(sum, d.mul(width, d.log1p(ofLow.negated())))
	sum = d.add(sum, d.mul(shift, d.log1p(ofGap.negated())))
	ends := d.sub(d.add(d.stirlingTail(gapHigh), d.stirlingTail(low)), d.add(d.stirlingTail(gapLow), d.stirlingTail(high)))
	return d.add(sum, ends), true
}

// half returns n/2.
func (d doubled) half(n int64) double { return d.integer(n).scaled(0.5) }

func (x double) negated() double { return double{-x.high, -x.low} }

// scaled multiplies by a power of two.
func (x double) scaled(by float64) double { return double{float64(x.high * by), float64(x.low * by)} }

// stirlingTail returns Σ_j a_j/z^(2j−1) for z > 63.
func (d doubled) stirlingTail(z double) double {
	inverse := d.quo(d.integer(1), z)
	square := d.mul(inverse, inverse)
	terms := len(stirling)
	if z.high > 1<<13 {
		terms = 4 // the next is below 2^-126
	}
	var sum double
	for j := terms - 1; j >= 0; j-- {
		sum = d.add(d.mul(sum, square), stirling[j])
	}
	return d.mul(sum, inverse)
}

// log1p returns log(1+x) for x >= −0.96, within a relative 2^-95.
func (d doubled) log1p(x double) double {
	// log(1+x) = 2·log √(1+x), and √(1+x) − 1 = x/(1+√(1+x)) loses nothing. At most
	// six times here: each errs by 20u², which the logarithm makes at most 8 times as much.
	one, scale := d.integer(1), 2.0
	for math.Abs(x.high) > 1.0/16 {
		x = d.quo(x, d.add(one, d.sqrt(d.add(one, x))))
		scale *= 2
	}
	// log(1+x) = 2·artanh(s), s = x/(2+x), |s| <= 1/30.
	s := d.quo(x, d.add(d.integer(2), x))
	square := d.mul(s, s)
	sum, power := s, s
	for n := int64(3); ; n += 2 {
		power = d.mul(power, square)
		if math.Abs(power.high) <= math.Abs(s.high)*0x1p-108 {
			return sum.scaled(scale)
		}
		sum = d.add(sum, d.quo(power, d.integer(n)))
	}
}

func (d doubled) sqrt(x double) double {
	root := math.Sqrt(x.high)
	square := float64(root * root)
	rest := d.sub(x, double{square, math.FMA(root, root, -square)})
	return quickTwoSum(root, rest.high/(2*root))
}

// exp returns e^x for x <= 0 within a relative 2^-90, and 0 for what is below 10^-300.
func (d doubled) exp(x double) double {
	if !(x.high > -691) {
		return double{}
	}
	n := math.Round(x.high / ln2.high)
	x = d.sub(x, d.mul(ln2, double{high: n})).scaled(1.0 / 32) // |x| < 0.011
	// e^x − 1, whose square is (e^x − 1)(2 + e^x − 1), by its series.
	var sum double
	for i := int64(14); i > 0; i-- {
		sum = d.quo(d.mul(d.add(sum, d.integer(1)), x), d.integer(i))
	}
	for range 5 {
		sum = d.mul(sum, d.add(d.integer(2), sum))
	}
	sum = d.add(sum, d.integer(1))
	return double{math.Ldexp(sum.high, int(n)), math.Ldexp(sum.low, int(n))}
}
