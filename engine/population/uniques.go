package population

import (
	"context"
	"slices"
)

// outcome is how many population uniques a model expects, or the reason why it has no number.
type outcome struct {
	uniques    float64
	reason     string
	assumption string // in the place of the model's own, if it is not ""
}

// rivals are the models of the number of population uniques that need nothing but counts of
// counts and one sampling fraction.
var rivals = []string{Zayatz, Pitman, SNB}

// addUniques adds what is expected of population uniques. confirmed is the share of sample
// uniques that are, to Benedetti and Franconi. A reason is one against all other models.
func (s *sample) addUniques(ctx context.Context, e *estimates, confirmed float64, reason string) error {
	outcomes := map[string]outcome{}
	for _, model := range rivals {
		outcomes[model] = outcome{reason: reason}
		if reason == "" || s.people == 0 {
			outcomes[model] = s.outcomeOf(ctx, model)
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	outcomes[Dankar] = s.byDankar(outcomes)
	add := func(measure, model string, value float64, reason string) {
		e.add(measure, model, value, reason)
		if a := outcomes[model].assumption; a != "" {
			(*e)[len(*e)-1].Assumption = a
		}
	}
	e.add(ConfirmedUniqueShare, BenedettiFranconi, confirmed, s.ifNoUniques())
	models := append(slices.Clip(rivals), Dankar)
	for _, model := range models {
		share, reason := s.confirmed(outcomes[model])
		add(ConfirmedUniqueShare, model, share, reason)
	}
	for _, model := range models {
		add(PopulationUniques, model, outcomes[model].uniques, outcomes[model].reason)
	}
	for _, model := range models {
		add(PopulationUniqueShare, model, outcomes[model].uniques/s.population, outcomes[model].reason)
	}
	return nil
}

// outcomeOf asks one of the rivals.
func (s *sample) outcomeOf(ctx context.Context, model string) outcome {
	switch {
	case s.people == 0:
		return outcome{reason: nobody}
	case model == Zayatz:
		return s.byZayatz(ctx)
	case model == Pitman:
		return s.byPitman(ctx)
	}
	return s.bySNB()
}

func (s *sample) byZayatz(ctx context.Context) outcome {
	if s.singles == 0 {
		return outcome{reason: noUniques}
	}
	return outcome{uniques: s.zayatz(ctx) * float64(s.singles) / s.fraction}
}

// leastCorrection is how small the correction of Pitman's formula for a large population may
// be: it holds for large ones only.
const leastCorrection = 0.9

func (s *sample) byPitman(ctx context.Context) outcome {
	switch {
	case s.groups == 1:
		return outcome{reason: oneGroup}
	case s.people == s.singles:
		return outcome{reason: allAlone}
	}
	m := s.pitmanOf(ctx)
	number, correction := m.uniques(s.population)
	if !(correction >= leastCorrection && number <= s.population) {
		return outcome{reason: tooSmall}
	}
	return outcome{uniques: number}
}

func (s *sample) bySNB() outcome {
	switch {
	case s.singles == 0:
		return outcome{reason: noUniques}
	case s.pairs == 0:
		return outcome{reason: noPairs}
	}
	m, ok := s.slideOf()
	switch {
	case !ok:
		return outcome{reason: noSolution}
	case m.groups > s.population:
		return outcome{reason: tooManyGroups}
	}
	return outcome{uniques: m.uniques()}
}

// byDankar chooses between the others: Pitman's for a sampling fraction of at most 0.1, or
// else the smaller one of Zayatz's and the slide negative binomial; and Zayatz's where the
// chosen one has no number.
//
// Source: Dankar, El Emam, Neisa and Roffey, "Estimating the re-identification risk of
// clinical data sets", BMC Medical Informatics and Decision Making 12:66 (2012).
func (s *sample) byDankar(outcomes map[string]outcome) outcome {
	zayatz, pitman, snb := outcomes[Zayatz], outcomes[Pitman], outcomes[SNB]
	o, why := zayatz, "the fraction is above 0.1 and snb has no estimate"
	small := s.population >= 10*float64(s.people)
	chosen := Zayatz
	switch {
	case small && pitman.reason == "":
		o, chosen, why = pitman, Pitman, "the fraction is at most 0.1"
	case small:
		why = "the fraction is at most 0.1 and pitman has no estimate"
	case snb.reason == "" && zayatz.reason == "" && snb.uniques <= zayatz.uniques:
		o, chosen, why = snb, SNB, "the fraction is above 0.1 and snb expects no more than zayatz"
	case snb.reason == "":
		why = "the fraction is above 0.1 and zayatz expects less than snb"
	}
	if o.reason == noUniques {
		o.reason = noneOfRule
	}
	if o.reason == "" {
		o.assumption = "takes " + chosen + ": " + why
	}
	return o
}

// confirmed is the share of sample uniques that are population uniques, of whom a share of π
// is in the sample.
func (s *sample) confirmed(o outcome) (float64, string) {
	share := o.uniques * s.fraction / float64(s.singles)
	switch {
	case o.reason != "":
		return 0, o.reason
	case s.singles == 0:
		return 0, noUniques
	case share > 1+1e-9: // more than rounding
		return 0, contradiction
	}
	return min(share, 1), ""
}

func (s *sample) ifNoUniques() string {
	switch {
	case s.people == 0:
		return nobody
	case s.singles == 0:
		return noUniques
	}
	return ""
}
