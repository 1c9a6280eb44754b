package words

import (
	"math"
	"strconv"
	"strings"
)

// Percent writes a share as a percentage, with three significant digits: 0 % and 100 % are
// what is so exactly.
func Percent(x float64) string {
	for digits := 0; digits < 15; digits++ {
		if s := percentWith(x, digits); isClose(s, x) {
			return s + " %"
		}
	}
	return percentWith(x, -1) + " %"
}

// isClose reports whether a percentage as written is within a thousandth of a share, and
// neither 0 nor 100 unless the share is.
func isClose(s string, x float64) bool {
	written, err := strconv.ParseFloat(s, 64)
	if err != nil || x != 0 && written == 0 || x != 1 && written == 100 {
		return false
	}
	return math.Abs(written-100*x) <= 0.002*math.Abs(100*x)
}

func percentWith(x float64, digits int) string {
	// Of the decimal digits, not 100*x: 0.07 is 7 %, and not 7.000000000000001 %.
	s := strconv.FormatFloat(100*x, 'f', digits, 64)
	if digits < 0 {
		s = strconv.FormatFloat(x, 'e', -1, 64)
		mantissa, exponent, _ := strings.Cut(s, "e")
		n, _ := strconv.Atoi(exponent)
		f, _ := strconv.ParseFloat(mantissa+"e"+strconv.Itoa(n+2), 64)
		s = strconv.FormatFloat(f, 'f', -1, 64)
	}
	return s
}

// PercentBeside writes a share and a limit as percentages, with as many digits as it takes to
// see on which side of the limit the share is.
func PercentBeside(x, limit float64) (share, bound string) {
	bound = percentWith(limit, -1)
	at, _ := strconv.ParseFloat(bound, 64)
	share = Percent(x)
	for digits := 1; digits < 15; digits++ {
		written, _ := strconv.ParseFloat(strings.TrimSuffix(share, " %"), 64)
		if (written < at) == (x < limit) && (written > at) == (x > limit) {
			break
		}
		share = percentWith(x, digits) + " %"
	}
	return share, bound + " %"
}

// Count writes a number of things: 1 person, 2,000 people.
func Count(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Whole(n) + " " + many
}

// Whole writes a whole number with commas.
func Whole(n int64) string {
	s := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, s = "-", s[1:]
	}
	for at := len(s) - 3; at > 0; at -= 3 {
		s = s[:at] + "," + s[at:]
	}
	return sign + s
}

// Points writes a difference of two shares.
func Points(x float64) string {
	return strings.TrimSuffix(Percent(x), " %") + " percentage points"
}

// List writes names as a list, up to five; of more, how many there are of what.
func List(names []string, what string) string {
	last := len(names) - 1
	switch {
	case last < 0:
		return "no " + what
	case last == 0:
		return names[0]
	case last >= 5:
		return Whole(int64(len(names))) + " " + what
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}
