package mask

import (
	"math"
	"math/big"
	"math/bits"
	"slices"

	"skyline/engine/internal/combinatorics"
	"skyline/engine/internal/modular"
)

// polynomial counts the tables of a nested part under bounds, for few cells of any size.
//
// Let z_i stand for a person of cell i, for all cells but one, and e_v be
//
//	e_v(z) = Σ_n z^n / (Π_i n_i! · (c_v − Σ n_i)!),
//
// the sum over all ways n to spread c_v people with value v that keep to the bounds of
// all cells. Then, s_i being the sizes, there are
//
//	Π s_i! · [z^s] Π_v e_v(z)
//
// tables, and those in which a person of cell i has v have e_v with the weights n_i/s_i.
// Modulo a prime, e_v is evaluated at roots of unity, and products are point by point: for
// each distinct count there and back once. The axis of a cell may be as short as the
// degree of the product allows without that anything wraps around onto z^s.
//
// It takes about d·L·log L steps modulo each of log₂(N!/Π s_i!)/61 primes, L being about
// the product of the degrees and d the number of distinct counts.
type polynomial struct {
	*part
	counts  []int64 // of the columns
	most    []int64 // of the cells
	dropped int     // the cell without an axis
	axes    []int   // the cells with one
	lengths []int
	size    float64
}

// wordsAtMost is how many numbers a method may hold at once: half a gigabyte.
const wordsAtMost = 1 << 26

func newPolynomial(p *part) *polynomial {
	q := &polynomial{part: p, size: 1}
	for _, k := range p.columns {
		q.counts = append(q.counts, k.counts[0])
	}
	lengths := make([]int, len(p.cells))
	for i, c := range p.cells {
		q.most = append(q.most, p.most(i))
		degree := int64(0)
		for k, n := range q.counts {
			degree += min(n, q.most[i]) * int64(len(p.columns[k].values))
		}
		// Exponents that differ by the length are one: s must stay the only of its kind.
		lengths[i] = 1 << bits.Len64(uint64(max(c.size, degree-c.size)))
		if lengths[i] > lengths[q.dropped] || lengths[i] == lengths[q.dropped] && c.size > p.cells[q.dropped].size {
			q.dropped = i
		}
	}
	for i, length := range lengths {
		if i != q.dropped {
			q.axes = append(q.axes, i)
			q.lengths = append(q.lengths, length)
			q.size *= float64(length)
		}
	}
	return q
}

// sizes returns the sizes of all cells.
func (q *polynomial) sizes() []int64 {
	sizes := make([]int64, len(q.cells))
	for i, c := range q.cells {
		sizes[i] = c.size
	}
	return sizes
}

// perPrime is the work modulo a prime.
func (q *polynomial) perPrime() float64 {
	d := float64(len(q.columns))
	return q.size*d*(25+7*math.Log2(q.size)) + 50000 + 20*float64(q.people(0))
}

func (q *polynomial) work() float64 {
	if q.size*float64(2*len(q.columns)+3) > wordsAtMost {
		return math.Inf(1)
	}
	return q.perPrime() * (1 + log2Multinomial(q.sizes())/modular.Bits)
}

// count computes the integers
//
//	K = Π c_v! · [z^s] Π e_v   and   M_iv = (Π c_w!)/c_v · [z^s] e_v^(i) Π_(w≠v) e_w,
//
// e^(i) having the weights n_i, of which there are N!/Π s_i! at most without the bounds.
// The tables are K·Π s_i!/Π c_v!, and those with v for a person of cell i
// M_iv·(c_v/s_i)·Π s_i!/Π c_v!.
func (q *polynomial) count(m *meter) (*result, error) {
	bound, total := combinatorics.Multinomial(q.sizes()), q.total()
	columns, cells := len(q.columns), len(q.cells)
	coefficients, err := numbers(bound, 1+cells*columns, func(f *modular.Field, out []uint64) error {
		return q.residues(m, f, out)
	})
	if err != nil {
		return nil, err
	}
	r := newResult(q.part)
	r.tables.Mul(coefficients[0], total)
	r.tables.Quo(r.tables, bound)
	divisor := new(big.Int)
	for i, c := range q.cells {
		divisor.Mul(bound, big.NewInt(c.size))
		for k := range q.columns {
			with := r.with[i][k].Mul(coefficients[1+i*columns+k], total)
			with.Mul(with, big.NewInt(q.counts[k]))
			with.Quo(with, divisor)
		}
	}
	return r, nil
}

