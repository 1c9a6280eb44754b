package classes

import (
	"math"
	"slices"

	"skyline/engine/internal/combinatorics"
)

// estimate estimates the number of classes of the partition fine that refine a signature of
// a coarser one, given by the group of each cell and its columns in order.
//
// Alone, a column with c people in a group of m cells could be spread in Π C(c+m−1, m−1) =: S
// ways, and μ equal columns, the order of which does not matter, in C(S+μ−1, μ). How many of
// those fill the cells of a group? If each is as likely, the number in a cell has a variance
// of c·(m−1)/m²·(c+m)/(m+1) from one of the columns, and of (S+μ)/(S+1) times the sum from
// equal ones. A Dirichlet-multinomial distribution over the m cells with the same variance
// says how likely the sizes of the cells are.
//
// That is Good's estimate of contingency tables, with the variance that the columns have.
func (in *Instance) estimate(coarse []int, columns [][]int64, fine partition) float64 {
	if len(columns) == 0 {
		return 1
	}
	parts := make([][]float64, len(columns[0]))
	seen := make([]int, fine.groups())
	for k := range seen {
		seen[k] = -1
	}
	for cell, f := range fine {
		g := coarse[cell]
		if seen[f] < 0 {
			seen[f] = len(parts[g])
			parts[g] = append(parts[g], 0)
		}
		parts[g][seen[f]] += float64(in.Cells[cell])
	}
	variance := make([]float64, len(parts)) // of all columns, times m+1 by what it is for a single person
	logarithm := 0.0
	for v := 0; v < len(columns); {
		w := v
		for w < len(columns) && slices.Equal(columns[w], columns[v]) {
			w++
		}
		mu := float64(w - v)
		spreads := 0.0
		for g, c := range columns[v] {
			m := len(parts[g])
			spreads += combinatorics.LogBinomial(float64(c)+float64(m)-1, float64(m)-1)
		}
		factor := 1.0
		if s := math.Exp(spreads); s < 1e12 {
			factor = (s + mu) / (s + 1)
			for k := range w - v {
				logarithm += math.Log((s + float64(k)) / float64(k+1))
			}
		} else {
			logarithm += mu*spreads - combinatorics.LogFactorial(mu)
		}
		for g, c := range columns[v] {
			m := float64(len(parts[g]))
			variance[g] += mu * factor * float64(c) * (float64(c) + m) / (m + 1)
		}
		v = w
	}
	for g, sizes := range parts {
		if len(sizes) > 1 {
			logarithm += logLikely(sizes, variance[g])
		}
	}
	return max(math.Exp(logarithm), 1)
}

// logLikely returns the logarithm of the likelihood of the sizes of cells, the variance of
// which is so many times that of a single person.
func logLikely(sizes []float64, variance float64) float64 {
	people := 0.0
	for _, n := range sizes {
		people += n
	}
	m := float64(len(sizes))
	ratio := variance / people // (n+A)/(1+A) for a Dirichlet-multinomial with parameters A/m
	a := (people - ratio) / (ratio - 1)
	logarithm := combinatorics.LogFactorial(people)
	if ratio <= 1 || a > 1e6 {
		for _, n := range sizes {
			logarithm -= combinatorics.LogFactorial(n) + n*math.Log(m)
		}
		return logarithm
	}
	a = max(a, 0.1)
	logarithm -= combinatorics.LogRising(a, people)
	for _, n := range sizes {
		logarithm += combinatorics.LogRising(a/m, n) - combinatorics.LogFactorial(n)
	}
	return logarithm
}

// shares estimates for each group of generalization 1 in which share of the classes First
// holds for it: in that of all counts, if values are had by any number of people and spread
// over the m cells of the group in any way, in Π C(n+m−1, m−1).
func (in *Instance) shares(fine partition, sizes []int32, values int) []float64 {
	groups := numbered(in.Generalizations[0])
	cells := make([]int, groups.groups())
	people := make([]int64, len(cells))
	for f, g := range fine.into(groups) {
		cells[g]++
		people[g] += int64(sizes[f])
	}
	shares := make([]float64, len(cells))
	known := make(map[[2]int64]float64)
	for g, m := range cells {
		key := [2]int64{int64(m), people[g]}
		share, ok := known[key]
		if !ok {
			share = in.share(people[g], m, values)
			known[key] = share
		}
		shares[g] = share
	}
	return shares
}

// partitions is up to how many people shares are found by going through all partitions.
const partitions = 16

func (in *Instance) share(people int64, cells, values int) float64 {
	if people > partitions {
		return 1
	}
	held, all := 0.0, 0.0
	counts := make([]int64, values)
	// Partitions of the people, the parts not increasing, weighed by the orders of values.
	var grow func(v int, left, most int64, equal, logarithm float64)
	grow = func(v int, left, most int64, equal, logarithm float64) {
		if v == values || left == 0 {
			if left == 0 {
				clear(counts[v:])
				weight := math.Exp(logarithm + combinatorics.LogRising(float64(values-v+1), float64(v)))
				all += weight
				if in.First(counts) {
					held += weight
				}
			}
			return
		}
		for n := min(left, most); n > 0; n-- {
			counts[v] = n
			same := 1.0
			if v > 0 && n == counts[v-1] {
				same = equal + 1
			}
			grow(v+1, left-n, n, same, logarithm+combinatorics.LogBinomial(float64(n+int64(cells)-1), float64(cells-1))-math.Log(same))
		}
	}
	grow(0, people, people, 0, 0)
	return held / all
}
