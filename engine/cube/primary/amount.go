package primary

import (
	"math/big"
	"math/bits"
)

// Amount is a sum of contributions, a whole number in [0, 2^125): High·2^62 + Low, both of
// which are in [0, 2^63), and Low below 2^62 for a number to have one form.
type Amount struct{ High, Low int64 }

// lowBits is how many bits of an Amount are in Low.
const lowBits = 62

// wide is a whole number in [0, 2^192), the lowest word first.
type wide [3]uint64

// wide returns the number.
func (a Amount) wide() wide {
	return wide{uint64(a.High)<<lowBits | uint64(a.Low), uint64(a.High) >> (64 - lowBits)}
}

// product returns a·b.
func product(a, b int64) wide {
	high, low := bits.Mul64(uint64(a), uint64(b))
	return wide{low, high}
}

func (a wide) plus(b wide) wide {
	var carry uint64
	for i := range a {
		a[i], carry = bits.Add64(a[i], b[i], carry)
	}
	return a
}

// minus returns a-b, and whether b is not above a.
func (a wide) minus(b wide) (wide, bool) {
	var borrow uint64
	for i := range a {
		a[i], borrow = bits.Sub64(a[i], b[i], borrow)
	}
	return a, borrow == 0
}

// times returns a·b, for an a below 2^128.
func (a wide) times(b int64) wide {
	high, low := bits.Mul64(a[0], uint64(b))
	top, middle := bits.Mul64(a[1], uint64(b))
	middle, carry := bits.Add64(middle, high, 0)
	return wide{low, middle, top + carry}
}

func (a wide) less(b wide) bool {
	_, ok := a.minus(b)
	return !ok
}

// percent returns the float64 nearest to 100·a/b, for a b above 0.
func percent(a, b wide) float64 {
	if exact := uint64(1) << 53; a[2]|a[1]|b[2]|b[1] == 0 && a[0] < exact/100 && b[0] < exact {
		return float64(100*a[0]) / float64(b[0])
	}
	x, _ := new(big.Rat).SetFrac(new(big.Int).Mul(a.big(), big.NewInt(100)), b.big()).Float64()
	return x
}

func (a wide) big() *big.Int {
	n := new(big.Int)
	for i := len(a) - 1; i >= 0; i-- {
		n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(a[i]))
	}
	return n
}
