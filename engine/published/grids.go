package published

import (
	"fmt"
	"math"
	"slices"

	"skyline/engine/cube"
)

// A grid is the cells with labels of the same levels.
type grid struct {
	levels  []int
	sizes   []int64 // how many labels there are in each dimension
	cells   []cell
	index   map[int64]int32 // of cells by their keys
	whole   bool            // what is not in cells is 0; if not, it is not published
	partial bool            // some cells are not published, and are not in cells
}

// A cell of a grid; key is its labels as one number.
type cell struct {
	key int64
	cube.Range
	at Place // where it is published first; Set is -1 where it is not
}

func (c *cell) known() bool { return isSingle(c.Range) }

func isSingle(r cube.Range) bool { return !r.NoLeast && !r.NoLargest && r.Least == r.Largest }

// key returns the labels as one number.
func (g *grid) key(labels []int32) int64 {
	key := int64(0)
	for d, label := range labels {
		key = key*g.sizes[d] + int64(label)
	}
	return key
}

// labels is the other way round.
func (g *grid) labels(key int64) []int32 {
	labels := make([]int32, len(g.sizes))
	for d := len(labels) - 1; d >= 0; d-- {
		labels[d] = int32(key % g.sizes[d])
		key /= g.sizes[d]
	}
	return labels
}

// all returns how many cells there are, those that are not there included; -1 if these are too many for a key.
func (g *grid) all() int64 {
	n := int64(1)
	for _, size := range g.sizes {
		if size > math.MaxInt64/n {
			return -1
		}
		n *= size
	}
	return n
}

func (g *grid) add(key int64, r cube.Range, at Place) int32 {
	i := int32(len(g.cells))
	g.cells = append(g.cells, cell{key, r, at})
	g.index[key] = i
	return i
}

// fill adds the cells that are not there.
func (g *grid) fill(r cube.Range) error {
	all := g.all()
	if all > mostCells {
		return fmt.Errorf("%w: %d with those that are absent, at most %d", ErrTooLarge, all, mostCells)
	}
	for key := range all {
		if _, ok := g.index[key]; !ok {
			g.add(key, r, Place{-1, -1})
		}
	}
	return nil
}

// intersect returns the numbers of both ranges, and whether there are any.
func intersect(a, b cube.Range) (cube.Range, bool) {
	if a.NoLeast || !b.NoLeast && b.Least > a.Least {
		a.Least, a.NoLeast = b.Least, b.NoLeast
	}
	if a.NoLargest || !b.NoLargest && b.Largest < a.Largest {
		a.Largest, a.NoLargest = b.Largest, b.NoLargest
	}
	return a, a.NoLeast || a.NoLargest || a.Least <= a.Largest
}

// anything is what is known of every cell.
func (m *model) anything() cube.Range {
	return cube.Range{NoLeast: m.negative, NoLargest: true}
}

// grid returns the grid of some levels, which it adds if there is none.
func (m *model) grid(levels []int) (int, error) {
	for i, g := range m.grids {
		if slices.Equal(g.levels, levels) {
			return i, nil
		}
	}
	g := &grid{levels: slices.Clone(levels), index: map[int64]int32{}}
	for d, level := range levels {
		g.sizes = append(g.sizes, m.scales[d].sizes[level])
	}
	if g.all() < 0 {
		return 0, fmt.Errorf("%w: more than 2^63 with those that are absent", ErrTooLarge)
	}
	m.grids = append(m.grids, g)
	return len(m.grids) - 1, nil
}

// addSets makes the grids of what is published.
func (m *model) addSets(sets []Set) error {
	of := make([]int, len(sets))
	for i := range sets {
		s := &sets[i]
		var err error
		if of[i], err = m.grid(s.Levels); err != nil {
			return err
		}
		g := m.grids[of[i]]
		conflicts := 0
		for j := range s.Cells {
			c := &s.Cells[j]
			key, at := g.key(c.Labels), Place{i, j}
			r, ok := intersect(c.Range, m.anything())
			if !ok {
				conflicts++
				continue
			}
			if old, there := g.index[key]; there {
				if r, ok = intersect(g.cells[old].Range, r); !ok {
					conflicts++
				}
				g.cells[old].Range = r
				if at := g.cells[old].at; c.shows() && !sets[at.Set].Cells[at.Cell].shows() {
					g.cells[old].at = Place{i, j}
				}
			} else {
				g.add(key, r, at)
			}
		}
		if conflicts > 0 {
			return &Conflict{Whole: s.Levels, Set: i, Lines: conflicts}
		}
	}
	for i := range sets {
		if err := m.addAbsent(m.grids[of[i]], i, &sets[i]); err != nil {
			return err
		}
	}
	for _, g := range m.grids {
		g.partial = !g.whole && int64(len(g.cells)) < g.all()
	}
	return nil
}

// addAbsent says of the cells that a set does not have what that means.
func (m *model) addAbsent(g *grid, number int, s *Set) error {
	r := s.Between
	switch s.Absent {
	case Unpublished:
		return nil
	case Zero:
		r, g.whole = cube.Range{}, true
	case Hidden:
		if !g.whole {
			if err := g.fill(m.anything()); err != nil {
				return err
			}
		}
	}
	has := make(map[int64]bool, len(s.Cells))
	for j := range s.Cells {
		has[g.key(s.Cells[j].Labels)] = true
	}
	conflicts := 0
	for i := range g.cells {
		if c := &g.cells[i]; !has[c.key] {
			var ok bool
			if c.Range, ok = intersect(c.Range, r); !ok {
				conflicts++
			}
			if c.at.Set < 0 {
				c.at = Place{number, -1}
			}
		}
	}
	if conflicts > 0 {
		return &Conflict{Whole: s.Levels, Set: number, Lines: conflicts}
	}
	return nil
}
