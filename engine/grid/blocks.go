package grid

import "math/big"

// A grid divides values into blocks: each begins at a point of the grid, which Down returns of
// any of its values, and ends before the next one. How the end is written depends on what lies
// between: of whole numbers and of days it is the last that is in the block, 24 or 2019-12-31,
// and otherwise the beginning of the next block, which is not in it.

// Next returns the smallest point that is larger than a number.
func (g *Numbers) Next(number string) (string, bool) { return g.beyond(number, 0) }

// Last returns the largest whole number below that, for points that are whole numbers.
func (g *Numbers) Last(number string) (string, bool) { return g.beyond(number, -1) }

func (g *Numbers) beyond(number string, plus int64) (string, bool) {
	x, ok := new(big.Rat).SetString(number)
	if !ok {
		return "", false
	}
	x.Sub(x, g.base).Quo(x, g.step)
	multiple := new(big.Int).Div(x.Num(), x.Denom()) // rounds down
	multiple.Add(multiple, big.NewInt(1))
	x.Mul(x.SetInt(multiple), g.step)
	x.Add(x, g.base)
	return x.Add(x, new(big.Rat).SetInt64(plus)).FloatString(g.decimals), true
}

// Next returns the beginning of the unit after the one that a time is in.
func (g *Times) Next(text string) (string, bool) {
	m, ok := g.parse(text)
	if !ok {
		return "", false
	}
	if g.unit < Day {
		m.nanos += g.unit.nanos() - m.nanos%g.unit.nanos()
		if g.date && m.nanos == dayNanos {
			m.day, m.nanos = m.day.AddDate(0, 0, 1), 0
		}
		return g.text(m), true
	}
	_, m.day = g.around(m.day)
	m.nanos, m.offset = 0, ""
	return g.text(m), true
}

// Last returns the last day of the unit that a date is in.
func (g *Times) Last(text string) (string, bool) {
	m, ok := g.parse(text)
	if !ok {
		return "", false
	}
	_, next := g.around(m.day)
	m.day = next.AddDate(0, 0, -1)
	return g.text(m), true
}

// Fit reports whether each step of one grid consists of whole steps of another: so blocks of
// the other lie in blocks of the one, if both are counted from 0.
func (g *Numbers) Fit(finer *Numbers) bool { return new(big.Rat).Quo(g.step, finer.step).IsInt() }

// Fit reports whether each unit consists of whole units of another. Months and years do not
// consist of whole weeks.
func (u Unit) Fit(finer Unit) bool { return u == finer || u > finer && finer != Week }
