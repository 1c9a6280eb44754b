package grid_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"skyline/engine/grid"
)

type rounder interface {
	Down(text string) (string, bool)
	Up(text string) (string, bool)
}

// Each is written down by hand; "" stands for what is not rounded.
func TestRound(t *testing.T) {
	number := func(step string) rounder {
		g, err := grid.NewNumbers(step)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	from := func(step, base string) rounder {
		g, err := number(step).(*grid.Numbers).From(base)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	begin := func(g *grid.Times, day string) rounder {
		g, err := g.From(day)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	for _, c := range []struct {
		name string
		g    rounder
		text string
		down string
		up   string
	}{
		{"1", number("1"), "3.7", "3", "4"},
		{"1", number("1"), "-3.7", "-4", "-3"},
		{"1", number("1"), "-0.2", "-1", "0"},
		{"1", number("1"), "4.0", "4.0", "4.0"},
		{"0.1", number("0.1"), "0.35", "0.3", "0.4"},
		{"0.1", number("0.1"), "0.30000000000000004", "0.3", "0.4"},
		{"0.1", number("1e-1"), "0.3", "0.3", "0.3"},
		{"0.25", number("0.25"), "1e-7", "0.00", "0.25"},
		{"2.50", number("2.50"), "-7", "-7.5", "-5.0"},
		{"10", number("1e1"), "9223372036854775807", "9223372036854775800", "9223372036854775810"},
		{"3", number("3"), "1e20", "99999999999999999999", "100000000000000000002"},
		{"1", number("1"), "5e-324", "0", "1"},
		{"1", number("1"), "inf", "", ""},
		{"1", number("1"), "nan", "", ""},
		{"1", number("1"), "", "", ""},

		{"day", grid.Timestamps(grid.Day), "2016-07-20 21:11:31", "2016-07-20 00:00:00", "2016-07-21 00:00:00"},
		{"day", grid.Timestamps(grid.Day), "2016-07-20 00:00:00", "2016-07-20 00:00:00", "2016-07-20 00:00:00"},
		{"day", grid.Timestamps(grid.Day), "1999-12-31 00:00:00.000000001", "1999-12-31 00:00:00", "2000-01-01 00:00:00"},
		{"day", grid.Timestamps(grid.Day), "2024-03-30 12:00:00+01", "2024-03-30 00:00:00", "2024-03-31 00:00:00"},
		{"hour", grid.Timestamps(grid.Hour), "2024-12-31 23:00:01+05:30", "2024-12-31 23:00:00+05:30", "2025-01-01 00:00:00+05:30"},
		{"second", grid.Timestamps(grid.Second), "1969-12-31 23:59:59.999999", "1969-12-31 23:59:59", "1970-01-01 00:00:00"},
		{"minute", grid.Timestamps(grid.Minute), "294247-01-10 04:00:54.775806", "294247-01-10 04:00:00", "294247-01-10 04:01:00"},
		{"year", grid.Timestamps(grid.Year), "0044-03-15 (BC) 12:00:00", "0044-01-01 (BC) 00:00:00", "0043-01-01 (BC) 00:00:00"},
		{"hour", grid.Timestamps(grid.Hour), "0044-03-15 (BC) 12:30:00-00:30", "0044-03-15 (BC) 12:00:00-00:30", "0044-03-15 (BC) 13:00:00-00:30"},
		{"day", grid.Timestamps(grid.Day), "infinity", "", ""},
		{"day", grid.Timestamps(grid.Day), "-infinity", "", ""},

		{"day", grid.Dates(grid.Day), "2024-02-29", "2024-02-29", "2024-02-29"},
		{"week", grid.Dates(grid.Week), "2024-02-29", "2024-02-26", "2024-03-04"}, // a Thursday
		{"week", grid.Dates(grid.Week), "2024-03-03", "2024-02-26", "2024-03-04"}, // a Sunday
		{"week", grid.Dates(grid.Week), "2024-02-26", "2024-02-26", "2024-02-26"},
		{"month", grid.Dates(grid.Month), "2024-02-29", "2024-02-01", "2024-03-01"},
		{"month", grid.Dates(grid.Month), "2023-12-31", "2023-12-01", "2024-01-01"},
		{"year", grid.Dates(grid.Year), "2024-01-01", "2024-01-01", "2024-01-01"},
		{"year", grid.Dates(grid.Year), "0001-06-01 (BC)", "0001-01-01 (BC)", "0001-01-01"},
		{"month", grid.Dates(grid.Month), "infinity", "", ""},
		{"month", grid.Dates(grid.Month), "2024-02-29 00:00:00", "", ""},

		{"hour", grid.Clock(grid.Hour), "23:50:11", "23:00:00", "24:00:00"},
		{"hour", grid.Clock(grid.Hour), "24:00:00", "24:00:00", "24:00:00"},
		{"minute", grid.Clock(grid.Minute), "00:00:00.000001-08", "00:00:00-08", "00:01:00-08"},
		{"second", grid.Clock(grid.Second), "12:00:00.5+05:30", "12:00:00+05:30", "12:00:01+05:30"},
		{"hour", grid.Clock(grid.Hour), "12:00", "", ""},

		{"10 from 5", from("10", "5"), "-7", "-15", "-5"},
		{"10 from 5", from("10", "5"), "5.0", "5.0", "5.0"},
		{"10 from -1e1", from("10", "-1e1"), "0.5", "0", "10"},
		{"1 from 0.25", from("1", "0.25"), "3", "2.25", "3.25"},
		{"week from a Sunday", begin(grid.Dates(grid.Week), "2024-01-07"), "2024-03-03", "2024-03-03", "2024-03-03"},
		{"week from a Sunday", begin(grid.Dates(grid.Week), "2024-01-07"), "2024-03-02", "2024-02-25", "2024-03-03"},
		{"year from April", begin(grid.Dates(grid.Year), "2000-04-01"), "2024-03-31", "2023-04-01", "2024-04-01"},
		{"year from April", begin(grid.Timestamps(grid.Year), "2000-04-01"), "2024-04-01 00:00:01", "2024-04-01 00:00:00", "2025-04-01 00:00:00"},
		{"month from the 15th", begin(grid.Dates(grid.Month), "0044-03-15 (BC)"), "2024-03-01", "2024-02-15", "2024-03-15"},
		{"month from the 28th", begin(grid.Dates(grid.Month), "2000-01-28"), "2023-03-27", "2023-02-28", "2023-03-28"},
	} {
		down, _ := c.g.Down(c.text)
		up, ok := c.g.Up(c.text)
		if down != c.down || up != c.up || ok != (c.up != "") {
			t.Errorf("%s: %s is between %q and %q, want %q and %q", c.name, c.text, down, up, c.down, c.up)
		}
	}
}

func TestSteps(t *testing.T) {
	for step, decimals := range map[string]int{"1": 0, "10": 0, "1e3": 0, "0.50": 1, "12.125": 3, "1e-9": 9} {
		if g, err := grid.NewNumbers(step); err != nil || g.Decimals() != decimals {
			t.Errorf("NewNumbers(%s) has %v decimals, %v, want %d", step, g, err, decimals)
		}
	}
	for _, step := range []string{"0", "-1", "", "x", "inf", "NaN", "1e999", "1/3", "0x10p-2000"} {
		if _, err := grid.NewNumbers(step); err == nil {
			t.Errorf("NewNumbers(%s) is no error", step)
		}
	}
	g, err := grid.NewNumbers("0.5")
	if err != nil {
		t.Fatal(err)
	}
	for base, decimals := range map[string]int{"0": 1, "-0.0": 1, "0e9": 1, "5": 1, "-1.125": 3} {
		if from, err := g.From(base); err != nil || from.Decimals() != decimals {
			t.Errorf("From(%s) has %v decimals, %v, want %d", base, from, err, decimals)
		}
	}
	for _, base := range []string{"", "x", "inf", "NaN", "1e999", "1/3", "1e-999999999", "0x1p-2000", "2000-04-01"} {
		if _, err := g.From(base); err == nil {
			t.Errorf("From(%s) is no error", base)
		}
	}
	for _, c := range []struct {
		g   *grid.Times
		day string
	}{
		{grid.Dates(grid.Year), "2000-04-29"},
		{grid.Dates(grid.Month), "2000-04-31"},
		{grid.Dates(grid.Day), "2000-04-01"},
		{grid.Timestamps(grid.Hour), "2000-04-01"},
		{grid.Clock(grid.Hour), "2000-04-01"},
		{grid.Dates(grid.Week), "2000-02-30"},
		{grid.Dates(grid.Week), "2000-02-01 12:00:00"},
		{grid.Dates(grid.Week), "infinity"},
		{grid.Dates(grid.Week), "5"},
	} {
		if _, err := c.g.From(c.day); err == nil {
			t.Errorf("From(%s) is no error", c.day)
		}
	}
	if _, err := grid.Dates(grid.Week).From("2000-04-30"); err != nil {
		t.Errorf("weeks from a 30th: %v", err)
	}
	if _, ok := grid.ParseUnit("fortnight"); ok {
		t.Error("a fortnight is no unit")
	}
}

// Decimal numbers are compared with integers of millionths.
func TestNumbersAsIntegers(t *testing.T) {
	const million = 1_000_000
	decimal := func(n int64) string {
		sign := ""
		if n < 0 {
			sign, n = "-", -n
		}
		return fmt.Sprintf("%s%d.%06d", sign, n/million, n%million)
	}
	rng := rand.New(rand.NewPCG(1, 7))
	for range 20_000 {
		n, step := rng.Int64N(40*million)-20*million, 1+rng.Int64N(3*million)
		if rng.IntN(2) == 0 {
			step = []int64{100_000, million / 2, million, 10 * million}[rng.IntN(4)]
		}
		g, err := grid.NewNumbers(decimal(step))
		if err != nil {
			t.Fatal(err)
		}
		base := int64(0)
		if rng.IntN(2) == 0 {
			base = rng.Int64N(40*million) - 20*million
			if g, err = g.From(decimal(base)); err != nil {
				t.Fatal(err)
			}
		}
		low := base
		for low > n {
			low -= step * max((low-n)/step, 1)
		}
		for low+step <= n {
			low += step * max((n-low)/step, 1)
		}
		high := low
		if high < n {
			high += step
		}
		for want, round := range map[int64]func(string) (string, bool){low: g.Down, high: g.Up} {
			got, ok := round(decimal(n))
			whole, fraction, _ := strings.Cut(got, ".")
			millionths, err := strconv.ParseInt(whole+(fraction + "000000")[:6], 10, 64)
			if !ok || err != nil || millionths != want {
				t.Errorf("%s rounded to multiples of %s from %s is %s, want %s", decimal(n), decimal(step), decimal(base), got, decimal(want))
			}
		}
	}
}

// Down and Up are points, beside each other: from the moment before the upper one, down
// leads to the lower one.
func TestTimesAreNeighbours(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 7))
	const layout = "2006-01-02 15:04:05.999999999"
	for range 20_000 {
		unit := grid.Unit(rng.IntN(7))
		g := grid.Timestamps(unit)
		if unit >= grid.Week && rng.IntN(2) == 0 {
			var err error
			if g, err = g.From(fmt.Sprintf("2000-%02d-%02d", 1+rng.IntN(12), 1+rng.IntN(28))); err != nil {
				t.Fatal(err)
			}
		}
		at := time.Date(1900+rng.IntN(300), 1, rng.IntN(366), rng.IntN(24), rng.IntN(60), rng.IntN(60), rng.IntN(3)*rng.IntN(1e9), time.UTC)
		text := at.Format(layout)
		down, ok1 := g.Down(text)
		up, ok2 := g.Up(text)
		low, err1 := time.Parse(layout, down)
		high, err2 := time.Parse(layout, up)
		if !ok1 || !ok2 || err1 != nil || err2 != nil || low.After(at) || high.Before(at) {
			t.Fatalf("%s to the %s is between %s and %s", text, unit, down, up)
		}
		for _, point := range []string{down, up} {
			if again, _ := g.Down(point); again != point {
				t.Errorf("%s is no beginning of a %s", point, unit)
			}
		}
		if before, _ := g.Down(high.Add(-1).Format(layout)); low.Equal(high) != (text == down) || !low.Equal(high) && before != down {
			t.Errorf("%s to the %s: %s and %s are not beside each other", text, unit, down, up)
		}
	}
}

// Whatever the day they are counted from, weeks, months and years begin on it and so many of
// them from it: points are walked to, one by one.
func TestTimesFrom(t *testing.T) {
	for day := range 28 {
		for month := range 12 {
			base := time.Date(2023, time.Month(month+1), day+1, 0, 0, 0, 0, time.UTC)
			for unit, step := range map[grid.Unit]func(n int) time.Time{
				grid.Week:  func(n int) time.Time { return base.AddDate(0, 0, 7*n) },
				grid.Month: func(n int) time.Time { return base.AddDate(0, n, 0) },
				grid.Year:  func(n int) time.Time { return base.AddDate(n, 0, 0) },
			} {
				g, err := grid.Dates(unit).From(base.Format(time.DateOnly))
				if err != nil {
					t.Fatal(err)
				}
				n := -3
				for at := step(n); n < 3; at = at.AddDate(0, 0, 1+(7*at.YearDay()+day)%23) {
					for !at.Before(step(n + 1)) {
						n++
					}
					low, high := step(n), step(n+1)
					if at.Equal(low) {
						high = low
					}
					text := at.Format(time.DateOnly)
					down, _ := g.Down(text)
					if up, _ := g.Up(text); down != low.Format(time.DateOnly) || up != high.Format(time.DateOnly) {
						t.Fatalf("%s to the %s from %v is between %s and %s, want %v and %v", text, unit, base, down, up, low, high)
					}
				}
			}
		}
	}
}
