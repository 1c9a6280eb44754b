package utility

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"

	"skyline/engine"
)

// Errors of New.
var (
	// ErrTooManyPeople reports counts whose sum exceeds 2^61.
	ErrTooManyPeople = engine.NewTooLarge("utility: more than 2^61 people")
	// ErrMorePeople reports a release with more people than the original.
	ErrMorePeople = errors.New("utility: the release has more people than the original")
)

// UnknownLabelError reports labels that match nothing.
type UnknownLabelError struct {
	Column int
	Labels int
}

func (e *UnknownLabelError) Error() string {
	return fmt.Sprintf("utility: column %d has %d labels that match nothing", e.Column, e.Labels)
}

// Cells are counted rows, column by column.
type Cells struct {
	// Codes[c][i] is, in column c of row i, the number of a value in the original
	// and of a label in the release.
	Codes [][]int32
	N     []int64 // how many people each row stands for, at least 1
	// Groups are the QI groups of a release's rows; nil: rows that are equal on
	// the quasi-identifiers are one.
	Groups []int64
}

// Release is a release beside its original.
type Release struct {
	columns   []Column // the quasi-identifiers, the sensitive ones, the target
	qi        int
	sensitive int // how many
	target    int // -1 for none

	original, release            Cells
	people, released, suppressed int64

	groupOf     []int32     // the QI group of each row of the release
	groupSizes  []int64     // people by group
	histograms  []histogram // by sensitive column
	labelCounts [][]int64   // people by column and label
	tuples      []int32     // the combination of labels of each row
	boxes       boxes
}

// histogram counts the people by a sensitive column.
type histogram struct {
	groups map[[2]int32]int64 // by group and value
	totals map[int32]int64    // by value
}

// Layout says which columns there are: the quasi-identifiers come first, then the
// sensitive ones, then the target.
type Layout struct {
	QI, Sensitive int
	HasTarget     bool
	Nulls         Nulls
}

// Nulls says what NULL is in a quasi-identifier of a release.
type Nulls int

const (
	// NullsByCount are suppressed cells, which may be any value, in columns in which the
	// release has more of them than the original, and elsewhere a value like any other.
	NullsByCount Nulls = iota
	// NullsAreValues are a value like any other.
	NullsAreValues
	// NullsAreSuppressed are suppressed cells.
	NullsAreSuppressed
)

// suppressedIn reports whether NULL is a suppressed cell in a quasi-identifier.
func (r *Release) suppressedIn(i int, nulls Nulls) bool {
	c := &r.columns[i]
	switch nulls {
	case NullsAreValues:
		return false
	case NullsAreSuppressed:
		return true
	case NullsByCount:
	}
	return r.release.nulls(i, func(label int32) bool { return c.Labels[label].Null }) > r.original.nulls(i, func(value int32) bool { return c.Values[value].Null })
}

// isExact reports whether the release has values in a quasi-identifier: the texts of values of
// the original, each for at most as many people as have it. Of a table that was drawn, whose
// NULLs are values, the numbers say nothing.
func (r *Release) isExact(i int, nulls Nulls) bool {
	c := &r.columns[i]
	left := make([]int64, len(c.Values)) // people of the original
	for row, code := range r.original.Codes[i] {
		left[code] += r.original.N[row]
	}
	values := make(map[string]int32, len(c.Values))
	for code, v := range c.Values {
		if !v.Null && left[code] > 0 {
			values[v.Text] = int32(code)
		}
	}
	of := make([]int32, len(c.Labels))
	for code, l := range c.Labels {
		value, isValue := values[l.Text]
		if of[code] = value; !isValue {
			of[code] = none
		}
	}
	for row, code := range r.release.Codes[i] {
		if c.Labels[code].Null {
			continue
		}
		value := of[code]
		if value == none {
			return false
		}
		if left[value] -= r.release.N[row]; left[value] < 0 && nulls != NullsAreValues {
			return false
		}
	}
	return true
}

