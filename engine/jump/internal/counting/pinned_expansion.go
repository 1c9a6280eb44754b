package counting

import (
	"slices"

	"skyline/engine/internal/budget"
	"skyline/engine/internal/modular"
)

// expansion is the inclusion and exclusion modulo a prime. A polynomial in x and y is a list
// of its coefficients, place after place; a factor that takes it from one value to the next
// has a list for each place.
type expansion struct {
	*pinned
	*modular.Field
	budget                *budget.Budget
	each                  float64 // steps of a product
	factorial, reciprocal []uint64
	// cells[j] are the coefficients of Π (−x_t)^(j_t)/j_t!·β_t^(j_t), from y^least[j] on.
	cells [][]uint64
	// factors[k] is G_v of a value of the k-th column, and before[v] is the product of those
	// of the values before the v-th.
	factors [][][]uint64
	before  [][]uint64
}

func newExpansion(q *pinned, f *modular.Field, b *budget.Budget) *expansion {
	e := &expansion{pinned: q, Field: f, budget: b, each: q.perPrime() / float64(len(q.steps)*(1+q.marked))}
	e.factorial, e.reciprocal = f.Factorials(q.n)
	e.cells = make([][]uint64, len(q.digits))
	e.cells[0] = []uint64{f.One}
	for place := 1; place < len(q.digits); place++ {
		t, stride := 0, 1
		for q.digits[place][t] == 0 {
			stride *= q.types[t].exceeded + 1
			t++
		}
		others, tail := e.cells[place-stride], e.tail(q.types[t].most, q.types[t].size)
		x := f.Product(others, tail, len(others)+len(tail)-1)
		by := f.Sub(0, f.Invert(f.From(uint64(q.digits[place][t]))))
		for i := range x {
			x[i] = f.Mul(x[i], by)
		}
		e.cells[place] = x
	}
	for _, column := range q.columns {
		e.factors = append(e.factors, e.factor(column.counts[0], []uint64{f.One}))
	}
	return e
}

// count computes the tables, and for each marked type and column those with the value.
func (e *expansion) count(out []uint64) error {
	first := make([]uint64, e.size)
	first[0] = e.One
	e.before = [][]uint64{first}
	for v, k := range e.steps {
		if err := e.budget.Spend(e.each); err != nil {
			return err
		}
		next := make([]uint64, e.size)
		e.spread(next, e.before[v], e.factors[k])
		e.before = append(e.before, next)
	}
	out[0] = e.dot(e.before[len(e.steps)], e.tables(-1))
	columns := len(e.columns)
	for t := range e.marked {
		if err := e.mark(t, out[1+t*columns:1+(t+1)*columns]); err != nil {
			return err
		}
	}
	return nil
}

// mark counts the tables in which a person of a cell of a type has each value. The cell,
// which is taken out, is exceeded by that value, by another one before or after it, or not
// at all. Products of the values before are there with (once) and without (before) that
// one of them exceeds it; and of those after, as linear functions of such products, what
// they become in the end if none exceeds it from there on (none) and if one does (later).
func (e *expansion) mark(t int, out []uint64) error {
	c := e.types[t]
	other := e.exceeding(c.most, c.size)
	// The person has the value, y, and so may most−1 of the others at most.
	own := append([]uint64{0}, e.exceeding(c.most-1, c.size)...)
	own[1] = e.One
	alone := []uint64{0, e.One}

	exceeding := make([][][]uint64, len(e.columns))
	for k, column := range e.columns {
		exceeding[k] = e.factor(column.counts[0], other)
	}
	once := [][]uint64{make([]uint64, e.size)}
	for v, k := range e.steps {
		next := make([]uint64, e.size)
		e.spread(next, once[v], e.factors[k])
		e.spread(next, e.before[v], exceeding[k])
		once = append(once, next)
	}
	none, later := e.tables(t), make([]uint64, e.size)
	for v, k := range slices.Backward(e.steps) {
		if v == 0 || e.steps[v-1] != k {
			count := e.columns[k].counts[0]
			with := e.factor(count, alone)
			at := make([]uint64, e.size)
			e.gather(at, none, e.factor(count, own))
			e.gather(at, later, with)
			sum := e.dot(e.before[v], at)
			clear(at)
			e.gather(at, none, with)
			out[k] = e.Add(sum, e.dot(once[v], at))
		}
		if err := e.budget.Spend(e.each); err != nil {
			return err
		}
		nextNone, nextLater := make([]uint64, e.size), make([]uint64, e.size)
		e.gather(nextNone, none, e.factors[k])
		e.gather(nextLater, later, e.factors[k])
		e.gather(nextLater, none, exceeding[k])
		none, later = nextNone, nextLater
	}
	return nil
}

