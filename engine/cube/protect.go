package cube

import (
	"cmp"
	"context"
	"math"
	"slices"

	"skyline/engine/progress"
)

// Protect returns cells to hide beside the primary ones, such that for everybody who knows no more than what is published, and
// for each insider, tables agree in which each primary cell, but those that the insider knows, is as far below its value as it
// must be, and above. So [System.Bounds] of what is published finds that, where it is exact.
//
// It is a heuristic for what is NP-hard (J. P. Kelly, B. L. Golden, A. A. Assad, “Cell suppression: disclosure protection for
// sensitive tabular data”, Networks 22, 1992): for one primary cell after the other, a linear programme finds the cheapest
// change of the table that moves it as far as it must, where changing what is hidden already costs nothing; what it changes is
// hidden. Afterwards each cell is published again, the dearest first, without which other changes will do. This is
// done for several orders of the primary cells, as far as limit goes, a number of steps as for [System.Bounds]; the cheapest
// pattern is returned. It need not be the cheapest there is.
//
// Errors: *engine.ParamError for a problem that is not as [Problem] says, *Unprotected, an error that engine.ErrTooLarge matches
// if no pattern is found within the limit, the context's.
func (p *Problem) Protect(ctx context.Context, limit float64) (*Pattern, error) {
	if err := p.validate(); err != nil {
		return nil, err
	}
	var best *Pattern
	spent := 0.0
	for i, order := range p.orders() {
		part := progress.Part(ctx, i, len(p.orders()))
		w := p.newWitnesses(part, limit-spent)
		if i >= narrow {
			w.width = wider
		}
		err := w.protect(order)
		spent += w.spent
		if err != nil {
			if best != nil && isLimit(err) {
				return best, nil
			}
			return nil, err
		}
		if found := w.pattern(); best == nil || found.Cost < best.Cost {
			best = found
		}
		if len(best.Secondary) == 0 {
			return best, nil
		}
	}
	return best, nil
}

// narrow is for how many orders changes are looked for among few cells. It takes little time, and one of them is often good.
const narrow = 4

// orders returns the primary cells in several orders: those first that are hardest to protect, or easiest, or as they come.
func (p *Problem) orders() [][]int32 {
	var primary []int32
	for i := range p.Cells {
		if p.Cells[i].Primary {
			primary = append(primary, int32(i))
		}
	}
	need := func(i int32) int64 { return max(p.Cells[i].Below, p.Cells[i].Above) }
	hardest, easiest, last := slices.Clone(primary), slices.Clone(primary), slices.Clone(primary)
	slices.SortStableFunc(hardest, func(a, b int32) int { return cmp.Compare(need(b), need(a)) })
	slices.SortStableFunc(easiest, func(a, b int32) int { return cmp.Compare(need(a), need(b)) })
	slices.Reverse(last)
	return [][]int32{hardest, easiest, primary, last, hardest, easiest}
}

// A need is that somebody must think it possible that a cell is more, or less, than it is.
type need struct {
	cell    int32
	by      int64 // how much more; negative for less
	insider int   // who, or none for everybody else
}

// witnesses are for each need a change of the table that nobody sees, in which only hidden cells change.
type witnesses struct {
	*Problem
	ctx      context.Context
	limit    float64
	spent    float64
	hidden   []bool
	first    []int32 // in[first[i]:first[i+1]] is the lines of cell i
	in       []int32
	insiders [][]int // of each cell
	changes  map[need][]int32
	needs    []need // of changes, as they came
	scale    float64
	moved    map[int32]float64 // by how much cells changed in the last change of them
	thinning bool
	// perChange is how many steps the search for a change may take.
	perChange float64
	width     int // how many times as far changes are looked for
}

func (p *Problem) newWitnesses(ctx context.Context, limit float64) *witnesses {
	n := len(p.Cells)
	w := &witnesses{Problem: p, ctx: ctx, limit: limit, hidden: make([]bool, n), insiders: make([][]int, n), changes: map[need][]int32{}, moved: map[int32]float64{}, width: 1}
	s := &System{Unknowns: make([]Unknown, n)}
	for _, line := range p.Lines {
		s.Sums = append(s.Sums, Sum{Terms: line})
	}
	box := newBox(s)
	w.first, w.in = box.first, box.in
	most := int64(1)
	for i := range p.Cells {
		w.hidden[i] = p.Cells[i].Primary
		most = max(most, p.Cells[i].Cost)
	}
	for k, cells := range p.Insiders {
		for _, i := range cells {
			w.insiders[i] = append(w.insiders[i], k)
		}
	}
	needs := 1.0
	for i := range p.Cells {
		if p.Cells[i].Primary {
			needs += 2
		}
	}
	w.perChange = min(mostPerChange, max(leastPerChange, sharesOfNeed*limit/needs))
	w.scale = min(1, mostPrice/float64(most))
	return w
}

