package rules

import (
	"fmt"
	"math/big"
	"math/bits"

	"skyline/engine"
	"skyline/engine/exact"
)

// Thresholds say which rules a table respects.
type Thresholds struct {
	// Support and Confidence are the least ones, in (0, 1]: each stands for the simplest fraction
	// that rounds to it.
	Support, Confidence float64
	// Target is the column that is on the right of every rule and never on the left, which makes
	// class rules; -1 for any column.
	Target int
	// Longest is the largest number of values on the left; 0 for any.
	Longest int
}

// bounds are thresholds as fractions, for tables of some columns.
type bounds struct {
	Thresholds
	support, confidence *big.Rat
	// over and under are the confidence's where both fit a word; else under is 0.
	over, under uint64
	size        int // the largest number of values in a rule
}

func (t Thresholds) bounds(columns int) (*bounds, error) {
	for _, share := range []struct {
		param string
		value float64
	}{{"Support", t.Support}, {"Confidence", t.Confidence}} {
		if !(share.value > 0 && share.value <= 1) {
			return nil, engine.NewParamError("rules", share.param, "in (0, 1]", share.value)
		}
	}
	if t.Target < -1 || t.Target >= columns {
		return nil, engine.NewParamError("rules", "Target", fmt.Sprintf("in -1..%d", columns-1), t.Target)
	}
	if t.Longest < 0 {
		return nil, engine.NewParamError("rules", "Longest", "at least 0", t.Longest)
	}
	b := &bounds{Thresholds: t, support: exact.Simplest(t.Support), confidence: exact.Simplest(t.Confidence), size: columns}
	if b.confidence.Num().IsUint64() && b.confidence.Denom().IsUint64() {
		b.over, b.under = b.confidence.Num().Uint64(), b.confidence.Denom().Uint64()
	}
	if t.Longest > 0 && t.Longest < columns {
		b.size = t.Longest + 1
	}
	return b, nil
}

// least returns the smallest number of people that is the support of so many.
func (b *bounds) least(people int64) int64 {
	product := new(big.Int).Mul(b.support.Num(), big.NewInt(people))
	quotient, rest := product.QuoRem(product, b.support.Denom(), new(big.Int))
	if rest.Sign() > 0 {
		return quotient.Int64() + 1
	}
	return quotient.Int64()
}

// confident reports whether both/left is at least the confidence.
func (b *bounds) confident(both, left int64) bool {
	if b.under == 0 {
		return new(big.Rat).SetFrac64(both, left).Cmp(b.confidence) >= 0
	}
	high, low := bits.Mul64(uint64(both), b.under)
	otherHigh, otherLow := bits.Mul64(uint64(left), b.over)
	return high > otherHigh || high == otherHigh && low >= otherLow
}
