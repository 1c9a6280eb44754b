package signatures

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/internal/budget"
	"skyline/engine/jump/beliefs"
)

// TestForecast bounds by which factors the forecast of random instances is wrong: for nine
// of ten, and for all.
func TestForecast(t *testing.T) {
	p := beliefs.MaxShare{Share: big.NewRat(51, 100)}
	for nested, most := range map[bool]struct{ low, lowest, high, highest float64 }{
		true:  {10, 20, 5, 10},
		false: {10, 20, 5, 10},
	} {
		var wrong []float64
		for seed := range 200 {
			rng := rand.New(rand.NewPCG(5, uint64(seed)))
			in, counts := sample(rng, nested, 6+rng.IntN(8), 2+rng.IntN(4), 3+rng.IntN(3), 2+rng.IntN(2), 1+rng.IntN(2))
			in.First, in.After, in.Step = p.HoldsGroup, 2, jump(p, 1)
			steps := budget.New(t.Context(), 1e10)
			if _, err := in.Disclosure(counts, steps); err != nil {
				t.Fatal(err)
			}
			wrong = append(wrong, in.Forecast(counts)/steps.Spent())
		}
		slices.Sort(wrong)
		n := len(wrong)
		low, lowest, high, highest := 1/wrong[n/20], 1/wrong[0], wrong[n-1-n/20], wrong[n-1]
		t.Logf("nested %v: too low by %.2f (%.2f), too high by %.2f (%.2f)", nested, low, lowest, high, highest)
		if low > most.low || lowest > most.lowest || high > most.high || highest > most.highest {
			t.Errorf("nested %v: the forecast is too low by %.2f (%.2f), too high by %.2f (%.2f), want at most %v",
				nested, low, lowest, high, highest, most)
		}
	}
}

// TestForecastLarge asks for what nobody could go through.
func TestForecastLarge(t *testing.T) {
	in, counts := sample(rand.New(rand.NewPCG(5, 1)), true, 3000, 20, 500, 50, 3)
	if f := in.Forecast(counts); f < 1e20 || math.IsNaN(f) {
		t.Errorf("Forecast() = %g for 3000 people", f)
	}
}
