package mask

import (
	"cmp"
	"math/big"
	"slices"

	"skyline/engine/jump/tables"
)

// rule is a property as it is for the sets of a part.
type rule struct {
	property tables.Property
	// capped says that a set satisfies the property if and only if no value is in it more
	// often than its most.
	capped bool
	// distinct is how many different values each set must have; 0 if that is not what the
	// property says.
	distinct int64
}

func newRule(p tables.Property, of *part) rule {
	r := rule{property: p, capped: true}
	if d, ok := p.(tables.Distinct); ok {
		r.distinct = d.Values
	}
	for s := range of.sets {
		var ok bool
		if of.sets[s].most, ok = most(p, of.sets[s].size); !ok {
			r.capped = false
		}
	}
	return r
}

// most returns how often a value may be in a set of so many people, if that is all that
// the property says.
func most(p tables.Property, people int64) (int64, bool) {
	switch p := p.(type) {
	case tables.MaxShare:
		return min(p.Bound(people), people), true
	case tables.Distinct:
		// Two values differ unless all are the same.
		return people - 1, p.Values == 2
	case tables.Recursive:
		// n < c·people for ℓ = 1, and n < c·(people − n) for ℓ = 2.
		below := new(big.Int).Mul(p.C.Num(), big.NewInt(people))
		by := new(big.Int).Set(p.C.Denom())
		if p.L == 2 {
			by.Add(by, p.C.Num())
		}
		if below.Sign() <= 0 || by.Sign() <= 0 {
			return 0, false
		}
		below.Sub(below, big.NewInt(1))
		if below.Quo(below, by); !below.IsInt64() {
			return people, p.L == 1 || p.L == 2
		}
		return min(below.Int64(), people), p.L == 1 || p.L == 2
	}
	return 0, false
}

// possible says whether any table passes, as far as that is easily seen; the sets have
// been looked at one by one.
//
// For a nested part it is a question of flow, for which the smallest cuts are known. Let
// c be the counts of the values, falling. Under a bound b_G on each value in set G, all
// can be placed if and only if for every k
//
//	c_1 + … + c_k ≤ Σ_G min(|G|, k·b_G),
//
// where a cell in no set has b_G = |G|. And m sets can have ℓ different values each if and
// only if none is smaller than ℓ and Σ_v min(c_v, m) ≥ ℓ·m.
func (p *part) possible() tables.Verdict {
	if len(p.sets) == 0 {
		return tables.Yes
	}
	// Disjoint sets that satisfy the property do so, too, when values are exchanged between
	// groups, and when they are merged.
	counts := make([]int64, 0, len(p.columns))
	for _, k := range p.columns {
		sum := int64(0)
		for _, n := range k.counts {
			sum += n
		}
		for range k.values {
			counts = append(counts, sum)
		}
	}
	slices.SortFunc(counts, func(a, b int64) int { return cmp.Compare(b, a) })
	free := int64(0) // people in no set
	for _, c := range p.cells {
		switch {
		case len(c.sets) > 1:
			return tables.Unknown
		case len(c.sets) == 0:
			free += c.size
		}
	}
	known := false
	fits := true
	switch {
	case p.rule.capped:
		known = p.nested()
		fits = p.fits(counts, free)
	case p.rule.distinct > 0:
		known = p.nested()
		fits = p.different(counts)
	case free == 0:
		fits = p.rule.property.HoldsGroup(counts)
	}
	switch {
	case !fits:
		return tables.No
	case known:
		return tables.Yes
	}
	return tables.Unknown
}

// fits decides the condition for bounds.
func (p *part) fits(counts []int64, free int64) bool {
	placed := int64(0)
	for k, n := range counts {
		placed += n
		room := free
		for _, s := range p.sets {
			room += min(s.size, int64(k+1)*s.most)
		}
		if placed > room {
			return false
		}
	}
	return true
}

// different decides the condition for different values.
func (p *part) different(counts []int64) bool {
	m := int64(len(p.sets))
	places := int64(0)
	for _, n := range counts {
		places += min(n, m)
	}
	smallest := slices.MinFunc(p.sets, func(a, b set) int { return cmp.Compare(a.size, b.size) })
	return smallest.size >= p.rule.distinct && places >= p.rule.distinct*m
}

// most returns how many people of a cell may have the same value, where the rule is
// capped.
func (p *part) most(cell int) int64 {
	most := p.cells[cell].size
	for _, s := range p.cells[cell].sets {
		most = min(most, p.sets[s].most)
	}
	return most
}
