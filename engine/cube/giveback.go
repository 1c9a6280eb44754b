package cube

import (
	"cmp"
	"slices"

	"skyline/engine/progress"
)

// giveBack publishes again, the dearest first, what is not needed. With replace, it also publishes what others can be hidden for
// that cost less together; then something may not be needed any more that was before.
//
// Errors: the context's. Where the limit of steps ends it, what is hidden protects.
func (w *witnesses) giveBack(replace bool) error {
	order := w.pattern().Secondary
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(w.Cells[b].Cost, w.Cells[a].Cost) })
	var r *room
	before := 3 // quarters of the work
	if replace {
		before = 2
	}
	for at, i := range order {
		if err := w.ctx.Err(); err != nil {
			return err
		}
		progress.Report(w.ctx, float64(before*len(order)+at), float64(4*len(order)))
		if r == nil {
			var err error
			if r, err = w.newRoom(); err != nil {
				return err
			}
		}
		more, given, err := w.publishAgain(r, i, replace)
		switch {
		case err != nil && !isLimit(err):
			return err
		case w.spent >= w.limit:
			return nil
		case given && len(more) > 0:
			r = nil // there is more room
		}
	}
	return nil
}

// publishAgain publishes a cell, if all needs can be met without it; with replace, by cells that are hidden instead, which it returns.
//
// Errors: errOverflow, those of the budget.
func (w *witnesses) publishAgain(r *room, i int32, replace bool) (more []int32, given bool, err error) {
	if w.hide(i, false); w.isolates(i) {
		w.hide(i, true)
		return nil, false, nil
	}
	open := r.shut(i)
	w.kept[i] = true
	cost := int64(0)
	for {
		n, failed := w.without(r, i)
		if err = failed; n == nil && err == nil {
			w.publish(i)
			w.kept[i] = w.Cells[i].Keep
			return more, true, nil
		}
		if n == nil || !replace || !isLimit(err) && err != nil {
			break
		}
		x, _, failed := w.hiding(*n, fewCandidates)
		if err = failed; x == nil {
			break
		}
		if cost += w.loss(x); cost >= w.Cells[i].Cost {
			break
		}
		more = append(more, w.use(*n, x)...)
		if r, err = w.newRoom(); err != nil {
			break
		}
	}
	for _, j := range more {
		w.hide(j, false)
	}
	w.hide(i, true)
	w.kept[i] = w.Cells[i].Keep
	open()
	return nil, false, err
}

// A found is a witness for a need.
type found struct {
	need
	*witness
}

// without finds witnesses for all needs that have none any more without a cell. It returns one for which it finds none.
//
// Errors: errOverflow, those of the budget.
func (w *witnesses) without(r *room, i int32) (*need, error) {
	var all []found
	meet := func(n need) (*witness, error) {
		x := w.known(n)
		if x == nil {
			var err error
			if x, err = r.witness(n); x == nil {
				return nil, err
			}
			w.add(x)
		}
		all = append(all, found{n, x})
		return x, nil
	}
	for _, n := range w.affected(i) {
		x, err := meet(n)
		if x == nil {
			return &n, err
		}
		for _, k := range w.seenBy(n, x) {
			other := need{n.cell, n.by, k}
			if y, ok := w.changes[other]; ok && y.shown == 0 {
				continue
			}
			if y, err := meet(other); y == nil {
				return &other, err
			}
		}
	}
	for _, f := range all {
		w.note(f.need, f.witness)
	}
	return nil, nil
}

// affected returns the needs that have no witness without a cell that is hidden no more: first that for which the cell was hidden,
// which is likely not to be met without it, and then those of cells that share a line with it.
func (w *witnesses) affected(i int32) []need {
	near := map[int32]bool{}
	for _, l := range w.in[w.first[i]:w.first[i+1]] {
		for _, t := range w.Lines[l] {
			near[t.Unknown] = true
		}
	}
	var parts [3][]need
	for _, n := range w.needs {
		switch {
		case w.changes[n].shown == 0:
		case w.cause[i] == n:
			parts[0] = append(parts[0], n)
		case near[n.cell]:
			parts[1] = append(parts[1], n)
		default:
			parts[2] = append(parts[2], n)
		}
	}
	return slices.Concat(parts[0], parts[1], parts[2])
}

// isolates reports whether a need cannot be met without a cell that is hidden no more, since in a line, or in one after the other,
// only one cell is left that is.
func (w *witnesses) isolates(i int32) bool {
	shown := []int32{i}
	for at := 0; at < len(shown); at++ {
		for _, l := range w.in[w.first[shown[at]]:w.first[shown[at]+1]] {
			last, left := int32(none), 0
			for _, t := range w.Lines[l] {
				if w.hidden[t.Unknown] && !slices.Contains(shown, t.Unknown) {
					last = t.Unknown
					left++
				}
			}
			if left != 1 {
				continue
			}
			if c := &w.Cells[last]; c.Primary && (c.Below > 0 || c.Above > 0) {
				return true
			}
			shown = append(shown, last)
		}
	}
	return false
}
