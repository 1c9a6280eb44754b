package mask

import (
	"math"
	"slices"

	"skyline/engine/internal/modular"
)

// pinned counts the tables of a nested part under bounds of which no two values can exceed
// those of one cell, for many cells of few sizes.
//
// A table counts 1 − Σ_v [v exceeds the bound b of the cell] for each cell, and
//
//	[n > b] = Σ_(k>b) (−1)^(k−b−1)·C(k−1, b)·C(n, k),
//
// so that for each cell that is exceeded k people with the value can be pinned and all
// others be anybody. With m_t cells of size g_t and bound b_t, t = 1, …, T, let
//
//	β_t(y) = Σ_(k>b_t) (−1)^(k−b_t−1)·C(k−1, b_t)·C(g_t, k)·y^k,
//	G_v    = Σ_j Π_t (−x_t)^(j_t)/j_t! · Σ_k [y^k]Π_t β_t^(j_t) · y^k/(c_v−k)!.
//
// In Π_v G_v, the coefficient of x^J·y^K counts Π_t m_t!/(m_t−J_t)! · (N−K)! tables.
//
// For a person of a cell of type t who has v, the cell is taken out; the person is pinned,
// and of the g−1 others of the cell k people with w for y_w^k in
//
//	1 − Σ_(k≥b) (−1)^(k−b)·C(k−1, b−1)·C(g−1, k)·y_v^k − Σ_(w≠v) Σ_(k>b) (−1)^(k−b−1)·C(k−1, b)·C(g−1, k)·y_w^k,
//
// that is, how often none of them exceeds the bound.
//
// It is polynomial in the people and the values. The terms alternate and are large, which
// residues do not mind.
type pinned struct {
	*part
	types []cellType
	free  int     // the cell in no set; -1 if there is none
	steps []int64 // the counts of all values
	of    []int   // the columns of the steps
	n     int64
	// The numbers J of exceeded cells of each type are the digits of a place. At each place
	// there are the coefficients of y^K, K from least[place] on.
	digits [][]int
	least  []int64
	start  []int // where the coefficients of a place start
	size   int
}

// cellType are cells of one size.
type cellType struct {
	size, most int64
	cells      []int
	exceeded   int // how many can be at the same time
}

// placesAtMost keeps the pairs of places few enough.
const placesAtMost = 1 << 13

// newPinned returns nil if the method does not apply.
func newPinned(p *part) *pinned {
	q := &pinned{part: p, free: -1, n: p.people(0)}
	for k, column := range p.columns {
		for range column.values {
			q.steps = append(q.steps, column.counts[0])
			q.of = append(q.of, k)
		}
	}
	for _, b := range p.blocks {
		i := b.cells[0]
		if len(b.sets) == 0 {
			q.free = i
			continue
		}
		if n := len(q.types); n > 0 && q.types[n-1].size == p.cells[i].size {
			q.types[n-1].cells = append(q.types[n-1].cells, i)
			continue
		}
		most := p.most(i)
		if 2*(most+1) <= p.cells[i].size || most < 1 {
			return nil
		}
		q.types = append(q.types, cellType{size: p.cells[i].size, most: most, cells: []int{i}})
	}
	places := 1
	for t := range q.types {
		c := &q.types[t]
		possible := int64(0)
		for _, n := range q.steps {
			possible += n / (c.most + 1)
		}
		c.exceeded = int(min(possible, int64(len(c.cells))))
		if places *= c.exceeded + 1; places > placesAtMost {
			return nil
		}
	}
	extra := int64(0) // people pinned in the cell that is taken out
	for _, t := range q.marked() {
		extra = max(extra, q.types[t].size)
	}
	for place := range places {
		digits := make([]int, len(q.types))
		least, length := int64(0), 1+extra
		for t, c := range q.types {
			digits[t] = place % (c.exceeded + 1)
			place /= c.exceeded + 1
			least += int64(digits[t]) * (c.most + 1)
			length += int64(digits[t]) * (c.size - c.most - 1)
		}
		q.digits = append(q.digits, digits)
		q.least = append(q.least, least)
		q.start = append(q.start, q.size)
		q.size += int(max(0, min(length, q.n-least+1)))
		if q.size > wordsAtMost {
			return nil
		}
	}
	q.start = append(q.start, q.size)
	return q
}

// marked returns the types of which the tables with a value are counted. One kind of cells
// follows from the others: in all cells together there are as many people with the value
// as there are.
func (q *pinned) marked() []int {
	n := len(q.types)
	if q.free < 0 {
		n--
	}
	marked := make([]int, n)
	for t := range marked {
		marked[t] = t
	}
	return marked
}

// perPrime estimates the work modulo a prime: the products of coefficients.
func (q *pinned) perPrime() float64 {
	products := 0.0
	for k, column := range q.columns {
		terms := 0.0
		for place, least := range q.least {
			if least <= q.columns[k].counts[0] {
				terms += float64(min(int64(q.start[place+1]-q.start[place]), q.columns[k].counts[0]-least+1))
			}
		}
		products += terms * float64(len(column.values))
	}
	return 10000 + 6*products*float64(q.size)*float64(1+8*len(q.marked()))/math.Exp2(float64(len(q.types)))
}

