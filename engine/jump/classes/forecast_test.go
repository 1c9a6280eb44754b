package classes

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/jump/tables"
)

// TestForecast bounds by which factors the forecast of random instances is wrong: for nine
// of ten, and for all.
func TestForecast(t *testing.T) {
	p := tables.MaxShare{Share: big.NewRat(1, 2)}
	for _, test := range []struct {
		name          string
		nested, first bool
		most, outlier float64
	}{
		{"nested", true, false, 2.5, 4},
		{"nested, First", true, true, 4, 8},
		{"crossing", false, false, 6, 16},
		{"crossing, First", false, true, 6, 64},
	} {
		var wrong []float64 // as logarithms
		for seed := range 200 {
			rng := rand.New(rand.NewPCG(5, uint64(seed)))
			people := 6 + rng.IntN(8)
			in, counts := sample(rng, test.nested, people, 2+rng.IntN(4), 3+rng.IntN(3), 2+rng.IntN(2), 1+rng.IntN(2))
			in.Step = jump(p, 1)
			if test.first {
				in.First, in.Alike = p.HoldsGroup, true
			}
			c := New(in, 1e7)
			if _, err := c.Disclosure(t.Context(), 3, counts); err != nil {
				t.Fatal(err)
			}
			wrong = append(wrong, math.Log(in.Forecast(3, counts)/max(c.Visited(), 1)))
		}
		slices.Sort(wrong)
		n := len(wrong)
		low, lowest := math.Exp(-wrong[n/20]), math.Exp(-wrong[0])
		high, highest := math.Exp(wrong[n-1-n/20]), math.Exp(wrong[n-1])
		t.Logf("%s: too low by %.2f (%.2f), too high by %.2f (%.2f)", test.name, low, lowest, high, highest)
		if max(low, high) > test.most || max(lowest, highest) > test.outlier {
			t.Errorf("%s: the forecast is too low by %.2f (%.2f), too high by %.2f (%.2f), want %v (%v) at most",
				test.name, low, lowest, high, highest, test.most, test.outlier)
		}
	}
}

// TestForecastLarge asks for what nobody could go through.
func TestForecastLarge(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	in, counts := sample(rng, true, 3000, 20, 500, 50, 3)
	in.Alike, in.First = true, tables.Distinct{Values: 2}.HoldsGroup
	if f := in.Forecast(3, counts); f < 1e20 {
		t.Errorf("Forecast() = %g for 3000 people", f)
	}
	if f := in.Forecast(4, counts); !math.IsInf(f, 1) {
		t.Errorf("Forecast(4) = %g of 3 generalizations, want +Inf", f)
	}
}

func BenchmarkForecast(b *testing.B) {
	in, counts := sample(rand.New(rand.NewPCG(9, 9)), true, 24, 5, 8, 4, 2, 1)
	in.Alike, in.First = true, tables.MaxShare{Share: big.NewRat(1, 2)}.HoldsGroup
	b.ReportAllocs()
	for b.Loop() {
		in.Forecast(4, counts)
	}
}
