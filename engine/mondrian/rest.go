package mondrian

import (
	"slices"

	"skyline/engine/hierarchy"
)

// Excepts says what the nodes that show groups are without, in a column with a hierarchy: other
// groups have these people, where a group is a rest, or a part of the node that no set can show.
type Excepts struct {
	tree   *hierarchy.Tree
	groups []cutGroup
}

// cutGroup is what the splits left to a group: the codes from low to high, without the nodes that
// stand by themselves where it is of the rest.
type cutGroup struct {
	low, high int32
	stands    []int32
}

// Excepts returns that of a column with a hierarchy, in time proportional to the tree and to what
// stands.
func (r *Release) Excepts(d int) *Excepts {
	e := &Excepts{tree: r.cells.columns[d].Hierarchy, groups: make([]cutGroup, len(r.groups))}
	type part struct {
		node int32
		cutGroup
	}
	stack := []part{{cutGroup: cutGroup{high: int32(r.cells.columns[d].Size - 1)}}}
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		n := &r.Tree.nodes[p.node]
		if n.children == 0 {
			if n.at != nobody && int(n.at) < len(e.groups) {
				e.groups[n.at] = p.cutGroup
			}
			continue
		}
		k := r.Tree.cutOf(n)
		for i := range k.parts() {
			below := part{n.children + int32(i), p.cutGroup}
			if int(n.dim) == d {
				below.low, below.high = k.span(i, p.low, p.high)
				if k.part != nil && i == k.parts()-1 {
					below.stands = append(slices.Clip(below.stands), r.standing(d, &k)...)
				}
			}
			stack = append(stack, below)
		}
	}
	return e
}

// Below returns the nodes below one of a group whose people it does not have: the highest ones, in
// the order of their codes, and then those that stand.
func (e *Excepts) Below(group int, node int32) []int32 {
	g := &e.groups[group]
	var nodes []int32
	var add func(at int32)
	add = func(at int32) {
		switch n := e.tree.Node(at); {
		case g.low <= n.First && n.Last <= g.high:
		case n.Last < g.low || n.First > g.high:
			nodes = append(nodes, at)
		default:
			for _, child := range n.Children {
				add(child)
			}
		}
	}
	add(node)
	covered := e.tree.Node(node)
	for _, at := range g.stands {
		if n := e.tree.Node(at); covered.First <= n.First && n.Last <= covered.Last && g.low <= n.First && n.Last <= g.high {
			nodes = append(nodes, at)
		}
	}
	return nodes
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
