package profile

import (
	"encoding/binary"
	"math"
	"math/big"
	"slices"

	"skyline/engine/internal/combinatorics"
	"skyline/engine/jump/tables"
)

// unit is what a group of i is enumerated by: a group of e with several groups of f, or
// all those together that are groups of f themselves.
type unit struct {
	sizes  []int64
	people int64
	whole  bool  // the latter
	cells  []int // of the group, in the order of sizes
}

// unitsOf returns the units of a group in a canonical order, the parts that f divides
// first, and the number of its cells.
func unitsOf(g Group) (units []unit, cells int) {
	var whole unit
	whole.whole = true
	for _, p := range g.Parts {
		switch len(p.Sizes) {
		case 0:
		case 1:
			whole.sizes = append(whole.sizes, p.Sizes[0])
			whole.cells = append(whole.cells, cells)
		default:
			u := unit{sizes: slices.Clone(p.Sizes)}
			for i := range p.Sizes {
				u.cells = append(u.cells, cells+i)
			}
			units = append(units, u)
		}
		cells += len(p.Sizes)
	}
	if len(whole.sizes) > 0 {
		units = append(units, whole)
	}
	for i := range units {
		u := &units[i]
		order := make([]int, len(u.sizes))
		for k, s := range u.sizes {
			order[k] = k
			u.people += s
		}
		slices.SortStableFunc(order, func(a, b int) int { return descending(u.sizes[a], u.sizes[b]) })
		sizes, cells := make([]int64, len(order)), make([]int, len(order))
		for k, from := range order {
			sizes[k], cells[k] = u.sizes[from], u.cells[from]
		}
		u.sizes, u.cells = sizes, cells
	}
	slices.SortStableFunc(units, func(a, b unit) int {
		if a.whole != b.whole {
			if a.whole {
				return 1
			}
			return -1
		}
		return slices.Compare(b.sizes, a.sizes)
	})
	return units, cells
}

// record is what there is to know of a unit with certain counts.
type record struct {
	// tables is how many there are (for whole units: that pass in e), passing how many
	// of them pass in f.
	tables, passing *big.Int
	// rows[r][n] is in how many tables a given person has a given value with count n:
	// one row for all cells, or one for each for whole units. passingRows[i][n] is the
	// same for the passing tables and each cell.
	rows, passingRows [][]*big.Int
	verdict
}

// verdict is what of a group of e decides whether a disclosure set under e satisfies the
// property.
type verdict struct {
	// alpha is the share of the passing tables, tau the largest share of passing tables
	// of the whole up to which nobody of the group has a value too often; nil for any.
	alpha, tau *big.Rat
	a, t       float64 // the nearest numbers; t is +Inf for none
	// Equal numbers have equal ids; 0 is alpha = 1 and tau = nil.
	alphaID, tauID int
}

// floats sets a and t.
func (v *verdict) floats() {
	v.a, _ = v.alpha.Float64()
	v.t = math.Inf(1)
	if v.tau != nil {
		v.t, _ = v.tau.Float64()
	}
}

// shape is the records of units with the same sizes.
type shape struct {
	unit
	bounds  []int64
	bound   int64 // for the unit's people of one value
	block   *block
	records map[string]*record
}

type shapeKey struct {
	sizes string
	whole bool
}

// library is all that is known of units.
type library struct {
	property      tables.MaxShare
	pascal        pascal
	shapes        map[shapeKey]*shape
	alphas, taus  map[string]int
	budget        *budget
	onlyVerdicts  bool // drop the rest of records
	size, maxSize int  // of records in all
	key           []byte
	sorted        []int64
}

func newLibrary(p tables.MaxShare, b *budget) *library {
	return &library{
		property: p, budget: b, shapes: make(map[shapeKey]*shape),
		alphas: map[string]int{"1": 0}, taus: make(map[string]int),
	}
}

// shape returns that of a unit.
func (l *library) shape(u unit) *shape {
	key := shapeKey{sizes: keyOf(u.sizes), whole: u.whole}
	s := l.shapes[key]
	if s == nil {
		s = &shape{unit: u, bounds: boundsOf(l.property, u.sizes), records: make(map[string]*record)}
		s.bound = min(l.property.Bound(u.people), u.people)
		if u.whole {
			s.bound = 0
			for _, b := range s.bounds {
				s.bound += b
			}
		}
		l.shapes[key] = s
	}
	return s
}

