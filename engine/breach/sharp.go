package breach

import (
	"math"

	"skyline/engine/knowledge"
)

// sharp are the five statistics of a point as double numbers, without the groups that
// reach them: each within a relative 2^-79. Not for Multiset, whose powers lose more.
type sharp struct{ together, target0, targetK, familyOf0, familyOfK double }

// sharpNone is that of no groups.
var sharpNone = sharp{endless, endless, endless, endless, endless}

var endless = double{high: math.Inf(1)}

// least returns the smaller number; a number is not a NaN.
func (x double) least(y double) double {
	if y.high < x.high || y.high == x.high && y.low < x.low {
		return y
	}
	return x
}

// include lowers the statistics to those of a group, given T(g,l,0), T(g,l,k),
// V(g,m,0), V(g,m,k) and V(g,m,k+1).
func (s *sharp) include(target0, targetK, familyOf0, familyOfK, familyOfMore double) {
	d := doubled{}
	s.together = s.together.least(d.mul(targetK, familyOfMore))
	s.target0 = s.target0.least(target0)
	s.targetK = s.targetK.least(targetK)
	s.familyOf0 = s.familyOf0.least(familyOf0)
	s.familyOfK = s.familyOfK.least(familyOfK)
}

// negatedRatio is that of Theorem 2, for m > 0, within a relative 2^-78.
func (s *sharp) negatedRatio() double {
	d := doubled{}
	return s.together.least(d.mul(s.target0, s.familyOfK)).least(d.mul(s.targetK, s.familyOf0))
}

// canSharpen reports whether double numbers are exact enough for a candidate.
func (r *Release) canSharpen(g *candidate) bool {
	return r.constraint != knowledge.Multiset && g.ruledOut < 1<<20
}

// sharpTarget is ratioT as a double number.
func (r *Release) sharpTarget(g *candidate, k int64) double {
	if ratioT(r.constraint, g, k) == 0 {
		return double{}
	}
	return evaluate(doubled{}, r, factor{g: g, ofTarget: true, k: k})
}

// sharpFamily is chanceV as a double number.
func (r *Release) sharpFamily(g *candidate, m, k int64) double {
	if chanceV(r.constraint, g, m, k) == 0 {
		return double{}
	}
	return evaluate(doubled{}, r, factor{g: g, m: m, k: k})
}

// sharpRatio returns the negated ratio within a relative 2^-78, given the statistics as
// float64 numbers, or false if double numbers are not exact enough. It evaluates the
// groups alone that may reach one of the minima.
func (r *Release) sharpRatio(candidates []candidate, p knowledge.Point, near *rough) (double, bool) {
	s := sharpNone
	for i := range candidates {
		g := &candidates[i]
		if !r.canSharpen(g) {
			return double{}, false
		}
		own := roughNone
		own.include(r.constraint, g, p)
		if !own.reaches(near) {
			continue
		}
		targetK := r.sharpTarget(g, p.K)
		if p.M == 0 {
			s.targetK = s.targetK.least(targetK)
			continue
		}
		s.include(r.sharpTarget(g, 0), targetK, r.sharpFamily(g, p.M, 0), r.sharpFamily(g, p.M, p.K), r.sharpFamily(g, p.M, p.K+1))
	}
	if p.M == 0 {
		return s.targetK, true
	}
	return s.negatedRatio(), true
}

// reaches reports whether one of the statistics is as small as the least, or so close
// that rounding errors hide which is.
func (s *rough) reaches(least *rough) bool {
	close := func(x, least float64) bool { return x <= max(least*(1+2*closeTo), vanishing) }
	return close(s.targetK, least.targetK) || close(s.together, least.together) ||
		close(s.familyOf0, least.familyOf0) || close(s.target0, least.target0) || close(s.familyOfK, least.familyOfK)
}

// marginAt decides safety at a point, without looking for the groups that are the worst:
// it is positive just where the value is safe, and about the logarithm of how many times
// the odds that c leaves the negated ratio is.
//
// Errors: ErrTooClose.
func (r *Release) marginAt(candidates []candidate, p knowledge.Point, c Threshold) (float64, error) {
	near := roughNone
	for i := range candidates {
		near.include(r.constraint, &candidates[i], p)
	}
	ratio := near.negatedRatio(p)
	if ratio == 0 {
		return math.Inf(-1), nil
	}
	if math.IsInf(ratio, 1) || c.odds.Sign() == 0 || clearly(ratio, c.float) {
		return math.Log(ratio) - math.Log(c.float), nil
	}
	d := doubled{}
	if ratio, ok := r.sharpRatio(candidates, p, &near); ok {
		odds := d.fraction(c.odds)
		if sign, sure := d.compare(ratio, odds); sure {
			return math.Copysign(d.sub(ratio, odds).high/odds.high, float64(sign)), nil
		}
	}
	s := r.gather(candidates, p)
	exact := r.negatedRatio(&s, p)
	safe, err := r.isSafe(&exact, c)
	if safe {
		return tinyMargin, err
	}
	return -tinyMargin, err
}

// tinyMargin stands for what only exact arithmetic tells.
const tinyMargin = 0x1p-77
