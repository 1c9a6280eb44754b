package jump_test

import (
	"fmt"
	"math"
	"math/big"
	"slices"
)

// The properties, by definition.

// maxShare: no value has a larger share.
type maxShare struct{ over, under int64 }

func (p maxShare) of(counts []int) bool {
	most, n := 0, 0
	for _, c := range counts {
		most, n = max(most, c), n+c
	}
	return int64(most)*p.under <= p.over*int64(n)
}

func (p maxShare) String() string { return fmt.Sprintf("max share %d/%d", p.over, p.under) }

// distinctValues: so many values at least.
type distinctValues int64

func (p distinctValues) of(counts []int) bool {
	n := 0
	for _, c := range counts {
		if c > 0 {
			n++
		}
	}
	return n >= int(p)
}

func (p distinctValues) String() string { return fmt.Sprintf("%d distinct values", int64(p)) }

// entropyDiversity: exp(entropy) is at least a fraction.
type entropyDiversity struct{ over, under int64 }

func (p entropyDiversity) of(counts []int) bool {
	n, divisor := 0, 0
	for _, c := range counts {
		n += c
		for a, b := c, divisor; ; a, b = b, a%b {
			if b == 0 {
				divisor = a
				break
			}
		}
	}
	n /= divisor
	gap := float64(n) * (math.Log(float64(n)) - math.Log(float64(p.over)/float64(p.under)))
	for _, c := range counts {
		if c > 0 {
			gap -= float64(c/divisor) * math.Log(float64(c/divisor))
		}
	}
	if math.Abs(gap) > 1e-6*float64(n) {
		return gap > 0
	}
	// n^n ≥ ℓ^n Π c^c, in integers.
	left := power(int64(n)*p.under, n)
	right := power(p.over, n)
	for _, c := range counts {
		right.Mul(right, power(int64(c/divisor), c/divisor))
	}
	return left.Cmp(right) >= 0
}

func (p entropyDiversity) String() string { return fmt.Sprintf("entropy %d/%d", p.over, p.under) }

func power(base int64, exponent int) *big.Int {
	return new(big.Int).Exp(big.NewInt(base), big.NewInt(int64(exponent)), nil)
}

// recursiveDiversity: the largest count is less than over/under times those from the
// l-th on.
type recursiveDiversity struct {
	over, under int64
	l           int
}

func (p recursiveDiversity) of(counts []int) bool {
	sorted := slices.Sorted(slices.Values(counts))
	slices.Reverse(sorted)
	tail := 0
	for at, c := range sorted {
		if at >= p.l-1 {
			tail += c
		}
	}
	return int64(sorted[0])*p.under < p.over*int64(tail)
}

func (p recursiveDiversity) String() string {
	return fmt.Sprintf("recursive (%d/%d, %d)", p.over, p.under, p.l)
}
