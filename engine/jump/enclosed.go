package jump

import (
	"context"
	"math/big"

	"skyline/engine/jump/beliefs"
	"skyline/engine/jump/internal/counting"
)

// enclosed decides by bounds on how likely a table is to pass none of the live
// generalizations, which are there if the coarsest of those is one that is finer than g_i;
// and, where something is recursive, likewise for the gates. Nil if that does not decide.
//
// What it takes to count the tables of some groups, and narrower bounds for the others, is
// spent in steps, as long as that is not enough, up to limit.
func (v *view) enclosed(ctx context.Context, limit float64) (*answer, error) {
	share, ok := v.algorithm.Property.(beliefs.MaxShare)
	if !ok || v.without(ofEnclosures) || !v.failersArrive || len(v.live) == 0 || len(v.signature) == 0 {
		return nil, nil
	}
	failers := v.enclosuresOf(v.live, share)
	if failers == nil {
		return nil, nil
	}
	if len(v.recursive) > 0 {
		a, err := v.surrounded(ctx, share, failers, min(quickly, limit))
		return a, unlessTooLarge(err)
	}
	quick, err := failers.enclose(ctx, share, min(quickly, limit))
	if err != nil {
		return nil, unlessTooLarge(err)
	}
	if failers.fail().High().Sign() == 0 {
		return &answer{holds: beliefs.No, reason: Enclosed}, nil // there is no such table
	}
	a, err := v.inside(ctx, bracket{failers, failers})
	if a != nil || err != nil {
		return a, err
	}
	if a, err = v.refined(ctx, bracket{failers, failers}); a != nil || err != nil || limit <= quickly {
		return a, unlessTooLarge(err)
	}
	counted, err := failers.enclose(ctx, share, limit)
	if err != nil || counted == quick {
		return nil, unlessTooLarge(err)
	}
	a, err = v.refined(ctx, bracket{failers, failers})
	return a, unlessTooLarge(err)
}

// bracket is what is known of a disclosure set S: that it has all tables that pass none of
// the live generalizations, and that none of its tables passes a gate. Where nothing is
// recursive both are the same, and S is known. With no gates the larger is nil: then it is
// the permutation set.
type bracket struct{ failers, ungated *enclosures }

// surrounded decides where something is recursive.
func (v *view) surrounded(ctx context.Context, p beliefs.MaxShare, failers *enclosures, limit float64) (*answer, error) {
	if _, err := failers.enclose(ctx, p, limit); err != nil {
		return nil, err
	}
	set := bracket{failers: failers}
	if len(v.gates) > 0 {
		if set.ungated = v.enclosuresOf(v.gates, p); set.ungated == nil {
			return nil, nil
		}
	}
	if ok, err := v.mayDecide(ctx, p, failers); !ok || err != nil {
		return nil, err
	}
	if set.ungated != nil {
		if _, err := set.ungated.enclose(ctx, p, limit); err != nil {
			return nil, err
		}
	}
	return v.refined(ctx, set)
}

// refined decides by narrower bounds.
func (v *view) refined(ctx context.Context, set bracket) (*answer, error) {
	if err := set.failers.refine(ctx); err != nil {
		return nil, err
	}
	if set.ungated != nil && set.ungated != set.failers {
		if err := set.ungated.refine(ctx); err != nil {
			return nil, err
		}
	}
	return v.inside(ctx, set)
}

