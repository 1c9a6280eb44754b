package combinatorics

import (
	"math"

	"gonum.org/v1/gonum/stat/combin"
)

// LogFactorial returns ln x! = ln Γ(x+1), for x > -1.
func LogFactorial(x float64) float64 {
	log, _ := math.Lgamma(x + 1)
	return log
}

// LogRising returns the logarithm of the rising factorial x·(x+1)···(x+n−1), for x > 0 and
// n ≥ 0:
//
//	ln Γ(x+n) − ln Γ(x)
func LogRising(x, n float64) float64 {
	above, _ := math.Lgamma(x + n)
	below, _ := math.Lgamma(x)
	return above - below
}

// few is up to which share of the factors of n! those of n!/(n−k)! are so few that they
// may be taken for equal.
const few = 1e-5

// LogBinomial returns the logarithm of the number of subsets of k of n things, neither of
// which has to be whole:
//
//	ln Γ(n+1) − ln Γ(k+1) − ln Γ(n−k+1)
//
// It is 0 where k is not between 0 and n, both included.
//
// Where k is far less than n, or n−k is, the difference would lose its digits: for 10^17
// things, all of them. Then it is k·ln(n − (k−1)/2) − ln k!, which takes the k factors of
// n!/(n−k)! for as many times their mean. That is too much by k³/(24n²) at most, which is
// less than k/10^11.
func LogBinomial(n, k float64) float64 {
	if k <= 0 || k >= n {
		return 0
	}
	if k = min(k, n-k); k <= few*n {
		return float64(k*math.Log(n-float64((k-1)/2))) - LogFactorial(k)
	}
	return combin.LogGeneralizedBinomial(n, k)
}

// LogMultinomial returns the logarithm of [Multinomial].
func LogMultinomial[Count ~int32 | ~int64](counts []Count) float64 {
	log, sum := 0.0, 0.0
	for _, n := range counts {
		log -= LogFactorial(float64(n))
		sum += float64(n)
	}
	return log + LogFactorial(sum)
}
