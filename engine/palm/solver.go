package palm

import (
	"context"
	"slices"
)

// solver shifts one group after the other.
type solver struct {
	ctx     context.Context //nolint:containedctx // of one call
	bounds  *bounds
	options *Options
}

// shift shifts the distributions of a group.
//
// Errors: ErrOutside; those of ctx and of presence.NewSet.
func (s *solver) shift(g *Group) (Shifted, error) {
	p := newProblem(g)
	none := make([]shift, len(p.columns))
	for d := range none {
		none[d] = shift{0, 1}
		if p.columns[d].isOptimal() {
			none[d] = shift{1, 1}
		}
	}
	at := none
	ok, err := s.keeps(p, none)
	switch {
	case err != nil:
		return Shifted{}, err
	case !ok:
		return Shifted{}, ErrOutside
	case p.present == 0:
	case s.options.Method == Bounded:
		at, err = s.steps(p, none, s.certified)
	case s.options.Method == Stepwise:
		at, err = s.steps(p, none, s.keeps)
	case s.options.Method == Exact:
		at, err = s.exact(p, none)
	}
	if err != nil {
		return Shifted{}, err
	}
	return s.shifted(p, at)
}

// keeps decides whether the existence probabilities at a shift are within the bounds:
// Algorithm 2, with Definition 3's inclusive bounds.
//
// Errors: those of ctx and of presence.NewSet.
func (s *solver) keeps(p *problem, at []shift) (bool, error) {
	set, err := p.set(at)
	if err != nil {
		return false, err
	}
	atLeast, atMost := set.Within(s.bounds.exactLow, s.bounds.exactHigh)
	return atLeast && atMost, s.ctx.Err()
}

// certified decides whether Theorem 5 tells that they are: Algorithm 3, inclusive.
//
// Errors: those of ctx and of presence.NewSet.
func (s *solver) certified(p *problem, at []shift) (bool, error) {
	set, err := p.set(at)
	if err != nil {
		return false, err
	}
	return set.BoundsWithin(s.bounds.exactLow, s.bounds.exactHigh), s.ctx.Err()
}

// steps is Algorithm 1 for one group: all columns are shifted a step further until the
// bounds are not kept, and that step is undone. (As printed, the algorithm never counts
// its steps, and ends for all groups where one fails.) Where the steps are too small for
// weights of 62 bits, none is taken.
func (s *solver) steps(p *problem, at []shift, keeps func(*problem, []shift) (bool, error)) ([]shift, error) {
	steps := s.options.Steps
	for d := range p.columns {
		if !p.columns[d].allows(steps) {
			return at, nil
		}
	}
	for k := int64(1); k <= steps; k++ {
		next := slices.Clone(at)
		for d := range next {
			if next[d] != (shift{1, 1}) {
				next[d] = shift{k, steps}
			}
		}
		ok, err := keeps(p, next)
		if err != nil || !ok {
			return at, err
		}
		at = next
	}
	return at, nil
}

// shifted returns what has become of a group, once it has been looked at again.
//
// Errors: ErrOutside; those of presence.NewSet.
func (s *solver) shifted(p *problem, at []shift) (Shifted, error) {
	result := Shifted{Size: p.size, Present: p.present}
	set, err := p.set(at)
	if err != nil {
		return result, err
	}
	if atLeast, atMost := set.Within(s.bounds.exactLow, s.bounds.exactHigh); !atLeast || !atMost {
		return result, ErrOutside
	}
	// What is within the bounds is not to look as if it were not, for a rounding.
	result.Low, result.High = set.Range()
	result.Low, result.High = max(result.Low, s.bounds.low), min(result.High, s.bounds.high)
	for d := range p.columns {
		c := &p.columns[d]
		result.Distributions = append(result.Distributions, c.at(at[d]))
		result.Shifts = append(result.Shifts, at[d].float())
		result.Cost += result.Distributions[d].Cost(c.counts)
	}
	return result, nil
}