// record returns that of a unit with counts of values.
func (l *library) record(s *shape, counts []int64) (*record, error) {
	l.sorted = append(l.sorted[:0], counts...)
	slices.SortFunc(l.sorted, descending)
	for len(l.sorted) > 0 && l.sorted[len(l.sorted)-1] == 0 {
		l.sorted = l.sorted[:len(l.sorted)-1]
	}
	l.key = l.key[:0]
	for _, n := range l.sorted {
		l.key = binary.AppendUvarint(l.key, uint64(n))
	}
	if r := s.records[string(l.key)]; r != nil {
		return r, nil
	}
	// Where no table passes, no polynomials are needed to know it.
	if feasible(s.sizes, s.bounds, l.sorted) {
		if err := l.budget.spend(blockSteps(s.sizes, len(l.sorted))); err != nil {
			return nil, err
		}
		if s.block == nil {
			s.block = newBlock(s.sizes, s.bounds, &l.pascal)
		}
	}
	r := l.measure(s, l.sorted)
	if l.onlyVerdicts {
		r.tables, r.passing, r.rows, r.passingRows = nil, nil, nil, nil
		if l.size++; l.size > l.maxSize {
			for _, other := range l.shapes {
				clear(other.records)
			}
			l.size = 1
		}
	}
	s.records[string(l.key)] = r
	return r, nil
}

func (l *library) measure(s *shape, counts []int64) *record {
	r := new(record)
	if s.block == nil || !feasible(s.sizes, s.bounds, counts) {
		r.passing, r.passingRows = new(big.Int), make([][]*big.Int, len(s.sizes))
		for i := range r.passingRows {
			r.passingRows[i] = zeroRow(counts)
		}
	} else {
		r.passing, r.passingRows = s.block.count(counts)
	}
	if s.whole {
		r.tables, r.rows = r.passing, r.passingRows
		r.alpha = big.NewRat(1, 1)
		r.floats()
		return r
	}
	r.tables = combinatorics.Multinomial(counts)
	row := zeroRow(counts)
	for _, n := range counts {
		row[n].Quo(row[n].Mul(r.tables, big.NewInt(n)), big.NewInt(s.people))
	}
	r.rows = [][]*big.Int{row}
	r.alpha = new(big.Rat).SetFrac(r.passing, r.tables)
	if r.passing.Sign() > 0 {
		r.tau = l.tau(s, r, counts)
	}
	r.alphaID = l.id(l.alphas, r.alpha)
	if r.tau != nil {
		r.tauID = l.id(l.taus, r.tau)
	}
	r.floats()
	return r
}

func zeroRow(counts []int64) []*big.Int {
	if len(counts) == 0 {
		return []*big.Int{nil}
	}
	row := make([]*big.Int, counts[0]+1)
	for _, n := range counts {
		row[n] = new(big.Int)
	}
	return row
}

// tau returns the least, over the group's people and values, of
//
//	(δ − r) / (δ − q)
//
// where r is the value's share in the group, q the person's of it in the passing tables,
// and δ the largest share allowed. Without a share α of all tables, those that pass
// everywhere, the person has it in (r − α·q) / (1 − α) of the rest, which is at most δ if
// and only if α is at most that or q = δ; q > δ is impossible. For q ≥ r it is at least 1
// and allows any α. It is never 0: if r = δ and tables pass, then δ of the people of every
// cell have the value in all of these, and q = δ.
func (l *library) tau(s *shape, r *record, counts []int64) *big.Rat {
	delta := l.property.Share
	var least *big.Rat
	share, conditional, quotient := new(big.Rat), new(big.Rat), new(big.Rat)
	for v, n := range counts {
		if v > 0 && n == counts[v-1] {
			continue
		}
		share.SetFrac64(n, s.people)
		for _, row := range r.passingRows {
			if conditional.SetFrac(row[n], r.passing).Cmp(share) >= 0 {
				continue
			}
			quotient.Quo(quotient.Sub(delta, share), conditional.Sub(delta, conditional))
			if least == nil || quotient.Cmp(least) < 0 {
				least = new(big.Rat).Set(quotient)
			}
		}
	}
	return least
}

// id numbers the texts of a map: 0 is kept for what the map starts with or lacks.
func (l *library) id(ids map[string]int, number *big.Rat) int {
	if l.onlyVerdicts {
		return 0
	}
	text := number.RatString()
	id, known := ids[text]
	if !known {
		id = len(ids) + 1
		ids[text] = id
	}
	return id
}
