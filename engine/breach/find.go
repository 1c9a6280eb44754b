package breach

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"skyline/engine"
	"skyline/engine/knowledge"
)

// ErrTooLarge reports a knowledge skyline with more points than allowed.
var ErrTooLarge = engine.NewTooLarge("breach: the knowledge skyline has too many points")

// Find returns the knowledge skyline of a value at threshold c (Definition 5):
// the maximal points at which it is safe, ordered by l, k, m; none if it is
// unsafe already at (0, 0, 0). A value of -1 stands for one that occurs nowhere.
//
// l is capped at MaxL, where a point stands for every larger l, and k and m at
// the number of people. limit is how many points there may be.
//
// The paper's SkylineFind (Fig. 5) does not end in the multi-value cases, where
// the breach probability need not reach c as l grows, and takes a threshold that
// is met for one that is exceeded. This walks the staircase of maximal (k, m) at
// an l by binary search and skips to the last l with the same staircase, so it
// makes O(log N) decisions for each point of a staircase.
//
// Errors: ErrTooLarge, ErrTooClose; those of ctx.
func (r *Release) Find(ctx context.Context, value int32, c Threshold, limit int) ([]knowledge.Point, error) {
	f := finder{r: r, ctx: ctx, value: value, c: c, limit: limit, maxL: r.MaxL(value)}
	var points []knowledge.Point
	for l := int64(0); l <= f.maxL; {
		stairs := f.staircase(l)
		if f.err != nil {
			return nil, f.err
		}
		if len(stairs) == 0 {
			break // unsafe at (l, 0, 0), and at every larger l
		}
		last := f.lastWithSame(l, stairs)
		next := f.frontier(last + 1)
		for _, p := range stairs {
			if last < f.maxL && f.margin(next, p) > 0 {
				continue
			}
			p.L = last
			points = append(points, p)
		}
		if len(points) > limit {
			f.fail(fmt.Errorf("%w: more than %d", ErrTooLarge, limit))
		}
		if f.err != nil {
			return nil, f.err
		}
		l = last + 1
	}
	slices.SortFunc(points, func(p, q knowledge.Point) int {
		return cmp.Or(cmp.Compare(p.L, q.L), cmp.Compare(p.K, q.K), cmp.Compare(p.M, q.M))
	})
	return points, nil
}

// MaxL returns the largest number of other values in any group: from there on,
// knowing more about a target with this value changes nothing.
func (r *Release) MaxL(value int32) int64 {
	with := 0
	if value >= 0 {
		for _, p := range r.places[r.starts[value]:r.starts[value+1]] {
			if int(p.width) == r.widest {
				with++
			}
		}
	}
	if with == r.widestGroups && with > 0 {
		return int64(r.widest - 1) // every widest group has it
	}
	return int64(r.widest)
}

type finder struct {
	r     *Release
	ctx   context.Context
	value int32
	c     Threshold
	limit int
	maxL  int64
	// err is the first error. After it nothing is safe, so that searches end.
	err error
}

func (f *finder) fail(err error) {
	if f.err == nil {
		f.err = err
	}
}

// margin is positive just where a point, whatever its l, is safe, given the frontier at
// one.
func (f *finder) margin(candidates []candidate, p knowledge.Point) float64 {
	if err := f.ctx.Err(); err != nil {
		f.fail(fmt.Errorf("breach: find: %w", err))
	}
	if f.err != nil {
		return math.Inf(-1)
	}
	margin, err := f.r.marginAt(candidates, p, f.c)
	if err != nil {
		f.fail(err)
	}
	return margin
}

func (f *finder) frontier(l int64) []candidate {
	if f.value < 0 {
		return nil
	}
	return f.r.frontierOf(f.value, l)
}

// staircase returns the maximal safe (k, m) at an l, by falling k. A rise is looked for
// from the one before.
func (f *finder) staircase(l int64) []knowledge.Point {
	candidates := f.frontier(l)
	// Knowing as many people as a group has makes the rest of it certain.
	most := f.r.table.People
	for i := range candidates {
		most = min(most, candidates[i].n)
	}
	margin := func(k, m int64) float64 {
		return f.margin(candidates, knowledge.Point{L: l, K: k, M: m})
	}
	var stairs []knowledge.Point
	k := largest(most, 0, func(k int64) float64 { return margin(k, 0) })
	for m, rise := int64(0), int64(0); k >= 0; {
		if len(stairs) > f.limit {
			f.fail(fmt.Errorf("%w: more than %d", ErrTooLarge, f.limit))
		}
		if f.err != nil {
			return nil
		}
		rise = largest(most-m, rise, func(step int64) float64 { return margin(k, m+step) })
		m += rise
		stairs = append(stairs, knowledge.Point{L: l, K: k, M: m})
		m++
		if m > most {
			break
		}
		k = largest(k-1, k-1, func(k int64) float64 { return margin(k, m) })
	}
	return stairs
}

// lastWithSame returns the last l whose staircase is the same. What is safe
// shrinks as l grows, so that is the last at which all of it is still safe.
func (f *finder) lastWithSame(l int64, stairs []knowledge.Point) int64 {
	same := func(l int64) bool {
		candidates := f.frontier(l)
		for _, p := range stairs {
			if !(f.margin(candidates, p) > 0) {
				return false
			}
		}
		return true
	}
	if l == f.maxL || !same(l+1) {
		return l
	}
	return l + 1 + largest(f.maxL-l-1, 0, func(step int64) float64 {
		if same(l + 1 + step) {
			return math.Inf(1)
		}
		return math.Inf(-1)
	})
}
