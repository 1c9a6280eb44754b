package classes

import (
	"math"
	"math/big"
	"math/rand/v2"
	"skyline/engine/jump/tables"
	"slices"
	"testing"
)

func TestForecast(t *testing.T) {
	for _, nested := range []bool{true, false} {
		var logs []float64
		for seed := range 300 {
			rng := rand.New(rand.NewPCG(5, uint64(seed)))
			people := 8 + rng.IntN(8)
			if !nested {
				people -= 2
			}
			in, counts := sample(rng, nested, people, 2+rng.IntN(4), 3+rng.IntN(3), 2+rng.IntN(2), 1+rng.IntN(2))
			in.Step = jump(tables.MaxShare{Share: big.NewRat(1, 2)}, 1)
			c := New(in, 3e6)
			f := in.Forecast(3, counts)
			if _, err := c.Disclosure(t.Context(), 3, counts); err != nil {
				t.Log(err, f)
				continue
			}
			logs = append(logs, math.Log2(f/c.Visited()))
			if l := logs[len(logs)-1]; math.Abs(l) > 2 {
				t.Log(in.Generalizations, counts, f, c.Visited())
			}
		}
		slices.Sort(logs)
		n := len(logs)
		t.Log(nested, n, logs[0], logs[n/10], logs[n/2], logs[n*9/10], logs[n-1])
	}
}
