package profile

import (
	"encoding/binary"
	"math/big"
	"slices"
)

// maxRun bounds how many values may be taken together, for the orders of these to fit
// into 64 bits.
const maxRun = 20

// profile is the classes of a group of i that pass in e, by the numbers that decide. Two
// groups with the same sizes and the same counts, in any order, share it.
type profile struct {
	shapes []*shape // of its units
	counts []int64  // in descending order, positive
	// Values with the same count are interchangeable. They are a run, and of the classes
	// that differ by their order only one is enumerated.
	run     []int   // of each value
	lengths []int64 // of each run
	entries []entry
	index   map[string]int
}

// entry is classes of a group of i with the same alpha, not 0, and tau.
type entry struct {
	verdict
	// How many tables they have, and how many of these pass in f.
	tables, passing *big.Int
}

// class is one class while it is enumerated.
type class struct {
	spread  [][]int64 // [unit][value]
	records []*record
	orders  int64 // how many classes differ by the order of values only
}

// newProfile returns an empty profile; counts are in descending order.
func newProfile(l *library, units []unit, counts []int64) *profile {
	p := &profile{index: make(map[string]int)}
	for _, u := range units {
		p.shapes = append(p.shapes, l.shape(u))
	}
	for v, n := range counts {
		if n == 0 {
			break
		}
		if v == 0 || v >= maxRun || n != counts[v-1] {
			p.lengths = append(p.lengths, 0)
		}
		p.counts = append(p.counts, n)
		p.run = append(p.run, len(p.lengths)-1)
		p.lengths[len(p.lengths)-1]++
	}
	return p
}

// fill makes the entries, but for those of which alpha is less than least.
func (p *profile) fill(l *library, least float64) error {
	return p.each(l, func(c *class) error {
		alpha := 1.0
		for _, r := range c.records {
			alpha *= r.a
		}
		if alpha < least || alpha == 0 && !allPass(c) {
			return nil
		}
		key := p.key(l, c)
		i, known := p.index[string(key)]
		if !known {
			i = len(p.entries)
			p.index[string(key)] = i
			p.entries = append(p.entries, entry{verdict: together(c.records), tables: new(big.Int), passing: new(big.Int)})
		}
		e := &p.entries[i]
		all, passing := big.NewInt(c.orders), big.NewInt(c.orders)
		for _, r := range c.records {
			all.Mul(all, r.tables)
			passing.Mul(passing, r.passing)
		}
		e.tables.Add(e.tables, all)
		e.passing.Add(e.passing, passing)
		return nil
	})
}

// allPass reports whether all units have passing tables, so that alpha is not 0.
func allPass(c *class) bool {
	for _, r := range c.records {
		if r.passing.Sign() == 0 {
			return false
		}
	}
	return true
}

// weigh returns in how many tables people have the values: of those of an entry, all
// times its weight less those that pass in f times its other weight.
func (p *profile) weigh(l *library, by weights) (*tally, error) {
	sum := newTally(p)
	times, orders := new(big.Int), new(big.Int)
	err := p.each(l, func(c *class) error {
		if !allPass(c) {
			return nil
		}
		i, known := p.index[string(p.key(l, c))]
		if !known || by.tables[i] == nil {
			return nil
		}
		orders.SetInt64(c.orders)
		sum.addTables(p, c, times.Mul(by.tables[i], orders))
		orders.Neg(orders)
		sum.addPassing(p, c, times.Mul(by.passing[i], orders))
		return nil
	})
	return sum, err
}

// key returns a text that only classes with equal numbers share, valid until the next
// call.
func (p *profile) key(l *library, c *class) []byte {
	var least *record
	ids := make([]int, 0, 8)
	for _, r := range c.records {
		if r.tau != nil && (least == nil || r.tauID != least.tauID && r.tau.Cmp(least.tau) < 0) {
			least = r
		}
		if r.alphaID != 0 {
			ids = append(ids, r.alphaID)
		}
	}
	slices.Sort(ids)
	l.key = append(l.key[:0], 0)
	if least != nil {
		l.key = binary.AppendUvarint(l.key[:0], uint64(least.tauID))
	}
	for _, id := range ids {
		l.key = binary.AppendUvarint(l.key, uint64(id))
	}
	return l.key
}

