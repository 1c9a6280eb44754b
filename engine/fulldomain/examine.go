package fulldomain

import (
	"context"
	"fmt"

	"skyline/engine/internal/parallel"
	"skyline/engine/privacy"
)

// examiner checks nodes of a lattice, and knows the best so far.
type examiner struct {
	*problem
	ctx     context.Context //nolint:containedctx // of one call
	options *Options
	// monotone says that what is above a safe node is safe, and keeps that what is above
	// one that satisfies the requirements with everybody does so too.
	monotone, keeps bool
	cache           *cache
	checkers        []*checker // by worker
	count           int64
	stopped         bool
	best            *Node // of a search for it; nil: none yet
}

func newExaminer(ctx context.Context, p *problem, options *Options) *examiner {
	e := &examiner{problem: p, ctx: ctx, options: options, monotone: true, keeps: true, cache: newCache(p.base)}
	for range max(1, options.Workers) {
		e.checkers = append(e.checkers, p.checker())
	}
	for _, r := range options.Requirements {
		merging := r.Merging(p.constraint)
		e.monotone = e.monotone && (merging == privacy.Absorbs || merging == privacy.Keeps && p.limit == 0)
		e.keeps = e.keeps && merging != privacy.MayBreak
	}
	return e
}

// examine checks generalizations: only the first of them if the search is to stop.
//
// Errors: those of the context and of the requirements.
func (e *examiner) examine(levels [][]int) ([]verdict, error) {
	for i := range levels {
		if e.options.Stop != nil && e.count+int64(i) > 0 && e.options.Stop() {
			e.stopped, levels = true, levels[:i]
			break
		}
	}
	from := make([]*table, len(levels))
	for i := range levels {
		from[i] = e.cache.finest(levels[i])
	}
	verdicts, errs := make([]verdict, len(levels)), make([]error, len(levels))
	parallel.For(len(e.checkers), len(levels), func(worker, i int) {
		if errs[i] = e.ctx.Err(); errs[i] == nil {
			verdicts[i], errs[i] = e.checkers[worker].check(e.ctx, from[i], levels[i])
		}
		// The worker's next check makes another table in its place.
		if v := &verdicts[i]; v.table != nil && isWorth(v.table, from[i]) {
			v.table = v.table.clone()
		} else {
			v.table = nil
		}
	})
	for i := range verdicts {
		if errs[i] != nil {
			return nil, fmt.Errorf("fulldomain: %w", errs[i])
		}
		if verdicts[i].table != nil {
			e.cache.add(verdicts[i].table)
		}
		e.count++
	}
	return verdicts, nil
}

// endsAt reports whether what is above a safe node is not better.
func (e *examiner) endsAt(v *verdict) bool {
	// All measures grow as groups are merged, and as people are left out; but of the
	// average group, leaving out the largest makes it smaller.
	return v.node.Suppressed == 0 && (e.keeps || e.options.Measure != AverageGroup)
}
