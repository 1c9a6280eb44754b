package presence

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"sync"
	"testing"
)

// spreadOver returns so many people in so many classes.
func spreadOver(rng *rand.Rand, people int64, classes int) []Class {
	list := make([]Class, classes)
	for i := range list {
		list[i] = Class{big.NewInt(1 + rng.Int64N(1<<50)), people / int64(classes)}
	}
	list[0].People += people % int64(classes)
	return list
}

var sizes = []struct {
	people, present int64
	classes         int
}{
	{5, 2, 5},
	{10, 3, 8},
	{50, 5, 30},
	{100, 10, 50},
	{1000, 50, 500},
	{10000, 500, 4000},
	{45222, 1957, 40},
	{45222, 1957, 20000},
	{100000, 5000, 100000},
}

func benchmark(b *testing.B, run func(b *testing.B, classes []Class, s *Set)) {
	for _, size := range sizes {
		b.Run(fmt.Sprintf("people=%d/present=%d/classes=%d", size.people, size.present, size.classes), func(b *testing.B) {
			classes := spreadOver(rand.New(rand.NewPCG(1, 2)), size.people, size.classes)
			s, err := NewSet(classes, size.present)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			run(b, classes, s)
		})
	}
}

func BenchmarkNewSet(b *testing.B) {
	benchmark(b, func(b *testing.B, classes []Class, s *Set) {
		for b.Loop() {
			if _, err := NewSet(classes, s.Present()); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkExistence(b *testing.B) {
	benchmark(b, func(b *testing.B, _ []Class, s *Set) {
		for b.Loop() {
			s.extremes = sync.Once{}
			if _, err := s.Existence(b.Context()); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkRange(b *testing.B) {
	benchmark(b, func(b *testing.B, _ []Class, s *Set) {
		for b.Loop() {
			s.extremes = sync.Once{}
			s.Range()
		}
	})
}

func BenchmarkWithin(b *testing.B) {
	benchmark(b, func(b *testing.B, _ []Class, s *Set) {
		low, high := big.NewRat(1, 100000), big.NewRat(4, 5)
		for b.Loop() {
			s.extremes = sync.Once{}
			s.Within(low, high)
		}
	})
}

func BenchmarkEstimator(b *testing.B) {
	benchmark(b, func(b *testing.B, _ []Class, s *Set) {
		var weights []float64
		var people []int64
		for _, c := range s.Classes() {
			weights, people = append(weights, float64(c.Weight.Int64())), append(people, c.People)
		}
		var e Estimator
		for b.Loop() {
			e.Range(weights, people, s.Present())
		}
	})
}
