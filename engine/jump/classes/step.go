package classes

import (
	"fmt"
	"math/big"

	"skyline/engine"
	"skyline/engine/internal/combinatorics"
	"skyline/engine/jump/tables"
)

// step finds out where tables of the class that a level works on go from generalization j,
// if any of them stand there.
func (c *Counter) step(l *level, cl *class) error {
	if cl.stepped || l.j > 1 && !cl.standing(l.j) {
		cl.stepped = true
		return nil
	}
	if l.signature == l {
		return c.ask(l, cl)
	}
	values := l.at.values
	own, _ := l.signature.enter(project(l.at.n, values, l.toSignature, len(l.signature.sizes)), values)
	if !own.stepped {
		if err := c.ask(l.signature, own); err != nil {
			return err
		}
	}
	cl.next, cl.stepped = own.next, true
	return nil
}

// standing reports whether any tables of a class have j as the next generalization.
func (cl *class) standing(j int) bool { return len(cl.entries) > 0 && cl.entries[0].q == j }

// ask asks the algorithm, with the signature on which a level works.
func (c *Counter) ask(l *level, cl *class) error {
	d := l.at.values
	if l.counts == nil {
		l.counts = make([][]int64, len(l.sizes))
	}
	for g, name := range l.names {
		row := l.counts[name][:0]
		for _, n := range l.at.n[g*d : (g+1)*d] {
			row = append(row, int64(n))
		}
		l.counts[name] = row
	}
	var failed error
	next, err := c.in.Step(l.j, l.counts, func() (*tables.Set, error) {
		set, err := c.set(l, cl)
		if err != nil {
			failed = err
		}
		return set, err
	})
	switch {
	case err != nil:
		return err
	case failed != nil:
		return failed
	case next > len(c.in.Generalizations):
		next = Stop
	case next != Stop && next <= l.j:
		return engine.NewParamError("classes", "Step", "one that goes to a later generalization or stops", fmt.Sprintf("a step from %d to %d", l.j, next))
	}
	cl.next, cl.stepped = next, true
	return nil
}

// set returns the disclosure set of generalization j for the class on which its level
// works, with the values in the order of its columns. Equal numbers are shared.
func (c *Counter) set(l *level, cl *class) (*tables.Set, error) {
	if l.j == 1 {
		return permutations(l), nil
	}
	if err := c.count(l, cl); err != nil {
		return nil, err
	}
	if !cl.standing(l.j) {
		return spread(l, make([]big.Int, 1+len(l.fineSizes)*len(l.at.multiplicity))), nil
	}
	return spread(l, bigs(cl.entries[0].numbers, c.width)), nil
}

// permutations returns the permutation set of the signature on which a level works.
func permutations(l *level) *tables.Set {
	d, types := l.at.values, len(l.at.multiplicity)
	ways := big.NewInt(1) // to arrange the values in groups
	for g := range l.sizes {
		ways.Mul(ways, combinatorics.Multinomial(l.at.n[g*d:(g+1)*d]))
	}
	numbers := make([]big.Int, 1+len(l.sizes)*types)
	numbers[0] = *ways
	for g, size := range l.sizes {
		for v, t := range l.at.typeOf {
			with := &numbers[1+g*types+t]
			with.Mul(ways, big.NewInt(int64(l.at.n[g*d+v])))
			with.Quo(with, big.NewInt(int64(size)))
		}
	}
	return spread(l, numbers)
}

// spread turns numbers by finest cell and type of column into those by cell and value.
func spread(l *level, numbers []big.Int) *tables.Set {
	types := len(l.at.multiplicity)
	rows := make([][]*big.Int, len(l.fineSizes))
	for f := range rows {
		rows[f] = make([]*big.Int, l.at.values)
		for v, t := range l.at.typeOf {
			rows[f][v] = &numbers[1+f*types+t]
		}
	}
	set := &tables.Set{Tables: &numbers[0], With: make([][]*big.Int, len(l.fine))}
	for cell, f := range l.fine {
		set.With[cell] = rows[f]
	}
	return set
}
