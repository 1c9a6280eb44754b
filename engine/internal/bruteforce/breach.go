package bruteforce

import (
	"fmt"
	"math/big"

	"skyline/engine/knowledge"
)

// BreachProbability returns the breach probability of the release candidate for
// the target value sigma and an adversary at the knowledge point p,
//
//	max {Pr(σ ∈ t | K) : K a grounding with at most p.L values x, p.K people u, p.M people v}
//
// as an exact fraction in [0, 1]. It is 0 if sigma does not occur, and if there
// is no person to be a target. Coordinates of p may be larger than the table:
// there are just no more values and people to know about.
//
// Source: Chen et al., Sect. 4.2 (Definition 3 and the example after it).
//
// Time grows exponentially, see the package comment.
//
// Errors: ErrParam if a number is negative or c is unknown, ErrNoReconstruction,
// ErrTooLarge.
func BreachProbability(groups []Group, sigma string, c knowledge.Constraint, p knowledge.Point) (*big.Rat, error) {
	box, err := BreachProbabilities(groups, sigma, c, p)
	if err != nil {
		return nil, err
	}
	return box.At(p), nil
}

// BreachProbabilities returns the breach probabilities of all knowledge points
// that top dominates. It costs the same as BreachProbability at top alone, and
// has the same errors.
func BreachProbabilities(groups []Group, sigma string, c knowledge.Constraint, top knowledge.Point) (*Box, error) {
	r, err := newRelease(groups, sigma, c)
	if err != nil {
		return nil, err
	}
	return r.breachProbabilities(c, top, nil)
}

// RelatedBreachProbabilities is BreachProbabilities where only people of whom related says
// that they are related to the target can be a v. People are numbered from 0, in the order
// of the groups. Now that people of a group differ, each of them is tried as each.
func RelatedBreachProbabilities(groups []Group, sigma string, c knowledge.Constraint, top knowledge.Point, related func(target, v int) bool) (*Box, error) {
	r, err := newRelease(groups, sigma, c)
	if err != nil {
		return nil, err
	}
	return r.breachProbabilities(c, top, related)
}

func (r *release) breachProbabilities(c knowledge.Constraint, top knowledge.Point, related func(target, v int) bool) (*Box, error) {
	if top.L < 0 || top.K < 0 || top.M < 0 {
		return nil, fmt.Errorf("%w: knowledge must not be negative, got (%d, %d, %d)", ErrParam, top.L, top.K, top.M)
	}
	p, err := r.reconstruct(c)
	if err != nil {
		return nil, err
	}
	box := newBox(top, len(r.values), r.people)
	if err := groundAll(r, p, c, box, related); err != nil {
		return nil, err
	}
	box.accumulate()
	return box, nil
}

// Box holds the breach probabilities of all knowledge points up to a top.
type Box struct {
	top     knowledge.Point
	l, k, m int // the top, as far as there are values and people
	max     []fraction
}

func newBox(top knowledge.Point, values, people int) *Box {
	b := &Box{
		top: top,
		l:   int(min(top.L, int64(values))),
		k:   int(min(top.K, int64(people))),
		m:   int(min(top.M, int64(people))),
	}
	b.max = make([]fraction, (b.l+1)*(b.k+1)*(b.m+1))
	return b
}

// At returns the breach probability at p, or nil if p is not in the box.
func (b *Box) At(p knowledge.Point) *big.Rat {
	if p.L < 0 || p.K < 0 || p.M < 0 || !b.top.Dominates(p) {
		return nil
	}
	f := b.at(int(min(p.L, int64(b.l))), int(min(p.K, int64(b.k))), int(min(p.M, int64(b.m))))
	if f.den == 0 {
		return new(big.Rat) // nobody to be a target
	}
	return big.NewRat(int64(f.num), int64(f.den))
}

func (b *Box) at(l, k, m int) *fraction {
	return &b.max[(l*(b.k+1)+k)*(b.m+1)+m]
}

// accumulate turns the largest probability of a grounding with exactly l, k and
// m variables into the largest of one with at most so many.
func (b *Box) accumulate() {
	for l := range b.l + 1 {
		for k := range b.k + 1 {
			for m := range b.m + 1 {
				f := b.at(l, k, m)
				if l > 0 {
					f.raise(*b.at(l-1, k, m))
				}
				if k > 0 {
					f.raise(*b.at(l, k-1, m))
				}
				if m > 0 {
					f.raise(*b.at(l, k, m-1))
				}
			}
		}
	}
}

// fraction is a quotient of two numbers of reconstructions. The zero value, 0/0,
// says that there is no grounding; it is less than every probability.
type fraction struct{ num, den int }

// less reports whether f < g. The products fit: both factors are at most
// MaxReconstructions.
func (f fraction) less(g fraction) bool {
	if f.den == 0 || g.den == 0 {
		return f.den == 0 && g.den != 0
	}
	return f.num*g.den < g.num*f.den
}

// raise sets f to the larger of f and g.
func (f *fraction) raise(g fraction) {
	if f.less(g) {
		*f = g
	}
}
