package hierarchy

import (
	"errors"
	"strconv"
	"time" //nolint:depguard // the calendar; no clock is read
)

// ErrNotBorn reports a date of birth that is after the day for which ages are counted.
var ErrNotBorn = errors.New("hierarchy: born after the day of the ages")

// Ages generalizes dates of birth to intervals of the age completed at a day.
//
// Somebody completes a year of age on the day whose month and day of the month are those of
// the birth. Who was born on the 29th of February does so on the 1st of March, in years
// without that day.
type Ages struct {
	at        time.Time
	intervals *Intervals
}

// NewAges returns the ages at a day, a date as Periods reads it, in intervals of so many
// years, which are whole numbers as are the ends, as NewIntervals has them.
//
// Errors: those of NewIntervals; ErrNotDecimal for what is no date or no whole number, too.
func NewAges(widths []string, origin, at string, ends Ends) (*Ages, error) {
	intervals, err := NewIntervals(widths, origin, ends)
	if err == nil && !intervals.Whole() {
		err = ErrNotDecimal
	}
	if err != nil {
		return nil, err
	}
	day, ok := parseDay(at)
	if !ok {
		return nil, ErrNotDecimal
	}
	return &Ages{day, intervals}, nil
}

// Labels returns the label of the age of who was born on a date, for each width, as
// Intervals labels whole numbers: "34" for one year, "[30, 39]" for ten. It returns nil for
// what is no date.
//
// Errors: ErrNotBorn.
func (a *Ages) Labels(born string) ([]string, error) {
	day, ok := parseDay(born)
	if !ok {
		return nil, nil
	}
	if day.After(a.at) {
		return nil, ErrNotBorn
	}
	age := a.at.Year() - day.Year()
	if a.at.Month() < day.Month() || a.at.Month() == day.Month() && a.at.Day() < day.Day() {
		age--
	}
	text := strconv.Itoa(age)
	labels := a.intervals.Labels(text, true)
	isBeyond := a.intervals.beyond(text) != ""
	for i, w := range a.intervals.widths {
		if w.Cmp(one) == 0 && !isBeyond {
			labels[i] = text
		}
	}
	return labels, nil
}
