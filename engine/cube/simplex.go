package cube

// patience is how many pivots in a row may lead nowhere before the rule of Bland is followed, by which there is an end.
const patience = 30

// solve solves the equations: each sum that is one gets a column, which is empty, and rows of sums that follow from others are
// dropped. It returns the row of a sum that cannot be what it is, or none.
//
// Errors: errOverflow, those of the budget.
func (t *tableau) solve() (int, error) {
	// Columns with few numbers first, and rows with few numbers: less is filled in.
	for {
		best, short := none, 0
		for i := range t.rows {
			if v := t.inRow[i]; int(v) < t.unknowns || !t.fixed(v) {
				continue
			}
			if n := t.length(i); best == none || n < short {
				best, short = i, n
			}
		}
		if best == none {
			return none, t.budget.Spend(float64(t.rows))
		}
		if err := t.budget.Spend(float64(t.rows * t.cols / 4)); err != nil {
			return none, err
		}
		v := t.inRow[best]
		c := t.chooseColumn(best)
		if c == none {
			if fraction := t.at(v); fraction.num != t.least[v]*fraction.den {
				return best, nil
			}
			t.dropRow(best)
			continue
		}
		if err := t.pivot(best, c, t.least[v]); err != nil {
			return none, err
		}
	}
}

// length returns how many numbers of a row are not 0.
func (t *tableau) length(i int) int {
	n := 0
	for _, x := range t.row(i) {
		if x != 0 {
			n++
		}
	}
	return n
}

// chooseColumn returns the column for a row of an equation, or none: one whose number is ±1 if there is one, and has few
// others below it.
func (t *tableau) chooseColumn(r int) int {
	best, size, few := none, int32(0), 0
	for c, x := range t.row(r) {
		if x == 0 || t.inCol[c] == none || t.keep && int(t.inCol[c]) >= t.unknowns {
			continue
		}
		x = max(x, -x)
		if best != none && x > size {
			continue
		}
		n := 0
		for i := range t.rows {
			if t.a[i*t.cols+c] != 0 {
				n++
			}
		}
		if best == none || x < size || n < few {
			best, size, few = c, x, n
		}
	}
	return best
}

// dropRow forgets a row.
func (t *tableau) dropRow(r int) {
	end := t.rows - 1
	t.place[t.inRow[r]] = nowhere
	if r != end {
		copy(t.row(r), t.row(end))
		t.den[r], t.num[r], t.inRow[r] = t.den[end], t.num[end], t.inRow[end]
		t.place[t.inRow[r]] = int32(r)
	}
	t.rows, t.a = end, t.a[:end*t.cols]
}

// compact drops columns that are always 0.
func (t *tableau) compact() {
	var kept []int
	for c, v := range t.inCol {
		if v != none {
			kept = append(kept, c)
		}
	}
	if len(kept) == t.cols {
		return
	}
	a := make([]int32, 0, t.rows*len(kept))
	for i := range t.rows {
		row := t.row(i)
		for _, c := range kept {
			a = append(a, row[c])
		}
	}
	for to, c := range kept {
		t.inCol[to], t.value[to] = t.inCol[c], t.value[c]
		t.place[t.inCol[to]] = ^int32(to)
	}
	t.a, t.cols = a, len(kept)
	t.inCol, t.value = t.inCol[:t.cols], t.value[:t.cols]
}

// below and above report whether a row's variable is outside of its range.
func (t *tableau) below(i int) bool {
	v := t.inRow[i]
	return t.least[v] != noLeast && product(t.least[v], int64(t.den[i])).cmp(widen(t.num[i])) > 0
}

func (t *tableau) above(i int) bool {
	v := t.inRow[i]
	return t.largest[v] != noLargest && product(t.largest[v], int64(t.den[i])).cmp(widen(t.num[i])) < 0
}

// canMove reports whether the variable of a column may become larger, or smaller.
func (t *tableau) canMove(c int, up bool) bool {
	v := t.inCol[c]
	if v == none {
		return false
	}
	if up {
		return t.value[c] < t.largest[v]
	}
	return t.value[c] > t.least[v]
}

