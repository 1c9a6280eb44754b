package risk

import (
	"context"
	"math"
	"math/big"
	"slices"

	"skyline/engine/exact"
	"skyline/engine/partition"
)

// Likeness is how far the shares of single sensitive values in QI groups are from
// those in the whole table, relative to the latter.
type Likeness struct {
	// Basic is the smallest β for which basic β-likeness holds:
	//
	//	max_j max_v (q_v - p_v) / p_v
	Basic float64
	// Enhanced is the smallest β for which enhanced β-likeness holds, which asks
	// for (q_v - p_v)/p_v <= min(β, -ln p_v) wherever q_v > p_v. That is Basic if
	// no gain exceeds its -ln p_v, and infinite otherwise: then no β will do.
	Enhanced float64
	// Delta is the smallest bound on |ln(q_v/p_v)| over all groups and values;
	// δ-disclosure privacy holds for exactly the δ above it. It is infinite where
	// a group lacks a value, since then q_v = 0.
	Delta float64
	// DeltaPresent is the same over the values that each group has.
	DeltaPresent float64
}

// Likeness returns the measures of likeness of a release with at least one
// value. Where people may have several values, shares are of people who have a
// value.
//
// Basic is correctly rounded; the others are within 1e-12, relatively.
//
// Source: Cao and Karras, "Publishing Microdata with a Robust Privacy
// Guarantee", PVLDB 5(11) (2012); Brickell and Shmatikov, "The Cost of Privacy",
// KDD (2008), whose logarithm is taken to be the natural one.
//
// It runs in time linear in the number of counts.
//
// Errors: that of ctx.
func (r *Release) Likeness(ctx context.Context) (*Likeness, error) {
	most := slices.Repeat([]share{{0, 1}}, len(r.totals))
	least := slices.Repeat([]share{{1, 0}}, len(r.totals))
	l := &Likeness{}
	err := r.each(ctx, func(g *partition.Group) {
		if len(g.Counts) < len(r.totals) {
			l.Delta = math.Inf(1)
		}
		for _, c := range g.Counts {
			s := share{c.N, g.People}
			if most[c.Value].less(s) {
				most[c.Value] = s
			}
			if s.less(least[c.Value]) {
				least[c.Value] = s
			}
		}
	})
	if err != nil {
		return nil, err
	}
	for v, total := range r.totals {
		gain := change(product(most[v].n, r.people), product(most[v].of, total))
		loss := change(product(least[v].of, total), product(least[v].n, r.people))
		l.Basic = max(l.Basic, gain)
		if !GainBelowLog(most[v].n, most[v].of, total, r.people) {
			l.Enhanced = math.Inf(1)
		}
		l.DeltaPresent = max(l.DeltaPresent, math.Log1p(gain), math.Log1p(loss))
	}
	l.Enhanced = max(l.Enhanced, l.Basic)
	l.Delta = max(l.Delta, l.DeltaPresent)
	return l, nil
}

// Gain returns (q-p)/p, or 0 if that is negative, for the shares q = n/of of a value in a
// group and p = total/people in the whole table. It is correctly rounded.
func Gain(n, of, total, people int64) float64 { return change(product(n, people), product(of, total)) }

// GainBelowLog decides exactly whether (q-p)/p <= -ln p if q > p, with the shares of Gain:
// whether exp(q/p - 1) is at most 1/p.
func GainBelowLog(n, of, total, people int64) bool {
	q, p := product(n, people), product(of, total)
	if !p.less(q) {
		return true
	}
	// Most are far from each other. A fraction and a logarithm of one are equal only where
	// both are 0.
	gain, log := change(q, p), math.Log1p(quotient(people-total, total)) // -ln p
	if math.Abs(gain-log) > 1e-12*max(gain, log) {
		return gain < log
	}
	return exact.CompareExp(new(big.Rat).SetFrac(q.minus(p).big(), p.big()), big.NewRat(people, total)) <= 0
}

// change returns a/b - 1, or 0 if that is negative.
func change(a, b wide) float64 {
	if a.less(b) {
		return 0
	}
	return a.minus(b).over(b)
}
