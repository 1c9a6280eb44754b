package classes

import (
	"fmt"
	"math"
	"slices"
)

// Forecast estimates how many classes Disclosure(i, counts) visits on a new counter: within
// a factor of two or so for nested generalizations, rather too high for crossing ones, of
// which it is not known how many disclosure sets the algorithm will ask for, and where First
// seldom holds. It takes no longer than a few visits. It is +Inf where the arguments do not
// fit.
func (in *Instance) Forecast(i int, counts [][]int64) float64 {
	if in.check() != nil || in.checkCounts(i, counts) != nil {
		return math.Inf(1)
	}
	own := make([]partition, i)
	for j := range own {
		own[j] = numbered(in.Generalizations[j])
	}
	// chains[j][m] is the partition of level m+1 below generalization j+1.
	chains := make([][]partition, i)
	for j := range chains {
		chains[j] = make([]partition, j+1)
		chains[j][j] = own[j]
		for m := j - 1; m >= 0; m-- {
			chains[j][m] = refine(chains[j][m+1], own[m])
		}
	}
	// Where generalizations cross, signatures of earlier ones reach out of the permutation
	// set. Of generalization j+1 there are no more than if all people were in one group, and
	// each is as much work as the average one.
	reached := make([]float64, i)
	total := 0.0
	add := func(j int, coarse partition, columns [][]int64, share float64) {
		for m, classes := range in.visits(coarse, columns, chains[j]) {
			total += share * classes
			if !slices.Equal(chains[j][m], own[m]) {
				reached[m] += share * classes
			}
		}
	}
	coarse := partition(in.Generalizations[i-1])
	add(i-1, coarse, columnsOf(counts), 1)
	sums := [][]int64{nil}
	for _, row := range counts {
		sums[0] = append(sums[0], make([]int64, len(row)-len(sums[0]))...)
		for v, n := range row {
			sums[0][v] += n
		}
	}
	one, all := make(partition, len(in.Cells)), columnsOf(sums)
	for j := i - 2; j > 0; j-- {
		if reached[j] > 0 {
			add(j, one, all, min(reached[j]/in.estimate(one, all, own[j]), 1))
		}
	}
	return total
}

// visits estimates how many classes of each level of a chain below its last one are visited
// for a signature, given by the group of each cell and its columns in order: from every class
// above that is different the ones that refine it, which are all those that refine the
// signature, but for exchanges of groups.
func (in *Instance) visits(coarse partition, columns [][]int64, chain []partition) []float64 {
	visits := make([]float64, len(chain)-1)
	for m := range visits {
		if m == 0 && in.First != nil {
			visits[0] = in.visitsOfParts(coarse, columns, chain)
			continue
		}
		visits[m] = in.estimate(coarse, columns, chain[m])
		if in.Alike && m+1 < len(visits) {
			visits[m] = max(visits[m]/exchanges(coarse, chain[m+1], chain[m+1].sizes(in.Cells)), 1)
		}
	}
	return visits
}

// visitsOfParts does the same for the lowest level of a chain, if that is gone through by
// parts: those of the same sizes in the same group are the same. Groups of generalization 1
// are composed one after the other, until one of them does not hold.
func (in *Instance) visitsOfParts(coarse partition, columns [][]int64, chain []partition) float64 {
	groups := numbered(in.Generalizations[0])
	connected := join(chain[1], groups)
	sizes := chain[0].sizes(in.Cells)
	held := in.shares(chain[0], sizes, len(columns))
	seen := make(map[string]bool)
	total := 0.0
	for k := range connected.groups() {
		labels := make(partition, len(coarse))
		var shape []int32
		var first []int
		for c, f := range chain[0] {
			labels[c] = coarse[c]
			if connected[c] == k {
				labels[c] = len(coarse) + chain[1][c]
				if slices.Index(chain[0], f) == c {
					shape = append(shape, sizes[f])
				}
				if !slices.Contains(first, groups[c]) {
					first = append(first, groups[c])
				}
			}
		}
		slices.Sort(shape)
		text := fmt.Sprint(coarse[slices.Index(connected, k)], shape)
		if seen[text] {
			continue
		}
		seen[text] = true
		share, classes := 1.0, 0.0
		for _, g := range first {
			for c := range labels {
				if groups[c] == g {
					labels[c] = 2*len(coarse) + chain[0][c]
				}
			}
			classes = in.estimate(coarse, columns, numbered(labels))
			total += classes * share * (1 - held[g])
			share *= held[g]
		}
		total += max(classes*share, 1)
	}
	return total
}

// exchanges returns in how many ways groups of a size that are in the same coarse one can be
// exchanged.
func exchanges(coarse, fine partition, sizes []int32) float64 {
	same := make(map[[2]int]int)
	ways := 1.0
	for g, h := range fine.into(coarse) {
		key := [2]int{h, int(sizes[g])}
		same[key]++
		ways *= float64(same[key])
	}
	return ways
}

// columnsOf returns the columns of a signature that have somebody in them, in order.
func columnsOf(counts [][]int64) [][]int64 {
	if len(counts) == 0 {
		return nil
	}
	var columns [][]int64
	for v := range counts[0] {
		column := make([]int64, 0, len(counts))
		for _, row := range counts {
			column = append(column, row[v])
		}
		if slices.Max(column) > 0 {
			columns = append(columns, column)
		}
	}
	slices.SortFunc(columns, slices.Compare)
	return columns
}
