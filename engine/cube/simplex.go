package cube

import "errors"

// patience is how many pivots in a row may lead nowhere before the rule of Bland is followed, by which there is an end.
const patience = 30

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

// feasible finds values within all ranges, without regard to what must be whole: it moves one variable after the other into
// its range, while those that are within theirs stay there. It returns the row that shows that there are none, or none: the
// row's variable is outside of its range, and no column may move such that it comes closer.
//
// Errors: errOverflow, those of the budget.
func (t *tableau) feasible() (int, error) {
	for i := 0; i < t.rows; i++ {
		up := t.below(i)
		if !up && !t.above(i) {
			continue
		}
		v := t.inRow[i]
		for stuck := 0; ; {
			p := t.place[v]
			if p < 0 || up && !t.below(int(p)) || !up && !t.above(int(p)) {
				break
			}
			moved, end, err := t.advance(v, up, true, stuck > patience)
			if err != nil {
				return none, err
			}
			if end {
				return int(p), nil
			}
			if stuck++; moved {
				stuck = 0
			}
		}
		i = none // pivots have changed which rows there are
	}
	return none, t.budget.Spend(float64(t.rows))
}

// extreme makes a variable as large as it can be, or as small, from values within all ranges. It reports false if there is no
// end.
//
// Errors: errOverflow, those of the budget.
func (t *tableau) extreme(v int32, up bool) (bool, error) {
	for stuck := 0; ; {
		moved, end, err := t.advance(v, up, false, stuck > patience)
		if err == errEndless { //nolint:errorlint // it is never wrapped
			return false, nil
		}
		if err != nil || end {
			return true, err
		}
		if stuck++; moved {
			stuck = 0
		}
	}
}

// errEndless says that a variable may become as large or as small as one likes.
var errEndless = errors.New("cube: there is no end")

// advance makes a variable larger, or smaller, by moving that of one column as far as the ranges of the rows allow which are
// within them. It reports whether anything moved, and whether nothing can any more. outside says that the variable is
// outside of its range, and goes no farther than to it.
//
// Errors: errEndless, errOverflow, those of the budget.
func (t *tableau) advance(v int32, up, outside, bland bool) (moved, end bool, err error) {
	c, rising := t.enter(v, up, bland)
	if c == none {
		return false, true, t.budget.Spend(float64(t.cols))
	}
	l, err := t.leave(c, rising, bland, v, outside)
	if err != nil {
		return false, false, err
	}
	if err := t.budget.Spend(float64(3*t.rows + t.cols)); err != nil {
		return false, false, err
	}
	own := t.largest[t.inCol[c]]
	if !rising {
		own = t.least[t.inCol[c]]
	}
	if own != noLargest && own != noLeast {
		// As far as the end of its own range is no farther than the first row, no pivot is needed.
		way := own - t.value[c]
		if l.row == none || (fraction{max(way, -way), 1}).cmp(l.way) <= 0 {
			return true, false, t.move(c, own)
		}
	}
	if l.row == none {
		return false, false, errEndless
	}
	return l.way.num != 0, false, t.pivot(l.row, c, l.value)
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

// A leaving is the row whose variable is first at an end of its range when a column's moves, that end, and how far it is.
type leaving struct {
	row   int // or none
	value int64
	way   fraction
}

// leave returns which row is first. Variables outside of their ranges may go farther from them, but not through them; v, if it
// is outside, goes no farther than to its range.
//
// Errors: errOverflow.
func (t *tableau) leave(c int, rising, bland bool, v int32, outside bool) (leaving, error) {
	first := leaving{row: none}
	for i := range t.rows {
		f := int64(t.a[i*t.cols+c])
		if f == 0 {
			continue
		}
		x := t.inRow[i]
		up := (f > 0) == rising
		end := t.least[x]
		if up != (outside && x == v) {
			end = t.largest[x]
		}
		if end == noLargest || end == noLeast {
			continue
		}
		room := product(end, int64(t.den[i])).sub(widen(t.num[i]))
		num, ok := room.narrow()
		if !ok {
			return first, errOverflow
		}
		if !up {
			num = -num
		}
		if num < 0 {
			continue
		}
		way := fraction{num, max(f, -f)}
		order := -1
		if first.row != none {
			order = way.cmp(first.way)
		}
		if order < 0 || order == 0 && (bland && x < t.inRow[first.row] || !bland && way.den < first.way.den) {
			first = leaving{i, end, way}
		}
	}
	return first, nil
}
