package counting

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"skyline/engine/internal/budget"
	"skyline/engine/jump/beliefs"
)

// method is a way to count the tables of a part that pass.
type method interface {
	// forecast is about how many steps it takes; it may be +Inf.
	forecast() float64
	// count returns the tables that pass, by the part's cells and columns: of the values of a
	// column, in how many a person has a given one.
	count(b *budget.Budget) (*beliefs.Set, error)
}

// methods are all that there are. Each is nil for a part to which it does not apply.
var methods = []struct {
	name string
	of   func(*part) method
}{
	{"pinned", newPinned},
	{"capacities", newCapacities},
	{"remainders", newRemainders},
}

// Methods returns the names that Component.Without may have.
func Methods() []string {
	var names []string
	for _, m := range methods {
		names = append(names, m.name)
	}
	return names
}

// plan is how a component is going to be counted.
type plan struct {
	parts    []*part
	methods  []method // of the parts; nil where nothing can be violated, or no method applies
	work     float64
	possible beliefs.Verdict
}

// plan takes the cheapest methods.
func (c *Component) plan(p beliefs.Property) *plan {
	all := &plan{}
	all.parts, all.possible = c.parts(p)
	if all.possible == beliefs.No {
		return all
	}
	for _, part := range all.parts {
		m, work := part.cheapest(c.Without)
		all.methods = append(all.methods, m)
		all.work += work + part.workOfTotal()
	}
	return all
}

// cheapest returns the method that takes the fewest steps, and how many. Where no set can
// be violated, none is needed.
func (p *part) cheapest(without []string) (method, float64) {
	if len(p.sets) == 0 {
		return nil, 0
	}
	var best method
	least := math.Inf(1)
	for _, known := range methods {
		if slices.Contains(without, known.name) {
			continue
		}
		if m := known.of(p); m != nil {
			if work := m.forecast(); best == nil || work < least {
				best, least = m, work
			}
		}
	}
	return best, least
}

// workOfTotal is what it takes to compute the number of all tables.
func (p *part) workOfTotal() float64 {
	work := 0.0
	for h := range p.groups {
		people := float64(p.people(h))
		work += people * people / 50
	}
	return work
}

// count counts by a method, if one is needed.
func (p *part) count(m method, b *budget.Budget) (*beliefs.Set, error) {
	switch {
	case len(p.sets) == 0:
		return p.all(), nil
	case m == nil:
		return nil, fmt.Errorf("%w: no method applies", budget.ErrTooLarge)
	}
	return m.count(b)
}

// all returns all tables.
func (p *part) all() *beliefs.Set {
	set := p.newSet()
	set.Tables = p.total()
	for i, c := range p.cells {
		people := big.NewInt(p.people(c.group))
		for k, column := range p.columns {
			with := set.With[i][k].Mul(set.Tables, big.NewInt(column.counts[c.group]))
			with.Quo(with, people)
		}
	}
	return set
}
