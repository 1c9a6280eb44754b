package prior

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"skyline/engine/internal/budget"
)

// BenchmarkCount counts blocks in which so many classes and values differ. Steps are what is forecast.
func BenchmarkCount(b *testing.B) {
	for _, size := range []struct {
		classes, values int
		people          int64
	}{{2, 20, 100}, {2, 20, 100000}, {20, 2, 100000}, {3, 3, 30}, {3, 3, 100}, {3, 3, 300}, {3, 3, 1000}, {3, 4, 100}, {4, 4, 100}, {10, 3, 100}, {3, 10, 100}, {4, 5, 60}} {
		b.Run(fmt.Sprintf("classes=%d/values=%d/people=%d", size.classes, size.values, size.people), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			block := randomBlock(rng, size.classes, size.values, max(2, 2*size.people/int64(size.classes)), 0)
			b.ReportAllocs()
			steps := 0.0
			for b.Loop() {
				work := budget.New(b.Context(), 1e12)
				if _, err := countChances(b.Context(), block, work); err != nil {
					b.Fatal(err)
				}
				steps = work.Spent()
			}
			b.ReportMetric(steps, "steps")
		})
	}
}
