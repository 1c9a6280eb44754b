package profile

import (
	"context"
	"fmt"
	"math"
	"slices"

	"skyline/engine"
	"skyline/engine/jump/tables"
)

// ErrTooLarge says that counting takes more steps than the caller's limit.
var ErrTooLarge = engine.NewTooLarge("profile: too many steps")

// Part is a group of e.
type Part struct {
	// Sizes is how many people there are in each of its groups of f, at least one.
	Sizes []int64
}

// Group is a group of i.
type Group struct {
	// Counts is how many of its people have each value of the table.
	Counts []int64
	// Parts are its groups of e.
	Parts []Part
}

// Chain is the groups of i. All have the same number of values. The cells are the groups
// of f, in the order of groups, parts and sizes.
type Chain []Group

func (p Part) people() int64 {
	var n int64
	for _, s := range p.Sizes {
		n += s
	}
	return n
}

// cells returns the number of cells.
func (c Chain) cells() int {
	n := 0
	for _, g := range c {
		for _, p := range g.Parts {
			n += len(p.Sizes)
		}
	}
	return n
}

func (c Chain) check() error {
	for _, g := range c {
		var people, counted int64
		for _, p := range g.Parts {
			for _, s := range p.Sizes {
				if s < 1 || s > math.MaxInt32 {
					return engine.NewParamError("profile", "Sizes", "in 1..2^31-1", s)
				}
				people += s
			}
		}
		for _, n := range g.Counts {
			if n < 0 || n > math.MaxInt32 {
				return engine.NewParamError("profile", "Counts", "in 0..2^31-1", n)
			}
			counted += n
		}
		if people != counted || len(g.Counts) != len(c[0].Counts) {
			return engine.NewParamError("profile", "Counts", "of the same values in all groups, and those of their people", nil)
		}
	}
	return nil
}

// possible reports whether no group rules out that a table passes everywhere in f.
func (c Chain) possible(p tables.MaxShare) bool {
	for _, g := range c {
		var sizes []int64
		for _, part := range g.Parts {
			sizes = append(sizes, part.Sizes...)
		}
		counts := slices.Clone(g.Counts)
		slices.SortFunc(counts, descending)
		if !feasible(sizes, boundsOf(p, sizes), counts) {
			return false
		}
	}
	return true
}

func descending(a, b int64) int {
	switch {
	case a > b:
		return -1
	case a < b:
		return 1
	}
	return 0
}

func boundsOf(p tables.MaxShare, sizes []int64) []int64 {
	bounds := make([]int64, len(sizes))
	for i, s := range sizes {
		bounds[i] = min(p.Bound(s), s)
	}
	return bounds
}

// budget counts steps against a limit.
type budget struct {
	ctx          context.Context
	steps, limit float64
	looked       float64
}

// lookEvery is after how many steps the context is looked at: a few milliseconds.
const lookEvery = 1 << 14

func (b *budget) spend(steps float64) error {
	b.steps += steps
	if b.steps > b.limit {
		return fmt.Errorf("%w: more than %.3g", ErrTooLarge, b.limit)
	}
	if b.steps >= b.looked {
		b.looked = b.steps + lookEvery
		return b.ctx.Err()
	}
	return nil
}
