package profile

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
)

// BenchmarkSubsets measures every subset of up to three of 30 columns, from 2 to 200,000
// values.
func BenchmarkSubsets(b *testing.B) {
	for _, rows := range []int{1e5, 1e6} {
		b.Run(fmt.Sprintf("rows=%d", rows), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			people := make([]int64, rows)
			for i := range people {
				people[i] = 1
			}
			sizes := []int32{2, 2, 3, 4, 5, 5, 6, 7, 8, 9, 10, 12, 15, 16, 20, 24, 30, 36, 50, 52, 72, 100, 120, 200, 365, 500, 1000, 5000, 30000, 200000}
			var columns [][]int32
			for _, n := range sizes {
				column := make([]int32, rows)
				for i := range column {
					column[i] = rng.Int32N(n)
				}
				columns = append(columns, column)
			}
			table := NewTable(columns, people)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := table.Subsets(context.Background(), 3, 1); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
