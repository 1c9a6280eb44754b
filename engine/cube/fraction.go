package cube

import "math/big"

// A fraction is num/den; den is positive. The zero value is 0.
type fraction struct{ num, den int64 }

// cmp compares two fractions, neither of which is the zero value.
func (f fraction) cmp(g fraction) int { return product(f.num, g.den).cmp(product(g.num, f.den)) }

// reduced returns the same number in lowest terms.
func (f fraction) reduced() fraction {
	if f.num == 0 || f.den == 0 {
		return fraction{0, 1}
	}
	g := gcd(f.num, f.den)
	return fraction{f.num / g, f.den / g}
}

// plus returns f+g, and whether it is that.
func (f fraction) plus(g fraction) (fraction, bool) {
	if f.den == 0 {
		return g, true
	}
	x, ok := times(f.num, g.den)
	y, fits := times(g.num, f.den)
	den, has := times(f.den, g.den)
	num, is := plus(x, y)
	return fraction{num, den}.reduced(), ok && fits && has && is
}

// times returns f·g, and whether it is that.
func (f fraction) times(g fraction) (fraction, bool) {
	num, ok := times(f.num, g.num)
	den, fits := times(f.den, g.den)
	return fraction{num, den}.reduced(), ok && fits
}

// over returns f/x, and whether it is that.
func (f fraction) over(x int64) (fraction, bool) {
	if x < 0 {
		f.num, x = -f.num, -x
	}
	den, ok := times(f.den, x)
	return fraction{f.num, den}.reduced(), ok
}

func (f fraction) rat() *big.Rat { return big.NewRat(f.num, f.den) }
