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
	return Maximal(ctx, r.MaxL(value), limit, func(l int64) (int64, Margin) {
		var candidates []candidate
		if value >= 0 {
			candidates = r.frontierOf(value, l)
		}
		// Knowing as many people as a group has makes the rest of it certain.
		most := r.table.People
		for i := range candidates {
			most = min(most, candidates[i].n)
		}
		return most, func(p knowledge.Point) (float64, error) { return r.marginAt(candidates, p, c) }
	})
}

// Margin is positive just where a point is safe, and does not rise with k or m. The smoother
// it is, the fewer points are asked for.
type Margin func(knowledge.Point) (float64, error)

// Maximal returns the maximal safe points, ordered by l, k, m; at returns for an l what k and
// m need not exceed, and the margin of its points. What is safe must not grow with l, k or m.
// limit is how many points there may be.
//
// It walks the staircase of maximal (k, m) at an l by binary search, and skips to the last l
// with the same staircase.
//
// Errors: ErrTooLarge; those of margins and of ctx.
func Maximal(ctx context.Context, maxL int64, limit int, at func(l int64) (most int64, margin Margin)) ([]knowledge.Point, error) {
	f := finder{ctx: ctx, limit: limit, maxL: maxL, at: at}
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
		next := f.marginsAt(last + 1)
		for _, p := range stairs {
			if last < f.maxL && next(p) > 0 {
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
	ctx   context.Context
	limit int
	maxL  int64
	at    func(l int64) (int64, Margin)
	// err is the first error. After it nothing is safe, so that searches end.
	err error
}

func (f *finder) fail(err error) {
	if f.err == nil {
		f.err = err
	}
}

// marginsAt returns the margins of points at an l, whatever theirs is.
func (f *finder) marginsAt(l int64) func(knowledge.Point) float64 {
	_, margin := f.at(l)
	return f.checked(l, margin)
}

func (f *finder) checked(l int64, margin Margin) func(knowledge.Point) float64 {
	return func(p knowledge.Point) float64 {
		if err := f.ctx.Err(); err != nil {
			f.fail(fmt.Errorf("breach: find: %w", err))
		}
		if f.err != nil {
			return math.Inf(-1)
		}
		p.L = l
		m, err := margin(p)
		if err != nil {
			f.fail(err)
		}
		return m
	}
}

// staircase returns the maximal safe (k, m) at an l, by falling k. A rise is looked for
// from the one before.
func (f *finder) staircase(l int64) []knowledge.Point {
	most, of := f.at(l)
	at := f.checked(l, of)
	margin := func(k, m int64) float64 { return at(knowledge.Point{K: k, M: m}) }
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
		margin := f.marginsAt(l)
		for _, p := range stairs {
			if !(margin(p) > 0) {
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
