package profile

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"

	"skyline/engine/internal/combinatorics"
	"skyline/engine/jump/tables"
)

// Count returns the disclosure set of i: the tables with the counts of the groups that
// neither pass in f nor have a disclosure set under e that satisfies the property.
//
// Of the classes that pass in e, the disclosure set under e is fine unless Π a > min τ;
// then only the tables that pass in f are left out. So
//
//	|ds| = Π all − Π in e + Σ over those that go wrong (Π all − Π in f)
//
// with products over groups. The same with one factor replaced counts the tables in which
// somebody has a value.
//
// Cost: Forecast, in steps of some 50 ns; if some classes may go wrong, those of all
// groups of i are enumerated in addition and a search finds those that do.
//
// Errors: ErrTooLarge if that is more than limit steps, or turns out to be; the context's;
// *engine.ParamError.
func (c Chain) Count(ctx context.Context, p tables.MaxShare, limit float64) (*tables.Set, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	if err := within(c.Forecast(p), limit); err != nil {
		return nil, err
	}
	t := &counting{chain: c, library: newLibrary(p, &budget{ctx: ctx, limit: limit})}
	t.sort()
	factors, err := t.factors()
	if err != nil {
		return nil, err
	}
	found := &mistakes{of: make([]*tally, len(c))}
	if c.possible(p) {
		if found, err = t.mistakes(); err != nil {
			return nil, err
		}
	}
	return t.assemble(factors, found)
}

func within(steps, limit float64) error {
	if steps <= limit {
		return nil
	}
	return fmt.Errorf("%w: about %.3g, limit %.3g", ErrTooLarge, steps, limit)
}

// counting is one call of Count.
type counting struct {
	chain   Chain
	library *library
	units   [][]unit  // of each group
	order   [][]int   // of each group's values, by descending count
	counts  [][]int64 // of each group, in that order
}

func (t *counting) sort() {
	for _, g := range t.chain {
		units, _ := unitsOf(g)
		order := make([]int, len(g.Counts))
		for v := range order {
			order[v] = v
		}
		slices.SortStableFunc(order, func(a, b int) int { return descending(g.Counts[a], g.Counts[b]) })
		counts := make([]int64, len(order))
		for k, v := range order {
			counts[k] = g.Counts[v]
		}
		t.units, t.order, t.counts = append(t.units, units), append(t.order, order), append(t.counts, counts)
	}
}

// outer returns the groups of e of a group of i as a unit.
func outer(g Group) unit {
	u := unit{whole: true}
	for _, p := range g.Parts {
		if n := p.people(); n > 0 {
			u.sizes = append(u.sizes, n)
			u.people += n
		}
	}
	return u
}

// factors returns how the tables of each group pass in e.
func (t *counting) factors() ([]*record, error) {
	all := make([]*record, len(t.chain))
	for k, g := range t.chain {
		u := outer(g)
		r, err := t.library.record(t.library.shape(u), t.counts[k])
		if err != nil {
			return nil, err
		}
		all[k] = r
	}
	return all, nil
}

// mistakes is the classes that go wrong: their tables, those that pass in f taken off,
// and for each group of i how its people have the values in these; nil for not at all.
type mistakes struct {
	tables big.Int
	of     []*tally
	groups []*profile
}

