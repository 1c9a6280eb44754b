package hierarchy

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time" //nolint:depguard // the calendar; no clock is read

	"skyline/engine/label"
)

// Periods generalizes dates to periods of the calendar, several widths that nest: days
// and weeks, or a day and then whole months, up to years and longer. Weeks do not nest in
// months.
//
// Unless an origin says where they begin, weeks do on Monday, and periods of months are
// counted from January of the year 0: those of whole years begin in January of a year that
// is a multiple of them, 1980 for ten years.
//
// The scale may have ends: all days before its bottom are one set, those from its top on
// another. They are days on which a period of each width begins.
type Periods struct {
	widths []period
	month  int64      // in which a period of months begins, from January of the year 0
	day    int64      // on which a period of days begins, from the first of 1970
	bottom *time.Time // nil for none
	top    *time.Time
}

// period is a width: so many days or so many months.
type period struct {
	days, months int64
	name         string // which it was given by, such as quarter; "" for a number of units
}

// named are the periods that have a name, whose labels are names, too.
var named = map[string]period{
	"day": {days: 1}, "week": {days: 7},
	"month": {months: 1}, "quarter": {months: 3}, "half-year": {months: 6}, "year": {months: 12}, "decade": {months: 120},
}

// monday is a Monday, in days from the first of 1970.
const monday = -3

// NewPeriods returns the periods of the widths, each the name of a period, day, week,
// month, quarter, half-year, year or decade, or a text such as "1 month", "2 weeks", "10
// years" or "1 year 6 months". One of each begins on the day origin; "" is what the calendar
// has.
//
// Errors: ErrNotDecimal for a text of another form, ErrNotPositive, ErrNotNested,
// ErrNotFirst, ErrNotOrdered, ErrNotBeginning.
func NewPeriods(widths []string, origin string, ends Ends) (*Periods, error) {
	p := &Periods{day: monday}
	first := true
	if origin != "" {
		d, ok := parseDay(origin)
		if !ok {
			return nil, ErrNotDecimal
		}
		p.month, p.day, first = monthOf(d), dayNumber(d), d.Day() == 1
	}
	for i, text := range widths {
		w, ok := parsePeriod(text)
		switch {
		case !ok:
			return nil, ErrNotDecimal
		case w.days <= 0 && w.months <= 0:
			return nil, ErrNotPositive
		case i > 0 && !p.widths[i-1].nestsIn(w):
			return nil, ErrNotNested
		case w.months > 0 && !first:
			return nil, ErrNotFirst
		}
		p.widths = append(p.widths, w)
	}
	return p, p.setEnds(ends)
}

// setEnds ends the scale.
func (p *Periods) setEnds(ends Ends) error {
	for _, end := range []struct {
		text string
		to   **time.Time
	}{{ends.Bottom, &p.bottom}, {ends.Top, &p.top}} {
		if end.text == "" {
			continue
		}
		day, ok := parseDay(end.text)
		if !ok {
			return ErrNotDecimal
		}
		for _, w := range p.widths {
			if day.Day() > 1 && w.months > 0 || p.begin(w, day) != w.count(day) {
				return ErrNotBeginning
			}
		}
		*end.to = &day
	}
	if p.bottom != nil && p.top != nil && !p.bottom.Before(*p.top) {
		return ErrNotOrdered
	}
	return nil
}

// count counts days or months up to a day, as a width is one of these.
func (p period) count(day time.Time) int64 {
	if p.days > 0 {
		return dayNumber(day)
	}
	return monthOf(day)
}

// begin returns the count at which the period of a width begins that a day is in.
func (p *Periods) begin(w period, day time.Time) int64 {
	if w.days > 0 {
		return p.day + floorDiv(dayNumber(day)-p.day, w.days)*w.days
	}
	return p.month + floorDiv(monthOf(day)-p.month, w.months)*w.months
}

// nestsIn reports whether periods of p never lie across the bounds of longer ones of w.
func (p period) nestsIn(w period) bool {
	switch {
	case w.days > 0:
		return p.days > 0 && w.days > p.days && w.days%p.days == 0
	case p.days > 0:
		return p.days == 1
	}
	return w.months > p.months && w.months%p.months == 0
}

// parsePeriod reads a name, or pairs of a number and a unit. Years and days are few enough
// that nothing overflows.
func parsePeriod(text string) (period, bool) {
	words := strings.Fields(strings.ToLower(text))
	if len(words) == 1 {
		name := strings.ReplaceAll(words[0], "_", "-")
		p, ok := named[name]
		p.name = name
		return p, ok
	}
	var p period
	if len(words) == 0 || len(words)%2 != 0 {
		return p, false
	}
	for i := 0; i < len(words); i += 2 {
		n, err := strconv.ParseInt(words[i], 10, 32)
		if err != nil {
			return p, false
		}
		switch strings.TrimSuffix(words[i+1], "s") {
		case "day":
			p.days += n
		case "week":
			p.days += 7 * n
		case "month", "mon":
			p.months += n
		case "year":
			p.months += 12 * n
		default:
			return p, false
		}
	}
	return p, (p.days == 0 || p.months == 0) && max(p.days, p.months) <= math.MaxInt32
}

