package loglinear

import (
	"context"
	"math"
)

// Measure computes entropies and divergences of the distribution of a counted
// table. It remembers what it has computed; it must not be used by several
// goroutines at a time, and the cells must not be changed.
type Measure struct {
	// MaxCells and MaxRounds bound the estimates that have no closed form: the
	// cells that they are fitted on, and how often. 0 stands for DefaultMaxCells
	// and DefaultMaxRounds.
	MaxCells, MaxRounds int
	// Workers is how many goroutines may work; 0 means 1. No result depends on it.
	Workers int

	cells     *Cells
	people    int64
	entropies map[string]float64
	tally     tally // of the cells' own counts
	parts     partitions
	draws     []*draw
	checked   []checked
}

// NewMeasure returns a Measure of distinct cells, such as pass Check and come
// from Sort.
func NewMeasure(c *Cells) *Measure {
	m := &Measure{cells: c, people: c.People(), entropies: map[string]float64{}}
	for _, k := range c.Counts {
		m.tally.add(k, 1)
	}
	m.tally.merge()
	m.parts.init(c)
	return m
}

// entropy returns the entropy of a set of attributes, ascending, in nats:
//
//	H(A) = -Σ_x p(x) ln p(x)
//
// where x are the values that occur in A and p(x) is the share of the people who
// have them. It is in [0, ln people], and NaN without people. Equal tables have
// equal entropies, to the last bit, in whatever order their cells are.
//
// The cells are split by one attribute at a time, starting from the split by a
// subset of A that has been computed before; those that are alone are not looked
// at again. So it takes O(cells · attributes) time at most, without a memory of
// smaller sets, and much less for attributes that tell most people apart.
//
// Errors: that of ctx.
func (m *Measure) entropy(ctx context.Context, set []int) (float64, error) {
	if m.people == 0 {
		return math.NaN(), nil
	}
	key := keyOf(set)
	if h, ok := m.entropies[key]; ok {
		return h, nil
	}
	p, err := m.parts.of(ctx, set)
	if err != nil {
		return 0, err
	}
	// The cells that are alone have their own counts; those of a class together
	// have one.
	t := m.tally.clone()
	counts := m.cells.Counts
	for k := range p.len() {
		var together int64
		for _, i := range p.class(k) {
			together += counts[i]
			t.add(counts[i], -1)
		}
		t.add(together, 1)
	}
	h := t.entropy(m.people)
	m.entropies[key] = h
	return h, nil
}
