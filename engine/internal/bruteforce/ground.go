package bruteforce

import (
	"fmt"

	"skyline/engine/internal/bitset"
	"skyline/engine/knowledge"
)

// grounder enumerates the groundings of the knowledge about one target after
// the other, and keeps the largest probability for each number of variables.
type grounder struct {
	release    *release
	possible   *possible
	constraint knowledge.Constraint
	best       *Box
	steps      int

	// The literals about the current target, as the sets of reconstructions
	// in which they are true.
	target   int
	hasSigma bitset.Set     // σ ∈ t
	aboutX   []bitset.Set   // by value x: x ∉ t in SVPI, x ∈ t → σ ∈ t otherwise
	roles    [][]bitset.Set // by person p: p as u, in SVPI y ∈ p for every y, otherwise σ ∉ p; last, p as v, σ ∈ p → σ ∈ t

	// leads[p] says that person p is the first of its QI group, or of people who are
	// interchangeable with nobody.
	leads []bool
	// related says who can be a v for a target; nil: everybody.
	related func(target, v int) bool

	// scratch[d] holds the conjunction of the first d literals.
	scratch []bitset.Set
}

// groundAll fills the box with the probabilities of the groundings that use
// exactly so many variables.
func groundAll(r *release, p *possible, c knowledge.Constraint, box *Box, related func(target, v int) bool) error {
	g := &grounder{release: r, possible: p, constraint: c, best: box, related: related}
	g.leads = make([]bool, r.people)
	for _, q := range r.groups {
		for i := range q.people {
			g.leads[q.first+i] = i == 0 || related != nil
		}
	}
	for range r.people + len(r.values) {
		g.scratch = append(g.scratch, bitset.New(p.worlds))
	}

	everything := bitset.All(p.worlds)
	for person, leads := range g.leads {
		if !leads {
			continue // people of a group are interchangeable: one of them is enough
		}
		g.setTarget(person)
		if err := g.groundX(0, 0, everything, 0); err != nil {
			return err
		}
	}
	return nil
}

// setTarget evaluates all literals that knowledge about t can consist of.
func (g *grounder) setTarget(t int) {
	has, sigma := g.possible.has, g.release.sigma
	g.target = t
	g.hasSigma = has[t][sigma]
	g.aboutX = g.aboutX[:0]
	for x := range g.release.values {
		literal := implies(has[t][x], g.hasSigma)
		if g.constraint == knowledge.SVPI {
			literal = not(has[t][x])
		}
		g.aboutX = append(g.aboutX, literal)
	}
	g.roles = g.roles[:0]
	for person := range g.release.people {
		var literals []bitset.Set
		if g.constraint == knowledge.SVPI {
			literals = append(literals, has[person]...)
		} else {
			literals = append(literals, not(has[person][sigma]))
		}
		g.roles = append(g.roles, append(literals, implies(has[person][sigma], g.hasSigma)))
	}
}

// groundX chooses which values from x on are among the at most L that the
// adversary knows about, and goes on to the people. So far l values are chosen,
// and worlds satisfies their depth literals.
func (g *grounder) groundX(x, l int, worlds bitset.Set, depth int) error {
	if x == len(g.aboutX) || l == g.best.l {
		return g.groundPeople(0, 0, l, 0, 0, worlds, depth)
	}
	if err := g.groundX(x+1, l, worlds, depth); err != nil {
		return err
	}
	next, possible, err := g.and(worlds, g.aboutX[x], depth)
	if err != nil || !possible {
		return err
	}
	return g.groundX(x+1, l+1, next, depth+1)
}

// groundPeople chooses a role for each person other than the target: to be a u
// with some y, to be a v, or neither. One role each is what the constraint
// v ≠ u says. People of one QI group are interchangeable, so their roles are
// taken in non-decreasing order, neither last: least is the least role that
// person may have. So far k people u and m people v are chosen.
func (g *grounder) groundPeople(person, least, l, k, m int, worlds bitset.Set, depth int) error {
	if person == g.release.people {
		return g.record(l, k, m, worlds)
	}
	if g.leads[person] {
		least = 0
	}
	if person == g.target {
		return g.groundPeople(person+1, least, l, k, m, worlds, depth)
	}

	for role, literal := range g.roles[person] {
		if role < least {
			continue
		}
		newK, newM := k+1, m
		if role == len(g.roles[person])-1 {
			if g.related != nil && !g.related(g.target, person) {
				continue
			}
			newK, newM = k, m+1
		}
		if newK > g.best.k || newM > g.best.m {
			continue
		}
		next, possible, err := g.and(worlds, literal, depth)
		if err != nil {
			return err
		}
		// Once no reconstruction is left, adding literals cannot bring one
		// back: Pr(K) = 0 for all groundings from here on.
		if !possible {
			continue
		}
		if err := g.groundPeople(person+1, role, l, newK, newM, next, depth+1); err != nil {
			return err
		}
	}
	return g.groundPeople(person+1, len(g.roles[person]), l, k, m, worlds, depth)
}

// record notes Pr(σ ∈ t | K) for a K with l values x, k people u, and m people
// v that is true in the given reconstructions, of which there is at least one.
func (g *grounder) record(l, k, m int, worlds bitset.Set) error {
	if err := g.spend(); err != nil {
		return err
	}
	p := fraction{worlds.CountAnd(g.hasSigma), worlds.Count()}
	if at := g.best.at(l, k, m); at.less(p) {
		*at = p
	}
	return nil
}

// and returns the conjunction of the expression true in worlds, which has depth
// literals, and one more literal; and whether any reconstruction satisfies it.
func (g *grounder) and(worlds, literal bitset.Set, depth int) (bitset.Set, bool, error) {
	if err := g.spend(); err != nil {
		return nil, false, err
	}
	next := g.scratch[depth]
	possible := next.And(worlds, literal)
	return next, possible, nil
}

// spend accounts for one look at all reconstructions.
func (g *grounder) spend() error {
	if g.steps += (g.possible.worlds + 63) / 64; g.steps > MaxSteps {
		return fmt.Errorf("%w: the groundings take more than %d steps", ErrTooLarge, MaxSteps)
	}
	return nil
}
