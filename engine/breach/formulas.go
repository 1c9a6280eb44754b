package breach

import (
	"math"

	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

// candidate is a QI group as one sensitive value σ sees it at one l.
type candidate struct {
	n    int64 // people
	c    int64 // occurrences of σ, at least 1
	rest rest
	// ruledOut is how many other values rest leaves out: l, or all there are.
	ruledOut int32
	// of is the group, and rank where σ stands in of.Counts. group is its position
	// in the table.
	of          *partition.Group
	group, rank int32
}

// rest is what the l most frequent other values of a group leave.
type rest struct {
	// people is, for SVPI, n − c − S, where S is how often those values occur.
	people int64
	// occurrences is, for Multiset, S.
	occurrences int64
	// share is, for Set, Π (n−s)/n over the numbers s of their occurrences: the
	// probability that a person has none of them.
	share float64
}

// ratioT returns T(g,l,k), the negated ratio of the target alone: the odds
// against σ for a target t in g who has none of the l values, when k others of g
// are known (Sect. 7.1).
//
//	SVPI      (n − c − S − k) / c
//	Set       (n − c − k)/c · Π (n−s)/n
//	Multiset  r^c/(1−r^c) · ((n−1)/n)^S,  r = (n−k−1)/(n−k)
//
// It is 0 as soon as a numerator is not positive: the knowledge leaves nobody
// but a person with σ. It is 0 only then: what underflows is the smallest
// positive number.
func ratioT(constraint knowledge.Constraint, g *candidate, k int64) float64 {
	switch constraint {
	case knowledge.SVPI:
		if g.rest.people <= k {
			return 0
		}
		return float64(g.rest.people-k) / float64(g.c)
	case knowledge.Set:
		if g.n-g.c <= k || g.rest.share == 0 {
			return 0
		}
		return positive(float64(g.n-g.c-k) / float64(g.c) * g.rest.share)
	default:
		// One person left besides those known is the target, with every σ.
		if g.n-1 <= k {
			return 0
		}
		// r^c/(1−r^c) = 1/(r^−c − 1), which loses nothing when r is near 1.
		odds := 1 / math.Expm1(-float64(g.c)*math.Log1p(-1/float64(g.n-k)))
		return positive(odds * math.Exp(float64(g.rest.occurrences)*math.Log1p(-1/float64(g.n))))
	}
}

// chanceV returns V(g,m,k), the probability that m people of g all lack σ, when
// k others of g are known (Sect. 7.1).
//
//	SVPI, Set  Π_{i<m} (n−c−k−i)/(n−k−i)
//	Multiset   ((n−k−m)/(n−k))^c
//
// It is 1 for m = 0, before any division, and 0 exactly when a numerator is not
// positive.
func chanceV(constraint knowledge.Constraint, g *candidate, m, k int64) float64 {
	if m == 0 {
		return 1
	}
	if k >= g.n || m >= g.n-k {
		return 0
	}
	left := g.n - k
	if constraint == knowledge.Multiset {
		return positive(math.Exp(float64(g.c) * math.Log1p(-float64(m)/float64(left))))
	}
	if left-m-g.c+1 <= 0 {
		return 0
	}
	return positive(fallingRatio(left, max(m, g.c), min(m, g.c)))
}

// directTerms is how many factors are multiplied one by one: the rounding errors
// of so many stay below 1e-12.
const directTerms = 2048

// tailTerms is how close to its singularity the Euler-Maclaurin series is left
// for direct multiplication; beyond, its first dropped term is below 1e-16.
const tailTerms = 64

// fallingRatio returns Π_{i<t} (b−q−i)/(b−i) for b − q − t >= 0, which equals
// C(b−t, q)/C(b, q): the same for t factors of q as for q factors of t.
func fallingRatio(b, q, t int64) float64 {
	product := 1.0
	if t > directTerms {
		// The factors with numerators from tailTerms on, as one integral.
		bulk := min(t, b-q-tailTerms+1)
		if bulk > 0 {
			product = math.Exp(sumLog1p(b, q, bulk))
			b -= bulk
			t -= bulk
		}
	}
	for i := range t {
		product *= float64(b-q-i) / float64(b-i)
		if product == 0 {
			return 0
		}
	}
	return product
}

// sumLog1p returns Σ_{i<t} log(1 − q/(b−i)) by the midpoint Euler-Maclaurin
// series. The integral is written so that its three terms are of the size of
// the sum, which keeps the relative error near that of a float64.
func sumLog1p(b, q, t int64) float64 {
	high := float64(b) + 0.5
	width, shift := float64(t), float64(q)
	low := float64(b-t) + 0.5
	gapLow, gapHigh := float64(b-t-q)+0.5, float64(b-q)+0.5
	integral := float64(high*math.Log1p(shift*width/(high*gapLow))) +
		float64(width*math.Log1p(-shift/low)) +
		float64(shift*math.Log1p(-width/gapHigh))
	// Derivatives of log(x−q) − log(x), at the upper end less at the lower.
	d1 := (1/gapHigh - 1/high) - (1/gapLow - 1/low)
	d3 := 2 * ((cube(1/gapHigh) - cube(1/high)) - (cube(1/gapLow) - cube(1/low)))
	d5 := 24 * ((fifth(1/gapHigh) - fifth(1/high)) - (fifth(1/gapLow) - fifth(1/low)))
	return integral - d1/24 + 7*d3/5760 - 31*d5/967680
}

func cube(x float64) float64 { return float64(x * x * x) }

func fifth(x float64) float64 { return float64(x * x * x * x * x) }

// positive keeps what is positive from underflowing to the 0 that stands for
// certainty.
func positive(x float64) float64 {
	return max(x, math.SmallestNonzeroFloat64)
}
