package cube

import (
	"errors"

	"skyline/engine/internal/budget"
)

const (
	// perWitness is how many steps the search for a change among hidden cells may take.
	perWitness = 2e7
	// mostKept is how many cells a tableau may have that is kept. Where there are more, changes are looked for among those around.
	mostKept = 2000
)

// A room is the changes that hidden cells allow. Its tableaus are kept while one cell after the other is published again: then
// it takes a few steps from a change that used the cell to one that does not.
type room struct {
	w      *witnesses
	blocks []*block
	tables []*tableau // nil where there is none yet
	large  []bool     // there cannot be one
	of, at []int32    // the block of each cell and its number there; none if it cannot change
}

// newRoom returns the changes that are possible now.
//
// Errors: the context's.
func (w *witnesses) newRoom() (*room, error) {
	s, cells, at := &System{}, []int32(nil), make([]int32, len(w.Cells))
	for i := range w.Cells {
		at[i] = none
		if w.hidden[i] {
			c := &w.Cells[i]
			at[i] = s.unknown(c.room(), c.Whole)
			cells = append(cells, int32(i))
		}
	}
	for _, line := range w.Lines {
		var sum Sum
		for _, t := range line {
			if at[t.Unknown] != none {
				sum.Terms = append(sum.Terms, Term{at[t.Unknown], t.Times})
			}
		}
		if len(sum.Terms) > 0 {
			s.Sums = append(s.Sums, sum)
		}
	}
	b := newBox(s)
	if _, err := b.tighten(w.ctx); err != nil {
		return nil, err
	}
	split := b.split()
	r := &room{w: w, blocks: split.blocks, of: make([]int32, len(w.Cells)), at: make([]int32, len(w.Cells))}
	for i := range r.of {
		r.of[i] = none
	}
	for n, in := range r.blocks {
		for k, j := range in.of {
			r.of[cells[j]], r.at[cells[j]] = int32(n), int32(k)
			in.of[k] = cells[j]
		}
	}
	r.tables, r.large = make([]*tableau, len(r.blocks)), make([]bool, len(r.blocks))
	return r, nil
}

// shut says that a cell may not change, and returns how it may again.
func (r *room) shut(i int32) (open func()) {
	if r.of[i] == none {
		return func() {}
	}
	b, v := r.blocks[r.of[i]], r.at[i]
	least, largest := b.least[v], b.largest[v]
	b.least[v], b.largest[v] = 0, 0
	return func() { b.least[v], b.largest[v] = least, largest }
}

// witness returns a change for a need, or nil if there is none.
//
// Errors: errOverflow, those of the budget.
func (r *room) witness(n need) (*witness, error) {
	w := r.w
	if r.of[n.cell] == none {
		return nil, nil
	}
	b, v := r.blocks[r.of[n.cell]], r.at[n.cell]
	if n.by > b.largest[v] || n.by < b.least[v] {
		return nil, nil
	}
	t, err := r.table(r.of[n.cell])
	if err != nil {
		return nil, err
	}
	if t == nil {
		near, _ := w.around(n, fewCandidates, false)
		return w.change(n, near, 1)
	}
	steps := budget.New(w.ctx, max(0, min(w.limit-w.spent, perWitness)))
	defer func() { w.spent += steps.Spent() }()
	t.budget = steps
	least, largest := b.least[v], b.largest[v]
	if n.by > 0 {
		b.least[v] = n.by
	} else {
		b.largest[v] = n.by
	}
	defer func() { b.least[v], b.largest[v] = least, largest }()
	if n.insider != none {
		for _, i := range w.Insiders[n.insider] {
			defer r.shut(i)()
		}
	}
	x, err := b.agreeing(t)
	if err != nil && !isLimit(err) || errors.Is(err, errOverflow) {
		r.tables[r.of[n.cell]] = nil
	}
	return x, err
}

// table returns the tableau of a block; nil if it is not kept.
//
// Errors: those of the budget.
func (r *room) table(number int32) (*tableau, error) {
	b := r.blocks[number]
	if r.tables[number] != nil || r.large[number] || len(b.of) > mostKept {
		return r.tables[number], nil
	}
	steps := budget.New(r.w.ctx, max(0, r.w.limit-r.w.spent))
	t, _, err := b.begin(steps)
	r.w.spent += steps.Spent()
	if errors.Is(err, errOverflow) {
		r.large[number], err = true, nil
	}
	r.tables[number] = t
	return t, err
}

// agreeing returns a change within the ranges as they are, or nil if there is none.
//
// Errors: errOverflow, those of the budget.
func (b *block) agreeing(t *tableau) (*witness, error) {
	// No change at all is one, from which few steps lead to one that meets a need.
	clear(t.value)
	clear(t.num)
	for _, v := range t.inCol {
		if err := t.clamp(v); err != nil {
			return nil, err
		}
	}
	var x *witness
	s := &search{t: t, whole: b.whole, v: none, seen: func() {
		x = &witness{}
		for k, i := range b.of {
			if f := t.at(int32(k)); f.num != 0 {
				x.cells, x.by = append(x.cells, i), append(x.by, f.reduced())
			}
		}
	}}
	return x, s.run()
}
