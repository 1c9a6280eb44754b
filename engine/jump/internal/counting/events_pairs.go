package counting

import (
	"math"

	"skyline/engine/internal/budget"
)

// Two events of the same value, or of the same cell, are at most as likely together as if
// they were independent: how often a value is in each cell, and each value in a cell, are
// negatively associated, being drawn without replacement (Joag-Dev and Proschan, “Negative
// association of random variables with applications”, 1983). So
//
//	Pr(n_cv > b_c for some c) ≥ 1 − Π_c (1 − Pr(n_cv > b_c)),
//
// and likewise for the values of a cell. Events of two cells and two values help each
// other; see pairsAcross.

// anyInLine is how likely some event is at least, from the events of one value, or one cell.
func (e *events) anyInLine() number {
	var most number
	ofValue := make([]Interval, len(e.values))
	for c, row := range e.chances {
		var ofCell Interval
		for v, x := range row {
			for range e.values[v].n {
				ofCell = Either(ofCell, x)
			}
			for range e.cells[c].n {
				ofValue[v] = Either(ofValue[v], x)
			}
		}
		most = largest(most, ofCell.low)
	}
	for _, x := range ofValue {
		most = largest(most, x.low)
	}
	return most
}

// dawsonSankoff returns how likely any of some events is at least: see Refine. The best k is
// 1 + ⌊2·S2/S1⌋.
func dawsonSankoff(s1, s2 number) number {
	if s1.mantissa == 0 {
		return number{}
	}
	k := int64(1)
	if x := s2.over(s1, true); x.exponent < 24 {
		k += int64(math.Ldexp(x.mantissa, int(x.exponent)+1))
	}
	x := s1.times(integer(k, false), false).plus(s2.minus(), false)
	if x.mantissa < 0 {
		return number{}
	}
	return x.times(integer(2, false), false).over(integer(k*(k+1), true), false)
}

// pairs returns an upper bound on S2, how many pairs of events are true on average.
func (e *events) pairs(b *budget.Budget) (number, error) {
	p := e.chances
	ofValue, ofCell := e.otherCells(p), e.otherValues(p)
	sum := e.total(e.matrix(func(c, v int) Interval {
		others := ofValue[c][v]
		if 2*(e.cells[c].most+1) <= e.cells[c].size { // there is place for two
			others = others.plus(ofCell[c][v])
		}
		return p[c][v].times(others)
	}))
	across, err := e.pairsAcross(b)
	if err != nil {
		return number{}, err
	}
	return sum.plus(across).high.over(integer(2, true), true), nil
}

// pinnedAtMost is for how many numbers of people events are weighed again.
const pinnedAtMost = 16

// pairsAcross bounds the sum of Pr(n_cv > b_c, n_dw > b_d) over all c ≠ d and v ≠ w: twice
// what it is over pairs.
//
// As C(n, m) ≥ C(b + 1, m) for n > b, each is at most E[C(n_cv, m); n_dw > b_d] / C(b_c + 1, m)
// for any m ≤ b_c + 1. The first is the sum over all m people of c of how likely it is that
// they have v and that n_dw > b_d. If they do, n_dw is hypergeometric among the others:
//
//	C(s_c, m)·[N_v]_m/[N]_m / C(b_c + 1, m) · Pr(n > b_d),  n drawn from N − m with N_w,
//
// [n]_m being n·(n − 1)⋯(n − m + 1). It is best when m people more make n_cv > b_c what is
// to be expected; the last factor, which grows with m, is computed for some m only.
func (e *events) pairsAcross(b *budget.Budget) (Interval, error) {
	most := int64(0)
	for c := range e.cells {
		for v := range e.values {
			most = max(most, e.toExpect(c, v))
		}
	}
	step := most/pinnedAtMost + 1
	known := map[int64][][]Interval{} // by m, rounded up: sums of the last factor
	var sum Interval
	for c, cell := range e.cells {
		for v, value := range e.values {
			if e.chances[c][v].high.mantissa == 0 {
				continue
			}
			m := e.toExpect(c, v)
			rounded := (m + step - 1) / step * step
			if known[rounded] == nil {
				chances, err := e.chancesWithout(rounded, b)
				if err != nil {
					return Interval{}, err
				}
				known[rounded] = e.otherCells(e.otherValues(chances))
			}
			x := e.moment(c, v, m).times(known[rounded][c][v])
			sum = sum.plus(x.times(around(cell.n)).times(around(value.n)))
		}
	}
	return sum, nil
}

// toExpect returns the m for which m + (s_c − m)·(N_v − m)/(N − m) is about b_c + 1: so many
// people of the cell who have the value make the event what is to be expected.
func (e *events) toExpect(c, v int) int64 {
	b, s, n := e.cells[c].most+1, e.cells[c].size, e.values[v].size
	missing, by := b*e.people-s*n, e.people-s-n+b
	if missing <= 0 || by <= 0 || b > min(s, n) {
		return 0
	}
	return min(b, (missing+by-1)/by)
}

// moment is E[C(n_cv, m)] / C(b_c + 1, m).
func (e *events) moment(c, v int, m int64) Interval {
	f, b, s, n := e.factorials, e.cells[c].most+1, e.cells[c].size, e.values[v].size
	x := f.of(s).times(f.of(n)).times(f.of(e.people - m)).times(f.of(b - m))
	return x.over(f.of(s - m).times(f.of(n - m)).times(f.of(e.people)).times(f.of(b)))
}

// chancesWithout is how likely each event is among all but m people without the value.
func (e *events) chancesWithout(m int64, b *budget.Budget) ([][]Interval, error) {
	chances := e.matrix(nothing)
	for c, cell := range e.cells {
		for v, value := range e.values {
			d := draw{e.people - m, value.size, cell.size}
			chances[c][v] = around(1)
			if d.people >= max(d.special, d.sample) {
				chances[c][v] = e.factorials.above(d, cell.most, e.factorials.at(d, cell.most+1))
			}
			if err := e.factorials.spend(b); err != nil {
				return nil, err
			}
		}
	}
	return chances, nil
}
