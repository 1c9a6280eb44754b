package profile

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"

	"skyline/engine"
	"skyline/engine/jump/tables"
)

// Judge decides for single tables whether they are in the disclosure set that
// Chain.Count counts, also where there are too many to count. It remembers groups of e by
// their sizes and counts. It is not for concurrent use.
type Judge struct {
	chain   Chain
	limit   float64
	library *library
	shapes  []*shape // of the groups of e
}

// maxRemembered is how many groups of e a Judge remembers: some 100 MB.
const maxRemembered = 1 << 17

// Judge returns one for a property. limit is for the steps that one group of e may take.
//
// Errors: *engine.ParamError.
func (c Chain) Judge(p tables.MaxShare, limit float64) (*Judge, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	j := &Judge{chain: c, limit: limit, library: newLibrary(p, &budget{limit: math.Inf(1)})}
	j.library.onlyVerdicts, j.library.maxSize = true, maxRemembered
	for _, g := range c {
		for _, part := range g.Parts {
			u := unit{sizes: part.Sizes, people: part.people()}
			j.shapes = append(j.shapes, j.library.shape(u))
		}
	}
	return j, nil
}

// Discloses reports whether the strategy discloses e for the tables with these counts of
// values in each of the groups of e, in order: whether they pass in e and
//
//	Π a ≤ min τ,   Π a < 1
//
// with a of a group the share of its tables that pass in f, and τ as Count has it. Cost:
// that of the groups not seen before, each at most the limit.
//
// Errors: ErrTooLarge where that does not suffice, whatever was asked before; the
// context's; *engine.ParamError.
func (j *Judge) Discloses(ctx context.Context, counts [][]int64) (bool, error) {
	if len(counts) != len(j.shapes) {
		return false, engine.NewParamError("profile", "counts", fmt.Sprintf("those of %d groups", len(j.shapes)), len(counts))
	}
	possible := true
	for k, s := range j.shapes {
		sorted, people := descend(counts[k])
		if people != s.people {
			return false, engine.NewParamError("profile", "counts", fmt.Sprintf("those of %d people in group %d", s.people, k), people)
		}
		if len(sorted) > 0 && sorted[0] > s.bound {
			return false, nil
		}
		possible = possible && feasible(s.sizes, s.bounds, sorted)
	}
	if !possible {
		return true, nil
	}
	j.library.budget.ctx = ctx
	verdicts := make([]*record, len(counts))
	alpha, tau := 1.0, math.Inf(1)
	for k, s := range j.shapes {
		if len(s.sizes) < 2 {
			continue
		}
		if steps := blockSteps(s.sizes, len(counts[k])); !(steps <= j.limit) {
			return false, fmt.Errorf("%w: about %.3g for a group, limit %.3g", ErrTooLarge, steps, j.limit)
		}
		r, err := j.library.record(s, counts[k])
		if err != nil {
			return false, err
		}
		verdicts[k] = r
		alpha *= r.a
		tau = min(tau, r.t)
	}
	// Floating-point numbers where they are clear.
	epsilon := margin(len(counts))
	if alpha < 1-epsilon && alpha+tiny < tau*(1-epsilon) {
		return true, nil
	}
	if alpha > tau*(1+epsilon)+tiny {
		return false, nil
	}
	return j.exactly(verdicts), nil
}

func (j *Judge) exactly(records []*record) bool {
	alpha := big.NewRat(1, 1)
	var tau *big.Rat
	for _, r := range records {
		if r == nil {
			continue
		}
		alpha.Mul(alpha, r.alpha)
		if r.tau != nil && (tau == nil || r.tau.Cmp(tau) < 0) {
			tau = r.tau
		}
	}
	return alpha.Cmp(big.NewRat(1, 1)) < 0 && (tau == nil || alpha.Cmp(tau) <= 0)
}

// Contains reports whether a table of the permutation set of i is in the disclosure set:
// spread[cell][value] are its people.
//
// Errors: as Discloses.
func (j *Judge) Contains(ctx context.Context, spread [][]int64) (bool, error) {
	counts := make([][]int64, 0, len(j.shapes))
	cell, passes := 0, true
	for _, s := range j.shapes {
		var sum []int64
		for i := range s.sizes {
			if cell == len(spread) {
				return false, engine.NewParamError("profile", "spread", "of all cells", len(spread))
			}
			if sum == nil {
				sum = make([]int64, len(spread[cell]))
			}
			if len(spread[cell]) != len(sum) {
				return false, engine.NewParamError("profile", "spread", "of the same values in all cells of a group", nil)
			}
			for v, n := range spread[cell] {
				sum[v] += n
				passes = passes && n <= s.bounds[i]
			}
			cell++
		}
		counts = append(counts, sum)
	}
	if cell != len(spread) {
		return false, engine.NewParamError("profile", "spread", fmt.Sprintf("of %d cells", cell), len(spread))
	}
	if passes {
		return false, nil
	}
	discloses, err := j.Discloses(ctx, counts)
	return !discloses && err == nil, err
}

// descend returns the positive counts, largest first, and their sum.
func descend(counts []int64) (sorted []int64, people int64) {
	for _, n := range counts {
		if n > 0 {
			sorted = append(sorted, n)
		}
		people += n
	}
	slices.SortFunc(sorted, descending)
	return sorted, people
}
