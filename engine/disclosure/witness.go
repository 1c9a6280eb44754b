package disclosure

import "math/big"

// Atom says that somebody has a sensitive value: t_person[S] = value.
type Atom struct {
	// Group is the position of a Group, and Copy, from 0, says which of its copies;
	// Person, from 0, is somebody there.
	Group, Copy, Person int
	// Rank, from 0, is that of the value by frequency: a position in the group's
	// Counts.
	Rank int
}

// Witness is worst-case knowledge: that each of the antecedents implies the
// consequent, of which the adversary then is as sure as can be.
type Witness struct {
	Consequent Atom
	// Antecedents are at most k: only those that matter.
	Antecedents []Atom
}

// tracer turns picks into parts, fractions and atoms. It remembers parts, and must
// not be used by several goroutines at once.
type tracer struct {
	minimizer *minimizer
	known     map[*profile][][]int
}

func newTracer(k int) *tracer { return &tracer{newMinimizer(k), map[*profile][][]int{}} }

// parts returns how the atoms of a pick, A among them, are spread over people.
func (t *tracer) parts(p pick) []int {
	known, ok := t.known[p.leaf.profile]
	if !ok {
		known = t.minimizer.parts(p.leaf.profile)
		t.known[p.leaf.profile] = known
	}
	if p.target {
		return known[p.h+1]
	}
	return known[p.h]
}

// ratio returns the probability that all atoms of picks are false, divided by that
// of A.
func (t *tracer) ratio(picks []pick) *big.Rat {
	numerator, denominator := big.NewInt(1), big.NewInt(1)
	for _, p := range picks {
		n, d := p.leaf.probability(t.parts(p))
		numerator.Mul(numerator, n)
		denominator.Mul(denominator, d)
		if p.target {
			numerator.Mul(numerator, big.NewInt(p.leaf.people))
			denominator.Mul(denominator, big.NewInt(p.leaf.top()))
		}
	}
	return new(big.Rat).SetFrac(numerator, denominator)
}

// witness returns the atoms of picks, one of which is the target's. A is about the
// first person of its group, and the most frequent value.
func (t *tracer) witness(picks []pick) *Witness {
	w := &Witness{}
	copies := map[int]int{}
	for _, p := range picks {
		at := Atom{Group: p.leaf.group, Copy: copies[p.leaf.group]}
		copies[p.leaf.group]++
		if p.target {
			w.Consequent = at
		}
		for person, part := range t.parts(p) {
			at.Person = person
			for rank := range part {
				at.Rank = rank
				if !p.target || person > 0 || rank > 0 {
					w.Antecedents = append(w.Antecedents, at)
				}
			}
		}
	}
	return w
}
