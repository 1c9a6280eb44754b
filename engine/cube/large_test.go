package cube_test

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/cube"
	"skyline/tests/trials"
)

// TestLargeFactors: where numbers do not fit into their places, or the steps end, bounds are certain though not exact.
func TestLargeFactors(t *testing.T) {
	exact, certain := 0, 0
	for seed := range trials.Seeds(t, 300, 20000) {
		rng := rand.New(rand.NewPCG(seed, 44))
		s := random(rng)
		x := make([]int64, len(s.Unknowns))
		for j := range x {
			u := s.Unknowns[j]
			x[j] = u.Least + rng.Int64N(u.Largest-u.Least+1)
		}
		factors := []int64{1<<31 - 1, 1 - 1<<31, 1e9 + 7, 1<<30 + 1, 3, 1}
		for i := range s.Sums {
			sum := &s.Sums[i]
			for k := range sum.Terms {
				sum.Terms[k].Times = factors[rng.IntN(len(factors))]
			}
			v := value(sum.Terms, x)
			sum.Range = cube.Range{Least: v, Largest: v + rng.Int64N(2)<<rng.IntN(34)}
		}
		agree, targets := tables(s), each(len(s.Unknowns))
		all, err := s.Bounds(t.Context(), targets, []float64{1e3, 1e4, 1e8}[rng.IntN(3)])
		if err != nil {
			t.Fatalf("seed %d: %v, but %d tables agree: %+v", seed, err, len(agree), s)
		}
		for i, b := range all {
			least, largest := ends(targets[i], agree)
			low, high := b.Least.Cmp(least), b.Largest.Cmp(largest)
			if low > 0 || high < 0 || b.Exact && (low != 0 || high != 0) {
				t.Fatalf("seed %d: target %v in [%v, %v], exact: %v, want [%v, %v]: %+v", seed, targets[i], b.Least, b.Largest, b.Exact, least, largest, s)
			}
			if b.Exact {
				exact++
			} else {
				certain++
			}
		}
	}
	if exact < 100 || certain < 5 {
		t.Errorf("%d bounds are exact, %d certain: too few", exact, certain)
	}
}

// watcher collects how much is done, and cancels after so much.
type watcher struct {
	context.Context
	shares []float64
	stop   func()
}

func (w *watcher) Progress(done, total float64) {
	if w.shares = append(w.shares, done/total); len(w.shares) == 5 && w.stop != nil {
		w.stop()
	}
}

// TestWatched: progress does not fall, and what is stopped on the way ends with the context's error.
func TestWatched(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	made := newTable(skewed(rng, 30), levels(7, 3), levels(7, 3), levels(4, 2))
	s, targets, _ := made.linked(counts, partly(rng, 2))
	p := newTable(skewed(rng, 10), levels(4), levels(4), levels(3)).problem(3)
	for name, run := range map[string]func(ctx context.Context) error{
		"bounds":  func(ctx context.Context) error { _, err := s.Bounds(ctx, targets, 1e8); return err },
		"protect": func(ctx context.Context) error { _, err := p.Protect(ctx, 1e9); return err },
	} {
		w := &watcher{Context: t.Context()}
		if err := run(w); err != nil || len(w.shares) < 10 || !slices.IsSorted(w.shares) || w.shares[len(w.shares)-1] > 1 {
			t.Errorf("%s: %v, progress %v", name, err, w.shares)
		}
		stopped, stop := context.WithCancel(t.Context())
		w = &watcher{Context: stopped, stop: stop}
		if err := run(w); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: stopped on the way: %v", name, err)
		}
	}
}

// TestOrder: results do not depend on the order of sums and of unknowns.
func TestOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	made := newTable(skewed(rng, 30), levels(5), levels(5), levels(3))
	s, targets, _ := made.linked(counts, partly(rng, 2))
	want := bounds(t, s, targets)
	of := rng.Perm(len(s.Unknowns))
	other := &cube.System{Unknowns: make([]cube.Unknown, len(of))}
	renamed := func(terms []cube.Term) (all []cube.Term) {
		for _, term := range terms {
			all = append(all, cube.Term{Unknown: int32(of[term.Unknown]), Times: term.Times})
		}
		return all
	}
	for j, u := range s.Unknowns {
		other.Unknowns[of[j]] = u
	}
	for _, i := range rng.Perm(len(s.Sums)) {
		other.Sums = append(other.Sums, cube.Sum{Terms: renamed(s.Sums[i].Terms), Range: s.Sums[i].Range})
	}
	var all [][]cube.Term
	for _, terms := range targets {
		all = append(all, renamed(terms))
	}
	same := func(x, y *big.Rat) bool { return x == nil && y == nil || x != nil && y != nil && x.Cmp(y) == 0 }
	for i, b := range bounds(t, other, all) {
		if !same(b.Least, want[i].Least) || !same(b.Largest, want[i].Largest) || b.Exact != want[i].Exact {
			t.Errorf("target %d in [%v, %v], want [%v, %v]", i, b.Least, b.Largest, want[i].Least, want[i].Largest)
		}
	}
}
