package people

import (
	"errors"
	"fmt"
	"slices"

	"skyline/engine/breach"
	"skyline/engine/partition"
	"skyline/engine/privacy"
	"skyline/sqlfuncs/words"
)

// Of returns what is required of a table, in the order of the results: points are those of
// the skyline.
func (r *Requirements) Of(given []GivenPoint, table *TableValues) ([]privacy.Requirement, error) {
	if r.Columns != nil {
		return r.ofColumns(given, table)
	}
	absent := int32(-1)
	if n, ok := table.Number(partition.Absent); ok && r.Beside() != "" {
		absent = n
	}
	var all []privacy.Requirement
	var err error
	add := func(is bool, required func() privacy.Requirement) {
		if is {
			all = append(all, privacy.Among(absent, required()))
		}
	}
	add(r.KAnonymity > 0, func() privacy.Requirement { return privacy.KAnonymity(r.KAnonymity) })
	add(r.DistinctDiversity > 0, func() privacy.Requirement { return privacy.DistinctDiversity(r.DistinctDiversity) })
	add(r.EntropyDiversity > 0, func() privacy.Requirement { return privacy.EntropyDiversity(r.EntropyDiversity) })
	add(r.RecursiveDiversity != nil, func() privacy.Requirement {
		return privacy.RecursiveDiversity(r.RecursiveDiversity.C, r.RecursiveDiversity.L)
	})
	add(r.MaxShare > 0, func() privacy.Requirement { return privacy.MaxShare(r.MaxShare) })
	local := func(is bool, required func(facts *ColumnFacts, values []partition.Value) (*privacy.Local, error)) {
		if !is || err != nil {
			return
		}
		var one *privacy.Local
		if one, err = required(table.facts.Of(0), table.Values); err == nil {
			all = append(all, privacy.Among(absent, table.whole.local(one)))
		}
	}
	local(r.TCloseness != nil, r.TCloseness.of)
	local(r.BetaLikeness != nil, r.BetaLikeness.of)
	local(r.DeltaDisclosure != nil, r.DeltaDisclosure.of)
	local(r.Proximity != nil, r.Proximity.of)
	local(r.Variance > 0, r.ofVariance)
	local(r.Negations != nil, r.ofNegations)
	if err != nil {
		return nil, err
	}
	add(r.Implications != nil, func() privacy.Requirement {
		return table.whole.implications(r.Implications)
	})
	all = append(all, r.Presence.of(absent)...)
	all = append(all, r.findable(absent)...)
	if r.Skyline == nil {
		return all, nil
	}
	points, err := ReadPoints(given)
	if err == nil && len(points) == 0 {
		err = errors.New("privacy: skyline must have at least one point")
	}
	if err == nil {
		err = r.Skyline.Check(points, table)
	}
	if err != nil {
		return nil, err
	}
	return append(all, privacy.Among(absent, table.whole.skyline(r.Skyline.of(points, table)))), nil
}

func (r *Requirements) ofNegations(*ColumnFacts, []partition.Value) (*privacy.Local, error) {
	return privacy.Negations(r.Negations.K, r.Negations.C)
}

// of returns the requirements of presence: one for each bound that is given.
func (p *Presence) of(absent int32) []privacy.Requirement {
	if p == nil {
		return nil
	}
	low, high := 0.0, 1.0
	if p.Low != nil {
		low = *p.Low
	}
	if p.High != nil {
		high = *p.High
	}
	atLeast, atMost := privacy.Presence(low, high, absent)
	var all []privacy.Requirement
	if p.Low != nil {
		all = append(all, atLeast)
	}
	if p.High != nil {
		all = append(all, atMost)
	}
	return all
}

// findable returns the requirements on how easily people are found.
func (r *Requirements) findable(absent int32) []privacy.Requirement {
	var all []privacy.Requirement
	if r.KMap > 0 {
		all = append(all, privacy.KMap(r.KMap, absent))
	}
	if j := r.JournalistRisk; j != nil && j.Highest != nil {
		all = append(all, privacy.JournalistHighestRisk(*j.Highest, absent))
	}
	if j := r.JournalistRisk; j != nil && j.Average != nil {
		all = append(all, privacy.JournalistAverageRisk(*j.Average, absent))
	}
	if r.AverageRisk > 0 {
		all = append(all, privacy.Among(absent, privacy.AverageRisk(r.AverageRisk)))
	}
	switch u := r.PopulationUniqueness; {
	case u == nil:
	case u.Fraction > 0:
		all = append(all, privacy.Among(absent, privacy.EstimatedUniqueness(u.Fraction, u.Model, u.MaxShare)))
	default:
		all = append(all, privacy.PopulationUniqueness(u.MaxShare, absent))
	}
	return all
}

// of returns the requirement of points; one that is there twice counts once. A value that
// the table does not have is safe at any point, if it is allowed.
func (n *NamedValues) of(points []Point, table *TableValues) *privacy.Skyline {
	s := &privacy.Skyline{}
	at := map[string]int{}
	// Many points have few thresholds.
	thresholds := map[float64]breach.Threshold{}
	seen := map[Point]bool{}
	others := "any value"
	if slices.ContainsFunc(points, func(p Point) bool { return p.Named }) {
		others = "any value that is not named"
	}
	for i := range points {
		p := &points[i]
		if seen[*p] {
			continue
		}
		seen[*p] = true
		if _, ok := thresholds[p.C]; !ok {
			thresholds[p.C] = p.Requirement().C
		}
		if !p.Named {
			s.Others = append(s.Others, p.of(others, thresholds[p.C]))
			continue
		}
		if _, ok := at[p.Value]; !ok {
			at[p.Value] = len(s.Named)
			value, found := table.Number(p.Value)
			if !found {
				value = -1
			}
			s.Named = append(s.Named, privacy.ValuePoints{Value: value, Text: p.Value})
		}
		// Values of a table of points may be data, which no message tells.
		label := "a value that is named"
		if n.Shown {
			label = p.Value
		}
		v := &s.Named[at[p.Value]]
		v.Points = append(v.Points, p.of(label, thresholds[p.C]))
	}
	return s
}

// of returns a point of a skyline for values that are called something.
func (p *Point) of(values string, c breach.Threshold) privacy.Point {
	return privacy.Point{
		Requirement: breach.Requirement{Point: p.Point, C: c}, Threshold: p.C,
		Label: fmt.Sprintf("%s to %s < %v", values, words.Attacker(p.L, p.K, p.M), p.C),
	}
}
