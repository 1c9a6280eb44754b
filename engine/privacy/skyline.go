package privacy

import (
	"context"
	"fmt"

	"skyline/engine/breach"
	"skyline/engine/partition"
)

// Skyline requires that the breach probability of sensitive values stays below
// thresholds at knowledge points. Others are the points of each value that none
// of Named names.
//
// Source: Chen, LeFevre, Ramakrishnan, "Adversarial-knowledge dimensions in data
// privacy", VLDB Journal 18 (2009), Definition 4, Sect. 6.2.
type Skyline struct {
	Named  []breach.ValueRequirements
	Others []breach.Requirement
	// Thresholds and Labels are of Named's requirements, then of Others: c, and what
	// the rule of the finding calls the value and the point.
	Thresholds []float64
	Labels     []string
}

// Watch implements Requirement.
func (s *Skyline) Watch(whole *Whole) Guard {
	return &skylineGuard{breach.NewRunning(whole.Constraint, whole.Values, whole.Group.People, s.Named, s.Others)}
}

type skylineGuard struct{ running *breach.Running }

// Floor bounds nothing: a group without the values in question is safe.
func (g *skylineGuard) Floor() Floor { return Floor{} }

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
	prepared, err := breach.NewRelease(release.Table, release.Constraint)
	if err != nil {
		return nil, fmt.Errorf("privacy: %w", err)
	}
	var findings []Finding
	named := map[int32]bool{}
	for _, v := range s.Named {
		named[v.Value] = true
		part := s.begin(len(findings), len(v.Requirements))
		if err := worsen(ctx, prepared, part, v.Value, v.Requirements); err != nil {
			return nil, err
		}
		findings = append(findings, part...)
	}
	part := s.begin(len(findings), len(s.Others))
	for v := range release.Table.Values {
		if !named[int32(v)] {
			if err := worsen(ctx, prepared, part, int32(v), s.Others); err != nil {
				return nil, err
			}
		}
	}
	return append(findings, part...), nil
}

// begin returns findings of n requirements over no values.
func (s *Skyline) begin(from, n int) []Finding {
	part := make([]Finding, n)
	for i := range part {
		part[i] = Finding{
			Requirement: "skyline", Rule: "breach probability of " + s.Labels[from+i], Required: s.Thresholds[from+i],
			Holds: true, Value: -1, Group: -1,
		}
	}
	return part
}

// worsen replaces findings by those of a value where those are worse.
func worsen(ctx context.Context, prepared *breach.Release, part []Finding, value int32, requirements []breach.Requirement) error {
	if value < 0 || len(requirements) == 0 {
		return nil
	}
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
