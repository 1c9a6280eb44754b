package jump

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"

	"skyline/engine/jump/mask"
	"skyline/engine/jump/tables"
)

// enclosures bound, for each group of g_i, how likely it is to keep a random table of the
// permutation set from passing one generalization, which is finer than g_i.
type enclosures struct {
	*term
	// of each group
	enclosures []*mask.Enclosure
	elsewhere  []mask.Interval // how likely any other group is to do so
	// same is the first group that is like a group.
	same    []int
	efforts []effort // ascending
}

// effort is what it takes to count the tables of a group.
type effort struct {
	group int
	work  float64
}

// enclosed decides by bounds on how likely tables are to pass none of the live
// generalizations, which are there if only one of those is coarsest, and it is finer than
// g_i; and likewise for the gates. Nil if that does not decide.
//
// Where nothing is recursive, the former are the disclosure set. Otherwise that lies
// between both, L ⊆ S ⊆ U, and the share of its tables in which x has v is
// with/(with + without), of which the first lies between those of L and U with it, and the
// second between those without.
//
// Groups are counted, those that take least first, while that takes at most limit.
func (v *view) enclosed(ctx context.Context, limit float64) (*answer, error) {
	share, ok := v.algorithm.Property.(tables.MaxShare)
	if !ok || !v.arrives || len(v.live) == 0 || len(v.signature) == 0 {
		return nil, nil
	}
	lower := v.terms(v.live)
	if lower == nil {
		return nil, nil
	}
	if len(v.recursive) > 0 {
		return v.surrounded(ctx, share, lower, min(quickly, limit))
	}
	// What is quick first, and more only if that makes a difference.
	first, err := lower.enclose(ctx, share, min(quickly, limit))
	if err != nil {
		return nil, unlessTooLarge(err)
	}
	if lower.fail().High().Sign() == 0 {
		return &answer{holds: tables.No, reason: Enclosed}, nil // there is no such table
	}
	if a, err := v.inside(ctx, lower, lower); a != nil || err != nil {
		return a, err
	}
	if err := lower.refine(ctx); err != nil {
		return nil, unlessTooLarge(err)
	}
	if a, err := v.inside(ctx, lower, lower); a != nil || err != nil || limit <= quickly {
		return a, err
	}
	second, err := lower.enclose(ctx, share, limit)
	if err == nil && first < second {
		err = lower.refine(ctx)
	}
	if err != nil || first == second {
		return nil, unlessTooLarge(err)
	}
	return v.inside(ctx, lower, lower)
}

// surrounded decides where something is recursive.
func (v *view) surrounded(ctx context.Context, p tables.MaxShare, lower *enclosures, limit float64) (*answer, error) {
	if _, err := lower.enclose(ctx, p, limit); err != nil {
		return nil, unlessTooLarge(err)
	}
	upper := lower
	if len(v.gates) > 0 {
		if upper = v.terms(v.gates); upper == nil {
			return nil, nil
		}
	}
	if ok, err := v.mayDecide(ctx, p, lower); !ok || err != nil {
		return nil, err
	}
	if upper != lower {
		if _, err := upper.enclose(ctx, p, limit); err != nil {
			return nil, unlessTooLarge(err)
		}
	}
	for _, e := range []*enclosures{lower, upper} {
		if err := e.refine(ctx); err != nil {
			return nil, unlessTooLarge(err)
		}
	}
	return v.inside(ctx, lower, upper)
}

