package chart

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Ticks returns the places of at most most+1 ticks on an axis of whole numbers from 0 to
// highest: multiples of 1, 2 or 5 times a power of ten, the last of them at highest or above
// it, where there is such a number. There are two at least; most is 2 at least.
func Ticks(highest int64, most int) []int64 {
	highest = max(highest, 1)
	step := niceStep(highest, int64(most))
	ticks := []int64{0}
	for at := int64(0); at < highest && at <= math.MaxInt64-step; {
		at += step
		ticks = append(ticks, at)
	}
	return ticks
}

// niceStep returns the smallest of 1, 2, 5, 10, 20, … of which most, two at least, make span.
func niceStep(span, most int64) int64 {
	power, digit := int64(1), int64(1)
	for (span-1)/(digit*power) >= most {
		switch digit {
		case 1:
			digit = 2
		case 2:
			digit = 5
		default:
			digit, power = 1, 10*power
		}
	}
	return digit * power
}

// Count writes a whole number with commas between thousands.
func Count(n int64) string {
	digits := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, digits = "\u2212", digits[1:]
	}
	var groups []string
	for len(digits) > 3 {
		groups = append([]string{digits[len(digits)-3:]}, groups...)
		digits = digits[:len(digits)-3]
	}
	return sign + strings.Join(append([]string{digits}, groups...), ",")
}

// longest is what Short writes out.
const longest = 9_999_999

var superscript = strings.NewReplacer("0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹")

// Short writes a number that must fit beside an axis or a bar: one of more than seven digits
// by its first three and a power of ten.
func Short(n int64) string {
	if n >= -longest && n <= longest {
		return Count(n)
	}
	digits, exponent, _ := strings.Cut(strconv.FormatFloat(float64(n), 'e', 2, 64), "e+")
	digits = strings.TrimRight(strings.TrimRight(digits, "0"), ".")
	return digits + "\u00A0×\u00A010" + superscript.Replace(strings.TrimLeft(exponent, "0"))
}

// Percent writes a share in [0, 1] in whole percent; what is neither nothing nor all is never
// written as if it were.
func Percent(share float64) string {
	switch {
	case math.IsNaN(share) || math.IsInf(share, 0):
		return "not known"
	case share > 0 && share < 0.01:
		return "<\u00A01\u00A0%"
	case share > 0.99 && share < 1:
		return ">\u00A099\u00A0%"
	}
	return fmt.Sprintf("%.0f\u00A0%%", 100*share)
}
