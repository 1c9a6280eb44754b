package hierarchy

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestIntervals(t *testing.T) {
	for _, c := range []struct {
		widths         string
		origin, number string
		whole          bool
		want           string
	}{
		{"5 10 20", "0", "34", true, "[30, 34] [30, 39] [20, 39]"},
		{"5 10 20", "0", "34", false, "[30, 35) [30, 40) [20, 40)"},
		{"5 10", "0", "35", true, "[35, 39] [30, 39]"},
		{"5 10", "0", "-1", true, "[-5, -1] [-10, -1]"},
		{"5 10", "0", "-0.5", false, "[-5, 0) [-10, 0)"},
		{"10 20", "5", "4", true, "[-5, 4] [-15, 4]"},
		{"1", "0", "7", true, "[7, 7]"},
		{"0.5 1.0", "0", "2.75", false, "[2.5, 3) [2, 3)"},
		{"0.5 1", "0.25", "0.3", false, "[0.25, 0.75) [0.25, 1.25)"},
		{"0.25", "0", "-0.1", false, "[-0.25, 0)"},
		{"0.1", "0", "0.3", false, "[0.3, 0.4)"},
		{"0.1", "0", "5e-324", false, "[0, 0.1)"},
		{"0.1", "0", "-5e-324", false, "[-0.1, 0)"},
		{"1e1 100.0", "0", "1.5e2", true, "[150, 159] [100, 199]"},
		{"10", "0", "170141183460469231731687303715884105727", true, "[170141183460469231731687303715884105720, 170141183460469231731687303715884105729]"},
		{"10", "0", "nan", false, ""},
		{"10", "0", "-inf", false, ""},
		{"10", "0", "", false, ""},
	} {
		in, err := NewIntervals(strings.Fields(c.widths), c.origin, Ends{})
		if err != nil {
			t.Fatal(err)
		}
		got := strings.ReplaceAll(strings.Join(in.Labels(c.number, c.whole), " "), ", ", ",")
		if want := strings.ReplaceAll(c.want, ", ", ","); got != want {
			t.Errorf("widths %s, origin %s: Labels(%s, %v) = %s, want %s", c.widths, c.origin, c.number, c.whole, got, want)
		}
	}
	for _, c := range []struct {
		widths, origin string
		want           error
	}{
		{"5", "x", ErrNotDecimal},
		{"5 1e999", "0", ErrNotDecimal},
		{"- 5", "0", ErrNotDecimal},
		{"0", "0", ErrNotPositive},
		{"0.0 5", "0", ErrNotPositive},
		{"-5", "0", ErrNotPositive},
		{"10 15", "0", ErrNotNested},
		{"10 10", "0", ErrNotNested},
		{"10 5", "0", ErrNotNested},
		{"0.3 1", "0", ErrNotNested},
	} {
		if _, err := NewIntervals(strings.Fields(c.widths), c.origin, Ends{}); !errors.Is(err, c.want) {
			t.Errorf("NewIntervals(%s, %s) = %v, want %v", c.widths, c.origin, err, c.want)
		}
	}
}

// TestIntervalsByDefinition computes bounds with fractions, and looks that
// wider intervals contain narrower ones.
func TestIntervalsByDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 3))
	fraction := func(n int) string { return fmt.Sprintf("%d.%03d", n/1000, n%1000) }
	for range 3000 {
		widths := []int{1 + rng.IntN(3000)}
		for range rng.IntN(4) {
			widths = append(widths, widths[len(widths)-1]*(2+rng.IntN(4)))
		}
		origin := rng.IntN(5000)
		texts := make([]string, len(widths))
		for i, w := range widths {
			texts[i] = fraction(w)
		}
		in, err := NewIntervals(texts, fraction(origin), Ends{})
		if err != nil {
			t.Fatal(err)
		}
		number := fmt.Sprintf("-%d.%05d", rng.IntN(100), rng.IntN(100000))
		if rng.IntN(2) == 0 {
			number = number[1:]
		}
		x, _ := new(big.Rat).SetString(number)
		var outer [2]*big.Rat
		labels := in.Labels(number, false)
		for i, width := range slices.Backward(widths) {
			low, high, ok := strings.Cut(strings.Trim(labels[i], "[)"), ", ")
			l, ok1 := new(big.Rat).SetString(low)
			h, ok2 := new(big.Rat).SetString(high)
			if !ok || !ok1 || !ok2 {
				t.Fatalf("the label %s cannot be read", labels[i])
			}
			w := big.NewRat(int64(width), 1000)
			steps := new(big.Rat).Sub(l, big.NewRat(int64(origin), 1000))
			steps.Quo(steps, w)
			if l.Cmp(x) > 0 || x.Cmp(h) >= 0 || new(big.Rat).Sub(h, l).Cmp(w) != 0 || !steps.IsInt() {
				t.Fatalf("%s of width %s from %s is %s", number, texts[i], fraction(origin), labels[i])
			}
			if outer[0] != nil && (l.Cmp(outer[0]) < 0 || h.Cmp(outer[1]) > 0) {
				t.Fatalf("%s is not within %s", labels[i], labels[i+1])
			}
			outer = [2]*big.Rat{l, h}
		}
	}
}

