package exact

import (
	"math"
	"math/bits"
)

// simplest is Simplest for numbers whose answer takes words of 64 bits: normal ones from
// 2^-50 to 2^50, in some hundred nanoseconds. ok is false for others.
func simplest(x float64) (numerator, denominator uint64, ok bool) {
	if !(x >= 1.0/(1<<50) && x <= 1<<50) {
		return 0, 0, false
	}
	fraction, exponent := math.Frexp(x)
	// x is m/2^k, and what rounds to it lies between (m - below)/2^k and (m+2)/2^k: below
	// a power of two floats are twice as close.
	m, k, below := uint64(fraction*(1<<55)), 55-exponent, uint64(2)
	if fraction == 0.5 {
		below = 1
	}
	low, high := m-below, m+2
	var quotients [64]uint64
	n := 0
	a, b, c, d := low, uint64(0), high, uint64(0) // the interval from a/b to c/d
	if k < 64 {
		b, d = 1<<k, 1<<k
	} else {
		// x is below 2^-8. The reciprocal of the interval, less the whole number in it: its
		// ends are below 2^64.
		least, rest := bits.Div64(1<<(k-64), 0, high)
		most, more := bits.Div64(1<<(k-64), 0, low)
		if least+1 < most || least+1 == most && more > 0 {
			return 1, least + 1, true
		}
		if most > least { // high end at the whole number least+1 exactly
			more = low
		}
		quotients[0], quotients[1], n = 0, least, 2
		if rest == 0 {
			return 0, 0, false
		}
		// Of what is left, from rest/high to more/low, the reciprocal.
		a, b, c, d = low, more, high, rest
	}
	for ; n < len(quotients); n++ {
		floor := a / b
		if over, product := bits.Mul64(floor+1, d); over == 0 && product < c {
			quotients[n] = floor + 1
			return fold(quotients[:n+1])
		}
		quotients[n] = floor
		a, c = a-floor*b, c-floor*d
		if a == 0 {
			// The simplest from 0 to c/d is the reciprocal of the next whole number.
			if n++; n == len(quotients) {
				break
			}
			quotients[n] = d/c + 1
			return fold(quotients[:n+1])
		}
		a, b, c, d = d, c, b, a
	}
	return 0, 0, false
}

// fold returns the continued fraction of quotients.
func fold(quotients []uint64) (numerator, denominator uint64, ok bool) {
	numerator, denominator = quotients[len(quotients)-1], 1
	for i := len(quotients) - 2; i >= 0; i-- {
		over, product := bits.Mul64(quotients[i], numerator)
		sum, carry := bits.Add64(product, denominator, 0)
		if over != 0 || carry != 0 {
			return 0, 0, false
		}
		numerator, denominator = sum, numerator
	}
	return numerator, denominator, true
}
