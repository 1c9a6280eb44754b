package counting

import (
	"math"
	"math/big"
)

// number is mantissa·2^exponent: the mantissa is in ±[1/2, 1), or 0. Floating-point numbers
// alone are too small for factorials. What has no such mantissa is rounded in the direction
// that the operation says, so that bounds stay bounds whatever is done with them.
type number struct {
	mantissa float64
	exponent int64
}

// one is 1.
var one = number{0.5, 1}

// directed returns x·2^exponent, where x is the float next to x + rest.
func directed(x, rest float64, exponent int64, up bool) number {
	if up && rest > 0 {
		x = math.Nextafter(x, math.Inf(1))
	} else if !up && rest < 0 {
		x = math.Nextafter(x, math.Inf(-1))
	}
	mantissa, shift := math.Frexp(x)
	if x == 0 {
		return number{}
	}
	return number{mantissa, exponent + int64(shift)}
}

// integer returns n.
func integer(n int64, up bool) number {
	high := n >> 32 // and the rest is at least 0
	return directed(float64(high), 0, 32, up).plus(directed(float64(n-high<<32), 0, 0, up), up)
}

// long returns n.
func long(n *big.Int, up bool) number {
	mode := big.ToNegativeInf
	if up {
		mode = big.ToPositiveInf
	}
	float := new(big.Float).SetPrec(53).SetMode(mode).SetInt(n)
	exponent := float.MantExp(float)
	mantissa, _ := float.Float64()
	return directed(mantissa, 0, int64(exponent), up)
}

func (a number) minus() number { return number{-a.mantissa, a.exponent} }

// plus adds.
func (a number) plus(b number, up bool) number {
	if a.mantissa == 0 {
		return b
	}
	if b.mantissa == 0 {
		return a
	}
	if a.exponent < b.exponent {
		a, b = b, a
	}
	// Of what is far smaller only the sign matters.
	const far = 200
	x, y := a.mantissa, math.Ldexp(b.mantissa, -int(min(a.exponent-b.exponent, far)))
	sum := x + y
	of := sum - x
	return directed(sum, (x-(sum-of))+(y-of), a.exponent, up)
}

// times multiplies.
func (a number) times(b number, up bool) number {
	product := a.mantissa * b.mantissa
	return directed(product, math.FMA(a.mantissa, b.mantissa, -product), a.exponent+b.exponent, up)
}

// over divides by b ≠ 0.
func (a number) over(b number, up bool) number {
	quotient := a.mantissa / b.mantissa
	rest := math.FMA(-quotient, b.mantissa, a.mantissa)
	return directed(quotient, rest*b.mantissa, a.exponent-b.exponent, up)
}

// cmp compares.
func (a number) cmp(b number) int {
	switch difference := a.plus(b.minus(), true).mantissa; {
	case difference > 0:
		return 1
	case difference < 0:
		return -1
	}
	return 0
}

// rat returns the number, exactly.
func (a number) rat() *big.Rat {
	x := big.NewFloat(a.mantissa)
	r, _ := x.SetMantExp(x, int(a.exponent)).Rat(nil)
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
