package distribution

import "math"

// SumTolerance is how far the sum of the doubles of a distribution may be from 1:
// far more than rounding does to as many as there are, and too little to matter.
const SumTolerance = 1e-9

// Valid reports whether some numbers are the probabilities of a distribution: there
// are some, all of them finite and not negative, and they add up to 1 within
// SumTolerance.
func Valid(probabilities []float64) bool {
	sum := 0.0
	for _, p := range probabilities {
		if !(p >= 0) { // NaN is not
			return false
		}
		sum += p
	}
	return math.Abs(sum-1) <= SumTolerance
}

// Draw returns the index of one of some values, each with its probability, for a
// number u that is uniform in [0, 1) (Definition 7): the first i with
//
//	u < p_0 + … + p_i
//
// A value of probability 0 is never drawn; what rounding leaves beyond the sum goes to
// the last value that can be. The probabilities are Valid. It takes time in proportion
// to their number, and allocates nothing.
func Draw(probabilities []float64, u float64) int {
	sum, last := 0.0, 0
	for i, p := range probabilities {
		if p == 0 {
			continue
		}
		if sum += p; u < sum {
			return i
		}
		last = i
	}
	return last
}
