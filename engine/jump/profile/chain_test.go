package profile

import (
	"context"
	"errors"
	"math/big"
	"testing"

	"skyline/engine"
	"skyline/engine/jump/tables"
)

var half = tables.MaxShare{Share: big.NewRat(1, 2)}

func TestInconsistent(t *testing.T) {
	for _, c := range []Chain{
		{{Counts: []int64{1, 1}, Parts: []Part{{Sizes: []int64{1}}}}},
		{{Counts: []int64{2, -1}, Parts: []Part{{Sizes: []int64{1}}}}},
		{{Counts: []int64{1}, Parts: []Part{{Sizes: []int64{1, 0}}}}},
		{{Counts: []int64{1}, Parts: []Part{{Sizes: []int64{1}}}}, {Counts: []int64{1, 0}, Parts: []Part{{Sizes: []int64{1}}}}},
		{{Counts: []int64{1 << 40}, Parts: []Part{{Sizes: []int64{1 << 40}}}}},
	} {
		if _, err := c.Count(context.Background(), half, 1e9); !errors.Is(err, &engine.ParamError{Package: "profile"}) {
			t.Errorf("%+v: Count: %v", c, err)
		}
		if _, err := c.Judge(half, 1e9); !errors.Is(err, &engine.ParamError{Package: "profile"}) {
			t.Errorf("%+v: Judge: %v", c, err)
		}
		if steps := c.Forecast(half); steps != 0 {
			t.Errorf("%+v: Forecast = %v", c, steps)
		}
	}
	c := Chain{{Counts: []int64{2, 2}, Parts: []Part{{Sizes: []int64{2, 2}}}}}
	judge, err := c.Judge(half, 1e9)
	if err != nil {
		t.Fatal(err)
	}
	for _, spread := range [][][]int64{nil, {{1, 1}}, {{1, 1}, {1}}, {{1, 1}, {1, 2}}, {{1, 1}, {1, 1}, {1, 1}}} {
		if _, err := judge.Contains(context.Background(), spread); !errors.Is(err, &engine.ParamError{Package: "profile"}) {
			t.Errorf("Contains(%v): %v", spread, err)
		}
	}
}

func TestEmpty(t *testing.T) {
	for _, c := range []Chain{nil, {{}}, {{Counts: []int64{0, 0}, Parts: []Part{{}}}}} {
		set, err := c.Count(context.Background(), half, 1e9)
		if err != nil || set.Tables.Sign() != 0 || len(set.With) != 0 {
			t.Errorf("%+v: %+v, %v", c, set, err)
		}
	}
}

func TestTooLarge(t *testing.T) {
	// Twenty cells of different sizes in two groups of e.
	c := Chain{{Counts: []int64{70, 70, 70}, Parts: []Part{{}, {}}}}
	for s := range int64(20) {
		c[0].Parts[s%2].Sizes = append(c[0].Parts[s%2].Sizes, s+1)
	}
	// A cell of one person rules out that a table passes in f.
	if _, err := c.Count(context.Background(), half, 1e6); err != nil {
		t.Errorf("nothing passes in f: %v", err)
	}
	c[0].Parts[0].Sizes[0]++
	c[0].Counts[0]++
	if _, err := c.Count(context.Background(), half, 1e6); !errors.Is(err, ErrTooLarge) {
		t.Errorf("Count: %v", err)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := benchChain(random(), 300, 5, 22).Count(ended, half, 1e9); !errors.Is(err, context.Canceled) {
		t.Errorf("ended: %v", err)
	}
}

// TestOrders: the order of groups, parts, sizes and values does not matter.
func TestOrders(t *testing.T) {
	c := Chain{
		{Counts: []int64{5, 4, 3}, Parts: []Part{{Sizes: []int64{2, 4}}, {Sizes: []int64{3, 3}}}},
		{Counts: []int64{1, 2, 3}, Parts: []Part{{Sizes: []int64{4, 2}}}},
	}
	d := Chain{
		{Counts: []int64{3, 2, 1}, Parts: []Part{{Sizes: []int64{2, 4}}}},
		{Counts: []int64{3, 4, 5}, Parts: []Part{{Sizes: []int64{3, 3}}, {Sizes: []int64{4, 2}}}},
	}
	cells, values := []int{5, 4, 2, 3, 1, 0}, []int{2, 1, 0} // of d, those of c
	for _, share := range shares {
		p := tables.MaxShare{Share: share}
		x, err := c.Count(context.Background(), p, 1e9)
		if err != nil {
			t.Fatal(err)
		}
		y, err := d.Count(context.Background(), p, 1e9)
		if err != nil {
			t.Fatal(err)
		}
		for i, row := range y.With {
			for v, n := range row {
				if want := x.With[cells[i]][values[v]]; n.Cmp(want) != 0 {
					t.Errorf("share %v, cell %d, value %d: %v, want %v", share, i, v, n, want)
				}
			}
		}
	}
}
