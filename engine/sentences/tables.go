package sentences

import (
	"math"
	"math/big"

	"skyline/engine/internal/combinatorics"
)

// LogTables returns the logarithm of how many ways there are to hand out the values of a QI group, of
// which counts says how often each occurs.
func LogTables(counts []int64) float64 { return combinatorics.LogMultinomial(counts) }

// TablesLog10 returns the decimal logarithm of how many tables agree with the release and the
// sentences, by the natural one of how many agree with the release: the sum of LogTables over its
// groups. It is within 1e-9 of itself, and 0 for one table.
func (a *Answer) TablesLog10(logTables float64) float64 {
	return max(0, (logTables+logOf(a.Hold.Num())-logOf(a.Hold.Denom()))/math.Ln10)
}

// logOf is the logarithm of a whole number above 0 of any size.
func logOf(n *big.Int) float64 {
	mantissa := new(big.Float).SetInt(n)
	exponent := mantissa.MantExp(mantissa)
	m, _ := mantissa.Float64()
	return math.Log(m) + float64(float64(exponent)*math.Ln2)
}
