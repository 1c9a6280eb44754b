package hierarchy

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestPeriods(t *testing.T) {
	p, err := NewPeriods([]string{"1 month", "3 months", "1 year", "10 years", "100 YEARS"}, "", Ends{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ date, want string }{
		{"1984-03-05", "1984-03 | [1984-01, 1984-03] | 1984 | [1980, 1989] | [1900, 1999]"},
		{"2000-12-31 23:59:59.5", "2000-12 | [2000-10, 2000-12] | 2000 | [2000, 2009] | [2000, 2099]"},
		{"12345-06-01", "12345-06 | [12345-04, 12345-06] | 12345 | [12340, 12349] | [12300, 12399]"},
		// The year before 1 is 1 BC: 44 BC is the year -43.
		{"0044-03-15 (BC)", "0044-03 (BC) | [0044-01 (BC), 0044-03 (BC)] | 0044 (BC) | [0051 (BC), 0042 (BC)] | [0101 (BC), 0002 (BC)]"},
		{"infinity", ""},
		{"-infinity", ""},
		{"2000-13-01", ""},
		{"2000", ""},
		{"", ""},
	} {
		if diff := cmp.Diff(c.want, strings.Join(p.Labels(c.date), " | ")); diff != "" {
			t.Errorf("Labels(%s) (-want +got):\n%s", c.date, diff)
		}
	}
	p, err = NewPeriods([]string{"1 year 6 months", "3 years"}, "", Ends{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(p.Labels("1985-01-01"), " | "), "[1984-07, 1985-12] | [1983, 1985]"; got != want {
		t.Errorf("Labels = %s, want %s", got, want)
	}
	for _, c := range []struct {
		widths []string
		origin string
		want   error
	}{
		{[]string{""}, "", ErrNotDecimal},
		{[]string{"1"}, "", ErrNotDecimal},
		{[]string{"century"}, "", ErrNotDecimal},
		{[]string{"1 month 3 days"}, "", ErrNotDecimal},
		{[]string{"1 year 2"}, "", ErrNotDecimal},
		{[]string{"999999999999 years"}, "", ErrNotDecimal},
		{[]string{"year"}, "2000-02-30", ErrNotDecimal},
		{[]string{"0 months"}, "", ErrNotPositive},
		{[]string{"-1 years"}, "", ErrNotPositive},
		{[]string{"2 months", "3 months"}, "", ErrNotNested},
		{[]string{"year", "12 months"}, "", ErrNotNested},
		{[]string{"week", "month"}, "", ErrNotNested},
		{[]string{"month", "8 weeks"}, "", ErrNotNested},
		{[]string{"2 days", "week"}, "", ErrNotNested},
		{[]string{"day", "week", "2 weeks"}, "", nil},
		{[]string{"day", "month", "quarter", "half-year", "year", "decade"}, "", nil},
		{[]string{"day", "year"}, "2000-04-02", ErrNotFirst},
		{[]string{"day", "week"}, "2000-04-02", nil},
	} {
		if _, err := NewPeriods(c.widths, c.origin, Ends{}); !errors.Is(err, c.want) {
			t.Errorf("NewPeriods(%q, %s, Ends{}) = %v, want %v", c.widths, c.origin, err, c.want)
		}
	}
}

func TestNamedPeriods(t *testing.T) {
	for _, c := range []struct{ origin, date, widths, want string }{
		// 2024 begins on a Monday; 2027 on a Friday, whose week is of 2026.
		{"", "2024-01-01", "day week", "2024-01-01 | 2024-W01"},
		{"", "2027-01-03 10:00:00+02", "day week", "2027-01-03 | 2026-W53"},
		{"", "2024-03-31", "Month QUARTER half_year year decade", "2024-03 | 2024-Q1 | 2024-H1 | 2024 | 2020s"},
		{"", "2029-12-31", "month quarter half-year year decade", "2029-12 | 2029-Q4 | 2029-H2 | 2029 | 2020s"},
		{"", "0005-01-01", "quarter decade", "0005-Q1 | [0001 (BC), 0009]"},
		{"", "0044-03-15 (BC)", "day month quarter half-year year", "0044-03-15 (BC) | 0044-03 (BC) | 0044-Q1 (BC) | 0044-H1 (BC) | 0044 (BC)"},
		// Years that begin in April, weeks that begin on Sunday.
		{"2000-04-01", "2024-03-31", "month quarter half-year year decade", "2024-03 | 2024-Q1 | [2023-10, 2024-03] | [2023-04, 2024-03] | [2020-04, 2030-03]"},
		{"2024-01-07", "2024-01-06", "day week", "2024-01-06 | [2023-12-31, 2024-01-06]"},
		{"2024-01-08", "2024-01-07", "week", "2024-W01"},
		{"2024-01-03", "2024-01-02", "3\u00a0days", "[2023-12-31, 2024-01-02]"},
	} {
		p, err := NewPeriods(strings.FieldsFunc(c.widths, func(r rune) bool { return r == ' ' }), c.origin, Ends{})
		if err != nil {
			t.Fatal(c, err)
		}
		if got := strings.Join(p.Labels(c.date), " | "); got != c.want {
			t.Errorf("of %s from %q: Labels(%s) = %s, want %s", c.widths, c.origin, c.date, got, c.want)
		}
	}
}

// TestPeriodsByDefinition walks from one period to the next, by the calendar of Go, through
// decades of days and centuries of months; a name is worked out from what it says.
func TestPeriodsByDefinition(t *testing.T) {
	date := func(d time.Time) string { return d.Format("2006-01-02") }
	names := map[string]func(begin time.Time) string{
		"week": func(d time.Time) string { // ISO 8601: a week is of the year of its Thursday
			thursday := d.AddDate(0, 0, 3-(int(d.Weekday())+6)%7)
			return fmt.Sprintf("%d-W%02d", thursday.Year(), (thursday.YearDay()-1)/7+1)
		},
		"day": date, "month": func(d time.Time) string { return d.Format("2006-01") }, "year": func(d time.Time) string { return d.Format("2006") },
		"quarter":   func(d time.Time) string { return fmt.Sprintf("%d-Q%d", d.Year(), (int(d.Month())+2)/3) },
		"half-year": func(d time.Time) string { return fmt.Sprintf("%d-H%d", d.Year(), (int(d.Month())+5)/6) },
		"decade":    func(d time.Time) string { return d.Format("2006")[:3] + "0s" },
	}
	units := map[string]int{"day": 1, "week": 7, "month": 1, "quarter": 3, "half-year": 6, "year": 12, "decade": 120}
	rng := rand.New(rand.NewPCG(5, 8))
	for name, label := range names {
		for round := range 6 {
			// The first round begins where the calendar does; the others anywhere.
			days := name == "day" || name == "week"
			first, end := 1800, 2200
			if days {
				first, end = 1890, 1911
			}
			begin, origin := time.Date(first, 1, 1, 0, 0, 0, 0, time.UTC), ""
			if name == "week" {
				begin = begin.AddDate(0, 0, 5) // a Monday
			}
			if round > 0 {
				begin = time.Date(first, time.Month(1+rng.IntN(12)), 1, 0, 0, 0, 0, time.UTC)
				if days {
					begin = begin.AddDate(0, 0, rng.IntN(28))
				}
				origin = date(begin)
			}
			p, err := NewPeriods([]string{name}, origin, Ends{})
			if err != nil {
				t.Fatal(err)
			}
			for begin.Year() < end {
				next := begin.AddDate(0, units[name], 0)
				if days {
					next = begin.AddDate(0, 0, units[name])
				}
				last := next.AddDate(0, 0, -1)
				want := label(begin)
				switch {
				case label(last) == want && label(begin.AddDate(0, 0, -1)) != want && label(next) != want:
					// The period is what its name says.
				case days:
					want = "[" + date(begin) + ", " + date(last) + "]"
				default:
					want = "[" + date(begin)[:7] + ", " + date(last)[:7] + "]"
				}
				for d := begin; d.Before(next); d = d.AddDate(0, 0, 1+rng.IntN(1+12*units[name])) {
					if got := p.Labels(date(d)); got[0] != want {
						t.Fatalf("%s from %q: Labels(%s) = %s, want %s", name, origin, date(d), got, want)
					}
				}
				begin = next
			}
		}
	}
}

// TestAgesByDefinition counts birthdays.
func TestAgesByDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 13))
	day := func(year int) time.Time { return time.Date(year, 1, 1+rng.IntN(366), 0, 0, 0, 0, time.UTC) }
	for i := range 4000 {
		at := day(2020 + rng.IntN(5))
		born := at.AddDate(0, 0, -rng.IntN(40000))
		switch i % 4 {
		case 0:
			born = time.Date(1900+4*(1+rng.IntN(29)), 2, 29, 0, 0, 0, 0, time.UTC)
			at = time.Date(at.Year(), 2, 27+rng.IntN(4), 0, 0, 0, 0, time.UTC)
		case 1:
			born = time.Date(born.Year(), at.Month(), at.Day()-1+rng.IntN(3), 0, 0, 0, 0, time.UTC)
		}
		age := 0
		// time.Date makes the 1st of March of the 29th of February, where there is none.
		for !time.Date(born.Year()+age+1, born.Month(), born.Day(), 0, 0, 0, 0, time.UTC).After(at) {
			age++
		}
		ages, err := NewAges([]string{"1", "5"}, "0", at.Format(time.DateOnly), Ends{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := ages.Labels(born.Format(time.DateOnly))
		if born.After(at) {
			if !errors.Is(err, ErrNotBorn) {
				t.Fatalf("born %v, at %v: %v, want ErrNotBorn", born, at, err)
			}
			continue
		}
		want := []string{fmt.Sprint(age), fmt.Sprintf("[%d, %d]", age/5*5, age/5*5+4)}
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Fatalf("born %v, at %v (-want +got, %v):\n%s", born, at, err, diff)
		}
	}
	ages, err := NewAges([]string{"1"}, "0", "2024-01-01", Ends{})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := ages.Labels("infinity"); got != nil || err != nil {
		t.Errorf("Labels(infinity) = %v, %v, want nothing", got, err)
	}
	if _, err := NewAges([]string{"1"}, "0", "today", Ends{}); !errors.Is(err, ErrNotDecimal) {
		t.Errorf("NewAges at today = %v, want ErrNotDecimal", err)
	}
}
