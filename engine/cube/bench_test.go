package cube_test

import (
	"math/rand/v2"
	"testing"

	"skyline/engine/cube"
)

// BenchmarkBounds finds the bounds of all hidden cells: of a table of two dimensions of which one cell in five is hidden, and
// of cubes of four dimensions with hierarchies in which counts below 10 are masked.
func BenchmarkBounds(b *testing.B) {
	fifth := func(rng *rand.Rand) func(int, int64) (bool, cube.Range) {
		return func(cell int, v int64) (bool, cube.Range) {
			return cell/101 < 100 && cell%101 < 100 && rng.IntN(5) == 0, counts
		}
	}
	for name, make := range map[string]func(rng *rand.Rand) (*cube.System, [][]cube.Term, []int64){
		"table=100x100": func(rng *rand.Rand) (*cube.System, [][]cube.Term, []int64) {
			return newTable(skewed(rng, 50), levels(100), levels(100)).publish(true, counts, fifth(rng))
		},
		"cube=4D/cells=1e4/mean=3": func(rng *rand.Rand) (*cube.System, [][]cube.Term, []int64) {
			return newTable(skewed(rng, 3), levels(7, 3), levels(7, 3), levels(7, 3), levels(4, 2)).publish(true, counts, masked)
		},
		"cube=4D/cells=1e5/mean=3": func(rng *rand.Rand) (*cube.System, [][]cube.Term, []int64) {
			return newTable(skewed(rng, 3), levels(14, 5), levels(14, 5), levels(14, 5), levels(14, 5)).publish(true, counts, masked)
		},
		"cube=4D/cells=1e5/mean=30": func(rng *rand.Rand) (*cube.System, [][]cube.Term, []int64) {
			return newTable(skewed(rng, 30), levels(14, 5), levels(14, 5), levels(14, 5), levels(14, 5)).publish(true, counts, masked)
		},
	} {
		b.Run(name, func(b *testing.B) {
			s, targets, values := make(rand.New(rand.NewPCG(1, 2)))
			for b.Loop() {
				bounds, err := s.Bounds(b.Context(), targets, 1e10)
				if err != nil {
					b.Fatal(err)
				}
				follow, exact := 0, 0
				for i := range bounds {
					if bounds[i].Exact {
						exact++
					}
					if bounds[i].Known() != nil {
						follow++
					}
					if v := values[i]; bounds[i].Least.Num().Int64() > v || bounds[i].Largest != nil && bounds[i].Largest.Num().Int64() < v {
						b.Fatal("the table itself is out of bounds")
					}
				}
				b.ReportMetric(float64(len(targets)), "targets")
				b.ReportMetric(float64(follow), "follow")
				b.ReportMetric(float64(exact), "exact")
			}
		})
	}
}
