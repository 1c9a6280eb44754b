package jump

import (
	"context"
	"math/big"

	"skyline/engine/progress"
)

// Comparison says how an algorithm fares with a table, and with others like it.
type Comparison struct {
	Algorithm *Algorithm
	// Released is the generalization that is released of the table, from 1; 0 if none is,
	// and −1 where that could not be decided.
	Released int
	// NothingLow and NothingHigh bound how likely it is that nothing is released of a
	// table with the same people and the same multiset of values, in any order. They are
	// equal where that is known.
	NothingLow, NothingHigh *big.Rat
}

// Compare compares algorithms. No jump vector is best for all tables (Theorems 2 to 5 of
// the source); this tells which to choose before the values are known to the publisher's
// adversary. To choose by what is released of the table itself would be one more
// algorithm, and not a safe one.
//
// Errors: *engine.ParamError, those of ctx.
func (t *Table) Compare(ctx context.Context, algorithms []*Algorithm, o *Options) ([]Comparison, error) {
	result := make([]Comparison, len(algorithms))
	for k, a := range algorithms {
		ctx := progress.Part(ctx, k, len(algorithms))
		evaluation, err := t.Publish(ctx, a, &Options{Limit: o.Limit})
		if err != nil {
			return nil, err
		}
		result[k] = Comparison{Algorithm: a, Released: evaluation.Released}
		if evaluation.Undecided != nil {
			result[k].Released = -1
		}
		if result[k].NothingLow, result[k].NothingHigh, err = t.nothing(ctx, a, o); err != nil {
			return nil, err
		}
	}
	return result, nil
}

// mostCompared is of how many people all tables are counted to say how likely it is that
// nothing is released.
const mostCompared = 1 << 20

// nothing bounds how likely it is that nothing is released. To release nothing is taken
// for one more generalization, of everybody in one group.
func (t *Table) nothing(ctx context.Context, a *Algorithm, o *Options) (low, high *big.Rat, err error) {
	e := newEvaluator(t.withWhole(), a, o)
	e.toWhole = true
	i := e.table.Generalizations()
	v, err := e.view(ctx, i, e.table.signature(i))
	if err != nil {
		return nil, nil, err
	}
	if v.table.people > mostCompared {
		return new(big.Rat), big.NewRat(1, 1), nil
	}
	b, _, undecided, err := v.counted(ctx, o.Limit)
	if err != nil {
		return nil, nil, err
	}
	switch {
	case undecided == nil && b.total == nil: // nothing is ever released
		return big.NewRat(1, 1), big.NewRat(1, 1), nil
	case undecided == nil:
		share := new(big.Rat).SetFrac(b.total, product(v.signature))
		return share, share, nil
	}
	if low, high = new(big.Rat), big.NewRat(1, 1); v.blocked != nil || a.Joint != nil {
		return low, high, nil
	}
	if upper, _, err := v.noneOf(ctx, v.gates, o.Limit); err == nil {
		high = ratio(upper.total, product(v.signature), true)
	} else if !tooLarge(err) {
		return nil, nil, err
	}
	if !v.failersArrive {
		return low, high, nil
	}
	if lower, _, err := v.noneOf(ctx, v.live, o.Limit); err == nil {
		return ratio(lower.total, product(v.signature), false), high, nil
	} else if !tooLarge(err) {
		return nil, nil, err
	}
	return low, high, v.atLeast(ctx, low)
}

// atLeast raises a lower bound by how likely it is at most that anything is passed.
func (v *view) atLeast(ctx context.Context, low *big.Rat) error {
	rest := big.NewRat(1, 1)
	for _, j := range v.table.coarsest(v.live) {
		chance, err := v.chance(ctx, j)
		if err != nil {
			return err
		}
		rest.Sub(rest, chance)
	}
	if rest.Cmp(low) > 0 {
		low.Set(rest)
	}
	return nil
}