// mayDecide reports whether the tables that pass none of the live generalizations may be
// enough of those that pass no gate. Let l and u be their shares of the permutation set, R
// the largest that people may believe in, and d the number of values. A set between is
// proven to satisfy the property if U_xv ≤ R/(1−R)·(l − L_xv) for all x and v: summed up
// over v, only if u ≤ R/(1−R)·(d−1)·l. It is proven to violate it if L_xv > R/(1−R)·(u − U_xv)
// for some, of which the one is at most l and U_xv at most the share of v.
func (v *view) mayDecide(ctx context.Context, p tables.MaxShare, lower *enclosures) (bool, error) {
	one := big.NewRat(1, 1)
	l := lower.fail().High()
	u := one
	for _, gate := range v.table.coarsest(v.gates) {
		chance, err := v.chance(ctx, gate)
		if err != nil {
			return false, err
		}
		u = new(big.Rat).Sub(one, chance)
	}
	if p.Share.Cmp(one) >= 0 {
		return true, nil
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
	return u.Cmp(yes) <= 0 || l.Cmp(no) > 0, nil
}

// terms are the tables that pass the coarsest of a list of generalizations, if there is
// one, and it is finer than g_i.
func (v *view) terms(list []int) *enclosures {
	coarsest := v.table.coarsest(list)
	if len(coarsest) != 1 || !v.table.finer[coarsest[0]-1][v.i-1] {
		return nil
	}
	e := &enclosures{term: v.term(coarsest, 1)}
	first := map[string]int{}
	for group := range v.signature {
		f := e.factor(group)
		key := fmt.Sprint(f.Cells, f.Counts)
		if _, ok := first[key]; !ok {
			first[key] = group
		}
		e.same = append(e.same, first[key])
	}
	return e
}

func (e *enclosures) factor(group int) *factor { return e.factors[e.of[group]] }

// enclose computes the bounds, and returns how many groups were counted.
func (e *enclosures) enclose(ctx context.Context, p tables.MaxShare, limit float64) (int, error) {
	if e.efforts == nil {
		for group, first := range e.same {
			if group == first {
				e.efforts = append(e.efforts, effort{group, e.factor(group).Forecast(p).Work})
			}
		}
		slices.SortStableFunc(e.efforts, func(a, b effort) int { return cmp.Compare(a.work, b.work) })
	}
	e.enclosures = make([]*mask.Enclosure, len(e.same))
	counted, left := 0, limit
	for _, x := range e.efforts {
		allowed := -1.0
		if left -= x.work; left >= 0 {
			allowed = limit
			counted++
		}
		var err error
		if e.enclosures[x.group], err = e.factor(x.group).Enclose(ctx, p, allowed); err != nil {
			return 0, err
		}
	}
	e.others()
	return counted, nil
}

// refine narrows the bounds.
func (e *enclosures) refine(ctx context.Context) error {
	for group, first := range e.same {
		if group == first {
			if err := e.enclosures[group].Refine(ctx); err != nil {
				return err
			}
		}
	}
	e.others()
	return nil
}

// others works out what happens elsewhere.
func (e *enclosures) others() {
	e.elsewhere = make([]mask.Interval, len(e.same))
	var before, after mask.Interval
	for group, first := range e.same {
		e.enclosures[group] = e.enclosures[first]
		e.elsewhere[group] = before
		before = mask.Either(before, e.enclosures[group].Fail)
	}
	for group := len(e.same) - 1; group >= 0; group-- {
		e.elsewhere[group] = mask.Either(e.elsewhere[group], after)
		after = mask.Either(after, e.enclosures[group].Fail)
	}
}

// fail is how likely any group keeps a table from passing.
func (e *enclosures) fail() mask.Interval { return mask.Either(e.enclosures[0].Fail, e.elsewhere[0]) }

// inside decides for all sets between two: the same if nothing is recursive. With no gates
// the larger is the permutation set.
func (v *view) inside(ctx context.Context, lower, upper *enclosures) (*answer, error) {
	verdict, bound := tables.Yes, new(big.Rat)
	for group, h := range v.signature {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if lower.same[group] != group && upper.same[group] == upper.same[lower.same[group]] {
			continue
		}
		f, g := lower.factor(group), upper.factor(group)
		known := map[[2]int64]bool{} // people alike in both
		for _, cell := range v.table.generalizations[v.i-1].members[group] {
			in, out := f.at[cell], g.at[cell]
			if known[[2]int64{f.Cells[in], g.Cells[out]}] {
				continue
			}
			known[[2]int64{f.Cells[in], g.Cells[out]}] = true
			low, high := make([]*big.Rat, len(h)), make([]*big.Rat, len(h))
			for k, c := range h {
				value := f.column[c.Value]
				var share mask.Interval
				if len(v.recursive) == 0 {
					share = lower.enclosures[group].Given(in, value, lower.elsewhere[group])
				} else {
					elsewhere := upper.elsewhere[group]
					if len(v.gates) == 0 {
						elsewhere = mask.NewInterval(big.NewRat(1, 1))
					}
					with, without := lower.enclosures[group].Joint(in, value, lower.elsewhere[group])
					mostWith, mostWithout := upper.enclosures[group].Joint(out, value, elsewhere)
					share = mask.Share(mask.Hull(with, mostWith), mask.Hull(without, mostWithout))
				}
				low[k], high[k] = share.Low(), share.High()
				if high[k].Cmp(bound) > 0 {
					bound = high[k]
				}
			}
			if verdict = verdict.And(v.algorithm.Property.Between(low, high)); verdict == tables.No {
				return &answer{holds: verdict, reason: Enclosed}, nil
			}
		}
	}
	if verdict == tables.Unknown {
		return nil, nil
	}
	return &answer{holds: tables.Yes, reason: Enclosed, bound: bound}, nil
}
