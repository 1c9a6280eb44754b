package rows

import (
	"cmp"
	"math"
	"math/big"
	"slices"
)

// term is a quotient of falling factorials, Π_{i<n} (top−i)/(bottom−i), all of whose factors
// are positive.
type term struct{ top, bottom, n int64 }

// short returns the same number with the fewest factors: with c = |top − bottom| it is a
// product of c factors as well as of n.
func (t term) short() term {
	switch c := t.top - t.bottom; {
	case 0 < c && c < t.n:
		return term{t.top, t.top - t.n, c}
	case c < 0 && -c < t.n:
		return term{t.bottom - t.n, t.bottom, -c}
	}
	return t
}

// log returns the natural logarithm, within a relative 1e-12 for up to a few thousand factors.
func (t term) log() float64 {
	t = t.short()
	sum, c := 0.0, float64(t.top-t.bottom)
	for i := range t.n {
		sum += math.Log1p(c / float64(t.bottom-i))
	}
	return sum
}

// value returns the number: the nearest float64 where the fraction is of workable size, and
// one within a relative 1e-9 elsewhere.
func (t term) value() float64 {
	p := product{terms: []term{t}}
	if p.factors() > maxFactors {
		return math.Exp(t.log())
	}
	above, below := p.fraction()
	value, _ := new(big.Rat).SetFrac(above, below).Float64()
	return value
}

// product is a product of terms, or 0, or without bound.
type product struct {
	log   float64 // ±Inf for 0 and for what is without bound
	terms []term
}

var one = product{}

// times multiplies a product by a term that is not 1.
func (p *product) times(t term) {
	p.terms = append(p.terms, t)
	p.log += t.log()
}

// sort puts the terms into an order that depends on nothing but them, so that the
// logarithm does not either.
func (p *product) sort() {
	slices.SortFunc(p.terms, func(a, b term) int {
		return cmp.Or(cmp.Compare(a.top, b.top), cmp.Compare(a.bottom, b.bottom), cmp.Compare(a.n, b.n))
	})
	if math.IsInf(p.log, 0) {
		return
	}
	p.log = 0
	for _, t := range p.terms {
		p.log += t.log()
	}
}

// maxFactors is how many factors a fraction may have: its numbers have up to 63 times as many
// bits.
const maxFactors = 1 << 14

func (p *product) factors() int64 {
	n := int64(0)
	for _, t := range p.terms {
		n = min(n+t.short().n, 1<<40)
	}
	return n
}

// fraction returns the product as numerator and denominator.
func (p *product) fraction() (above, below *big.Int) {
	var tops, bottoms []int64
	for _, t := range p.terms {
		t = t.short()
		for i := range t.n {
			tops, bottoms = append(tops, t.top-i), append(bottoms, t.bottom-i)
		}
	}
	return multiply(tops), multiply(bottoms)
}

// multiply halves the list, so that factors of about the same length meet.
func multiply(xs []int64) *big.Int {
	switch len(xs) {
	case 0:
		return big.NewInt(1)
	case 1:
		return big.NewInt(xs[0])
	}
	half := len(xs) / 2
	low := multiply(xs[:half])
	return low.Mul(low, multiply(xs[half:]))
}

// closeTo is the distance of logarithms, relative to their size where that is above 1, within
// which products are compared as fractions. Their errors are below a hundredth of it.
const closeTo = 1e-9

// clearly reports whether two logarithms differ by more than their errors.
func clearly(x, y float64) bool {
	if math.IsInf(x, 0) || math.IsInf(y, 0) {
		return x != y
	}
	return math.Abs(x-y) > closeTo*max(1, math.Abs(x), math.Abs(y))
}

// slack is how far a bound may be from what it bounds because of rounding.
func slack(x float64) float64 {
	if math.IsInf(x, 0) {
		return 0
	}
	return 2 * closeTo * max(1, math.Abs(x))
}

// compare orders two products whose terms are sorted; sure is false where only fractions that
// are too long could tell, and they count as equal.
func (p *product) compare(q *product) (sign int, sure bool) {
	switch {
	case clearly(p.log, q.log):
		return cmp.Compare(p.log, q.log), true
	case math.IsInf(p.log, 0) || slices.Equal(p.terms, q.terms):
		return 0, true
	case p.factors()+q.factors() > maxFactors:
		return 0, false
	}
	a, b := p.fraction()
	c, d := q.fraction()
	return a.Mul(a, d).Cmp(c.Mul(c, b)), true
}
