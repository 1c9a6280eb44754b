package published

import (
	"errors"
	"maps"
	"slices"

	"skyline/engine/cube"
)

// agree adds what blocks have in common: the cells of the finest grid that both divide have the same number in both.
func (m *model) agree() error {
	for j := range m.blocks {
		for i := range j {
			if err := m.agreeOn(i, j); err != nil {
				return err
			}
		}
	}
	return nil
}

// shared is a cell that two blocks divide: its unknowns in both, and what the rest of it is, taken from each other; and the known
// cells that the rest is of.
type shared struct {
	terms []cube.Term
	rest  int64
	known []signed
}

// signed is a cell of a grid, added or subtracted.
type signed struct {
	grid, cell int
	times      int64
}

func (m *model) agreeOn(i, j int) error {
	a, b := m.grids[m.blocks[i].grid], m.grids[m.blocks[j].grid]
	meet := &grid{}
	for d, s := range m.scales {
		level := a.levels[d]
		if s.up[b.levels[d]][level] == nil {
			level = b.levels[d]
		}
		if s.up[a.levels[d]][level] == nil {
			return nil // levels that do not nest: m.exact is false
		}
		meet.levels, meet.sizes = append(meet.levels, level), append(meet.sizes, s.sizes[level])
	}
	at := slices.IndexFunc(m.grids, func(g *grid) bool { return slices.Equal(g.levels, meet.levels) })
	cells := map[int64]*shared{}
	if err := errors.Join(m.addShared(cells, meet, i, 1), m.addShared(cells, meet, j, -1)); err != nil {
		return err
	}
	wrong := 0
	for _, key := range slices.Sorted(maps.Keys(cells)) {
		s := cells[key]
		if at >= 0 {
			if c, ok := m.grids[at].index[key]; ok && m.grids[at].cells[c].known() {
				continue // both have a sum that says it
			}
		}
		if len(s.terms) == 0 {
			if s.rest != 0 {
				wrong++
			}
			continue
		}
		if s.rest > mostNumber || s.rest < -mostNumber {
			return errSum
		}
		slices.SortFunc(s.terms, func(x, y cube.Term) int { return int(x.Unknown) - int(y.Unknown) })
		m.system.Sums = append(m.system.Sums, cube.Sum{Terms: s.terms, Range: cube.Range{Least: -s.rest, Largest: -s.rest}})
		m.sums = append(m.sums, part{block: -1, cell: len(m.meets)})
		m.meets = append(m.meets, s.known)
	}
	if wrong > 0 {
		return &Conflict{Whole: meet.levels, Parts: b.levels, Set: m.setOf(m.blocks[j].grid), Lines: wrong}
	}
	return nil
}

// addShared adds the cells of a block.
func (m *model) addShared(cells map[int64]*shared, meet *grid, number int, times int64) error {
	b := m.blocks[number]
	g := m.grids[b.grid]
	for i := range g.cells {
		labels := g.labels(g.cells[i].key)
		for d, s := range m.scales {
			labels[d] = s.up[g.levels[d]][meet.levels[d]][labels[d]]
		}
		key := meet.key(labels)
		s := cells[key]
		if s == nil {
			s = &shared{}
			cells[key] = s
		}
		if b.unknown[i] >= 0 {
			s.terms = append(s.terms, cube.Term{Unknown: b.unknown[i], Times: times})
			continue
		}
		if !add(&s.rest, times*g.cells[i].Least) {
			return errSum
		}
		if g.cells[i].Least != 0 {
			s.known = append(s.known, signed{b.grid, i, times})
		}
	}
	return nil
}
