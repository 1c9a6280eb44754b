package cube

import (
	"cmp"
	"context"
	"math"
	"slices"

	"skyline/engine/internal/budget"
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
	width    int // how many times as far changes are looked for
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
	w.scale = min(1, mostPrice/float64(most))
	return w
}

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
	cells, err := w.change(n, w.hidden, false)
	for size, all := fewCandidates*w.width, false; cells == nil; size *= 4 {
		if err != nil && (w.spent >= w.limit || all || !isLimit(err)) {
			return err
		}
		if all {
			return &Unprotected{n.cell}
		}
		var allowed []bool
		allowed, all = w.around(n, size)
		w.enclose(n, size/fewWays, allowed)
		if cells, err = w.change(n, allowed, all); cells == nil {
			// All that is hidden may be too much to look at, and what is around too little.
			ways := make([]bool, len(w.Cells))
			w.enclose(n, size/fewWays*10, ways)
			if found, failed := w.change(n, ways, false); found != nil || failed != nil && !isLimit(failed) {
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
		cells, err := w.change(n, w.hidden, false)
		if err != nil || cells == nil {
			return nil, true, err
		}
		all = append(all, found{n, cells})
		for _, k := range w.seenBy(n, cells) {
			other := need{n.cell, n.by, k}
			if known, ok := w.changes[other]; ok && !slices.Contains(known, i) {
				continue
			}
			cells, err := w.change(other, w.hidden, false)
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

const (
	// fewCandidates is among how many cells a change is looked for at first.
	fewCandidates = 200
	// wider is how many times as many these are for the orders behind the first ones.
	wider = 5
	// fewWays is for how many of these there is a way on which a change can be found.
	fewWays = 20
	// stepsPerChange is how many steps the search for a change may take: one that is found by then is taken.
	stepsPerChange = 1e8
	// mostThinned is how often fewer cells are looked for, and mostDearer how many times as dear one may become.
	mostThinned = 4
	mostDearer  = 64
	// mostPrice is the largest price of a cell in a linear programme.
	mostPrice = 1 << 16
)

// change returns the cells of the cheapest change that meets a need, of cells that are allowed, the cell itself among them; or
// nil if there is none. everything says that there is nothing else to try: it may take all steps that are left.
//
// Errors: errOverflow, those of the budget.
func (w *witnesses) change(n need, allowed []bool, everything bool) ([]int32, error) {
	least, largest := w.Cells[n.cell].ends()
	if v := w.Cells[n.cell].Value + n.by; v < least || v > largest {
		return nil, nil
	}
	s, price := &System{}, []Term(nil)
	at, lines := map[int32][]Term{}, map[int32]bool{} // of each cell its unknowns: what it changes by
	var order []int32
	cells, reached := []int32{n.cell}, map[int32]bool{n.cell: true}
	for k := 0; k < len(cells); k++ {
		i := cells[k]
		for _, l := range w.in[w.first[i]:w.first[i+1]] {
			if lines[l] {
				continue
			}
			lines[l], order = true, append(order, l)
			for _, t := range w.Lines[l] {
				insider := n.insider != none && slices.Contains(w.insiders[t.Unknown], n.insider)
				if allowed[t.Unknown] && !reached[t.Unknown] && !insider {
					reached[t.Unknown], cells = true, append(cells, t.Unknown)
				}
			}
		}
	}
	for _, i := range cells {
		c := &w.Cells[i]
		switch {
		case i == n.cell:
			at[i] = []Term{{s.unknown(Range{Least: n.by, Largest: n.by}, c.Whole), 1}}
		case w.hidden[i] || c.Cost == 0:
			at[i] = []Term{{s.unknown(c.room(), c.Whole), 1}}
		default:
			r, cost := c.room(), w.price(i, n.by)
			more := s.unknown(Range{Largest: r.Largest, NoLargest: r.NoLargest}, c.Whole)
			less := s.unknown(Range{Largest: -r.Least, NoLargest: r.NoLeast}, c.Whole)
			at[i] = []Term{{more, 1}, {less, -1}}
			price = append(price, Term{more, cost}, Term{less, cost})
		}
	}
	for _, l := range order {
		var sum Sum
		for _, t := range w.Lines[l] {
			for _, part := range at[t.Unknown] {
				sum.Terms = append(sum.Terms, Term{part.Unknown, part.Times * t.Times})
			}
		}
		s.Sums = append(s.Sums, sum)
	}
	left := w.limit - w.spent
	if !everything {
		left = min(left, float64(stepsPerChange*w.width))
	}
	steps := budget.New(w.ctx, max(0, left))
	table, err := s.cheapest(w.ctx, price, steps)
	w.spent += steps.Spent() + float64(100*len(cells))
	if err != nil || table == nil {
		return nil, err
	}
	var changed []int32
	for _, i := range cells {
		if slices.ContainsFunc(at[i], func(t Term) bool { return table[t.Unknown].num != 0 }) {
			changed = append(changed, i)
			w.moved[i] = 0
			for _, t := range at[i] {
				f := table[t.Unknown]
				w.moved[i] += math.Abs(float64(f.num) / float64(f.den))
			}
		}
	}
	return changed, nil
}

// thin looks for a change of fewer cells than one that was found, where the price of a cell is higher if it changed by less: a
// linear programme likes to change many cells by a little, and each is hidden for it.
func (w *witnesses) thin(n need, cells []int32) []int32 {
	for range mostThinned {
		allowed := make([]bool, len(w.Cells))
		for _, i := range cells {
			allowed[i] = true
		}
		w.thinning = true
		fewer, err := w.change(n, allowed, false)
		w.thinning = false
		if err != nil || fewer == nil || len(fewer) >= len(cells) {
			break
		}
		cells = fewer
	}
	return cells
}

// price returns what it costs to change a cell by 1.
func (w *witnesses) price(i int32, by int64) int64 {
	cost := float64(w.Cells[i].Cost) * w.scale
	if w.thinning {
		cost *= min(mostDearer, max(1, math.Abs(float64(by))/max(w.moved[i], 1e-3)))
	}
	return int64(math.Ceil(cost))
}

// unknown adds an unknown to a system.
func (s *System) unknown(r Range, whole bool) int32 {
	s.Unknowns = append(s.Unknowns, Unknown{r, whole})
	return int32(len(s.Unknowns) - 1)
}

// room returns by how much a cell may change.
func (c *Cell) room() Range {
	r := c.Range
	r.Least, r.Largest = r.Least-c.Value, r.Largest-c.Value
	return r
}

// around returns the cells that a change may be of: all that are hidden, and those others that are closest to a cell, where
// going on along a line costs what the next cell does; and whether these are all.
func (w *witnesses) around(n need, size int) (allowed []bool, all bool) {
	allowed = make([]bool, len(w.Cells))
	copy(allowed, w.hidden)
	way, seen := &closest{{0, n.cell}}, make([]bool, len(w.Cells))
	walked := make([]bool, len(w.Lines))
	for count := 0; len(*way) > 0; {
		next := way.pop()
		if seen[next.cell] {
			continue
		}
		seen[next.cell] = true
		if c := &w.Cells[next.cell]; !w.hidden[next.cell] && !c.Keep {
			if count++; count > size {
				return allowed, false
			}
			allowed[next.cell] = true
		}
		for _, l := range w.in[w.first[next.cell]:w.first[next.cell+1]] {
			if walked[l] {
				continue
			}
			walked[l] = true
			for _, t := range w.Lines[l] {
				if c := &w.Cells[t.Unknown]; !seen[t.Unknown] && !c.Keep {
					cost := next.cost + 1
					if !w.hidden[t.Unknown] {
						cost += c.Cost
					}
					way.push(step{cost, t.Unknown})
				}
			}
		}
	}
	return allowed, true
}
