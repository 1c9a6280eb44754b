package counting

import (
	"context"
	"errors"
	"math/big"

	"skyline/engine/internal/budget"
	"skyline/engine/jump/beliefs"
)

// Enclosure bounds, for the random table of a group, how likely it is to fail: that some
// set of Must violates the property.
type Enclosure struct {
	Fail Interval

	*events
	given   [][]Interval // how likely it is to fail if a person of a cell has a value
	drift   [][]Interval // that less Fail
	refined bool
}

// enclosingAtMost is how many steps Enclose or Refine may take.
const enclosingAtMost = 3e8

// Enclose bounds how likely a table of the permutation set is to be none of those that
// Count counts, for a component of one group whose sets of Must are single cells. Where
// Count takes at most limit, the bounds are those of its numbers, rounded.
//
// Otherwise it looks at events, that value v is in cell c more than b_c times, b_c =
// p.Bound(people of c). Fail is at most S1, the expected number of true events, and at
// least how likely it is that those of one value, or one cell, are true (see anyInLine).
// How much knowing a value changes it is bounded by what a single exchange of values does
// (see exchange), which is little where groups are large, and elsewhere Refine helps.
//
// Cost: cells times values of different sizes, times the hundred steps or so that the tail
// of a distribution takes, and the people: about a millisecond.
//
// Errors: budget.ErrTooLarge for more than 3e8 steps; the context's.
func (c *Component) Enclose(ctx context.Context, p beliefs.MaxShare, limit float64) (*Enclosure, error) {
	e := newEvents(c, p)
	if c.Possible(p) == beliefs.No {
		always := e.matrix(func(int, int) Interval { return around(1) })
		return &Enclosure{Fail: around(1), events: e, given: always, drift: e.matrix(nothing), refined: true}, nil
	}
	b := budget.New(ctx, enclosingAtMost)
	if err := b.Allows(float64(e.people) + float64(100*float64(len(e.cells))*float64(len(e.values)))); err != nil {
		return nil, err
	}
	if limit >= 0 && c.Forecast(p) <= limit {
		set, err := c.Count(ctx, p, limit)
		if err == nil {
			return e.counted(c.Total(), set), nil
		}
		if !errors.Is(err, budget.ErrTooLarge) {
			return nil, err
		}
	}
	if err := e.weigh(b); err != nil {
		return nil, err
	}
	return e.bounded(nil), nil
}

// Refine narrows bounds by how often two events are true. With S1 the expected number of
// true events, S2 that of pairs of them, and k ≥ 1,
//
//	2/(k+1)·S1 − 2/(k(k+1))·S2 ≤ Fail ≤ S1
//
// (Dawson and Sankoff; Bonferroni for k = 1), and likewise given a value. S2 is bounded
// from above: see pairs. That is tight where failing is rare, however rare.
//
// Cost: up to ten times that of Enclose. Errors: budget.ErrTooLarge for more than 3e8
// steps; the context's.
func (e *Enclosure) Refine(ctx context.Context) error {
	if e.refined {
		return nil
	}
	s2, err := e.pairs(budget.New(ctx, enclosingAtMost))
	if err != nil {
		return err
	}
	*e = *e.bounded(&s2)
	return nil
}

// counted is the enclosure of a set that was counted, out of so many tables.
func (e *events) counted(total *big.Int, set *beliefs.Set) *Enclosure {
	cells, values := make([]int, len(e.cells)), make([]int, len(e.values)) // one of each kind
	for i, c := range e.cellOf {
		cells[c] = i
	}
	for i, v := range e.valueOf {
		values[v] = i
	}
	x := &Enclosure{events: e, refined: true}
	x.Fail = quotient(new(big.Int).Sub(total, set.Tables), total)
	x.given, x.drift = e.matrix(nothing), e.matrix(nothing)
	for c := range e.cells {
		for v, value := range e.values {
			if value.size == 0 {
				continue
			}
			// Of the tables in which a person has the value, n/people of all, so many pass.
			having, n := new(big.Int).Mul(total, big.NewInt(value.size)), big.NewInt(value.size)
			with := new(big.Int).Mul(set.With[cells[c]][values[v]], big.NewInt(e.people))
			x.given[c][v] = quotient(new(big.Int).Sub(having, with), having)
			x.drift[c][v] = quotient(n.Sub(n.Mul(n, set.Tables), with), having)
		}
	}
	return x
}

// bounded is the enclosure by events, and, if that is known, by S2.
func (e *events) bounded(s2 *number) *Enclosure {
	s1 := e.total(e.chances)
	fail := Interval{e.anyInLine(), s1.high}
	if s2 != nil {
		fail.low = largest(fail.low, dawsonSankoff(s1.low, *s2))
	}
	fail = fail.chance()
	x := &Enclosure{Fail: fail, events: e, given: e.matrix(nothing), drift: e.matrix(nothing), refined: s2 != nil}
	gains, losses := e.exchange()
	for c := range e.cells {
		for v, value := range e.values {
			if value.size == 0 {
				continue
			}
			gain, loss := gains[c][v], losses[c][v]
			net := gain.minus(loss)
			given := Interval{number{}, s1.high.plus(net.high, true)}
			d := Interval{loss.high.minus(), gain.high}
			d = d.and(Interval{fail.high.minus(), one.plus(fail.low.minus(), true)})
			if s2 != nil {
				likely := s2.over(e.share(v).low, true).minus() // given the value, as many pairs at most
				d = d.and(Interval{net.low.plus(likely, false), net.high.plus(*s2, true)})
				given.low = s1.low.plus(net.low, false).plus(likely, false)
			}
			if len(e.cells) == 1 {
				d = Interval{} // everybody stands alike
			}
			x.drift[c][v] = d
			x.given[c][v] = fail.plus(d).and(given).chance()
		}
	}
	return x
}

// Joint returns how likely it is that a person has a value, and that he has not, while
// the table fails, here or, independently, elsewhere.
//
// With r the share of the value, he has not with 1 − r, and then it fails here with
// Fail − drift·r/(1 − r).
func (e *Enclosure) Joint(cell, value int, elsewhere Interval) (with, without Interval) {
	c, v := e.cellOf[cell], e.valueOf[value]
	n := e.values[v].size
	with = e.share(v).times(Either(e.given[c][v], elsewhere))
	if n < e.people {
		unless := e.Fail.minus(e.drift[c][v].times(fraction(n, e.people-n))).chance()
		without = fraction(e.people-n, e.people).times(Either(unless, elsewhere))
	}
	return with, without
}

// Given returns how likely it is that a person has a value if the table fails, here or,
// independently, elsewhere.
//
// With r the share of the value, f and f' how likely the table is to fail here and
// elsewhere, and f + d here if he has the value, that is
//
//	r·(1 + d·(1 − f') / (f' + f·(1 − f'))),
//
// of which the quotient falls with f and f'.
func (e *Enclosure) Given(cell, value int, elsewhere Interval) Interval {
	result := Share(e.Joint(cell, value, elsewhere))
	fail := Either(e.Fail, elsewhere)
	if fail.low.mantissa <= 0 {
		return result
	}
	c, v := e.cellOf[cell], e.valueOf[value]
	quotient := around(1).minus(elsewhere).over(fail)
	return result.and(e.share(v).times(around(1).plus(e.drift[c][v].times(quotient)).positive()))
}
