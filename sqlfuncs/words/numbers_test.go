package words

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"skyline/tests/trials"
)

func TestPercent(t *testing.T) {
	for _, c := range []struct {
		x    float64
		want string
	}{
		{0, "0 %"},
		{1, "100 %"},
		{0.5, "50 %"},
		{0.07, "7 %"},
		{0.29, "29 %"},
		{1.0 / 3, "33.3 %"},
		{2.0 / 3, "66.7 %"},
		{0.125, "12.5 %"},
		{0.9996, "99.96 %"},
		{0.99999999, "99.999999 %"},
		{1 - 1.0/(1<<53), "99.99999999999999 %"},
		{0.00012, "0.012 %"},
		{1e-12, "0.0000000001 %"},
		{5e-324, "5e-322 %"},
		{1.5, "150 %"},
		{math.NaN(), "– %"},
		{math.Inf(1), "– %"},
	} {
		if got := Percent(c.x); got != c.want {
			t.Errorf("Percent(%v) = %q, want %q", c.x, got, c.want)
		}
	}
}

func TestPercentBeside(t *testing.T) {
	for _, c := range []struct {
		x, limit     float64
		share, bound string
	}{
		{0.25, 0.5, "25 %", "50 %"},
		{0.5, 0.5, "50 %", "50 %"},
		{0.5004, 0.5, "50.04 %", "50 %"},
		{0.499999, 0.5, "49.9999 %", "50 %"},
		{1.0 / 3, 1.0 / 3, "33.3 %", "33.3 %"},
		{1.0 / 3, 0.3333, "33.333 %", "33.33 %"},
		{0.333, 1.0 / 3, "33.30 %", "33.33 %"},
		{math.Nextafter(0.5, 0), 0.5, "49.99999999999999 %", "50 %"},
		{0.3, 0.12345, "30 %", "12.345 %"},
		{1, 1, "100 %", "100 %"},
		{math.Nextafter(1.0/3, 1), 1.0 / 3, "33.33333333333334 %", "33.33333333333333 %"},
		{0, 1e-300, "0 %", "1e-298 %"},
	} {
		share, bound := PercentBeside(c.x, c.limit)
		if share != c.share || bound != c.bound {
			t.Errorf("PercentBeside(%v, %v) = %q, %q, want %q, %q", c.x, c.limit, share, bound, c.share, c.bound)
		}
	}
}

// checkPercent holds what is written against the number, in fractions.
func checkPercent(t *testing.T, x, limit float64) {
	t.Helper()
	read := func(s string) *big.Rat {
		number, isPercent := strings.CutSuffix(s, " %")
		r, ok := new(big.Rat).SetString(number)
		if !ok || !isPercent {
			t.Fatalf("%v beside %v is written as %q", x, limit, s)
		}
		return r.Quo(r, big.NewRat(100, 1))
	}
	number := new(big.Rat).SetFloat64(x)
	written := read(Percent(x))
	if off := new(big.Rat).Sub(written, number); off.Abs(off).Cmp(new(big.Rat).Mul(number, big.NewRat(21, 10000))) > 0 {
		t.Fatalf("%v is written as %s", x, Percent(x))
	}
	one := big.NewRat(1, 1)
	if (written.Sign() == 0) != (x == 0) || (written.Cmp(one) == 0) != (x == 1) {
		t.Fatalf("%v is written as %s", x, Percent(x))
	}
	share, bound := PercentBeside(x, limit)
	if got, want := read(share).Cmp(read(bound)), number.Cmp(new(big.Rat).SetFloat64(limit)); got != want {
		t.Fatalf("%v beside %v is written as %s and %s", x, limit, share, bound)
	}
	if (read(share).Sign() == 0) != (x == 0) || x < 1 && read(share).Cmp(one) >= 0 {
		t.Fatalf("%v beside %v is written as %s and %s", x, limit, share, bound)
	}
}

func TestPercentRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 14))
	for range trials.Number(8_000, 200_000) {
		of := rng.Int64N(1<<rng.IntN(60)) + 1
		x := float64(rng.Int64N(of+1)) / float64(of)
		limits := []float64{0.5, rng.Float64() + 1e-9, float64(rng.IntN(100)+1) / 100}
		if x > 0 {
			limits = append(limits, x, math.Nextafter(x, 0), min(1, math.Nextafter(x, 2)))
		}
		for _, limit := range limits {
			checkPercent(t, x, limit)
		}
	}
}

func FuzzPercent(f *testing.F) {
	f.Add(uint64(1), uint64(3), uint64(1), uint64(2))
	f.Add(uint64(1)<<60-1, uint64(1)<<60, uint64(1), uint64(1))
	f.Fuzz(func(t *testing.T, n, of, limitOf, limitIn uint64) {
		if of == 0 || limitOf == 0 || limitIn == 0 || n > of || limitOf > limitIn {
			t.Skip()
		}
		checkPercent(t, float64(n)/float64(of), float64(limitOf)/float64(limitIn))
	})
}

func TestCounts(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Count(1, "person", "people"), "1 person"},
		{Count(0, "person", "people"), "0 people"},
		{Count(2000, "person", "people"), "2,000 people"},
		{upTo(1, "value", "values"), "1 value"},
		{upTo(12, "value", "values"), "up to 12 values"},
		{Whole(0), "0"},
		{Whole(999), "999"},
		{Whole(-1234567), "-1,234,567"},
		{Whole(math.MaxInt64), "9,223,372,036,854,775,807"},
		{Whole(math.MinInt64), "-9,223,372,036,854,775,808"},
		{List(nil, "values"), "no values"},
		{List([]string{"a"}, "values"), "a"},
		{List([]string{"a", "b"}, "values"), "a and b"},
		{List([]string{"a", "b", "c"}, "values"), "a, b and c"},
		{List(make([]string, 6), "values"), "6 values"},
		{Points(0.05), "5 percentage points"},
		{Number(math.NaN()), "–"},
		{Number(math.Inf(1)), "∞"},
		{Number(2000), "2,000"},
		{Number(1234.56), "1234.6"},
		{Number(0.12345), "0.1235"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}