// feasible finds values within all ranges, without regard to what must be whole. It returns the row that shows that there are
// none, or none: the row's variable is outside of its range whatever the columns' are.
//
// Errors: errOverflow, those of the budget.
func (t *tableau) feasible() (int, error) {
	for pivots := 0; ; pivots++ {
		bland := pivots > patience+2*t.rows
		r := none
		for i := range t.rows {
			if (t.below(i) || t.above(i)) && (r == none || bland && t.inRow[i] < t.inRow[r]) {
				r = i
			}
		}
		if err := t.budget.Spend(float64(4*t.rows + t.cols)); err != nil || r == none {
			return none, err
		}
		up := t.below(r)
		c := none
		for j, x := range t.row(r) {
			if x == 0 || !t.canMove(j, (x > 0) == up) {
				continue
			}
			switch {
			case c == none:
				c = j
			case bland:
				if t.inCol[j] < t.inCol[c] {
					c = j
				}
			case t.roomier(j, c, r, up):
				c = j
			}
		}
		if c == none {
			return r, nil
		}
		end := t.largest[t.inRow[r]]
		if up {
			end = t.least[t.inRow[r]]
		}
		if err := t.pivot(r, c, end); err != nil {
			return none, err
		}
	}
}

// roomier reports whether column j can make good more of what row r lacks than column c, each with its number.
func (t *tableau) roomier(j, c, r int, up bool) bool {
	room := func(c int) (float64, float64) {
		x := float64(t.row(r)[c])
		v := t.inCol[c]
		if (x > 0) == up {
			if t.largest[v] == noLargest {
				return 1e300, -max(x, -x)
			}
			return float64(t.largest[v]-t.value[c]) * max(x, -x), -max(x, -x)
		}
		if t.least[v] == noLeast {
			return 1e300, -max(x, -x)
		}
		return float64(t.value[c]-t.least[v]) * max(x, -x), -max(x, -x)
	}
	a, x := room(j)
	b, y := room(c)
	if x != y {
		return x > y
	}
	return a > b
}

// extreme makes a variable as large as it can be, or as small, from values within all ranges. It reports false if there is no
// end.
//
// Errors: errOverflow, those of the budget.
func (t *tableau) extreme(v int32, up bool) (bool, error) {
	stuck := 0
	for {
		c, rising := t.enter(v, up, stuck > patience)
		if c == none {
			return true, t.budget.Spend(float64(t.cols))
		}
		r, best, err := t.leave(c, rising, stuck > patience)
		if err != nil {
			return false, err
		}
		if err := t.budget.Spend(float64(3*t.rows + t.cols)); err != nil {
			return false, err
		}
		entering := t.inCol[c]
		end := t.largest[entering]
		if !rising {
			end = t.least[entering]
		}
		ended := end != noLargest && end != noLeast
		if ended {
			// As far as the end of its own range is no farther than the first row, no pivot is needed.
			way := end - t.value[c]
			if own := (fraction{max(way, -way), 1}); r == none || own.cmp(best) <= 0 {
				if err := t.move(c, end); err != nil {
					return false, err
				}
				stuck = 0
				continue
			}
		}
		if r == none {
			return false, nil
		}
		if stuck++; best.num != 0 {
			stuck = 0
		}
		leaving := t.inRow[r]
		end = t.least[leaving]
		if (t.row(r)[c] > 0) == rising {
			end = t.largest[leaving]
		}
		if err := t.pivot(r, c, end); err != nil {
			return false, err
		}
	}
}

// enter returns the column that makes a variable larger, or smaller, and whether it has to rise; or none.
func (t *tableau) enter(v int32, up, bland bool) (column int, rising bool) {
	p := t.place[v]
	if p == nowhere {
		return none, false
	}
	if p < 0 {
		if !t.canMove(int(^p), up) {
			return none, false
		}
		return int(^p), up
	}
	column = none
	row := t.row(int(p))
	for j, x := range row {
		if x == 0 || !t.canMove(j, (x > 0) == up) {
			continue
		}
		if column == none || bland && t.inCol[j] < t.inCol[column] {
			column = j
		}
	}
	return column, column != none && (row[column] > 0) == up
}

// leave returns the row whose variable is first at an end of its range when a column's moves, and how far that is; or none.
//
// Errors: errOverflow.
func (t *tableau) leave(c int, rising, bland bool) (r int, best fraction, err error) {
	r = none
	for i := range t.rows {
		f := int64(t.a[i*t.cols+c])
		if f == 0 {
			continue
		}
		v := t.inRow[i]
		var room wide
		if (f > 0) == rising {
			if t.largest[v] == noLargest {
				continue
			}
			room = product(t.largest[v], int64(t.den[i])).sub(widen(t.num[i]))
		} else {
			if t.least[v] == noLeast {
				continue
			}
			room = widen(t.num[i]).sub(product(t.least[v], int64(t.den[i])))
		}
		num, ok := room.narrow()
		if !ok {
			return none, best, errOverflow
		}
		way := fraction{num, max(f, -f)}
		if r == none {
			r, best = i, way
			continue
		}
		switch order := way.cmp(best); {
		case order < 0:
			r, best = i, way
		case order == 0 && (bland && v < t.inRow[r] || !bland && way.den < best.den):
			r, best = i, way
		}
	}
	return r, best, nil
}
