package grid

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time" //nolint:depguard // the calendar; no clock is read

	"skyline/engine"
)

// Unit is what times are rounded to.
type Unit int

// The units. Weeks begin on Monday.
const (
	Second Unit = iota
	Minute
	Hour
	Day
	Week
	Month
	Year
)

var unitNames = []string{"second", "minute", "hour", "day", "week", "month", "year"}

// ParseUnit returns the unit of a name.
func ParseUnit(name string) (Unit, bool) {
	i := slices.Index(unitNames, name)
	return Unit(i), i >= 0
}

func (u Unit) String() string { return unitNames[u] }

// nanos is the length of a unit of the clock.
func (u Unit) nanos() int64 {
	return []int64{int64(time.Second), int64(time.Minute), int64(time.Hour)}[u]
}

// Times is the grid of the units of dates, with times of day or without, or of times
// of day alone.
type Times struct {
	unit        Unit
	date, clock bool
	base        time.Time // a day on which a week, month or year begins
}

// Dates returns the grid of dates, whose unit is a day or longer.
func Dates(unit Unit) *Times { return &Times{unit: unit, date: true, base: calendar} }

// Timestamps returns that of dates with times of day.
func Timestamps(unit Unit) *Times { return &Times{unit: unit, date: true, clock: true, base: calendar} }

// Clock returns that of times of day, whose unit is an hour or shorter; midnight at the
// end of the day is 24:00:00.
func Clock(unit Unit) *Times { return &Times{unit: unit, clock: true} }

// calendar is a Monday that begins a year.
var calendar = time.Date(1900, time.January, 1, 0, 0, 0, 0, time.UTC)

// From returns the grid of the same unit, weeks, months or years, one of which begins on a
// day, a date: weeks from Sunday, years from the first of April.
//
// Errors: *engine.ParamError for what is no date; for another unit; and for months and
// years from a day of the month that not every month has, the 29th and later.
func (g *Times) From(day string) (*Times, error) {
	date, era, _ := strings.Cut(day, " ")
	base, ok := parseDay(date, " "+era == beforeChrist)
	switch {
	case !ok || dayText(base) != day:
		return nil, engine.NewParamError("grid", "base", "a day", day)
	case !g.date || g.unit < Week:
		return nil, engine.NewParamError("grid", "base", "for weeks, months or years only", day)
	case g.unit > Week && base.Day() > 28:
		return nil, engine.NewParamError("grid", "base", "a day of the month that every month has, up to the 28th", day)
	}
	from := *g
	from.base = base
	return &from, nil
}

// Down returns the beginning of the unit that a time is in. A time with an offset from
// UTC is rounded as it is written. For units of the clock the result has the same
// offset; for others it has none: it is for the reader to say which offset holds then.
func (g *Times) Down(text string) (string, bool) { return g.round(text, false) }

// Up returns the beginning of the next unit, unless the time is the beginning of one.
func (g *Times) Up(text string) (string, bool) { return g.round(text, true) }

func (g *Times) round(text string, up bool) (string, bool) {
	m, ok := g.parse(text)
	if !ok {
		return "", false
	}
	if g.unit < Day {
		over := m.nanos % g.unit.nanos()
		if over == 0 {
			return text, true
		}
		m.nanos -= over
		if up {
			m.nanos += g.unit.nanos()
		}
		if g.date && m.nanos == dayNanos {
			m.day, m.nanos = m.day.AddDate(0, 0, 1), 0
		}
		return g.text(m), true
	}
	begin, next := g.around(m.day)
	if begin.Equal(m.day) && m.nanos == 0 {
		return text, true
	}
	m.day, m.nanos, m.offset = begin, 0, ""
	if up {
		m.day = next
	}
	return g.text(m), true
}

