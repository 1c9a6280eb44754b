package palm

import (
	"cmp"
	"math"
	"slices"
)

// maxRounds is how often each column of a group is looked at once more because others
// have been shifted. Rounds after the second gain next to nothing.
const maxRounds = 4

// exact shifts each column toward its utility-optimal distribution as far as the
// existence probabilities allow. What it returns keeps the bounds, costs at most what
// steps does, and leaves no column that could be shifted noticeably further by itself.
//
// How far one column may go depends on the others. Of two ways there the cheaper is
// taken: from where steps stops, all columns go on together, then each by itself, those
// with most to gain first, and then they trade; or each by itself from the beginning.
//
// Errors: those of ctx and of presence.NewSet.
func (s *solver) exact(p *problem, none []shift) ([]shift, error) {
	all := make([]int, len(p.columns))
	for d := range all {
		all[d] = d
	}
	at, err := s.steps(p, none, s.keeps)
	if err != nil {
		return nil, err
	}
	if at, err = s.line(p, at, all, true); err != nil || isDone(at) {
		return at, err
	}
	best, err := s.improve(p, at)
	if err != nil {
		return nil, err
	}
	other, err := s.improve(p, none)
	if err == nil && p.cost(other) < p.cost(best) {
		best = other
	}
	return best, err
}

// improve shifts the columns one by one, lets them trade, and looks once more.
//
// Errors: those of ctx and of presence.NewSet.
func (s *solver) improve(p *problem, at []shift) ([]shift, error) {
	at, err := s.climb(p, at)
	if err != nil {
		return nil, err
	}
	if at, err = s.trade(p, at); err != nil {
		return nil, err
	}
	return s.climb(p, at)
}

// isDone reports whether all columns are utility-optimal.
func isDone(at []shift) bool {
	return !slices.ContainsFunc(at, func(s shift) bool { return s.num < s.den })
}

// climb shifts the columns one by one, those with most to gain first, until none can
// be shifted further.
//
// Errors: those of ctx and of presence.NewSet.
func (s *solver) climb(p *problem, at []shift) ([]shift, error) {
	order, gains := make([]int, len(at)), make([]float64, len(at))
	for round := range maxRounds {
		before := p.cost(at)
		for d := range order {
			c := &p.columns[d]
			order[d], gains[d] = d, c.cost(at[d].float())-c.cost(1)
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(gains[b], gains[a]) })
		for _, d := range order {
			if at[d].num == at[d].den {
				continue
			}
			next, err := s.line(p, at, []int{d}, round == 0)
			if err != nil {
				return nil, err
			}
			at = next
		}
		// A gain of one part in a million is not worth another round.
		if before-p.cost(at) <= 1e-6*math.Abs(before) {
			break
		}
	}
	return at, nil
}
