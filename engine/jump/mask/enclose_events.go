package mask

import (
	"context"
	"fmt"
	"math/big"

	"skyline/engine"
	"skyline/engine/jump/tables"
)

// encloser bounds what the tables of one group do. An event is that a value is in a cell
// more often than it may be there: n_cv > b_c, n_cv being hypergeometric. Cells of a size,
// and values of a count, are alike.
type encloser struct {
	ctx        context.Context
	people     int64
	cells      []kind // by size; most is the bound
	values     []kind // by count
	cellOf     []int  // the kind of a component's cell
	valueOf    []int
	factorials *factorials
	events     [][]event // [kind of cell][kind of value]
	certain    bool      // every table has some event
}

// kind are cells or values that nothing tells apart.
type kind struct {
	size, most int64
	n          int64 // how many there are
}

// event is what is known of n_cv.
type event struct {
	chance    Interval // Pr(n_cv > b_c)
	at, above Interval // Pr(n_cv = b_c), Pr(n_cv = b_c + 1)
}

// encloseAtMost is how many steps bounds may take.
const encloseAtMost = 3e8

// newEncloser sorts cells and values into kinds.
func newEncloser(ctx context.Context, c *Component, p tables.MaxShare) (*encloser, error) {
	e := &encloser{ctx: ctx}
	must := make([]bool, len(c.Cells))
	for _, cells := range c.Must {
		if len(cells) > 1 {
			return nil, engine.NewParamError("mask", "Must", "sets of one cell, for bounds", len(cells))
		}
		for _, i := range cells {
			must[i] = true
		}
	}
	at := map[kind]int{}
	for i, size := range c.Cells {
		e.people += size
		k := kind{size: size, most: size}
		if must[i] {
			k.most = min(size, p.Bound(size))
		}
		if _, ok := at[k]; !ok {
			at[k] = len(e.cells)
			e.cells = append(e.cells, k)
		}
		e.cells[at[k]].n++
		e.cellOf = append(e.cellOf, at[k])
	}
	clear(at)
	for _, n := range c.Counts[0] {
		k := kind{size: n}
		if _, ok := at[k]; !ok {
			at[k] = len(e.values)
			e.values = append(e.values, k)
		}
		e.values[at[k]].n++
		e.valueOf = append(e.valueOf, at[k])
	}
	e.certain = c.isImpossible(p)
	if !e.certain {
		if steps := float64(e.people) + 100*float64(len(e.cells))*float64(len(e.values)); steps > encloseAtMost {
			return nil, fmt.Errorf("%w: bounds take about %.1e steps, limit %.1e", ErrTooLarge, steps, float64(encloseAtMost))
		}
	}
	return e, nil
}

// isImpossible reports that no table passes, where that is known.
func (c *Component) isImpossible(p tables.Property) bool {
	r := c.reduce(p)
	if r.impossible {
		return true
	}
	for _, part := range r.parts() {
		if part.possible() == tables.No {
			return true
		}
	}
	return false
}

// spent looks at what it has taken so far.
func (e *encloser) spent() error {
	if e.factorials.steps > encloseAtMost {
		return fmt.Errorf("%w: limit %.1e steps", ErrTooLarge, float64(encloseAtMost))
	}
	return e.ctx.Err()
}

// weigh computes how likely each event is by itself.
func (e *encloser) weigh() (err error) {
	if e.factorials, err = newFactorials(e.ctx, e.people); err != nil {
		return err
	}
	e.events = make([][]event, len(e.cells))
	for c, cell := range e.cells {
		e.events[c] = make([]event, len(e.values))
		for v, value := range e.values {
			d := draw{e.people, value.size, cell.size}
			x := &e.events[c][v]
			x.at = e.factorials.at(d, cell.most)
			x.above = e.factorials.at(d, cell.most+1)
			x.chance = e.factorials.above(d, cell.most, x.above)
			if err := e.spent(); err != nil {
				return err
			}
		}
	}
	return nil
}

// matrix has an entry for each kind of cell and of value.
func (e *encloser) matrix(entry func(c, v int) Interval) [][]Interval {
	m := make([][]Interval, len(e.cells))
	for c := range m {
		m[c] = make([]Interval, len(e.values))
		for v := range m[c] {
			m[c][v] = entry(c, v)
		}
	}
	return m
}