// sharesOfNeed is how many times a need's share of the limit the search for a change may take: few take as much.
const sharesOfNeed = 4

// protect hides what protects the primary cells, and publishes what is not needed for it.
//
// Errors: *Unprotected, an error that engine.ErrTooLarge matches, the context's.
func (w *witnesses) protect(order []int32) error {
	for at, i := range order {
		progress.Report(w.ctx, float64(at), float64(2*len(order)))
		for _, by := range []int64{w.Cells[i].Above, -w.Cells[i].Below} {
			if by == 0 {
				continue
			}
			if err := w.meet(need{i, by, none}); err != nil {
				return err
			}
		}
	}
	return w.giveBack()
}

// meet finds a change for a need, and for those insiders who would see it others.
func (w *witnesses) meet(n need) error {
	hidden, _ := w.around(n, fewCandidates*w.width, false)
	cells, err := w.change(n, hidden, float64(w.width))
	for size, all := fewCandidates*w.width, false; cells == nil; size *= 4 {
		if err != nil && (w.spent >= w.limit || all || !isLimit(err)) {
			return err
		}
		if all {
			return &Unprotected{n.cell}
		}
		var allowed []bool
		allowed, all = w.around(n, size, true)
		w.enclose(n, size/fewWays, allowed)
		effort := float64(size) / fewCandidates
		if all {
			effort = math.Inf(1) // there is nothing else to try
		}
		if cells, err = w.change(n, allowed, effort); cells == nil {
			// All that is hidden may be too much to look at, and what is around too little.
			ways := make([]bool, len(w.Cells))
			w.enclose(n, size/fewWays*10, ways)
			if found, failed := w.change(n, ways, effort); found != nil || failed != nil && !isLimit(failed) {
				cells, err = found, failed
			}
		}
		if cells != nil {
			cells = w.thin(n, cells)
		}
	}
	for _, i := range cells {
		w.hidden[i] = true
	}
	w.note(n, cells)
	for _, k := range w.seenBy(n, cells) {
		if err := w.meet(need{n.cell, n.by, k}); err != nil {
			return err
		}
	}
	return nil
}

func (w *witnesses) note(n need, cells []int32) {
	if _, ok := w.changes[n]; !ok {
		w.needs = append(w.needs, n)
	}
	w.changes[n] = cells
}

// seenBy returns the insiders who would see a change that is meant for everybody else, and do not know the cell anyway.
func (w *witnesses) seenBy(n need, cells []int32) (all []int) {
	if n.insider != none {
		return nil
	}
	for _, i := range cells {
		all = append(all, w.insiders[i]...)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	return slices.DeleteFunc(all, func(k int) bool { return slices.Contains(w.insiders[n.cell], k) })
}

// giveBack publishes again, the dearest first, what is not needed.
func (w *witnesses) giveBack() error {
	order := w.pattern().Secondary
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(w.Cells[b].Cost, w.Cells[a].Cost) })
	for at, i := range order {
		progress.Report(w.ctx, float64(len(order)+at), float64(2*len(order)))
		w.hidden[i] = false
		found, needed, err := w.without(i)
		if err != nil {
			if !isLimit(err) {
				return err
			}
			if w.spent >= w.limit {
				w.hidden[i] = true
				return nil // what there is protects
			}
		}
		if needed {
			w.hidden[i] = true
			continue
		}
		for _, f := range found {
			w.note(f.need, f.cells)
		}
	}
	return nil
}

// A found is a change for a need.
type found struct {
	need
	cells []int32
}

// without returns changes for all needs whose change is of a cell that is hidden no more, and whether there is none for one.
func (w *witnesses) without(i int32) (all []found, needed bool, err error) {
	for _, n := range w.needs {
		if !slices.Contains(w.changes[n], i) {
			continue
		}
		cells, err := w.change(n, w.hidden, float64(w.width))
		if err != nil || cells == nil {
			return nil, true, err
		}
		all = append(all, found{n, cells})
		for _, k := range w.seenBy(n, cells) {
			other := need{n.cell, n.by, k}
			if known, ok := w.changes[other]; ok && !slices.Contains(known, i) {
				continue
			}
			cells, err := w.change(other, w.hidden, float64(w.width))
			if err != nil || cells == nil {
				return nil, true, err
			}
			all = append(all, found{other, cells})
		}
	}
	return all, false, nil
}

// pattern returns what is hidden and not primary.
func (w *witnesses) pattern() *Pattern {
	p := &Pattern{}
	for i, yes := range w.hidden {
		if yes && !w.Cells[i].Primary {
			p.Secondary = append(p.Secondary, int32(i))
			p.Cost += w.Cells[i].Cost
		}
	}
	return p
}