// Labels returns the label of a date's period for each width. Named ones have names:
//
//	day 1984-03-05   week 1984-W10 (ISO 8601)   month 1984-03   quarter 1984-Q1
//	half-year 1984-H1   year 1984   decade 1980s
//
// Others have their first and last day, month, or year where they are of whole years of the
// calendar: [1984-01, 1984-03], [1980, 1989]; so have named ones that an origin has
// moved, and decades that begin before the year 1. Beyond an end of the scale it is "< 1930-01-01" or
// ">= 2020-01-01". The date is a text that begins with one,
// "1984-03-05", and has "(BC)" in it before our era. It returns nil for what is no date, as
// the infinities.
func (p *Periods) Labels(date string) []string {
	day, ok := parseDay(date)
	switch {
	case p.bottom != nil && (date == "-infinity" || ok && day.Before(*p.bottom)):
		return slices.Repeat([]string{label.Under(dayText(dayNumber(*p.bottom)))}, len(p.widths))
	case p.top != nil && (date == "infinity" || ok && !day.Before(*p.top)):
		return slices.Repeat([]string{label.From(dayText(dayNumber(*p.top)))}, len(p.widths))
	case !ok:
		return nil
	}
	labels := make([]string, len(p.widths))
	for i, w := range p.widths {
		low := p.begin(w, day)
		if w.days > 0 {
			labels[i] = w.daysLabel(low, low+w.days-1)
		} else {
			labels[i] = w.monthsLabel(low, low+w.months-1)
		}
	}
	return labels
}

// parseDay reads a date, whatever is behind it.
func parseDay(text string) (time.Time, bool) {
	date, rest, _ := strings.Cut(text, " ")
	var numbers [3]int
	parts := strings.Split(date, "-")
	if len(parts) != len(numbers) {
		return time.Time{}, false
	}
	for i, part := range parts {
		n, err := strconv.ParseUint(part, 10, 31)
		if err != nil {
			return time.Time{}, false
		}
		numbers[i] = int(n)
	}
	if strings.Contains(rest, "(BC)") {
		numbers[0] = 1 - numbers[0]
	}
	day := time.Date(numbers[0], time.Month(numbers[1]), numbers[2], 0, 0, 0, 0, time.UTC)
	return day, int(day.Month()) == numbers[1] && day.Day() == numbers[2]
}

// dayNumber counts days from the first of 1970.
func dayNumber(day time.Time) int64 { return floorDiv(day.Unix(), 24*60*60) }

// dayOf returns the day of a number.
func dayOf(number int64) time.Time { return time.Unix(number*24*60*60, 0).UTC() }

// monthOf counts months from January of the year 0, which is 1 BC.
func monthOf(day time.Time) int64 { return 12*int64(day.Year()) + int64(day.Month()) - 1 }

func (p period) daysLabel(low, high int64) string {
	if p.days == 7 && (low-monday)%7 == 0 {
		year, week := dayOf(low).ISOWeek()
		return inYear(int64(year), fmt.Sprintf("-W%02d", week))
	}
	return fromTo(dayText(low), dayText(high))
}

func (p period) monthsLabel(low, high int64) string {
	year := floorDiv(low, 12)
	aligned := low%p.months == 0
	switch {
	case aligned && p.name == "quarter":
		return inYear(year, fmt.Sprintf("-Q%d", (low-12*year)/3+1))
	case aligned && p.name == "half-year":
		return inYear(year, fmt.Sprintf("-H%d", (low-12*year)/6+1))
	case aligned && p.name == "decade" && year > 0:
		return inYear(year, "s")
	case low%12 == 0 && p.months%12 == 0:
		return fromTo(inYear(year, ""), inYear(floorDiv(high, 12), ""))
	}
	return fromTo(monthText(low), monthText(high))
}

// fromTo is a label from one text to another.
func fromTo(from, to string) string {
	if from == to {
		return from
	}
	return label.Range(from, to)
}

// inYear writes what is behind a year, and the year.
func inYear(year int64, behind string) string {
	if year <= 0 {
		return fmt.Sprintf("%04d%s (BC)", 1-year, behind)
	}
	return fmt.Sprintf("%04d%s", year, behind)
}

func monthText(month int64) string {
	year := floorDiv(month, 12)
	return inYear(year, fmt.Sprintf("-%02d", month-12*year+1))
}

func dayText(number int64) string {
	day := dayOf(number)
	return inYear(int64(day.Year()), fmt.Sprintf("-%02d-%02d", day.Month(), day.Day()))
}

// floorDiv divides by a positive number and rounds down.
func floorDiv(x, y int64) int64 {
	q := x / y
	if x%y < 0 {
		q--
	}
	return q
}
