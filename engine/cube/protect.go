package cube

import (
	"cmp"
	"context"
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
// hidden. It looks among the cells around, among some ways on which sums stay what they are, and, where cells have Codes, among
// the cheapest boxes: a few codes of each dimension in all combinations. Each change that was found serves all cells that it moves
// far enough. Afterwards each cell is published again, the dearest first, without which other changes will do, or will if cells
// are hidden that cost less. This is done for several orders of the primary cells, as far as limit goes, a number of steps as for
// [System.Bounds]; the cheapest pattern is returned. It need not be the cheapest there is.
//
// The result is proven by these changes, which are exact. Memory: that of [System.Bounds], and of the changes.
//
// Errors: *engine.ParamError for a problem that is not as [Problem] says, *Unprotected, an error that engine.ErrTooLarge matches
// if no pattern is found within the limit, the context's.
func (p *Problem) Protect(ctx context.Context, limit float64) (*Pattern, error) {
	if err := p.validate(); err != nil {
		return nil, err
	}
	var best *Pattern
	spent := 0.0
	grid := newGrid(p)
	for i, order := range p.orders() {
		part := progress.Part(ctx, i, len(p.orders()))
		w := p.newWitnesses(part, limit-spent)
		w.grid = grid
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
	return [][]int32{hardest, easiest, primary, last}
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
	grid     *grid
	ctx      context.Context
	limit    float64
	spent    float64
	hidden   []bool
	kept     []bool  // cells that must be published
	first    []int32 // in[first[i]:first[i+1]] is the lines of cell i
	in       []int32
	insiders [][]int        // of each cell
	cause    map[int32]need // for which a cell was hidden
	changes  map[need]*witness
	of       [][]*witness // those that change a cell
	needs    []need       // of changes, as they came
	scale    float64
	moved    map[int32]float64 // by how much cells changed in the last change of them
	thinning bool
	// perChange is how many steps the search for a change may take.
	perChange float64
}

func (p *Problem) newWitnesses(ctx context.Context, limit float64) *witnesses {
	n := len(p.Cells)
	w := &witnesses{Problem: p, ctx: ctx, limit: limit, hidden: make([]bool, n), kept: make([]bool, n), insiders: make([][]int, n), changes: map[need]*witness{}, cause: map[int32]need{}, of: make([][]*witness, n), moved: map[int32]float64{}}
	s := &System{Unknowns: make([]Unknown, n)}
	for _, line := range p.Lines {
		s.Sums = append(s.Sums, Sum{Terms: line})
	}
	box := newBox(s)
	w.first, w.in = box.first, box.in
	most := int64(1)
	for i := range p.Cells {
		w.hidden[i], w.kept[i] = p.Cells[i].Primary, p.Cells[i].Keep
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
	if err := w.giveBack(true); err != nil {
		return err
	}
	return w.giveBack(false)
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
