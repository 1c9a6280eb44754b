package privacy

import (
	"context"
	"fmt"
	"math"

	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

// overall is a requirement on a number that all QI groups of a release candidate make
// together, such as an average. The groups by themselves do not tell whether it holds: a
// large one makes up for small ones.
type overall struct {
	name, rule string
	required   float64
	merging    Merging
	// tally returns what is counted of a release candidate that has no groups yet.
	tally func() tally
	// own returns what a group would achieve that was the only one, and whether that is
	// above the bound. Without the groups of which it is, the requirement holds.
	own func(g *partition.Group) (achieved float64, above bool)
	// fewest, if it is not nil, returns how many copies of each group to leave out, so that
	// the rest satisfies the requirement and as few people as can be are not in it.
	fewest func(release *Release) []int64
	// err, if it is not nil, is what is wrong with the requirement itself.
	err error
}

// tally is what is counted of the groups of a release candidate.
type tally interface {
	// add counts n copies of a group; they are taken away again where n is negative.
	add(g *partition.Group, n int64)
	// with reports whether the bound would hold if parts took the place of a group, which
	// is nil for none. It may be called by several goroutines at once.
	with(group *partition.Group, parts []partition.Group) bool
	// achieved returns the number that is bounded, NaN where there is none.
	achieved() (float64, error)
}

// Merging implements Requirement.
func (r *overall) Merging(knowledge.Constraint) Merging { return r.merging }

// Watch implements Requirement.
func (r *overall) Watch(*Whole) Guard {
	if r.err != nil {
		return refuser{}
	}
	return &overallGuard{r.tally()}
}

// overallGuard knows what is counted of the groups so far.
type overallGuard struct{ tally tally }

// Floor implements Guard: a group may be as small as can be.
func (g *overallGuard) Floor() Floor { return Floor{} }

// Coupled implements Guard: what the groups so far leave to others is less after each split.
func (g *overallGuard) Coupled() bool { return true }

// Allows implements Guard.
func (g *overallGuard) Allows(group *partition.Group, parts []partition.Group) bool {
	return g.tally.with(group, parts)
}

// Split implements Guard.
func (g *overallGuard) Split(group *partition.Group, parts []partition.Group) {
	if group != nil {
		g.tally.add(group, -1)
	}
	for i := range parts {
		g.tally.add(&parts[i], 1)
	}
}

func (r *overall) finding() Finding {
	return Finding{Requirement: r.name, Rule: r.rule, Required: r.required, Achieved: math.NaN(), Holds: true, Value: -1, Group: -1}
}

// Check implements Requirement. No group is the worst.
//
// Errors: those of ctx, *engine.ParamError.
func (r *overall) Check(ctx context.Context, release *Release) ([]Finding, error) {
	if r.err != nil {
		return nil, fmt.Errorf("privacy: %w", r.err)
	}
	t := r.tally()
	for i := range release.Table.Groups {
		if i%1024 == 0 && ctx.Err() != nil {
			return nil, fmt.Errorf("privacy: check: %w", ctx.Err())
		}
		t.add(&release.Table.Groups[i], release.copies(i))
	}
	f := r.finding()
	var err error
	if f.Achieved, err = t.achieved(); err != nil {
		return nil, fmt.Errorf("privacy: %w", err)
	}
	f.Holds = t.with(nil, nil)
	return []Finding{f}, nil
}

// Violations implements Requirement: the groups that are above the bound by themselves, if
// it is missed.
//
// Errors: those of Check.
func (r *overall) Violations(ctx context.Context, release *Release, f func(Finding)) error {
	findings, err := r.Check(ctx, release)
	if err != nil || findings[0].Holds {
		return err
	}
	for i := range release.Table.Groups {
		if achieved, above := r.own(&release.Table.Groups[i]); above {
			found := r.finding()
			found.Achieved, found.Holds, found.Group = achieved, false, i
			f(found)
		}
	}
	return nil
}

// Alone implements Requirement: others can make up for any group.
func (r *overall) Alone(context.Context, *Release, func(group int)) error { return nil }

// Meets implements Requirement: the merged group is not above the bound by itself, so that it
// is none of those that the requirement is missed for.
func (r *overall) Meets(_ *Release, _ *Finding, merged *Merged) (bool, error) {
	_, above := r.own(merged.Group)
	return !above, nil
}
