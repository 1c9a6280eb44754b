package beliefs

import (
	"math"
	"math/big"
	"math/bits"
	"slices"
)

// Property is a privacy property of a set of tables. It holds when it does for every
// person, each of whom has every value in some of the tables.
//
// All properties here are such that merging groups of people cannot break them, and that
// where a permutation set violates one, so do all of its subsets: people of a group have
// the group's shares on average, and a person with average shares is never worse off than
// all of those averaged (Lemma 3 of the source has this for two of them).
type Property interface {
	// Holds decides for a person who has value v in counts[v] of the tables, exactly.
	// There is at least one table.
	Holds(counts []*big.Int) bool
	// HoldsGroup decides for a permutation set, in which each person of a group has
	// value v in a share of counts[v] out of their sum. The order of counts does not
	// matter.
	HoldsGroup(counts []int64) bool
	// Between decides for a person whose value v has a share somewhere from low[v] to
	// high[v]; Unknown is a possible answer always.
	Between(low, high []*big.Rat) Verdict
	// SetMonotonic says that what holds for a set of tables holds for every larger one.
	SetMonotonic() bool
}

// Verdict is the answer of somebody who may not know.
type Verdict int

const (
	// Unknown says that the property may hold, or not.
	Unknown Verdict = iota
	// Yes says that it holds.
	Yes
	// No says that it does not.
	No
)

// VerdictOf returns Yes or No.
func VerdictOf(holds bool) Verdict {
	if holds {
		return Yes
	}
	return No
}

// And is the answer to two questions at once.
func (v Verdict) And(other Verdict) Verdict {
	switch {
	case v == No || other == No:
		return No
	case v == Yes && other == Yes:
		return Yes
	}
	return Unknown
}

// MaxShare is the property that everybody has each value in less than a share of the tables.
// It is the “highest ratio” of the source, strictly, as all probabilities that somebody
// reaches are compared; the source allows the bound itself, which is every larger share that
// no set of so many tables can have.
type MaxShare struct {
	// Share is at least 0.
	Share *big.Rat
}

// Holds implements Property.
func (p MaxShare) Holds(counts []*big.Int) bool {
	most, sum := new(big.Int), new(big.Int)
	for _, n := range counts {
		sum.Add(sum, n)
		if n.Cmp(most) > 0 {
			most = n
		}
	}
	return new(big.Int).Mul(most, p.Share.Denom()).Cmp(sum.Mul(sum, p.Share.Num())) < 0
}

// HoldsGroup implements Property.
func (p MaxShare) HoldsGroup(counts []int64) bool {
	var most, sum int64
	for _, n := range counts {
		most = max(most, n)
		sum += n
	}
	return most <= p.Bound(sum)
}

// Bound returns how many of the people of a group may have the same value: the largest n
// with n/people below the share, 0 if there is none.
func (p MaxShare) Bound(people int64) int64 {
	if p.Share.Sign() == 0 {
		return 0
	}
	if p.Share.Num().IsUint64() && p.Share.Denom().IsUint64() && people > 0 {
		high, low := bits.Mul64(p.Share.Num().Uint64(), uint64(people))
		low, borrow := bits.Sub64(low, 1, 0)
		high -= borrow
		if denominator := p.Share.Denom().Uint64(); high < denominator {
			if bound, _ := bits.Div64(high, low, denominator); bound <= math.MaxInt64 {
				return int64(bound)
			}
		}
	}
	bound := new(big.Int).Mul(p.Share.Num(), big.NewInt(people))
	if bound.Quo(bound.Sub(bound, big.NewInt(1)), p.Share.Denom()); bound.IsInt64() {
		return max(0, bound.Int64())
	}
	return people
}

// Between implements Property.
func (p MaxShare) Between(low, high []*big.Rat) Verdict {
	verdict := Yes
	for v := range low {
		if low[v].Cmp(p.Share) >= 0 {
			return No
		}
		if high[v].Cmp(p.Share) >= 0 {
			verdict = Unknown
		}
	}
	return verdict
}

// SetMonotonic implements Property.
func (MaxShare) SetMonotonic() bool { return false }

// Distinct is the property that everybody has at least so many different values.
type Distinct struct{ Values int64 }

// Holds implements Property.
func (p Distinct) Holds(counts []*big.Int) bool {
	var values int64
	for _, n := range counts {
		values += int64(n.Sign())
	}
	return values >= p.Values
}

// HoldsGroup implements Property.
func (p Distinct) HoldsGroup(counts []int64) bool {
	var values int64
	for _, n := range counts {
		values += min(n, 1)
	}
	return values >= p.Values
}

// Between implements Property.
func (p Distinct) Between(low, high []*big.Rat) Verdict {
	var surely, perhaps int64
	for v := range low {
		if low[v].Sign() > 0 {
			surely++
		}
		if high[v].Sign() > 0 {
			perhaps++
		}
	}
	switch {
	case surely >= p.Values:
		return Yes
	case perhaps < p.Values:
		return No
	}
	return Unknown
}

// SetMonotonic implements Property.
func (Distinct) SetMonotonic() bool { return true }

// Recursive is (c,ℓ)-diversity: r₁ < c·(r_ℓ + … + r_m), r₁ ≥ r₂ ≥ … being the shares of a
// person's values.
type Recursive struct {
	C *big.Rat
	L int64
}

// Holds implements Property.
func (p Recursive) Holds(counts []*big.Int) bool {
	sorted := slices.Clone(counts)
	slices.SortFunc(sorted, func(a, b *big.Int) int { return b.Cmp(a) })
	tail := new(big.Int)
	for _, n := range sorted[min(p.L-1, int64(len(sorted))):] {
		tail.Add(tail, n)
	}
	first := new(big.Int)
	if len(sorted) > 0 {
		first.Mul(sorted[0], p.C.Denom())
	}
	return first.Cmp(tail.Mul(tail, p.C.Num())) < 0
}

// HoldsGroup implements Property.
func (p Recursive) HoldsGroup(counts []int64) bool { return p.Holds(bigs(counts)) }

// Between implements Property. The largest value and all before the ℓ-th have their
// largest shares at worst.
func (p Recursive) Between(_, high []*big.Rat) Verdict {
	sorted := slices.Clone(high)
	slices.SortFunc(sorted, func(a, b *big.Rat) int { return b.Cmp(a) })
	tail := big.NewRat(1, 1)
	for _, share := range sorted[:min(p.L-1, int64(len(sorted)))] {
		tail.Sub(tail, share)
	}
	if len(sorted) > 0 && sorted[0].Cmp(tail.Mul(tail, p.C)) < 0 {
		return Yes
	}
	return Unknown
}

// SetMonotonic implements Property.
func (Recursive) SetMonotonic() bool { return false }

func bigs(counts []int64) []*big.Int {
	all := make([]*big.Int, len(counts))
	for i, n := range counts {
		all[i] = big.NewInt(n)
	}
	return all
}
