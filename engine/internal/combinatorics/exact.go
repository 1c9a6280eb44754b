package combinatorics

import "math/big"

// longProduct is from how many factors on a binomial coefficient is the quotient of two
// products that are made by halves; below, [big.Int.Binomial], which makes them factor by
// factor, takes less time.
const longProduct = 2000

// Binomial returns the number of subsets of k of n things, for 0 ≤ k ≤ n:
//
//	n! / (k!·(n−k)!)
func Binomial(n, k int64) *big.Int {
	if k = min(k, n-k); k < longProduct {
		return new(big.Int).Binomial(n, k)
	}
	ways := new(big.Int).MulRange(n-k+1, n)
	return ways.Quo(ways, new(big.Int).MulRange(1, k))
}

// Multinomial returns the number of ways to arrange things in a row of which counts[i] are
// alike, for each i:
//
//	(Σ nᵢ)! / Π nᵢ!
//
// No count may be negative. Without any, it is 1.
func Multinomial[Count ~int32 | ~int64](counts []Count) *big.Int {
	ways, sum := big.NewInt(1), int64(0)
	for _, n := range counts {
		sum += int64(n)
		ways.Mul(ways, Binomial(sum, int64(n)))
	}
	return ways
}
