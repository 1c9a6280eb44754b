package cube

import (
	"context"
	"errors"

	"skyline/engine/internal/budget"
)

// cheapest returns a table that agrees and in which a sum is least, or nil where no table agrees. If the budget ends before
// that is certain, it is a table that agrees and in which the sum is small.
//
// Errors: errOverflow, those of the budget where no table was found.
func (s *System) cheapest(ctx context.Context, objective []Term, steps *budget.Budget) ([]fraction, error) {
	b := newBox(s)
	if sums, err := b.tighten(ctx); err != nil || sums != nil {
		return nil, err
	}
	w := b.split()
	goal := w.answer(objective)
	table := make([]fraction, len(s.Unknowns))
	for j := range table {
		table[j] = fraction{b.least[j], 1} // of what is known
	}
	for _, in := range w.blocks {
		values, err := in.cheapest(goal, steps)
		if err != nil || values == nil {
			return nil, err
		}
		for k, j := range in.of {
			table[j] = values[k]
		}
	}
	return table, nil
}

// cheapest returns the values of a block's unknowns where its part of a sum is least.
func (b *block) cheapest(of answer, steps *budget.Budget) ([]fraction, error) {
	t, agrees, err := b.begin(steps)
	if err != nil || !agrees {
		return nil, err
	}
	s := b.search(t)
	s.v = none
	if err := s.run(); err != nil || !s.found {
		return nil, err
	}
	s.enough = func(fraction) bool { return false }
	s.found, s.end = false, false
	for _, p := range of.parts {
		for _, g := range b.goals {
			if p.goal == g {
				s.v, s.up, s.integral = g.v, p.times < 0, g.integral
			}
		}
	}
	var best []fraction
	s.seen = func() {
		if s.v != none && s.found && !s.better(t.at(s.v)) {
			return
		}
		best = best[:0]
		for j := range b.of {
			best = append(best, t.at(int32(j)))
		}
	}
	s.seen()
	if s.v != none {
		s.found, s.best, s.end = true, t.at(s.v), false
		if err := s.run(); err != nil {
			if !errors.Is(err, budget.ErrTooLarge) {
				return nil, err
			}
			if t.within() && s.fractional() == none {
				s.seen() // on the way to a cheaper one
			}
		}
	}
	return best, nil
}

// within reports whether all variables are within their ranges.
func (t *tableau) within() bool {
	for i := range t.rows {
		if t.below(i) || t.above(i) {
			return false
		}
	}
	return true
}
