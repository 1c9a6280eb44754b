package published

import (
	"context"

	"skyline/engine/cube"
)

// newDistinct is newModel for counts of different people, who may be in several cells: a cell is a set of people, and a
// total the union of its parts, so that it is from the largest of them to their sum. Each cell is an unknown of its own.
//
// These bounds say all that there is to know where of two grids one always refines the other, as in a ROLLUP: then the
// people of cells with such numbers are found from the totals down, each total a union of parts that overlap as much
// as they must. Elsewhere a person who is in two cells of a row is in two columns, which no inequality here says.
func newDistinct(ctx context.Context, t *Tables) (*model, error) {
	m := &model{whole: t.Whole, up: map[[2]int][]int32{}, below: map[[2]int]*children{}, exact: true}
	for i := range t.Dimensions {
		m.scales = append(m.scales, newScale(t.Dimensions[i].Levels))
	}
	if err := m.addSets(t.Sets); err != nil {
		return nil, err
	}
	if err := m.addZeros(ctx); err != nil {
		return nil, err
	}
	for v := range m.grids {
		m.addOwn(v)
	}
	for u := range m.grids {
		for v := range m.grids {
			if u == v {
				continue
			}
			m.exact = m.exact && (m.finer(u, v) || m.finer(v, u))
			if !m.finer(u, v) || m.isBetween(u, v) {
				continue
			}
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if err := m.addUnions(u, v); err != nil {
				return nil, err
			}
		}
	}
	return m, nil
}

// addOwn adds a block of a grid alone.
func (m *model) addOwn(v int) {
	g := m.grids[v]
	b := &block{grid: v, coarser: []int{v}, unknown: make([]int32, len(g.cells))}
	for i := range g.cells {
		c := &g.cells[i]
		if b.unknown[i] = -1; !c.known() {
			b.unknown[i] = int32(len(m.system.Unknowns))
			m.system.Unknowns = append(m.system.Unknowns, cube.Unknown{Range: c.Range, Whole: m.whole})
		}
	}
	m.blocks = append(m.blocks, b)
}

// addUnions says that the cells of a grid v are unions of those of u.
func (m *model) addUnions(u, v int) error {
	wrong := 0
	children := m.children(u, v)
	for i := range m.grids[v].cells {
		parts := children.of(int32(i))
		// The sum of the parts less the whole is from 0 on, if all parts are there.
		sum, all, may := &atLeast{model: m}, true, true
		for _, part := range parts {
			all = all && sum.add(u, int(part), 1)
			// And so is the whole less a part.
			more := &atLeast{model: m}
			if !more.add(v, i, 1) || !more.add(u, int(part), -1) {
				return errSum
			}
			may = more.done() && may
		}
		if !all || !sum.add(v, i, -1) {
			return errSum
		}
		if !m.grids[u].partial {
			may = sum.done() && may
		}
		if !may {
			wrong++
		}
	}
	if wrong > 0 {
		return &Conflict{Whole: m.grids[v].levels, Parts: m.grids[u].levels, Set: m.setOf(v), Lines: wrong}
	}
	return nil
}

// atLeast is a sum of cells that is at least 0.
type atLeast struct {
	*model
	terms []cube.Term
	known int64 // what the known ones are
}

// add adds a cell so many times, and reports whether that is possible.
func (s *atLeast) add(grid, cell int, times int64) bool {
	if unknown := s.blocks[grid].unknown[cell]; unknown >= 0 {
		s.terms = append(s.terms, cube.Term{Unknown: unknown, Times: times})
		return true
	}
	return add(&s.known, times*s.grids[grid].cells[cell].Least) && s.known <= mostNumber && s.known >= -mostNumber
}

// done adds it to the system, and reports whether it may hold.
func (s *atLeast) done() bool {
	if len(s.terms) == 0 {
		return s.known >= 0
	}
	s.system.Sums = append(s.system.Sums, cube.Sum{Terms: s.terms, Range: cube.Range{Least: -s.known, NoLargest: true}})
	s.sums = append(s.sums, part{block: -1})
	return true
}
