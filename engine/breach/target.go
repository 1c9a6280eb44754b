package breach

import (
	"context"
	"fmt"
	"slices"

	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

// EachTarget answers a requirement on a value for targets in one QI group at a
// time: it calls f for each group that has the value, an index of the table's
// Groups, with the largest breach probability of its people, and whether that is
// safe. What the adversary knows of others may be anywhere in the table. The
// largest of all is the breach probability that Check finds.
//
// It takes the time of Check, and O(min(m, c)) for each group.
//
// Errors: those of ctx.
func (r *Release) EachTarget(ctx context.Context, value int32, q Requirement, f func(group int, breach float64, safe bool)) error {
	p := r.clamp(q.Point)
	all := r.gather(r.frontierOf(value, p.L), p)
	places := r.places[r.starts[value]:r.starts[value+1]]
	for i := range places {
		if i%1024 == 0 && ctx.Err() != nil {
			return fmt.Errorf("breach: targets: %w", ctx.Err())
		}
		c := r.at(&places[i], p.L)
		ratio := r.ratioOf(&c, all, p)
		f(int(places[i].group), r.breach(&ratio), r.isSafe(&ratio, q.C))
	}
	return nil
}

// ratioOf returns the negated ratio of a target in one candidate's group, given the
// statistics of all groups.
func (r *Release) ratioOf(c *candidate, all statistics, p knowledge.Point) minimum {
	own := r.gather([]candidate{*c}, p)
	own.familyOf0, own.familyOfK = all.familyOf0, all.familyOfK
	return r.negatedRatio(&own, p)
}

// Admits reports whether a requirement on a value holds for targets in a group that
// the table does not have, if it had it.
//
// It takes the time of Check the first time that it is asked about a value and an
// l, and that of a glance at the undominated groups after that.
//
// Errors: ErrSet.
func (r *Release) Admits(group *partition.Group, value int32, q Requirement) (bool, error) {
	rank := rankOf(group, value)
	if rank < 0 {
		return true, nil
	}
	p := r.clamp(q.Point)
	t := trial{parts: Release{constraint: r.constraint}, table: partition.Table{Groups: []partition.Group{*group}}}
	t.parts.table = &t.table
	if err := t.parts.accumulate(); err != nil {
		return false, err
	}
	c := t.at(0, rank, p.L)
	all := r.gather(append(r.rememberedFrontier(value, p.L), c), p)
	ratio := r.ratioOf(&c, all, p)
	return r.isSafe(&ratio, q.C), nil
}

// rememberedFrontier is frontierOf for those who ask again and again.
func (r *Release) rememberedFrontier(value int32, l int64) []candidate {
	type key struct {
		value int32
		l     int64
	}
	if known, ok := r.frontiers.Load(key{value, l}); ok {
		return known.([]candidate)
	}
	f := slices.Clip(r.frontierOf(value, l))
	r.frontiers.Store(key{value, l}, f)
	return f
}