// New puts a release beside its original.
//
// Errors: cells that do not fit the columns, *UnknownLabelError,
// ErrTooManyPeople, ErrMorePeople.
func New(layout Layout, columns []Column, original, release Cells) (*Release, error) {
	r := &Release{columns: columns, qi: layout.QI, sensitive: layout.Sensitive, target: -1, original: original, release: release}
	width := layout.QI + layout.Sensitive
	if layout.HasTarget {
		r.target = width
		width++
	}
	if width != len(columns) {
		return nil, engine.NewParamError("utility", "layout", fmt.Sprintf("of %d columns", len(columns)), width)
	}
	for i := range columns {
		c := &columns[i]
		c.Occurs = make([]bool, len(c.Values))
	}
	var err error
	if r.people, err = original.check(columns, false); err != nil {
		return nil, err
	}
	if r.released, err = release.check(columns, true); err != nil {
		return nil, err
	}
	if r.suppressed = r.people - r.released; r.suppressed < 0 {
		return nil, ErrMorePeople
	}
	for i := range columns {
		c := &columns[i]
		for _, code := range original.Codes[i] {
			c.Occurs[code] = true
		}
		c.suppressed = i < r.qi && r.suppressedIn(i, layout.Nulls)
		c.exact = i >= r.qi || r.isExact(i, layout.Nulls)
		c.prepare()
		if err := r.checkLabels(i); err != nil {
			return nil, err
		}
	}
	r.count()
	return r, nil
}

// check makes sure that nothing points outside, and returns the people.
func (cells *Cells) check(columns []Column, labels bool) (int64, error) {
	n := len(cells.N)
	if len(cells.Codes) != len(columns) || cells.Groups != nil && len(cells.Groups) != n {
		return 0, engine.NewParamError("utility", "cells", fmt.Sprintf("of a code for each of %d columns", len(columns)), nil)
	}
	for i, codes := range cells.Codes {
		limit := len(columns[i].Values)
		if labels {
			limit = len(columns[i].Labels)
		}
		if len(codes) != n {
			return 0, engine.NewParamError("utility", "Codes", fmt.Sprintf("one for each of %d cells in column %d", n, i), len(codes))
		}
		for _, code := range codes {
			if code < 0 || int(code) >= limit {
				return 0, engine.NewParamError("utility", "Codes", fmt.Sprintf("in 0..%d in column %d", limit-1, i), nil)
			}
		}
	}
	people := int64(0)
	for _, n := range cells.N {
		if n < 1 {
			return 0, engine.NewParamError("utility", "N", "at least 1", n)
		}
		if n > maxPeople-people {
			return 0, ErrTooManyPeople
		}
		people += n
	}
	return people, nil
}

// nulls returns how many people have NULL in a column, by its code.
func (cells *Cells) nulls(column int, isNull func(code int32) bool) int64 {
	n := int64(0)
	for i, code := range cells.Codes[column] {
		if isNull(code) {
			n += cells.N[i]
		}
	}
	return n
}

// maxPeople bounds what sums of counts may reach.
const maxPeople = 1 << 61

// checkLabels refuses labels that match nothing, and for the sensitive columns and
// the target those that are not a single value.
func (r *Release) checkLabels(column int) error {
	c := &r.columns[column]
	unknown := 0
	for i := range c.Labels {
		if c.unknown[i] || column >= r.qi && c.regions[i].kind != single {
			unknown++
		}
	}
	if unknown > 0 {
		return &UnknownLabelError{column, unknown}
	}
	return nil
}

