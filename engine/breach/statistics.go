package breach

import (
	"cmp"
	"math"
	"math/big"
	"slices"

	"skyline/engine/knowledge"
)

// closeTo is the relative distance within which two float64 results are compared
// as fractions. Their relative errors are below 1e-12, those of a product of two
// below 3e-12; 1e-9 leaves room.
const closeTo = 1e-9

// minimum is one of the five statistics: the smallest value over a frontier of
// a product of factors, and the factors that reach it.
type minimum struct {
	value   float64
	factors []factor
	// isUnsure says that another product that it was compared with may be the
	// smaller one, by less than 10^-20 of it.
	isUnsure bool
}

// statistics are the five sufficient statistics of a point (Sect. 6.1), each
// minimal over the QI groups.
type statistics struct {
	together  minimum // SS1 = min T(g,l,k)·V(g,m,k+1)
	target0   minimum // SS2 = min T(g,l,0)
	targetK   minimum // SS3 = min T(g,l,k)
	familyOf0 minimum // SS4 = min V(g,m,0)
	familyOfK minimum // SS5 = min V(g,m,k)
}

// none is a minimum over no groups.
var none = minimum{value: math.Inf(1)}

// gather computes the statistics of a point over the frontier at its l.
func (r *Release) gather(candidates []candidate, p knowledge.Point) statistics {
	s := statistics{none, none, none, none, none}
	for i := range candidates {
		g := &candidates[i]
		target := factor{g: g, ofTarget: true, k: p.K}
		t := ratioT(r.constraint, g, p.K)
		r.lower(&s.targetK, t, target)
		if p.M == 0 {
			// V = 1: the family is empty, and SS1 = SS3 is the smallest of all.
			continue
		}
		r.lower(&s.together, times(t, chanceV(r.constraint, g, p.M, p.K+1)), target, factor{g: g, ofOwn: true, m: p.M, k: p.K + 1})
		r.lower(&s.familyOf0, chanceV(r.constraint, g, p.M, 0), factor{g: g, m: p.M})
		if p.K == 0 {
			continue // SS2 = SS3 and SS4 = SS5
		}
		r.lower(&s.target0, ratioT(r.constraint, g, 0), factor{g: g, ofTarget: true})
		r.lower(&s.familyOfK, chanceV(r.constraint, g, p.M, p.K), factor{g: g, m: p.M, k: p.K})
	}
	return s
}

// negatedRatio returns the minimum of Theorem 2; of equal ones, the first in the
// order of the theorem.
func (r *Release) negatedRatio(s *statistics, p knowledge.Point) minimum {
	if p.M == 0 {
		return s.targetK
	}
	best := s.together
	split := func(target, family minimum) {
		both := minimum{
			value:    times(target.value, family.value),
			factors:  append(slices.Clip(target.factors), family.factors...),
			isUnsure: target.isUnsure || family.isUnsure,
		}
		order, sure := r.order(&both, &best)
		if order < 0 {
			best = both
		}
		best.isUnsure = best.isUnsure || !sure
	}
	if p.K > 0 {
		split(s.target0, s.familyOfK)
	}
	split(s.targetK, s.familyOf0)
	return best
}

// times multiplies statistics so that only a factor 0 gives 0.
func times(x, y float64) float64 {
	if x == 0 || y == 0 {
		return 0
	}
	return positive(x * y)
}

// lower replaces a minimum by a smaller value, or by an equal one whose group
// comes first in the canonical order.
func (r *Release) lower(m *minimum, value float64, factors ...factor) {
	if value > m.value*(1+2*closeTo) {
		return
	}
	next := minimum{value: value, factors: factors}
	order, sure := r.order(&next, m)
	m.isUnsure = m.isUnsure || !sure
	if order < 0 || order == 0 && compareGroups(factors[0].g.of, m.factors[0].g.of) < 0 {
		m.value = value
		m.factors = append([]factor(nil), factors...)
	}
}

// vanishing is where float64 results lose their relative precision. Negated
// ratios below it are odds of less than one in 10^290; only whether they are 0
// matters, and that is always told.
const vanishing = 1e-290

// order compares two products; what is too close to tell is compared exactly. Those
// that it is not sure of count as equal.
func (r *Release) order(a, b *minimum) (sign int, sure bool) {
	x, y := a.value, b.value
	if x == 0 || y == 0 || x < vanishing || y < vanishing || x-y > closeTo*y || y-x > closeTo*x {
		return cmp.Compare(x, y), true
	}
	if sameNumbers(a.factors, b.factors) {
		return 0, true
	}
	return r.compare(a.factors, b.factors, big.NewRat(1, 1))
}

// sameNumbers reports whether two products are of the same formulas of the same
// numbers.
func sameNumbers(xs, ys []factor) bool {
	if len(xs) != len(ys) {
		return false
	}
	for i := range xs {
		if !sameFactor(&xs[i], &ys[i]) {
			return false
		}
	}
	return true
}

// sameFactor reports whether two factors are the same formula of the same numbers.
func sameFactor(x, y *factor) bool {
	if x.ofTarget != y.ofTarget || x.m != y.m || x.k != y.k || x.g.n != y.g.n || x.g.c != y.g.c {
		return false
	}
	return !x.ofTarget || x.g.rest == y.g.rest && (x.g.rest.share == 0 || x.g.rest.share == 1)
}

// rough are the five statistics of a point as float64 numbers alone.
type rough struct{ together, target0, targetK, familyOf0, familyOfK float64 }

// roughNone is that of no groups.
var roughNone = rough{math.Inf(1), math.Inf(1), math.Inf(1), math.Inf(1), math.Inf(1)}

// include lowers the statistics to those of a candidate.
func (s *rough) include(constraint knowledge.Constraint, g *candidate, p knowledge.Point) {
	t := ratioT(constraint, g, p.K)
	s.targetK = min(s.targetK, t)
	if p.M == 0 {
		return // V = 1
	}
	s.together = min(s.together, times(t, chanceV(constraint, g, p.M, p.K+1)))
	s.familyOf0 = min(s.familyOf0, chanceV(constraint, g, p.M, 0))
	if p.K == 0 {
		return // SS2 = SS3 and SS4 = SS5
	}
	s.target0 = min(s.target0, ratioT(constraint, g, 0))
	s.familyOfK = min(s.familyOfK, chanceV(constraint, g, p.M, p.K))
}

// negatedRatio is that of Theorem 2.
func (s *rough) negatedRatio(p knowledge.Point) float64 {
	if p.M == 0 {
		return s.targetK
	}
	ratio := min(s.together, times(s.targetK, s.familyOf0))
	if p.K > 0 {
		ratio = min(ratio, times(s.target0, s.familyOfK))
	}
	return ratio
}
