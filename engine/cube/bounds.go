package cube

import (
	"context"
	"math/big"
	"slices"

	"skyline/engine/internal/disjoint"
	"skyline/engine/progress"
)

// Bounds returns what follows of each target, a sum of unknowns; a target without terms is 0. limit is the number of steps that
// it may take, of about a nanosecond each, beyond those that are linear in the system; of what is not done by then, certain
// bounds are returned. How targets follow may take a quarter as many again. Progress is told through the context.
//
// Exact bounds of whole unknowns take exponential time at worst: the question is NP-complete for tables of three dimensions
// (M. E. Irving, M. R. Jerrum, “Three-dimensional statistical data security problems”, 1994). For tables of two dimensions,
// one with a hierarchy, it takes one linear programme for each end.
//
// Errors: *engine.ParamError for ranges and terms that are not as [System] says, *Contradiction if it finds that no table
// agrees, the context's.
func (s *System) Bounds(ctx context.Context, targets [][]Term, limit float64) ([]Bounds, error) {
	if err := s.validate(targets); err != nil {
		return nil, err
	}
	b := newBox(s)
	if sums, err := b.tighten(ctx); err != nil || sums != nil {
		return nil, s.contradicted(ctx, sums, err)
	}
	w := b.split()
	all := make([]answer, len(targets))
	for i, terms := range targets {
		all[i] = w.answer(terms)
	}
	if sums, err := w.solve(ctx, limit); err != nil || sums != nil {
		return nil, s.contradicted(ctx, sums, err)
	}
	bounds := make([]Bounds, len(targets))
	for i := range all {
		bounds[i] = all[i].bounds()
	}
	return bounds, s.explain(ctx, targets, bounds, limit/4)
}

// A whole is a system in blocks.
type whole struct {
	*box
	blocks []*block
	of, at []int32 // the block of each unknown and its number there; none if it is known
}

// split finds the blocks: what sums connect that may fail.
func (b *box) split() *whole {
	n := len(b.s.Unknowns)
	sets, open := disjoint.New(n), make([]bool, len(b.s.Sums))
	for i := range b.s.Sums {
		if open[i] = !b.holds(int32(i)); !open[i] {
			continue
		}
		first := none
		for _, t := range b.s.Sums[i].Terms {
			if b.known(t.Unknown) {
				continue
			}
			if first == none {
				first = int(t.Unknown)
			}
			sets.Join(first, int(t.Unknown))
		}
	}
	w := &whole{box: b, of: make([]int32, n), at: make([]int32, n)}
	for j := range int32(n) {
		if b.known(j) {
			w.of[j] = none
			continue
		}
		first := sets.First(int(j)) // it is not larger, and not known either
		if first == int(j) {
			w.of[j] = int32(len(w.blocks))
			w.blocks = append(w.blocks, &block{})
		}
		w.of[j] = w.of[first]
		in := w.blocks[w.of[j]]
		w.at[j] = int32(len(in.of))
		in.of = append(in.of, j)
		in.least, in.largest = append(in.least, b.least[j]), append(in.largest, b.largest[j])
		in.whole = append(in.whole, b.s.Unknowns[j].Whole)
	}
	for i := range b.s.Sums {
		if open[i] {
			w.addSum(int32(i))
		}
	}
	return w
}

// holds reports whether a sum is in its range whatever the unknowns are within theirs.
func (b *box) holds(i int32) bool {
	s := &b.s.Sums[i]
	low, high := b.activities(s.Terms)
	least, largest := s.ends()
	return (least == noLeast || low.open == 0 && low.sum.cmp(widen(least)) >= 0) &&
		(largest == noLargest || high.open == 0 && high.sum.cmp(widen(largest)) <= 0)
}

