package breach

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"skyline/engine/internal/bruteforce"
	"skyline/engine/internal/dynprog"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

// uniform returns the release candidates of Sect. 8.1: groups of 100 people, 20
// sensitive values, uniformly distributed.
func uniform(rows int) []bruteforce.Group {
	rng := rand.New(rand.NewPCG(81, 6))
	groups := make([]bruteforce.Group, rows/100)
	for i := range groups {
		groups[i] = bruteforce.Group{People: 100, Counts: map[string]int{}}
		for range 100 {
			groups[i].Counts[valueName(rng.IntN(20))]++
		}
	}
	return groups
}

// uniformTable is uniform as a table that keeps every group: the time to read
// and reduce histograms is measured apart, in package partition.
func uniformTable(b *testing.B, groups []bruteforce.Group) (*partition.Table, int32) {
	b.Helper()
	var builder partition.Builder
	for _, g := range groups {
		if err := builder.Add(encode(knowledge.SVPI, g.People, g.Counts)); err != nil {
			b.Fatal(err)
		}
	}
	value, _ := builder.Number("v0")
	return builder.Table(), value
}

// figure6 are the plots of Fig. 6: the size of the release candidate, and sweeps
// over ℓ, k and m.
func figure6() map[int][]knowledge.Point {
	middle := knowledge.Point{L: 10, K: 10, M: 10}
	points := map[int][]knowledge.Point{1_000_000: {middle}, 3_000_000: {middle}, 5_000_000: {middle}}
	sweep := func(at knowledge.Point) { points[1_000_000] = append(points[1_000_000], at) }
	for _, l := range []int64{0, 4, 8, 16} {
		sweep(knowledge.Point{L: l, K: 10, M: 10})
	}
	for _, k := range []int64{0, 4, 8, 16, 32} {
		sweep(knowledge.Point{L: 10, K: k, M: 10})
	}
	for _, m := range []int64{0, 4, 8, 16} {
		sweep(knowledge.Point{L: 10, K: 10, M: m})
	}
	return points
}

// BenchmarkFigure6 runs SkylineCheck and the dynamic program of App. A.3 on the
// same release candidate and the same point, for one value. Both start from
// groups whose values have been counted and indexed, and make their pass over
// all groups.
func BenchmarkFigure6(b *testing.B) {
	points := figure6()
	for _, rows := range []int{1_000_000, 3_000_000, 5_000_000} {
		groups := uniform(rows)
		table, value := uniformTable(b, groups)
		dp := dpGroups(groups, "v0")
		r, err := NewRelease(table, knowledge.SVPI)
		if err != nil {
			b.Fatal(err)
		}
		for _, p := range points[rows] {
			name := fmt.Sprintf("rows=%d/l=%d/k=%d/m=%d", rows, p.L, p.K, p.M)
			compare(b, name, r, value, dp, p)
		}
	}
}

func compare(b *testing.B, name string, r *Release, value int32, dp []dynprog.Group, p knowledge.Point) {
	b.Helper()
	one, _ := NewThreshold(1)
	b.Run(name+"/method=SkylineCheck", func(b *testing.B) {
		for b.Loop() {
			if _, err := r.Check(context.Background(), value, []Requirement{{Point: p, C: one}}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run(name+"/method=DynamicProgram", func(b *testing.B) {
		for b.Loop() {
			dynprog.BreachProbability(dp, knowledge.SVPI, p)
		}
	})
}

// BenchmarkSkylinePoints is the cost of 1 and of 100 points for each of 20
// values of a million people.
func BenchmarkSkylinePoints(b *testing.B) {
	table, _ := uniformTable(b, uniform(1_000_000))
	c, _ := NewThreshold(0.5)
	for _, points := range []int{1, 100} {
		var requirements []Requirement
		for i := range points {
			requirements = append(requirements, Requirement{Point: knowledge.Point{L: 3, K: int64(i % 10), M: int64(i / 10)}, C: c})
		}
		b.Run(fmt.Sprintf("points=%d", points), func(b *testing.B) {
			for b.Loop() {
				r, err := NewRelease(table, knowledge.SVPI)
				if err != nil {
					b.Fatal(err)
				}
				for value := range table.Values {
					if _, err := r.Check(context.Background(), int32(value), requirements); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}

// BenchmarkFind finds the knowledge skylines of 20 values of a million people.
func BenchmarkFind(b *testing.B) {
	table, _ := uniformTable(b, uniform(1_000_000))
	c, _ := NewThreshold(0.5)
	r, err := NewRelease(table, knowledge.SVPI)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		for value := range table.Values {
			if _, err := r.Find(context.Background(), int32(value), c, 1000); err != nil {
				b.Fatal(err)
			}
		}
	}
}
