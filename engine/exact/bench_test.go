package exact

import (
	"math/rand"
	"testing"
)

func BenchmarkSimplest(b *testing.B) {
	for b.Loop() {
		Simplest(rand.Float64())
	}
}

func BenchmarkCommon(b *testing.B) {
	xs := make([]float64, 10)
	for i := range xs {
		xs[i] = rand.Float64()
	}
	for b.Loop() {
		Common(xs)
	}
}
