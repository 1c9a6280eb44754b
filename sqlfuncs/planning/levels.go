package planning

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
)

// lone is the share of people who are alone with their value from which on ranges would show
// many of them: the limit of exact_values, one in twenty.
const lone = 20

// manyDays is how many different days are those of years rather than of months.
const manyDays = 1000

// steps returns the steps that are proposed for a column, "" for none. They follow from its type,
// from how many values it has and how many people are alone with theirs; of numbers also from two
// that at least Least people are at or beyond. No release is tried.
//
// There are few, since a hierarchy loses more than ranges and sets do: see tests/definitions/evidence_plans.md.
// Texts get one where sets would be refused.
// Ranges that begin and end at months and the like lose next to nothing, and show nobody's day.
func (t *Table) steps(c *Column) string {
	if c.Hint == "age_over_89" && c.isNumbers() {
		if top := c.Reading.oldest(t.Least); top > 0 {
			return (&Steps{Top: json.Number(strconv.FormatInt(top, 10))}).String()
		}
	}
	isLone := lone*c.Unique > c.Rows
	switch {
	case c.isText():
		if isLone && c.Unique > mostShown || c.Distinct > mostListed {
			return c.Reading.textSteps(t.Least).String()
		}
	case !isLone:
	case c.isDates():
		return (&Steps{Finest: c.unit()}).String()
	case c.isNumbers():
		if step := c.Reading.step(t.Least, c.hasFractions()); step != "" {
			return (&Steps{Finest: json.Number(step)}).String()
		}
	}
	return ""
}

// What skyline_anonymize refuses: sets that show more people than mostShown by a value that is
// theirs alone, where these are more than one in twenty, and sets of more than mostListed values.
const (
	mostShown  = 20
	mostListed = 100
)

// textSteps are those of texts that sets would list too many of, or show people by: fewer
// characters where all are of one length, as codes are, and otherwise the frequent values.
func (r *Reading) textSteps(least int64) *Steps {
	if r.shortest != r.longest || r.longest < 2 || r.longest > longestCode {
		return &Steps{AtLeast: json.Number(strconv.FormatInt(least, 10))}
	}
	s := &Steps{}
	for quarters := 3; quarters > 0; quarters-- {
		kept := (r.longest*quarters + 3) / 4
		if kept < r.longest && (len(s.Keep) == 0 || s.Keep[len(s.Keep)-1] != json.Number(strconv.Itoa(kept))) {
			s.Keep = append(s.Keep, json.Number(strconv.Itoa(kept)))
		}
	}
	return s
}

// longestCode is how many characters a code has at most.
const longestCode = 20

// unit is that in which dates, moments or times are shown.
func (c *Column) unit() string {
	switch kind := c.Reading.Kind(); {
	case strings.HasPrefix(c.Type, "TIMESTAMP") || kind == "moments":
		return "day"
	case strings.HasPrefix(c.Type, "TIME") || kind == "times of day":
		return "hour"
	case c.Distinct <= manyDays:
		return "week"
	}
	return "month"
}

// oldestShown is the age from which on HIPAA's Safe Harbor shows none: 45 CFR 164.514(b)(2)(i)(C).
const oldestShown = 90

// oldest returns the age from which on all are one: 90, or the next smaller multiple of five that
// enough people have reached; 0 where nobody is that old, or too few are older than most.
func (r *Reading) oldest(least int64) int64 {
	old := r.atLeast(oldestShown)
	if old == 0 {
		return 0
	}
	for age := int64(oldestShown); age > 0; age -= 5 {
		if r.atLeast(float64(age)) >= least {
			return age
		}
	}
	return 0
}

// atLeast counts the people with a number from x on, which is a small whole one.
func (r *Reading) atLeast(x float64) (people int64) {
	for rounded, n := range r.rounded {
		if rounded > x-1e-6 {
			people += n
		}
	}
	for code, n := range r.codes {
		if float64(code) >= x && !r.isMissing(code, n) {
			people += n
		}
	}
	return people
}

// manySteps is into how many steps numbers are cut.
const manySteps = 100

// step returns 1, 2 or 5 times a power of ten that cuts the numbers into about a hundred, between
// two that enough people are at or beyond; "" where that is finer than whole numbers are.
func (r *Reading) step(least int64, fractions bool) string {
	var order []float64
	for x := range r.rounded {
		order = append(order, x)
	}
	slices.Sort(order)
	end := func(order []float64) float64 {
		people := int64(0)
		for _, x := range order {
			if people += r.rounded[x]; people >= least {
				return x
			}
		}
		return 0
	}
	low := end(order)
	slices.Reverse(order)
	width := (end(order) - low) / manySteps
	if width <= 0 {
		return ""
	}
	power := math.Floor(math.Log10(width))
	for _, digit := range []float64{1, 2, 5, 10} {
		if step := digit * math.Pow(10, power); step >= width*(1-1e-9) {
			if !fractions && step < 2 {
				return ""
			}
			text := strconv.FormatFloat(step, 'f', max(0, -int(power)), 64)
			if strings.Contains(text, ".") {
				text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
			}
			return text
		}
	}
	return ""
}

// fourDigits is a number with its first four digits.
func fourDigits(x float64) float64 {
	if x == 0 || math.IsInf(x, 0) || math.IsNaN(x) {
		return 0
	}
	unit := math.Pow(10, math.Floor(math.Log10(math.Abs(x)))-3)
	return math.Trunc(x/unit) * unit
}
