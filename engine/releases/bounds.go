package releases

import "skyline/engine/internal/budget"

// bounds narrows the ranges of a value to the least and the largest flow of each edge. An edge is raised by paths from
// its second end back to its first; when there is none, no flow has more in it (L. R. Ford and D. R. Fulkerson, “Maximal
// flow through a network”, 1956). Likewise it is lowered.
//
// Each flow that was found is the start for the next edge, and shows how far all edges on its paths can go. That leaves
// only few to be looked for.
//
// Errors: the budget's.
func (n *network) bounds(value int, steps *budget.Budget) error {
	if err := n.forced(value, steps); err != nil {
		return err
	}
	for i := range int32(len(n.edges)) {
		e := &n.edges[i]
		if e.most < e.high {
			if err := n.saturate(2*i, steps); err != nil {
				return err
			}
			e.high = e.flow
		}
		if e.least > e.low {
			if err := n.saturate(2*i+1, steps); err != nil {
				return err
			}
			e.low = e.flow
		}
		n.box.narrow(e.cell, value, e.low, e.high)
	}
	return nil
}

// saturate changes the flow so that as much as possible flows along an arc.
//
// Errors: the budget's.
func (n *network) saturate(arc int32, steps *budget.Budget) error {
	edge := arc / 2
	from, to := n.edges[edge].ends[arc%2], n.tip(arc)
	for n.residual(arc) > 0 {
		found, err := n.search.find(n, to, from, edge, steps)
		if err != nil || !found {
			return err
		}
		path := append(n.search.path, arc)
		more := n.residual(arc)
		for _, a := range path {
			more = min(more, n.residual(a))
		}
		for _, a := range path {
			e := &n.edges[a/2]
			if a%2 == 0 {
				e.flow += more
			} else {
				e.flow -= more
			}
			e.least, e.most = min(e.least, e.flow), max(e.most, e.flow)
		}
	}
	return nil
}
