package audit

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// clopperPearson returns the interval of Clopper and Pearson for a probability of which
// kept of n trials came true: either end fails with at most half the risk.
//
// Source: Clopper, Pearson, “The use of confidence or fiducial limits illustrated in the
// case of the binomial”, Biometrika 26 (1934).
func clopperPearson(kept, n int, risk float64) Interval {
	i := Interval{Low: least(kept, n, risk/2), High: 1}
	if kept < n {
		i.High = math.Nextafter(1-least(n-kept, n, risk/2), 1) // rounded up
	}
	return i
}

// least returns the largest probability, rounded down, for which at least kept of n
// trials come true with at most the probability risk: the quantile of a beta distribution
//
//	P(X ≥ kept) = I_p(kept, n−kept+1)
//
// by bisection, as the library's own quantiles are wrong for some such parameters
// (20000 of 20000, 1e-10).
func least(kept, n int, risk float64) float64 {
	switch kept {
	case 0:
		return 0
	case n:
		return math.Pow(risk, 1/float64(n)) * (1 - rounding)
	}
	tail := distuv.Beta{Alpha: float64(kept), Beta: float64(n-kept) + 1}
	low, high := 0.0, 1.0
	for {
		middle := low + (high-low)/2
		if middle <= low || middle >= high {
			return low
		}
		if tail.CDF(middle) <= risk {
			low = middle
		} else {
			high = middle
		}
	}
}

// rounding is more than the relative error of a power, and the error of the sums that a
// radius is made of.
const rounding = 1e-12

// radius returns how far the mean of at least m draws may be from its expectation, except
// with a probability of risk; deviations is at least the sum of squares of the draws'
// distances to their mean, width that of an interval they lie in. It is the lesser of
//
//	√(2·s²·ln(4/b)/m) + 7·width·ln(4/b)/(3(m−1)),   s² = deviations/(m−1)
//	width·√(ln(2/b)/(2m))
//
// with b half the risk each, as both have to hold for the lesser to.
//
// Source: Maurer, Pontil, “Empirical Bernstein bounds and sample variance penalization”,
// COLT 2009, Theorem 4, on both sides; Hoeffding's inequality.
func radius(m, deviations, width, risk float64) float64 {
	b := risk / 2
	r := width * math.Sqrt(math.Log(2/b)/(2*m))
	if m > 1 {
		log := math.Log(4 / b)
		r = min(r, math.Sqrt(2*deviations/(m-1)*log/m)+7*width*log/(3*(m-1)))
	}
	return r + rounding
}
