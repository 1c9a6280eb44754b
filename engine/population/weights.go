package population

import (
	"cmp"
	"context"
	"slices"

	"skyline/engine"
	"skyline/engine/exact"
	"skyline/engine/partition"
)

// WeightedSize says how many QI groups of the sample have so many people and so large a sum
// of sampling weights, which are the people of the population that each of them stands for.
// Everybody stands for themselves at least, so that Weight is no less than People.
type WeightedSize struct {
	People int64
	Weight float64
	Groups int64
}

// FromWeights returns the estimates for a sample with sampling weights. A group of f people
// whose weights add up to w has been drawn with probability p = f/w. equally says that all
// weights are equal; where they are not, models that take everybody to be drawn with the
// same probability have no value.
//
// It takes some hundred steps for each of the sizes, and what FromFraction takes.
//
// Errors: partition.ErrTooManyPeople, *engine.ParamError, and that of the context.
func FromWeights(ctx context.Context, sizes []WeightedSize, equally bool) ([]Estimate, error) {
	ordered := slices.Clone(sizes)
	slices.SortFunc(ordered, func(a, b WeightedSize) int {
		return cmp.Or(cmp.Compare(a.People, b.People), cmp.Compare(a.Weight, b.Weight), cmp.Compare(a.Groups, b.Groups))
	})
	plain := make([]Size, len(ordered))
	for i, g := range ordered {
		plain[i] = Size{g.People, g.Groups}
	}
	s, err := newSample(plain)
	if err != nil {
		return nil, err
	}
	r, err := risksOf(ctx, ordered)
	if err != nil {
		return nil, err
	}
	s.population = r.population.Value()
	if s.population == float64(s.people) && s.people > 0 { // each weight is 1
		return s.asPopulation()
	}
	s.fraction = float64(s.people) / s.population
	reason := ""
	if !equally {
		reason = unequal
	}
	var e estimates
	e.addCounts(s.people, s.singles, Given, s.population, s.fraction)
	e.addRisks(BenedettiFranconi, s.people, r.highest, r.sum.Value())
	if err := s.addUniques(ctx, &e, r.confirmed.Value()/float64(s.singles), reason); err != nil {
		return nil, err
	}
	return e, nil
}

// weighted is what is summed over groups with weights.
type weighted struct {
	population, sum exact.Sum // of weights, and of individual risks over people
	highest         float64
	confirmed       exact.Sum // P(F = 1 | f = 1) = p, over sample uniques
}

// risksOf sums over sizes that are in order.
func risksOf(ctx context.Context, sizes []WeightedSize) (*weighted, error) {
	w := &weighted{}
	for i, g := range sizes {
		if i%looks == looks-1 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if !(g.Weight >= float64(g.People)) {
			return nil, engine.NewParamError("population", "weights", "at least 1", nil)
		}
		groups, p := float64(g.Groups), float64(g.People)/g.Weight
		r := individualRisk(g.People, p)
		w.highest = max(w.highest, r)
		w.population.Add(groups * g.Weight)
		w.sum.Add(groups * float64(g.People) * r)
		if g.People == 1 {
			w.confirmed.Add(groups * p)
		}
	}
	if !(w.population.Value() <= partition.MaxPeople) {
		return nil, engine.NewParamError("population", "weights", "those of a population of at most 2^61 people", nil)
	}
	return w, nil
}