// together returns the product of the alphas and the least tau.
func together(records []*record) verdict {
	v := verdict{alpha: big.NewRat(1, 1)}
	for _, r := range records {
		if r.alphaID != 0 {
			v.alpha.Mul(v.alpha, r.alpha)
		}
		if r.tau != nil && (v.tau == nil || r.tau.Cmp(v.tau) < 0) {
			v.tau = r.tau
		}
	}
	v.floats()
	return v
}

// each calls f for every class that passes in e, but one only of those that differ by the
// order of values with equal counts.
func (p *profile) each(l *library, f func(*class) error) error {
	e := &enumeration{p: p, l: l, f: f}
	e.class.spread = make([][]int64, len(p.shapes))
	e.class.records = make([]*record, len(p.shapes))
	e.room = make([]int64, len(p.shapes))
	e.reach = make([][]int64, len(p.counts)+1)
	for v := range e.reach {
		e.reach[v] = make([]int64, len(p.shapes))
	}
	for u, s := range p.shapes {
		e.class.spread[u] = make([]int64, len(p.counts))
		e.room[u] = s.people
		for v, n := range slices.Backward(p.counts) {
			e.reach[v][u] = e.reach[v+1][u] + min(s.bound, n)
		}
		if e.room[u] > e.reach[0][u] {
			return nil
		}
	}
	e.cost = classSteps(len(p.shapes), len(p.counts))
	e.class.orders = 1
	return e.value(0, 0)
}

// enumeration is the classes of a profile, value by value.
type enumeration struct {
	p     *profile
	l     *library
	f     func(*class) error
	class class
	room  []int64   // in each unit, for the values to come
	reach [][]int64 // [value][unit]: how many people this value and later ones may give it
	cost  float64   // of a class
}

// value places the people of value v in all ways. The last twins values had the same
// places.
func (e *enumeration) value(v int, twins int64) error {
	if v < len(e.p.counts) {
		again := v > 0 && e.p.run[v] == e.p.run[v-1]
		return e.unit(v, 0, e.p.counts[v], again, twins)
	}
	for u, s := range e.p.shapes {
		r, err := e.l.record(s, e.class.spread[u])
		if err != nil {
			return err
		}
		if r.tables.Sign() == 0 {
			return nil
		}
		e.class.records[u] = r
	}
	if err := e.l.budget.spend(e.cost); err != nil {
		return err
	}
	return e.f(&e.class)
}

// unit places what is left of value v in unit u and later ones. While same, the value has
// the same count as the one before and so far the same places; it may not have more here.
func (e *enumeration) unit(v, u int, left int64, same bool, twins int64) error {
	if u == len(e.p.shapes) {
		if left > 0 {
			return nil
		}
		if !same {
			twins = 0
		}
		// L!/Πq! for columns of which q are equal, one factor at a time.
		position := int64(1)
		for w := v; w > 0 && e.p.run[w] == e.p.run[w-1]; w-- {
			position++
		}
		orders := e.class.orders
		e.class.orders = orders * position / (twins + 1)
		err := e.value(v+1, twins+1)
		e.class.orders = orders
		return err
	}
	spread, bound := e.class.spread[u], e.p.shapes[u].bound
	most := min(left, bound, e.room[u])
	if same {
		most = min(most, spread[v-1])
	}
	least := max(0, e.room[u]-e.reach[v+1][u])
	if u == len(e.p.shapes)-1 {
		least = max(least, left)
	}
	for n := least; n <= most; n++ {
		spread[v] = n
		e.room[u] -= n
		err := e.unit(v, u+1, left-n, same && n == spread[v-1], twins)
		e.room[u] += n
		if err != nil {
			return err
		}
	}
	return nil
}
