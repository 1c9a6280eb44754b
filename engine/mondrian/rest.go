package mondrian

import "slices"

// Stands returns, for each group, the nodes of a column's hierarchy that stand by themselves
// where the group is of the rest: other groups have their people. So the group covers what its
// region has, without them. Those of them that are not below its region are of no concern.
//
// It takes time proportional to the tree, and to the result.
func (r *Release) Stands(d int) [][]int32 {
	stands := make([][]int32, len(r.groups))
	h := r.cells.columns[d].Hierarchy
	if h == nil {
		return stands
	}
	type part struct {
		node   int32
		stands []int32
	}
	stack := []part{{}}
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		n := &r.Tree.nodes[p.node]
		if n.children == 0 {
			if n.at != nobody && int(n.at) < len(stands) {
				stands[n.at] = p.stands
			}
			continue
		}
		k := r.Tree.cutOf(n)
		rest := -1
		if int(n.dim) == d && k.part != nil {
			rest = k.parts() - 1
		}
		for i := range k.parts() {
			below := part{n.children + int32(i), p.stands}
			if i == rest {
				below.stands = append(slices.Clip(below.stands), r.standing(d, &k)...)
			}
			stack = append(stack, below)
		}
	}
	return stands
}

// standing returns the nodes that stand in a cut.
func (r *Release) standing(d int, k *cut) []int32 {
	h := r.cells.columns[d].Hierarchy
	nodes := make([]int32, k.parts()-1)
	for i := range nodes {
		first, last := k.span(i, 0, int32(h.Values()-1))
		at := h.Covering(first, last)
		// Of the nodes that cover these values, the highest was cut.
		for {
			parent := h.Node(at).Parent
			if parent < 0 {
				break
			}
			if n := h.Node(parent); n.First < first || n.Last > last {
				break
			}
			at = parent
		}
		nodes[i] = at
	}
	return nodes
}
