package jump

import (
	"context"
	"math/big"

	"skyline/engine/jump/beliefs"
)

// bounded decides by what is true of every set of tables between those that pass none of
// the live generalizations and those that pass none of the gates; nil if that does not
// decide.
//
// Where L ⊆ S ⊆ U, the share of the tables of S in which x has v lies between
// L_xv / (U − U_xv + L_xv) and U_xv / (L + U_xv − L_xv), the subscript counting those of
// them in which he does.
func (v *view) bounded(ctx context.Context, limit float64) (*answer, error) {
	if v.failersArrive {
		if a, err := v.byChance(ctx); a != nil || err != nil {
			return a, err
		}
		if a, err := v.enclosed(ctx, limit); a != nil || err != nil {
			return a, err
		}
	}
	if len(v.recursive) == 0 || v.without(ofSandwich) {
		return nil, nil // the two sets are the same
	}
	upper, work, err := v.noneOf(ctx, v.gates, limit)
	if err != nil {
		return nil, unlessTooLarge(err)
	}
	lower := v.table.none(v.i, v.signature)
	if v.failersArrive {
		if lower, _, err = v.noneOf(ctx, v.live, limit-work); err != nil {
			return nil, unlessTooLarge(err)
		}
	}
	return v.between(ctx, lower, upper)
}

func unlessTooLarge(err error) error {
	if tooLarge(err) {
		return nil
	}
	return err
}

// between decides for all sets between two.
func (v *view) between(ctx context.Context, lower, upper *belief) (*answer, error) {
	cells := (&belief{table: v.table, i: v.i, tells: append(append([]int{}, lower.tells...), upper.tells...)}).cells()
	verdict, bound := beliefs.Yes, new(big.Rat)
	for k, list := range cells {
		if k%64 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		most := upper.counts(list[0])
		var fewest []*big.Int
		if lower.isEmpty() {
			fewest = make([]*big.Int, len(most))
			for value := range fewest {
				fewest[value] = new(big.Int)
			}
		} else {
			fewest = lower.counts(list[0])
		}
		low, high := make([]*big.Rat, len(most)), make([]*big.Rat, len(most))
		for value := range most {
			gap := new(big.Int).Sub(most[value], fewest[value])
			low[value] = ratio(fewest[value], new(big.Int).Sub(upper.total, gap), false)
			high[value] = ratio(most[value], gap.Add(gap, lower.total), true)
			if high[value].Cmp(bound) > 0 {
				bound = high[value]
			}
		}
		if verdict = verdict.And(v.algorithm.Property.Between(low, high)); verdict == beliefs.No {
			return &answer{holds: verdict, reason: Sandwiched}, nil
		}
	}
	if verdict == beliefs.Unknown {
		return nil, nil
	}
	return &answer{holds: beliefs.Yes, reason: Sandwiched, bound: bound}, nil
}

// shortly is up to how many bits ratios are kept as they are.
const shortly = 4096

// ratio returns n/d, or, where that is long, a short fraction just above or below it. A
// ratio to nothing is that of a set that may be empty: 0, or 1.
func ratio(n, d *big.Int, up bool) *big.Rat {
	const bits = 128
	switch {
	case d.Sign() == 0 && up:
		return big.NewRat(1, 1)
	case d.Sign() == 0:
		return new(big.Rat)
	case d.BitLen() <= shortly:
		return new(big.Rat).SetFrac(n, d)
	}
	quotient, rest := new(big.Int).QuoRem(new(big.Int).Lsh(n, bits), d, new(big.Int))
	if up && rest.Sign() > 0 {
		quotient.Add(quotient, big.NewInt(1))
	}
	return new(big.Rat).SetFrac(quotient, new(big.Int).Lsh(big.NewInt(1), bits))
}

// byChance decides by how likely it is at most that a table passes any of the live
// generalizations: pi. A share r of the permutation set is one from (r − pi) / (1 − pi)
// to r / (1 − pi) of the disclosure set. Nil if that does not decide.
func (v *view) byChance(ctx context.Context) (*answer, error) {
	if v.without(ofChance) {
		return nil, nil
	}
	one := big.NewRat(1, 1)
	pi := new(big.Rat)
	for _, j := range v.table.coarsest(v.live) {
		chance, err := v.chance(ctx, j)
		if err != nil {
			return nil, err
		}
		if pi.Add(pi, chance); pi.Cmp(one) >= 0 {
			return nil, nil
		}
	}
	rest := new(big.Rat).Sub(one, pi)
	verdict, bound := beliefs.Yes, new(big.Rat)
	for _, h := range v.signature {
		low, high := make([]*big.Rat, len(h)), make([]*big.Rat, len(h))
		for k, c := range h {
			share := big.NewRat(c.N, h.people())
			high[k] = new(big.Rat).Quo(share, rest)
			low[k] = new(big.Rat).Sub(share, pi)
			if low[k].Quo(low[k], rest); low[k].Sign() < 0 {
				low[k].SetInt64(0)
			}
			if high[k].Cmp(bound) > 0 {
				bound = high[k]
			}
		}
		if verdict = verdict.And(v.algorithm.Property.Between(low, high)); verdict == beliefs.No {
			return &answer{holds: verdict, reason: Bounded}, nil
		}
	}
	if verdict == beliefs.Unknown {
		return nil, nil
	}
	return &answer{holds: beliefs.Yes, reason: Bounded, bound: bound}, nil
}

// chance returns at least how likely it is that a table passes g_j, rounded upwards: at
// most the product of what is known of the parts of the people, which are independent.
func (v *view) chance(ctx context.Context, j int) (*big.Rat, error) {
	result := big.NewRat(1, 1)
	s := v.term([]int{j}, 1)
	for k, f := range s.factors {
		if k%64 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if chance, ok := f.Bound(v.algorithm.Property); ok {
			result.Mul(result, chance)
			result = ratio(result.Num(), result.Denom(), true)
		}
	}
	return result, nil
}

// counts is a row in numbers of tables.
func (b *belief) counts(cell int32) []*big.Int {
	row := b.row(cell)
	if sum := rowSum(row); sum.Sign() > 0 {
		for k, n := range row {
			row[k] = n.Quo(n.Mul(n, b.total), sum)
		}
	}
	return row
}
