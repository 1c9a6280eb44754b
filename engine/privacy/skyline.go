package privacy

import (
	"context"
	"fmt"
	"math"

	"skyline/engine/breach"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/engine/progress"
)

// Skyline requires that the breach probability of sensitive values stays below
// thresholds at knowledge points. Others are the points of each value that none
// of Named names.
//
// Source: Chen, LeFevre, Ramakrishnan, "Adversarial-knowledge dimensions in data
// privacy", VLDB Journal 18 (2009), Definition 4, Sect. 6.2.
type Skyline struct {
	Named  []ValuePoints
	Others []Point
}

// ValuePoints are the points of one sensitive value, -1 for one that the table does
// not have; Text is how that is written.
type ValuePoints struct {
	Value  int32
	Text   string
	Points []Point
}

// Point is a point of a skyline.
type Point struct {
	breach.Requirement
	// Threshold is C as it was written, and Label what a finding calls the value and
	// the point.
	Threshold float64
	Label     string
}

func requirementsOf(points []Point) []breach.Requirement {
	requirements := make([]breach.Requirement, len(points))
	for i, p := range points {
		requirements[i] = p.Requirement
	}
	return requirements
}

// Watch implements Requirement.
func (s *Skyline) Watch(whole *Whole) Guard {
	named := make([]breach.ValueRequirements, len(s.Named))
	for i, v := range s.Named {
		named[i] = breach.ValueRequirements{Value: v.Value, Requirements: requirementsOf(v.Points)}
	}
	return &skylineGuard{s.floor(whole), breach.NewRunning(whole.Constraint, whole.Values, whole.Group.People, named, requirementsOf(s.Others))}
}

// Merging implements Requirement. Where people have several values, those of more
// people may tell more of each.
func (s *Skyline) Merging(constraint knowledge.Constraint) Merging {
	if constraint == knowledge.SVPI {
		return Keeps
	}
	return MayBreak
}

// floor returns the least floor of a value. Where each person has one value, every
// group has some value, and if somebody has it the adversary is certain of that
// with all others of the group known, as relatives or otherwise, or with all other
// values of the group ruled out. A value without points, and where people have
// several values a group without any, is safe in every group.
func (s *Skyline) floor(whole *Whole) Floor {
	if whole.Constraint != knowledge.SVPI {
		return Floor{}
	}
	least := Floor{People: math.MaxInt64, Values: math.MaxInt}
	lower := func(points []Point) {
		f := floorOf(points)
		least = Floor{People: min(least.People, f.People), Values: min(least.Values, f.Values)}
	}
	named := 0
	for _, v := range s.Named {
		lower(v.Points)
		if v.Value >= 0 {
			named++ // each value is there once
		}
	}
	if named < whole.Values {
		lower(s.Others)
	}
	if named == 0 && whole.Values == 0 {
		return Floor{}
	}
	return least
}

// floorOf returns how many people and values a group must have if somebody in it
// has a value with these points.
func floorOf(points []Point) Floor {
	var f Floor
	for _, p := range points {
		k, m, l := min(p.Point.K, partition.MaxPeople), min(p.Point.M, partition.MaxPeople), min(p.Point.L, math.MaxInt32)
		f = Floor{People: max(f.People, min(k+m+2, partition.MaxPeople)), Values: max(f.Values, int(l)+2)}
	}
	return f
}

type skylineGuard struct {
	floor   Floor
	running *breach.Running
}

// Floor implements Guard.
func (g *skylineGuard) Floor() Floor { return g.floor }

// Allows implements Guard. Parts of a group in which every value is a set's are
// so too, so that there is no error.
func (g *skylineGuard) Allows(_ *partition.Group, parts []partition.Group) bool {
	ok, err := g.running.Allows(parts)
	return ok && err == nil
}

// Coupled reports true: the target and its family may be in different groups.
func (g *skylineGuard) Coupled() bool { return true }

func (g *skylineGuard) Split(_ *partition.Group, parts []partition.Group) { _ = g.running.Add(parts) }

// Check implements Requirement: a finding for each point, that of the worst of its
// values.
//
// Errors: breach.ErrSet, those of ctx.
func (s *Skyline) Check(ctx context.Context, release *Release) ([]Finding, error) {
	prepared, err := release.prepare()
	if err != nil {
		return nil, err
	}
	var findings []Finding
	done := 0 // values
	err = s.eachPart(release, func(part []Finding, requirements []breach.Requirement, values []int32) error {
		for _, value := range values {
			of := progress.Part(ctx, done, len(release.Table.Values))
			done++
			if err := worsen(of, prepared, part, value, requirements); err != nil {
				return err
			}
		}
		findings = append(findings, part...)
		return nil
	})
	return findings, err
}

