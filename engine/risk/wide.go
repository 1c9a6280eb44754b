package risk

import (
	"encoding/binary"
	"math"
	"math/big"
	"math/bits"
	"slices"
)

// wide is a non-negative integer below 2^256, in 64-bit words, the lowest first.
// Counts are at most 2^61 and there are fewer than 2^31 values, so every sum of
// products of two counts is below 2^154 and fits with two more factors.
type wide [4]uint64

// product returns the product of counts.
func product(factors ...int64) wide {
	x := wide{1}
	for _, f := range factors {
		x = x.times(f)
	}
	return x
}

func (x wide) times(factor int64) wide {
	var result wide
	carry := uint64(0)
	for i, word := range x {
		high, low := bits.Mul64(word, uint64(factor))
		var c uint64
		result[i], c = bits.Add64(low, carry, 0)
		carry = high + c
	}
	return result
}

func (x wide) plus(y wide) wide {
	carry := uint64(0)
	for i := range x {
		x[i], carry = bits.Add64(x[i], y[i], carry)
	}
	return x
}

// minus returns x - y, for x >= y.
func (x wide) minus(y wide) wide {
	borrow := uint64(0)
	for i := range x {
		x[i], borrow = bits.Sub64(x[i], y[i], borrow)
	}
	return x
}

func (x wide) less(y wide) bool {
	for i := len(x) - 1; i >= 0; i-- {
		if x[i] != y[i] {
			return x[i] < y[i]
		}
	}
	return false
}

func (x wide) big() *big.Int {
	var bytes []byte
	for _, word := range x {
		bytes = binary.LittleEndian.AppendUint64(bytes, word)
	}
	slices.Reverse(bytes)
	return new(big.Int).SetBytes(bytes)
}

// over returns the float64 nearest to x / denominator, NaN if the latter is 0.
func (x wide) over(denominator wide) float64 {
	if denominator == (wide{}) {
		return math.NaN()
	}
	if a, ok := x.small(); ok {
		if b, ok := denominator.small(); ok {
			return a / b
		}
	}
	quotient, _ := new(big.Rat).SetFrac(x.big(), denominator.big()).Float64()
	return quotient
}

// small returns a number that is a float64 without rounding.
func (x wide) small() (float64, bool) {
	return float64(x[0]), x[0] <= 1<<53 && x[1]|x[2]|x[3] == 0
}

// quotient returns the float64 nearest to a / b.
func quotient(a, b int64) float64 { return product(a).over(product(b)) }

// share is a fraction of counts, n / of; of may be 0 where n is not, which is
// more than any other fraction.
type share struct{ n, of int64 }

// less compares two fractions exactly.
func (x share) less(y share) bool {
	high, low := bits.Mul64(uint64(x.n), uint64(y.of))
	otherHigh, otherLow := bits.Mul64(uint64(y.n), uint64(x.of))
	return high < otherHigh || high == otherHigh && low < otherLow
}

// wider is a fraction of a wide number and a count.
type wider struct {
	n  wide
	of int64
}

func (x wider) less(y wider) bool { return x.n.times(y.of).less(y.n.times(x.of)) }

// near returns a float64 within 1e-15 of a number, relatively.
func (x wide) near() float64 {
	sum := 0.0
	for i := len(x) - 1; i >= 0; i-- {
		sum = float64(sum*(1<<64)) + float64(x[i])
	}
	return sum
}
