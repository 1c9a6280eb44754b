package breach

import (
	"context"
	"fmt"
	"slices"

	"skyline/engine/knowledge"
	"skyline/engine/progress"
)

// Requirement asks that a value be safe at a point: breach probability below C.
type Requirement struct {
	Point knowledge.Point
	C     Threshold
	// Budget is what the table may add to that of a larger one, of which it is a part; nil
	// if it is the whole.
	Budget *Budget
}

// Finding answers a Requirement.
type Finding struct {
	// Breach is the breach probability; with a budget, how large it may be at most beside
	// other parts, within 1e-9.
	Breach float64
	// Safe is Breach < C, or that the budget is kept, decided exactly.
	Safe bool
	// Certain is that the breach probability is 1 and not only rounded to it, whatever the
	// budget.
	Certain bool
	// Witness is a grounding that reaches the breach probability; nil if the
	// value occurs nowhere.
	Witness *Witness
}

// Check returns a finding for each requirement on a sensitive value: the
// SkylineCheck algorithm (Fig. 3) for a skyline of len(requirements) points.
// Negative coordinates count as 0.
//
// It takes O(D·log F) time for each distinct l, D being the number of distinct
// histograms with the value and F how many of them no other dominates, and
// O(F) for each point.
//
// Errors: ErrTooClose; those of ctx.
func (r *Release) Check(ctx context.Context, value int32, requirements []Requirement) ([]Finding, error) {
	findings := make([]Finding, len(requirements))
	type level struct {
		l          int64
		candidates []candidate
	}
	var levels []level
	for i, q := range requirements {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("breach: check: %w", err)
		}
		progress.Report(ctx, float64(i), float64(len(requirements)))
		p := r.clamp(q.Point)
		at := slices.IndexFunc(levels, func(have level) bool { return have.l == p.L })
		if at < 0 {
			at = len(levels)
			levels = append(levels, level{p.L, r.frontierOf(value, p.L)})
		}
		s := r.gather(levels[at].candidates, p)
		ratio := r.negatedRatio(&s, p)
		safe, err := r.isWithin(&s, p, &q)
		if err != nil {
			return nil, err
		}
		findings[i] = Finding{Breach: r.breachOf(&s, &ratio, p, &q), Safe: safe, Certain: ratio.value == 0, Witness: r.witness(&ratio)}
	}
	return findings, nil
}

// clamp cuts a point where more knowledge changes nothing: no group has more
// other values than there are values, nor more people than there are.
func (r *Release) clamp(p knowledge.Point) knowledge.Point {
	p.L = min(max(p.L, 0), int64(len(r.table.Values)))
	p.K = min(max(p.K, 0), r.table.People)
	p.M = min(max(p.M, 0), r.table.People)
	return p
}

// breach returns 1/(1+NR): the nearest float64 where the fraction is of workable
// size, and one within a relative 1e-12 elsewhere.
func (r *Release) breach(ratio *minimum) float64 {
	if ratio.value > 0 && len(ratio.factors) > 0 {
		if b, ok := r.roundedBreach(ratio.factors); ok {
			return b
		}
	}
	return 1 / (1 + ratio.value)
}

// breachOf is breach for a requirement that may have a budget.
func (r *Release) breachOf(s *statistics, ratio *minimum, p knowledge.Point, q *Requirement) float64 {
	if q.Budget == nil || p.M == 0 {
		return r.breach(ratio)
	}
	return 1 / (1 + s.beside(p, q.Budget))
}
