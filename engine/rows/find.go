package rows

import (
	"context"
	"math"

	"skyline/engine/breach"
	"skyline/engine/knowledge"
	"skyline/engine/progress"
)

// Find returns the knowledge skyline of a value at a threshold: the maximal points at which it
// is safe, ordered by l, k, m; none if it is unsafe already at (0, 0, 0). A value of -1 stands
// for one that occurs nowhere. l is capped at MaxL, where a point stands for every larger l, and k
// and m at the number of rows. limit is how many points there may be.
//
// It takes the time of Check for O(log N) points for each point of a staircase; that of
// package breach where everybody has one row.
//
// Errors: breach.ErrTooLarge, ErrTooLarge, breach.ErrTooClose; those of ctx.
func (r *Release) Find(ctx context.Context, value int32, c breach.Threshold, limit int) ([]knowledge.Point, error) {
	if r.single != nil {
		return r.single.Find(ctx, value, c, limit)
	}
	most := r.table.People
	if value >= 0 {
		// Knowing as many rows as a group has makes the rest of it certain.
		for _, at := range r.places[r.starts[value]:r.starts[value+1]] {
			most = min(most, r.table.Groups[at.group].People)
		}
	}
	v := r.view(value)
	v.shared = true
	return breach.Maximal(ctx, r.MaxL(value), limit, func(int64) (int64, breach.Margin) {
		return most, func(p knowledge.Point) (float64, error) { return v.margin(ctx, p, c) }
	})
}

// margin is positive just where a point is safe.
func (v *view) margin(ctx context.Context, p knowledge.Point, c breach.Threshold) (float64, error) {
	found, err := v.at(ctx, p)
	switch {
	case err != nil:
		return 0, err
	case found == nil:
		return math.Inf(1), nil
	}
	safe, err := v.isSafe(found, c)
	_, odds := c.Odds()
	distance := math.Abs(found.log - math.Log(odds))
	switch {
	case err != nil:
		return 0, err
	case !safe:
		return -distance, nil
	}
	return max(distance, math.SmallestNonzeroFloat64), nil
}

// MaxL returns the largest number of other values in the groups of anybody: from there on,
// knowing more about a target with this value changes nothing.
func (r *Release) MaxL(value int32) int64 {
	most, seen := int64(0), make([]int, len(r.table.Values))
	for i := range r.profiles {
		n := int64(0)
		for _, part := range r.profiles[i].Parts {
			for _, c := range r.table.Groups[part.Group].Counts {
				if c.Value != value && seen[c.Value] != i+1 {
					seen[c.Value] = i + 1
					n++
				}
			}
		}
		most = max(most, n)
	}
	return most
}

// Surface calls yield with the breach probability of every point of the box from (0, 0, 0) to
// most, l slowest and m fastest. A value of -1 stands for one that occurs nowhere.
//
// It takes the time of Check for each point.
//
// Errors: ErrTooLarge; those of ctx.
func (r *Release) Surface(ctx context.Context, value int32, most knowledge.Point, yield func(knowledge.Point, float64)) error {
	if r.single != nil {
		return r.single.Surface(ctx, value, most, yield)
	}
	v := r.view(value)
	v.shared = true
	for l := range most.L + 1 {
		for k := range most.K + 1 {
			progress.Report(ctx, float64(float64(l)*float64(most.K+1))+float64(k), float64(most.L+1)*float64(most.K+1))
			certain := false
			for m := range most.M + 1 {
				p := knowledge.Point{L: l, K: k, M: m}
				if certain {
					yield(p, 1)
					continue
				}
				found, err := v.at(ctx, p)
				if err != nil {
					return err
				}
				probability := 0.0
				if found != nil {
					probability = found.breach()
					certain = math.IsInf(found.log, -1)
				}
				yield(p, probability)
			}
		}
	}
	return nil
}
