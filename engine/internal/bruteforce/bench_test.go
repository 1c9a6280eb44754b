package bruteforce

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"skyline/engine/knowledge"
)

// BenchmarkBreachProbabilities takes random tables of up to 6 people in up to 3
// QI groups, and all knowledge points up to (3, 3, 3).
func BenchmarkBreachProbabilities(b *testing.B) {
	for _, c := range constraints {
		b.Run(fmt.Sprintf("constraint=%v", c), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(3, 0))
			for b.Loop() {
				groups := randomGroups(rng, c, 6, 6)
				if _, err := BreachProbabilities(groups, "s", c, knowledge.Point{L: 3, K: 3, M: 3}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
