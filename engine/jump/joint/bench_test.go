package joint

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"testing"

	"skyline/engine/breach"
	"skyline/engine/jump/tables"
	"skyline/engine/knowledge"
)

// bands puts people into groups of a size, in order.
func bands(people, size int) []int {
	groups := make([]int, people)
	for i := range groups {
		groups[i] = i / size
	}
	return groups
}

// spread gives people one value after the other.
func spread(people, values int) world {
	w := make(world, people)
	for i := range w {
		w[i] = i % values
	}
	return w
}

// benchmarkProperties can hold where there are at least 5 values; then the search is over
// everything.
func benchmarkProperties(b *testing.B, name string) Property {
	c, high := big.NewRat(67, 100), big.NewRat(9999, 10000)
	switch name {
	case "implications=1":
		return implicationsOf(b, 1, c)
	case "implications=3":
		return implicationsOf(b, 3, c)
	case "skyline=1,1,1", "skyline=2,2,2":
		point := knowledge.Point{L: 1, K: 1, M: 1}
		if name == "skyline=2,2,2" {
			point = knowledge.Point{L: 2, K: 2, M: 2}
		}
		s, err := NewSkyline(5, nil, []breach.Requirement{{Point: point, C: thresholdOf(b, high)}})
		if err != nil {
			b.Fatal(err)
		}
		return s
	}
	return Marginal(tables.MaxShare{Share: big.NewRat(1, 2)})
}

var benchmarkNames = []string{"share", "implications=1", "implications=3", "skyline=1,1,1", "skyline=2,2,2"}

// BenchmarkDisclosure lists the disclosure set of the last of three generalizations by
// jumps of 1, with all that it depends on.
func BenchmarkDisclosure(b *testing.B) {
	for _, n := range []int{8, 10, 12} {
		own := spread(n, 5)
		groups := [][]int{bands(n, 3), bands(n, (n+1)/2), make([]int, n)}
		for _, name := range benchmarkNames {
			if n == 12 && name != "share" && name != "implications=1" {
				continue
			}
			b.Run(fmt.Sprintf("people=%d/%s", n, name), func(b *testing.B) {
				var p *Problem
				var list *List
				for b.Loop() {
					p = &Problem{Values: 5, Groups: groups, Strategy: Jump([]int{1, 1, 1}), Property: benchmarkProperties(b, name), Limit: math.Inf(1)}
					var err error
					if list, err = p.Disclosure(context.Background(), 2, signatureOf(own, groups[2], 5)); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(p.work.Done, "steps")
				b.ReportMetric(p.Forecast(2, signatureOf(own, groups[2], 5)), "forecast")
				b.ReportMetric(float64(list.Len()), "tables")
			})
		}
	}
}

// BenchmarkHolds decides for a list that is a permutation set of one group.
func BenchmarkHolds(b *testing.B) {
	for _, n := range []int{6, 8, 10} {
		own := spread(n, 5)
		p := &Problem{Values: 5, Groups: [][]int{make([]int, n)}, Strategy: Safe, Property: benchmarkProperties(b, "share"), Limit: math.Inf(1)}
		list, err := p.Disclosure(context.Background(), 0, signatureOf(own, p.Groups[0], 5))
		if err != nil {
			b.Fatal(err)
		}
		for _, name := range benchmarkNames {
			b.Run(fmt.Sprintf("people=%d/tables=%d/%s", n, list.Len(), name), func(b *testing.B) {
				q := benchmarkProperties(b, name)
				var work Work
				var ok bool
				for b.Loop() {
					work = Work{Limit: math.Inf(1)}
					var err error
					if ok, err = q.Holds(context.Background(), list, &work); err != nil {
						b.Fatal(err)
					}
				}
				if !ok {
					b.Log("is not safe")
				}
				b.ReportMetric(work.Done, "steps")
			})
		}
	}
}
