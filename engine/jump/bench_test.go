package jump_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"skyline/engine/jump"
	"skyline/engine/jump/beliefs"
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

func benchmarkPublish(b *testing.B, t *jump.Table, share *big.Rat) {
	b.Helper()
	a := &jump.Algorithm{Property: beliefs.MaxShare{Share: share}}
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
					benchmarkPublish(b, bands(b, people, values, 80, 1, 5, 10, 20, 40, 80), big.NewRat(1, n))
				})
			}
		}
	}
}

// BenchmarkMany publishes a million people in 200,000 cells.
func BenchmarkMany(b *testing.B) {
	benchmarkPublish(b, bands(b, 1000000, 20, 200000, 1, 20, 200), big.NewRat(3, 10))
}

// BenchmarkTable10 publishes the 15 people of Table 10 of the source, by jumps of 1.
func BenchmarkTable10(b *testing.B) {
	values := []int32{0, 1, 2, 3, 4, 5, 6, 6, 6, 7, 7, 8, 8, 9, 9}
	counts := make([][]jump.Count, len(values))
	for p, v := range values {
		counts[p] = []jump.Count{{Value: v, N: 1}}
	}
	t, err := jump.New(10, counts, [][]int32{
		{0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3},
		{0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3},
		{0, 0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3},
	})
	if err != nil {
		b.Fatal(err)
	}
	benchmarkPublish(b, t, big.NewRat(1, 2))
}

// BenchmarkRecursion publishes people in groups of 30, which consist of two of 15, which
// consist of 7 and 8: the last disclosure set depends on others.
func BenchmarkRecursion(b *testing.B) {
	for _, people := range []int{300, 1500, 9000} {
		b.Run(fmt.Sprintf("people=%d", people), func(b *testing.B) {
			random := rand.New(rand.NewPCG(7, uint64(people)))
			var counts [][]jump.Count
			groups := make([][]int32, 3)
			for first := 0; first < people; first += 15 {
				for k, size := range []int{7, 8} {
					h := make([]int64, 5)
					for range size {
						h[random.IntN(5)]++
					}
					var list []jump.Count
					for v, n := range h {
						if n > 0 {
							list = append(list, jump.Count{Value: int32(v), N: n})
						}
					}
					counts = append(counts, list)
					groups[0] = append(groups[0], int32(first/15*2+k))
					groups[1] = append(groups[1], int32(first/15))
					groups[2] = append(groups[2], int32(first/30))
				}
			}
			t, err := jump.New(5, counts, groups)
			if err != nil {
				b.Fatal(err)
			}
			benchmarkPublish(b, t, big.NewRat(1, 2))
		})
	}
}
