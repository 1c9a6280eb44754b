package distribution

import (
	"math"
	"slices"
)

// Count says that the value with this code occurs N times.
type Count struct {
	Code int32
	N    int64
}

// Distribution is the distribution of a column's values in a QI group (Definition 6):
// the value Codes[i] has the probability Weights[i] / Total.
//
// The codes ascend, no weight is negative, and they add up to Total, which is
// positive. A value that is not named has probability 0.
type Distribution struct {
	Codes   []int32
	Weights []int64
	Total   int64
}

// Optimal returns the utility-optimal distribution of values that occur so often
// (Theorem 2, Definition 8): each has its share. The counts ascend by their codes and
// are positive; of nobody, there is no distribution, and Total is 0.
func Optimal(counts []Count) Distribution {
	d := Distribution{Codes: make([]int32, len(counts)), Weights: make([]int64, len(counts))}
	for i, c := range counts {
		d.Codes[i], d.Weights[i] = c.Code, c.N
		d.Total += c.N
	}
	return d
}

// Uniform returns the distribution in which some values are equally likely. Their
// codes ascend.
func Uniform(codes []int32) Distribution {
	d := Distribution{Codes: codes, Weights: make([]int64, len(codes)), Total: int64(len(codes))}
	for i := range d.Weights {
		d.Weights[i] = 1
	}
	return d
}

// Weight returns that of a value, 0 if it is not named.
func (d *Distribution) Weight(code int32) int64 {
	if at, ok := slices.BinarySearch(d.Codes, code); ok {
		return d.Weights[at]
	}
	return 0
}

// Probability returns that of a value.
func (d *Distribution) Probability(code int32) float64 {
	return float64(d.Weight(code)) / float64(d.Total)
}

// Cost returns the column's part of the KL cost of a group (Eqn 1): -Σ c ln f(v) over
// its values, in nats, 0 or more; infinity if a value that occurs has probability 0.
// It takes O(n log n) time for n values.
func (d *Distribution) Cost(counts []Count) float64 {
	cost := 0.0
	for _, c := range counts {
		cost -= float64(float64(c.N) * math.Log(d.Probability(c.Code)))
	}
	return max(cost, 0) // not -0
}
