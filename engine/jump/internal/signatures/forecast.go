package signatures

import (
	"fmt"
	"math"

	"skyline/engine/internal/combinatorics"
)

// Forecast estimates how many steps Disclosure takes: those of the classes that refine the
// signature, of each level and of each part. It is seldom too high by more than ten times.
// Where generalizations cross it is often too low: it does not know of how many other
// permutation sets the algorithm will ask for the disclosure sets.
func (in *Instance) Forecast(counts [][]int64) float64 {
	last := partition(in.Generalizations[len(in.Generalizations)-1])
	of, classes := last, 0.0
	for j := len(in.Generalizations) - 2; j > 0; j-- {
		of = refine(of, in.Generalizations[j])
		classes += in.classes(last, counts, of)
	}
	// The classes of a part are those of its cells and of all other people of each group.
	first := partition(in.Generalizations[0])
	finest, connected := refine(of, first), join(of, first)
	for part := range connected.groups() {
		labels := make([]int, len(finest))
		for c, f := range finest {
			labels[c] = f
			if connected[c] != part {
				labels[c] = len(finest) + last[c]
			}
		}
		classes += in.classes(last, counts, numbered(labels))
	}
	return classes * in.visit(sumsOf(counts))
}

// classes estimates the number of classes of the partition fine that refine a signature of
// a coarser one. That of matrices in which columns have the sums c[v], and rows those r[i],
// is about
//
//	Π C(c[v]+m−1, m−1) · Π C(r[i]+d−1, d−1) / C(n+m·d−1, m·d−1)
//
// for m rows, d columns and n people: each of both is as likely as without the other. The
// order of equal columns does not matter.
//
// Source: I. J. Good, “On the application of symmetric Dirichlet distributions and their
// mixtures to contingency tables”, Annals of Statistics 4 (1976).
func (in *Instance) classes(coarse partition, counts [][]int64, fine partition) float64 {
	rows := make([][]float64, len(counts))
	to := fine.into(coarse)
	for f, people := range fine.sizes(in.Cells) {
		rows[to[f]] = append(rows[to[f]], float64(people))
	}
	log := 0.0
	for g, columns := range counts {
		log += logMatrices(rows[g], columns)
	}
	equal := make(map[string]float64)
	for v := range sumsOf(counts) {
		var column []int64
		for _, row := range counts {
			column = append(column, row[v])
		}
		key := fmt.Sprint(column)
		equal[key]++
		log -= math.Log(equal[key])
	}
	return max(math.Exp(log), 1)
}

// logMatrices returns the logarithm of Good's estimate.
func logMatrices(rows []float64, columns []int64) float64 {
	// ways is the logarithm of how many ways there are to divide n among so many.
	ways := func(n, among float64) float64 { return combinatorics.LogBinomial(n+among-1, among-1) }
	m, d, people, log := float64(len(rows)), 0.0, 0.0, 0.0
	for _, n := range columns {
		if n > 0 {
			d++
			people += float64(n)
			log += ways(float64(n), m)
		}
	}
	for _, n := range rows {
		log += ways(n, d)
	}
	return log - ways(people, float64(m*d))
}