// total sums over all cells and values.
func (e *encloser) total(m [][]Interval) Interval {
	var sum Interval
	for c, row := range m {
		for v, x := range row {
			sum = sum.plus(x.times(exactly(e.cells[c].n)).times(exactly(e.values[v].n)))
		}
	}
	return sum
}

// otherValues sums, for each, over the same cell and the other values.
func (e *encloser) otherValues(m [][]Interval) [][]Interval {
	sums := make([][]Interval, len(m))
	for c, row := range m {
		sums[c] = others(row, e.values)
	}
	return sums
}

// otherCells sums, for each, over the other cells and the same value.
func (e *encloser) otherCells(m [][]Interval) [][]Interval {
	sums := e.matrix(func(int, int) Interval { return Interval{} })
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
		sums[i] = before.plus(x[i].times(exactly(kinds[i].n - 1)))
		before = before.plus(x[i].times(exactly(kinds[i].n)))
	}
	for i := len(x) - 1; i >= 0; i-- {
		sums[i] = sums[i].plus(after)
		after = after.plus(x[i].times(exactly(kinds[i].n)))
	}
	return sums
}

// chances is the matrix of the events' probabilities.
func (e *encloser) chances() [][]Interval {
	return e.matrix(func(c, v int) Interval { return e.events[c][v].chance })
}

// shift bounds how much likelier events get when a person of a cell is known to have a
// value: the gains are what becomes true, the losses what ceases to be.
//
// In a random table, let x of cell c have value w. If that is not v, he changes it with
// somebody y who has v, each of whom is as likely: then the table is a random one of those
// in which x has v. If y is in a cell d ≠ c, then n_cv and n_dw have grown by one, and
// n_cw and n_dv have shrunk. So events become true with probability
//
//	Pr(n_cv = b_c, w ≠ v, d ≠ c) + Σ_{d≠c, w≠v} Pr(n_dw = b_d, x has w, y is in d),
//
// at most, counting each event by itself, and cease to be true with
//
//	Σ_{w≠v} Pr(n_cw = b_c + 1, x has w, d ≠ c) + Σ_{d≠c} Pr(n_dv = b_d + 1, y is in d, w ≠ v).
//
// Given the number that is named, what else is asked has a mean that is a product of two
// fractions. The difference is that of the sums of the probabilities of all events, with
// and without the knowledge.
func (e *encloser) shift() (gains, losses [][]Interval) {
	elsewhere := e.otherCells(e.otherValues(e.matrix(func(d, w int) Interval {
		b, s, n := e.cells[d].most, e.cells[d].size, e.values[w].size
		return e.part(e.events[d][w].at, n-b, e.people-s, s-b, e.people-n)
	})))
	gains = e.matrix(func(c, v int) Interval {
		b, s, n := e.cells[c].most, e.cells[c].size, e.values[v].size
		return e.part(e.events[c][v].at, s-b, s, n-b, n).plus(elsewhere[c][v])
	})
	here := e.otherValues(e.matrix(func(c, w int) Interval {
		b, s, n := e.cells[c].most, e.cells[c].size, e.values[w].size
		return e.part(e.events[c][w].above, b+1, s, e.people-n-s+b+1, e.people-n)
	}))
	losses = e.otherCells(e.matrix(func(d, v int) Interval {
		b, s, n := e.cells[d].most, e.cells[d].size, e.values[v].size
		return e.part(e.events[d][v].above, b+1, n, e.people-s-n+b+1, e.people-s)
	}))
	for c := range losses {
		for v := range losses[c] {
			losses[c][v] = losses[c][v].plus(here[c][v])
		}
	}
	return gains, losses
}

// part is x·(a/b)·(c/d); nothing where there are no others, and so b or d is 0.
func (e *encloser) part(x Interval, a, b, c, d int64) Interval {
	if x.high.isZero() || b == 0 || d == 0 {
		return Interval{}
	}
	return x.times(fractionOf(a, b)).times(fractionOf(c, d))
}

// share is that of the people who have a value.
func (e *encloser) share(v int) *big.Rat { return big.NewRat(e.values[v].size, e.people) }
