package anatomy

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// BenchmarkCompose has ten million people of 17,000 values, some of which are of many.
func BenchmarkCompose(b *testing.B) {
	rng := rand.New(rand.NewPCG(6, 7))
	counts := make([]int64, 17_000)
	for range 10_000_000 {
		x := rng.Float64()
		counts[int(x*x*float64(len(counts)))]++
	}
	for _, l := range []int64{2, 10, 100} {
		var composed, drawn *Composition
		var err error
		for _, step := range []struct {
			name string
			run  func() error
		}{
			{"compose", func() error { composed, err = Compose(b.Context(), counts, l); return err }},
			{"draw", func() error { drawn, err = composed.Draw(b.Context(), rng, true); return err }},
			{"verify", func() error { return drawn.Verify(counts, l) }},
		} {
			b.Run(fmt.Sprintf("l=%d/%s", l, step.name), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if err := step.run(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkStrict has a million classes of a few people.
func BenchmarkStrict(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 12))
	classes := make([]Histogram, 1_000_000)
	for i := range classes {
		classes[i] = Histogram{{int32(rng.IntN(1000)), 1 + rng.Int64N(3)}, {1000 + int32(rng.IntN(100)), 1}}
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Strict(b.Context(), classes, 3, rng); err != nil {
			b.Fatal(err)
		}
	}
}