// FuzzLabels looks that no text of a number, a width or a date panics.
func FuzzLabels(f *testing.F) {
	f.Add("5", "0", "-1.5e3")
	f.Add("0.5", "1e-3", ".5")
	f.Add("3 months", "", "0044-03-15 (BC)")
	f.Add("2 weeks", "2147483647-12-31", "2147483647-12-31 (BC)")
	f.Fuzz(func(_ *testing.T, width, origin, value string) {
		if in, err := NewIntervals([]string{width}, origin, Ends{}); err == nil {
			in.Labels(value, true)
			in.Labels(value, false)
		}
		if p, err := NewPeriods([]string{width}, "", Ends{}); err == nil {
			p.Labels(value)
		}
		if p, err := NewPeriods([]string{width}, origin, Ends{}); err == nil {
			p.Labels(value)
		}
		if a, err := NewAges([]string{width}, "0", origin, Ends{}); err == nil {
			_, _ = a.Labels(value)
		}
	})
}

func BenchmarkIntervals(b *testing.B) {
	in, err := NewIntervals([]string{"5", "10", "50", "100", "1000"}, "0", Ends{})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		in.Labels("123456", true)
	}
}

// TestEnds: beyond the ends of the scale there is one label, and intervals stop there. By hand.
func TestEnds(t *testing.T) {
	ends := Ends{Bottom: "18", Top: "85"}
	for number, want := range map[string]string{
		"17": "< 18 | < 18", "18": "[18, 19] | [18, 19]", "20": "[20, 29] | [20, 39]",
		"84": "[80, 84] | [80, 84]", "85": ">= 85 | >= 85", "104": ">= 85 | >= 85", "inf": ">= 85 | >= 85", "-inf": "< 18 | < 18", "nan": "",
	} {
		in, err := NewIntervals([]string{"10", "20"}, "0", ends)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(in.Labels(number, true), " | "); got != want {
			t.Errorf("%s: %s, want %s", number, got, want)
		}
	}
	in, err := NewIntervals([]string{"10"}, "0", Ends{Top: "89.5"})
	if err != nil {
		t.Fatal(err)
	}
	for number, want := range map[string]string{"89.4999": "[80, 89.5)", "89.5": ">= 89.5", "-inf": "", "-1": "[-10, 0)"} {
		if got := strings.Join(in.Labels(number, false), " | "); got != want {
			t.Errorf("%s: %s, want %s", number, got, want)
		}
	}
	ages, err := NewAges([]string{"1", "5"}, "0", "2024-01-01", Ends{Top: "90"})
	if err != nil {
		t.Fatal(err)
	}
	for born, want := range map[string]string{"1934-01-01": ">= 90 | >= 90", "1934-01-02": "89 | [85, 89]", "1900-01-01": ">= 90 | >= 90"} {
		if got, err := ages.Labels(born); err != nil || strings.Join(got, " | ") != want {
			t.Errorf("born %s: %v, %v, want %s", born, got, err, want)
		}
	}
	p, err := NewPeriods([]string{"month", "year"}, "", Ends{Bottom: "1930-01-01", Top: "2020-01-01"})
	if err != nil {
		t.Fatal(err)
	}
	for date, want := range map[string]string{
		"1929-12-31": "< 1930-01-01 | < 1930-01-01", "1930-01-01": "1930-01 | 1930", "2019-12-31 10:00:00": "2019-12 | 2019", "2020-01-01": ">= 2020-01-01 | >= 2020-01-01",
		"infinity": ">= 2020-01-01 | >= 2020-01-01", "-infinity": "< 1930-01-01 | < 1930-01-01",
	} {
		if got := strings.Join(p.Labels(date), " | "); got != want {
			t.Errorf("%s: %s, want %s", date, got, want)
		}
	}
	for _, c := range []struct {
		ends Ends
		want error
	}{
		{Ends{Top: "2020-02-01"}, ErrNotBeginning},
		{Ends{Bottom: "2020-01-02"}, ErrNotBeginning},
		{Ends{Top: "soon"}, ErrNotDecimal},
		{Ends{Bottom: "2020-01-01", Top: "2020-01-01"}, ErrNotOrdered},
	} {
		if _, err := NewPeriods([]string{"month", "year"}, "", c.ends); !errors.Is(err, c.want) {
			t.Errorf("periods with %v: %v, want %v", c.ends, err, c.want)
		}
	}
	for ends, want := range map[Ends]error{{Bottom: "5", Top: "5"}: ErrNotOrdered, {Top: "x"}: ErrNotDecimal} {
		if _, err := NewIntervals([]string{"1"}, "0", ends); !errors.Is(err, want) {
			t.Errorf("intervals with %v: %v, want %v", ends, err, want)
		}
	}
}
