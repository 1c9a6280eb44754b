package classes

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/jump/tables"
)

func TestErrors(t *testing.T) {
	half := jump(tables.MaxShare{Share: big.NewRat(1, 2)}, 1)
	in := func() *Instance {
		return &Instance{Cells: []int64{1, 2, 1}, Generalizations: [][]int{{0, 1, 2}, {0, 0, 1}}, Step: half}
	}
	good := [][]int64{{2, 1}, {0, 1}}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, test := range []struct {
		name   string
		change func(in *Instance)
		i      int
		counts [][]int64
	}{
		{"no person", func(in *Instance) { in.Cells[0] = 0 }, 2, good},
		{"too many people", func(in *Instance) { in.Cells[0] = 1 << 40 }, 2, good},
		{"too few cells", func(in *Instance) { in.Generalizations[0] = []int{0, 1} }, 2, good},
		{"a gap", func(in *Instance) { in.Generalizations[0] = []int{0, 2, 0} }, 2, good},
		{"a negative group", func(in *Instance) { in.Generalizations[0] = []int{0, -1, 0} }, 2, good},
		{"generalization 0", nil, 0, good},
		{"generalization 3", nil, 3, good},
		{"too few groups", nil, 2, good[:1]},
		{"too few people", nil, 2, [][]int64{{2, 0}, {0, 1}}},
		{"too many people with a value", nil, 2, [][]int64{{4, -1}, {0, 1}}},
		{"other values", nil, 2, [][]int64{{2, 1}, {1}}},
		{"a step back", func(in *Instance) {
			in.Step = func(j int, _ [][]int64, _ func() (*tables.Set, error)) (int, error) { return j, nil }
		}, 2, good},
	} {
		in := in()
		if test.change != nil {
			test.change(in)
		}
		if set, err := New(in, 1e6).Disclosure(t.Context(), test.i, test.counts); err == nil {
			t.Errorf("%s: %v tables, want an error", test.name, set.Tables)
		}
	}

	c := New(in(), 1)
	if _, err := c.Disclosure(t.Context(), 2, good); !errors.Is(err, ErrTooLarge) {
		t.Errorf("limit 1: %v, want ErrTooLarge", err)
	}
	broken := in()
	want := errors.New("broken")
	broken.Step = func(int, [][]int64, func() (*tables.Set, error)) (int, error) { return 0, want }
	if _, err := New(broken, 10).Disclosure(t.Context(), 2, good); !errors.Is(err, want) {
		t.Errorf("broken step: %v", err)
	}

	// What was not finished can be tried again, with the same counter.
	large, counts := sample(rand.New(rand.NewPCG(1, 2)), false, 14, 4, 4, 3, 2)
	large.Step = half
	c = New(large, 1e6)
	if _, err := c.Disclosure(cancelled, 3, counts); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	got, err := c.Disclosure(t.Context(), 3, counts)
	if err != nil {
		t.Fatal(err)
	}
	before, visited := got.Tables, c.Visited()
	fresh, err := New(large, 1e6).Disclosure(t.Context(), 3, counts)
	if err != nil || different(got, fresh) != "" {
		t.Errorf("after being cancelled: %s, %v", different(got, fresh), err)
	}
	if again, err := c.Disclosure(t.Context(), 3, counts); err != nil || again.Tables.Cmp(before) != 0 || c.Visited() != visited {
		t.Errorf("asked again: %v tables, %v classes, %v; want %v, %v", again.Tables, c.Visited(), err, before, visited)
	}
	huge, counts := sample(rand.New(rand.NewPCG(1, 2)), false, 60, 6, 8, 4, 2)
	huge.Step = half
	if _, err := New(huge, 1e3).Disclosure(t.Context(), 3, counts); !errors.Is(err, ErrTooLarge) {
		t.Errorf("huge: %v, want ErrTooLarge", err)
	}
}

