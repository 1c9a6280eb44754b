package disclosure

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"runtime"
	"testing"
)

// benchmarkGroups returns different groups of 100 people or so and 20 values, as a
// sensitive column with a few frequent values makes them.
func benchmarkGroups(n int) []Group {
	rng := rand.New(rand.NewPCG(1, 1))
	groups := make([]Group, n)
	for i := range groups {
		var counts [20]int
		for v := range counts {
			counts[v] = 1
		}
		for range 80 {
			counts[int(20*rng.Float64()*rng.Float64())]++
		}
		groups[i] = seen([][]int{counts[:]})[0]
	}
	return groups
}

func BenchmarkMeasure(b *testing.B) {
	groups := benchmarkGroups(1_000_000)
	for _, k := range []int{3, 12, 50} {
		for _, workers := range []int{1, runtime.GOMAXPROCS(0)} {
			b.Run(fmt.Sprintf("groups=1e6/k=%d/workers=%d", k, workers), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					r, err := NewRelease(b.Context(), groups, k, workers)
					if err != nil {
						b.Fatal(err)
					}
					if _, err := r.Levels(b.Context(), half(b)); err != nil {
						b.Fatal(err)
					}
					b.ReportMetric(float64(len(r.places)), "candidates")
				}
			})
		}
	}
}

// BenchmarkLargestK measures groups of more values than MaxK, which are certain for
// no k.
func BenchmarkLargestK(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	groups := make([]Group, 10_000)
	for i := range groups {
		counts := make([]int, 300)
		for v := range counts {
			counts[v] = 1 + rng.IntN(20)
		}
		groups[i] = seen([][]int{counts})[0]
	}
	b.ReportAllocs()
	for b.Loop() {
		r, err := NewRelease(b.Context(), groups, MaxK, runtime.GOMAXPROCS(0))
		if err != nil {
			b.Fatal(err)
		}
		if _, err := r.Levels(b.Context(), half(b)); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(len(r.places)), "candidates")
	}
}

func BenchmarkRunning(b *testing.B) {
	for _, n := range []int{1_000, 100_000} {
		groups := benchmarkGroups(n)
		for _, k := range []int{3, 12} {
			c := thresholdAt(b, big.NewRat(999, 1000))
			w := NewRunning(k, c)
			w.Split(nil, groups)
			group := groups[0]
			parts := benchmarkGroups(n + 2)[n:]
			name := fmt.Sprintf("groups=%d/k=%d", n, k)
			b.Run(name+"/allows", func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if !w.Allows(&group, parts) {
						b.Fatal("not allowed")
					}
				}
			})
			b.Run(name+"/split", func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					w.Split(&group, parts[:1])
					if !w.Allows(&parts[0], parts[1:]) {
						b.Fatal("not allowed")
					}
					w.Split(&parts[0], []Group{group})
				}
			})
			b.Run(name+"/anew", func(b *testing.B) {
				for b.Loop() {
					r, err := NewRelease(b.Context(), groups, k, 1)
					if err != nil {
						b.Fatal(err)
					}
					if level, err := r.Level(b.Context(), k, c); err != nil || !level.Safe {
						b.Fatal(level, err)
					}
				}
			})
		}
	}
}

func BenchmarkEachTarget(b *testing.B) {
	r, err := NewRelease(b.Context(), benchmarkGroups(100_000), 12, 1)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := r.EachTarget(b.Context(), half(b), func(_ int, _ bool, disclosure func() float64) { disclosure() }); err != nil {
			b.Fatal(err)
		}
	}
}
