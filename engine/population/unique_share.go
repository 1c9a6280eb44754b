package population

import (
	"context"
	"slices"
	"strings"

	"skyline/engine"
)

// UniqueShareModels are the models that estimate how many people are alone in the population
// from how many QI groups of the sample have which size.
func UniqueShareModels() []string { return append(slices.Clone(rivals), Dankar) }

// UniqueShare returns what FromFraction has as PopulationUniqueShare of one model, the same
// number, without the rest. With a fraction of 1 the sample is the population, the model is
// Known, and the share is that of those who are alone.
//
// It is expected of the people of the sample, too: if everybody of the population got into it
// with the same probability, those who are alone in the population make as large a share of
// it as of the population.
//
// It takes the time of FromFraction at most, and mostly that of one model.
//
// Errors: those of FromFraction; *engine.ParamError for another model.
func UniqueShare(ctx context.Context, sizes []Size, fraction float64, model string) (Estimate, error) {
	s, err := newSampled(sizes, fraction)
	if err != nil {
		return Estimate{}, err
	}
	if models := UniqueShareModels(); !slices.Contains(models, model) {
		return Estimate{}, engine.NewParamError("population", "model", "one of "+strings.Join(models, ", "), model)
	}
	var e estimates
	if fraction == 1 {
		e.add(PopulationUniqueShare, Known, quotient(s.singles, s.people), ifNobody(s.people))
		return e[0], nil
	}
	outcomes := map[string]outcome{}
	for _, rival := range rivals {
		if rival == model || model == Dankar {
			outcomes[rival] = s.outcomeOf(ctx, rival)
		}
	}
	if model == Dankar {
		outcomes[Dankar] = s.byDankar(outcomes)
	}
	o := outcomes[model]
	e.add(PopulationUniqueShare, model, o.uniques/s.population, o.reason)
	if o.assumption != "" {
		e[0].Assumption = o.assumption
	}
	return e[0], ctx.Err()
}
