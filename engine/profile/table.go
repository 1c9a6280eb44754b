package profile

import (
	"slices"

	"skyline/engine/internal/countsort"
)

// Table is the different rows of a table, and whose they are. It is not changed, and several
// goroutines may read it.
type Table struct {
	columns [][]int32
	values  []int   // how many codes each column has
	people  []int64 // how many people have each row; nil: one
	persons []int32 // whose each row is, in rising order; nil: nobody has several
	rows    int
	total   int64 // people
}

// NewTable returns the table of rows that people[r] people have, at least 1; together at most
// 2^61. columns[i][r] is the value of row r in column i as a number from 0: the same value of
// a column has the same number. The same row may be there several times. The slices stay
// referenced.
func NewTable(columns [][]int32, people []int64) *Table {
	t := &Table{columns: columns, people: people, rows: len(people)}
	single := true
	for _, n := range people {
		t.total += n
		single = single && n == 1
	}
	if single {
		t.people = nil // nothing to look up
	}
	t.countValues()
	return t
}

// NewTableOfRows is NewTable for so many rows, of which people is nil if one person has each.
func NewTableOfRows(columns [][]int32, people []int64, rows int) *Table {
	if people != nil {
		return NewTable(columns, people)
	}
	t := &Table{columns: columns, rows: rows, total: int64(rows)}
	t.countValues()
	return t
}

// NewTableOfPersons is NewTable for rows that persons[r] has, each a number from 0 that
// somebody has.
func NewTableOfPersons(columns [][]int32, persons []int32) *Table {
	t := &Table{columns: make([][]int32, len(columns)), rows: len(persons), total: int64(valuesOf(persons))}
	order := make([]int32, t.rows)
	if !countsort.Sort(order, identity(t.rows), persons, int(t.total)) {
		order = identity(t.rows) // of one person
	}
	for i, column := range columns {
		t.columns[i] = gathered(nil, column, order)
	}
	if t.total < int64(t.rows) {
		t.persons = gathered(nil, persons, order)
	}
	t.countValues()
	return t
}

// Columns returns how many columns there are.
func (t *Table) Columns() int { return len(t.columns) }

// Values returns how many different values a column has.
func (t *Table) Values(column int) int { return t.values[column] }

func (t *Table) countValues() {
	for _, column := range t.columns {
		t.values = append(t.values, valuesOf(column))
	}
}

// valuesOf returns one more than the largest code.
func valuesOf(codes []int32) int {
	n := 0
	for _, code := range codes {
		n = max(n, int(code)+1)
	}
	return n
}

// bodies is how many there are who can be alone: persons, or rows.
func (t *Table) bodies() int {
	if t.persons == nil {
		return t.rows
	}
	return int(t.total)
}

func identity(n int) []int32 {
	all := make([]int32, n)
	for i := range all {
		all[i] = int32(i)
	}
	return all
}

// gathered returns the values of rows, in memory that is used again.
func gathered[T any](to, values []T, rows []int32) []T {
	to = slices.Grow(to[:0], len(rows))[:len(rows)]
	for i, row := range rows {
		to[i] = values[row]
	}
	return to
}