// TestNobody has no people, of whom there is one table.
func TestNobody(t *testing.T) {
	in := &Instance{Generalizations: [][]int{{}, {}}}
	in.Step = func(int, [][]int64, func() (*tables.Set, error)) (int, error) { return 2, nil }
	for i := 1; i <= 2; i++ {
		set, err := New(in, 10).Disclosure(t.Context(), i, nil)
		if err != nil || set.Tables.Int64() != 1 || len(set.With) != 0 {
			t.Errorf("Disclosure(%d) = %v, %v, want one table", i, set, err)
		}
		in.Forecast(i, nil)
	}
}

// TestCounts has one counter for signatures of other people and values, of different widths.
func TestCounts(t *testing.T) {
	p := tables.MaxShare{Share: big.NewRat(1, 2)}
	in := &Instance{
		Cells:           []int64{20, 20, 2, 2, 20},
		Generalizations: [][]int{{0, 1, 2, 3, 4}, {0, 0, 1, 1, 2}},
		Step:            jump(p, 1), First: p.HoldsGroup, Alike: true,
	}
	c := New(in, 1e6)
	for _, counts := range [][][]int64{
		{{13, 13, 14, 0, 0, 0}, {2, 2, 0, 0, 0, 0}, {10, 10, 0, 0, 0, 0}},
		{{20, 20, 0, 0, 0, 0}, {2, 2, 0, 0, 0, 0}, {0, 0, 0, 0, 10, 10}},
		{{20, 20, 0, 0, 0, 0}, {0, 2, 2, 0, 0, 0}, {10, 10, 0, 0, 0, 0}},
	} {
		got, err := c.Disclosure(t.Context(), 2, counts)
		if err != nil {
			t.Fatal(err)
		}
		plain := &Instance{Cells: in.Cells, Generalizations: in.Generalizations, Step: in.Step}
		want, err := New(plain, 1e6).Disclosure(t.Context(), 2, counts)
		if err != nil {
			t.Fatal(err)
		}
		if d := different(got, want); d != "" {
			t.Errorf("%v: %s", counts, d)
		}
		for cell, with := range got.With {
			sum := new(big.Int)
			for _, n := range with {
				sum.Add(sum, n)
			}
			if sum.Cmp(got.Tables) != 0 {
				t.Errorf("%v: cell %d has values in %v tables of %v", counts, cell, sum, got.Tables)
			}
		}
	}
}

// TestNatural compares the arithmetic with that of big.Int.
func TestNatural(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 3))
	for range 2000 {
		width := 1 + rng.IntN(4)
		some := func(bits int) natural {
			n := make(natural, width)
			for i := range n {
				if left := bits - 64*i; left > 0 {
					n[i] = rng.Uint64() >> (64 - min(left, 64))
				}
			}
			return n
		}
		integer := func(n natural) *big.Int { return &bigs(n, width)[0] }
		a, b, sum := some(width*64/2-4), some(width*64/2-4), some(width*64-2)
		want := new(big.Int).Mul(integer(a), integer(b))
		want.Add(want, integer(sum))
		got := slices.Clone(sum)
		if got.addProduct(a, b); integer(got).Cmp(want) != 0 {
			t.Fatalf("%v + %v·%v = %v, want %v", sum, a, b, got, want)
		}
		if got.sub(sum); integer(got).Cmp(new(big.Int).Mul(integer(a), integer(b))) != 0 {
			t.Fatalf("%v·%v = %v", a, b, got)
		}
		k := rng.Uint64N(1 << 27)
		want = new(big.Int).Mul(integer(a), new(big.Int).SetUint64(k+1))
		got = slices.Clone(a)
		if got.mul(k + 1); integer(got).Cmp(want) != 0 {
			t.Fatalf("%v·%d = %v, want %v", a, k+1, got, want)
		}
		if got.div(k + 1); !slices.Equal(got, a) {
			t.Fatalf("%v·%d/%d = %v", a, k+1, k+1, got)
		}
		n, m := rng.Int32N(200), rng.Int32N(200)
		one := make(natural, 4)
		one.set1()
		if one.mulChoose(n, min(n, m)); bigs(one, 4)[0].Cmp(new(big.Int).Binomial(int64(n), int64(min(n, m)))) != 0 {
			t.Fatalf("C(%d, %d) = %v", n, min(n, m), one)
		}
	}
}
