package rounding

import (
	"context"
	"math/rand/v2"
	"testing"
)

// grid makes a table of so many dimensions with all totals, and returns it.
func grid(random *rand.Rand, base int64, sizes ...int) *Table {
	cells := 1
	for _, n := range sizes {
		cells *= n
	}
	t := &Table{Cells: make([]int64, cells), Base: base}
	for i := range t.Cells {
		t.Cells[i] = random.Int64N(4 * base)
	}
	// Each set of dimensions that are summed over has a total for every value of the others.
	for sums := 1; sums < 1<<len(sizes); sums++ {
		totals := map[int][]int32{}
		var order []int
		for i := range cells {
			key, rest := 0, i
			for d, n := range sizes {
				key *= n + 1
				if sums>>d&1 == 0 {
					key += 1 + rest%n
				}
				rest /= n
			}
			if totals[key] == nil {
				order = append(order, key)
			}
			totals[key] = append(totals[key], int32(i))
		}
		for _, key := range order {
			t.Totals = append(t.Totals, totals[key])
		}
	}
	return t
}

// TestControlled checks roundings of random tables against what a Rounding is, and that tables
// of two dimensions have no total that is far.
func TestControlled(t *testing.T) {
	far := 0
	for seed := range uint64(60) {
		random := rand.New(rand.NewPCG(seed, 1))
		base := int64(2 + random.IntN(9))
		sizes := []int{1 + random.IntN(7), 1 + random.IntN(7)}
		if seed%2 == 1 {
			sizes = append(sizes, 1+random.IntN(5))
		}
		table := grid(random, base, sizes...)
		r, err := Controlled(context.Background(), table, random)
		if err != nil {
			t.Fatal(err)
		}
		for i, rounded := range r.Cells {
			if d := rounded - table.Cells[i]; rounded < 0 || rounded%base != 0 || d <= -base || d >= base {
				t.Fatalf("seed %d: %d becomes %d, base %d", seed, table.Cells[i], rounded, base)
			}
		}
		for total, cells := range table.Totals {
			sum, rounded := int64(0), int64(0)
			for _, i := range cells {
				sum, rounded = sum+table.Cells[i], rounded+r.Cells[i]
			}
			if r.Totals[total] != rounded || r.Off[total] != rounded-sum {
				t.Fatalf("seed %d: total %d is %d, off by %d; want %d, %d", seed, total, r.Totals[total], r.Off[total], rounded, rounded-sum)
			}
			if r.Off[total] >= base || r.Off[total] <= -base {
				far++
				if len(sizes) == 2 {
					t.Errorf("seed %d: %v, base %d: a total is off by %d", seed, sizes, base, r.Off[total])
				}
			}
		}
	}
	t.Logf("%d totals of three dimensions are far", far)
}

// TestRandom: each count is rounded to one of its two multiples, and on average to itself.
func TestRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for count := range int64(11) {
		sum, n := int64(0), int64(20000)
		for range n {
			rounded := Random(count, 5, random)
			if rounded%5 != 0 || rounded <= count-5 || rounded >= count+5 {
				t.Fatalf("%d becomes %d", count, rounded)
			}
			sum += rounded
		}
		// Its standard deviation is at most 2.5/√20000, a sixtieth.
		if d := float64(sum)/float64(n) - float64(count); d > 0.1 || d < -0.1 {
			t.Errorf("%d becomes %v on average", count, float64(sum)/float64(n))
		}
	}
	for count, want := range map[int64]int64{0: 0, 2: 0, 3: 5, 5: 5, 7: 5, 8: 10} {
		if got := Nearest(count, 5); got != want {
			t.Errorf("%d becomes %d, want %d", count, got, want)
		}
	}
	if Nearest(5, 10) != 10 {
		t.Error("5 is not rounded up")
	}
}
