package cube_test

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine"
	"skyline/engine/cube"
	"skyline/tests/trials"
)

// problem returns the problem to protect cells of a table from 1 to a largest value, so that each may be 0 and be more than
// the largest. Who hides a cell loses its value.
func (t *table) problem(largest int64) *cube.Problem {
	p := &cube.Problem{}
	for i := range t.cells {
		v := t.value(i)
		c := cube.Cell{Unknown: cube.Unknown{Range: counts, Whole: true}, Value: v, Cost: v}
		if v > 0 && v <= largest {
			c.Primary, c.Below, c.Above = true, v, largest+1-v
		}
		p.Cells = append(p.Cells, c)
	}
	p.Cells[len(p.Cells)-1].Keep = !p.Cells[len(p.Cells)-1].Primary
	p.Lines, p.Codes = t.lines(), t.codes()
	return p
}

// codes returns the codes of all cells.
func (t *table) codes() [][]int64 {
	all := make([][]int64, len(t.cells))
	for i := range all {
		rest := i
		for _, d := range slices.Backward(t.dims) {
			all[i] = append(all[i], int64(rest%len(d)))
			rest /= len(d)
		}
	}
	return all
}

// lines returns each way in which a cell is the sum of others.
func (t *table) lines() (all [][]cube.Term) {
	s, _, _ := t.linked(counts, func(int, int64) (bool, cube.Range) { return true, counts })
	for _, sum := range s.Sums {
		all = append(all, sum.Terms)
	}
	return all
}

// safe reports whether a pattern protects all primary cells against everybody, and the first cell that it does not.
func safe(t *testing.T, p *cube.Problem, secondary []int32) (bool, int32) {
	t.Helper()
	hidden := make([]bool, len(p.Cells))
	for i := range hidden {
		hidden[i] = p.Cells[i].Primary
	}
	for _, i := range secondary {
		if p.Cells[i].Keep || hidden[i] {
			t.Fatalf("cell %d is hidden, and is primary or to be kept", i)
		}
		hidden[i] = true
	}
	for insider := -1; insider < len(p.Insiders); insider++ {
		knows := map[int32]bool{}
		if insider >= 0 {
			for _, i := range p.Insiders[insider] {
				knows[i] = true
			}
		}
		s, cells := p.Published(hidden, insider)
		all, err := s.Bounds(t.Context(), each(len(cells)), 1e8)
		if err != nil {
			t.Fatal(err)
		}
		for k, b := range all {
			c := &p.Cells[cells[k]]
			if !c.Primary || knows[cells[k]] {
				continue
			}
			if !b.Exact {
				t.Fatal("bounds are not exact")
			}
			if b.Least.Cmp(big.NewRat(c.Value-c.Below, 1)) > 0 || b.Largest != nil && b.Largest.Cmp(big.NewRat(c.Value+c.Above, 1)) < 0 {
				return false, cells[k]
			}
		}
	}
	return true, -1
}

// TestProtect: what is protected, the audit finds safe, and if it is not possible, it is not with nothing but the cells to keep
// published. Nothing can be published again. In small tables the pattern is compared with all others.
func TestProtect(t *testing.T) {
	protected, compared, best, impossible, loss, least := 0, 0, 0, 0, int64(0), int64(0)
	for seed := range trials.Seeds(t, 40, 1000) {
		rng := rand.New(rand.NewPCG(seed, 43))
		dims := [][]dimension{{levels(2), levels(3)}, {levels(3), levels(3)}, {levels(4, 2)}, {levels(2), levels(2), levels(2)}}[rng.IntN(4)]
		p := newTable(skewed(rng, 10), dims...).problem(int64(1 + rng.IntN(3)))
		for i := range p.Cells {
			if c := &p.Cells[i]; rng.IntN(8) == 0 && !c.Primary {
				c.Keep = true
			}
			if rng.IntN(8) == 0 {
				p.Insiders = append(p.Insiders, []int32{int32(i)})
			}
		}
		pattern, err := p.Protect(t.Context(), 1e9)
		if u, ok := errors.AsType[*cube.Unprotected](err); ok {
			impossible++
			var all []int32
			for i := range p.Cells {
				if !p.Cells[i].Primary && !p.Cells[i].Keep {
					all = append(all, int32(i))
				}
			}
			if ok, _ := safe(t, p, all); ok {
				t.Fatalf("seed %d: %v, but it can be", seed, u)
			}
			continue
		}
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if ok, i := safe(t, p, pattern.Secondary); !ok {
			t.Fatalf("seed %d: cell %d is not protected by %v: %+v", seed, i, pattern.Secondary, p)
		}
		for k := range pattern.Secondary {
			if ok, _ := safe(t, p, slices.Delete(slices.Clone(pattern.Secondary), k, k+1)); ok {
				t.Fatalf("seed %d: of %v, cell %d need not be hidden", seed, pattern.Secondary, pattern.Secondary[k])
			}
		}
		protected++
		cost, ok := cheapest(t, p, pattern)
		if !ok {
			continue
		}
		compared++
		loss, least = loss+pattern.Cost, least+cost
		if cost == pattern.Cost {
			best++
		}
	}
	t.Logf("%d patterns, of which %d of %d have the least cost; cost %d, at best %d; %d cannot be protected", protected, best, compared, loss, least, impossible)
	if protected < 15 || impossible < 3 || 10*best < 8*compared {
		t.Errorf("%d patterns, of which %d are the best; %d cannot be protected", protected, best, impossible)
	}
}

