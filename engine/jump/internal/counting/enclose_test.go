package counting

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"skyline/engine/internal/budget"
	"skyline/engine/jump/beliefs"
	"skyline/tests/trials"
)

// TestNumber compares with rational arithmetic.
func TestNumber(t *testing.T) {
	trials.Long(t)
	rng := rand.New(rand.NewPCG(1, 1))
	random := func() number {
		mantissa := rng.Uint64() >> 11 >> rng.IntN(53)
		switch rng.IntN(8) {
		case 0:
			mantissa = 1<<52 | uint64(rng.IntN(2))
		case 1:
			mantissa = 1<<53 - 1
		}
		x := directed(float64(mantissa), 0, int64(rng.IntN(600)-300)/int64(1+rng.IntN(20)), false)
		if rng.IntN(2) == 0 {
			x = x.minus()
		}
		return x
	}
	check := func(name string, low, high number, want *big.Rat) {
		t.Helper()
		l, h := low.rat(), high.rat()
		if l.Cmp(want) > 0 || h.Cmp(want) < 0 {
			t.Fatalf("%s: %v not in [%v, %v]", name, want, l, h)
		}
		width := new(big.Rat).Sub(h, l)
		if most := new(big.Rat).Mul(new(big.Rat).Abs(want), new(big.Rat).SetFrac64(1, 1<<51)); width.Cmp(most) > 0 {
			t.Fatalf("%s: [%v, %v] is too wide for %v", name, l, h, want)
		}
	}
	for range 50000 {
		a, b := random(), random()
		if rng.IntN(4) == 0 {
			// Nearly the same, or half or twice as much.
			b = directed(a.mantissa*(1+float64(rng.IntN(3)-1)*0x1p-51), 0, a.exponent+int64(rng.IntN(3)-1), false)
		}
		x, y := a.rat(), b.rat()
		if a.cmp(b) != x.Cmp(y) {
			t.Fatal("cmp", x, y)
		}
		check("plus", a.plus(b, false), a.plus(b, true), new(big.Rat).Add(x, y))
		check("minus", a.plus(b.minus(), false), a.plus(b.minus(), true), new(big.Rat).Sub(x, y))
		check("times", a.times(b, false), a.times(b, true), new(big.Rat).Mul(x, y))
		if b.mantissa != 0 {
			check("over", a.over(b, false), a.over(b, true), new(big.Rat).Quo(x, y))
		}
		n := new(big.Int).Lsh(new(big.Int).SetUint64(rng.Uint64()), uint(rng.IntN(100)))
		n.Add(n, big.NewInt(rng.Int64()-rng.Int64()))
		k := rng.Int64() >> rng.IntN(64)
		check("whole", integer(k, false), integer(k, true), new(big.Rat).SetInt64(k))
		check("whole", integer(-k, false), integer(-k, true), new(big.Rat).SetInt64(-k))
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

func truthsOf(c *Component, set *beliefs.Set) truths {
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
		for v := range row {
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
	trials.Long(t)
	rng := rand.New(rand.NewPCG(2, 1))
	ctx := context.Background()
	for k := range trials.Number(1500, 6000) {
		c := randomComponent(rng, 1+rng.IntN(12+k%20), true)
		p := beliefs.MaxShare{Share: big.NewRat(1+rng.Int64N(8), 1+rng.Int64N(9))}
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
			if err == nil {
				err = e.Refine(ctx)
			}
			if err == nil {
				err = checkEnclosure(e, x, elsewhere)
			}
			if err != nil {
				t.Fatalf("%d: %+v %v, limit %v: %v", k, c, p.Share, limit, err)
			}
		}
	}
}

// moments are S1 and S2 of the events of a component, and S1 for a person of each cell who
// has a value, times how likely that is: by listing how the values can be spread.
func moments(c *Component, p beliefs.MaxShare) (s1, s2 *big.Rat, with [][]*big.Rat) {
	cells, values := len(c.Cells), len(c.Counts[0])
	one, two := new(big.Int), new(big.Int)
	sums := make([][]*big.Int, cells) // times the people of the cell
	for i := range sums {
		sums[i] = make([]*big.Int, values)
		for v := range sums[i] {
			sums[i][v] = new(big.Int)
		}
	}
	left := append([]int64{}, c.Cells...)
	spread := make([][]int64, values)
	for v := range spread {
		spread[v] = make([]int64, cells)
	}
	var place func(v, i int, rest int64, weight *big.Int)
	place = func(v, i int, rest int64, weight *big.Int) {
		switch {
		case v == values:
			events := int64(0)
			for _, row := range spread {
				for i, n := range row {
					if n > p.Bound(c.Cells[i]) {
						events++
					}
				}
			}
			one.Add(one, new(big.Int).Mul(weight, big.NewInt(events)))
			two.Add(two, new(big.Int).Mul(weight, big.NewInt(events*(events-1)/2)))
			for v, row := range spread {
				for i, n := range row {
					sums[i][v].Add(sums[i][v], new(big.Int).Mul(weight, big.NewInt(events*n)))
				}
			}
		case i == cells:
			if rest == 0 {
				next := int64(0)
				if v+1 < values {
					next = c.Counts[0][v+1]
				}
				place(v+1, 0, next, weight)
			}
		default:
			for n := int64(0); n <= min(rest, left[i]); n++ {
				spread[v][i] = n
				ways := new(big.Int).Binomial(left[i], n)
				left[i] -= n
				place(v, i+1, rest-n, ways.Mul(ways, weight))
				left[i] += n
			}
		}
	}
	place(0, 0, c.Counts[0][0], big.NewInt(1))
	total := c.Total()
	for i, row := range sums {
		all := make([]*big.Rat, values)
		for v, n := range row {
			all[v] = new(big.Rat).SetFrac(n, new(big.Int).Mul(total, big.NewInt(c.Cells[i])))
		}
		with = append(with, all)
	}
	return new(big.Rat).SetFrac(one, total), new(big.Rat).SetFrac(two, total), with
}

// TestEncloseMoments checks the sums of the events' probabilities: S1, with and without
// knowing a value, and the bounds of S2.
func TestEncloseMoments(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	loose := 0.0
	for k := range 400 {
		c := randomComponent(rng, 2+rng.IntN(12), true)
		if len(c.Cells) > 4 {
			continue
		}
		c.Must = nil
		for i := range c.Cells {
			c.Must = append(c.Must, []int{i})
		}
		p := beliefs.MaxShare{Share: big.NewRat(1+rng.Int64N(6), 1+rng.Int64N(7))}
		e, b := newEvents(c, p), budget.New(t.Context(), 1e9)
		if err := e.weigh(b); err != nil {
			t.Fatal(err)
		}
		s1, s2, with := moments(c, p)
		if !e.total(e.chances).contains(s1) {
			t.Fatalf("%d: S1 = %v", k, s1)
		}
		pairs, err := e.pairs(b)
		if err != nil || pairs.rat().Cmp(s2) < 0 {
			t.Fatalf("%d: %+v %v: S2 = %v > %v (%v)", k, c, p.Share, s2, pairs.rat(), err)
		}
		if s2.Sign() > 0 {
			ratio, _ := new(big.Rat).Quo(pairs.rat(), s2).Float64()
			loose = max(loose, math.Log(ratio))
		}
		gains, losses := e.exchange()
		for i, cell := range e.cellOf {
			for v, value := range e.valueOf {
				if e.values[value].size == 0 {
					continue
				}
				given := new(big.Rat).Quo(with[i][v], big.NewRat(e.values[value].size, e.people))
				if net := gains[cell][value].minus(losses[cell][value]); !net.contains(given.Sub(given, s1)) {
					t.Fatalf("%d: %+v %v: cell %d, value %d: S1 grows by %v, not in [%v, %v]", k, c, p.Share, i, v, given, net.Low(), net.High())
				}
			}
		}
	}
	t.Logf("S2 is at most exp(%.2f) of the truth", loose)
}

// TestEncloseTight compares with counts of some hundreds of people in two or three cells,
// from where failing is the rule to where it is next to impossible.
func TestEncloseTight(t *testing.T) {
	trials.Long(t)
	rng := rand.New(rand.NewPCG(4, 1))
	ctx := context.Background()
	clear, all := 0, 0
	rare := 0.0 // the widest interval where failing is rare
	for range trials.Number(60, 150) {
		c := &Component{Counts: [][]int64{make([]int64, 2+rng.IntN(5))}}
		people := int64(0)
		for range 2 + rng.IntN(2) {
			n := 20 + rng.Int64N(100)
			c.In = append(c.In, 0)
			c.Must = append(c.Must, []int{len(c.Cells)})
			c.Cells = append(c.Cells, n)
			people += n
		}
		skew := 1 + rng.Float64()
		for range people {
			v := int(math.Pow(rng.Float64(), skew) * float64(len(c.Counts[0])))
			c.Counts[0][v]++
		}
		most := int64(0)
		for _, n := range c.Counts[0] {
			most = max(most, n)
		}
		p := beliefs.MaxShare{Share: big.NewRat(most*(100+rng.Int64N(80)), people*100)}
		set, err := c.Count(ctx, p, 3e8)
		if err != nil {
			continue
		}
		x := truthsOf(c, set)
		if x.fail.Sign() == 0 {
			continue
		}
		e, err := c.Enclose(ctx, p, -1)
		if err != nil {
			t.Fatal(err)
		}
		if err := checkEnclosure(e, x, big.NewRat(1, 1000)); err != nil {
			t.Fatalf("%+v %v: %v", c, p.Share, err)
		}
		if err := e.Refine(ctx); err != nil {
			t.Fatal(err)
		}
		if err := checkEnclosure(e, x, big.NewRat(1, 1000)); err != nil {
			t.Fatalf("%+v %v: %v", c, p.Share, err)
		}
		all++
		violated, unclear := false, false
		for i := range c.Cells {
			for v := range c.Counts[0] {
				given := e.Given(i, v, Interval{})
				switch p.Between([]*big.Rat{given.Low()}, []*big.Rat{given.High()}) {
				case beliefs.No:
					violated = true
				case beliefs.Unknown:
					unclear = true
				case beliefs.Yes:
				}
				if x.fail.Cmp(big.NewRat(1, 1000)) < 0 {
					width, _ := new(big.Rat).Sub(given.High(), given.Low()).Float64()
					rare = max(rare, width)
				}
			}
		}
		if violated || !unclear {
			clear++
		}
	}
	if 3*clear < 2*all {
		t.Errorf("only %d of %d are clear", clear, all)
	}
	if rare > 0.01 {
		t.Errorf("where failing is rare, intervals are up to %.2g wide", rare)
	}
	t.Logf("%d of %d are clear; where failing is rare, intervals are at most %.2g wide", clear, all, rare)
}

// BenchmarkEnclose bounds what 10,000 people in 16 cells can do, with 14 values; and then
// closer.
func BenchmarkEnclose(b *testing.B) {
	rng := rand.New(rand.NewPCG(5, 1))
	c := &Component{Counts: [][]int64{make([]int64, 14)}}
	people := int64(0)
	for i := range 16 {
		n := 550 + rng.Int64N(150)
		c.Cells, c.In, c.Must = append(c.Cells, n), append(c.In, 0), append(c.Must, []int{i})
		people += n
	}
	for range people {
		c.Counts[0][rng.IntN(14)]++
	}
	p := beliefs.MaxShare{Share: big.NewRat(3, 10)}
	for _, refine := range []bool{false, true} {
		b.Run(fmt.Sprint("refine=", refine), func(b *testing.B) {
			for b.Loop() {
				e, err := c.Enclose(context.Background(), p, -1)
				if err == nil && refine {
					err = e.Refine(context.Background())
				}
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
