package partition

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// BenchmarkSummary reduces histograms of few and of very many sensitive values.
func BenchmarkSummary(b *testing.B) {
	for _, shape := range []struct{ groups, people, values int }{{100_000, 15, 14}, {100_000, 1, 100_000}, {1, 100_000, 100_000}} {
		rng := rand.New(rand.NewPCG(1, 1))
		histograms := make([]string, shape.groups)
		for i := range histograms {
			counts := map[string]int64{}
			for range shape.people {
				counts[fmt.Sprint("value", rng.IntN(shape.values))]++
			}
			histograms[i] = encodeCounts(counts)
		}
		b.Run(fmt.Sprintf("groups=%d/people=%d/values=%d", shape.groups, shape.people, shape.values), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				var s Summary
				for _, h := range histograms {
					if err := s.Add(h); err != nil {
						b.Fatal(err)
					}
				}
				var builder Builder
				if err := builder.AddSummary(string(s.Encode())); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
