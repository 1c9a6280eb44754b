package jump

import (
	"context"
	"errors"
	"math/rand/v2"

	"skyline/engine/jump/audit"
	"skyline/engine/jump/profile"
	"skyline/engine/jump/tables"
)

// audit draws tables of the permutation set, and sees which of them get to g_i.
func (v *view) audit(ctx context.Context) (*audit.Report, error) {
	w := v.classes()
	reaches := w.reaches
	if chain := v.chain(); chain != nil {
		judge, err := chain.judge(w)
		if err != nil {
			return nil, err
		}
		reaches = judge
	}
	population := &audit.Population{Cells: w.instance.Cells, In: w.instance.Generalizations[len(w.steps)-1], Counts: v.table.dense(v.signature)}
	random := rand.New(rand.NewPCG(v.options.Seed, uint64(v.i)))
	return audit.Run(ctx, population, reaches, v.options.Samples, v.options.Confidence, random)
}

// reaches follows a drawn table.
func (c *classed) reaches(ctx context.Context, spread [][]int64) (tables.Verdict, error) {
	k := c.follow(1)
	for k > 0 && k < len(c.steps) {
		j := c.steps[k-1]
		signature := make([][]int64, len(c.table.generalizations[j-1].members))
		for group := range signature {
			signature[group] = make([]int64, c.table.values)
		}
		for cell, row := range spread {
			group := signature[c.instance.Generalizations[k-1][cell]]
			for value, n := range row {
				group[value] += n
			}
		}
		histograms := sparse(signature)
		holds, err := c.permutes(ctx, histograms)
		switch {
		case err != nil:
			return tables.Unknown, err
		case !holds:
			k = c.follow(j + 1)
			continue
		case c.algorithm.Strategy == Naive || c.next(j) > c.i:
			return tables.No, nil
		}
		verdict, undecided, err := c.settle(ctx, j, histograms)
		switch {
		case err != nil || undecided != nil:
			return tables.Unknown, err
		case verdict == tables.Yes:
			return tables.No, nil
		}
		k = c.follow(c.next(j))
	}
	return tables.VerdictOf(k == len(c.steps)), nil
}

// judge returns how to see whether a drawn table is in the disclosure set, where one
// recursive generalization matters. cells are those of the draws.
func (c *chained) judge(cells *classed) (audit.Reaches, error) {
	judge, err := c.chain.Judge(c.share, c.options.Limit/stepsOfProfile)
	if err != nil {
		return nil, err
	}
	at := make([]int32, len(cells.instance.Cells)) // the chain's cell of a drawn one
	for cell, k := range cells.cellOf {
		at[k] = c.cellOf[cell]
	}
	return func(ctx context.Context, spread [][]int64) (tables.Verdict, error) {
		ordered := make([][]int64, len(spread))
		for k, row := range spread {
			ordered[at[k]] = row
		}
		contains, err := judge.Contains(ctx, ordered)
		if errors.Is(err, profile.ErrTooLarge) {
			return tables.Unknown, nil
		}
		return tables.VerdictOf(contains), err
	}, nil
}
