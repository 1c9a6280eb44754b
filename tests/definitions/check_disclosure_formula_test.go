package definitions

import (
	"fmt"
	"math"
	"slices"
)

func countsOf(buckets []bucket) [][]int64 {
	counts := make([][]int64, len(buckets))
	for g, b := range buckets {
		counts[g] = b.counts()
	}
	return counts
}

// floatFormula is the largest of byFormula for many groups, in doubles.
func floatFormula(counts [][]int64, k int) float64 {
	shapes := map[string][]float64{}
	least := make([][]float64, len(counts))
	for g := range counts {
		key := fmt.Sprint(counts[g])
		if shapes[key] == nil {
			for atoms := range k + 2 {
				p, _ := leastNone(counts[g], atoms).Float64()
				shapes[key] = append(shapes[key], p)
			}
		}
		least[g] = shapes[key]
	}
	spread := func(rows []float64, of []float64) []float64 {
		next := make([]float64, k+1)
		for atoms := range next {
			next[atoms] = math.Inf(1)
			for here := range atoms + 1 {
				next[atoms] = min(next[atoms], rows[atoms-here]*of[here])
			}
		}
		return next
	}
	after := make([][]float64, len(counts)+1)
	after[len(counts)] = slices.Repeat([]float64{1}, k+1)
	for g := len(counts) - 1; g >= 0; g-- {
		after[g] = spread(after[g+1], least[g])
	}
	worst, before := 0.0, slices.Repeat([]float64{1}, k+1)
	for g := range counts {
		// The others share the atoms that the target's group leaves.
		odds := math.Inf(1)
		for here := range k + 1 {
			for left := range k - here + 1 {
				odds = min(odds, least[g][here+1]*before[left]*after[g+1][k-here-left])
			}
		}
		odds *= float64(sum64(counts[g])) / float64(counts[g][0])
		worst = max(worst, 1/(1+odds))
		before = spread(before, least[g])
	}
	return worst
}
