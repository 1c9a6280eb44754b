package palm

import (
	"context"
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/exact"
	"skyline/tests/trials"
	"skyline/tests/worlds"
)

func solve(t *testing.T, y *toy, o Options) Shifted {
	t.Helper()
	result, err := Shift(context.Background(), []Group{y.group()}, o)
	if err != nil {
		t.Fatal(err)
	}
	return result[0]
}

// published returns distributions as who sees the release reads them: the float64 numbers,
// and the simplest fractions that they stand for.
func published(y *toy, s *Shifted) [][]*big.Rat {
	f := make([][]*big.Rat, len(y.domains))
	for d, size := range y.domains {
		for code := range size {
			f[d] = append(f[d], exact.Simplest(s.Distributions[d].Probability(int32(code))))
		}
	}
	return f
}

// TestShift compares with the definitions on random groups: whether the methods take the
// steps of Algorithm 1, that what is published keeps the bounds, and that Exact costs no
// more, and leaves no column that could be shifted much further by itself.
func TestShift(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	tried, moved := 0, 0
	for range trials.Number(600, 1500) {
		y := randomToy(r)
		present, n := y.present(), len(y.people)
		share := float64(present) / float64(n)
		o := Options{Low: share * r.Float64(), High: share + (1-share)*r.Float64(), Steps: 1 + r.Int64N(12)}
		switch r.IntN(7) {
		case 0:
			o.Low = 0
		case 1:
			o.High = 1
		case 2:
			o.Low, o.High = float64(r.IntN(n+1))/float64(n), float64(r.IntN(n+1))/float64(n)
		case 3:
			if present > 0 {
				o.High = y.highest(r.Int64N(o.Steps)+1, o.Steps)
			}
		}
		if !within([]*big.Rat{big.NewRat(int64(present), int64(n))}, o.Low, o.High) {
			if _, err := Shift(context.Background(), []Group{y.group()}, o); !errors.Is(err, ErrOutside) {
				t.Fatalf("%+v %+v: %v, want ErrOutside", y, o, err)
			}
			continue
		}
		tried++
		costs := map[Method]float64{}
		var last Shifted
		for _, method := range []Method{Uniform, Bounded, Stepwise, Exact} {
			o.Method = method
			s := solve(t, y, o)
			costs[method], last = s.Cost, s
			if present == 0 {
				if s.Low != 0 || s.High != 0 || s.Cost != 0 || s.Size != int64(n) {
					t.Fatalf("nobody present: %+v", s)
				}
				continue
			}
			if s.Low < o.Low || s.High > o.High {
				t.Fatalf("%+v %+v: [%v, %v] looks as if it were outside of the bounds", y, o, s.Low, s.High)
			}
			ex := worlds.Existence(y.likelihoods(published(y, &s)), present)
			if !within(ex, o.Low, o.High) {
				t.Fatalf("%+v %+v: published %v are not within the bounds", y, o, ex)
			}
			for _, x := range ex {
				if f, _ := x.Float64(); f < s.Low-1e-12 || f > s.High+1e-12 {
					t.Fatalf("%+v %+v: %v is not in [%v, %v]", y, o, f, s.Low, s.High)
				}
			}
			var want int64
			switch method {
			case Bounded:
				want = y.steps(o.Steps, func(p []*big.Rat) bool { return certified(p, present, o.Low, o.High) })
			case Stepwise:
				want = y.steps(o.Steps, func(p []*big.Rat) bool { return within(worlds.Existence(p, present), o.Low, o.High) })
			case Uniform, Exact:
				continue
			}
			for d := range y.domains {
				if isUniform(y, d) {
					continue
				}
				if got := s.Shifts[d]; math.Abs(got-float64(want)/float64(o.Steps)) > 1e-12 {
					t.Fatalf("%+v %+v: %v of the way, want %d of %d steps", y, o, got, want, o.Steps)
				}
			}
		}
		if costs[Exact] > costs[Stepwise] || costs[Stepwise] > costs[Bounded]+1e-9 || costs[Bounded] > costs[Uniform]+1e-9 {
			t.Fatalf("%+v %+v: costs %v", y, o, costs)
		}
		if costs[Exact] < costs[Stepwise]-1e-9 {
			moved++
		}
		if present > 0 {
			checkMaximal(t, y, &last, o)
		}
	}
	t.Logf("%d groups, %d of them shifted further by Exact", tried, moved)
	if tried < trials.Number(400, 1000) || moved < trials.Number(80, 200) {
		t.Error("too few to tell")
	}
}

// highest is the largest existence probability after k of some steps: a bound that is
// just kept there.
func (y *toy) highest(k, steps int64) float64 {
	t := slices.Repeat([]*big.Rat{big.NewRat(k, steps)}, len(y.domains))
	x, _ := slices.MaxFunc(worlds.Existence(y.likelihoods(y.shifted(t)), y.present()), (*big.Rat).Cmp).Float64()
	return x
}

// isUniform reports whether a column's values are present equally often.
func isUniform(y *toy, d int) bool {
	often := make([]int, y.domains[d])
	for _, p := range y.people {
		if p.present {
			often[p.codes[d]]++
		}
	}
	return slices.Min(often) == slices.Max(often)
}

