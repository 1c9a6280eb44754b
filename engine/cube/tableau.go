package cube

import (
	"cmp"
	"math"
	"slices"

	"skyline/engine"
	"skyline/engine/internal/budget"
)

// errOverflow says that a number of a tableau, or the tableau, became too large.
var errOverflow = engine.NewTooLarge("cube: too large a tableau, or a number of it")

// A tableau is the equations of a block, solved for some of its variables: those of the rows, in terms of those of the
// columns. Variables are the unknowns and then the sums, and each has a range. A variable of a column has a whole number
// within its range as its value; what the variables of the rows are then follows:
//
//	den·x = num + Σ_j a[j]·(y[j] - value[j])
//
// so that num/den is the value of x. Numbers of a row have no common divisor with its den, but for num, which is a multiple of
// what it takes: x is what it is by whole combinations of whole values.
type tableau struct {
	unknowns       int // variables behind them are sums
	rows, cols     int
	a              []int32 // row by row
	den            []int32
	num            []int64
	inRow, inCol   []int32 // the variable of each row and of each column; while equations are solved, none where it is left out
	value          []int64 // of each column
	place          []int32 // of each variable its row, or ^ its column; nowhere
	least, largest []int64 // of each variable
	nonzero        []int32 // columns, for pivot
	budget         *budget.Budget
	// keep says that sums that are equations have columns, too: they tell from which sums something follows. Otherwise their
	// columns would be 0, and are left out.
	keep bool
}

const (
	none    = -1
	nowhere = math.MinInt32
	// mostEntries bounds the memory of a tableau: 256 MB.
	mostEntries = 1 << 26
)

// newTableau returns a tableau of sums of unknowns, in which equations are solved. least and largest are the ranges of all
// unknowns, then of all sums. Each unknown of a column has the value in its range that is closest to 0. Where the equations
// contradict each other it returns the variables of some that do, beside which there may be unknowns.
//
// Errors: errOverflow, those of the budget.
func newTableau(unknowns int, sums [][]Term, least, largest []int64, keep bool, steps *budget.Budget) (*tableau, []int32, error) {
	t := &tableau{unknowns: unknowns, rows: len(sums), cols: unknowns, least: least, largest: largest, keep: keep, budget: steps}
	t.den, t.num, t.inRow = make([]int32, t.rows), make([]int64, t.rows), make([]int32, t.rows)
	t.value, t.inCol = make([]int64, t.cols), make([]int32, t.cols)
	t.place = make([]int32, unknowns+t.rows)
	for j := range t.cols {
		t.inCol[j], t.place[j] = int32(j), ^int32(j)
		t.value[j] = min(max(0, t.least[j]), t.largest[j])
	}
	s := &sparse{tableau: t, of: make([][]entry, t.rows), below: make([][]int32, t.cols), gone: make([]bool, t.rows)}
	for i, terms := range sums {
		t.den[i], t.inRow[i], t.place[unknowns+i] = 1, int32(unknowns+i), int32(i)
		sum := wide{}
		for _, term := range terms {
			s.of[i] = append(s.of[i], entry{term.Unknown, int32(term.Times)})
			s.below[term.Unknown] = append(s.below[term.Unknown], int32(i))
			sum = sum.add(product(term.Times, t.value[term.Unknown]))
		}
		s.entries += len(terms)
		slices.SortFunc(s.of[i], func(a, b entry) int { return cmp.Compare(a.col, b.col) })
		var ok bool
		if t.num[i], ok = sum.narrow(); !ok {
			return nil, nil, errOverflow
		}
	}
	if conflict, err := s.solve(); err != nil || conflict != nil {
		return nil, conflict, err
	}
	return t, nil, s.dense()
}

// row returns the numbers of a row.
func (t *tableau) row(i int) []int32 { return t.a[i*t.cols : (i+1)*t.cols] }

// fixed reports whether a variable has one value only.
func (t *tableau) fixed(v int32) bool { return t.least[v] == t.largest[v] }

