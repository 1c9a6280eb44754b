package population

import (
	"context"

	"skyline/engine"
	"skyline/engine/exact"
	"skyline/engine/partition"
)

// FromFraction returns the estimates for a sample that is a share of the population, in
// (0, 1], into which everybody has got with the same probability. With 1 the sample is the
// population, and all is exact. sizes are those of the QI groups, in any order.
//
// Individual risks are those of IndividualRisk. Of sample uniques, a share of the fraction is
// then expected to be population uniques; other models say how large that is from how the sizes
// are spread.
//
// It takes O(largest size) steps, and O(distinct sizes) for each of some hundred parameters.
//
// Errors: partition.ErrTooManyPeople, *engine.ParamError, and that of the context.
func FromFraction(ctx context.Context, sizes []Size, fraction float64) ([]Estimate, error) {
	s, err := newSampled(sizes, fraction)
	if err != nil {
		return nil, err
	}
	if fraction == 1 {
		return s.asPopulation()
	}
	var e estimates
	e.addCounts(s.people, s.singles, Given, s.population, fraction)
	var sum exact.Sum
	highest := 0.0
	for i, size := range s.sizes {
		if i%looks == looks-1 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		r := individualRisk(size.People, fraction)
		highest = max(highest, r)
		sum.Add(float64(size.Groups) * float64(size.People) * r)
	}
	e.addRisks(BenedettiFranconi, s.people, highest, sum.Value())
	if err := s.addUniques(ctx, &e, fraction, ""); err != nil {
		return nil, err
	}
	return e, nil
}

// newSampled returns a sample that is a share of its population.
func newSampled(sizes []Size, fraction float64) (*sample, error) {
	s, err := newSample(sizes)
	if err != nil {
		return nil, err
	}
	if !(fraction > 0 && fraction <= 1) {
		return nil, engine.NewParamError("population", "fraction", "in (0, 1]", fraction)
	}
	if s.population = float64(s.people) / fraction; s.population > partition.MaxPeople {
		return nil, engine.NewParamError("population", "fraction", "that of a population of at most 2^61 people", fraction)
	}
	s.fraction = fraction
	return s, nil
}

// looks is how many individual risks are computed between two looks at the context.
const looks = 4096

// asPopulation returns what is known where the sample is the population.
func (s *sample) asPopulation() ([]Estimate, error) {
	groups := make([]KnownSize, len(s.sizes))
	for i, size := range s.sizes {
		groups[i] = KnownSize{size.People, size.People, size.Groups}
	}
	return FromPopulation(groups)
}