// mayDecide reports whether the tables that pass none of the live generalizations may be
// enough of those that pass no gate. Let l and u be their shares of the permutation set, R
// what people must not believe in, and d the number of values. A set between is
// proven to satisfy the property if U_xv < R/(1−R)·(l − L_xv) for all x and v: summed up
// over v, only if u < R/(1−R)·(d−1)·l. It is proven to violate it if L_xv ≥ R/(1−R)·(u − U_xv)
// for some, of which the one is at most l and U_xv at most the share of v.
func (v *view) mayDecide(ctx context.Context, p beliefs.MaxShare, failers *enclosures) (bool, error) {
	one := big.NewRat(1, 1)
	if p.Share.Cmp(one) >= 0 {
		return true, nil
	}
	l, u := failers.fail().High(), one
	for _, gate := range v.table.coarsest(v.gates) {
		chance, err := v.chance(ctx, gate)
		if err != nil {
			return false, err
		}
		u = new(big.Rat).Sub(one, chance)
	}
	odds := new(big.Rat).Sub(one, p.Share)
	odds.Quo(p.Share, odds)
	values, most := 0, new(big.Rat)
	for _, h := range v.signature {
		values = max(values, len(h))
		for _, c := range h {
			if r := big.NewRat(c.N, h.people()); r.Cmp(most) > 0 {
				most = r
			}
		}
	}
	yes := new(big.Rat).Mul(new(big.Rat).Mul(odds, l), new(big.Rat).SetInt64(int64(values-1)))
	no := new(big.Rat).Mul(odds, new(big.Rat).Sub(u, most))
	return u.Cmp(yes) < 0 || l.Cmp(no) >= 0, nil
}

// inside decides for all sets that are as is known.
func (v *view) inside(ctx context.Context, set bracket) (*answer, error) {
	verdict, bound := beliefs.Yes, new(big.Rat)
	for group, h := range v.signature {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if set.repeats(group) {
			continue
		}
		known := map[[2]int64]bool{} // people alike in both
		for _, cell := range v.table.generalizations[v.i-1].members[group] {
			kind := set.kind(group, cell)
			if known[kind] {
				continue
			}
			known[kind] = true
			low, high := make([]*big.Rat, len(h)), make([]*big.Rat, len(h))
			for k, c := range h {
				share := set.share(group, cell, c.Value)
				low[k], high[k] = share.Low(), share.High()
				if high[k].Cmp(bound) > 0 {
					bound = high[k]
				}
			}
			if verdict = verdict.And(v.algorithm.Property.Between(low, high)); verdict == beliefs.No {
				return &answer{holds: verdict, reason: Enclosed}, nil
			}
		}
	}
	if verdict == beliefs.Unknown {
		return nil, nil
	}
	return &answer{holds: beliefs.Yes, reason: Enclosed, bound: bound}, nil
}

// repeats reports that a group is like one before it, in both sets.
func (s bracket) repeats(group int) bool {
	twin := s.failers.twin[group]
	return twin != group && (s.ungated == nil || s.ungated.twin[group] == s.ungated.twin[twin])
}

// kind tells people of a group apart: by the sizes of their cells in both sets.
func (s bracket) kind(group int, cell int32) [2]int64 {
	kind := [2]int64{s.failers.factor(group).Cells[s.failers.at[cell]]}
	if s.ungated != nil {
		kind[1] = s.ungated.factor(group).Cells[s.ungated.at[cell]]
	}
	return kind
}

// share bounds the share of the tables of S in which a person has a value: with/(with +
// without), of which the first lies between those of both sets with it, and the second
// between those without.
func (s bracket) share(group int, cell, value int32) counting.Interval {
	f := s.failers.factor(group)
	in, column := int(s.failers.at[cell]), f.column(value)
	least, elsewhere := s.failers.enclosures[group], s.failers.elsewhere[group]
	if s.ungated == s.failers {
		return least.Given(in, column, elsewhere)
	}
	with, without := least.Joint(in, column, elsewhere)
	var mostWith, mostWithout counting.Interval
	if s.ungated == nil {
		mostWith, mostWithout = least.Joint(in, column, counting.NewInterval(big.NewRat(1, 1)))
	} else {
		g := s.ungated.factor(group)
		mostWith, mostWithout = s.ungated.enclosures[group].Joint(int(s.ungated.at[cell]), g.column(value), s.ungated.elsewhere[group])
	}
	return counting.Share(counting.Hull(with, mostWith), counting.Hull(without, mostWithout))
}
