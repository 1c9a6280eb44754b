package counting

import "math/big"

// Interval has a real number somewhere between its ends, of which each is a fraction over
// a power of 2. The zero value is 0.
//
// The arithmetic rounds outwards.
type Interval struct{ low, high number }

// NewInterval returns a short interval around x.
func NewInterval(x *big.Rat) Interval {
	return quotient(x.Num(), x.Denom())
}

// Low returns the lower end.
func (x Interval) Low() *big.Rat { return x.low.rat() }

// High returns the upper end.
func (x Interval) High() *big.Rat { return x.high.rat() }

// around is a short interval around a whole number n.
func around(n int64) Interval { return Interval{integer(n, false), integer(n, true)} }

// quotient is an interval around n/d, for d > 0.
func quotient(n, d *big.Int) Interval {
	over := func(up bool) number {
		by := long(d, up == (n.Sign() < 0))
		return long(n, up).over(by, up)
	}
	return Interval{over(false), over(true)}
}

// fraction is an interval around n/d, for n ≥ 0 and d > 0.
func fraction(n, d int64) Interval {
	return around(n).over(around(d))
}

func (x Interval) plus(y Interval) Interval {
	return Interval{x.low.plus(y.low, false), x.high.plus(y.high, true)}
}

func (x Interval) minus(y Interval) Interval {
	return Interval{x.low.plus(y.high.minus(), false), x.high.plus(y.low.minus(), true)}
}

// times multiplies by y ≥ 0.
func (x Interval) times(y Interval) Interval {
	low, high := y.low, y.high
	if x.low.mantissa < 0 {
		low = y.high
	}
	if x.high.mantissa < 0 {
		high = y.low
	}
	return Interval{x.low.times(low, false), x.high.times(high, true)}
}

// over divides what is at least 0 by y > 0.
func (x Interval) over(y Interval) Interval {
	return Interval{x.low.over(y.high, false), x.high.over(y.low, true)}
}

// and is what two intervals around the same number have in common.
func (x Interval) and(y Interval) Interval {
	return Interval{largest(x.low, y.low), least(x.high, y.high)}
}

// positive is an interval around what is known to be at least 0.
func (x Interval) positive() Interval { return Interval{largest(x.low, number{}), x.high} }

// chance is an interval around a probability.
func (x Interval) chance() Interval { return x.and(Interval{number{}, one}) }

// Either returns how likely at least one of two independent events is.
func Either(x, y Interval) Interval {
	either := func(a, b number, up bool) number {
		rest := one.plus(b.minus(), up)
		return least(one, b.plus(a.times(rest, up), up))
	}
	return Interval{either(x.low, y.low, false), either(x.high, y.high, true)}
}

// Share returns with/(with + without), where both are at least 0 and not both are 0.
func Share(with, without Interval) Interval {
	share := Interval{number{}, one}
	if with.low.mantissa > 0 {
		share.low = with.low.over(with.low.plus(without.high, true), false)
	}
	if sum := with.high.plus(without.low, false); sum.mantissa > 0 {
		share.high = least(one, with.high.over(sum, true))
	}
	return share
}

// Hull returns from the lower end of x to the upper end of y.
func Hull(x, y Interval) Interval { return Interval{x.low, y.high} }