// count makes the QI groups, their boxes and histograms.
func (r *Release) count() {
	rows := &r.release
	tuples, tupleCount := tuples(rows.Codes[:r.qi], len(rows.N))
	r.tuples, r.groupOf = tuples, tuples
	groups := tupleCount
	if rows.Groups != nil {
		numbers := map[int64]int32{}
		r.groupOf = make([]int32, len(rows.N))
		for i, g := range rows.Groups {
			number, ok := numbers[g]
			if !ok {
				number = int32(len(numbers))
				numbers[g] = number
			}
			r.groupOf[i] = number
		}
		groups = len(numbers)
	}
	r.groupSizes = make([]int64, groups)
	r.labelCounts = make([][]int64, r.qi)
	for c := range r.labelCounts {
		r.labelCounts[c] = make([]int64, len(r.columns[c].Labels))
		for i, code := range rows.Codes[c] {
			r.labelCounts[c][code] += rows.N[i]
		}
	}
	for i, g := range r.groupOf {
		r.groupSizes[g] += rows.N[i]
	}
	if r.sensitive > 0 || r.target >= 0 {
		r.boxes = newBoxes(r, tupleCount)
	}
	for column := r.qi; column < r.qi+r.sensitive; column++ {
		h := histogram{map[[2]int32]int64{}, map[int32]int64{}}
		for i, g := range r.groupOf {
			s := r.value(column, rows.Codes[column][i])
			h.groups[[2]int32{g, s}] += rows.N[i]
			h.totals[s] += rows.N[i]
		}
		r.histograms = append(r.histograms, h)
	}
}

// value returns the value that the label of a column outside the
// quasi-identifiers stands for.
func (r *Release) value(column int, label int32) int32 {
	return r.columns[column].regions[label].runs[0].first
}

// tuples numbers the different rows of some columns. Without columns all rows are
// equal.
func tuples(codes [][]int32, rows int) (ids []int32, count int) {
	ids = make([]int32, rows)
	if rows > 0 {
		count = 1
	}
	for _, column := range codes {
		numbers := make(map[uint64]int32, count)
		for i, code := range column {
			key := uint64(ids[i])<<32 | uint64(uint32(code))
			number, ok := numbers[key]
			if !ok {
				number = int32(len(numbers))
				numbers[key] = number
			}
			ids[i] = number
		}
		count = len(numbers)
	}
	return ids, count
}

// Sizes are measures of the sizes of QI groups.
type Sizes struct {
	// Average is the number of people by the number of groups; NaN without groups.
	Average float64
	// Discernibility is the sum, over the people of the original, of the number of
	// people that the release does not tell from each: all, for one who is
	// suppressed.
	//
	//	Σ_g |g|² + suppressed·|original|
	//
	// Source: Bayardo, Agrawal, "Data privacy through optimal k-anonymization",
	// ICDE 2005, Sect. 3.
	Discernibility float64
	Groups         int
	People         int64 // of the release
	Suppressed     int64 // people of the original that the release has not
}

// Sizes returns the measures of sizes, correctly rounded.
func (r *Release) Sizes() Sizes {
	s := Sizes{Average: math.NaN(), Groups: len(r.groupSizes), People: r.released, Suppressed: r.suppressed}
	if s.Groups > 0 {
		s.Average = float64(s.People) / float64(s.Groups)
	}
	sum, size := new(big.Int), new(big.Int)
	for _, n := range r.groupSizes {
		size.SetInt64(n)
		sum.Add(sum, size.Mul(size, size))
	}
	size.SetInt64(r.suppressed)
	sum.Add(sum, size.Mul(size, big.NewInt(r.people)))
	s.Discernibility, _ = new(big.Float).SetInt(sum).Float64()
	return s
}

// ordered returns the sum of numbers, which does not depend on their order.
func ordered(terms []float64) float64 {
	slices.SortFunc(terms, func(a, b float64) int {
		if c := cmp.Compare(math.Abs(b), math.Abs(a)); c != 0 {
			return c
		}
		return cmp.Compare(a, b)
	})
	sum, lost := 0.0, 0.0
	for _, x := range terms {
		next := sum + x
		if math.Abs(sum) >= math.Abs(x) {
			lost += sum - next + x
		} else {
			lost += x - next + sum
		}
		sum = next
	}
	return sum + lost
}
