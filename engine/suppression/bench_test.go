package suppression

import (
	"math/rand/v2"
	"testing"

	"skyline/engine/cells"
	"skyline/engine/privacy"
)

// people are some with quasi-identifiers that go together, as those of a census do, and one of
// 14 sensitive values.
func people(b *testing.B, n int) (*cells.Cells, []int32) {
	b.Helper()
	rng := rand.New(rand.NewPCG(1, 1))
	sizes := []int{74, 2, 5, 7, 16, 41, 7}
	builder := cells.Builder{}
	for range n {
		codes := make([]int64, len(sizes))
		for d, size := range sizes {
			x := rng.Float64()
			codes[d] = int64(x * x * x * float64(size))
		}
		codes[3] = (codes[0]/12 + codes[3]/3) % 7
		if err := builder.Add(codes, "\x02"+string(rune('a'+min(rng.IntN(14), rng.IntN(14))))+"\x01"); err != nil {
			b.Fatal(err)
		}
	}
	c, err := builder.Cells(sizes)
	if err != nil {
		b.Fatal(err)
	}
	null := make([]int32, len(sizes))
	for d := range null {
		null[d] = -1
	}
	return c, null
}

func benchmark(b *testing.B, requirements ...privacy.Requirement) {
	b.Helper()
	for b.Loop() {
		b.StopTimer()
		c, null := people(b, 45222)
		b.StartTimer()
		release, err := Suppress(b.Context(), c, Options{Requirements: requirements, Null: null})
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(release.Suppressed().People), "people")
	}
}

// BenchmarkSuppress are as many people as Adult has, with seven quasi-identifiers.
func BenchmarkSuppress(b *testing.B) {
	b.Run("k-anonymity", func(b *testing.B) { benchmark(b, privacy.KAnonymity(5)) })
	b.Run("share", func(b *testing.B) { benchmark(b, privacy.KAnonymity(5), privacy.MaxShare(0.5)) })
	b.Run("closeness", func(b *testing.B) { benchmark(b, privacy.TCloseness(0.4)) })
}
