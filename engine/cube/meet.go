package cube

import (
	"math"
	"slices"
)

// meet finds a change for a need, and for those insiders who would see it others.
func (w *witnesses) meet(n need) error {
	x := w.known(n)
	if x == nil {
		var err error
		if x, err = w.find(n); err != nil {
			return err
		}
		w.use(n, x)
	}
	w.note(n, x)
	for _, k := range w.seenBy(n, x) {
		if err := w.meet(need{n.cell, n.by, k}); err != nil {
			return err
		}
	}
	return nil
}

// find finds a change for a need, of cells that are hidden or may be.
//
// Errors: *Unprotected, errOverflow, those of the budget.
func (w *witnesses) find(n need) (*witness, error) {
	hidden, _ := w.around(n, fewCandidates, false)
	x, err := w.change(n, hidden, 1)
	for size, all := fewCandidates, false; x == nil; size *= 4 {
		if err != nil && (w.spent >= w.limit || all || !isLimit(err)) {
			return nil, err
		}
		if all {
			return nil, &Unprotected{n.cell}
		}
		x, all, err = w.hiding(n, size)
	}
	return x, nil
}

// hiding finds a change for a need that hides some of so many cells, and says whether these are all.
//
// Errors: errOverflow, those of the budget.
func (w *witnesses) hiding(n need, size int) (x *witness, all bool, err error) {
	allowed, all := w.around(n, size, true)
	w.enclose(n, size/fewWays, allowed)
	w.boxes(n, size/fewBoxes, allowed)
	effort := float64(size) / fewCandidates
	if all {
		effort = math.Inf(1) // there is nothing else to try
	}
	if x, err = w.change(n, allowed, effort); x == nil {
		// All that is hidden may be too much to look at, and what is around too little.
		ways := make([]bool, len(w.Cells))
		w.enclose(n, size/fewWays*10, ways)
		if found, failed := w.change(n, ways, effort); found != nil || failed != nil && !isLimit(failed) {
			x, err = found, failed
		}
	}
	if x != nil {
		x = w.thin(n, x)
	}
	return x, all, err
}

// use hides the cells of a change for a need, and returns those that were not.
func (w *witnesses) use(n need, x *witness) (more []int32) {
	for _, i := range x.cells {
		if !w.hidden[i] {
			w.hide(i, true)
			w.cause[i], more = n, append(more, i)
		}
	}
	w.add(x)
	return more
}

// loss is what cells cost that a change hides.
func (w *witnesses) loss(x *witness) (cost int64) {
	for _, i := range x.cells {
		if !w.hidden[i] {
			cost += w.Cells[i].Cost
		}
	}
	return cost
}

func (w *witnesses) note(n need, x *witness) {
	if _, ok := w.changes[n]; !ok {
		w.needs = append(w.needs, n)
	}
	w.changes[n] = x
}

// seenBy returns the insiders who would see a change that is meant for everybody else, and do not know the cell anyway.
func (w *witnesses) seenBy(n need, x *witness) (all []int) {
	if n.insider != none {
		return nil
	}
	for _, i := range x.cells {
		all = append(all, w.insiders[i]...)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	return slices.DeleteFunc(all, func(k int) bool { return slices.Contains(w.insiders[n.cell], k) })
}
