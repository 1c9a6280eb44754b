package releases

import "skyline/engine/internal/budget"

// A search looks for paths in a residual graph, from both ends at a time, so that it ends as soon as either end can go
// no further.
type search struct {
	round int32
	sides [2]side
	path  []int32 // the arcs of the path that was found, in no order
}

// A side is what can be reached from the first node, or what the last one can be reached from.
type side struct {
	seen     []int32 // of each node, the round in which it was reached
	by       []int32 // of each node, the arc by which it was reached
	frontier []int32 // nodes that were reached last
	next     []int32
}

func (s *search) init(nodes int) {
	for i := range s.sides {
		s.sides[i].seen, s.sides[i].by = make([]int32, nodes), make([]int32, nodes)
	}
}

// find looks for a path from one node to another that does not use an edge, and along which more can flow.
//
// Errors: the budget's.
func (s *search) find(n *network, from, to, without int32, steps *budget.Budget) (bool, error) {
	s.round++
	for i, v := range []int32{from, to} {
		side := &s.sides[i]
		side.seen[v], side.by[v] = s.round, -1
		side.frontier = append(side.frontier[:0], v)
	}
	for len(s.sides[0].frontier) > 0 && len(s.sides[1].frontier) > 0 {
		i := int32(0)
		if len(s.sides[1].frontier) < len(s.sides[0].frontier) {
			i = 1
		}
		side, other := &s.sides[i], &s.sides[1-i]
		side.next = side.next[:0]
		var looked int
		for _, v := range side.frontier {
			arcs := n.arcs[n.start[v]:n.start[v+1]]
			looked += len(arcs)
			for _, arc := range arcs {
				w := n.tip(arc)
				// Towards the last node the arc is passed the other way: it is the other arc of its edge.
				if arc/2 == without || side.seen[w] == s.round || n.residual(arc^i) == 0 {
					continue
				}
				side.seen[w], side.by[w] = s.round, arc
				if other.seen[w] == s.round {
					s.trace(n, w)
					return true, nil
				}
				side.next = append(side.next, w)
			}
		}
		side.frontier, side.next = side.next, side.frontier
		if err := steps.Spend(float64(10 * looked)); err != nil {
			return false, err
		}
	}
	return false, nil
}

// trace collects the path through a node that both sides have reached.
func (s *search) trace(n *network, meeting int32) {
	s.path = s.path[:0]
	for i := range s.sides {
		for v := meeting; s.sides[i].by[v] >= 0; {
			arc := s.sides[i].by[v]
			s.path = append(s.path, arc^int32(i))
			v = n.tip(arc ^ 1)
		}
	}
}
