package breach

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"

	"skyline/engine/knowledge"
	"skyline/engine/progress"
)

// ErrTooLarge reports a knowledge skyline with more points than allowed.
var ErrTooLarge = errors.New("breach: the knowledge skyline has too many points")

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
// Errors: ErrTooLarge; those of ctx.
func (r *Release) Find(ctx context.Context, value int32, c Threshold, limit int) ([]knowledge.Point, error) {
	f := finder{r: r, ctx: ctx, value: value, c: c, limit: limit, maxL: r.MaxL(value)}
	var points []knowledge.Point
	for l := int64(0); l <= f.maxL; {
		stairs, err := f.staircase(l)
		if err != nil {
			return nil, err
		}
		if len(stairs) == 0 {
			break // unsafe at (l, 0, 0), and at every larger l
		}
		last := f.lastWithSame(l, stairs)
		next := f.frontier(last + 1)
		for _, p := range stairs {
			p.L = last + 1
			if last == f.maxL || !r.safeAt(next, p, c) {
				p.L = last
				points = append(points, p)
			}
		}
		if err := f.err(len(points)); err != nil {
			return nil, err
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
}

func (f *finder) frontier(l int64) []candidate {
	if f.value < 0 {
		return nil
	}
	return f.r.frontierOf(f.value, l)
}

// staircase returns the maximal safe (k, m) at an l, by falling k.
func (f *finder) staircase(l int64) ([]knowledge.Point, error) {
	candidates := f.frontier(l)
	// Knowing as many people as a group has makes the rest of it certain.
	most := f.r.table.People
	for i := range candidates {
		most = min(most, candidates[i].n)
	}
	safe := func(k, m int64) bool {
		return f.r.safeAt(candidates, knowledge.Point{L: l, K: k, M: m}, f.c)
	}
	var stairs []knowledge.Point
	k := largest(most, func(k int64) bool { return safe(k, 0) })
	for m := int64(0); k >= 0; {
		if err := f.err(len(stairs)); err != nil {
			return nil, err
		}
		m += largest(most-m, func(step int64) bool { return safe(k, m+step) })
		stairs = append(stairs, knowledge.Point{L: l, K: k, M: m})
		m++
		if m > most {
			break
		}
		k = largest(k-1, func(k int64) bool { return safe(k, m) })
	}
	return stairs, nil
}

// lastWithSame returns the last l whose staircase is the same. What is safe
// shrinks as l grows, so that is the last at which all of it is still safe.
func (f *finder) lastWithSame(l int64, stairs []knowledge.Point) int64 {
	same := func(l int64) bool {
		candidates := f.frontier(l)
		for _, p := range stairs {
			p.L = l
			if !f.r.safeAt(candidates, p, f.c) {
				return false
			}
		}
		return true
	}
	if l == f.maxL || f.ctx.Err() != nil || !same(l+1) {
		return l
	}
	return l + 1 + largest(f.maxL-l-1, func(step int64) bool { return same(l + 1 + step) })
}

func (f *finder) err(points int) error {
	if err := f.ctx.Err(); err != nil {
		return fmt.Errorf("breach: find: %w", err)
	}
	if points > f.limit {
		return ErrTooLarge
	}
	return nil
}

// largest returns the largest x in [0, most] for which holds is true, -1 if it
// is not even for 0. holds must not become true again once it is false. Small
// answers are found in few steps however large most is.
func largest(most int64, holds func(int64) bool) int64 {
	if most < 0 || !holds(0) {
		return -1
	}
	low, high := int64(0), int64(1)
	for high <= most && holds(high) {
		low = high
		high = min(2*high, math.MaxInt64/2)
	}
	high = min(high, most+1)
	return low + int64(sort.Search(int(high-low-1), func(i int) bool { return !holds(low + 1 + int64(i)) }))
}

// safeAt decides safety at a point. It looks for witnesses only where the
// float64 result is too close to the threshold.
func (r *Release) safeAt(candidates []candidate, p knowledge.Point, c Threshold) bool {
	ratio := r.quickRatio(candidates, p)
	if ratio == 0 || math.IsInf(ratio, 1) || c.odds.Sign() == 0 || clearly(ratio, c.float) {
		return ratio > c.float
	}
	s := r.gather(candidates, p)
	exact := r.negatedRatio(&s, p)
	return r.isSafe(&exact, c)
}

// quickRatio is negatedRatio without its factors, within a relative 1e-11.
func (r *Release) quickRatio(candidates []candidate, p knowledge.Point) float64 {
	together, target0, targetK := math.Inf(1), math.Inf(1), math.Inf(1)
	familyOf0, familyOfK := 1.0, 1.0
	for i := range candidates {
		g := &candidates[i]
		t := ratioT(r.constraint, g, p.K)
		targetK = min(targetK, t)
		if p.M == 0 {
			continue
		}
		together = min(together, times(t, chanceV(r.constraint, g, p.M, p.K+1)))
		familyOf0 = min(familyOf0, chanceV(r.constraint, g, p.M, 0))
		if p.K > 0 {
			target0 = min(target0, ratioT(r.constraint, g, 0))
			familyOfK = min(familyOfK, chanceV(r.constraint, g, p.M, p.K))
		}
	}
	if p.M == 0 {
		return targetK
	}
	return min(together, times(target0, familyOfK), times(targetK, familyOf0))
}

// Surface calls yield with the breach probability of every point of the box
// from (0, 0, 0) to most, l slowest and m fastest. A value of -1 stands for one
// that occurs nowhere.
//
// It takes O(D·log F) time for each l and O(F·min(m, c)) for each point.
//
// Errors: those of ctx.
func (r *Release) Surface(ctx context.Context, value int32, most knowledge.Point, yield func(knowledge.Point, float64)) error {
	for l := range most.L + 1 {
		var candidates []candidate
		if value >= 0 {
			candidates = r.frontierOf(value, l)
		}
		for k := range most.K + 1 {
			progress.Report(ctx, float64(l)*float64(most.K+1)+float64(k), float64(most.L+1)*float64(most.K+1))
			for m := range most.M + 1 {
				if err := ctx.Err(); err != nil {
					return fmt.Errorf("breach: surface: %w", err)
				}
				p := r.clamp(knowledge.Point{L: l, K: k, M: m})
				s := r.gather(candidates, p)
				ratio := r.negatedRatio(&s, p)
				yield(knowledge.Point{L: l, K: k, M: m}, r.breach(&ratio))
			}
		}
	}
	return nil
}
