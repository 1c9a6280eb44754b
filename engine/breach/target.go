package breach

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

// EachTarget answers a requirement on a value for targets in one QI group at a
// time: it calls f for each group that has the value, an index of the table's
// Groups, with a finding on its people, which has a witness where they are not
// safe. What the adversary knows of others may be anywhere in the table. The
// largest breach probability of all is the one that Check finds.
//
// It takes the time of Check, and O(1) for each group.
//
// Errors: ErrTooClose; those of ctx.
func (r *Release) EachTarget(ctx context.Context, value int32, q Requirement, f func(group int, found Finding)) error {
	p := r.clamp(q.Point)
	all := r.gather(r.frontierOf(value, p.L), p)
	return r.eachOwn(ctx, value, p, &q, func(c *candidate) statistics { return r.ownStatistics(c, all, p, &q) }, f)
}

// EachAlone is EachTarget for tables that are one of the groups each: what the adversary
// knows of others is in the group, too. No group is safer among others: the statistics of
// more groups are not larger.
//
// It takes O(1) for each group.
//
// Errors: those of EachTarget.
func (r *Release) EachAlone(ctx context.Context, value int32, q Requirement, f func(group int, found Finding)) error {
	p := r.clamp(q.Point)
	return r.eachOwn(ctx, value, p, &q, func(c *candidate) statistics { return r.gather([]candidate{*c}, p) }, f)
}

// eachOwn calls f for each group that has a value with what the statistics of its targets say.
func (r *Release) eachOwn(ctx context.Context, value int32, p knowledge.Point, q *Requirement, statisticsOf func(*candidate) statistics, f func(group int, found Finding)) error {
	places := r.places[r.starts[value]:r.starts[value+1]]
	for i := range places {
		if i%1024 == 0 && ctx.Err() != nil {
			return fmt.Errorf("breach: targets: %w", ctx.Err())
		}
		c := r.at(&places[i], p.L)
		own := statisticsOf(&c)
		ratio := r.negatedRatio(&own, p)
		safe, err := r.isWithin(&own, p, q)
		if err != nil {
			return err
		}
		found := Finding{Breach: r.breachOf(&own, &ratio, p, q), Safe: safe, Certain: ratio.value == 0}
		if !safe {
			found.Witness = r.witness(&ratio)
		}
		f(int(places[i].group), found)
	}
	return nil
}

// ownStatistics returns the statistics of a target in one candidate's group, given those of
// all groups. A budget asks about each group by itself.
func (r *Release) ownStatistics(c *candidate, all statistics, p knowledge.Point, q *Requirement) statistics {
	own := r.gather([]candidate{*c}, p)
	if q.Budget == nil {
		own.familyOf0, own.familyOfK = all.familyOf0, all.familyOfK
	}
	return own
}

// Merged is a QI group that takes the place of others. It may be asked about by several
// goroutines at once, and must not be copied.
type Merged struct {
	Group *partition.Group
	// Gone are the table's groups of which none is left, by their index.
	Gone map[int32]bool

	frontiers sync.Map // of the table without them, by value and l
}

// Admits reports whether a requirement on a value holds for targets in a merged group
// if the table had it in the place of those that are gone.
//
// It takes the time of Check the first time that it is asked about a value and an
// l, and again for a group with whom an undominated group is gone, where the
// requirement does not hold with all; after that, a glance at the undominated groups.
//
// Errors: ErrSet, ErrTooClose.
func (r *Release) Admits(merged *Merged, value int32, q Requirement) (bool, error) {
	rank := rankOf(merged.Group, value)
	if rank < 0 {
		return true, nil
	}
	p := r.clamp(q.Point)
	t := trial{parts: Release{constraint: r.constraint}, table: partition.Table{Groups: []partition.Group{*merged.Group}}}
	t.parts.table = &t.table
	if err := t.parts.accumulate(); err != nil {
		return false, err
	}
	c := t.at(0, rank, p.L)
	isSafe := func(others []candidate) (bool, error) {
		all := r.gather(append(others, c), p)
		own := r.ownStatistics(&c, all, p, &q)
		return r.isWithin(&own, p, &q)
	}
	// With fewer groups to know of, nobody knows more.
	others := r.remembered(&r.frontiers, value, p.L, nil)
	if safe, err := isSafe(others); safe || err != nil {
		return safe, err
	}
	if !slices.ContainsFunc(others, func(c candidate) bool { return merged.Gone[c.group] }) {
		return false, nil
	}
	return isSafe(r.remembered(&merged.frontiers, value, p.L, merged.Gone))
}

// remembered is frontierOf for those who ask again and again.
func (r *Release) remembered(frontiers *sync.Map, value int32, l int64, gone map[int32]bool) []candidate {
	type key struct {
		value int32
		l     int64
	}
	if known, ok := frontiers.Load(key{value, l}); ok {
		return known.([]candidate)
	}
	f := slices.Clip(r.frontierWithout(value, l, gone))
	frontiers.Store(key{value, l}, f)
	return f
}
