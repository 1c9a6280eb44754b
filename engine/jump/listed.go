package jump

import (
	"context"
	"errors"
	"math/big"

	"skyline/engine/jump/joint"
	"skyline/engine/jump/tables"
)

// Properties of a set of tables as a whole, which look at several people at once, need
// the tables themselves: their sets are listed (package joint), which is feasible for some
// ten people. The permutation set needs no list, and is the disclosure set of g_1.

// mostListed is how many elementary steps listing takes at most, since each step of the
// larger lists takes memory, too; stepsOfListed is about how many a step of package joint
// takes.
const (
	mostListed    = 1e10
	stepsOfListed = 5
)

// problem is the algorithm for package joint, which counts generalizations from 0.
func (e *evaluator) problem(property joint.Property, limit float64) (*joint.Problem, []int) {
	t := e.table
	var cellOf []int
	for c, h := range t.cells {
		for range h.people() {
			cellOf = append(cellOf, c)
		}
	}
	p := &joint.Problem{Values: t.values, Property: property, Limit: limit / stepsOfListed, Strategy: func(j int, permutation, disclosure bool) int {
		passes := disclosure
		if e.algorithm.Strategy == Naive {
			passes = permutation
		}
		switch {
		case passes:
			return joint.Stop
		case permutation:
			return e.next(j+1) - 1
		}
		return j + 1
	}}
	for _, g := range t.generalizations {
		of := make([]int, len(cellOf))
		for person, c := range cellOf {
			of[person] = int(g.of[c])
		}
		p.Groups = append(p.Groups, of)
	}
	return p, cellOf
}

// mostPeople is how many people tables are listed of.
const mostPeople = 64

// listed answers for the disclosure set of g_i by listing it.
func (e *evaluator) listed(ctx context.Context, i int, signature []histogram) (*answer, error) {
	limit := min(e.options.Limit, mostListed)
	undecided := &Undecided{Generalization: i, Limit: limit, Work: unfeasible, Recursive: e.algorithm.Strategy != Naive}
	if e.table.people > mostPeople {
		return &answer{undecided: undecided}, nil
	}
	problem, cellOf := e.problem(e.algorithm.Joint, limit)
	counts := e.table.dense(signature)
	undecided.Work = workAtLeast(stepsOfListed*problem.Forecast(i-1, counts), limit)
	list, err := problem.Disclosure(ctx, i-1, counts)
	if err != nil {
		return e.refused(undecided, err)
	}
	a := &answer{reason: Listed, belief: e.beliefIn(list, i, signature, cellOf)}
	if _, a.bound, err = a.belief.measure(ctx, tables.Distinct{}); err != nil {
		return nil, err
	}
	holds, err := e.algorithm.Joint.Holds(ctx, list, &joint.Work{Limit: limit / stepsOfListed})
	if err != nil {
		return e.refused(undecided, err)
	}
	a.holds = tables.VerdictOf(holds)
	return a, nil
}

func (e *evaluator) refused(undecided *Undecided, err error) (*answer, error) {
	if errors.Is(err, joint.ErrTooLarge) {
		return &answer{undecided: undecided}, nil
	}
	return nil, err
}

// beliefIn is the belief in a listed set.
func (e *evaluator) beliefIn(list *joint.List, i int, signature []histogram, cellOf []int) *belief {
	t := e.table
	if list.Len() == 0 {
		return t.none(i, signature)
	}
	all := make([]int, 0, i)
	cells := make([]int32, len(t.cells))
	for c := range cells {
		cells[c] = int32(c)
	}
	for j := 1; j <= len(t.generalizations); j++ {
		all = append(all, j)
	}
	b := t.ofSet(i, signature, all, list.Set(cellOf, len(t.cells)), cells)
	b.total = big.NewInt(int64(list.Len()))
	return b
}

// jointly answers for the disclosure set of g_i.
func (p *publication) jointly(ctx context.Context, i int, signature []histogram, permutes bool) (*answer, error) {
	if i > 1 {
		a, err := p.listed(ctx, i, signature)
		if err == nil && a.undecided != nil && !permutes {
			return &answer{holds: tables.No, reason: Lemma}, nil
		}
		return a, err
	}
	b := p.table.permutation(i, signature)
	_, highest, err := b.measure(ctx, tables.Distinct{})
	return &answer{holds: tables.VerdictOf(permutes), reason: Known, belief: b, bound: highest}, err
}

// listing is a view for package joint: where generalizations cross, and are many, nearly
// every table is a class of its own, and to list them takes less.
type listing struct {
	*view
	problem *joint.Problem
	cellOf  []int
}

// listing returns the view for package joint, or nil if it is none for it.
func (v *view) listing() *listing {
	if v.nested || v.algorithm.Strategy == Certified || v.table.people > mostPeople {
		return nil
	}
	problem, cellOf := v.problem(joint.Marginal(v.algorithm.Property), mostListed)
	return &listing{v, problem, cellOf}
}

func (l *listing) forecast() float64 {
	return stepsOfListed * l.problem.Forecast(l.i-1, l.table.dense(l.signature))
}

func (l *listing) count(ctx context.Context) (*belief, error) {
	list, err := l.problem.Disclosure(ctx, l.i-1, l.table.dense(l.signature))
	if err != nil {
		return nil, err
	}
	return l.beliefIn(list, l.i, l.signature, l.cellOf), nil
}
