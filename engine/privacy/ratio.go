package privacy

import (
	"math/big"
	"math/bits"

	"skyline/engine/exact"
)

// ratio is the bound of a quotient of whole numbers: the simplest fraction that rounds to
// the float64 that was written.
type ratio struct {
	*big.Rat
	num, den uint64 // 0 and 0 where they do not fit
}

func newRatio(x float64) ratio {
	r := ratio{Rat: exact.Simplest(x)}
	if r.Num().IsUint64() && r.Denom().IsUint64() {
		r.num, r.den = r.Num().Uint64(), r.Denom().Uint64()
	}
	return r
}

// covers reports whether part/all is at most the bound; neither is negative. 0/0 is.
func (r *ratio) covers(part, all int64) bool {
	if r.den == 0 {
		return scaled(part, r.Denom()).Cmp(scaled(all, r.Num())) <= 0
	}
	high, low := bits.Mul64(uint64(part), r.den)
	boundHigh, boundLow := bits.Mul64(uint64(all), r.num)
	return high < boundHigh || high == boundHigh && low <= boundLow
}
