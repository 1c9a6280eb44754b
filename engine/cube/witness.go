package cube

import "slices"

// A witness is a change of the table that nobody sees: no line's sum changes, each cell stays within its range and is whole if
// it must be. It shows whatever need it meets to be met while all of its cells are hidden.
type witness struct {
	cells []int32 // that change
	by    []fraction
	shown int // how many of them are not hidden
}

// of returns by how much a cell changes.
func (x *witness) of(i int32) fraction {
	for k, j := range x.cells {
		if i == j {
			return x.by[k]
		}
	}
	return fraction{0, 1}
}

// add puts a witness among those that are known.
func (w *witnesses) add(x *witness) {
	for _, i := range x.cells {
		w.of[i] = append(w.of[i], x)
		if !w.hidden[i] {
			x.shown++
		}
	}
}

// hide says whether a cell is hidden.
func (w *witnesses) hide(i int32, yes bool) {
	if w.hidden[i] == yes {
		return
	}
	w.hidden[i] = yes
	for _, x := range w.of[i] {
		if yes {
			x.shown--
		} else {
			x.shown++
		}
	}
}

// publish says that a cell will not be hidden again, and forgets what depends on that.
func (w *witnesses) publish(i int32) {
	for _, x := range w.of[i] {
		for _, j := range x.cells {
			if j != i {
				w.of[j] = slices.DeleteFunc(w.of[j], func(y *witness) bool { return x == y })
			}
		}
	}
	w.of[i] = nil
}

// known returns the witness of fewest cells for a need, of those that are known or a multiple of one, or nil.
func (w *witnesses) known(n need) *witness {
	var best *witness
	factor := int64(1)
	for _, x := range w.of[n.cell] {
		if x.shown > 0 || best != nil && len(x.cells) >= len(best.cells) || n.insider != none && w.touches(x, n.insider) {
			continue
		}
		if f, ok := w.multiple(x, n); ok {
			best, factor = x, f
		}
	}
	if best == nil || factor == 1 {
		return best
	}
	x := &witness{cells: best.cells, by: slices.Clone(best.by)}
	for k := range x.by {
		x.by[k].num *= factor
	}
	w.add(x)
	return x
}

// touches reports whether an insider knows a cell that changes.
func (w *witnesses) touches(x *witness, insider int) bool {
	return slices.ContainsFunc(x.cells, func(i int32) bool { return slices.Contains(w.insiders[i], insider) })
}

// mostMultiple is how many times a witness may be taken.
const mostMultiple = 1 << 20

// multiple returns the least multiple of a witness that meets a need, and whether there is one.
func (w *witnesses) multiple(x *witness, n need) (int64, bool) {
	is := x.of(n.cell)
	if is.num == 0 || is.num > mostValue || is.num < -mostValue {
		return 0, false
	}
	factor := int64(1)
	if (is.num < 0) != (n.by < 0) {
		factor, is.num = -1, -is.num
	}
	far := max(n.by, -n.by)
	size := max(is.num, -is.num)
	// The least k with k·size/den ≥ far.
	if product(far, is.den).cmp(widen(size)) > 0 {
		all, ok := times(far, is.den)
		if !ok {
			return 0, false
		}
		k := ceil(all, size)
		if k > mostMultiple {
			return 0, false
		}
		factor *= k
	}
	if factor == 1 {
		return 1, true
	}
	for k, i := range x.cells {
		num, ok := times(x.by[k].num, factor)
		if !ok {
			return 0, false
		}
		r := w.Cells[i].room()
		f := fraction{num, x.by[k].den}
		if !r.NoLeast && f.cmp(fraction{r.Least, 1}) < 0 || !r.NoLargest && f.cmp(fraction{r.Largest, 1}) > 0 {
			return 0, false
		}
	}
	return factor, true
}
