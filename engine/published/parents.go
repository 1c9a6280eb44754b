package published

import (
	"context"
	"slices"

	"skyline/engine/cube"
)

// parents returns for each cell of a grid the cell of a coarser one that it is part of, -1 where that is not published. What is
// not there and 0 becomes a cell.
func (m *model) parents(finer, coarser int) []int32 {
	if up, ok := m.up[[2]int{finer, coarser}]; ok && len(up) == len(m.grids[finer].cells) {
		return up
	}
	f, c := m.grids[finer], m.grids[coarser]
	maps := make([][]int32, len(m.scales))
	for d, s := range m.scales {
		maps[d] = s.up[f.levels[d]][c.levels[d]]
	}
	up := make([]int32, len(f.cells))
	for i := range f.cells {
		rest, key, weight := f.cells[i].key, int64(0), int64(1)
		for d, of := range slices.Backward(maps) {
			key += weight * int64(of[rest%f.sizes[d]])
			weight *= c.sizes[d]
			rest /= f.sizes[d]
		}
		at, ok := c.index[key]
		switch {
		case ok:
			up[i] = at
		case c.whole:
			up[i] = c.add(key, cube.Range{}, Place{-1, -1})
		default:
			up[i] = -1
		}
	}
	m.up[[2]int{finer, coarser}] = up
	return up
}

// addZeros adds the cells that are 0 and not there but have parts.
func (m *model) addZeros(ctx context.Context) error {
	for changed := true; changed; {
		changed = false
		for a := range m.grids {
			for b := range m.grids {
				if err := ctx.Err(); err != nil {
					return err
				}
				if a != b && m.grids[b].whole && m.finer(a, b) {
					n := len(m.grids[b].cells)
					m.parents(a, b)
					changed = changed || len(m.grids[b].cells) > n
				}
			}
		}
	}
	return nil
}

// children lists the cells of a finer grid that are part of each cell of a coarser one.
type children struct {
	starts []int32
	cells  []int32
}

func (c *children) of(cell int32) []int32 { return c.cells[c.starts[cell]:c.starts[cell+1]] }

// children are kept: steps ask for them one by one.
func (m *model) children(finer, coarser int) *children {
	pair := [2]int{finer, coarser}
	if c := m.below[pair]; c != nil {
		return c
	}
	up := m.parents(finer, coarser)
	c := listed(up, len(m.grids[coarser].cells))
	m.below[pair] = c
	return c
}

// listed lists what has each parent, in order.
func listed(up []int32, parents int) *children {
	c := &children{starts: make([]int32, parents+1)}
	for _, p := range up {
		if p >= 0 {
			c.starts[p+1]++
		}
	}
	for p := range parents {
		c.starts[p+1] += c.starts[p]
	}
	c.cells = make([]int32, c.starts[parents])
	next := append([]int32(nil), c.starts...)
	for i, p := range up {
		if p >= 0 {
			c.cells[next[p]] = int32(i)
			next[p]++
		}
	}
	return c
}
