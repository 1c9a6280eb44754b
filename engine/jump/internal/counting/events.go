package counting

import (
	"skyline/engine/internal/budget"
	"skyline/engine/jump/beliefs"
)

// events are what can make a table of one group fail: that a value is in a cell more often
// than it may be there, n_cv > b_c, n_cv being hypergeometric. Cells of a size, and values
// of a count, are alike, and stand in matrices once.
type events struct {
	people     int64
	cells      []kind // by size; most is the bound
	values     []kind // by count
	cellOf     []int  // the kind of a component's cell
	valueOf    []int
	factorials *factorials
	chances    [][]Interval // Pr(n_cv > b_c)
	atBound    [][]Interval // Pr(n_cv = b_c): one more and the event is true
	justAbove  [][]Interval // Pr(n_cv = b_c + 1): one less and it is not
}

// kind are cells or values that nothing tells apart.
type kind struct {
	size, most int64
	n          int64 // how many there are
}

// newEvents sorts cells and values into kinds.
func newEvents(c *Component, p beliefs.MaxShare) *events {
	e := &events{}
	must := make([]bool, len(c.Cells))
	for _, cells := range c.Must {
		must[cells[0]] = true
	}
	at := map[kind]int{}
	for i, size := range c.Cells {
		e.people += size
		k := kind{size: size, most: size}
		if must[i] {
			k.most = min(size, p.Bound(size))
		}
		e.cellOf = append(e.cellOf, count(&e.cells, at, k))
	}
	clear(at)
	for _, n := range c.Counts[0] {
		e.valueOf = append(e.valueOf, count(&e.values, at, kind{size: n}))
	}
	return e
}

// count returns the number of a kind in a list to which one more belongs, at being the
// numbers of those that are known.
func count(kinds *[]kind, at map[kind]int, k kind) int {
	number, ok := at[k]
	if !ok {
		number = len(*kinds)
		at[k] = number
		*kinds = append(*kinds, k)
	}
	(*kinds)[number].n++
	return number
}

// share is that of the people who have a value.
func (e *events) share(v int) Interval { return fraction(e.values[v].size, e.people) }

// weigh computes how likely each event is by itself.
func (e *events) weigh(b *budget.Budget) (err error) {
	if e.factorials, err = newFactorials(e.people, b); err != nil {
		return err
	}
	e.chances, e.atBound, e.justAbove = e.matrix(nothing), e.matrix(nothing), e.matrix(nothing)
	for c, cell := range e.cells {
		for v, value := range e.values {
			d := draw{e.people, value.size, cell.size}
			e.atBound[c][v] = e.factorials.at(d, cell.most)
			e.justAbove[c][v] = e.factorials.at(d, cell.most+1)
			e.chances[c][v] = e.factorials.above(d, cell.most, e.justAbove[c][v])
			if err := e.factorials.spend(b); err != nil {
				return err
			}
		}
	}
	return nil
}

// matrix has an entry for each kind of cell and of value.
func (e *events) matrix(entry func(c, v int) Interval) [][]Interval {
	m := make([][]Interval, len(e.cells))
	for c := range m {
		m[c] = make([]Interval, len(e.values))
		for v := range m[c] {
			m[c][v] = entry(c, v)
		}
	}
	return m
}

func nothing(int, int) Interval { return Interval{} }

// total sums over all cells and values.
func (e *events) total(m [][]Interval) Interval {
	var sum Interval
	for c, row := range m {
		for v, x := range row {
			sum = sum.plus(x.times(around(e.cells[c].n)).times(around(e.values[v].n)))
		}
	}
	return sum
}

// otherValues sums, for each, over the same cell and the other values.
func (e *events) otherValues(m [][]Interval) [][]Interval {
	sums := make([][]Interval, len(m))
	for c, row := range m {
		sums[c] = others(row, e.values)
	}
	return sums
}

// otherCells sums, for each, over the other cells and the same value.
func (e *events) otherCells(m [][]Interval) [][]Interval {
	sums := e.matrix(nothing)
	column := make([]Interval, len(e.cells))
	for v := range e.values {
		for c := range m {
			column[c] = m[c][v]
		}
		for c, sum := range others(column, e.cells) {
			sums[c][v] = sum
		}
	}
	return sums
}

// others returns for each the sum over the others, without a subtraction.
func others(x []Interval, kinds []kind) []Interval {
	sums := make([]Interval, len(x))
	var before, after Interval
	for i := range x {
		sums[i] = before.plus(x[i].times(around(kinds[i].n - 1)))
		before = before.plus(x[i].times(around(kinds[i].n)))
	}
	for i := len(x) - 1; i >= 0; i-- {
		sums[i] = sums[i].plus(after)
		after = after.plus(x[i].times(around(kinds[i].n)))
	}
	return sums
}
