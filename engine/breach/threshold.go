package breach

import (
	"cmp"
	"errors"
	"math"
	"math/big"

	"skyline/engine"
	"skyline/engine/exact"
)

// ErrTooClose reports a threshold so close to a breach probability of very long products
// that it cannot be told with bearable work which is less.
var ErrTooClose = errors.New("breach: the confidence threshold is too close to a breach probability")

// Threshold is a confidence threshold c: a release is safe where the breach
// probability is below c. The zero value is not one.
type Threshold struct {
	// odds is (1−c)/c: 1/(1+NR) < c just when NR > odds.
	odds  *big.Rat
	float float64
}

// NewThreshold returns the threshold that a number stands for: the simplest
// fraction that rounds to it, so that 0.3 is 3/10 and 2.0/3 is 2/3.
//
// Errors: *engine.ParamError.
func NewThreshold(c float64) (Threshold, error) {
	if math.IsNaN(c) || c <= 0 || c > 1 {
		return Threshold{}, engine.NewParamError("breach", "c", "in (0, 1]", c)
	}
	return NewThresholdRat(exact.Simplest(c))
}

// NewThresholdRat returns the threshold c.
//
// Errors: *engine.ParamError.
func NewThresholdRat(c *big.Rat) (Threshold, error) {
	one := big.NewRat(1, 1)
	if c.Sign() <= 0 || c.Cmp(one) > 0 {
		return Threshold{}, engine.NewParamError("breach", "c", "in (0, 1]", c.RatString())
	}
	odds := new(big.Rat).Sub(one, c)
	odds.Quo(odds, c)
	float, _ := odds.Float64()
	return Threshold{odds: odds, float: float}, nil
}

// Odds returns (1−c)/c, exactly and rounded: a probability 1/(1+r) is below c just
// when r > (1−c)/c. The fraction must not be changed.
func (c Threshold) Odds() (*big.Rat, float64) { return c.odds, c.float }

// isSafe decides 1/(1+NR) < c, exactly.
//
// Errors: ErrTooClose.
func (r *Release) isSafe(ratio *minimum, c Threshold) (bool, error) {
	sign, err := r.compareWith(ratio, c.odds, c.float)
	return sign > 0 && err == nil, err
}

// compareWith returns the sign of a statistic less a number, which is given as a fraction
// and rounded, exactly.
//
// Errors: ErrTooClose.
func (r *Release) compareWith(m *minimum, number *big.Rat, float float64) (int, error) {
	switch {
	case math.IsInf(m.value, 1):
		return 1, nil
	case m.value == 0 || number.Sign() == 0:
		return cmp.Compare(m.value, float), nil
	case clearly(m.value, float):
		return cmp.Compare(m.value, float), nil
	}
	sign, sure := r.compare(m.factors, nil, number)
	if !sure || m.isUnsure {
		return 0, ErrTooClose
	}
	return sign, nil
}

// clearly reports whether two numbers differ by more than their rounding errors.
func clearly(x, y float64) bool {
	return x-y > closeTo*y || y-x > closeTo*x
}

// roughlySafe decides 1/(1+NR) < c where rounding errors cannot matter; sure says
// whether it has.
func (c Threshold) roughlySafe(ratio float64) (safe, sure bool) {
	switch {
	case math.IsInf(ratio, 1):
		return true, true
	case ratio == 0:
		return false, true
	case ratio < vanishing || c.odds.Sign() == 0 || !clearly(ratio, c.float):
		return false, false
	}
	return ratio > c.float, true
}

// compare orders thresholds by their odds: the strictest last.
func (c Threshold) compare(d Threshold) int {
	if clearly(c.float, d.float) {
		return cmp.Compare(c.float, d.float)
	}
	return c.odds.Cmp(d.odds)
}
