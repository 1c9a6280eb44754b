package releases

import "skyline/engine/internal/budget"

// forced opens the network for a value, narrows the ranges of the counts that cannot change to the true ones, and keeps
// the edges that can.
//
// Two flows differ by cycles of the residual graph, so an edge can change if and only if one of its arcs is on a cycle
// that is not the edge there and back. Both ends are in one strongly connected part then. The other way round: let the
// ends be in one part. If only one of the two arcs has anything left, some path leads back, and not along the edge. If
// both have, the edge counts as one that may be passed either way, and unless it is a bridge of the part, it can be made
// a one-way street in one direction so that the part stays connected (F. Boesch and R. Tindell, “Robbins's theorem for
// mixed multigraphs”, American Mathematical Monthly 87, 1980): the way back is the cycle. A bridge has no way back.
//
// That is how D. Gusfield finds what a table's margins give away of its suppressed cells (“A graph theoretic approach to
// statistical data security”, SIAM Journal on Computing 17, 1988). It takes time proportional to the edges.
//
// Errors: the budget's.
func (n *network) forced(value int, steps *budget.Budget) error {
	if err := n.open(value, steps); err != nil {
		return err
	}
	if err := steps.Spend(float64(10 * (len(n.edges) + len(n.start)))); err != nil {
		return err
	}
	n.parts.connect(n)
	n.parts.bridge(n)
	kept := n.edges[:0]
	for i, e := range n.edges {
		if n.parts.of[e.ends[0]] != n.parts.of[e.ends[1]] || n.parts.bridges[i] {
			n.box.narrow(e.cell, value, e.flow, e.flow)
			continue
		}
		kept = append(kept, e)
	}
	n.edges = kept
	n.index()
	return nil
}

// parts are the strongly connected parts of a residual graph, and their bridges.
type parts struct {
	of      []int32 // of each node, its part
	bridges []bool  // of each edge

	seen, low []int32 // of each node: when it was reached, from 1 on, and the earliest node that can be reached from it
	next      []int32 // of each node, the next of its arcs to look at
	by        []int32 // of each node, the arc by which it was reached
	way       []int32 // the nodes on the way to where the search is
	waiting   []int32 // nodes whose part is not complete
}

func (p *parts) init(nodes int) {
	p.of, p.seen, p.low = make([]int32, nodes), make([]int32, nodes), make([]int32, nodes)
	p.next, p.by = make([]int32, nodes), make([]int32, nodes)
}

// depthFirst searches from each node that was not reached before. passable says of an arc that leaves a node whether it
// can be passed; leave is called when all arcs of a node have been looked at.
func (p *parts) depthFirst(n *network, passable func(v, arc int32) bool, leave func(v int32)) {
	clear(p.seen)
	copy(p.next, n.start)
	p.way, p.waiting = p.way[:0], p.waiting[:0]
	var clock int32
	enter := func(v, by int32) {
		clock++
		p.seen[v], p.low[v], p.by[v] = clock, clock, by
		p.way, p.waiting = append(p.way, v), append(p.waiting, v)
	}
	for root := range int32(len(p.seen)) {
		if p.seen[root] > 0 || n.start[root] == n.start[root+1] {
			continue
		}
		enter(root, -1)
		for len(p.way) > 0 {
			v := p.way[len(p.way)-1]
			if p.next[v] == n.start[v+1] {
				p.way = p.way[:len(p.way)-1]
				leave(v)
				if len(p.way) > 0 {
					up := p.way[len(p.way)-1]
					p.low[up] = min(p.low[up], p.low[v])
				}
				continue
			}
			arc := n.arcs[p.next[v]]
			p.next[v]++
			if !passable(v, arc) {
				continue
			}
			if w := n.tip(arc); p.seen[w] == 0 {
				enter(w, arc)
			} else {
				p.low[v] = min(p.low[v], p.seen[w])
			}
		}
	}
}

// connect finds the strongly connected parts, by R. Tarjan's search (“Depth-first search and linear graph algorithms”,
// SIAM Journal on Computing 1, 1972).
func (p *parts) connect(n *network) {
	const open = -1
	for v := range p.of {
		p.of[v] = open
	}
	p.depthFirst(n, func(_, arc int32) bool {
		// What belongs to a part that is complete cannot lead back.
		return n.residual(arc) > 0 && p.of[n.tip(arc)] == open
	}, func(v int32) {
		if p.low[v] < p.seen[v] {
			return
		}
		for p.of[v] == open {
			w := p.waiting[len(p.waiting)-1]
			p.waiting = p.waiting[:len(p.waiting)-1]
			p.of[w] = v
		}
	})
}

// bridge finds the edges within a part without which it would fall apart, whichever way they are passed.
func (p *parts) bridge(n *network) {
	p.bridges = append(p.bridges[:0], make([]bool, len(n.edges))...)
	p.depthFirst(n, func(v, arc int32) bool {
		return p.of[v] == p.of[n.tip(arc)] && (p.by[v] < 0 || arc/2 != p.by[v]/2)
	}, func(v int32) {
		if p.by[v] >= 0 && p.low[v] == p.seen[v] {
			p.bridges[p.by[v]/2] = true
		}
	})
}
