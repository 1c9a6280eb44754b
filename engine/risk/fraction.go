package risk

import "math/big"

// Fraction is a quotient of whole numbers, n/of, which is not negative.
type Fraction struct{ n, of wide }

// Float returns the float64 nearest to it.
func (f Fraction) Float() float64 { return f.n.over(f.of) }

// Compare returns the sign of its difference to a bound, exactly.
func (f Fraction) Compare(bound *big.Rat) int {
	x, y := f.n.big(), f.of.big()
	return x.Mul(x, bound.Denom()).Cmp(y.Mul(y, bound.Num()))
}

// Near returns a float64 within 1e-15 of it, relatively, in less time than Float.
func (f Fraction) Near() float64 { return f.n.near() / f.of.near() }

// Furthest is the largest distance.
var Furthest = Fraction{wide{1}, wide{1}}
