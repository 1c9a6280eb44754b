package grid

import (
	"math/rand/v2"
	"strconv"
	"testing"
	"time"
)

// TestBlocksOfNumbers compares with whole numbers, in hundredths: a block begins at the largest
// multiple that is not above, and the next one a step later.
func TestBlocksOfNumbers(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	for range 2000 {
		x, step := rng.Int64N(4000)-2000, 1+rng.Int64N(60)
		begin := int64(0)
		for begin > x {
			begin -= step
		}
		for begin+step <= x {
			begin += step
		}
		grid, err := NewNumbers(strconv.FormatInt(step, 10))
		if err != nil {
			t.Fatal(err)
		}
		text := strconv.FormatInt(x, 10)
		if got, ok := grid.Next(text); !ok || got != strconv.FormatInt(begin+step, 10) {
			t.Fatalf("Next(%s) by %d = %s, want %d", text, step, got, begin+step)
		}
		if got, ok := grid.Last(text); !ok || got != strconv.FormatInt(begin+step-1, 10) {
			t.Fatalf("Last(%s) by %d = %s, want %d", text, step, got, begin+step-1)
		}
		if down, ok := grid.Down(text); !ok || down != strconv.FormatInt(begin, 10) {
			t.Fatalf("Down(%s) by %d = %s, want %d", text, step, down, begin)
		}
	}
	tenths, _ := NewNumbers("0.25")
	for text, want := range map[string]string{"1": "1.25", "1.1": "1.25", "-0.1": "0.00", "-0.25": "0.00"} {
		if got, ok := tenths.Next(text); !ok || got != want {
			t.Errorf("Next(%s) by 0.25 = %s, want %s", text, got, want)
		}
	}
	for _, text := range []string{"NaN", "inf", ""} {
		if _, ok := tenths.Next(text); ok {
			t.Errorf("Next(%q) is a number", text)
		}
		if _, ok := tenths.Last(text); ok {
			t.Errorf("Last(%q) is a number", text)
		}
	}
}

// TestBlocksOfDays looks for the last day of a block by going on day by day until the next one
// is in another.
func TestBlocksOfDays(t *testing.T) {
	const layout = "2006-01-02"
	rng := rand.New(rand.NewPCG(1, 4))
	same := map[Unit]func(a, b time.Time) bool{
		Day:   func(a, b time.Time) bool { return a.Equal(b) },
		Month: func(a, b time.Time) bool { return a.Format("2006-01") == b.Format("2006-01") },
		Year:  func(a, b time.Time) bool { return a.Year() == b.Year() },
		Week: func(a, b time.Time) bool {
			y, w := a.ISOWeek()
			z, v := b.ISOWeek()
			return y == z && w == v
		},
	}
	for range 500 {
		day := time.Date(1900+rng.IntN(200), 1, 1+rng.IntN(366), 0, 0, 0, 0, time.UTC)
		for unit, in := range same {
			last := day
			for in(last.AddDate(0, 0, 1), day) {
				last = last.AddDate(0, 0, 1)
			}
			if got, ok := Dates(unit).Last(day.Format(layout)); !ok || got != last.Format(layout) {
				t.Fatalf("Last(%s) by %v = %s, want %s", day.Format(layout), unit, got, last.Format(layout))
			}
			want := last.AddDate(0, 0, 1).Format(layout) + " 00:00:00"
			if got, ok := Timestamps(unit).Next(day.Format(layout) + " 12:34:56.7"); !ok || got != want {
				t.Fatalf("Next(%s) by %v = %s, want %s", day.Format(layout), unit, got, want)
			}
		}
	}
	for _, c := range []struct {
		grid       *Times
		text, want string
	}{
		{Timestamps(Hour), "2020-02-29 23:59:59", "2020-03-01 00:00:00"},
		{Timestamps(Hour), "2020-02-29 22:00:00+02", "2020-02-29 23:00:00+02"},
		{Clock(Hour), "23:00:00", "24:00:00"},
		{Clock(Minute), "01:02:03", "01:03:00"},
	} {
		if got, ok := c.grid.Next(c.text); !ok || got != c.want {
			t.Errorf("Next(%s) = %s, want %s", c.text, got, c.want)
		}
	}
}

// TestFit: of units, those whose beginnings are beginnings of the finer one.
func TestFit(t *testing.T) {
	for unit := Second; unit <= Year; unit++ {
		for finer := Second; finer <= Year; finer++ {
			want := true
			for day := range 500 {
				text := time.Date(2000, 1, 1+day, 0, 0, 0, 0, time.UTC).Format("2006-01-02 15:04:05")
				begin, _ := Timestamps(unit).Next(text)
				down, _ := Timestamps(finer).Down(begin)
				want = want && down == begin
			}
			if got := unit.Fit(finer); got != want {
				t.Errorf("%v.Fit(%v) = %v, want %v", unit, finer, got, want)
			}
		}
	}
	five, _ := NewNumbers("2.5")
	for step, want := range map[string]bool{"5": true, "2.5": true, "1": false, "12.5": true, "4": false} {
		grid, _ := NewNumbers(step)
		if got := grid.Fit(five); got != want {
			t.Errorf("%s fits 2.5: %v, want %v", step, got, want)
		}
	}
}
