package breach

import (
	"context"
	"fmt"

	"skyline/engine/knowledge"
	"skyline/engine/progress"
)

// Surface calls yield with the breach probability of every point of the box
// from (0, 0, 0) to most, l slowest and m fastest. A value of -1 stands for one
// that occurs nowhere.
//
// It takes O(D·log F) time for each l and O(F) for each point; in the multiset case
// O(F·log c).
//
// Errors: those of ctx.
func (r *Release) Surface(ctx context.Context, value int32, most knowledge.Point, yield func(knowledge.Point, float64)) error {
	for l := range most.L + 1 {
		var candidates []candidate
		if value >= 0 {
			candidates = r.frontierOf(value, r.clamp(knowledge.Point{L: l}).L)
		}
		for k := range most.K + 1 {
			progress.Report(ctx, float64(float64(l)*float64(most.K+1))+float64(k), float64(most.L+1)*float64(most.K+1))
			line := r.newLine(candidates, min(k, r.table.People))
			for m := range most.M + 1 {
				if err := ctx.Err(); err != nil {
					return fmt.Errorf("breach: surface: %w", err)
				}
				p := knowledge.Point{L: l, K: k, M: m}
				yield(p, line.breach(r.clamp(p)))
			}
		}
	}
	return nil
}

// line holds the points of an l and a k, of which it is asked for m = 0, 1, 2, …: as m
// grows, every V of every group only takes on one factor more.
type line struct {
	r          *Release
	candidates []candidate
	runs       []run // nil where double numbers are not exact enough
	m          int64
	// isCertain says that the breach probability is 1, as it is for all larger m.
	isCertain bool
}

// run is a group with T(g,l,0), T(g,l,k), V(g,m,0), V(g,m,k) and V(g,m,k+1).
type run struct {
	n, c                               int64
	target0, targetK                   double
	familyOf0, familyOfK, familyOfMore double
}

// maxRun is up to which m factors are taken on: each loses 20·2^-106.
const maxRun = 1 << 22

func (r *Release) newLine(candidates []candidate, k int64) *line {
	a := &line{r: r, candidates: candidates, runs: make([]run, len(candidates))}
	one := doubled{}.integer(1)
	for i := range candidates {
		g := &candidates[i]
		if !r.canSharpen(g) {
			a.runs = nil
			return a
		}
		a.runs[i] = run{g.n, g.c, r.sharpTarget(g, 0), r.sharpTarget(g, k), one, one, one}
	}
	return a
}

// breach returns what Release.breach does.
func (a *line) breach(p knowledge.Point) float64 {
	switch {
	case len(a.candidates) == 0:
		return 0
	case a.isCertain:
		return 1
	case a.runs != nil && p.M <= maxRun:
		ratio := a.negatedRatio(p)
		a.isCertain = ratio.high == 0
		if b, sure := (doubled{}).breach(ratio); sure {
			return b
		}
	}
	s := a.r.gather(a.candidates, p)
	ratio := a.r.negatedRatio(&s, p)
	return a.r.breach(&ratio)
}

// negatedRatio returns the negated ratio within a relative 2^-78, unless it is below
// 10^-260; it may be 0 then.
func (a *line) negatedRatio(p knowledge.Point) double {
	s := sharpNone
	for i := range a.runs {
		g := &a.runs[i]
		for m := a.m; m < p.M; m++ {
			g.familyOf0 = g.with(g.familyOf0, m)
			g.familyOfK = g.with(g.familyOfK, p.K+m)
			g.familyOfMore = g.with(g.familyOfMore, p.K+1+m)
		}
		if p.M == 0 {
			s.targetK = s.targetK.least(g.targetK)
		} else {
			s.include(g.target0, g.targetK, g.familyOf0, g.familyOfK, g.familyOfMore)
		}
	}
	a.m = p.M
	if p.M == 0 {
		return s.targetK
	}
	return s.negatedRatio()
}

// with multiplies a chance by the factor (n−c−i)/(n−i), 0 where nobody is left.
func (g *run) with(chance double, i int64) double {
	if chance.high <= vanishing || g.n-g.c <= i {
		return double{}
	}
	d := doubled{}
	return d.mul(chance, d.quo(d.integer(g.n-g.c-i), d.integer(g.n-i)))
}
