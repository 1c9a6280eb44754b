package words

import (
	"fmt"
	"math"
	"strconv"
)

// Requirement tells what a release achieves of a requirement, and what was asked for. NaN is
// what nobody achieves: nobody is in the release.
func Requirement(name string, required, achieved float64) string {
	if math.IsNaN(achieved) {
		return "There is nobody in the release."
	}
	worst, bound := decimal(achieved), decimal(required)
	switch name {
	case "k_anonymity":
		return fmt.Sprintf("Everybody looks like at least %s of the people, themselves included; %s were asked for.", worst, bound)
	case "distinct_diversity":
		return fmt.Sprintf("Among the people who look alike there are at least %s different sensitive values; %s were asked for.", worst, bound)
	case "entropy_diversity":
		return fmt.Sprintf("Among the people who look alike the sensitive values are as varied as %s equally frequent ones, or more; %s were asked for.", worst, bound)
	case "recursive_diversity":
		return fmt.Sprintf("Among the people who look alike the most frequent value is at most %s times as frequent as the rarer ones together; it must be less than %s times.", worst, bound)
	case "max_share":
		return fmt.Sprintf("Of the people who look alike at most %s have the same sensitive value; %s are allowed.", Percent(achieved), Percent(required))
	case "t_closeness":
		return fmt.Sprintf("The sensitive values of people who look alike differ from those of all by at most %s, where 0 is not at all and 1 entirely; %s is allowed.", worst, bound)
	case "implications", "skyline":
		share, limit := PercentBeside(achieved, required)
		return fmt.Sprintf("Somebody who knows that much can become at most %s sure; it must be less than %s.", share, limit)
	case "presence":
		return fmt.Sprintf("How sure anybody can be that somebody is in the release: %s in the worst case; the bound is %s.", Percent(achieved), Percent(required))
	}
	return fmt.Sprintf("In the worst case it is %s; the bound is %s.", worst, bound)
}

// decimal writes a number with four significant digits, or all of a whole one.
func decimal(x float64) string {
	switch {
	case math.IsInf(x, 0):
		return "infinitely many"
	case x == math.Trunc(x) && math.Abs(x) < 1<<53:
		return Whole(int64(x))
	}
	return strconv.FormatFloat(x, 'g', 4, 64)
}

// Number is a number as a table of a page has it.
func Number(x float64) string {
	if math.IsNaN(x) {
		return "–"
	}
	if math.IsInf(x, 1) {
		return "∞"
	}
	return decimal(x)
}
