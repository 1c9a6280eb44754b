package mask

import (
	"math"
	"math/big"

	"skyline/engine/jump/tables"
)

// plan is how the parts of a component are going to be counted.
type plan struct {
	parts    []*part
	forecast Forecast
}

// plan chooses the methods.
func (c *Component) plan(p tables.Property) *plan {
	parts, possible := c.partsFor(p)
	all := &plan{parts: parts, forecast: Forecast{Method: Free, Possible: possible}}
	if possible == tables.No {
		all.forecast.Method = Impossible
		return all
	}
	most := 0.0
	for _, part := range all.parts {
		part.choose()
		all.forecast.Work += part.work
		if len(part.sets) > 0 && part.work >= most {
			most = part.work
			all.forecast.Method = part.method
		}
	}
	return all
}

// partsFor returns the parts to count apart, and whether any table passes.
func (c *Component) partsFor(p tables.Property) ([]*part, tables.Verdict) {
	r := c.reduce(p)
	if r.impossible {
		return nil, tables.No
	}
	parts, verdict := r.parts(), tables.Yes
	for _, part := range parts {
		if verdict = verdict.And(part.possible()); verdict == tables.No {
			return nil, verdict
		}
	}
	return parts, verdict
}

// choose takes the cheapest method that applies.
func (p *part) choose() {
	defer func() { p.work += p.workOfTotal() }()
	if len(p.sets) == 0 {
		p.method = Free
		return
	}
	p.method, p.work = Remainders, newRemainders(p).work()
	cheaper := func(method string, work float64) {
		if work < p.work || math.IsNaN(p.work) {
			p.method, p.work = method, work
		}
	}
	if p.rule.capped || p.rule.distinct > 0 {
		if q := newCapacities(p); q != nil {
			cheaper(Capacities, q.work())
		}
	}
	if p.rule.capped && p.nested() {
		if q := newPolynomial(p); q.size < wordsAtMost {
			cheaper(Polynomial, q.work())
		}
		if q := newPinned(p); q != nil {
			cheaper(Pinned, q.work())
		}
	}
	if math.IsNaN(p.work) {
		p.work = math.Inf(1)
	}
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

// count counts by the method that was chosen.
func (p *part) count(m *meter) (*result, error) {
	switch p.method {
	case Polynomial:
		return newPolynomial(p).count(m)
	case Pinned:
		return newPinned(p).count(m)
	case Capacities:
		return newCapacities(p).count(m)
	case Remainders:
		return newRemainders(p).count(m)
	}
	return p.countFree(), nil
}

// countFree counts all tables.
func (p *part) countFree() *result {
	r := newResult(p)
	r.tables = p.total()
	for i, c := range p.cells {
		people := big.NewInt(p.people(c.group))
		for k, column := range p.columns {
			with := r.with[i][k].Mul(r.tables, big.NewInt(column.counts[c.group]))
			with.Quo(with, people)
		}
	}
	return r
}
