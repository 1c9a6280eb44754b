package classes

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"skyline/engine/internal/combinatorics"
	"skyline/engine/jump/tables"
)

// Counter computes disclosure sets of an instance, and keeps what it has computed. It may
// not be used by several goroutines at once.
type Counter struct {
	in     *Instance
	wrong  error // with the instance
	work   *work
	levels [][]*level // by j
	width  int        // words of a number, for the signatures of the current call

	// only, if there is one, says that the next step from generalization 1 is not asked for:
	// tables go on to 2 of which all groups satisfy it.
	only func(counts []int64) bool

	// Other than usual in tests only:
	most  uint64 // the largest code of a column
	spare int    // bits that numbers are longer than needed
}

// work is what a counter and those of its parts do together.
type work struct {
	ctx            context.Context // of the current call
	limit, visited float64
	lookAt         int64 // after how many classes ctx is looked at
}

// New returns a counter that visits at most limit classes in all its life.
func New(in *Instance, limit float64) *Counter {
	return &Counter{
		in: in, wrong: in.check(), work: &work{limit: limit}, most: math.MaxUint64,
		levels: make([][]*level, len(in.Generalizations)+1),
	}
}

// Visited returns how many classes were visited so far, with those that were given up half
// composed because a group could not be as it had to be.
func (c *Counter) Visited() float64 { return c.work.visited }

// refuseAt is how many times the limit the forecast has to be for nothing to be tried. It is
// an estimate, and hardly ever more than a hundred times too high.
const refuseAt = 10_000

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
	order = slices.Clone(order)
	if !cl.counted && i > 1 {
		if forecast := c.in.Forecast(i, counts); forecast > refuseAt*c.work.limit {
			return nil, fmt.Errorf("%w: about %.2g to be visited, limit %.2g", ErrTooLarge, forecast, c.work.limit)
		}
	}
	c.work.ctx = ctx
	sums := make([]int64, len(values))
	for k, v := range values {
		for _, row := range counts {
			sums[k] += row[v]
		}
	}
	c.prepare(sums)
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

// prepare chooses the width of numbers for signatures with such numbers of people by value.
func (c *Counter) prepare(sums []int64) {
	// All tables with such values are n! / Π n[v]!. Sums over cells and over equal columns
	// are longer by the number of people and of values.
	ways := combinatorics.Multinomial(sums)
	people := int64(0)
	for _, n := range sums {
		people += n
	}
	c.width = words(ways.BitLen() + bits.Len64(uint64(people)) + bits.Len(uint(len(sums))) + c.spare)
	c.work.lookAt = max(1, lookAt/int64(c.width*c.width))
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
	if l.parts != nil {
		return c.countFirst(l, cl)
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
