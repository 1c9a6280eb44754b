package releases

import (
	"slices"

	"skyline/engine/internal/budget"
)

// A network is the flow of one value between the groups of two releases. It is set up for one value after another, and
// keeps its memory.
type network struct {
	box  *box
	ends [][2]int32 // of each cell of the core, its groups in the two releases: the node of absent people is the last

	value int
	edges []edge

	// The residual graph of the flow: edge e can be raised along arc 2e, from its first end to its second, and lowered
	// along arc 2e+1, the other way. The arcs that leave node v are arcs[start[v]:start[v+1]].
	start []int32
	arcs  []int32

	parts  parts
	search search
}

// An edge is a cell whose count is not known.
type edge struct {
	cell      int32
	ends      [2]int32
	flow      int64
	low, high int64
	// least and most are the smallest and largest flow that the edge had so far. A bound that was reached is not looked
	// for.
	least, most int64
}

// newNetworks returns a network for each two releases of the core.
func newNetworks(b *box) []*network {
	var releases []int
	for _, g := range b.groups {
		releases = append(releases, g.release)
	}
	slices.Sort(releases)
	releases = slices.Compact(releases)
	absent := int32(len(b.groups))
	of := make([][]int32, len(releases)) // of each release and cell, the group
	for i, r := range releases {
		of[i] = make([]int32, len(b.cells))
		for j := range b.cells {
			of[i][j] = absent
			for _, g := range b.cells[j].groups {
				if b.groups[g].release == r {
					of[i][j] = g
				}
			}
		}
	}
	nodes := len(b.groups) + 1
	var all []*network
	for i := range releases {
		for k := range i {
			n := &network{box: b, ends: make([][2]int32, len(b.cells)), start: make([]int32, nodes+1)}
			for j := range n.ends {
				n.ends[j] = [2]int32{of[k][j], of[i][j]}
			}
			n.parts.init(nodes)
			n.search.init(nodes)
			all = append(all, n)
		}
	}
	return all
}

// residual returns how much more can flow along an arc.
func (n *network) residual(arc int32) int64 {
	e := &n.edges[arc/2]
	if arc%2 == 0 {
		return e.high - e.flow
	}
	return e.flow - e.low
}

// tip returns where an arc leads.
func (n *network) tip(arc int32) int32 { return n.edges[arc/2].ends[1-arc%2] }

// open sets the network up for a value: with the cells whose counts are open, and the true counts as the flow. A cell
// that is in neither of the releases is free here.
//
// Errors: the budget's.
func (n *network) open(value int, steps *budget.Budget) error {
	if err := steps.Spend(float64(len(n.ends) + len(n.start))); err != nil {
		return err
	}
	n.value, n.edges = value, n.edges[:0]
	for j, ends := range n.ends {
		if r := n.box.ranges[j][value]; r.low < r.high && ends[0] != ends[1] {
			flow := n.box.cells[j].counts[value]
			n.edges = append(n.edges, edge{cell: int32(j), ends: ends, flow: flow, low: r.low, high: r.high, least: flow, most: flow})
		}
	}
	n.index()
	return nil
}

// index lists the arcs of each node.
func (n *network) index() {
	clear(n.start)
	for i := range n.edges {
		n.start[n.edges[i].ends[0]]++
		n.start[n.edges[i].ends[1]]++
	}
	for v := 1; v < len(n.start); v++ {
		n.start[v] += n.start[v-1]
	}
	// Each node's arcs end here now. They are filled in from behind.
	n.arcs = slices.Grow(n.arcs[:0], 2*len(n.edges))[:2*len(n.edges)]
	for arc := int32(len(n.arcs)) - 1; arc >= 0; arc-- {
		from := n.edges[arc/2].ends[arc%2]
		n.start[from]--
		n.arcs[n.start[from]] = arc
	}
}
