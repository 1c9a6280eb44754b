package classes

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"skyline/engine/jump/tables"
)

// Counter computes disclosure sets of an instance, and keeps what it has computed. It may
// not be used by several goroutines at once.
type Counter struct {
	in      *Instance
	wrong   error // with the instance
	limit   float64
	visited float64
	levels  [][]*level // by j

	ctx   context.Context // of the current call
	width int             // words of a number there
	spare int             // bits that numbers are longer than needed, for tests
}

// New returns a counter that visits at most limit classes in all its life.
func New(in *Instance, limit float64) *Counter {
	return &Counter{in: in, wrong: in.check(), limit: limit, levels: make([][]*level, len(in.Generalizations)+1)}
}

// Visited returns how many classes were visited so far.
func (c *Counter) Visited() float64 { return c.visited }

// refuseAt is how many times the limit the forecast has to be for nothing to be tried: it
// is an estimate only.
const refuseAt = 100

// Disclosure returns the disclosure set of generalization i for a table with the signature
// counts[group][value]: the tables of its permutation set for which the walk by Step from
// generalization 1 comes to i. Those for which it jumps over i or stops before are not in
// it; for i = 1 it is the permutation set. The result may share numbers and must not be
// changed.
//
// It takes time by the number of classes visited, and for each by cells × values; memory
// for the different ones of the levels above the first, for each by cells × values × steps.
//
// Errors: ErrTooLarge beyond the limit, those of the context and of Step, and of an instance
// or counts that do not fit.
func (c *Counter) Disclosure(ctx context.Context, i int, counts [][]int64) (*tables.Set, error) {
	if c.wrong != nil {
		return nil, c.wrong
	}
	if err := c.in.checkCounts(i, counts); err != nil {
		return nil, err
	}
	var values []int // that somebody has
	columns := 0
	if len(counts) > 0 {
		columns = len(counts[0])
	}
	for v := range columns {
		if slices.ContainsFunc(counts, func(row []int64) bool { return row[v] > 0 }) {
			values = append(values, v)
		}
	}
	l := c.levelOf(i, numbered(c.in.Generalizations[i-1]))
	n := make([]int32, 0, len(counts)*len(values))
	for g := range l.sizes {
		for _, v := range values {
			n = append(n, int32(counts[l.names[g]][v]))
		}
	}
	cl, order := l.enter(n, len(values))
	if !cl.counted && i > 1 {
		if forecast := c.in.Forecast(i, counts); forecast > refuseAt*c.limit {
			return nil, fmt.Errorf("%w: about %.2g to be visited, limit %.2g", ErrTooLarge, forecast, c.limit)
		}
	}
	c.ctx = ctx
	c.prepare(counts, values)
	found, err := c.set(l, cl)
	if err != nil {
		return nil, err
	}
	set := tables.NewSet(len(c.in.Cells), columns)
	set.Tables = found.Tables
	for cell, with := range found.With {
		for k, v := range order {
			set.With[cell][values[v]] = with[k]
		}
	}
	return set, nil
}

// prepare makes room for numbers of the size and classes of the values of a signature.
func (c *Counter) prepare(counts [][]int64, values []int) {
	// All tables with such values are n! / Π n[v]!. Sums over cells and over equal columns
	// are longer by the number of people and of values.
	ways := big.NewInt(1)
	people := int64(0)
	for _, v := range values {
		of := int64(0)
		for _, row := range counts {
			of += row[v]
		}
		people += of
		ways.Mul(ways, new(big.Int).Binomial(people, of))
	}
	c.width = words(ways.BitLen() + big.NewInt(people).BitLen() + big.NewInt(int64(len(values))).BitLen() + c.spare)
}

// class is what is known of a class of a level.
type class struct {
	counted bool
	entries []entry // by next
	stepped bool
	next    int // where its tables that stand at the level's j go
}

// entry is how many tables have q as the next generalization: the first number, and those
// in which a person of a cell has a value of a type, by cell and type.
type entry struct {
	q       int
	numbers []uint64
}

// class returns the class with a key.
func (l *level) class(key []byte) *class {
	cl, ok := l.classes[string(key)]
	if !ok {
		cl = new(class)
		l.classes[string(key)] = cl
	}
	return cl
}

// count computes W for the class that a level works on, cl.
func (c *Counter) count(l *level, cl *class) error {
	if cl.counted || l.j == 1 {
		return nil
	}
	l.sums = make([]entry, 0, 2)
	if err := c.compose(l); err != nil {
		return err
	}
	// Of columns of the same type, and of people of a cell, the sums are over all.
	types := len(l.at.multiplicity)
	for _, e := range l.sums {
		for f, people := range l.fineSizes {
			for t, multiplicity := range l.at.multiplicity {
				k := uint64(multiplicity)
				if l.j == 2 {
					k *= uint64(people)
				}
				natural(e.numbers[(1+f*types+t)*c.width:][:c.width]).div(k)
			}
		}
	}
	slices.SortFunc(l.sums, func(a, b entry) int { return a.q - b.q })
	cl.entries, cl.counted, l.sums = slices.Clip(l.sums), true, nil
	return nil
}

// sum returns the numbers where tables with next generalization q are summed up.
func (c *Counter) sum(l *level, q int) []uint64 {
	for _, e := range l.sums {
		if e.q == q {
			return e.numbers
		}
	}
	e := entry{q, make([]uint64, (1+len(l.fineSizes)*len(l.at.multiplicity))*c.width)}
	l.sums = append(l.sums, e)
	return e.numbers
}
