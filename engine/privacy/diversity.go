package privacy

import (
	"cmp"
	"fmt"
	"math"
	"math/big"

	"skyline/engine/exact"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

// RecursiveDiversity requires (c,l)-diversity: in every QI group the most frequent
// sensitive value occurs less than c times as often as the l-th, (l+1)-th, …
// together:
//
//	r_1 < c·(r_l + … + r_m)
//
// A group with fewer than l values does not satisfy it.
//
// Source: Machanavajjhala et al., "ℓ-Diversity", TKDD 1 (2007), Definition 4.3.
func RecursiveDiversity(c float64, l int64) *Local {
	bound := exact.Simplest(c)
	return &Local{
		name: "recursive_diversity", rule: fmt.Sprintf("r_1/(r_%d + …) in a QI group < %v", l, c), required: c,
		floor: Floor{Values: int(min(l, 1<<31))}, aspect: OfCounts,
		measure: func(knowledge.Constraint, []int64) measure { return &recursive{bound, c, l} },
	}
}

type recursive struct {
	bound *big.Rat
	float float64
	l     int64
}

// tail returns r_l + … + r_m.
func (r *recursive) tail(g *partition.Group) int64 {
	tail := int64(0)
	for i := r.l - 1; i < int64(len(g.Counts)); i++ {
		tail += g.Counts[i].N
	}
	return tail
}

// of is infinite where a group has fewer than l values.
func (r *recursive) of(g *partition.Group) float64 {
	tail := r.tail(g)
	if tail == 0 {
		return math.Inf(1)
	}
	return float64(g.Counts[0].N) / float64(tail)
}

func (r *recursive) holds(g *partition.Group) bool {
	tail := r.tail(g)
	if tail == 0 {
		return false
	}
	top := g.Counts[0].N
	return !notAbove(float64(float64(tail)*r.float), float64(top), func() int {
		return scaled(tail, r.bound.Num()).Cmp(scaled(top, r.bound.Denom()))
	})
}

// EntropyDiversity requires that the entropy of the sensitive values in every QI
// group is at least log l, so that they are as diverse as l equally frequent ones.
//
// Source: Machanavajjhala et al., "ℓ-Diversity", TKDD 1 (2007), Definition 4.1.
func EntropyDiversity(l float64) *Local {
	bound := exact.Simplest(l)
	return &Local{
		name: "entropy_diversity", rule: fmt.Sprintf("exp(entropy of the sensitive values) in a QI group >= %v", l), required: l, atLeast: true,
		floor: Floor{Values: int(min(math.Ceil(l), 1<<31))}, aspect: OfCounts,
		measure: func(knowledge.Constraint, []int64) measure { return &entropy{bound, math.Log(l)} },
	}
}

type entropy struct {
	bound *big.Rat
	log   float64
}

// of returns exp(H), between 1 and the number of values; 0 without any.
func (e *entropy) of(g *partition.Group) float64 {
	if len(g.Counts) == 0 {
		return 0
	}
	return math.Exp(logEntropy(g))
}

// logEntropy returns H = Σ p_v log(1/p_v).
func logEntropy(g *partition.Group) float64 {
	n, h := float64(occurrences(g)), 0.0
	for _, c := range g.Counts {
		h += float64(float64(c.N) / n * math.Log(n/float64(c.N)))
	}
	return h
}

func (e *entropy) holds(g *partition.Group) bool {
	if len(g.Counts) == 0 {
		return false
	}
	return notAbove(e.log, logEntropy(g), func() int { return e.compare(g) })
}

// compare returns the sign of log l − H as that of Π (l·n_v/n)^{n_v} − 1, where the
// counts may be divided by what all have in common: equal shares are equal
// exactly. Each factor is near 1 to the power of a count, so the product is taken
// at rising precision; what stays equal to maxPrecision bits is taken as equal.
// Groups of more than maxExact people with nothing in common are left to float64.
func (e *entropy) compare(g *partition.Group) int {
	common := new(big.Int)
	for _, c := range g.Counts {
		common.GCD(nil, nil, common, big.NewInt(c.N))
	}
	n := occurrences(g) / common.Int64()
	if n > maxExact {
		return cmp.Compare(e.log, logEntropy(g))
	}
	one := big.NewRat(1, 1)
	same := true
	factors := make([]*big.Rat, len(g.Counts))
	for i, c := range g.Counts {
		factors[i] = new(big.Rat).Mul(e.bound, big.NewRat(c.N/common.Int64(), n))
		same = same && factors[i].Cmp(one) == 0
	}
	if same {
		return 0
	}
	for precision := uint(128); precision <= maxPrecision; precision *= 4 {
		product := new(big.Float).SetPrec(precision).SetInt64(1)
		for i, c := range g.Counts {
			product.Mul(product, power(new(big.Float).SetPrec(precision).SetRat(factors[i]), c.N/common.Int64()))
		}
		difference := new(big.Float).Sub(product, big.NewFloat(1))
		// Fewer than 2^62 roundings, which powers double: 2^70 units in the last place.
		if bound := new(big.Float).SetMantExp(big.NewFloat(1), 70-int(precision)); new(big.Float).Abs(difference).Cmp(bound) > 0 {
			return difference.Sign()
		}
	}
	return 0
}

// maxPrecision ends the search for a difference, in bits; beyond maxExact the
// powers would leave the range of a big.Float.
const (
	maxPrecision = 1 << 13
	maxExact     = 1 << 24
)

func power(x *big.Float, n int64) *big.Float {
	result := new(big.Float).SetPrec(x.Prec()).SetInt64(1)
	for square := x; n > 0; n >>= 1 {
		if n&1 == 1 {
			result.Mul(result, square)
		}
		square = new(big.Float).Mul(square, square)
	}
	return result
}
