package classes

import (
	"math"
	"slices"
)

// Forecast estimates how many classes Disclosure(i, counts) visits on a new counter. It
// takes no longer than a few visits, or +Inf where the arguments do not fit.
//
// The classes of the permutation set are counted level by level, see estimate: a class of a
// level is visited from the one class above that it refines, which the order of values makes
// a little less certain. Where generalizations cross, signatures of earlier ones reach out of
// the permutation set: of each generalization there are no more signatures than with all
// people in one group, and each is as much work as the average one. Whether the algorithm
// asks for their disclosure sets is not foreseen; so this is rather too high for them.
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
	top := columnsOf(counts)
	within := func(m int) float64 { return in.estimate(in.Generalizations[i-1], top, chains[i-1][m]) }
	total := 0.0
	reached := make([]float64, i) // signatures of generalization j+1 that are asked for on their own
	for m := i - 2; m >= 0; m-- {
		classes := within(m)
		total += classes
		if !slices.Equal(chains[i-1][m], own[m]) {
			reached[m] = classes
		}
	}
	sums := make([]int64, len(top))
	for v, column := range top {
		for _, n := range column {
			sums[v] += n
		}
	}
	all := columnsOf([][]int64{sums})
	one := make([]int, len(in.Cells))
	for j := i - 2; j > 0; j-- {
		if reached[j] == 0 {
			continue
		}
		signatures := in.estimate(one, all, own[j])
		share := min(reached[j]/signatures, 1)
		for m := range j {
			classes := share * in.estimate(one, all, chains[j][m])
			total += classes
			if !slices.Equal(chains[j][m], own[m]) {
				reached[m] += classes
			}
		}
	}
	return total
}

// columnsOf returns the columns of a signature, in order.
func columnsOf(counts [][]int64) [][]int64 {
	if len(counts) == 0 {
		return nil
	}
	columns := make([][]int64, len(counts[0]))
	for v := range columns {
		for _, row := range counts {
			columns[v] = append(columns[v], row[v])
		}
	}
	slices.SortFunc(columns, slices.Compare)
	return columns
}

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
// That is Good's estimate of contingency tables, with the variance that the columns have. It
// is exact for one column, for two of a group, and for columns of one person each in one
// group.
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
			spreads += logChoose(float64(c)+float64(m)-1, float64(m)-1)
		}
		factor := 1.0
		if s := math.Exp(spreads); s < 1e12 {
			factor = (s + mu) / (s + 1)
			for k := range w - v {
				logarithm += math.Log((s + float64(k)) / float64(k+1))
			}
		} else {
			logarithm += mu*spreads - lgamma(mu+1)
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
	logarithm := lgamma(people + 1)
	if ratio <= 1 || a > 1e6 {
		for _, n := range sizes {
			logarithm -= lgamma(n+1) + n*math.Log(m)
		}
		return logarithm
	}
	a = max(a, 0.1)
	logarithm += lgamma(a) - lgamma(people+a)
	for _, n := range sizes {
		logarithm += lgamma(n+a/m) - lgamma(a/m) - lgamma(n+1)
	}
	return logarithm
}

func lgamma(x float64) float64 {
	l, _ := math.Lgamma(x)
	return l
}

func logChoose(n, k float64) float64 {
	if k <= 0 || k >= n {
		return 0
	}
	return lgamma(n+1) - lgamma(k+1) - lgamma(n-k+1)
}
