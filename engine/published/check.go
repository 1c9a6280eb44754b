package published

import (
	"context"
	"errors"
	"math/big"
	"slices"

	"skyline/engine/cube"
)

// A Verdict is what follows of a cell that is not published as one number.
type Verdict struct {
	Place
	Labels []int32 // its classes in each dimension, at the level of its set
	// Least and Largest are its bounds; nil if there is none. Exact says that there are tables that agree with either. If not,
	// they are certain outer bounds.
	Least, Largest *big.Rat
	Exact          bool
	// Steps is how the number follows by adding and subtracting, where it does and is short.
	Steps []Step
}

// A Step is a published number that is taken so many times.
type Step struct {
	Place
	Times *big.Rat
}

// A Line is a published number less those of its cells that are published: what is left is the sum of the others, Parts, which
// are two or more.
type Line struct {
	Whole Place
	Parts []Place
	Sum   int64
}

// mostSteps is how many numbers a derivation may have so that it is told.
const mostSteps = 200

// Check returns what follows of all cells that are not published as one number, in the order of their sets and cells, those
// that are absent behind the others of their set in the order of their labels; and the lines with several such cells, which
// counts of different people have none of. Cells of all dimensions count as the same people.
//
// maxSteps bounds the elementary steps of what is solved: beyond, bounds are not exact.
//
// Cost: O(cells · grids²), and package cube's.
//
// Errors: *engine.ParamError for what is malformed; *Conflict where no tables agree; ErrTooLarge; those of ctx.
func Check(ctx context.Context, t *Tables, maxSteps float64) ([]Verdict, []Line, error) {
	return check(ctx, t, maxSteps, mostJoint)
}

// check is Check with another bound of the cells of all dimensions.
func check(ctx context.Context, t *Tables, maxSteps, mostJoint float64) ([]Verdict, []Line, error) {
	if err := t.validate(); err != nil {
		return nil, nil, err
	}
	var m *model
	var err error
	if t.Distinct {
		m, err = newDistinct(ctx, t)
	} else {
		m, err = newModel(ctx, t, mostJoint)
	}
	if err != nil {
		return nil, nil, err
	}
	a := &audit{model: m, tables: t, numbers: map[[2]int]int{}}
	if err := a.collect(); err != nil {
		return nil, nil, err
	}
	bounds, err := m.system.Bounds(ctx, a.targets, maxSteps)
	if err != nil {
		return nil, nil, m.explain(err)
	}
	if t.Distinct {
		return a.verdicts(bounds), nil, nil
	}
	return a.verdicts(bounds), a.lines(), nil
}

// explain says which cells a contradiction is about.
func (m *model) explain(err error) error {
	contradiction, ok := errors.AsType[*cube.Contradiction](err)
	if !ok {
		return err
	}
	for _, sum := range contradiction.Sums {
		if p := m.sums[sum]; p.block >= 0 {
			b := m.blocks[p.block]
			return &Conflict{Whole: m.grids[p.grid].levels, Parts: m.grids[b.via[p.grid][p.cell]].levels, Set: m.setOf(p.grid), Lines: len(contradiction.Sums), Open: true}
		}
	}
	return &Conflict{Set: -1, Lines: len(contradiction.Sums), Open: true}
}

// audit is the cells to judge.
type audit struct {
	*model
	tables  *Tables
	places  []judged
	targets [][]cube.Term
	parts   []part  // by target
	rests   []int64 // what is to be added to each target
	numbers map[[2]int]int
}

// judged is a place, and the cell that it shows.
type judged struct {
	Place
	grid, cell int
	target     int // -1: its number is published elsewhere
}

func (a *audit) collect() error {
	for i := range a.tables.Sets {
		s := &a.tables.Sets[i]
		v := slices.IndexFunc(a.grids, func(g *grid) bool { return slices.Equal(g.levels, s.Levels) })
		g := a.grids[v]
		for j := range s.Cells {
			if s.Cells[j].shows() {
				continue
			}
			if err := a.judge(Place{i, j}, v, int(g.index[g.key(s.Cells[j].Labels)])); err != nil {
				return err
			}
		}
		if s.Absent != Hidden {
			continue
		}
		var absent []int
		for c := range g.cells {
			if g.cells[c].at == (Place{i, -1}) {
				absent = append(absent, c)
			}
		}
		slices.SortFunc(absent, func(x, y int) int { return int(min(1, max(-1, g.cells[x].key-g.cells[y].key))) })
		for _, c := range absent {
			if err := a.judge(Place{i, -1}, v, c); err != nil {
				return err
			}
		}
	}
	return nil
}

