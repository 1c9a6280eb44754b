package cube

import (
	"math"
	"math/bits"
)

// wide is a whole number of 128 bits. Sums of 2^31 products of ends of ranges and factors do not overflow.
type wide struct {
	high int64
	low  uint64
}

// product returns x·y.
func product(x, y int64) wide {
	high, low := bits.Mul64(uint64(x), uint64(y))
	// As unsigned numbers, negative ones are 2^64 too large.
	if x < 0 {
		high -= uint64(y)
	}
	if y < 0 {
		high -= uint64(x)
	}
	return wide{int64(high), low}
}

func widen(x int64) wide { return wide{x >> 63, uint64(x)} }

func (w wide) add(v wide) wide {
	low, carry := bits.Add64(w.low, v.low, 0)
	return wide{w.high + v.high + int64(carry), low}
}

func (w wide) sub(v wide) wide {
	low, borrow := bits.Sub64(w.low, v.low, 0)
	return wide{w.high - v.high - int64(borrow), low}
}

func (w wide) cmp(v wide) int {
	switch {
	case w.high < v.high || w.high == v.high && w.low < v.low:
		return -1
	case w == v:
		return 0
	}
	return 1
}

// narrow returns the number, and whether 64 bits are enough for it and for what is opposite to it.
func (w wide) narrow() (int64, bool) {
	x := int64(w.low)
	return x, w.high == x>>63 && x != math.MinInt64
}

// times returns x·y, and whether it is that.
func times(x, y int64) (int64, bool) { return product(x, y).narrow() }

// plus returns x+y, and whether it is that.
func plus(x, y int64) (int64, bool) { return widen(x).add(widen(y)).narrow() }

// floor returns the largest whole number up to x/y; y is positive.
func floor(x, y int64) int64 {
	q := x / y
	if x%y < 0 {
		q--
	}
	return q
}

// ceil returns the least whole number from x/y on; y is positive.
func ceil(x, y int64) int64 {
	q := x / y
	if x%y > 0 {
		q++
	}
	return q
}
