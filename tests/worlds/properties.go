package worlds

import (
	"fmt"
	"math"
	"math/big"
	"slices"
)

// Property decides for one person who has values so many times among the tables of a set:
// counts[v] times the value v. Of gives the same answer for counts in the same proportions.
type Property interface {
	Of(counts []int) bool
	fmt.Stringer
}

// MaxShare says that each value has a smaller share than Over / Under.
type MaxShare struct{ Over, Under int64 }

// AtMost says that no value has a larger share, as Liu et al. have it: for sets of fewer than
// a million tables that is below a bound that is a little larger.
func AtMost(over, under int64) MaxShare {
	const times = 1 << 20
	return MaxShare{Over: over*times + 1, Under: under * times}
}

// Of implements Property.
func (p MaxShare) Of(counts []int) bool {
	most, n := 0, 0
	for _, c := range counts {
		most, n = max(most, c), n+c
	}
	return int64(most)*p.Under < p.Over*int64(n)
}

func (p MaxShare) String() string { return fmt.Sprintf("max share %d/%d", p.Over, p.Under) }

// Distinct says that there are so many values at least.
type Distinct int64

// Of implements Property.
func (p Distinct) Of(counts []int) bool {
	n := 0
	for _, c := range counts {
		if c > 0 {
			n++
		}
	}
	return n >= int(p)
}

func (p Distinct) String() string { return fmt.Sprintf("%d distinct values", int64(p)) }

// Entropy says that exp(entropy) is at least Over / Under.
type Entropy struct{ Over, Under int64 }

// Of implements Property.
func (p Entropy) Of(counts []int) bool {
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
	gap := float64(n) * (math.Log(float64(n)) - math.Log(float64(p.Over)/float64(p.Under)))
	for _, c := range counts {
		if c > 0 {
			gap -= float64(c/divisor) * math.Log(float64(c/divisor))
		}
	}
	if math.Abs(gap) > 1e-6*float64(n) {
		return gap > 0
	}
	// n^n ≥ ℓ^n Π c^c, in integers.
	left := power(int64(n)*p.Under, n)
	right := power(p.Over, n)
	for _, c := range counts {
		right.Mul(right, power(int64(c/divisor), c/divisor))
	}
	return left.Cmp(right) >= 0
}

func (p Entropy) String() string { return fmt.Sprintf("entropy %d/%d", p.Over, p.Under) }

func power(base int64, exponent int) *big.Int {
	return new(big.Int).Exp(big.NewInt(base), big.NewInt(int64(exponent)), nil)
}

// Recursive says that the largest count is less than Over / Under times those from the L-th
// on together.
type Recursive struct {
	Over, Under int64
	L           int
}

// Of implements Property.
func (p Recursive) Of(counts []int) bool {
	sorted := slices.Sorted(slices.Values(counts))
	slices.Reverse(sorted)
	tail := 0
	for at, c := range sorted {
		if at >= p.L-1 {
			tail += c
		}
	}
	return int64(sorted[0])*p.Under < p.Over*int64(tail)
}

func (p Recursive) String() string {
	return fmt.Sprintf("recursive (%d/%d, %d)", p.Over, p.Under, p.L)
}