// judge notes a cell, and makes it a target if its number is not published.
func (a *audit) judge(at Place, v, c int) error {
	target, ok := a.numbers[[2]int{v, c}]
	switch {
	case ok:
	case a.grids[v].cells[c].known():
		target = -1
	default:
		p := part{slices.IndexFunc(a.blocks, func(b *block) bool { return slices.Contains(b.coarser, v) }), v, c}
		terms, rest, err := a.write(p)
		if err != nil {
			return err
		}
		target = len(a.targets)
		a.targets, a.parts, a.rests = append(a.targets, terms), append(a.parts, p), append(a.rests, rest)
	}
	a.numbers[[2]int{v, c}] = target
	a.places = append(a.places, judged{at, v, c, target})
	return nil
}

func (a *audit) verdicts(bounds []cube.Bounds) []Verdict {
	verdicts := make([]Verdict, 0, len(a.places))
	for _, p := range a.places {
		g := a.grids[p.grid]
		v := Verdict{Place: p.Place, Labels: g.labels(g.cells[p.cell].key)}
		if p.target < 0 {
			c := &g.cells[p.cell]
			v.Least, v.Exact = new(big.Rat).SetInt64(c.Least), true
			v.Largest = v.Least
			if a.shows(c.at) {
				v.Steps = []Step{{c.at, big.NewRat(1, 1)}}
			}
		} else {
			b := &bounds[p.target]
			rest := new(big.Rat).SetInt64(a.rests[p.target])
			v.Least, v.Largest = plus(b.Least, rest), plus(b.Largest, rest)
			if a.whole {
				v.Least, v.Largest = wholeAbove(v.Least), wholeBelow(v.Largest)
			}
			v.Exact = b.Exact && a.exact || v.Least != nil && v.Largest != nil && v.Least.Cmp(v.Largest) == 0
			if !a.tables.Distinct { // nothing follows by adding and subtracting
				v.Steps = a.steps(p.target, b)
			}
		}
		verdicts = append(verdicts, v)
	}
	return verdicts
}

func plus(x, y *big.Rat) *big.Rat {
	if x == nil {
		return nil
	}
	return new(big.Rat).Add(x, y)
}

// wholeAbove and wholeBelow are the next whole numbers.
func wholeAbove(x *big.Rat) *big.Rat {
	if x == nil || x.IsInt() {
		return x
	}
	return new(big.Rat).Neg(wholeBelow(new(big.Rat).Neg(x)))
}

func wholeBelow(x *big.Rat) *big.Rat {
	if x == nil || x.IsInt() {
		return x
	}
	return new(big.Rat).SetInt(new(big.Int).Div(x.Num(), x.Denom())) // rounded down: denominators are positive
}

// lines returns the lines with several cells that are not known.
func (a *audit) lines() []Line {
	var all []Line
	for v, g := range a.grids {
		for u := range a.grids {
			if u == v || !a.finer(u, v) || a.grids[u].partial || a.isBetween(u, v) {
				continue
			}
			children := a.children(u, v)
			for c := range g.cells {
				if !g.cells[c].known() || g.cells[c].at.Cell < 0 {
					continue
				}
				line := Line{Whole: g.cells[c].at, Sum: g.cells[c].Least}
				for _, child := range children.of(int32(c)) {
					if k := &a.grids[u].cells[child]; k.known() {
						line.Sum -= k.Least
					} else if k.at.Set >= 0 {
						line.Parts = append(line.Parts, k.at)
					}
				}
				if len(line.Parts) > 1 {
					all = append(all, line)
				}
			}
		}
	}
	return all
}

// isBetween reports whether there is a grid between two.
func (m *model) isBetween(u, v int) bool {
	for w := range m.grids {
		if w != u && w != v && m.finer(u, w) && m.finer(w, v) && !m.grids[w].partial {
			return true
		}
	}
	return false
}
