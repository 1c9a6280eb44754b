package population

import (
	"context"
	"math"

	"skyline/engine"
	"skyline/engine/exact"
	"skyline/engine/partition"
)

// MatchedSize is people who have the same quasi-identifiers, some of which may be missing: how
// many they are, the sum of their own sampling weights, how many people of the sample match
// them, themselves with them, and the sum of the weights of these: see package matching.
type MatchedSize struct {
	People   int64
	Own      float64
	Matches  int64
	StandFor float64
}

// noGroups is why models of sizes say nothing where people match, and are no groups.
const noGroups = "a missing value is any value, so that there are no groups whose sizes the model could be about"

// FromMatches returns the estimates for a sample in which a missing value is any value: the
// individual risk of somebody who matches f people that stand for F is IndividualRisk(f, f/F), as
// if these were their group. A sample unique is who matches nobody else. Models of the sizes of groups
// have no value.
//
// It takes some hundred steps for each of the sizes.
//
// Source: Templ, Kowarik, Meindl, "Statistical Disclosure Control for Micro-Data Using the R
// Package sdcMicro", J. Statistical Software 67(4), 2015, Sect. 3.3.
//
// Errors: partition.ErrTooManyPeople, *engine.ParamError, and that of the context.
func FromMatches(ctx context.Context, sizes []MatchedSize) ([]Estimate, error) {
	s := &sample{}
	var population, sum, confirmed exact.Sum
	highest := 0.0
	for i, m := range sizes {
		if i%looks == looks-1 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		switch {
		case m.People < 1 || m.Matches < m.People:
			return nil, engine.NewParamError("population", "sizes", "of at least one person, who match themselves", nil)
		case !(m.Own >= float64(m.People) && m.StandFor >= float64(m.Matches)):
			return nil, engine.NewParamError("population", "weights", "at least 1", nil)
		case m.People > partition.MaxPeople-s.people:
			return nil, partition.ErrTooManyPeople
		}
		s.people += m.People
		population.Add(m.Own)
		p := float64(m.Matches) / m.StandFor
		r := individualRisk(m.Matches, p)
		highest = max(highest, r)
		sum.Add(float64(m.People) * r)
		if m.Matches == 1 {
			s.singles++
			confirmed.Add(p)
		}
	}
	if s.population = population.Value(); s.population > partition.MaxPeople {
		return nil, engine.NewParamError("population", "weights", "those of a population of at most 2^61 people", nil)
	}
	s.fraction = float64(s.people) / s.population
	if s.people == 0 {
		s.fraction = math.NaN()
	}
	var e estimates
	e.addCounts(s.people, s.singles, Given, s.population, s.fraction)
	e.addRisks(BenedettiFranconi, s.people, highest, sum.Value())
	if err := s.addUniques(ctx, &e, confirmed.Value()/float64(s.singles), noGroups); err != nil {
		return nil, err
	}
	return e, nil
}
