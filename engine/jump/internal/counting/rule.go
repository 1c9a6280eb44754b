package counting

import (
	"cmp"
	"math/big"
	"slices"

	"skyline/engine/jump/beliefs"
)

// setRule finds out what the property says of the part's sets.
func (p *part) setRule() {
	if d, ok := p.property.(beliefs.Distinct); ok {
		p.distinct = d.Values
	}
	p.capped = true
	for s := range p.sets {
		if s > 0 && p.sets[s].size == p.sets[s-1].size {
			p.sets[s].most = p.sets[s-1].most
			continue
		}
		var ok bool
		p.sets[s].most, ok = most(p.property, p.sets[s].size)
		p.capped = p.capped && ok
	}
}

// most returns how often a value may be in a set of so many people, if that is all that
// the property says.
func most(p beliefs.Property, people int64) (int64, bool) {
	switch p := p.(type) {
	case beliefs.MaxShare:
		return min(p.Bound(people), people), true
	case beliefs.Distinct:
		// Two values differ unless all are the same.
		return people - 1, p.Values == 2
	case beliefs.Recursive:
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
// been looked at one by one. inSet notes for each cell whether a set has it, by now.
//
// Disjoint sets that satisfy the property do so, too, when values are exchanged between
// groups: what one group of all people cannot satisfy the part cannot. For a part of one
// group that is all there is to it: a question of flow, for which the smallest cuts are known;
// see fits and differ. For other properties, sets that are merged satisfy it, too.
func (c *Component) possible(property beliefs.Property, x piece, inSet []bool) beliefs.Verdict {
	if len(x.sets) == 0 {
		return beliefs.Yes
	}
	p := &part{property: property, sets: make([]set, len(x.sets))}
	free := int64(0) // people in no set
	for _, i := range x.cells {
		free += c.Cells[i]
	}
	for s, cells := range x.sets {
		for _, i := range cells {
			if inSet[i] {
				return beliefs.Unknown
			}
			inSet[i] = true
			p.sets[s].size += c.Cells[i]
		}
		free -= p.sets[s].size
	}
	p.setRule()
	counts := make([]int64, c.values())
	for _, h := range x.groups {
		for v, n := range c.Counts[h] {
			counts[v] += n
		}
	}
	slices.SortFunc(counts, func(a, b int64) int { return cmp.Compare(b, a) })
	fits := true
	switch {
	case p.capped:
		fits = p.fits(counts, free)
	case p.distinct > 0:
		fits = p.differ(counts)
	case free == 0:
		fits = p.property.HoldsGroup(counts)
	}
	switch {
	case !fits:
		return beliefs.No
	case (p.capped || p.distinct > 0) && len(x.groups) == 1:
		return beliefs.Yes
	}
	return beliefs.Unknown
}

// fits says whether all people can be placed under a bound b_G on each value in set G. Let
// c be the counts of the values, falling. They can if and only if for every k
//
//	c_1 + … + c_k ≤ free + Σ_G min(|G|, k·b_G).
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

// differ says whether m sets can have ℓ different values each: if and only if none is
// smaller than ℓ and Σ_v min(c_v, m) ≥ ℓ·m.
func (p *part) differ(counts []int64) bool {
	m := int64(len(p.sets))
	places := int64(0)
	for _, n := range counts {
		places += min(n, m)
	}
	smallest := slices.MinFunc(p.sets, func(a, b set) int { return cmp.Compare(a.size, b.size) })
	return smallest.size >= p.distinct && places >= p.distinct*m
}
