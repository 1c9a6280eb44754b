package loglinear

import (
	"fmt"
	"slices"

	"skyline/engine"
	"skyline/engine/internal/countsort"
)

// ErrTooLarge reports an estimate that has no closed form and whose cells are
// more than allowed: errors.Is tells a *TooLargeError by it.
var ErrTooLarge = engine.NewTooLarge("loglinear: too many cells")

// TooLargeError says how many cells tables allow that have to be fitted together,
// at the step where there are more than the limit.
type TooLargeError struct{ Cells, Limit int64 }

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("%v: %d, limit %d", ErrTooLarge, e.Cells, e.Limit)
}

// Unwrap returns ErrTooLarge.
func (e *TooLargeError) Unwrap() error { return ErrTooLarge }

// Cells is a counted table: cell i has the value Columns[a][i], in
// 0..Sizes[a]-1, in attribute a and stands for Counts[i] people.
//
// The algorithms want distinct cells with people in them, as Sort leaves them.
type Cells struct {
	Columns [][]int32
	Sizes   []int
	Counts  []int64
}

// People returns the number of people, the sum of the counts.
func (c *Cells) People() int64 {
	var n int64
	for _, k := range c.Counts {
		n += k
	}
	return n
}

// maxPeople keeps sums of counts far from the end of their type, and exact as
// floats.
const maxPeople = 1 << 53

// Check returns an error unless the columns are of one length, the codes within
// the sizes, the counts positive and the people at most 2^53.
//
// Errors: *engine.ParamError.
func (c *Cells) Check() error {
	if len(c.Columns) != len(c.Sizes) {
		return engine.NewParamError("loglinear", "Sizes", "one for each column", fmt.Sprintf("%d for %d", len(c.Sizes), len(c.Columns)))
	}
	if err := checkCounts(c.Counts); err != nil {
		return err
	}
	return checkColumns(c.Columns, c.Sizes, len(c.Counts))
}

func checkCounts(counts []int64) error {
	var people int64
	for _, k := range counts {
		if k <= 0 || k > maxPeople-people {
			return engine.NewParamError("loglinear", "Counts", "positive and at most 2^53 together", "others")
		}
		people += k
	}
	return nil
}

func checkColumns(columns [][]int32, sizes []int, rows int) error {
	if rows > 1<<31-1 {
		return engine.NewParamError("loglinear", "Columns", "at most 2^31-1 long", fmt.Sprint(rows))
	}
	for a, column := range columns {
		if len(column) != rows {
			return engine.NewParamError("loglinear", "Columns", fmt.Sprintf("of one length, %d", rows), fmt.Sprintf("%d in column %d", len(column), a))
		}
		size := int64(sizes[a])
		for _, v := range column {
			if v < 0 || int64(v) >= size {
				return engine.NewParamError("loglinear", "Columns", fmt.Sprintf("in 0..%d in column %d", size-1, a), fmt.Sprint("code ", v))
			}
		}
	}
	return nil
}

// Sort puts the cells in lexicographic order, merges equal ones and drops those
// without people. The result does not depend on the order before.
//
// It is a radix sort whose digits are runs of columns: it takes O(cells · columns)
// time, and a pass over the cells for each 16 bits that the columns' sizes need.
func (c *Cells) Sort() {
	order := lexicographic(c.Columns, c.Sizes, len(c.Counts))
	same := func(i, j int32) bool {
		for _, column := range c.Columns {
			if column[i] != column[j] {
				return false
			}
		}
		return true
	}
	first := order[:0] // of equal cells; written behind where order is read
	counts := make([]int64, 0, len(order))
	for _, i := range order {
		switch last := len(first) - 1; {
		case c.Counts[i] == 0:
		case last >= 0 && same(first[last], i):
			counts[last] += c.Counts[i]
		default:
			first = append(first, i)
			counts = append(counts, c.Counts[i])
		}
	}
	for a, column := range c.Columns {
		c.Columns[a] = gather(column, first)
	}
	c.Counts = slices.Clip(counts)
}

func gather(column, rows []int32) []int32 {
	out := make([]int32, len(rows))
	for k, i := range rows {
		out[k] = column[i]
	}
	return out
}

// lexicographic returns the rows in the order of their columns.
func lexicographic(columns [][]int32, sizes []int, rows int) []int32 {
	order, next := make([]int32, rows), make([]int32, rows)
	for i := range order {
		order[i] = int32(i)
	}
	digits := make([]uint16, rows)
	pass := func(radix int) {
		if countsort.Sort(next, order, digits, radix) {
			order, next = next, order
		}
	}
	const base = 1 << 16
	for a := len(columns) - 1; a >= 0; {
		if sizes[a] > base {
			for i, v := range columns[a] {
				digits[i] = uint16(v)
			}
			pass(base)
			for i, v := range columns[a] {
				digits[i] = uint16(v >> 16)
			}
			pass(sizes[a]>>16 + 1)
			a--
			continue
		}
		low, radix := a, max(1, sizes[a])
		for low > 0 && sizes[low-1] <= base/radix {
			low--
			radix *= max(1, sizes[low])
		}
		clear(digits)
		for b := low; b <= a; b++ {
			size := uint16(sizes[b]) // 0 for 2^16, which goes with digits of 0
			for i, v := range columns[b] {
				digits[i] = digits[i]*size + uint16(v)
			}
		}
		pass(radix)
		a = low - 1
	}
	return order
}
