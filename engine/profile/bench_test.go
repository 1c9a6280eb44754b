package profile

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// BenchmarkSubsets measures every subset of up to three of 30 columns, from 2 to 200,000
// values.
func BenchmarkSubsets(b *testing.B) {
	for _, rows := range []int{1e5, 1e6} {
		b.Run(fmt.Sprintf("rows=%d", rows), func(b *testing.B) {
			table := benchmarkTable(rows)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := table.Subsets(context.Background(), 3, 1); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkUniques is BenchmarkSubsets with whose they are.
func BenchmarkUniques(b *testing.B) {
	for _, rows := range []int{1e5, 1e6} {
		b.Run(fmt.Sprintf("rows=%d", rows), func(b *testing.B) {
			table := benchmarkTable(rows)
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := table.Uniques(context.Background(), 3, 5, 1); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func benchmarkTable(rows int) *Table {
	rng := rand.New(rand.NewPCG(1, 2))
	sizes := []int32{2, 2, 3, 4, 5, 5, 6, 7, 8, 9, 10, 12, 15, 16, 20, 24, 30, 36, 50, 52, 72, 100, 120, 200, 365, 500, 1000, 5000, 30000, 200000}
	var columns [][]int32
	for _, n := range sizes {
		column := make([]int32, rows)
		for i := range column {
			column[i] = rng.Int32N(n)
		}
		columns = append(columns, column)
	}
	return NewTable(columns, slices.Repeat([]int64{1}, rows))
}
