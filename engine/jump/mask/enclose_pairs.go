package mask

// Two events of the same value, or of the same cell, are at most as likely together as if
// they were independent: how often a value is in each cell, and each value in a cell, are
// negatively associated, being drawn without replacement (Joag-Dev and Proschan, “Negative
// association of random variables with applications”, 1983). So
//
//	Pr(n_cv > b_c for some c) ≥ 1 − Π_c (1 − Pr(n_cv > b_c)),
//
// and likewise for the values of a cell. Events of two cells and two values help each
// other; see cross.

// single is how likely some event is at least, from the events of one value, or one cell.
func (e *encloser) single() number {
	var most number
	values := make([]Interval, len(e.values))
	for _, row := range e.events {
		var cell Interval
		for v, x := range row {
			for range e.values[v].n {
				cell = Either(cell, x.chance)
			}
		}
		most = largest(most, cell.low)
	}
	for v := range values {
		for c, row := range e.events {
			for range e.cells[c].n {
				values[v] = Either(values[v], row[v].chance)
			}
		}
		most = largest(most, values[v].low)
	}
	return most
}

// pairs returns an upper bound on how many pairs of events are true, on average.
func (e *encloser) pairs() (number, error) {
	p := e.chances()
	sum := e.total(e.product(p, e.otherCells(p)))
	sum = sum.plus(e.total(e.product(p, e.otherValues(e.matrix(func(c, v int) Interval {
		if 2*(e.cells[c].most+1) > e.cells[c].size {
			return Interval{} // there is no place for two
		}
		return p[c][v]
	})))))
	cross, err := e.cross()
	if err != nil {
		return number{}, err
	}
	return sum.plus(cross).high.over(whole64(2), true), nil
}

func (e *encloser) product(a, b [][]Interval) [][]Interval {
	return e.matrix(func(c, v int) Interval { return a[c][v].times(b[c][v]) })
}

// plantsAtMost is for how many numbers of people events are weighed again.
const plantsAtMost = 16

// cross bounds the sum of Pr(n_cv > b_c, n_dw > b_d) over all c ≠ d and v ≠ w: twice what
// it is over pairs.
//
// As C(n, m) ≥ C(b + 1, m) for n > b, each is at most E[C(n_cv, m); n_dw > b_d] / C(b_c + 1, m)
// for any m ≤ b_c + 1. The first is the sum over all m people of c of how likely it is that
// they have v and that n_dw > b_d. If they do, n_dw is hypergeometric among the others:
//
//	C(s_c, m)·[N_v]_m/[N]_m / C(b_c + 1, m) · Pr(n > b_d),  n drawn from N − m with N_w,
//
// [n]_m being n·(n − 1)⋯(n − m + 1). It is best when m people more make n_cv > b_c what is
// to be expected; the last factor, which grows with m, is computed for some m only.
func (e *encloser) cross() (Interval, error) {
	plants := e.matrixOf(func(c, v int) int64 { return e.plant(c, v) })
	most := int64(0)
	for _, row := range plants {
		for _, m := range row {
			most = max(most, m)
		}
	}
	step := most/plantsAtMost + 1
	elsewhere := map[int64][][]Interval{}
	var sum Interval
	for c, row := range plants {
		for v, m := range row {
			if e.events[c][v].chance.high.isZero() {
				continue
			}
			rounded := (m + step - 1) / step * step
			weights := elsewhere[rounded]
			if weights == nil {
				planted, err := e.planted(rounded)
				if err != nil {
					return Interval{}, err
				}
				weights = e.otherCells(e.otherValues(planted))
				elsewhere[rounded] = weights
			}
			x := e.moment(c, v, m).times(weights[c][v])
			sum = sum.plus(x.times(exactly(e.cells[c].n)).times(exactly(e.values[v].n)))
		}
	}
	return sum, nil
}

func (e *encloser) matrixOf(entry func(c, v int) int64) [][]int64 {
	m := make([][]int64, len(e.cells))
	for c := range m {
		m[c] = make([]int64, len(e.values))
		for v := range m[c] {
			m[c][v] = entry(c, v)
		}
	}
	return m
}

// plant returns the m for which m + (s_c − m)·(N_v − m)/(N − m) is about b_c + 1.
func (e *encloser) plant(c, v int) int64 {
	b, s, n := e.cells[c].most+1, e.cells[c].size, e.values[v].size
	missing, by := b*e.people-s*n, e.people-s-n+b
	if missing <= 0 || by <= 0 || b > min(s, n) {
		return 0
	}
	return min(b, (missing+by-1)/by)
}

// moment is E[C(n_cv, m)] / C(b_c + 1, m).
func (e *encloser) moment(c, v int, m int64) Interval {
	f, b, s, n := e.factorials, e.cells[c].most+1, e.cells[c].size, e.values[v].size
	x := f.of(s).times(f.of(n)).times(f.of(e.people - m)).times(f.of(b - m))
	return x.over(f.of(s - m).times(f.of(n - m)).times(f.of(e.people)).times(f.of(b)))
}

// planted is how likely each event is among all but m people without the value.
func (e *encloser) planted(m int64) ([][]Interval, error) {
	result := make([][]Interval, len(e.cells))
	for c, cell := range e.cells {
		result[c] = make([]Interval, len(e.values))
		for v, value := range e.values {
			d := draw{e.people - m, value.size, cell.size}
			result[c][v] = exactly(1)
			if d.people >= max(d.special, d.sample) {
				result[c][v] = e.factorials.above(d, cell.most, e.factorials.at(d, cell.most+1))
			}
			if err := e.spent(); err != nil {
				return nil, err
			}
		}
	}
	return result, nil
}
