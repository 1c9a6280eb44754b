package counting

import (
	"math"

	"skyline/engine/internal/budget"
	"skyline/engine/internal/modular"
	"skyline/engine/jump/beliefs"
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
// In Π_v G_v, the coefficient of x^J·y^K counts Π_t m_t!/(m_t−J_t)! · (N−K)! tables: J_t
// cells of size g_t are exceeded, and K people pinned.
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
	types  []cellType
	marked int // of how many types the tables with a value are counted; see complete
	free   []int
	steps  []int // the columns, once for each of their values
	n      int64 // people
	// The numbers J of exceeded cells of each type are the digits of a place, at which there
	// are the coefficients of y^K, K from least[place] on: from start[place] to
	// start[place+1] of a list of so many.
	digits [][]int
	least  []int64
	start  []int
	size   int
}

// cellType are cells of one size.
type cellType struct {
	size, most int64
	cells      []int
	exceeded   int // how many can be at the same time
}

// wordsAtMost is how many numbers may be held at once: half a gigabyte.
const wordsAtMost = 1 << 26

// placesAtMost keeps the pairs of places few enough.
const placesAtMost = 1 << 13

// newPinned returns nil if the method does not apply.
func newPinned(p *part) method {
	if !p.capped || !p.nested() {
		return nil
	}
	q := &pinned{part: p, n: p.people(0)}
	for k, column := range p.columns {
		for range column.values {
			q.steps = append(q.steps, k)
		}
	}
	if !q.setTypes() || !q.setPlaces() {
		return nil
	}
	return q
}

// setTypes sorts the cells by size, and returns false if two values can exceed the bound of
// one.
func (q *pinned) setTypes() bool {
	for _, blocks := range q.kinds {
		cells := cellsAt(blocks, 0)
		if len(blocks[0].sets) == 0 {
			q.free = cells
			continue
		}
		c := cellType{size: q.cells[cells[0]].size, most: q.most(cells[0]), cells: cells}
		if 2*(c.most+1) <= c.size || c.most < 1 {
			return false
		}
		possible := int64(0)
		for _, k := range q.steps {
			possible += q.columns[k].counts[0] / (c.most + 1)
		}
		c.exceeded = int(min(possible, int64(len(cells))))
		q.types = append(q.types, c)
	}
	q.marked = len(q.types)
	if q.free == nil {
		q.marked--
	}
	return true
}

// setPlaces lays out the coefficients, and returns false if there are too many.
func (q *pinned) setPlaces() bool {
	places := 1
	for _, c := range q.types {
		if places *= c.exceeded + 1; places > placesAtMost {
			return false
		}
	}
	extra := int64(0) // people pinned in the cell that is taken out
	for _, c := range q.types[:q.marked] {
		extra = max(extra, c.size)
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
			return false
		}
	}
	q.start = append(q.start, q.size)
	return true
}

// perPrime estimates the work modulo a prime: the products of coefficients.
func (q *pinned) perPrime() float64 {
	products := 0.0
	for _, k := range q.steps {
		count := q.columns[k].counts[0]
		for place, least := range q.least {
			products += float64(max(0, min(int64(q.start[place+1]-q.start[place]), count-least+1)))
		}
	}
	return 10000 + 6*products*float64(q.size)*float64(1+8*q.marked)/math.Exp2(float64(len(q.types)))
}

func (q *pinned) forecast() float64 {
	if q.size*(2*len(q.steps)+8) > wordsAtMost {
		return math.Inf(1)
	}
	return q.perPrime() * q.words(modular.Bits)
}

func (q *pinned) count(b *budget.Budget) (*beliefs.Set, error) {
	columns := len(q.columns)
	all, err := numbers(q.total(), 1+q.marked*columns, func(f *modular.Field, out []uint64) error {
		return newExpansion(q, f, b).count(out)
	})
	if err != nil {
		return nil, err
	}
	set := q.newSet()
	set.Tables = all[0]
	for t, c := range q.types[:q.marked] {
		for _, i := range c.cells {
			for k := range columns {
				set.With[i][k].Set(all[1+t*columns+k])
			}
		}
	}
	if q.free == nil {
		q.complete(set, q.types[q.marked].cells)
	} else {
		q.complete(set, q.free)
	}
	return set, nil
}
