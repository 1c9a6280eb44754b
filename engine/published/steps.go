package published

import (
	"cmp"
	"math/big"
	"slices"

	"skyline/engine/cube"
)

// steps returns how a target follows by published numbers alone; nil where it does not, or is long.
func (a *audit) steps(target int, b *cube.Bounds) []Step {
	if b.Known() == nil || b.Steps == nil && len(a.targets[target]) > 0 {
		return nil // an empty derivation is one: of cells that are all known
	}
	times := map[Place]*big.Rat{}
	a.addRest(times, a.parts[target], big.NewRat(1, 1))
	for _, s := range b.Steps {
		if s.Sum < 0 {
			return nil
		}
		p := a.sums[s.Sum]
		if p.block < 0 {
			for _, k := range a.meets[p.cell] {
				a.addTo(times, k.grid, k.cell, new(big.Rat).Mul(s.Times, big.NewRat(-k.times, 1)))
			}
			continue
		}
		a.addTo(times, p.grid, p.cell, s.Times)
		a.addRest(times, p, new(big.Rat).Neg(s.Times))
	}
	var steps []Step
	for place, x := range times {
		if x.Sign() == 0 {
			continue
		}
		if !a.shows(place) {
			return nil // it follows from ranges
		}
		steps = append(steps, Step{place, x})
	}
	if len(steps) > mostSteps {
		return nil
	}
	slices.SortFunc(steps, func(x, y Step) int {
		return cmp.Or(cmp.Compare(y.Times.Sign(), x.Times.Sign()), cmp.Compare(x.Set, y.Set), cmp.Compare(x.Cell, y.Cell))
	})
	return steps
}

// addRest adds the known numbers that a cell is written with.
func (a *audit) addRest(times map[Place]*big.Rat, p part, factor *big.Rat) {
	b := a.blocks[p.block]
	if p.grid == b.grid {
		return
	}
	u := b.via[p.grid][p.cell]
	for _, child := range a.children(u, p.grid).of(int32(p.cell)) {
		if a.grids[u].cells[child].known() {
			a.addTo(times, u, int(child), factor)
			continue
		}
		for _, atom := range a.children(b.grid, u).of(child) {
			if b.unknown[atom] < 0 {
				a.addTo(times, b.grid, int(atom), factor)
			}
		}
	}
}

// shows reports whether a place has a number.
func (a *audit) shows(p Place) bool {
	return p.Cell >= 0 && a.tables.Sets[p.Set].Cells[p.Cell].shows()
}

// addTo adds a cell so many times, if it has a number other than 0 that is published.
func (a *audit) addTo(times map[Place]*big.Rat, v, c int, factor *big.Rat) {
	k := &a.grids[v].cells[c]
	if k.Least == 0 {
		return
	}
	x := times[k.at]
	if x == nil {
		x = new(big.Rat)
		times[k.at] = x
	}
	x.Add(x, factor)
}
