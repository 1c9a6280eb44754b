package prior

import (
	"fmt"
	"math/big"
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

// BenchmarkCheck checks 5,000 groups of some 200 people with 20 values, of so many classes, which
// list so many of these.
func BenchmarkCheck(b *testing.B) {
	for _, size := range []struct{ classes, listed int }{{4, 1}, {4, 2}, {2, 20}} {
		b.Run(fmt.Sprintf("classes=%d/listed=%d", size.classes, size.listed), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			var groups []Group
			people := make([]int64, 20)
			for range 5000 {
				var classes []int64
				for range size.classes {
					classes = append(classes, 200/int64(size.classes)+rng.Int64N(20))
				}
				_, g := randomHistogram(rng, 20, classes...)
				for _, v := range g.Values {
					people[v.ID] += v.People
				}
				groups = append(groups, *g)
			}
			var rules []Rule
			for class := range size.classes {
				for value := range size.listed {
					rules = append(rules, Rule{int32(class), int32(value), big.NewRat(1+rng.Int64N(97), 3000)})
				}
			}
			beliefs, err := New(people, size.classes, rules)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := beliefs.Check(b.Context(), groups, big.NewRat(3, 10), 1e10); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