// pivot makes the variable of a row one of a column, with a value, and that of the column one of the row.
//
// Errors: errOverflow, after which the tableau is of no use; those of the budget.
func (t *tableau) pivot(r, c int, value int64) error {
	row, cost := t.row(r), 0
	t.nonzero = t.nonzero[:0]
	for j, x := range row {
		if x != 0 {
			t.nonzero = append(t.nonzero, int32(j))
		}
	}
	p, d := int64(row[c]), int64(t.den[r])
	moved, ok := times(d, value)
	if ok {
		moved, ok = plus(moved, -t.num[r])
	}
	if !ok {
		return errOverflow
	}
	leaving, entering := t.inRow[r], t.inCol[c]
	sign := int64(1)
	if p < 0 {
		sign = -1
	}
	for i := range t.rows {
		f := int64(t.a[i*t.cols+c])
		if f == 0 || i == r {
			continue
		}
		cost += 4 * len(t.nonzero)
		if t.den[i] != 1 {
			cost += 10 * t.cols
		}
		if err := t.addRow(i, row, c, f, p, d, moved); err != nil {
			return err
		}
	}
	// p·x = p·value + moved + d·y - Σ row[j]·y[j], of what y moves by
	now, ok := times(p*sign, t.value[c])
	if ok {
		now, ok = plus(now, sign*moved)
	}
	if !ok || p*sign > math.MaxInt32 {
		return errOverflow
	}
	t.num[r], t.den[r] = now, int32(p*sign)
	for _, j := range t.nonzero {
		row[j] = int32(-sign * int64(row[j]))
	}
	row[c] = int32(sign * d)
	t.reduce(r)
	t.inRow[r], t.place[entering] = entering, int32(r)
	t.inCol[c], t.place[leaving], t.value[c] = leaving, ^int32(c), value
	return t.budget.Spend(float64(t.rows + t.cols + cost))
}

// addRow puts what a row says of the entering variable into row i, in which it has the factor f.
func (t *tableau) addRow(i int, row []int32, c int, f, p, d, moved int64) error {
	g := gcd(f, p)
	f, p = f/g, p/g
	if p < 0 {
		f, p = -f, -p
	}
	at := t.row(i)
	if p != 1 {
		den := int64(t.den[i]) * p
		if den > math.MaxInt32 {
			return errOverflow
		}
		t.den[i] = int32(den)
		for j, x := range at {
			y := int64(x) * p
			if y > math.MaxInt32 || y < -math.MaxInt32 {
				return errOverflow
			}
			at[j] = int32(y)
		}
	}
	for _, j := range t.nonzero {
		y := int64(at[j]) - f*int64(row[j])
		if y > math.MaxInt32 || y < -math.MaxInt32 {
			return errOverflow
		}
		at[j] = int32(y)
	}
	y := f * d
	if y > math.MaxInt32 || y < -math.MaxInt32 {
		return errOverflow
	}
	at[c] = int32(y)
	num, ok := times(t.num[i], p)
	if more, fits := times(moved, f); fits && ok {
		if num, ok = plus(num, more); ok {
			t.num[i] = num
			t.reduce(i)
			return nil
		}
	}
	return errOverflow
}

// reduce divides a row by what divides all its numbers.
func (t *tableau) reduce(i int) {
	if t.den[i] == 1 {
		return
	}
	g := int32(gcd(int64(t.den[i]), t.num[i]))
	row := t.row(i)
	for _, x := range row {
		if g == 1 {
			return
		}
		if x%g != 0 {
			g = int32(gcd(int64(g), int64(x)))
		}
	}
	if g == 1 {
		return
	}
	t.den[i] /= g
	t.num[i] /= int64(g)
	for j, x := range row {
		row[j] = x / g
	}
}

// move changes the value of a column.
//
// Errors: errOverflow, after which the tableau is of no use; those of the budget.
func (t *tableau) move(c int, value int64) error {
	by, ok := plus(value, -t.value[c])
	if !ok {
		return errOverflow
	}
	for i := range t.rows {
		f := int64(t.a[i*t.cols+c])
		if f == 0 {
			continue
		}
		more, ok := times(f, by)
		if ok {
			more, ok = plus(more, t.num[i])
		}
		if !ok {
			return errOverflow
		}
		t.num[i] = more
	}
	t.value[c] = value
	return t.budget.Spend(float64(2 * t.rows))
}

// gcd returns the greatest common divisor, which is positive; x is not 0.
func gcd(x, y int64) int64 {
	for y != 0 {
		x, y = y, x%y
	}
	return max(x, -x)
}

// involved returns the variables of a row and of its columns that are not 0.
func (t *tableau) involved(r int) []int32 {
	all := []int32{t.inRow[r]}
	for c, x := range t.row(r) {
		if x != 0 {
			all = append(all, t.inCol[c])
		}
	}
	return all
}

// at returns the value of a variable.
func (t *tableau) at(v int32) fraction {
	if p := t.place[v]; p >= 0 {
		return fraction{t.num[p], int64(t.den[p])}
	} else if p != nowhere {
		return fraction{t.value[^p], 1}
	}
	return fraction{t.least[v], 1}
}
