package jump

import (
	"context"
	"math/big"
)

// Belief is what somebody who knows the algorithm believes after he has seen what it
// released: or, where it released nothing, what he believes who knows which sensitive
// values the table has.
type Belief struct {
	// Released is the generalization, from 1; 0 for nothing.
	Released int
	// Each calls yield for lists of cells whose people he believes the same of, with
	// how likely each value is; those that are left out are impossible.
	Each func(yield func(cells []int32, values []int32, shares []*big.Rat) bool)
}

// Posterior follows an algorithm and returns what is believed afterwards. Somebody who
// sees that nothing was released may learn something from that alone: Theorem 1 of the
// source holds only for those who do not know the multiset of values.
//
// Errors: *engine.ParamError, *Undecided, those of ctx.
func (t *Table) Posterior(ctx context.Context, a *Algorithm, o *Options) (*Belief, error) {
	evaluation, err := t.Publish(ctx, a, &Options{Limit: o.Limit})
	if err != nil {
		return nil, err
	}
	if evaluation.Undecided != nil {
		return nil, evaluation.Undecided
	}
	e, i := newEvaluator(t, a, o), evaluation.Released
	if i == 0 {
		e = newEvaluator(t.withWhole(), a, o)
		e.toWhole = true
		i = e.table.Generalizations()
	}
	b, undecided, err := e.belief(ctx, i)
	if err != nil {
		return nil, err
	}
	if undecided != nil {
		return nil, undecided
	}
	return &Belief{Released: evaluation.Released, Each: b.each}, nil
}

// belief is that in the disclosure set of g_i of the table, which gets there.
func (e *evaluator) belief(ctx context.Context, i int) (*belief, *Undecided, error) {
	signature := e.table.signature(i)
	v, err := e.view(ctx, i, signature)
	if err != nil {
		return nil, nil, err
	}
	b, _, undecided, err := v.believes(ctx, e.options.Limit)
	return b, undecided, err
}

// each is that of Belief.
func (b *belief) each(yield func(cells []int32, values []int32, shares []*big.Rat) bool) {
	of := b.table.generalizations[b.i-1].of
	for _, cells := range b.cells() {
		row := b.row(cells[0])
		sum := rowSum(row)
		var values []int32
		var shares []*big.Rat
		for k, n := range row {
			if n.Sign() > 0 {
				values = append(values, b.signature[of[cells[0]]][k].Value)
				shares = append(shares, new(big.Rat).SetFrac(n, sum))
			}
		}
		if !yield(cells, values, shares) {
			return
		}
	}
}
