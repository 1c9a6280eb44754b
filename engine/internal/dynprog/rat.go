package dynprog

import (
	"math/big"

	"skyline/engine/knowledge"
)

// BreachProbabilityRat is BreachProbability as an exact fraction. Its numbers
// grow with the number of groups that share the knowledge, so it is for tables
// of moderate size.
func BreachProbabilityRat(groups []Group, c knowledge.Constraint, p knowledge.Point) *big.Rat {
	k, m, certain := bounds(groups, p)
	if certain {
		return big.NewRat(1, 1)
	}

	// As in program, but nil is +∞.
	with, without := newRatTable(k, m), newRatTable(k, m)
	for i := range without {
		for j := range without[i] {
			without[i][j] = big.NewRat(1, 1)
		}
	}
	for _, g := range groups {
		if g.Sigma <= 0 {
			continue
		}
		v, tv := g.ratTables(c, p.L, k, m)
		nextWith, nextWithout := newRatTable(k, m), newRatTable(k, m)
		for i := range k + 1 {
			for j := range m + 1 {
				var leastWith, leastWithout *big.Rat
				for a := range i + 1 {
					for b := range j + 1 {
						leastWith = lesser(leastWith, product(with[a][b], v[i-a][j-b]))
						leastWith = lesser(leastWith, product(without[a][b], tv[i-a][j-b]))
						leastWithout = lesser(leastWithout, product(without[a][b], v[i-a][j-b]))
					}
				}
				nextWith[i][j], nextWithout[i][j] = leastWith, leastWithout
			}
		}
		with, without = nextWith, nextWithout
	}

	ratio := with[k][m]
	if ratio == nil {
		return new(big.Rat)
	}
	ratio = new(big.Rat).Add(ratio, big.NewRat(1, 1))
	return ratio.Inv(ratio)
}

// newRatTable returns a table of (k+1)×(m+1) times +∞.
func newRatTable(k, m int64) [][]*big.Rat {
	table := make([][]*big.Rat, k+1)
	for i := range table {
		table[i] = make([]*big.Rat, m+1)
	}
	return table
}

// product returns x·y, where nil is +∞ and +∞·0 = +∞.
func product(x, y *big.Rat) *big.Rat {
	if x == nil || y == nil {
		return nil
	}
	return new(big.Rat).Mul(x, y)
}

// lesser returns the lesser of x and y, where nil is +∞.
func lesser(x, y *big.Rat) *big.Rat {
	if x == nil || y != nil && y.Cmp(x) < 0 {
		return y
	}
	return x
}

// ratTables returns V(g, j, i) for i ≤ k+1 and T(g, l, i)·V(g, j, i+1) for i ≤ k,
// of a group that has the target value.
func (g Group) ratTables(c knowledge.Constraint, l, k, m int64) (v, tv [][]*big.Rat) {
	v, tv = newRatTable(k+1, m), newRatTable(k, m)
	for i := range k + 2 {
		for j := range m + 1 {
			v[i][j] = g.ratV(c, j, i)
		}
	}
	excluded := g.excluded(l)
	for i := range k + 1 {
		t := g.ratT(c, excluded, i)
		for j := range m + 1 {
			tv[i][j] = product(t, v[i+1][j])
		}
	}
	return v, tv
}

// ratV returns V(g, m, k) of Sect. 7.1 for a group that has the target value.
func (g Group) ratV(c knowledge.Constraint, m, k int64) *big.Rat {
	if c == knowledge.Multiset {
		if m == 0 {
			return big.NewRat(1, 1)
		}
		return power(quotient(g.People-k-m, g.People-k), g.Sigma)
	}
	v := big.NewRat(1, 1)
	for i := range m {
		v.Mul(v, quotient(g.People-g.Sigma-k-i, g.People-k-i))
	}
	return v
}

// ratT returns T(g, l, k) of Sect. 7.1 for a group that has the target value.
// excluded are the counts of s₁ … s_l.
func (g Group) ratT(c knowledge.Constraint, excluded []int64, k int64) *big.Rat {
	switch c {
	case knowledge.SVPI:
		return quotient(g.People-g.Sigma-total(excluded)-k, g.Sigma)
	case knowledge.Set:
		t := quotient(g.People-g.Sigma-k, g.Sigma)
		for _, count := range excluded {
			t.Mul(t, quotient(g.People-count, g.People))
		}
		return t
	default:
		q := power(quotient(g.People-k-1, g.People-k), g.Sigma)
		if q.Sign() == 0 {
			return q
		}
		t := power(quotient(g.People-1, g.People), total(excluded))
		t.Mul(t, q)
		return t.Quo(t, q.Sub(big.NewRat(1, 1), q))
	}
}

// quotient returns a/b, or 0 if a is not positive, whatever b is. Where a is
// positive, so is b in all fractions of Sect. 7.1.
func quotient(a, b int64) *big.Rat {
	if a <= 0 {
		return new(big.Rat)
	}
	return big.NewRat(a, b)
}

// power returns x^n, and 1 if n is not positive.
func power(x *big.Rat, n int64) *big.Rat {
	if n <= 0 {
		return big.NewRat(1, 1)
	}
	e := big.NewInt(n)
	return new(big.Rat).SetFrac(new(big.Int).Exp(x.Num(), e, nil), new(big.Int).Exp(x.Denom(), e, nil))
}
