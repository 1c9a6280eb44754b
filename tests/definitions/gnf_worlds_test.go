package definitions

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
)

// What follows tells what an adversary can infer from tables that were published side
// by side, by enumerating every original table that they may come from. It shares no
// code with the engine and knows nothing of normal forms.

// publishedTable is a table as it was published, a row for each of the n people. A
// bucketized table stands as two: its left attributes and its right attribute, each
// with the bucket's number. A column "row" is the row's number in the original table,
// where that was given away.
type publishedTable struct {
	attributes []string
	rows       [][]string
}

// bookkeeping matches the columns that are no attributes of people, but of the
// release: buckets' numbers ("B", "B0", "B1", …) and rows' numbers. Tables that share
// such a column share the numbers.
var bookkeeping = regexp.MustCompile(`^(B\d*|row)$`)

// A world is an original table that agrees with everything published: a tuple for each
// person, over all published columns, the bookkeeping ones too. The tables are the
// duplicate-preserving projections of it.

// codedRelease is what was published, with small numbers for columns and values.
type codedRelease struct {
	people  int
	columns []string   // all of them
	values  [][]string // the values of each column
	tables  []codedTable
}

// codedTable holds the distinct rows of a table and how often each occurs.
type codedTable struct {
	columns []int
	rows    [][]int
	counts  []int
}

var (
	errNoWorld       = errors.New("no table agrees with the published ones")
	errTooManyWorlds = errors.New("too many worlds to enumerate")
)

// encode numbers columns and values in order of appearance, and sorts the tables such
// that each, if possible, shares columns with those before: worlds are built table by
// table, and contradictions are to be found early.
func encode(tables []publishedTable) (*codedRelease, error) {
	if len(tables) == 0 {
		return nil, errors.New("nothing is published")
	}
	c := &codedRelease{people: len(tables[0].rows)}
	numbers := []map[string]int{} // of each column's values
	for i, t := range tables {
		if len(t.rows) != c.people {
			return nil, fmt.Errorf("table %d has %d rows and the first has %d", i, len(t.rows), c.people)
		}
		var coded codedTable
		for _, name := range t.attributes {
			at := slices.Index(c.columns, name)
			if at < 0 {
				at = len(c.columns)
				c.columns = append(c.columns, name)
				c.values = append(c.values, nil)
				numbers = append(numbers, map[string]int{})
			}
			coded.columns = append(coded.columns, at)
		}
		for _, row := range t.rows {
			codes := make([]int, len(row))
			for j, value := range row {
				at := coded.columns[j]
				if _, known := numbers[at][value]; !known {
					numbers[at][value] = len(c.values[at])
					c.values[at] = append(c.values[at], value)
				}
				codes[j] = numbers[at][value]
			}
			coded.add(codes, 1)
		}
		c.tables = append(c.tables, coded)
	}
	c.sortTables()
	return c, nil
}

// add counts a row.
func (t *codedTable) add(row []int, count int) {
	at := slices.IndexFunc(t.rows, func(r []int) bool { return slices.Equal(r, row) })
	if at < 0 {
		at = len(t.rows)
		t.rows, t.counts = append(t.rows, row), append(t.counts, 0)
	}
	t.counts[at] += count
}

func (c *codedRelease) sortTables() {
	known := map[int]bool{}
	for i := range c.tables {
		best, most := i, -1
		for j := i; j < len(c.tables); j++ {
			shared := 0
			for _, column := range c.tables[j].columns {
				if known[column] {
					shared++
				}
			}
			// The first table decides whose tuples are told apart: many distinct rows.
			score := 100*shared + len(c.tables[j].rows)
			if score > most {
				best, most = j, score
			}
		}
		c.tables[i], c.tables[best] = c.tables[best], c.tables[i]
		for _, column := range c.tables[i].columns {
			known[column] = true
		}
	}
}

// builder puts worlds together: a person's tuple is made of a row of each table.
type builder struct {
	*codedRelease
	left   [][]int // how many of each table's rows are not given to anyone yet
	tuples [][]int // a person's tuple; -1 where it is not known yet
	chosen [][]int // a person's row in each table
}

func (c *codedRelease) builder() *builder {
	b := &builder{codedRelease: c}
	for _, t := range c.tables {
		b.left = append(b.left, slices.Clone(t.counts))
	}
	for range c.people {
		b.tuples = append(b.tuples, slices.Repeat([]int{-1}, len(c.columns)))
		b.chosen = append(b.chosen, make([]int, len(c.tables)))
	}
	return b
}

// extend gives a person rows of the tables from number i on, in all ways that agree
// with what the person's tuple holds already, and calls then for each. With a floor,
// only rows whose numbers are, in lexicographic order, not below it.
func (b *builder) extend(person, i int, floor []int, then func() bool) bool {
	if i == len(b.tables) {
		return then()
	}
	first := 0
	if floor != nil {
		first = floor[i]
	}
	for row := first; row < len(b.tables[i].rows); row++ {
		if b.left[i][row] == 0 {
			continue
		}
		next := floor
		if floor != nil && row > floor[i] {
			next = nil
		}
		if !b.choose(person, i, row, func() bool { return b.extend(person, i+1, next, then) }) {
			return false
		}
	}
	return true
}

// choose gives a person a row of table i for as long as then runs, if it agrees with
// the person's tuple.
func (b *builder) choose(person, i, row int, then func() bool) bool {
	tuple, before := b.tuples[person], slices.Clone(b.tuples[person])
	for j, column := range b.tables[i].columns {
		value := b.tables[i].rows[row][j]
		if tuple[column] >= 0 && tuple[column] != value {
			copy(tuple, before)
			return true
		}
		tuple[column] = value
	}
	b.left[i][row]--
	b.chosen[person][i] = row
	proceed := then()
	b.left[i][row]++
	copy(tuple, before)
	return proceed
}

// worlds calls visit for each world, as a multiset of tuples: once, however its people
// may be numbered. The tuples are valid during the call. It stops where visit returns
// false.
func (c *codedRelease) worlds(visit func(tuples [][]int) bool) {
	b := c.builder()
	var place func(person, row, used int) bool
	place = func(person, row, used int) bool {
		if person == c.people {
			return visit(b.tuples)
		}
		if used == c.tables[0].counts[row] {
			row, used = row+1, 0
		}
		// People who have equal rows in the first table take their tuples in order.
		var floor []int
		if used > 0 {
			floor = b.chosen[person-1]
		}
		return b.choose(person, 0, row, func() bool {
			return b.extend(person, 1, floor, func() bool { return place(person+1, row, used+1) })
		})
	}
	place(0, 0, 0)
}

// tupleText is a key for a tuple's values in some columns.
func tupleText(tuple, columns []int) string {
	var key []byte
	for _, column := range columns {
		key = append(strconv.AppendInt(key, int64(tuple[column]), 10), ' ')
	}
	return string(key)
}
