package privacy

import (
	"fmt"
	"math/big"
	"strconv"

	"skyline/engine/exact"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/engine/risk"
)

// These look at sensitive values that are numbers. Each person has one value
// (knowledge.SVPI); numbers has that of each, nil where it is none, as of NULL.

// Proximity requires that each window of a width holds the sensitive values of less than a
// share of the people of a QI group. A window is any closed interval [a, a+width], and width
// is not negative. A value that is no number is in a window of its own, so that with a width
// of 0 it is MaxShare.
//
// It is kept by merging: of two groups as one, a window holds a share that is between those
// that it holds of each (the mediant).
//
// It implies absolute (ε,m)-anonymity with ε = width/2 and m = 1/share: that looks at the
// windows [x-ε, x+ε] for the values x of the group only. These are fewer, which is why
// (ε,m)-anonymity is not kept by merging (TestCentredWindows): a value of one group may be in
// the middle of values of the other, which has none there. With all windows it does not
// matter which values there are, and no adversary becomes surer of any interval of the
// width. The other way round, (width,m)-anonymity implies it for every share above 1/m: a
// window with a value x is within [x-width, x+width].
//
// It takes O(e·log e) time for a group with e values, and is decided in whole numbers.
//
// Source: Li, Tao, Xiao, "Preservation of Proximity Privacy in Publishing Numerical Sensitive
// Data", SIGMOD 2008.
func Proximity(width, share float64, numbers []*big.Rat) *Local {
	bound := exact.Simplest(share)
	windows := risk.NewNumbers(numbers).Windows(exact.Simplest(width))
	least := above(bound)
	return &Local{
		name: "proximity", rule: fmt.Sprintf("share of the people of a QI group within a window of %s < %v", plain(width), share), required: share,
		floor:   Floor{People: least, Values: int(least)},
		measure: func(knowledge.Constraint, []int64) measure { return &proximity{windows, bound, share} },
	}
}

// plain writes a number without an exponent, as users do, unless it is far too long so.
func plain(x float64) string {
	if x > 0 && (x < 1e-9 || x >= 1e21) {
		return fmt.Sprint(x)
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

type proximity struct {
	windows *risk.Windows
	bound   *big.Rat
	float   float64
}

func (p *proximity) of(g *partition.Group) float64 {
	return float64(p.windows.Most(g)) / float64(g.People)
}

func (p *proximity) holds(g *partition.Group) bool {
	return isBelow(p.windows.Most(g), g.People, p.bound, p.float)
}

// Variance requires that the sensitive numbers of the people in every QI group have at least
// a variance, Σ (x - mean)²/n over its n people who have one. A group in which nobody has
// has the variance 0, and least is above 0.
//
// It is kept by merging (law of total variance): with the shares λ and 1-λ of the people,
//
//	Var = λ·Var₁ + (1-λ)·Var₂ + λ·(1-λ)·(mean₁ - mean₂)²
//
// which is at least the smaller of the two. A group that has the variance does not make up
// for any other: with many people of one number it may fall below any bound.
//
// It takes time in proportion to the values of a group, and is decided in whole numbers.
//
// The idea is that of Zhang, Koudas, Srivastava, Yu, "Aggregate Query Answering on Anonymized
// Tables", ICDE 2007, whose (k,e)-anonymity bounds the range of the numbers; a range is
// large as soon as one person is far away. The variance is the square of what they deviate.
func Variance(least float64, numbers []*big.Rat) *Local {
	known := risk.NewNumbers(numbers)
	bound := known.LeastVariance(exact.Simplest(least))
	return &Local{
		name: "variance", rule: "variance of the sensitive numbers in a QI group >= " + plain(least), required: least, atLeast: true,
		floor:   Floor{People: 2, Values: 2},
		measure: func(knowledge.Constraint, []int64) measure { return &variance{known, bound} },
	}
}

type variance struct {
	numbers *risk.Numbers
	bound   *risk.LeastVariance
}

func (v *variance) of(g *partition.Group) float64 { return v.numbers.Variance(g) }
func (v *variance) holds(g *partition.Group) bool { return v.bound.Holds(g) }
