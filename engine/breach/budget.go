package breach

import (
	"math"
	"math/big"

	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

// Budget is what the QI groups of one part of a table may add to a breach probability of
// the whole, so that a table put together from parts is safe, whoever made the others:
// as long as all parts keep the same budget, nothing has to be known of them.
//
// For a value and a point (l, k, m) with m > 0, of thresholds with odds θ = (1−c)/c, a
// budget is a number B in (0, 1]. It is kept by groups for which, as statistics of their
// part alone,
//
//	SS1 = min T(g,l,k)·V(g,m,k+1) > θ,    SS3 = min T(g,l,k) > θ/B,    SS5 = min V(g,m,k) >= B
//
// Theorem: the value is safe at the point in every table whose groups all keep it. Each
// of the three is a minimum over the groups, so it holds over all parts if it does in
// each. T and V fall as k grows: SS2 >= SS3 > θ/B and SS4 >= SS5 >= B over all parts. So
// SS2·SS5 and SS3·SS4 are above θ/B·B = θ, the first factor being strictly above and
// the second positive; with SS1 > θ, NR > θ (Theorem 2), and the breach probability is
// below c, strictly. For θ = 0 (c = 1) NR is above 0 as soon as SS1 is, since then no T and no
// V is 0: a budget asks for nothing else.
//
// No B is wrong, then; a bad one costs detail. Parts that know nothing of each other can only
// have bounds of this kind: of any set of groups of which every table is safe, let A be the
// least T(g,l,k) and B the least V(g,m,0); the group of the one and the group of the other
// make a table, so A·B > θ, and the same with T(g,l,0) and V(g,m,k). (That these two pairs
// have one B here costs next to nothing: a group by itself has T(g,l,k) with V(g,m,k+1).)
//
// Without relatives (m = 0), NR is SS3 alone, and groups that are safe by themselves are
// so together: no budget is needed.
type Budget struct {
	target Threshold // its odds are θ/B
	family *big.Rat  // B
	float  float64
}

const (
	// grain is how many steps of shares are looked at for a budget.
	grain = 1 << 20
	// familyBound is from how many relatives on their number changes a budget no more: the
	// fractions would grow with it.
	familyBound = 1 << 10
)

// NewBudget returns the budget of a value at a point with relatives, chosen from the
// histogram of the whole table; a value of -1 stands for one that occurs nowhere. It depends on
// nothing else, and is computed with fractions: the same on every machine.
//
// It is that of a group at the edge: as many people as one likes, among whom the other
// values are spread as in the whole table, and the value is so frequent that the group is
// just safe. If w of them lack the value, then V = w^m and T = ρ·w/(1−w), where ρ is the
// share of those without the value who have none of its l most frequent other values:
//
//	B = w^m,  w being the least with ρ·w^(m+1) >= θ·(1−w)
//
// So SS3 and SS5 are bounded by what one group of a release made in one piece could have
// of both at once. Where l = 0, a group of one value a person that is safe by itself keeps
// the bound of T: that of V(g,m,k+1) is below w^m.
//
// It takes O(m log m) multiplications of whole numbers, for m up to familyBound.
func NewBudget(constraint knowledge.Constraint, whole *partition.Group, value int32, p knowledge.Point, c Threshold) *Budget {
	m := min(p.M, familyBound)
	return newBudget(c, power(Edge(c, m, spared(constraint, whole, value, p.L)), m))
}

// newBudget returns the budget with a B.
func newBudget(c Threshold, family *big.Rat) *Budget {
	b := &Budget{target: c, family: family}
	b.float, _ = family.Float64()
	if c.odds.Sign() > 0 {
		b.target.odds = new(big.Rat).Quo(c.odds, family)
		b.target.float, _ = b.target.odds.Float64()
	}
	return b
}

func power(x *big.Rat, n int64) *big.Rat {
	return new(big.Rat).SetFrac(new(big.Int).Exp(x.Num(), big.NewInt(n), nil), new(big.Int).Exp(x.Denom(), big.NewInt(n), nil))
}

// Edge returns the least w, in steps of 2^-20, with spare·w^(m+1) >= θ·(1−w), where θ are the
// odds of a threshold: the share of a group without a value that m others must lack besides,
// where the group is just safe. It is above 0 if θ is.
func Edge(c Threshold, m int64, spare *big.Rat) *big.Rat {
	low, high := int64(0), int64(grain)
	for low < high {
		middle := (low + high) / 2
		w := big.NewRat(middle, grain)
		left := power(w, m+1)
		right := new(big.Rat).Sub(big.NewRat(1, 1), w)
		if left.Mul(left, spare).Cmp(right.Mul(right, c.odds)) >= 0 {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return big.NewRat(high, grain)
}

// spared returns ρ of NewBudget: the factor by which l values that the target does not have
// lower T, as far as it does not depend on how often the value itself occurs.
func spared(constraint knowledge.Constraint, whole *partition.Group, value int32, l int64) *big.Rat {
	own, ruledOut := whole.Of(value), int64(0)
	share := big.NewRat(1, 1)
	for _, c := range whole.Counts {
		if l <= 0 {
			break
		}
		if c.Value == value {
			continue
		}
		l--
		ruledOut += c.N
		if constraint == knowledge.Set && share.Denom().BitLen() < 1<<12 {
			share.Mul(share, big.NewRat(whole.People-c.N, whole.People))
		}
	}
	switch {
	case whole.People == 0:
		return share
	case constraint == knowledge.SVPI && own < whole.People:
		return big.NewRat(whole.People-own-ruledOut, whole.People-own)
	case constraint == knowledge.Multiset:
		return big.NewRat(whole.People, whole.People+ruledOut) // near (1 − 1/n)^S
	}
	return share
}

// isWithin decides whether groups keep a requirement and its budget, by the statistics of
// their part at its point.
//
// Errors: ErrTooClose.
func (r *Release) isWithin(s *statistics, p knowledge.Point, q *Requirement) (bool, error) {
	if q.Budget == nil || p.M == 0 {
		ratio := r.negatedRatio(s, p)
		return r.isSafe(&ratio, q.C)
	}
	family := s.familyOfK
	if p.K == 0 {
		family = s.familyOf0
	}
	if ok, err := r.isSafe(&s.together, q.C); !ok || err != nil {
		return false, err
	}
	if ok, err := r.isSafe(&s.targetK, q.Budget.target); !ok || err != nil {
		return false, err
	}
	sign, err := r.compareWith(&family, q.Budget.family, q.Budget.float)
	return sign >= 0 && err == nil, err
}

// roughlyWithin is isWithin where rounding errors cannot matter; sure says whether it has.
func (s *rough) roughlyWithin(p knowledge.Point, q *Requirement) (within, sure bool) {
	if q.Budget == nil || p.M == 0 {
		return q.C.roughlySafe(s.negatedRatio(p))
	}
	family := s.familyOfK
	if p.K == 0 {
		family = s.familyOf0
	}
	together, sureTogether := q.C.roughlySafe(s.together)
	target, sureTarget := q.Budget.target.roughlySafe(s.targetK)
	sureFamily := math.IsInf(family, 1) || family >= vanishing && clearly(family, q.Budget.float)
	switch {
	case sureTogether && !together, sureTarget && !target, sureFamily && family < q.Budget.float:
		return false, true
	}
	return true, sureTogether && sureTarget && sureFamily
}

// beside returns the negated ratio that a value may have at the point of a requirement with
// a budget, beside parts that use up what the budget leaves them; only roughly.
func (s *statistics) beside(p knowledge.Point, b *Budget) float64 {
	family := s.familyOfK.value
	if p.K == 0 {
		family = s.familyOf0.value
	}
	return min(s.together.value, times(s.targetK.value, b.float), times(b.target.float, family))
}
