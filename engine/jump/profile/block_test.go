package profile

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/internal/combinatorics"
)

// TestBlock compares the polynomials with all tables listed person by person.
func TestBlock(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	possible := 0
	for range 2000 {
		sizes := make([]int64, 1+r.IntN(4))
		bounds := make([]int64, len(sizes))
		var cellOf []int
		for i := range sizes {
			sizes[i] = int64(1 + r.IntN(3))
			bounds[i] = r.Int64N(sizes[i] + 1)
			for range sizes[i] {
				cellOf = append(cellOf, i)
			}
		}
		counts := make([]int64, 1+r.IntN(4))
		for range cellOf {
			counts[r.IntN(len(counts))]++
		}
		slices.SortFunc(counts, descending)
		all, with := listBlock(cellOf, bounds, counts)
		passing, rows := newBlock(sizes, bounds, new(pascal)).count(counts)
		if passing.Cmp(big.NewInt(all)) != 0 {
			t.Fatalf("sizes %v, bounds %v, counts %v: %v tables, want %d", sizes, bounds, counts, passing, all)
		}
		if f := feasible(sizes, bounds, counts); f != (all > 0) {
			t.Fatalf("feasible(%v, %v, %v) = %v, %d tables", sizes, bounds, counts, f, all)
		}
		if all > 0 {
			possible++
		}
		for x, cell := range cellOf {
			for v, n := range counts {
				if n > 0 && rows[cell][n].Cmp(big.NewInt(with[x][v])) != 0 {
					t.Fatalf("sizes %v, bounds %v, counts %v: person %d has value %d in %v tables, want %d", sizes, bounds, counts, x, v, rows[cell][n], with[x][v])
				}
			}
		}
	}
	if possible < 300 {
		t.Errorf("%d blocks with tables", possible)
	}
}

func listBlock(cellOf []int, bounds, counts []int64) (all int64, with [][]int64) {
	with = make([][]int64, len(cellOf))
	for x := range with {
		with[x] = make([]int64, len(counts))
	}
	left := slices.Clone(counts)
	table := make([]int, len(cellOf))
	var place func(x int)
	place = func(x int) {
		if x < len(cellOf) {
			for v := range left {
				if left[v] > 0 {
					left[v]--
					table[x] = v
					place(x + 1)
					left[v]++
				}
			}
			return
		}
		n := make(map[[2]int]int64)
		for x, v := range table {
			n[[2]int{cellOf[x], v}]++
			if n[[2]int{cellOf[x], v}] > bounds[cellOf[x]] {
				return
			}
		}
		all++
		for x, v := range table {
			with[x][v]++
		}
	}
	place(0)
	return all, with
}

// TestBlockLarge compares with what must hold where there are too many tables to list.
func TestBlockLarge(t *testing.T) {
	sizes, counts := []int64{60, 45, 5}, []int64{50, 40, 15, 5}
	free, rows := newBlock(sizes, sizes, new(pascal)).count(counts)
	if want := combinatorics.Multinomial(counts); free.Cmp(want) != 0 {
		t.Fatalf("without bounds: %v tables, want %v", free, want)
	}
	for i := range sizes {
		for _, n := range counts {
			if want := new(big.Int).Div(new(big.Int).Mul(free, big.NewInt(n)), big.NewInt(110)); rows[i][n].Cmp(want) != 0 {
				t.Errorf("cell %d, count %d: %v, want %v", i, n, rows[i][n], want)
			}
		}
	}
	bounds := []int64{30, 22, 2}
	some, rows := newBlock(sizes, bounds, new(pascal)).count(counts)
	if some.Sign() <= 0 || some.Cmp(free) >= 0 {
		t.Errorf("with bounds: %v of %v tables", some, free)
	}
	for i := range sizes {
		sum := new(big.Int)
		for _, n := range counts {
			sum.Add(sum, rows[i][n])
		}
		if sum.Cmp(some) != 0 {
			t.Errorf("cell %d: the values' tables sum up to %v, want %v", i, sum, some)
		}
	}
}
