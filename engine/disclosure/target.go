package disclosure

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"sync"

	"skyline/engine/breach"
)

// question returns that whether the maximum disclosure for k is below a threshold,
// given the ratio of its witness.
func (r *Release) question(k int, traced *big.Rat) *question {
	root := r.candidates.root()
	return &question{
		certain: root.narrowest <= k+1,
		ratio:   root.with[k],
		traced:  func() *big.Rat { return traced },
		smallest: func(ctx context.Context) (*big.Rat, error) {
			all, err := exactly(ctx, k, contenders(k, r.eachProfile))
			if err != nil {
				return nil, err
			}
			return all.with[k], nil
		},
	}
}

// target is a group whose people the adversary is after, and the others.
type target struct {
	leaf      *leaf
	with      []float64
	rest      *node
	minimizer *minimizer
	tracer    *tracer // for the others
}

// split returns how many of k atoms are best about people of the target's group,
// and the ratio.
func (t *target) split() (h int, ratio float64) {
	k := len(t.with) - 1
	if t.rest == nil {
		return k, t.with[k]
	}
	h = split(t.with, t.rest.without, k)
	return h, t.with[h] * t.rest.without[k-h]
}

// traced returns the ratio as a fraction.
func (t *target) traced() *big.Rat {
	k := len(t.with) - 1
	h, _ := t.split()
	t.minimizer.fill(t.leaf.profile, true)
	numerator, denominator := t.leaf.probability(t.minimizer.chosen(t.leaf.profile, h+1))
	numerator.Mul(numerator, big.NewInt(t.leaf.people))
	denominator.Mul(denominator, big.NewInt(t.leaf.top()))
	ratio := new(big.Rat).SetFrac(numerator, denominator)
	if picks := t.rest.trace(nil, k-h, false); len(picks) > 0 {
		ratio.Mul(ratio, t.tracer.ratio(picks))
	}
	return ratio
}

// question returns that whether the target's disclosure is below a threshold; others
// are contenders among the other groups.
func (t *target) question(others func() []*leaf) *question {
	k := len(t.with) - 1
	_, ratio := t.split()
	return &question{
		certain: t.leaf.width <= k+1 || t.rest != nil && t.rest.narrowest <= k,
		ratio:   ratio,
		traced:  t.traced,
		smallest: func(ctx context.Context) (*big.Rat, error) {
			all, err := exactly(ctx, k, others())
			if err != nil {
				return nil, err
			}
			with := exactWith(t.leaf.profile, exactMinimums(t.leaf.profile, k))
			return convolvedRat(with, all.without)[k], nil
		},
	}
}

// EachTarget calls f for each group with whether the maximum disclosure for k is
// below c when the target is somebody of it, the antecedents being about anybody, and
// with a function that returns it, which may be called during f. The largest of all is
// the maximum disclosure.
//
// It takes O(k² log k) time for each group, for those that are candidates O(k²·log k)
// more, and a product of O(k) whole numbers for each disclosure that is asked for.
//
// Errors: those of ctx.
func (r *Release) EachTarget(ctx context.Context, c breach.Threshold, f func(group int, safe bool, disclosure func() float64)) error {
	m, tracer := newMinimizer(r.k), newTracer(r.k)
	for i := range r.groups {
		if i%stretch == 0 && ctx.Err() != nil {
			return fmt.Errorf("disclosure: targets: %w", ctx.Err())
		}
		one := r.groups[i]
		one.Copies = 1
		l, err := m.leafOf(&one, i)
		if err != nil {
			return err
		}
		t := target{l, l.withTarget(), r.rest(i), m, tracer}
		q := t.question(func() []*leaf { return without(r.contenders(), i) })
		safe, err := q.isSafe(ctx, c)
		if err != nil {
			return err
		}
		f(i, safe, func() float64 { return rounded(q.traced()) })
	}
	return nil
}

// Merged is a QI group that takes the place of others. It may be asked about by several
// goroutines at once, and must not be copied.
type Merged struct {
	Group Group
	// Gone is how many copies of the release candidate's groups are in it, by their index.
	Gone map[int]int64

	once sync.Once
	rest *Release // the release candidate without them, where that takes a candidate away
	err  error
}

// Admits reports whether the disclosure would be below c for targets in a merged group,
// if the release candidate had it in the place of those that are gone, the antecedents
// being about anybody.
//
// It takes O(k² log k) time; where the groups that are gone are among those that can
// matter, and the disclosure is not below c with all of them, that of NewRelease once.
//
// Errors: *engine.ParamError.
func (r *Release) Admits(merged *Merged, c breach.Threshold) (bool, error) {
	one := merged.Group
	one.Copies = 1
	m := newMinimizer(r.k)
	l, err := m.leafOf(&one, len(r.groups))
	if err != nil {
		return false, err
	}
	isSafe := func(r *Release, others func() []*leaf) (bool, error) {
		t := target{l, l.withTarget(), r.candidates.root(), m, newTracer(r.k)}
		return t.question(others).isSafe(context.Background(), c)
	}
	// With fewer people to know of, nobody knows more.
	if safe, err := isSafe(r, r.contenders); safe || err != nil || len(merged.Gone) == 0 {
		return safe, err
	}
	for group := range merged.Gone {
		if _, ok := r.places[group]; ok {
			merged.once.Do(func() { merged.rest, merged.err = r.without(merged.Gone) })
			if merged.err != nil {
				return false, merged.err
			}
			return isSafe(merged.rest, merged.rest.contenders)
		}
	}
	return isSafe(r, func() []*leaf {
		return contenders(r.k, func(f func(p *profile, copies int64)) { r.eachWithout(merged.Gone, f) })
	})
}

// without returns the release candidate without some copies of its groups, by their
// index.
//
// Errors: *engine.ParamError.
func (r *Release) without(gone map[int]int64) (*Release, error) {
	rest := make([]Group, 0, len(r.groups))
	for i, g := range r.groups {
		if g.Copies -= gone[i]; g.Copies > 0 {
			rest = append(rest, g)
		}
	}
	return NewRelease(context.Background(), rest, r.k, 1)
}

// without returns leaves without a copy of a group, if it is one of them.
func without(leaves []*leaf, group int) []*leaf {
	at := slices.IndexFunc(leaves, func(l *leaf) bool { return l.group == group })
	if at < 0 {
		return leaves
	}
	rest := slices.Clone(leaves)
	one := *rest[at]
	if one.copies--; one.copies == 0 {
		return slices.Delete(rest, at, at+1)
	}
	rest[at] = &one
	return rest
}

// rest returns the candidates without a copy of a group.
func (r *Release) rest(group int) *node {
	place, ok := r.places[group]
	if !ok {
		return r.candidates.root()
	}
	if known, ok := r.rests.Load(place); ok {
		return known.(*node)
	}
	rest := r.candidates.without(place)
	r.rests.Store(place, rest)
	return rest
}