func (t *counting) mistakes() (*mistakes, error) {
	none := &mistakes{of: make([]*tally, len(t.chain))}
	sparks, err := t.sparks()
	if err != nil || math.IsInf(sparks.least, 1) {
		return none, err
	}
	steps := t.library.budget.steps
	for k, units := range t.units {
		steps += enumerationSteps(units, t.counts[k])
	}
	if err := within(steps, t.library.budget.limit); err != nil {
		return nil, err
	}
	groups, err := t.profiles(sparks)
	if err != nil {
		return nil, err
	}
	all, by, err := wrong(groups, t.library.budget)
	if err != nil || all.tables == nil {
		return none, err
	}
	found := &mistakes{of: make([]*tally, len(t.chain)), groups: groups}
	found.tables.Sub(all.tables, all.passing)
	for k, p := range groups {
		if found.of[k], err = p.weigh(t.library, by[k]); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// profiles enumerates the groups, similar ones once.
func (t *counting) profiles(s *sparks) ([]*profile, error) {
	type similar struct {
		shapes, counts string
		floor          float64
	}
	known := make(map[similar]*profile)
	all := make([]*profile, len(t.chain))
	for k, units := range t.units {
		// Rounded down, that products in other orders are no reason to enumerate again.
		key := similar{counts: keyOf(t.counts[k]), floor: float64(float32(s.floor(k))) * (1 - 0x1p-20)}
		for _, u := range units {
			shape := keyOf(u.sizes)
			key.shapes += fmt.Sprint(u.whole, len(shape), shape)
		}
		p := known[key]
		if p == nil {
			p = newProfile(t.library, units, t.counts[k])
			if err := p.fill(t.library, key.floor); err != nil {
				return nil, err
			}
			known[key] = p
		}
		all[k] = p
	}
	return all, nil
}

// assemble puts the products of groups together.
func (t *counting) assemble(inE []*record, found *mistakes) (*tables.Set, error) {
	n := len(t.chain)
	every := make([]*big.Int, n)
	pass := make([]*big.Int, n)
	for k := range t.chain {
		every[k], pass[k] = combinatorics.Multinomial(t.counts[k]), inE[k].tables
	}
	everyRest, everything := products(every)
	passRest, passing := products(pass)
	set := &tables.Set{Tables: new(big.Int).Sub(everything, passing), With: make([][]*big.Int, 0, t.chain.cells())}
	set.Tables.Add(set.Tables, &found.tables)
	term := new(big.Int)
	for k, g := range t.chain {
		people := big.NewInt(outer(g).people)
		with := tables.NewSet(groupCells(g), len(g.Counts)).With
		cell, row := 0, 0
		for _, p := range g.Parts {
			if len(p.Sizes) == 0 {
				continue
			}
			if err := t.library.budget.spend(float64(len(p.Sizes) * len(g.Counts))); err != nil {
				return nil, err
			}
			for v, c := range g.Counts {
				if c == 0 {
					continue
				}
				sum := new(big.Int).Mul(every[k], term.SetInt64(c))
				sum.Mul(sum.Quo(sum, people), everyRest[k])
				sum.Sub(sum, term.Mul(inE[k].rows[row][c], passRest[k]))
				for i := range p.Sizes {
					with[cell+i][v].Set(sum)
				}
			}
			cell += len(p.Sizes)
			row++
		}
		if found.of[k] != nil {
			t.correct(with, k, found)
		}
		set.With = append(set.With, with...)
	}
	return set, nil
}

// correct adds the classes that go wrong to a group's cells.
func (t *counting) correct(with [][]*big.Int, k int, found *mistakes) {
	lengths := found.groups[k].lengths
	term := new(big.Int)
	for u := range t.units[k] {
		for r, cell := range t.units[k][u].cells {
			v := 0
			for run, length := range lengths {
				term.Quo(&found.of[k].rows[u][r][run], term.SetInt64(length))
				for range length {
					sum := with[cell][t.order[k][v]]
					sum.Add(sum, term)
					v++
				}
			}
		}
	}
}

func groupCells(g Group) int {
	n := 0
	for _, p := range g.Parts {
		n += len(p.Sizes)
	}
	return n
}

// products returns the products of all numbers but one each, and of all.
func products(numbers []*big.Int) (others []*big.Int, all *big.Int) {
	others = make([]*big.Int, len(numbers))
	before := big.NewInt(1)
	for k, x := range numbers {
		others[k] = before
		before = new(big.Int).Mul(before, x)
	}
	after := big.NewInt(1)
	for k := len(numbers) - 1; k >= 0; k-- {
		others[k] = new(big.Int).Mul(others[k], after)
		after.Mul(after, numbers[k])
	}
	return others, before
}
