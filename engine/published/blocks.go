package published

import "slices"

// finer reports whether each cell of a grid is part of one of another, which may be itself.
func (m *model) finer(a, b int) bool {
	for d, s := range m.scales {
		if s.up[m.grids[a].levels[d]][m.grids[b].levels[d]] == nil {
			return false
		}
	}
	return true
}

// finest returns the grids that no other grid refines, in their order.
func (m *model) finest() []int {
	var all []int
	for a := range m.grids {
		if !slices.ContainsFunc(all, func(b int) bool { return m.finer(b, a) }) {
			all = slices.DeleteFunc(all, func(b int) bool { return m.finer(a, b) })
			all = append(all, a)
		}
	}
	return all
}

// chooseBlocks returns the grids whose cells are the unknowns, and whether what they have in common says all about how they
// go together. mostJoint bounds the cells of all dimensions where they have to be the unknowns.
func (m *model) chooseBlocks(mostJoint float64) (grids []int, exact bool, err error) {
	grids = m.finest()
	if len(grids) <= 1 || m.acyclic(grids) {
		return grids, true, nil
	}
	levels := make([]int, len(m.scales))
	cells := 1.0
	for d, s := range m.scales {
		if level := m.finestLevel(grids, d); level >= 0 {
			levels[d] = level
		} else {
			var used [][]int32
			for _, g := range grids {
				used = append(used, s.levels[m.grids[g].levels[d]])
			}
			m.scales[d] = newScale(append(slices.Clone(s.levels), common(used)))
			levels[d] = len(s.levels)
		}
		cells *= float64(m.scales[d].sizes[levels[d]])
	}
	if cells > mostJoint {
		return grids, false, nil
	}
	joint, err := m.grid(levels)
	if err != nil {
		return nil, false, err
	}
	m.grids[joint].partial = true
	return []int{joint}, true, nil
}

// finestLevel returns the level of a dimension that refines those of all grids, -1 if none of theirs does.
func (m *model) finestLevel(grids []int, d int) int {
	for _, g := range grids {
		level := m.grids[g].levels[d]
		if !slices.ContainsFunc(grids, func(other int) bool { return m.scales[d].up[level][m.grids[other].levels[d]] == nil }) {
			return level
		}
	}
	return -1
}

// acyclic reports whether levels nest in each dimension and grids can be put together one by one: whether the hypergraph of
// grids, whose vertices are the steps from each level to the next, has an elimination order (Graham 1979; Yu and Özsoyoğlu 1979).
func (m *model) acyclic(grids []int) bool {
	edges := make([]map[[2]int]bool, len(grids))
	for i, g := range grids {
		edges[i] = map[[2]int]bool{}
		for d, s := range m.scales {
			level := m.grids[g].levels[d]
			for _, other := range m.grids {
				coarser := other.levels[d]
				switch {
				case s.up[level][coarser] == nil && s.up[coarser][level] == nil:
					return false
				case s.up[level][coarser] != nil && s.sizes[coarser] > 1:
					edges[i][[2]int{d, int(s.sizes[coarser])}] = true
				}
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for i, e := range edges {
			for v := range e {
				if !slices.ContainsFunc(edges[:i], has(v)) && !slices.ContainsFunc(edges[i+1:], has(v)) {
					delete(e, v)
					changed = true
				}
			}
		}
		for i := 0; i < len(edges); i++ {
			inOther := func(other map[[2]int]bool) bool {
				for v := range edges[i] {
					if !other[v] {
						return false
					}
				}
				return true
			}
			if slices.ContainsFunc(edges[:i], inOther) || slices.ContainsFunc(edges[i+1:], inOther) {
				edges = slices.Delete(edges, i, i+1)
				changed = true
				i--
			}
		}
	}
	return len(edges) <= 1
}

func has(v [2]int) func(map[[2]int]bool) bool {
	return func(edge map[[2]int]bool) bool { return edge[v] }
}
