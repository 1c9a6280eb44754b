package words

import (
	"math"
	"strconv"
	"strings"
)

// Percent writes a share as a percentage, with three significant digits: 0 % and 100 % are
// what is so exactly.
func Percent(x float64) string { return shareText(x) + " %" }

// About is Percent, with a word before it where it is rounded.
func About(x float64) string { return about(Percent(x), x) }

// Capitalized is a sentence that may begin with a word like “about”.
func Capitalized(sentence string) string {
	if sentence == "" {
		return ""
	}
	return strings.ToUpper(sentence[:1]) + sentence[1:]
}

// shareText is Percent without its sign; "–" for what is no number.
func shareText(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return "–"
	}
	for digits := range maxDigits {
		if s := percentWith(x, digits); isClose(s, x) {
			return s
		}
	}
	return exactly(x)
}

// maxDigits bounds the digits behind the point: the shares next to 1 need 14.
const maxDigits = 15

// isClose reports whether a percentage as written is within two thousandths of a share, and
// neither 0 nor 100 unless the share is.
func isClose(s string, x float64) bool {
	written, err := strconv.ParseFloat(s, 64)
	if err != nil || x != 0 && written == 0 || x != 1 && written == 100 {
		return false
	}
	return math.Abs(written-float64(100*x)) <= 0.002*math.Abs(100*x)
}

// percentWith writes a share with so many digits behind the point.
func percentWith(x float64, digits int) string {
	return timesHundred(strconv.FormatFloat(x, 'f', digits+2, 64))
}

// exactly writes a share as a percentage from which it can be read back.
func exactly(x float64) string {
	if x != 0 && math.Abs(x) < 1e-15 {
		mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', -1, 64), "e")
		n, _ := strconv.Atoi(exponent)
		return mantissa + "e" + strconv.Itoa(n+2)
	}
	return timesHundred(strconv.FormatFloat(x, 'f', -1, 64))
}

// timesHundred moves the point of a decimal by two places. 100*x would be another number:
// of 0.07, 7.000000000000001.
func timesHundred(s string) string {
	sign := ""
	if s[0] == '-' {
		sign, s = "-", s[1:]
	}
	whole, part, _ := strings.Cut(s, ".")
	for len(part) < 2 {
		part += "0"
	}
	whole = strings.TrimLeft(whole+part[:2], "0")
	if whole == "" {
		whole = "0"
	}
	if part = part[2:]; part != "" {
		part = "." + part
	}
	return sign + whole + part
}

// PercentBeside writes a share and a limit as percentages, with as many digits as it takes to
// see on which side of the limit the share is.
func PercentBeside(x, limit float64) (share, bound string) {
	share, bound = beside(x, limit, shareText, percentWith, exactly)
	return share + " %", bound + " %"
}

// beside writes a number and a limit, with as many digits as it takes to see which is larger.
// A limit is written as it was given, unless that is a long fraction.
func beside(x, limit float64, short func(float64) string, with func(float64, int) string, exact func(float64) string) (number, bound string) {
	if math.IsNaN(x) || math.IsNaN(limit) {
		return short(x), short(limit)
	}
	given := exact(limit)
	number, bound = short(x), given
	if isLong(given) {
		bound = short(limit)
	}
	for digits := 1; digits < maxDigits; digits++ {
		if isAsWritten(x, limit, number, bound) {
			return number, bound
		}
		number = with(x, digits)
		if isLong(given) {
			bound = with(limit, digits)
		}
	}
	if isAsWritten(x, limit, number, bound) {
		return number, bound
	}
	return exact(x), given
}

// isLong reports whether a limit is more than somebody would write: 1/3 as decimals.
func isLong(given string) bool { return len(given) > len("12.3456") }

// isAsWritten reports whether two numbers as written are in the order of the numbers.
func isAsWritten(x, limit float64, number, bound string) bool {
	if math.IsInf(x, 0) {
		return true // which is a word
	}
	a, errA := strconv.ParseFloat(strings.ReplaceAll(number, ",", ""), 64)
	b, errB := strconv.ParseFloat(strings.ReplaceAll(bound, ",", ""), 64)
	return errA == nil && errB == nil && (a < b) == (x < limit) && (a > b) == (x > limit)
}

// atFirst is a share as About writes it, at the beginning of a sentence.
func atFirst(share string) string {
	if strings.HasPrefix(share, "about ") {
		return capital(share)
	}
	return share
}

// Count writes a number of things: 1 person, 2,000 people.
func Count(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Whole(n) + " " + many
}

// upTo writes a number of things that are at most so many.
func upTo(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return "up to " + Whole(n) + " " + many
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

// Points writes a difference of two shares, with a word before it where it is rounded.
func Points(x float64) string { return strings.TrimSuffix(About(x), " %") + " percentage points" }

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
