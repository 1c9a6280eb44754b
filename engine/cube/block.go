package cube

import (
	"context"
	"errors"

	"skyline/engine/internal/budget"
)

// A block is unknowns that sums connect, and nothing else does. Unknowns and sums have numbers of the block's own.
type block struct {
	of, sums       []int32 // the system's numbers of unknowns and sums
	terms          [][]Term
	least, largest []int64 // of unknowns, then of sums, from which what is known is subtracted
	whole          []bool
	goals          []*goal
	byUnknown      map[int32]*goal
}

// goal returns the goal of a sum of the block's unknowns, and which multiple of it the sum is.
func (b *block) goal(terms []Term) (*goal, int64) {
	if len(terms) == 1 {
		j := terms[0].Unknown
		g := b.byUnknown[j]
		if g == nil {
			g = &goal{v: j, integral: b.whole[j]}
			if b.least[j] != noLeast {
				g.outer[0] = &fraction{b.least[j], 1}
			}
			if b.largest[j] != noLargest {
				g.outer[1] = &fraction{b.largest[j], 1}
			}
			if b.byUnknown == nil {
				b.byUnknown = map[int32]*goal{}
			}
			b.goals, b.byUnknown[j] = append(b.goals, g), g
		}
		return g, terms[0].Times
	}
	g := &goal{v: int32(len(b.of) + len(b.terms)), integral: true}
	outer, ends := [2]wide{}, [2]bool{true, true}
	for _, t := range terms {
		g.integral = g.integral && b.whole[t.Unknown]
		low, high := b.least[t.Unknown], b.largest[t.Unknown]
		hasLow, hasHigh := low != noLeast, high != noLargest
		if t.Times < 0 {
			low, high, hasLow, hasHigh = high, low, hasHigh, hasLow
		}
		outer[0], outer[1] = outer[0].add(product(t.Times, low)), outer[1].add(product(t.Times, high))
		ends[0], ends[1] = ends[0] && hasLow, ends[1] && hasHigh
	}
	for side := range outer {
		if num, ok := outer[side].narrow(); ok && ends[side] {
			g.outer[side] = &fraction{num, 1}
		}
	}
	b.terms = append(b.terms, terms)
	b.least, b.largest = append(b.least, noLeast), append(b.largest, noLargest)
	b.goals = append(b.goals, g)
	return g, 1
}

// free reports whether a block is a single unknown of which nothing else is known: then its range is what follows.
func (b *block) free() bool { return len(b.sums) == 0 }

// solve finds the bounds of all goals within so many steps. It returns how many it took, and false if no table agrees. It says
// how many goals are done.
//
// Errors: the context's.
func (b *block) solve(ctx context.Context, limit float64, done func(goals int)) (float64, bool, error) {
	if b.free() {
		for _, g := range b.goals {
			g.exact = [2]bool{true, true}
		}
		return 0, true, nil
	}
	steps := budget.New(ctx, limit)
	t, agrees, err := b.begin(steps)
	if t == nil {
		if isLimit(err) {
			err = nil
		}
		return steps.Spent(), agrees, err
	}
	spent := steps.Spent()
	first := b.search(t)
	first.v, t.budget = none, budget.New(ctx, (limit-spent)/shareOfFirst)
	err = first.run()
	spent += t.budget.Spent()
	switch {
	case err == nil && !first.found:
		return spent, false, nil
	case errors.Is(err, errOverflow):
		return spent, true, nil
	case err != nil && !isLimit(err):
		return spent, true, err
	}
	for i, g := range b.goals {
		done(i)
		for side := range g.outer {
			if g.exact[side] = g.reached(side); g.exact[side] {
				continue
			}
			// What is left is shared by what is left.
			t.budget = budget.New(ctx, (limit-spent)/float64(2*(len(b.goals)-i)-side))
			agrees, err := b.reach(t, g, side)
			spent += t.budget.Spent()
			if err != nil && !isLimit(err) || err == nil && !agrees {
				return spent, agrees, err
			}
			if errors.Is(err, errOverflow) {
				return spent, true, nil
			}
		}
	}
	return spent, true, nil
}

// shareOfFirst is which part of the steps may be taken to find one table that agrees, 1 of so many.
const shareOfFirst = 4

// begin returns the tableau with values within all ranges, and false if it finds that there are none.
//
// Errors: errOverflow, those of the budget.
func (b *block) begin(steps *budget.Budget) (*tableau, bool, error) {
	t, conflict, err := newTableau(len(b.of), b.terms, b.least, b.largest, false, steps)
	if err != nil || conflict != nil {
		return nil, conflict == nil, err
	}
	row, err := t.feasible()
	if err != nil || row != none {
		return nil, err != nil, err
	}
	return t, true, nil
}

// search returns a search in whose tables all goals are looked at.
func (b *block) search(t *tableau) *search {
	return &search{t: t, whole: b.whole, seen: func() {
		for _, g := range b.goals {
			g.see(t.at(g.v))
		}
	}}
}

// reach finds one end of a goal. It reports false if no table agrees.
//
// Errors: errOverflow, those of the budget.
func (b *block) reach(t *tableau, g *goal, side int) (bool, error) {
	s := b.search(t)
	s.v, s.up, s.integral = g.v, side == 1, g.integral
	if g.seen[side] != nil {
		s.found, s.best = true, *g.seen[side]
	}
	s.enough = func(fraction) bool { return g.reached(side) }
	if row, err := t.feasible(); err != nil || row != none {
		return row == none, err
	}
	if bounded, err := t.extreme(g.v, s.up); err != nil {
		return true, err
	} else if bounded {
		g.narrow(side, t.at(g.v))
		if g.exact[side] = g.reached(side); g.exact[side] {
			return true, nil
		}
	}
	if err := s.run(); err != nil {
		return true, err
	}
	if !s.found {
		return false, nil
	}
	if !s.unbounded {
		g.outer[side] = &s.best
	}
	g.exact[side] = true
	return true, nil
}