func (q *pinned) work() float64 {
	if q.size*(2*len(q.steps)+8) > wordsAtMost {
		return math.Inf(1)
	}
	return q.perPrime() * (1 + log2Multinomial(q.group(0))/modular.Bits)
}

func (q *pinned) count(m *meter) (*result, error) {
	columns := len(q.columns)
	kinds := len(q.types) + 1 // the last are the people in no set
	all, err := numbers(q.total(), 1+kinds*columns, func(f *modular.Field, out []uint64) error {
		return q.residues(m, f, out)
	})
	if err != nil {
		return nil, err
	}
	r := newResult(q.part)
	r.tables = all[0]
	for kind := range kinds {
		cells := []int{q.free}
		if kind < len(q.types) {
			cells = q.types[kind].cells
		}
		for _, i := range cells {
			if i >= 0 {
				for k := range columns {
					r.with[i][k].Set(all[1+kind*columns+k])
				}
			}
		}
	}
	return r, nil
}

// residues computes the tables, and for each type and column those with the value; then
// for the people in no set.
func (q *pinned) residues(m *meter, f *modular.Field, out []uint64) error {
	e := newExpansion(q, f)
	values := make([][][]uint64, len(q.columns))
	for k, column := range q.columns {
		values[k] = e.value(column.counts[0], []uint64{f.One})
	}
	before := [][]uint64{make([]uint64, q.size)}
	before[0][0] = f.One
	each := q.perPrime() / float64(len(q.of)*(1+len(q.marked())))
	for v, k := range q.of {
		if err := m.spend(each); err != nil {
			return err
		}
		next := make([]uint64, q.size)
		e.spread(next, before[v], values[k])
		before = append(before, next)
	}
	out[0] = e.dot(before[len(q.of)], e.tables(-1))
	columns := len(q.columns)
	for _, t := range q.marked() {
		if err := e.mark(m, each, t, values, before, out[1+t*columns:1+(t+1)*columns]); err != nil {
			return err
		}
	}
	// What is left of c_v in all tables.
	derived, people := len(q.types), int64(0)
	if q.free >= 0 {
		people = q.cells[q.free].size
	} else {
		derived--
		people = q.types[derived].size * int64(len(q.types[derived].cells))
	}
	share := f.Invert(f.From(uint64(people)))
	for k, column := range q.columns {
		rest := f.Mul(out[0], f.From(uint64(column.counts[0])))
		for _, t := range q.marked() {
			among := q.types[t].size * int64(len(q.types[t].cells))
			rest = f.Sub(rest, f.Mul(f.From(uint64(among)), out[1+t*columns+k]))
		}
		out[1+derived*columns+k] = f.Mul(rest, share)
	}
	return nil
}

// mark counts the tables in which a person of a cell of a type has each value. The cell is
// exceeded by that value or by another, or not at all, so that products up to a value are
// kept with and without that it is by one of those.
func (e *expansion) mark(m *meter, each float64, marked int, values [][][]uint64, before [][]uint64, out []uint64) error {
	c := e.types[marked]
	minus := func(x []uint64) []uint64 {
		for i := range x {
			x[i] = e.Sub(0, x[i])
		}
		return x
	}
	other := minus(append(make([]uint64, c.most+1), e.tail(c.most, c.size-1)...))
	// The person has the value, and so may most−1 of the others at most.
	own := minus(append(make([]uint64, c.most+1), e.tail(c.most-1, c.size-1)...))
	own[1] = e.Add(own[1], e.One)
	alone := []uint64{0, e.One}

	exceeding := make([][][]uint64, len(e.columns))
	for k, column := range e.columns {
		exceeding[k] = e.value(column.counts[0], other)
	}
	once := [][]uint64{make([]uint64, e.size)}
	for v, k := range e.of {
		next := make([]uint64, e.size)
		e.spread(next, once[v], values[k])
		e.spread(next, before[v], exceeding[k])
		once = append(once, next)
	}
	none, later := e.tables(marked), make([]uint64, e.size)
	for v, k := range slices.Backward(e.of) {
		if v == 0 || e.of[v-1] != k {
			count := e.columns[k].counts[0]
			with := e.value(count, alone)
			at := make([]uint64, e.size)
			e.gather(at, none, e.value(count, own))
			e.gather(at, later, with)
			sum := e.dot(before[v], at)
			clear(at)
			e.gather(at, none, with)
			out[k] = e.Add(sum, e.dot(once[v], at))
		}
		if err := m.spend(each); err != nil {
			return err
		}
		nextNone, nextLater := make([]uint64, e.size), make([]uint64, e.size)
		e.gather(nextNone, none, values[k])
		e.gather(nextLater, later, values[k])
		e.gather(nextLater, none, exceeding[k])
		none, later = nextNone, nextLater
	}
	return nil
}
