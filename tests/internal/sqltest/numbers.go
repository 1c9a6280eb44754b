package sqltest

import (
	"math"
	"math/big"
	"strings"
)

// Near compares what is computed in float64 on different ways.
func Near(a, b float64) bool { return a == b || math.Abs(a-b) <= 1e-12*max(1, math.Abs(a)) }

// Rounds reports whether a double is the one next to a fraction.
func Rounds(x float64, want *big.Rat) bool {
	f, _ := want.Float64()
	return x == f
}

// Division writes a fraction as a division of doubles in SQL.
func Division(fraction string) string {
	numerator, denominator, found := strings.Cut(fraction, "/")
	if !found {
		return fraction
	}
	return numerator + "::DOUBLE / " + denominator
}

// BoolInt returns 1 for true and 0 for false, for counting.
func BoolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Sum adds up.
func Sum(list []int64) (sum int64) {
	for _, n := range list {
		sum += n
	}
	return sum
}
