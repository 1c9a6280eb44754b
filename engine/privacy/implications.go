package privacy

import (
	"context"
	"fmt"
	"math"

	"skyline/engine"
	"skyline/engine/breach"
	"skyline/engine/disclosure"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

// Implications requires (c,k)-safety: whatever k basic implications the adversary
// knows, nobody's sensitive value is known with a probability of c or more.
//
// It is for people with one value each (knowledge.SVPI). k is between 0 and
// disclosure.MaxK, c is in (0, 1]; with others Check and Violations return an error,
// and a guard allows nothing.
//
// Source: Martin et al., "Worst-Case Background Knowledge for Privacy-Preserving
// Data Publishing", ICDE 2007, Definition 13.
func Implications(k int64, c float64) Requirement {
	r := &implications{k: int(max(-1, min(k, disclosure.MaxK+1))), required: c}
	if r.threshold, r.err = breach.NewThreshold(c); r.k < 0 || r.k > disclosure.MaxK {
		r.err = engine.NewParamError("privacy", "k", fmt.Sprintf("in 0..%d", disclosure.MaxK), k)
	}
	return r
}

type implications struct {
	k         int
	required  float64
	threshold breach.Threshold
	err       error
}

func (r *implications) finding() Finding {
	plural := "s"
	if r.k == 1 {
		plural = ""
	}
	return Finding{
		Requirement: "implications", Rule: fmt.Sprintf("maximum disclosure under %d basic implication%s < %v", r.k, plural, r.required),
		Required: r.required, Achieved: math.NaN(), Holds: true, Value: -1, Group: -1,
	}
}

// Merging implements Requirement: Theorem 14.
func (r *implications) Merging(constraint knowledge.Constraint) Merging {
	if constraint == knowledge.SVPI {
		return Keeps
	}
	return MayBreak
}

// Watch implements Requirement.
func (r *implications) Watch(*Whole) Guard {
	if r.err != nil {
		return refuser{}
	}
	return &implicationsGuard{r, disclosure.NewRunning(r.k, r.threshold)}
}

// refuser allows nothing.
type refuser struct{}

func (refuser) Floor() Floor                                    { return Floor{} }
func (refuser) Allows(*partition.Group, []partition.Group) bool { return false }
func (refuser) Coupled() bool                                   { return false }
func (refuser) Split(_ *partition.Group, _ []partition.Group)   {}

type implicationsGuard struct {
	of      *implications
	running *disclosure.Running
}

// Floor implements Guard. In a group with at most k+1 values, k implications rule all
// but one of them out for somebody, who has that one for certain; and there are no
// more values than people.
func (g *implicationsGuard) Floor() Floor {
	return Floor{People: int64(g.of.k) + 2, Values: g.of.k + 2}
}

// Coupled implements Guard: what the implications are about may be in any group.
func (g *implicationsGuard) Coupled() bool { return true }

// Allows implements Guard.
func (g *implicationsGuard) Allows(group *partition.Group, parts []partition.Group) bool {
	return g.running.Allows(g.of.seen(group), g.of.seenAll(parts))
}

// Split implements Guard.
func (g *implicationsGuard) Split(group *partition.Group, parts []partition.Group) {
	g.running.Split(g.of.seen(group), g.of.seenAll(parts))
}

// AllowsInstead implements several.
func (g *implicationsGuard) AllowsInstead(groups, parts []partition.Group) bool {
	return g.running.AllowsInstead(g.of.seenAll(groups), g.of.seenAll(parts))
}

// SplitInstead implements several.
func (g *implicationsGuard) SplitInstead(groups, parts []partition.Group) {
	g.running.SplitInstead(g.of.seenAll(groups), g.of.seenAll(parts))
}

// seen returns what the adversary sees of a group; nil for none.
func (r *implications) seen(group *partition.Group) *disclosure.Group {
	if group == nil {
		return nil
	}
	return &r.seenAll([]partition.Group{*group})[0]
}

func (r *implications) seenAll(groups []partition.Group) []disclosure.Group {
	seen := make([]disclosure.Group, len(groups))
	total := 0
	for i := range groups {
		total += min(r.k+1, len(groups[i].Counts))
	}
	counts := make([]int64, 0, total)
	for i := range groups {
		g := &groups[i]
		begin := len(counts)
		for _, c := range g.Counts[:min(r.k+1, len(g.Counts))] {
			counts = append(counts, c.N)
		}
		seen[i] = disclosure.Group{People: g.People, Counts: counts[begin:len(counts):len(counts)], Copies: 1}
	}
	return seen
}

// prepare makes a release candidate ready for the questions of this requirement.
func (r *implications) prepare(ctx context.Context, release *Release) (*disclosure.Release, error) {
	if r.err != nil {
		return nil, fmt.Errorf("privacy: %w", r.err)
	}
	if known, ok := release.disclosures.Load(r.k); ok {
		return known.(*disclosure.Release), nil
	}
	groups := r.seenAll(release.Table.Groups)
	for i := range groups {
		groups[i].Copies = release.copies(i)
		groups[i].Histograms = []disclosure.Copy{{Histogram: release.Table.Groups[i].Histogram, N: groups[i].Copies}}
	}
	prepared, err := disclosure.NewRelease(ctx, groups, r.k, 1)
	if err != nil {
		return nil, fmt.Errorf("privacy: %w", err)
	}
	release.disclosures.Store(r.k, prepared)
	return prepared, nil
}

// Check implements Requirement.
//
// Errors: *engine.ParamError, those of ctx.
func (r *implications) Check(ctx context.Context, release *Release) ([]Finding, error) {
	prepared, err := r.prepare(ctx, release)
	if err != nil {
		return nil, err
	}
	level, err := prepared.Level(ctx, r.k, r.threshold)
	if err != nil {
		return nil, fmt.Errorf("privacy: %w", err)
	}
	f := r.finding()
	f.Holds = level.Safe
	if level.Witness != nil {
		f.Achieved = level.Implications
		f.Group = level.Witness.Consequent.Group
		f.Value = release.Table.Groups[f.Group].Counts[level.Witness.Consequent.Rank].Value
	}
	return []Finding{f}, nil
}

// Violations implements Requirement: a finding for each group in which somebody's
// disclosure is not below c.
//
// Errors: those of Check.
func (r *implications) Violations(ctx context.Context, release *Release, f func(Finding)) error {
	prepared, err := r.prepare(ctx, release)
	if err != nil {
		return err
	}
	err = prepared.EachTarget(ctx, r.threshold, func(group int, safe bool, disclosure func() float64) {
		if safe {
			return
		}
		found := r.finding()
		found.Achieved, found.Holds, found.Group, found.Value = disclosure(), false, group, release.Table.Groups[group].Counts[0].Value
		f(found)
	})
	if err != nil {
		return fmt.Errorf("privacy: %w", err)
	}
	return nil
}

// Alone implements Requirement. What is safe among others is so by itself: there is less to
// know of.
//
// It takes the time of Violations, and that of disclosure.NewRelease for each group that
// these name.
//
// Errors: those of Check.
func (r *implications) Alone(ctx context.Context, release *Release, f func(group int)) error {
	prepared, err := r.prepare(ctx, release)
	if err != nil {
		return err
	}
	var unsafe []int
	err = prepared.EachTarget(ctx, r.threshold, func(group int, safe bool, _ func() float64) {
		if !safe {
			unsafe = append(unsafe, group)
		}
	})
	for i := 0; i < len(unsafe) && err == nil; i++ {
		var isSafe bool
		if isSafe, err = r.isSafe(ctx, &release.Table.Groups[unsafe[i]]); err == nil && !isSafe {
			f(unsafe[i])
		}
	}
	if err != nil {
		return fmt.Errorf("privacy: %w", err)
	}
	return nil
}

// isSafe reports whether a group satisfies the requirement by itself.
func (r *implications) isSafe(ctx context.Context, group *partition.Group) (bool, error) {
	alone, err := disclosure.NewRelease(ctx, []disclosure.Group{*r.seen(group)}, r.k, 1)
	if err != nil {
		return false, err
	}
	level, err := alone.Level(ctx, r.k, r.threshold)
	return level.Safe, err
}

// Meets implements Requirement. What the adversary knows may be about the merged group,
// or about those that the release candidate has beside it.
//
// Errors: those of Check.
func (r *implications) Meets(release *Release, _ *Finding, merged *Merged) (bool, error) {
	prepared, err := r.prepare(context.Background(), release)
	if err != nil {
		return false, err
	}
	ok, err := prepared.Admits(merged.disclosure(r), r.threshold)
	if err != nil {
		return false, fmt.Errorf("privacy: %w", err)
	}
	return ok, nil
}
