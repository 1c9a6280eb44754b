package mask

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"skyline/engine/jump/tables"
)

// TestNumber compares with rational arithmetic.
func TestNumber(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	random := func() number {
		x := normal(rng.Uint64()>>rng.IntN(64), rng.Uint64()*uint64(rng.IntN(2)), int64(rng.IntN(300)-150)/int64(1+rng.IntN(20)), false, false)
		if rng.IntN(8) == 0 {
			x.mantissa = 1<<63 | uint64(rng.IntN(2))
		}
		if rng.IntN(8) == 0 {
			x.mantissa = math.MaxUint64
		}
		x.negative = rng.IntN(2) == 0 && x.mantissa > 0
		return x
	}
	check := func(name string, low, high number, want *big.Rat) {
		t.Helper()
		l, h := low.rat(), high.rat()
		if l.Cmp(want) > 0 || h.Cmp(want) < 0 {
			t.Fatalf("%s: %v not in [%v, %v]", name, want, l, h)
		}
		width := new(big.Rat).Sub(h, l)
		if most := new(big.Rat).Mul(new(big.Rat).Abs(want), new(big.Rat).SetFrac64(1, 1<<62)); width.Cmp(most) > 0 {
			t.Fatalf("%s: [%v, %v] is too wide for %v", name, l, h, want)
		}
	}
	for range 200000 {
		a, b := random(), random()
		if rng.IntN(4) == 0 {
			b = a
			b.mantissa ^= uint64(rng.IntN(4)) * (b.mantissa >> 63)
			b.exponent += int64(rng.IntN(3) - 1)
		}
		x, y := a.rat(), b.rat()
		if a.cmp(b) != x.Cmp(y) {
			t.Fatal("cmp", x, y)
		}
		check("plus", a.plus(b, false), a.plus(b, true), new(big.Rat).Add(x, y))
		check("minus", a.plus(b.minus(), false), a.plus(b.minus(), true), new(big.Rat).Sub(x, y))
		check("times", a.times(b, false), a.times(b, true), new(big.Rat).Mul(x, y))
		if !b.isZero() {
			check("over", a.over(b, false), a.over(b, true), new(big.Rat).Quo(x, y))
		}
		n := new(big.Int).Lsh(new(big.Int).SetUint64(rng.Uint64()), uint(rng.IntN(100)))
		n.Add(n, big.NewInt(rng.Int64()-rng.Int64()))
		check("long", long(n, false), long(n, true), new(big.Rat).SetInt(n))
	}
}

// contains reports whether an interval has a number.
func (x Interval) contains(r *big.Rat) bool {
	return x.Low().Cmp(r) <= 0 && x.High().Cmp(r) >= 0
}

// truths are what an enclosure bounds, from a count.
type truths struct {
	fail *big.Rat
	with [][]*big.Rat
	r    []*big.Rat
}

func truthsOf(c *Component, set *tables.Set) truths {
	total := c.Total()
	share := func(n *big.Int) *big.Rat { return new(big.Rat).SetFrac(n, total) }
	x := truths{fail: new(big.Rat).Sub(big.NewRat(1, 1), share(set.Tables))}
	people := int64(0)
	for _, n := range c.Cells {
		people += n
	}
	for _, n := range c.Counts[0] {
		x.r = append(x.r, big.NewRat(n, people))
	}
	for i := range c.Cells {
		row := make([]*big.Rat, len(x.r))
		for v, r := range x.r {
			row[v] = new(big.Rat).Sub(r, share(set.With[i][v]))
		}
		x.with = append(x.with, row)
	}
	return x
}

// joint is what Joint and Given bound: of the tables that fail here or elsewhere.
func (x truths) joint(cell, value int, elsewhere *big.Rat) (with, without *big.Rat) {
	pass := new(big.Rat).Sub(big.NewRat(1, 1), elsewhere)
	with = new(big.Rat).Add(new(big.Rat).Mul(x.r[value], elsewhere), new(big.Rat).Mul(x.with[cell][value], pass))
	fail := new(big.Rat).Add(elsewhere, new(big.Rat).Mul(x.fail, pass))
	return with, fail.Sub(fail, with)
}

// checkEnclosure checks that an enclosure has what is true.
func checkEnclosure(e *Enclosure, x truths, elsewhere *big.Rat) error {
	if !e.Fail.contains(x.fail) {
		return fmt.Errorf("fail: %v not in [%v, %v]", x.fail, e.Fail.Low(), e.Fail.High())
	}
	other := NewInterval(elsewhere)
	for c, row := range x.with {
		for v, u := range row {
			if !e.FailWith[c][v].contains(u) {
				return fmt.Errorf("cell %d, value %d: %v not in [%v, %v]", c, v, u, e.FailWith[c][v].Low(), e.FailWith[c][v].High())
			}
			with, without := x.joint(c, v, elsewhere)
			w, o := e.Joint(c, v, other)
			if !w.contains(with) || !o.contains(without) {
				return fmt.Errorf("cell %d, value %d: joint %v, %v", c, v, with, without)
			}
			sum := new(big.Rat).Add(with, without)
			if sum.Sign() == 0 {
				continue
			}
			if given := e.Given(c, v, other); !given.contains(sum.Quo(with, sum)) {
				return fmt.Errorf("cell %d, value %d: given %v not in [%v, %v]", c, v, sum, given.Low(), given.High())
			}
		}
	}
	return nil
}

func TestEncloseContains(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	ctx := context.Background()
	for k := range 6000 {
		c := randomComponent(rng, 1+rng.IntN(12+k%20), true)
		p := tables.MaxShare{Share: big.NewRat(1+rng.Int64N(8), 1+rng.Int64N(9))}
		set, err := c.Count(ctx, p, 1e8)
		if err != nil {
			continue
		}
		x := truthsOf(c, set)
		elsewhere := big.NewRat(rng.Int64N(5)/4, 1)
		if rng.IntN(2) == 0 {
			elsewhere = big.NewRat(rng.Int64N(20), int64(20<<rng.IntN(40)))
		}
		for _, limit := range []float64{-1, 1e9} {
			e, err := c.Enclose(ctx, p, limit)
			if err == nil {
				err = checkEnclosure(e, x, elsewhere)
			}
			if err != nil {
				t.Fatalf("%d: %+v %v, limit %v: %v", k, c, p.Share, limit, err)
			}
		}
	}
}