// TestProtectBoxes: in a table of which only a part is looked at for each cell, what is protected is safe, and less is lost where
// it is known which cells are the corners of boxes.
func TestProtectBoxes(t *testing.T) {
	lost := [2]int64{}
	for seed := range trials.Seeds(t, 2, 20) {
		rng := rand.New(rand.NewPCG(seed, 47))
		p := newTable(func() int64 { return 4 + rng.Int64N(300) }, levels(14), levels(12), levels(2), levels(5)).problem(4)
		for i := range lost {
			pattern, err := p.Protect(t.Context(), 1e9)
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if ok, i := safe(t, p, pattern.Secondary); !ok {
				t.Fatalf("seed %d: cell %d is not protected by %v", seed, i, pattern.Secondary)
			}
			lost[i] += pattern.Cost
			p.Codes = nil
		}
	}
	t.Logf("%d lost, %d without codes", lost[0], lost[1])
	if lost[0] >= lost[1] {
		t.Errorf("%d lost with codes, %d without", lost[0], lost[1])
	}
}

// cheapest returns the least cost of a pattern that protects, by trying all that cost less than a given one. Where they are too
// many, it reports false.
func cheapest(t *testing.T, p *cube.Problem, pattern *cube.Pattern) (int64, bool) {
	t.Helper()
	var free []int32
	for i := range p.Cells {
		if c := &p.Cells[i]; !c.Primary && !c.Keep {
			free = append(free, int32(i))
		}
	}
	least := pattern.Cost
	if len(free) > 11 {
		return 0, false
	}
	for set := range 1 << len(free) {
		var some []int32
		cost := int64(0)
		for k, i := range free {
			if set>>k&1 == 1 {
				some, cost = append(some, i), cost+p.Cells[i].Cost
			}
		}
		if cost < least {
			if ok, _ := safe(t, p, some); ok {
				least = cost
			}
		}
	}
	return least, true
}

// TestSingletons is the example of sdcTable's tests: of three regions with one, two and one people and one without any, counts of
// 1 are hidden. Both hide each other from everybody but from the two, who know their own: then a third is hidden.
func TestSingletons(t *testing.T) {
	p := &cube.Problem{Lines: [][]cube.Term{{{Unknown: 0, Times: 1}, {Unknown: 1, Times: 1}, {Unknown: 2, Times: 1}, {Unknown: 3, Times: 1}, {Unknown: 4, Times: -1}}}}
	for _, v := range []int64{1, 2, 1, 0, 4} {
		p.Cells = append(p.Cells, cube.Cell{Unknown: cube.Unknown{Range: counts, Whole: true}, Value: v, Cost: v + 1, Primary: v == 1, Keep: v == 4})
	}
	p.Cells[0].Above, p.Cells[2].Above = 1, 1
	for insiders, want := range [][]int32{nil, {1}} {
		if insiders == 1 {
			p.Insiders = [][]int32{{0}, {2}}
		}
		pattern, err := p.Protect(t.Context(), 1e8)
		if err != nil || !slices.Equal(pattern.Secondary, want) {
			t.Errorf("with %d insiders: %+v, %v, want %v", len(p.Insiders), pattern, err, want)
		}
		if ok, i := safe(t, p, pattern.Secondary); !ok {
			t.Errorf("with %d insiders, cell %d is not protected", len(p.Insiders), i)
		}
	}
	p.Cells[1].Keep, p.Cells[3].Keep = true, true
	_, err := p.Protect(t.Context(), 1e8)
	if u, ok := errors.AsType[*cube.Unprotected](err); !ok || u.Cell != 0 || err.Error() != "cube: cell 0 cannot be protected" {
		t.Errorf("with all others kept: %v", err)
	}
	p.Cells[1].Keep, p.Cells[3].Keep = false, false
	if _, err := p.Protect(t.Context(), 0); !errors.Is(err, engine.ErrTooLarge) {
		t.Errorf("without steps: %v", err)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := p.Protect(stopped, 1e8); !errors.Is(err, context.Canceled) {
		t.Errorf("after it was cancelled: %v", err)
	}
}

// TestProblemRefused: what is no problem is refused.
func TestProblemRefused(t *testing.T) {
	good := cube.Cell{Unknown: cube.Unknown{Range: counts, Whole: true}, Value: 1}
	with := func(change func(c *cube.Cell)) *cube.Problem {
		c := good
		change(&c)
		return &cube.Problem{Cells: []cube.Cell{c}}
	}
	for want, p := range map[string]*cube.Problem{
		"cube: Cells must be cells whose values are in their ranges and within ±2^52": with(func(c *cube.Cell) { c.Value = -1 }),
		"cube: Cells must be cells whose costs are from 0 to 2^52":                    with(func(c *cube.Cell) { c.Cost = -1 }),
		"cube: Cells must be cells with Below and Above from 0 to 2^52":               with(func(c *cube.Cell) { c.Below = -1 }),
		"cube: Cells must be cells that are not both primary and kept":                with(func(c *cube.Cell) { c.Primary, c.Keep = true, true }),
		"cube: Lines must be sums of cells that are 0":                                {Cells: []cube.Cell{good}, Lines: [][]cube.Term{{{Unknown: 0, Times: 1}}}},
		"cube: Codes must be as many as Cells, or none, got 2":                        {Cells: []cube.Cell{good}, Codes: [][]int64{{0}, {1}}},
		"cube: Codes must be of one length, and from 0 to 2^52":                       {Cells: []cube.Cell{good}, Codes: [][]int64{{0, -1}}},
		"cube: Insiders must be cells that exist, got 1":                              {Cells: []cube.Cell{good}, Insiders: [][]int32{{1}}},
	} {
		if _, err := p.Protect(t.Context(), 1e6); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
