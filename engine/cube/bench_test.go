package cube_test

import (
	"math/rand/v2"
	"testing"

	"skyline/engine/cube"
)

// BenchmarkBounds finds the bounds of all hidden cells: of a table of two dimensions of which one cell in five is hidden, and
// of cubes with hierarchies in which counts below 10 are masked, or hidden along with others.
func BenchmarkBounds(b *testing.B) {
	fifth := func(rng *rand.Rand) func(int, int64) (bool, cube.Range) {
		return func(cell int, v int64) (bool, cube.Range) {
			return cell/101 < 100 && cell%101 < 100 && rng.IntN(5) == 0, counts
		}
	}
	for name, make := range map[string]func(rng *rand.Rand) (*cube.System, [][]cube.Term, []int64){
		"table=100x100": func(rng *rand.Rand) (*cube.System, [][]cube.Term, []int64) {
			return newTable(skewed(rng, 50), levels(100), levels(100)).linked(counts, fifth(rng))
		},
		"cube=4D/cells=1e5/masked": func(rng *rand.Rand) (*cube.System, [][]cube.Term, []int64) {
			return large(rng).linked(counts, masked)
		},
		"cube=4D/cells=1e5/hidden=third": func(rng *rand.Rand) (*cube.System, [][]cube.Term, []int64) {
			return large(rng).linked(counts, partly(rng, 3))
		},
		"cube=4D/cells=1e5/hidden=half": func(rng *rand.Rand) (*cube.System, [][]cube.Term, []int64) {
			return large(rng).linked(counts, partly(rng, 2))
		},
		"cube=4D/cells=1e4/hidden=half": func(rng *rand.Rand) (*cube.System, [][]cube.Term, []int64) {
			return newTable(skewed(rng, 30), levels(7, 3), levels(7, 3), levels(7, 3), levels(4, 2)).linked(counts, partly(rng, 2))
		},
		"cube=3D/cells=1e3/hidden=half": func(rng *rand.Rand) (*cube.System, [][]cube.Term, []int64) {
			return newTable(skewed(rng, 30), levels(7, 3), levels(7, 3), levels(7, 3)).linked(counts, partly(rng, 2))
		},
	} {
		b.Run(name, func(b *testing.B) {
			s, targets, values := make(rand.New(rand.NewPCG(1, 2)))
			for b.Loop() {
				bounds, err := s.Bounds(b.Context(), targets, 1e10)
				if err != nil {
					b.Fatal(err)
				}
				follow, exact, open := 0, 0, 0
				for i := range bounds {
					if bounds[i].Exact {
						exact++
					}
					if bounds[i].Known() != nil {
						follow++
					}
					if bounds[i].Largest == nil {
						open++
					}
					if v := values[i]; bounds[i].Least.Num().Int64() > v || bounds[i].Largest != nil && bounds[i].Largest.Num().Int64() < v {
						b.Fatal("the table itself is out of bounds")
					}
				}
				b.ReportMetric(float64(len(targets)), "targets")
				b.ReportMetric(float64(follow), "follow")
				b.ReportMetric(float64(exact), "exact")
				b.ReportMetric(float64(open), "open")
			}
		})
	}
}

// large is a cube of 10^5 cells: 18 codes in each of four dimensions, 14 of them leaves.
func large(rng *rand.Rand) *table {
	return newTable(skewed(rng, 30), levels(14, 5), levels(14, 5), levels(14, 5), levels(14, 5))
}

// partly hides counts below 10 and one in n of the others.
func partly(rng *rand.Rand, n int) func(int, int64) (bool, cube.Range) {
	return func(_ int, v int64) (bool, cube.Range) {
		return v > 0 && v < 10 || rng.IntN(n) == 0, counts
	}
}

// BenchmarkProtect hides what protects all counts from 1 to 9: of a table of two dimensions, and of cubes with hierarchies.
func BenchmarkProtect(b *testing.B) {
	for name, make := range map[string]func(rng *rand.Rand) *table{
		"table=30x30":   func(rng *rand.Rand) *table { return newTable(skewed(rng, 100), levels(30), levels(30)) },
		"table=100x100": func(rng *rand.Rand) *table { return newTable(skewed(rng, 300), levels(100), levels(100)) },
		"cube=3D/cells=1e3": func(rng *rand.Rand) *table {
			return newTable(skewed(rng, 100), levels(7, 3), levels(7, 3), levels(7, 3))
		},
		"cube=4D/cells=1e4": func(rng *rand.Rand) *table {
			return newTable(skewed(rng, 300), levels(7, 3), levels(7, 3), levels(7, 3), levels(4, 2))
		},
	} {
		b.Run(name, func(b *testing.B) {
			p := make(rand.New(rand.NewPCG(1, 2))).problem(9)
			primary := 0
			for i := range p.Cells {
				if p.Cells[i].Primary {
					primary++
				}
			}
			for b.Loop() {
				pattern, err := p.Protect(b.Context(), 1e10)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(len(p.Cells)), "cells")
				b.ReportMetric(float64(primary), "primary")
				b.ReportMetric(float64(len(pattern.Secondary)), "secondary")
				b.ReportMetric(float64(pattern.Cost), "lost")
			}
		})
	}
}