// around returns the first day of the unit that a day is in, and of the next one.
func (g *Times) around(day time.Time) (begin, next time.Time) {
	switch g.unit {
	case Week:
		begin = day.AddDate(0, 0, -(int(day.Weekday()-g.base.Weekday())+7)%7)
		return begin, begin.AddDate(0, 0, 7)
	case Month:
		begin = day.AddDate(0, 0, g.base.Day()-day.Day())
		if begin.After(day) {
			begin = begin.AddDate(0, -1, 0)
		}
		return begin, begin.AddDate(0, 1, 0)
	case Year:
		begin = time.Date(day.Year(), g.base.Month(), g.base.Day(), 0, 0, 0, 0, time.UTC)
		if begin.After(day) {
			begin = begin.AddDate(-1, 0, 0)
		}
		return begin, begin.AddDate(1, 0, 0)
	case Second, Minute, Hour, Day:
	}
	return day, day.AddDate(0, 0, 1)
}

const dayNanos = int64(24 * time.Hour)

// moment is a day, the time of day, and what is behind it.
type moment struct {
	day    time.Time // midnight, UTC
	nanos  int64
	offset string
}

const beforeChrist = " (BC)"

// parse reads 2000-02-29, 0044-03-15 (BC), 12:00:00.000001+01 and both with a space
// between.
func (g *Times) parse(text string) (m moment, ok bool) {
	if g.date {
		date, rest, _ := strings.Cut(text, " ")
		text = rest
		era := strings.TrimPrefix(beforeChrist, " ")
		bc := strings.HasPrefix(text, era)
		if bc {
			text = strings.TrimPrefix(text[len(era):], " ")
		}
		if m.day, ok = parseDay(date, bc); !ok || !g.clock && text != "" {
			return m, false
		}
	}
	if !g.clock {
		return m, true
	}
	if end := strings.IndexAny(text, "+-"); end >= 0 {
		text, m.offset = text[:end], text[end:]
	}
	m.nanos, ok = parseClock(text)
	return m, ok
}

func parseDay(date string, bc bool) (time.Time, bool) {
	var numbers [3]int
	parts := strings.Split(date, "-")
	if len(parts) != len(numbers) {
		return time.Time{}, false
	}
	for i, part := range parts {
		n, err := strconv.ParseUint(part, 10, 31)
		if err != nil || i > 0 && n > 31 {
			return time.Time{}, false
		}
		numbers[i] = int(n)
	}
	if bc {
		numbers[0] = 1 - numbers[0]
	}
	return time.Date(numbers[0], time.Month(numbers[1]), numbers[2], 0, 0, 0, 0, time.UTC), true
}

// parseClock reads hours, minutes and seconds with up to nine decimals.
func parseClock(text string) (nanos int64, ok bool) {
	text, fraction, _ := strings.Cut(text, ".")
	parts := strings.Split(text, ":")
	if len(parts) != 3 || len(fraction) > 9 {
		return 0, false
	}
	for i, part := range append(parts, (fraction + "000000000")[:9]) {
		n, err := strconv.ParseUint(part, 10, 31)
		if err != nil || n > 59 && i < 3 {
			return 0, false
		}
		if i < 3 {
			nanos = 60*nanos + int64(n)
		} else {
			nanos = nanos*int64(time.Second) + int64(n)
		}
	}
	return nanos, true
}

func (g *Times) text(m moment) string {
	var b strings.Builder
	if g.date {
		b.WriteString(dayText(m.day))
	}
	if g.date && g.clock {
		b.WriteByte(' ')
	}
	if g.clock {
		seconds := m.nanos / int64(time.Second)
		fmt.Fprintf(&b, "%02d:%02d:%02d%s", seconds/3600, seconds/60%60, seconds%60, m.offset)
	}
	return b.String()
}

func dayText(day time.Time) string {
	year, era := day.Year(), ""
	if year <= 0 {
		year, era = 1-year, beforeChrist
	}
	return fmt.Sprintf("%04d-%02d-%02d%s", year, day.Month(), day.Day(), era)
}