// addSum adds a sum to its block: of what is not known of it.
func (w *whole) addSum(i int32) {
	terms, constant := w.open(w.s.Sums[i].Terms)
	in := w.blocks[w.of[terms[0].Unknown]]
	least, largest := w.s.Sums[i].ends()
	if least != noLeast {
		least = reduced(least, constant, noLeast)
	}
	if largest != noLargest {
		largest = reduced(largest, constant, noLargest)
	}
	for k := range terms {
		terms[k].Unknown = w.at[terms[k].Unknown]
	}
	in.sums, in.terms = append(in.sums, i), append(in.terms, terms)
	in.least, in.largest = append(in.least, least), append(in.largest, largest)
}

// reduced returns end - constant. What is too large for 64 bits bounds nothing: outer bounds hold without it.
func reduced(end int64, constant wide, otherwise int64) int64 {
	if x, ok := widen(end).sub(constant).narrow(); ok {
		return x
	}
	return otherwise
}

// open returns the terms of what is not known, and what the others sum up to.
func (w *whole) open(terms []Term) (open []Term, constant wide) {
	for _, t := range terms {
		if w.known(t.Unknown) {
			constant = constant.add(product(t.Times, w.least[t.Unknown]))
		} else {
			open = append(open, t)
		}
	}
	return open, constant
}

// An answer is how the bounds of a target are put together.
type answer struct {
	constant wide
	parts    []part
}

// A part of a target is a goal of a block.
type part struct {
	*goal
	times int64
}

// answer makes goals of what is not known of a target.
func (w *whole) answer(terms []Term) answer {
	open, constant := w.open(terms)
	a := answer{constant: constant}
	slices.SortStableFunc(open, func(x, y Term) int { return int(w.of[x.Unknown]) - int(w.of[y.Unknown]) })
	for len(open) > 0 {
		in, n := w.of[open[0].Unknown], 1
		for n < len(open) && w.of[open[n].Unknown] == in {
			n++
		}
		own := slices.Clone(open[:n])
		for k := range own {
			own[k].Unknown = w.at[own[k].Unknown]
		}
		g, times := w.blocks[in].goal(own)
		a.parts = append(a.parts, part{g, times})
		open = open[n:]
	}
	return a
}

// bounds puts an answer together.
func (a *answer) bounds() Bounds {
	b := Bounds{Exact: true}
	constant := new(big.Int).Lsh(big.NewInt(a.constant.high), 64)
	constant.Add(constant, new(big.Int).SetUint64(a.constant.low))
	ends := [2]*big.Rat{new(big.Rat).SetInt(constant), new(big.Rat).SetInt(constant)}
	for _, p := range a.parts {
		times := new(big.Rat).SetInt64(p.times)
		for side := range ends {
			from := side
			if p.times < 0 {
				from = 1 - side
			}
			b.Exact = b.Exact && p.exact[from]
			if end := p.rat(from); end == nil || ends[side] == nil {
				ends[side] = nil
			} else {
				ends[side].Add(ends[side], end.Mul(end, times))
			}
		}
	}
	b.Least, b.Largest = ends[0], ends[1]
	return b
}

// solve solves all blocks, the small ones first: what they do not need is left for the others. It returns sums with which no
// table agrees, if it finds that there are such.
//
// Errors: the context's.
func (w *whole) solve(ctx context.Context, limit float64) ([]int32, error) {
	order, all, goals := slices.Clone(w.blocks), 0.0, 0
	slices.SortStableFunc(order, func(x, y *block) int { return len(x.of) - len(y.of) })
	for _, b := range order {
		all += float64(len(b.of))
		goals += len(b.goals)
	}
	done := 0
	for _, b := range order {
		share := float64(limit * (float64(len(b.of)) / all))
		spent, agrees, err := b.solve(ctx, share, func(n int) { progress.Report(ctx, float64(done+n), float64(goals)) })
		if err != nil || !agrees {
			return w.reasons(b.sums...), err
		}
		limit, all = max(0, limit-spent), all-float64(len(b.of))
		done += len(b.goals)
	}
	return nil, nil
}
