package tree

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

func BenchmarkTrain(b *testing.B) {
	for _, n := range []int{1e3, 1e4, 1e5} {
		b.Run(fmt.Sprintf("rows=%d", n), func(b *testing.B) {
			random := rand.New(rand.NewPCG(1, 1))
			features, rows := randomRows(random, n)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Train(b.Context(), features, rows, 3); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
