package mask

import (
	"context"
	"errors"
	"math/big"

	"skyline/engine"
	"skyline/engine/jump/tables"
)

// Enclosure is what bounds say of the random table of a group: how likely it is to fail,
// that is, how likely some set of Must violates the property.
type Enclosure struct {
	Fail Interval
	// FailWith[c][v] is how likely it is to fail while a given person of cell c has value v.
	FailWith [][]Interval

	share  []Interval   // of the people who have a value
	given  [][]Interval // how likely it is to fail if the person has the value
	unless [][]Interval // and if he has not
	drift  [][]Interval // given less Fail

	rough *encloser // what to refine it from; nil if it is as narrow as it gets
}

// Enclose bounds how likely a table of the permutation set is to be none of those that
// Count counts, for a component of one group whose sets of Must are single cells. Where
// Count takes at most limit, the bounds are those of its numbers, rounded.
//
// Otherwise it looks at events, that value v is in cell c more than b_c times, b_c =
// p.Bound(people of c). Fail is at most S1, the expected number of true events, and at
// least how likely it is that those of one value, or one cell, are true (see single). How
// much knowing a value changes it is bounded by what a single exchange of values does (see
// shift), which is little where groups are large, and elsewhere Refine helps.
//
// Cost: cells times values of different sizes, times the hundred steps or so that the tail
// of a distribution takes, and the people: about a millisecond.
//
// Errors: one that wraps ErrTooLarge for more than 3e8 steps; an *engine.ParamError
// if the component is not such a one; the context's.
func (c *Component) Enclose(ctx context.Context, p tables.MaxShare, limit float64) (*Enclosure, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if len(c.Counts) != 1 {
		return nil, engine.NewParamError("mask", "Counts", "of one group, for bounds", len(c.Counts))
	}
	e, err := newEncloser(ctx, c, p)
	if err != nil {
		return nil, err
	}
	if e.certain {
		return e.surely(), nil
	}
	if limit >= 0 && c.Forecast(p).Work <= limit {
		set, err := c.Count(ctx, p, limit)
		if err == nil {
			return e.counted(c, set), nil
		}
		if !errors.Is(err, ErrTooLarge) {
			return nil, err
		}
	}
	if err := e.weigh(); err != nil {
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
// from above: see cross. That is tight where failing is rare, however rare.
//
// Cost: up to ten times that of Enclose. Errors: ErrTooLarge for more than 3e8 steps; the
// context's.
func (e *Enclosure) Refine(ctx context.Context) error {
	if e.rough == nil {
		return nil
	}
	e.rough.ctx = ctx
	pairs, err := e.rough.pairs()
	if err == nil {
		*e = *e.rough.bounded(&pairs)
	}
	return err
}

// newEnclosure spreads what is known of kinds of cells and values.
func (e *encloser) newEnclosure(fail Interval, given, unless, drift [][]Interval) *Enclosure {
	x := &Enclosure{Fail: fail}
	for _, v := range e.valueOf {
		x.share = append(x.share, NewInterval(e.share(v)))
	}
	spread := func(row []Interval) []Interval {
		all := make([]Interval, len(e.valueOf))
		for i, v := range e.valueOf {
			all[i] = row[v]
		}
		return all
	}
	type rows struct{ with, given, unless, drift []Interval }
	byKind := make([]rows, len(e.cells))
	for c := range byKind {
		r := rows{given: spread(given[c]), unless: spread(unless[c]), drift: spread(drift[c])}
		for v := range r.given {
			with := x.share[v].times(r.given[v])
			with.high = least(with.high, least(x.share[v].high, fail.high))
			r.with = append(r.with, with)
		}
		byKind[c] = r
	}
	for _, c := range e.cellOf {
		x.FailWith = append(x.FailWith, byKind[c].with)
		x.given = append(x.given, byKind[c].given)
		x.unless = append(x.unless, byKind[c].unless)
		x.drift = append(x.drift, byKind[c].drift)
	}
	return x
}

// surely is the enclosure where all tables fail.
func (e *encloser) surely() *Enclosure {
	always := e.matrix(func(int, int) Interval { return exactly(1) })
	return e.newEnclosure(exactly(1), always, always, e.matrix(func(int, int) Interval { return Interval{} }))
}

// counted is the enclosure of a set that was counted.
func (e *encloser) counted(c *Component, set *tables.Set) *Enclosure {
	total := c.Total()
	first := e.matrixOf(func(int, int) int64 { return 0 })
	cells, values := make([]int, len(e.cells)), make([]int, len(e.values))
	for i, k := range e.cellOf {
		cells[k] = i
	}
	for i, k := range e.valueOf {
		values[k] = i
	}
	given, unless, drift := make([][]Interval, len(first)), make([][]Interval, len(first)), make([][]Interval, len(first))
	all := big.NewInt(e.people)
	for k := range first {
		for l := range first[k] {
			with := new(big.Int).Mul(set.With[cells[k]][values[l]], all) // times people, and so the others
			without := new(big.Int).Sub(new(big.Int).Mul(set.Tables, all), with)
			n, rest := e.values[l].size, e.people-e.values[l].size
			having := new(big.Int).Mul(total, big.NewInt(n))
			lacking := new(big.Int).Mul(total, big.NewInt(rest))
			var x, y, z Interval
			if n > 0 {
				x = quotient(new(big.Int).Sub(having, with), having)
				z = quotient(new(big.Int).Sub(new(big.Int).Mul(set.Tables, big.NewInt(n)), with), having)
			}
			if rest > 0 {
				y = quotient(new(big.Int).Sub(lacking, without), lacking)
			}
			given[k], unless[k], drift[k] = append(given[k], x), append(unless[k], y), append(drift[k], z)
		}
	}
	return e.newEnclosure(quotient(new(big.Int).Sub(total, set.Tables), total), given, unless, drift)
}

// bounded is the enclosure by events, and, if that is known, by S2.
func (e *encloser) bounded(s2 *number) *Enclosure {
	s1 := e.total(e.chances())
	fail := Interval{e.single(), s1.high}
	if s2 != nil {
		fail.low = largest(fail.low, dawsonSankoff(s1.low, *s2))
	}
	fail = fail.chance()
	gains, losses := e.shift()
	given, unless, drift := e.matrix(nothing), e.matrix(nothing), e.matrix(nothing)
	for c := range given {
		for v, value := range e.values {
			if value.size == 0 {
				unless[c][v] = fail
				continue
			}
			share := NewInterval(e.share(v))
			net := gains[c][v].minus(losses[c][v])
			d := Interval{losses[c][v].high.minus(), gains[c][v].high}
			d = d.and(Interval{fail.high.minus(), one.plus(fail.low.minus(), true)})
			x := Interval{number{}, s1.high.plus(net.high, true)}
			if s2 != nil {
				likely := s2.over(share.low, true).minus() // given the value, as many pairs at most
				d = d.and(Interval{net.low.plus(likely, false), net.high.plus(*s2, true)})
				x.low = s1.low.plus(net.low, false).plus(likely, false)
			}
			if len(e.cells) == 1 {
				d = Interval{} // everybody stands alike
			}
			drift[c][v] = d
			given[c][v] = fail.plus(d).and(x).chance()
			if rest := e.people - value.size; rest > 0 {
				odds := fractionOf(value.size, rest)
				unless[c][v] = fail.minus(d.times(odds)).chance()
			}
		}
	}
	x := e.newEnclosure(fail, given, unless, drift)
	if s2 == nil {
		x.rough = e
	}
	return x
}

func nothing(int, int) Interval { return Interval{} }

// dawsonSankoff returns how likely any of some events is at least.
func dawsonSankoff(s1, s2 number) number {
	if s1.isZero() {
		return number{}
	}
	k := int64(1)
	if x := s2.over(s1, true); x.exponent >= -64 && x.exponent <= -40 {
		k += int64(x.mantissa >> (-x.exponent - 1))
	}
	x := s1.times(whole64(k), false).plus(s2.minus(), false)
	if x.negative {
		return number{}
	}
	return x.times(whole64(2), false).over(whole64(k).times(whole64(k+1), true), false)
}

// Joint returns how likely it is that a person has a value, and that he has not, while
// the table fails, here or, independently, elsewhere.
func (e *Enclosure) Joint(cell, value int, elsewhere Interval) (with, without Interval) {
	with = e.share[value].times(Either(e.given[cell][value], elsewhere))
	rest := exactly(1).minus(e.share[value])
	return with, rest.times(Either(e.unless[cell][value], elsewhere))
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
	if !fail.low.isPositive() {
		return result
	}
	quotient := exactly(1).minus(elsewhere).over(fail)
	return result.and(e.share[value].times(exactly(1).plus(e.drift[cell][value].times(quotient)).positive()))
}
