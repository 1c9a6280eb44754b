package rounding

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
)

func BenchmarkControlled(b *testing.B) {
	for _, sizes := range [][]int{{100, 100}, {30, 30, 30}, {12, 12, 12, 12}} {
		b.Run(fmt.Sprint(sizes), func(b *testing.B) {
			table := grid(rand.New(rand.NewPCG(1, 1)), 5, sizes...)
			far := 0
			for b.Loop() {
				r, err := Controlled(context.Background(), table, rand.New(rand.NewPCG(1, 2)))
				if err != nil {
					b.Fatal(err)
				}
				far = 0
				for _, off := range r.Off {
					if off >= 5 || off <= -5 {
						far++
					}
				}
			}
			b.ReportMetric(float64(far), "far")
			b.ReportMetric(float64(len(table.Totals)), "totals")
		})
	}
}