// residues computes K and M.
func (q *polynomial) residues(m *meter, f *modular.Field, out []uint64) error {
	each := q.perPrime() / float64(2*len(q.columns))
	t := f.NewTransform(q.lengths...)
	people := int64(0)
	for k, n := range q.counts {
		people += n * int64(len(q.columns[k].values))
	}
	factorial, reciprocal := f.Factorials(people)
	counts := f.One // Π c_v!
	values := make([][]uint64, len(q.columns))
	before := make([][]uint64, len(q.columns)) // the product of the values before
	product := make([]uint64, t.Size())
	for i := range product {
		product[i] = f.One
	}
	for k, n := range q.counts {
		if err := m.spend(each); err != nil {
			return err
		}
		values[k] = make([]uint64, t.Size())
		q.spreads(t, n, func(at int, spread []int64) {
			values[k][at] = q.weight(f, reciprocal, spread)
		})
		t.Forward(values[k])
		before[k] = make([]uint64, t.Size())
		copy(before[k], product)
		for range q.columns[k].values {
			counts = f.Mul(counts, factorial[n])
			for i, x := range values[k] {
				product[i] = f.Mul(product[i], x)
			}
		}
	}
	for i := range product {
		product[i] = f.One // from here on, of the values after
	}
	target := 0 // the place of z^s
	for j, i := range q.axes {
		target += int(q.cells[i].size) % t.Length(j) * t.Stride(j)
	}
	scale := f.Mul(counts, t.Scale())
	for k, n := range slices.Backward(q.counts) {
		if err := m.spend(each); err != nil {
			return err
		}
		others := before[k]
		for i, x := range product {
			others[i] = f.Mul(others[i], x)
		}
		for again := range q.columns[k].values {
			if again > 0 {
				for i, x := range values[k] {
					others[i] = f.Mul(others[i], x)
				}
			}
			for i, x := range values[k] {
				product[i] = f.Mul(product[i], x)
			}
		}
		t.Backward(others)
		tables := uint64(0)
		with := make([]uint64, len(q.cells))
		q.spreads(t, n, func(at int, spread []int64) {
			w := f.Mul(q.weight(f, reciprocal, spread), others[target-at])
			tables = f.Add(tables, w)
			for i, people := range spread {
				with[i] = f.Add(with[i], f.Mul(w, f.From(uint64(people))))
			}
		})
		out[0] = f.Mul(tables, scale)
		share := f.Mul(scale, f.Invert(f.From(uint64(n))))
		for i := range with {
			out[1+i*len(q.columns)+k] = f.Mul(with[i], share)
		}
	}
	return nil
}

// weight returns 1/Π n_i!.
func (q *polynomial) weight(f *modular.Field, reciprocal []uint64, spread []int64) uint64 {
	w := f.One
	for _, n := range spread {
		w = f.Mul(w, reciprocal[n])
	}
	return w
}

// spreads visits all ways to spread people over the cells, none above what its cell may
// have, with the place of their exponents.
func (q *polynomial) spreads(t *modular.Transform, people int64, visit func(at int, spread []int64)) {
	spread := make([]int64, len(q.cells))
	var next func(j, at int, left int64)
	next = func(j, at int, left int64) {
		if j == len(q.axes) {
			if left <= q.most[q.dropped] {
				spread[q.dropped] = left
				visit(at, spread)
			}
			return
		}
		i := q.axes[j]
		for n := range min(left, q.most[i]) + 1 {
			spread[i] = n
			next(j+1, at+int(n)*t.Stride(j), left-n)
		}
	}
	next(0, 0, people)
}

// log2Multinomial is the binary logarithm of the number of arrangements, for forecasts.
func log2Multinomial(counts []int64) float64 { return combinatorics.LogMultinomial(counts) / math.Ln2 }
