package mask

import (
	"math/big"
	"math/bits"
)

// number is ±mantissa·2^exponent: the mantissa has its highest bit set, or is 0. What
// cannot be written so is rounded in the direction that the operation says, so that bounds
// stay bounds whatever is done with them; each operation is off by less than 2^−63 of its
// result.
type number struct {
	mantissa uint64
	exponent int64
	negative bool
}

// one is 1.
var one = whole64(1)

// whole64 returns n ≥ 0, exactly.
func whole64(n int64) number { return normal(uint64(n), 0, 0, false, false) }

// normal returns high·2^64 + low, and a bit more if sticky is set, times 2^(exponent − 64).
// away rounds away from 0.
func normal(high, low uint64, exponent int64, sticky, away bool) number {
	if high == 0 {
		if low == 0 {
			return number{}
		}
		high, low = low, 0
		exponent -= 64
	}
	if z := bits.LeadingZeros64(high); z > 0 {
		high = high<<z | low>>(64-z)
		low <<= z
		exponent -= int64(z)
	}
	if away && (low != 0 || sticky) {
		if high++; high == 0 {
			high = 1 << 63
			exponent++
		}
	}
	return number{mantissa: high, exponent: exponent}
}

// long returns n, rounded upwards or downwards.
func long(n *big.Int, up bool) number {
	var x number
	if length := n.BitLen(); length <= 64 {
		x = normal(new(big.Int).Abs(n).Uint64(), 0, 0, false, false)
	} else {
		magnitude := new(big.Int).Abs(n)
		shift := uint(length - 64)
		sticky := magnitude.TrailingZeroBits() < shift
		x = normal(magnitude.Rsh(magnitude, shift).Uint64(), 0, int64(shift), sticky, up == (n.Sign() > 0))
	}
	x.negative = n.Sign() < 0
	return x
}

func (a number) isZero() bool { return a.mantissa == 0 }

func (a number) isPositive() bool { return a.mantissa > 0 && !a.negative }

func (a number) minus() number {
	a.negative = !a.negative && a.mantissa > 0
	return a
}

// cmp compares.
func (a number) cmp(b number) int {
	switch {
	case a.negative != b.negative:
		if a.negative {
			return -1
		}
		return 1
	case a.negative:
		return compare(b, a)
	}
	return compare(a, b)
}

// compare compares magnitudes.
func compare(a, b number) int {
	switch {
	case a.mantissa == 0 || b.mantissa == 0:
		return min(1, bits.Len64(a.mantissa)) - min(1, bits.Len64(b.mantissa))
	case a.exponent < b.exponent || a.exponent == b.exponent && a.mantissa < b.mantissa:
		return -1
	case a == b || a.exponent == b.exponent && a.mantissa == b.mantissa:
		return 0
	}
	return 1
}

// plus adds.
func (a number) plus(b number, up bool) number {
	if b.isZero() {
		return a
	}
	if a.isZero() {
		return b
	}
	order := compare(a, b)
	if order < 0 {
		a, b = b, a
	}
	// b in units of 2^(a.exponent − 64).
	var high, low uint64
	sticky := false
	switch d := a.exponent - b.exponent; {
	case d < 64:
		high, low = b.mantissa>>d, b.mantissa<<(64-d)
	case d < 128:
		low = b.mantissa >> (d - 64)
		sticky = low<<(d-64) != b.mantissa
	default:
		sticky = true
	}
	away := up != a.negative
	var sum number
	if a.negative == b.negative {
		var carry uint64
		exponent := a.exponent
		if high, carry = bits.Add64(high, a.mantissa, 0); carry > 0 {
			sticky = sticky || low&1 == 1
			low = low>>1 | high<<63
			high = high>>1 | 1<<63
			exponent++
		}
		sum = normal(high, low, exponent, sticky, away)
	} else {
		if order == 0 {
			return number{}
		}
		var borrow uint64
		if sticky {
			borrow = 1 // and a bit more is left
		}
		low, borrow = bits.Sub64(0, low, borrow)
		high, _ = bits.Sub64(a.mantissa, high, borrow)
		sum = normal(high, low, a.exponent, sticky, away)
	}
	sum.negative = a.negative
	return sum
}

// times multiplies.
func (a number) times(b number, up bool) number {
	if a.isZero() || b.isZero() {
		return number{}
	}
	negative := a.negative != b.negative
	high, low := bits.Mul64(a.mantissa, b.mantissa)
	product := normal(high, low, a.exponent+b.exponent+64, false, up != negative)
	product.negative = negative
	return product
}

// over divides by b ≠ 0.
func (a number) over(b number, up bool) number {
	if a.isZero() {
		return a
	}
	negative := a.negative != b.negative
	var quotient, rest uint64
	exponent := a.exponent - b.exponent
	if a.mantissa < b.mantissa {
		quotient, rest = bits.Div64(a.mantissa, 0, b.mantissa)
		exponent -= 64
	} else {
		quotient, rest = bits.Div64(a.mantissa>>1, a.mantissa<<63, b.mantissa)
		exponent -= 63
	}
	result := normal(quotient, 0, exponent, rest > 0, up != negative)
	result.negative = negative
	return result
}

// rat returns the number, exactly.
func (a number) rat() *big.Rat {
	x := new(big.Float).SetMode(big.ToZero).SetUint64(a.mantissa)
	x.SetMantExp(x, int(a.exponent))
	if a.negative {
		x.Neg(x)
	}
	r, _ := x.Rat(nil)
	return r
}

func least(a, b number) number {
	if a.cmp(b) <= 0 {
		return a
	}
	return b
}

func largest(a, b number) number {
	if a.cmp(b) >= 0 {
		return a
	}
	return b
}