// Violations implements Requirement: a finding for each point, value and group in
// which somebody's breach probability is too large.
//
// Errors: breach.ErrSet, those of ctx.
func (s *Skyline) Violations(ctx context.Context, release *Release, f func(Finding)) error {
	return s.each(ctx, release, (*breach.Release).EachTarget, f)
}

// Alone implements Requirement: neither are people who are known of in other groups.
//
// Errors: those of Violations.
func (s *Skyline) Alone(ctx context.Context, release *Release, f func(group int)) error {
	return s.each(ctx, release, (*breach.Release).EachAlone, func(found Finding) { f(found.Group) })
}

// asking is a question of a release candidate about all groups that have a value.
type asking func(r *breach.Release, ctx context.Context, value int32, q breach.Requirement, f func(group int, found breach.Finding)) error

// each calls f with what is not safe, by a question.
func (s *Skyline) each(ctx context.Context, release *Release, ask asking, f func(Finding)) error {
	prepared, err := release.prepare()
	if err != nil {
		return err
	}
	done := 0 // values
	return s.eachPart(release, func(part []Finding, requirements []breach.Requirement, values []int32) error {
		for _, value := range values {
			progress.Report(ctx, float64(done), float64(len(release.Table.Values)))
			done++
			for i, q := range requirements {
				err := ask(prepared, ctx, value, q, func(group int, of breach.Finding) {
					if !of.Safe {
						found := part[i]
						found.Achieved, found.Holds, found.Value, found.Group, found.Witness = of.Breach, false, value, group, of.Witness
						f(found)
					}
				})
				if err != nil {
					return fmt.Errorf("privacy: %w", err)
				}
			}
		}
		return nil
	})
}

// Meets implements Requirement. What the adversary knows of others may be in the
// merged group, or in those that the release candidate has beside it.
//
// Errors: breach.ErrSet.
func (s *Skyline) Meets(release *Release, f *Finding, merged *Merged) (bool, error) {
	prepared, err := release.prepare()
	if err != nil {
		return false, err
	}
	points := s.Others
	for _, v := range s.Named {
		if v.Value == f.Value {
			points = v.Points
		}
	}
	ok, err := prepared.Admits(merged.breach(), f.Value, points[f.part].Requirement)
	if err != nil {
		return false, fmt.Errorf("privacy: %w", err)
	}
	return ok, nil
}

// eachPart calls f with the points of each named value, and those of the others:
// with findings of no values yet, and the values of the release candidate that the
// points are for.
func (s *Skyline) eachPart(release *Release, f func(part []Finding, requirements []breach.Requirement, values []int32) error) error {
	named := map[int32]bool{}
	for _, v := range s.Named {
		named[v.Value] = true
		part := begin(v.Points)
		var values []int32
		if v.Value >= 0 {
			values = []int32{v.Value}
		} else {
			for i := range part {
				part[i].Absent = &v.Text
			}
		}
		if err := f(part, requirementsOf(v.Points), values); err != nil {
			return err
		}
	}
	if len(s.Others) == 0 {
		return nil
	}
	var others []int32
	for v := range release.Table.Values {
		if !named[int32(v)] {
			others = append(others, int32(v))
		}
	}
	return f(begin(s.Others), requirementsOf(s.Others), others)
}

// begin returns findings of points over no values.
func begin(points []Point) []Finding {
	part := make([]Finding, len(points))
	for i, p := range points {
		part[i] = Finding{
			Requirement: "skyline", Rule: "breach probability of " + p.Label, Required: p.Threshold,
			Holds: true, Point: p.Point, Value: -1, Group: -1, part: i,
		}
	}
	return part
}

// worsen replaces findings by those of a value where those are worse.
func worsen(ctx context.Context, prepared *breach.Release, part []Finding, value int32, requirements []breach.Requirement) error {
	found, err := prepared.Check(ctx, value, requirements)
	if err != nil {
		return fmt.Errorf("privacy: %w", err)
	}
	for i, f := range found {
		have := &part[i]
		if f.Safe && !have.Holds || f.Safe == have.Holds && f.Breach <= have.Achieved {
			continue
		}
		have.Achieved, have.Holds, have.Value = f.Breach, f.Safe, value
		if f.Witness != nil {
			have.Group = f.Witness.Target
		}
	}
	return nil
}
