package palm

import (
	"math"
	"slices"
)

const (
	// maxTrades is how often one column of a group may give way to another.
	maxTrades = 12
	// nudge is the shift by which the price of a column is measured.
	nudge = 1.0 / (1 << 10)
)

// trade shifts a column back where that lets another go further for less cost, as long
// as that pays: from the one that gains least, for how close it brings the existence
// probabilities to the bounds, to the one that gains most.
//
// Errors: those of ctx and of presence.NewSet.
func (s *solver) trade(p *problem, at []shift) ([]shift, error) {
	for range maxTrades {
		from, to, err := s.partners(p, at)
		if err != nil || from < 0 || to < 0 || from == to {
			return at, err
		}
		better, err := s.exchange(p, at, from, to)
		if err != nil || better == nil {
			return at, err
		}
		at = better
	}
	return at, nil
}

// exchange shifts one column back, by all or by less, and another as far as that allows;
// it returns what costs least, nil if nothing costs less.
//
// Errors: those of ctx and of presence.NewSet.
func (s *solver) exchange(p *problem, at []shift, from, to int) (better []shift, err error) {
	least := p.cost(at)
	for _, part := range []float64{0, 1. / 2, 3. / 4, 7. / 8} {
		next := slices.Clone(at)
		next[from] = p.columns[from].near(part * at[from].float())
		ok, _, err := s.judge(p, next)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue // to go back may miss a bound as well
		}
		if next, err = s.line(p, next, []int{to}, false); err != nil {
			return nil, err
		}
		if cost := p.cost(next); cost < least*(1-1e-6) {
			better, least = next, cost
		}
	}
	return better, nil
}

// partners returns the column that gains least for what it takes, among those that are
// shifted at all, and that which gains most; -1 for none.
//
// Errors: those of ctx and of presence.NewSet.
func (s *solver) partners(p *problem, at []shift) (from, to int, err error) {
	from, to = -1, -1
	_, slack, err := s.judge(p, at)
	if err != nil {
		return from, to, err
	}
	least, most := math.Inf(1), math.Inf(-1)
	for d := range at {
		t, step := at[d].float(), nudge
		if t+step > 1 {
			step = -step
		}
		next := slices.Clone(at)
		next[d] = p.columns[d].near(t + step)
		_, nudged, err := s.judge(p, next)
		if err != nil {
			return from, to, err
		}
		gain := (p.columns[d].cost(t) - p.columns[d].cost(t+step)) / step
		price := (slack - nudged) / step
		rate := math.Inf(1) // it costs nothing
		if price > 0 {
			rate = gain / price
		}
		if at[d].num > 0 && rate < least {
			from, least = d, rate
		}
		if at[d].num < at[d].den && gain > 0 && rate > most {
			to, most = d, rate
		}
	}
	return from, to, nil
}

// near returns a shift by about a part t of the way.
func (c *column) near(t float64) shift {
	switch {
	case t <= 0:
		return shift{0, 1}
	case t >= 1:
		return shift{1, 1}
	}
	den := int64(fineness)
	for !c.allows(den) {
		den /= 2
	}
	return shift{int64(t * float64(den)), den}
}
