package hierarchy

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Periods generalizes dates to periods of whole months, several widths that nest.
// They are counted from January of the year 0, so those of whole years begin in
// January of a year that is a multiple of them: 1980 for ten years.
type Periods struct {
	months []int64
}

// NewPeriods returns the periods of the widths, each a text such as "1 month",
// "3 months", "10 years" or "1 year 6 months".
//
// Errors: ErrNotDecimal for a text of another form, ErrNotPositive, ErrNotNested.
func NewPeriods(widths []string) (*Periods, error) {
	p := &Periods{}
	for i, text := range widths {
		n, ok := parseMonths(text)
		switch {
		case !ok:
			return nil, ErrNotDecimal
		case n <= 0:
			return nil, ErrNotPositive
		case i > 0 && (n <= p.months[i-1] || n%p.months[i-1] != 0):
			return nil, ErrNotNested
		}
		p.months = append(p.months, n)
	}
	return p, nil
}

// parseMonths reads pairs of a number and a unit. Years are few enough that
// nothing overflows.
func parseMonths(text string) (int64, bool) {
	words := strings.Fields(strings.ToLower(text))
	if len(words) == 0 || len(words)%2 != 0 {
		return 0, false
	}
	var months int64
	for i := 0; i < len(words); i += 2 {
		n, err := strconv.ParseInt(words[i], 10, 32)
		if err != nil {
			return 0, false
		}
		switch strings.TrimSuffix(words[i+1], "s") {
		case "month", "mon":
			months += n
		case "year":
			months += 12 * n
		default:
			return 0, false
		}
	}
	return months, months <= math.MaxInt32
}

// Labels returns the label of a date's period for each width: "1984-03" and
// "[1984-01, 1984-03]" for months, "1984" and "[1980, 1989]" where a width is of
// whole years. The date is a text that begins with year and month, "1984-03-05",
// and has "(BC)" in it before our era. It returns nil for what is no date, as the
// infinities.
func (p *Periods) Labels(date string) []string {
	month, ok := parseMonth(date)
	if !ok {
		return nil
	}
	labels := make([]string, len(p.months))
	for i, n := range p.months {
		low := floorDiv(month, n) * n
		labels[i] = periodLabel(low, low+n-1, n%12 == 0)
	}
	return labels
}

// parseMonth returns the number of months from January of the year 0, which is 1
// BC.
func parseMonth(date string) (int64, bool) {
	first, rest, _ := strings.Cut(date, "-")
	second, _, _ := strings.Cut(rest, "-")
	year, err := strconv.ParseInt(first, 10, 32)
	if err != nil || year < 0 {
		return 0, false
	}
	month, err := strconv.ParseInt(second, 10, 32)
	if err != nil || month < 1 || month > 12 {
		return 0, false
	}
	if strings.Contains(date, "(BC)") {
		year = 1 - year
	}
	return 12*year + month - 1, true
}

func periodLabel(low, high int64, years bool) string {
	from, to := monthText(low), monthText(high)
	if years {
		from, to = yearText(floorDiv(low, 12)), yearText(floorDiv(high, 12))
	}
	if from == to {
		return from
	}
	return "[" + from + ", " + to + "]"
}

func yearText(year int64) string {
	if year <= 0 {
		return fmt.Sprintf("%04d (BC)", 1-year)
	}
	return fmt.Sprintf("%04d", year)
}

func monthText(month int64) string {
	year := floorDiv(month, 12)
	text := fmt.Sprintf("-%02d", month-12*year+1)
	if year <= 0 {
		return fmt.Sprintf("%04d%s (BC)", 1-year, text)
	}
	return fmt.Sprintf("%04d%s", year, text)
}

// floorDiv divides by a positive number and rounds down.
func floorDiv(x, y int64) int64 {
	q := x / y
	if x%y < 0 {
		q--
	}
	return q
}
