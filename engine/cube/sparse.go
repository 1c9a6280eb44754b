package cube

import (
	"cmp"
	"container/heap"
	"math"
	"slices"
)

// A sparse tableau has of each row the numbers that are not 0. In it equations are solved: each sum that is one becomes a
// variable of a column, whose unknown becomes one of a row. Rows with few numbers come first, and columns with few, so that
// less is filled in (H. M. Markowitz, “The elimination form of the inverse and its application to linear programming”, 1957).
type sparse struct {
	*tableau
	of    [][]entry // of each row, by column
	below [][]int32 // of each column the rows in which it was ever not 0
	gone  []bool    // rows that follow from others
	queue rowQueue
	// entries is how many numbers are not 0.
	entries int
}

// mostSparse bounds the memory of a sparse tableau: 256 MB.
const mostSparse = 1 << 25

// An entry is a number of a row.
type entry struct{ col, x int32 }

// solve solves the equations. It returns the variables of a sum that cannot be what it is and of those from which this follows,
// or nil.
//
// Errors: errOverflow, those of the budget.
func (s *sparse) solve() ([]int32, error) {
	for i, v := range s.inRow {
		if s.fixed(v) {
			s.queue = append(s.queue, waiting{int32(i), int32(len(s.of[i]))})
		}
	}
	heap.Init(&s.queue)
	for len(s.queue) > 0 {
		next := heap.Pop(&s.queue).(waiting)
		r := int(next.row)
		if v := s.inRow[r]; int(v) < s.unknowns || s.gone[r] || int(next.length) != len(s.of[r]) {
			continue // it is solved, or it has another length, with which it is in the queue again
		}
		if err := s.budget.Spend(float64(100 + 10*len(s.of[r]))); err != nil {
			return nil, err
		}
		c := s.choose(r)
		if v := s.inRow[r]; c == none {
			if f := s.at(v); f.num != s.least[v]*f.den {
				return s.involved(r), nil
			}
			s.gone[r] = true
			continue
		}
		if err := s.pivot(r, c, s.least[s.inRow[r]]); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// choose returns the column for a row of an equation, or none.
func (s *sparse) choose(r int) int {
	best, size := none, int32(0)
	for _, e := range s.of[r] {
		if int(s.inCol[e.col]) >= s.unknowns {
			continue
		}
		x := max(e.x, -e.x)
		if best == none || x < size || x == size && len(s.below[e.col]) < len(s.below[best]) {
			best, size = int(e.col), x
		}
	}
	return best
}

// involved returns the variables of a row and of its columns.
func (s *sparse) involved(r int) []int32 {
	all := []int32{s.inRow[r]}
	for _, e := range s.of[r] {
		all = append(all, s.inCol[e.col])
	}
	return all
}

// find returns where a column is in a row.
func (s *sparse) find(i, c int) (int, bool) {
	return slices.BinarySearchFunc(s.of[i], int32(c), func(e entry, c int32) int { return cmp.Compare(e.col, c) })
}

// pivot makes the variable of a row one of a column, as that of a tableau does.
//
// Errors: errOverflow, after which the tableau is of no use; those of the budget.
func (s *sparse) pivot(r, c int, value int64) error {
	at, _ := s.find(r, c)
	p, d := int64(s.of[r][at].x), int64(s.den[r])
	moved, ok := times(d, value)
	if ok {
		moved, ok = plus(moved, -s.num[r])
	}
	if !ok {
		return errOverflow
	}
	leaving, entering := s.inRow[r], s.inCol[c]
	cost := 0
	rows := s.below[c]
	slices.Sort(rows)
	rows = slices.Compact(rows)
	for _, i := range rows {
		if int(i) == r || s.gone[i] {
			continue
		}
		if at, ok := s.find(int(i), c); ok {
			cost += len(s.of[i]) + len(s.of[r])
			if err := s.addRow(int(i), r, c, int64(s.of[i][at].x), p, d, moved); err != nil {
				return err
			}
		}
	}
	sign := int64(1)
	if p < 0 {
		sign = -1
	}
	now, ok := times(p*sign, s.value[c])
	if ok {
		now, ok = plus(now, sign*moved)
	}
	if !ok {
		return errOverflow
	}
	s.num[r], s.den[r] = now, int32(p*sign)
	row := s.of[r]
	for k := range row {
		row[k].x = int32(-sign * int64(row[k].x))
	}
	if row[at].x = int32(sign * d); !s.keep {
		s.of[r] = slices.Delete(row, at, at+1)
	}
	s.reduce(r)
	s.inRow[r], s.place[entering] = entering, int32(r)
	s.inCol[c], s.place[leaving], s.value[c] = leaving, ^int32(c), value
	s.below[c] = append(rows, int32(r))
	if !s.keep {
		s.inCol[c], s.place[leaving], s.below[c] = none, nowhere, nil
	}
	return s.budget.Spend(float64(5*cost + 20*len(rows)))
}

// addRow puts what row r says of the entering variable into row i, in which it has the factor f.
func (s *sparse) addRow(i, r, c int, f, p, d, moved int64) error {
	g := gcd(f, p)
	f, p = f/g, p/g
	if p < 0 {
		f, p = -f, -p
	}
	from, add := s.of[i], s.of[r]
	sum := make([]entry, 0, len(from)+len(add))
	for len(from) > 0 || len(add) > 0 {
		var x int64
		var col int32
		switch {
		case len(add) == 0 || len(from) > 0 && from[0].col < add[0].col:
			col, x, from = from[0].col, p*int64(from[0].x), from[1:]
		case len(from) == 0 || add[0].col < from[0].col:
			col, x, add = add[0].col, -f*int64(add[0].x), add[1:]
			s.below[col] = append(s.below[col], int32(i))
		default:
			col, x, from, add = from[0].col, p*int64(from[0].x)-f*int64(add[0].x), from[1:], add[1:]
		}
		if int(col) == c {
			if x = f * d; !s.keep {
				x = 0
			}
		}
		if x > math.MaxInt32 || x < -math.MaxInt32 {
			return errOverflow
		}
		if x != 0 {
			sum = append(sum, entry{col, int32(x)})
		}
	}
	den := int64(s.den[i]) * p
	num, ok := times(s.num[i], p)
	more, fits := times(moved, f)
	if ok = ok && fits && den <= math.MaxInt32; ok {
		num, ok = plus(num, more)
	}
	if !ok {
		return errOverflow
	}
	if s.entries += len(sum) - len(s.of[i]); s.entries > mostSparse {
		return errOverflow
	}
	s.of[i], s.den[i], s.num[i] = sum, int32(den), num
	s.reduce(i)
	if v := s.inRow[i]; int(v) >= s.unknowns && s.fixed(v) {
		heap.Push(&s.queue, waiting{int32(i), int32(len(s.of[i]))})
	}
	return nil
}

// reduce divides a row by what divides all its numbers.
func (s *sparse) reduce(i int) {
	g := int64(s.den[i])
	if g > 1 {
		g = gcd(g, s.num[i])
	}
	for _, e := range s.of[i] {
		if g == 1 {
			return
		}
		g = gcd(g, int64(e.x))
	}
	s.den[i] /= int32(g)
	s.num[i] /= g
	for k := range s.of[i] {
		s.of[i][k].x /= int32(g)
	}
}

// dense fills in the tableau, without columns that are always 0 and rows that follow from others.
//
// Errors: errOverflow if it is too large.
func (s *sparse) dense() error {
	t := s.tableau
	kept := make([]int32, t.cols)
	cols := 0
	for c, v := range t.inCol {
		if v == none {
			continue
		}
		kept[c] = int32(cols)
		t.inCol[cols], t.value[cols], t.place[v] = v, t.value[c], ^int32(cols)
		cols++
	}
	rows := 0
	for i, v := range t.inRow {
		if s.gone[i] {
			t.place[v] = nowhere
			continue
		}
		t.inRow[rows], t.den[rows], t.num[rows], t.place[v] = v, t.den[i], t.num[i], int32(rows)
		s.of[rows] = s.of[i]
		rows++
	}
	if float64(rows)*float64(cols) > mostEntries {
		return errOverflow
	}
	t.rows, t.cols = rows, cols
	t.inRow, t.den, t.num, t.inCol, t.value = t.inRow[:rows], t.den[:rows], t.num[:rows], t.inCol[:cols], t.value[:cols]
	t.a = make([]int32, rows*cols)
	for i := range rows {
		row := t.row(i)
		for _, e := range s.of[i] {
			row[kept[e.col]] = e.x
		}
	}
	return t.budget.Spend(float64(rows * cols / 8))
}

// A rowQueue has the shortest row first.
type rowQueue []waiting

type waiting struct{ row, length int32 }

func (q rowQueue) Len() int { return len(q) }
func (q rowQueue) Less(i, j int) bool {
	if q[i].length != q[j].length {
		return q[i].length < q[j].length
	}
	return q[i].row < q[j].row
}
func (q rowQueue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *rowQueue) Push(x any)   { *q = append(*q, x.(waiting)) }
func (q *rowQueue) Pop() any {
	end := len(*q) - 1
	x := (*q)[end]
	*q = (*q)[:end]
	return x
}