// exceeding returns −Σ_(k>b) (−1)^(k−b−1)·C(k−1, b)·C(g−1, k)·y^k, from y^0 on: those of the
// others of a cell of g who exceed a bound.
func (e *expansion) exceeding(b, g int64) []uint64 {
	all := append(make([]uint64, b+1), e.tail(b, g-1)...)
	for i, x := range all {
		all[i] = e.Sub(0, x)
	}
	return all
}

// tail returns the coefficients (−1)^(k−b−1)·C(k−1, b)·C(n, k) of y^k, k from b+1 to n.
func (e *expansion) tail(b, n int64) []uint64 {
	all := []uint64{}
	for k := b + 1; k <= n; k++ {
		x := e.Mul(e.choose(k-1, b), e.choose(n, k))
		if (k-b)%2 == 0 {
			x = e.Sub(0, x)
		}
		all = append(all, x)
	}
	return all
}

func (e *expansion) choose(n, k int64) uint64 {
	return e.Mul(e.factorial[n], e.Mul(e.reciprocal[k], e.reciprocal[n-k]))
}

// factor returns G_v for a count, with y^k/(c_v−k)! for the terms of besides(y) times
// those of the cells: at each place, the coefficients from y^least on.
func (e *expansion) factor(count int64, besides []uint64) [][]uint64 {
	all := make([][]uint64, len(e.cells))
	for place, cells := range e.cells {
		least := e.least[place]
		if least > count {
			continue
		}
		x := e.Product(cells, besides, int(count-least+1))
		for i := range x {
			x[i] = e.Mul(x[i], e.reciprocal[count-least-int64(i)])
		}
		all[place] = x
	}
	return all
}

// pairs visits all places of a polynomial that multiplying with another leads from and to.
func (e *expansion) pairs(by [][]uint64, visit func(from, to []int, factor []uint64)) {
	for place, factor := range by {
		if len(factor) == 0 {
			continue
		}
	from:
		for from := range len(e.digits) - place {
			for t, n := range e.digits[place] {
				if n+e.digits[from][t] > e.types[t].exceeded {
					continue from
				}
			}
			to := from + place
			visit(e.start[from:from+2], e.start[to:to+2], factor)
		}
	}
}

// spread adds the product of x and a polynomial to y.
func (e *expansion) spread(y, x []uint64, by [][]uint64) {
	e.pairs(by, func(from, to []int, factor []uint64) {
		into := y[to[0]:to[1]]
		for i, a := range x[from[0]:from[1]] {
			if a == 0 || i >= len(into) {
				continue
			}
			for j, b := range factor[:min(len(factor), len(into)-i)] {
				into[i+j] = e.Add(into[i+j], e.Mul(a, b))
			}
		}
	})
}

// gather adds to y what x, a linear function of polynomials, is of the products with a
// polynomial: the transpose of spread.
func (e *expansion) gather(y, x []uint64, by [][]uint64) {
	e.pairs(by, func(from, to []int, factor []uint64) {
		values := x[to[0]:to[1]]
		into := y[from[0]:from[1]]
		for i := range into[:min(len(into), len(values))] {
			sum := into[i]
			for j, b := range factor[:min(len(factor), len(values)-i)] {
				sum = e.Add(sum, e.Mul(values[i+j], b))
			}
			into[i] = sum
		}
	})
}

func (e *expansion) dot(x, y []uint64) uint64 {
	sum := uint64(0)
	for i, a := range x {
		sum = e.Add(sum, e.Mul(a, y[i]))
	}
	return sum
}

// tables returns what the coefficients count when a cell of a type is taken out; of none if
// that is -1.
func (e *expansion) tables(without int) []uint64 {
	all := make([]uint64, e.size)
places:
	for place, digits := range e.digits {
		ways := e.One
		for t, j := range digits {
			m := len(e.types[t].cells)
			if t == without {
				m--
			}
			if j > m {
				continue places
			}
			ways = e.Mul(ways, e.Mul(e.factorial[m], e.reciprocal[m-j]))
		}
		left := e.n - e.least[place]
		for i := e.start[place]; i < e.start[place+1]; i++ {
			all[i] = e.Mul(ways, e.factorial[left])
			left--
		}
	}
	return all
}
