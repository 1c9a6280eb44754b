package cellkey

import "math"

// apportion divides keys among noises nearly in proportion to their chances, with a mean of
// exactly 0: by largest remainders, and then by moving keys from one noise to another, each time
// where the sum of squares of what is too many or too few grows least. It returns nil where it
// finds no such division, as with very few keys.
func apportion(noises []int, chances []float64, keys int64) []int64 {
	shares := make([]int64, len(noises))
	off := make([]float64, len(noises)) // how many keys are missing
	left, sum := keys, int64(0)
	for i, v := range noises {
		whole := math.Floor(chances[i] * float64(keys))
		shares[i], off[i] = int64(whole), float64(chances[i]*float64(keys))-whole
		left -= shares[i]
		sum += shares[i] * int64(v)
	}
	give := func(i int, n int64) {
		shares[i] += n
		off[i] -= float64(n)
		left -= n
		sum += n * int64(noises[i])
	}
	for ; left > 0; give(largest(off), 1) {
	}
	for moves := 0; sum != 0; moves++ {
		if moves > mostMoves {
			return nil
		}
		i, j, cost := -1, -1, math.Inf(1)
		for from := range noises {
			for to := range noises {
				by := int64(noises[to] - noises[from])
				toward := by > 0 == (sum < 0) && by != 0
				// No further than 0, unless there is no shorter way.
				c := float64(2 * (off[from] - off[to] + 1))
				if max(by, -by) > max(sum, -sum) {
					c += beyond
				}
				if toward && shares[from] > 0 && c < cost {
					i, j, cost = from, to, c
				}
			}
		}
		give(i, -1)
		give(j, 1)
	}
	return shares
}

// mostMoves is far more than are needed: a remainder leaves at most one key a noise.
const mostMoves = 4 * MostNoise * MostNoise

// beyond is more than any move costs.
const beyond = 1e12

func largest(x []float64) (at int) {
	for i := range x {
		if x[i] > x[at] {
			at = i
		}
	}
	return at
}
