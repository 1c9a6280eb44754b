package population

import (
	"context"
	"math"

	"skyline/engine/exact"
)

// zayatz returns the probability that a sample unique is a population unique, if sizes of
// groups are as frequent in the population as in the sample:
//
//	P(F = 1 | f = 1) = c_1 P(f=1|F=1) / Σ_j c_j P(f=1|F=j),  P(f=1|F=j) = j C(N-j, n-1) / C(N, n)
//
// and the number of population uniques, c_1 N/n times that. There are sample uniques. It is NaN
// where the context has ended.
//
// Source: Zayatz, "Estimation of the number of unique population elements using a sample"
// (Proc. Survey Research Methods, ASA, 1991).
//
// It takes O(largest group) steps, or O(log(n) N/n) where that is less.
func (s *sample) zayatz(ctx context.Context) float64 {
	// By j, P(f=1|F=j) / P(f=1|F=1) is j times the product of (N-n-i)/(N-1-i) over i < j-1.
	var sum exact.Sum
	ratio, i := 1.0, int64(0)
	for _, size := range s.sizes {
		for ; i < size.People-1; i++ {
			if i%interval == interval-1 && ctx.Err() != nil {
				return math.NaN()
			}
			ratio *= max(0, s.population-float64(s.people)-float64(i)) / (s.population - 1 - float64(i))
			if ratio*float64(s.people) < negligible { // all that is left is less than that
				return float64(s.singles) / sum.Value()
			}
		}
		sum.Add(float64(size.Groups) * float64(size.People) * ratio)
	}
	return float64(s.singles) / sum.Value()
}

const (
	// interval is how many steps go by between two looks at the context.
	interval = 1 << 16
	// negligible is what is lost beside a sum of at least 1.
	negligible = 1e-20
)
