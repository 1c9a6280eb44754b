package jump_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"skyline/engine/jump"
	"skyline/engine/jump/tables"
)

// bands is a table of people with random values, and generalizations to groups of so
// many consecutive cells.
func bands(b *testing.B, people, values, cells int, widths ...int) *jump.Table {
	b.Helper()
	random := rand.New(rand.NewPCG(1, uint64(people)))
	histograms := make([]map[int32]int64, cells)
	for range people {
		c := random.IntN(cells)
		if histograms[c] == nil {
			histograms[c] = map[int32]int64{}
		}
		histograms[c][int32(random.IntN(values))]++
	}
	var counts [][]jump.Count
	groups := make([][]int32, len(widths))
	for c, h := range histograms {
		if h == nil {
			continue
		}
		var list []jump.Count
		for v := range int32(values) {
			if h[v] > 0 {
				list = append(list, jump.Count{Value: v, N: h[v]})
			}
		}
		counts = append(counts, list)
		for j, width := range widths {
			groups[j] = append(groups[j], int32(c/width))
		}
	}
	t, err := jump.New(values, counts, groups)
	if err != nil {
		b.Fatal(err)
	}
	return t
}

func benchmarkPublish(b *testing.B, t *jump.Table, share *big.Rat, strategy jump.Strategy) {
	b.Helper()
	a := &jump.Algorithm{Strategy: strategy, Property: tables.MaxShare{Share: share}}
	for range t.Generalizations() {
		a.Jump = append(a.Jump, 1)
	}
	for b.Loop() {
		if _, err := t.Publish(b.Context(), a, &jump.Options{Limit: 1e10}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkAgeBands publishes people by bands of 1, 5, 10, 20, 40 and 80 years.
func BenchmarkAgeBands(b *testing.B) {
	for _, people := range []int{100, 1000, 10000} {
		for _, values := range []int{5, 14} {
			for _, n := range []int64{2, 3} {
				b.Run(fmt.Sprintf("people=%d/values=%d/share=1÷%d", people, values, n), func(b *testing.B) {
					benchmarkPublish(b, bands(b, people, values, 80, 1, 5, 10, 20, 40, 80), big.NewRat(1, n), jump.Jump)
				})
			}
		}
	}
}

// BenchmarkMany publishes a million people in 200,000 cells.
func BenchmarkMany(b *testing.B) {
	benchmarkPublish(b, bands(b, 1000000, 20, 200000, 1, 20, 200), big.NewRat(3, 10), jump.Jump)
}