// checkMaximal shifts one column at a time by a little more, up to 1/8 of the way.
func checkMaximal(t *testing.T, y *toy, s *Shifted, o Options) {
	t.Helper()
	shifts := make([]*big.Rat, len(s.Shifts))
	for d, x := range s.Shifts {
		shifts[d] = exact.Simplest(x)
	}
	for d, x := range s.Shifts {
		if x > 0.99 || isUniform(y, d) {
			continue
		}
		more := slices.Clone(shifts)
		for _, step := range []float64{1. / 512, 1. / 64, 1. / 8} {
			if x+step > 1 {
				continue
			}
			more[d] = exact.Simplest(x + step)
			ex := worlds.Existence(y.likelihoods(y.shifted(more)), y.present())
			// What is within the bounds by a hair is left alone.
			if within(ex, o.Low+1e-6*min(1, o.Low*1e9), o.High-1e-6*min(1, (1-o.High)*1e9)) {
				t.Fatalf("%+v %+v: column %d at %v could go on by %v: %v", y, o, d, s.Shifts, step, ex)
			}
		}
	}
}

// TestTrade compares Exact with what it comes to when no column gives way to another.
func TestTrade(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 5))
	cheaper := 0
	for range 200 {
		y := randomToy(r)
		share := float64(y.present()) / float64(len(y.people))
		if share == 0 {
			continue
		}
		o := Options{Method: Exact, Low: share * r.Float64(), High: share + (1-share)*r.Float64(), Steps: 10}
		g := y.group()
		p, s := newProblem(&g), &solver{ctx: context.Background(), bounds: newBounds(o.Low, o.High), options: &o}
		all, at := make([]int, len(p.columns)), make([]shift, len(p.columns))
		for d := range at {
			all[d], at[d] = d, shift{0, 1}
			if p.columns[d].isOptimal() {
				at[d] = shift{1, 1}
			}
		}
		at, err := s.steps(p, at, s.keeps)
		if err == nil {
			at, err = s.line(p, at, all, true)
		}
		if err == nil {
			at, err = s.climb(p, at)
		}
		if err != nil {
			t.Fatal(err)
		}
		without, with := p.cost(at), solve(t, y, o).Cost
		if with > without+1e-9 {
			t.Fatalf("%+v %+v: %v with trades, %v without", y, o, with, without)
		}
		if with < without*(1-1e-3) {
			cheaper++
		}
	}
	if cheaper < 10 {
		t.Errorf("trades made %d of 200 groups cheaper, want 10 at least", cheaper)
	}
}

// TestNotMonotone is a group whose existence probabilities are not monotone: of ten
// steps the seventh misses the bound, the eighth does not.
func TestNotMonotone(t *testing.T) {
	y := &toy{domains: []int{4, 3, 2}, people: []person{
		{[]int32{3, 1, 1}, true}, {[]int32{0, 2, 0}, false}, {[]int32{0, 0, 0}, true}, {[]int32{0, 0, 0}, true}, {[]int32{0, 0, 0}, true},
	}}
	at := func(k int64) *big.Rat {
		s := big.NewRat(k, 10)
		return slices.MinFunc(worlds.Existence(y.likelihoods(y.shifted([]*big.Rat{s, s, s})), 4), (*big.Rat).Cmp)
	}
	if at(7).Cmp(big.NewRat(5291, 11771)) != 0 || at(8).Cmp(big.NewRat(6, 13)) != 0 {
		t.Errorf("smallest existence probabilities %v and %v", at(7), at(8))
	}
	o := Options{Method: Stepwise, Low: 0.455, High: 1, Steps: 10}
	if s := solve(t, y, o); s.Shifts[0] != 0.6 {
		t.Errorf("Algorithm 1 stops at %v of the way, want 0.6", s.Shifts)
	}
	o.Method = Exact
	if s := solve(t, y, o); slices.Min(s.Shifts) < 0.6 || s.Low < 0.455 {
		t.Errorf("Exact: %+v", s)
	}
}

// TestFig2 is the example of Fig. 2 and Eqn 3.
func TestFig2(t *testing.T) {
	y := &toy{domains: []int{3}, people: []person{{[]int32{0}, true}, {[]int32{0}, true}, {[]int32{0}, true}, {[]int32{1}, true}}}
	g := y.group()
	c := &newProblem(&g).columns[0]
	for k, want := range [][]*big.Rat{
		{big.NewRat(1, 3), big.NewRat(1, 3), big.NewRat(1, 3)},
		{big.NewRat(17, 36), big.NewRat(11, 36), big.NewRat(2, 9)},
		{big.NewRat(11, 18), big.NewRat(5, 18), big.NewRat(1, 9)},
		{big.NewRat(3, 4), big.NewRat(1, 4), new(big.Rat)},
	} {
		d := c.at(shift{int64(k), 3})
		for code, w := range want {
			if got := big.NewRat(d.Weight(int32(code)), d.Total); got.Cmp(w) != 0 {
				t.Errorf("f^%d(%d) = %v, want %v", k, code, got, w)
			}
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	y := randomToy(rand.New(rand.NewPCG(8, 3)))
	if _, err := Shift(ctx, []Group{y.group()}, Options{High: 1, Steps: 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
