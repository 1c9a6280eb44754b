package joint

import (
	"cmp"
	"context"
	"math/big"
	"slices"

	"skyline/engine"
	"skyline/engine/breach"
	"skyline/engine/internal/bitset"
)

// cover asks how few tables of a set somebody can leave who may strike out the tables of
// a number of given sets: a problem of maximum coverage. Besides, the tables of some
// disjoint classes may go.
//
// The search takes the sets by what they cover, the largest first, and goes on with
// those after. It stops where the largest that are left, together, do not cover enough:
// what a set covers only becomes less. Of sets that cover the same, one is enough.
type cover struct {
	ctx  context.Context
	work *Work
	// classes are disjoint; the largest of them go as well, how many says dropped.
	classes []bitset.Set
	dropped int64
	// levels hold what the search needs where so many sets may still be taken.
	levels []coverLevel
	sizes  []int
}

type coverLevel struct {
	found []candidate
	rest  bitset.Set
}

// candidate is a set that may be taken, and how many of the tables it covers.
type candidate struct {
	set  bitset.Set
	gain int
}

// leaves reports whether at most allowed tables of rest, which has left, can be left by
// taking up to so many of the sets.
//
// It takes O(C(sets, picks)) passes at worst.
//
// Errors: ErrTooLarge, those of ctx.
func (c *cover) leaves(rest bitset.Set, left int, sets []candidate, picks int64, allowed int) (bool, error) {
	depth := int(min(picks, int64(len(sets))))
	for len(c.levels) <= depth {
		c.levels = append(c.levels, coverLevel{})
	}
	return c.search(rest, left, sets, depth, allowed)
}

func (c *cover) search(rest bitset.Set, left int, sets []candidate, picks, allowed int) (bool, error) {
	dropped, err := c.drop(rest)
	if err != nil || left-dropped <= allowed {
		return err == nil, err
	}
	if picks == 0 || len(sets) == 0 {
		return false, nil
	}
	found, err := c.found(rest, sets, picks)
	if err != nil {
		return false, err
	}
	if picks == 1 && c.dropped == 0 {
		return len(found) > 0 && left-found[0].gain <= allowed, nil
	}
	level := &c.levels[picks]
	if len(level.rest) != len(rest) {
		level.rest = make(bitset.Set, len(rest))
	}
	for i := range found {
		most := 0
		for _, next := range found[i:min(i+picks, len(found))] {
			most += next.gain
		}
		if left-dropped-most > allowed {
			break
		}
		n := level.rest.Minus(rest, found[i].set)
		if ok, err := c.search(level.rest, n, found[i+1:], picks-1, allowed); ok || err != nil {
			return ok, err
		}
	}
	return false, nil
}

// drop returns how many tables of rest the largest classes have.
func (c *cover) drop(rest bitset.Set) (int, error) {
	if c.dropped == 0 {
		return 0, nil
	}
	if err := c.work.Spend(c.ctx, float64(len(c.classes))*float64(len(rest))); err != nil {
		return 0, err
	}
	c.sizes = c.sizes[:0]
	for _, class := range c.classes {
		c.sizes = append(c.sizes, rest.CountAnd(class))
	}
	slices.Sort(c.sizes)
	total := 0
	for i := range min(c.dropped, int64(len(c.sizes))) {
		total += c.sizes[len(c.sizes)-1-int(i)]
	}
	return total, nil
}

// found returns the sets that have tables of rest, the largest first, of those that have
// the same tables one.
func (c *cover) found(rest bitset.Set, sets []candidate, picks int) ([]candidate, error) {
	if err := c.work.Spend(c.ctx, float64(len(sets))*float64(len(rest))); err != nil {
		return nil, err
	}
	level := &c.levels[picks]
	all := level.found[:0]
	for _, s := range sets {
		if gain := rest.CountAnd(s.set); gain > 0 {
			all = append(all, candidate{s.set, gain})
		}
	}
	level.found = all
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(b.gain, a.gain) })
	kept := all[:0]
	first := 0 // of those kept that are as large as the last
	for _, s := range all {
		if len(kept) > 0 && kept[len(kept)-1].gain != s.gain {
			first = len(kept)
		}
		if err := c.work.Spend(c.ctx, float64(len(kept)-first)); err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(kept[first:], func(k candidate) bool { return rest.SameAnd(k.set, s.set) }) {
			kept = append(kept, s)
		}
	}
	return kept, nil
}

// odds are (1−c)/c of a threshold c.
type odds struct{ *big.Rat }

// oddsOf returns the odds of a threshold.
//
// Errors: *engine.ParamError.
func oddsOf(c breach.Threshold) (odds, error) {
	rat, _ := c.Odds()
	if rat == nil {
		return odds{}, engine.NewParamError("joint", "c", "a threshold", "the zero value")
	}
	return odds{rat}, nil
}

// unsafe returns the largest number b of tables without a statement, beside a of them with
// it, where its probability is not below c:
//
//	a/(a+b) ≥ c  ⇔  b ≤ a·(1−c)/c
func (o odds) unsafe(a int) int {
	b := new(big.Int).Mul(o.Num(), big.NewInt(int64(a)))
	if b.Quo(b, o.Denom()); b.IsInt64() {
		return int(b.Int64())
	}
	return int(^uint(0) >> 1)
}
