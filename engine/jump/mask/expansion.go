package mask

import "skyline/engine/internal/modular"

// expansion is the inclusion and exclusion modulo a prime.
type expansion struct {
	*pinned
	*modular.Field
	factorial, reciprocal []uint64
	// cells[j] are the coefficients of Π (−x_t)^(j_t)/j_t!·β_t^(j_t), from y^least[j] on.
	cells [][]uint64
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

func newExpansion(q *pinned, f *modular.Field) *expansion {
	e := &expansion{pinned: q, Field: f}
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
	return e
}

// value returns G_v for a count, people that E(y) says being pinned besides: at each
// place, the coefficients from y^least on.
func (e *expansion) value(count int64, besides []uint64) [][]uint64 {
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
