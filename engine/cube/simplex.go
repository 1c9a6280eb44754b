package cube

import (
	"errors"
	"math"
)

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
		if errors.Is(err, errEndless) {
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
	p := t.place[v]
	if p < 0 {
		if c := int(^p); p != nowhere && t.canMove(c, up) {
			l, err := t.leave(c, up, bland, v, outside)
			if err != nil {
				return false, false, err
			}
			return t.follow(c, l)
		}
		return false, true, nil
	}
	// Of some columns that move it the right way, the one that moves it farthest; by Bland's rule the first one.
	best, first, farthest, tries := none, leaving{}, -1.0, 0
	for c, x := range t.row(int(p)) {
		if x == 0 || !t.canMove(c, (x > 0) == up) {
			continue
		}
		if bland && best != none && t.inCol[c] > t.inCol[best] {
			continue
		}
		l, err := t.leave(c, (x > 0) == up, bland, v, outside)
		if err != nil {
			return false, false, err
		}
		far := math.Abs(float64(x)) * float64(l.way.num) / float64(l.way.den)
		if best == none || bland || far > farthest {
			best, first, farthest = c, l, far
		}
		if tries++; tries == mostTries && !bland {
			break
		}
	}
	if err := t.budget.Spend(float64((tries+1)*(3*t.rows+10) + t.cols)); err != nil || best == none {
		return false, best == none, err
	}
	return t.follow(best, first)
}

// mostTries is among how many columns one is chosen.
const mostTries = 8

// follow moves the variable of a column until another, or itself, is at an end.
func (t *tableau) follow(c int, l leaving) (moved, end bool, err error) {
	switch {
	case l.way.den == 0:
		return false, false, errEndless
	case l.row == none:
		return true, false, t.move(c, l.value)
	}
	return l.way.num != 0, false, t.pivot(l.row, c, l.value)
}

// A leaving is the row whose variable is first at an end of its range when a column's moves, that end, and how far it is.
type leaving struct {
	row   int // or none, where it is the column's own variable
	value int64
	way   fraction // 0/0 where there is no end
}

// leave returns which row is first. Variables outside of their ranges may go farther from them, but not through them; v, if it
// is outside, goes no farther than to its range.
//
// Errors: errOverflow.
func (t *tableau) leave(c int, rising, bland bool, v int32, outside bool) (leaving, error) {
	first := leaving{row: none}
	own := t.largest[t.inCol[c]]
	if !rising {
		own = t.least[t.inCol[c]]
	}
	if own != noLargest && own != noLeast {
		way := own - t.value[c]
		first.value, first.way = own, fraction{max(way, -way), 1}
	}
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
		if first.way.den != 0 {
			order = way.cmp(first.way)
		}
		if order < 0 || order == 0 && first.row != none && (bland && x < t.inRow[first.row] || !bland && way.den < first.way.den) {
			first = leaving{i, end, way}
		}
	}
	return first, nil
}
