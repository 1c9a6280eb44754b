package privacy

import (
	"math"
	"math/rand/v2"
	"testing"

	"skyline/engine/knowledge"
	"skyline/engine/population"
	"skyline/tests/trials"
)

// TestEstimatesBreak: for each model there is a table that holds, and does not when its first
// two groups are one.
func TestEstimatesBreak(t *testing.T) {
	for _, c := range []struct {
		model string
		sizes []int64
	}{
		{population.Zayatz, []int64{3, 3, 2, 4, 1, 3, 4, 1, 1}},
		{population.Pitman, []int64{4, 5, 1, 1, 4, 1, 1, 1, 1, 1}},
		{population.SNB, []int64{2, 1, 1, 1, 1, 1, 4, 3, 2, 2, 1}},
		{population.Dankar, []int64{2, 1, 1, 1, 1, 1, 4, 3, 2, 2, 1}},
	} {
		var groups []sizes
		for _, n := range c.sizes {
			groups = append(groups, sizes{f: n})
		}
		const fraction = 0.3
		apart, together := tableOf(groups), tableOf(append([]sizes{merged(groups[0], groups[1])}, groups[2:]...))
		before := check(t, EstimatedUniqueness(fraction, c.model, 1), apart).Achieved
		r := EstimatedUniqueness(fraction, c.model, before)
		if after := check(t, r, together); !check(t, r, apart).Holds || after.Holds || !(after.Achieved > before) || r.Merging(knowledge.SVPI) != MayBreak {
			t.Errorf("%s: %v, merged %+v", c.model, before, after)
		}
	}
}

// TestEstimated compares with population_risk's number, in Check and in the guard.
func TestEstimated(t *testing.T) {
	for seed := range trials.Seeds(t, 60, 300) {
		rng := rand.New(rand.NewPCG(seed, 78))
		var groups []sizes
		for range 2 + rng.IntN(9) {
			groups = append(groups, sizes{f: 1 + rng.Int64N(1+rng.Int64N(4))})
		}
		model := population.UniqueShareModels()[rng.IntN(4)]
		fraction, share := []float64{0.02, 0.1, 0.4, 1}[rng.IntN(4)], []float64{0, 0.01, 0.1, 1}[rng.IntN(4)]
		counts, alone := []population.Size{}, 0
		for _, g := range groups {
			counts = append(counts, population.Size{People: g.f, Groups: 1})
			if g.f == 1 {
				alone++
			}
		}
		all, err := population.FromFraction(t.Context(), counts, fraction)
		if err != nil {
			t.Fatal(err)
		}
		want := math.NaN()
		for _, e := range all {
			if e.Measure == population.PopulationUniqueShare && (e.Model == model || e.Model == population.Known) {
				want = e.Value
			}
		}
		if alone == 0 {
			want = 0
		}
		r, release := EstimatedUniqueness(fraction, model, share), tableOf(groups)
		f := check(t, r, release)
		if f.Achieved != want && !(math.IsNaN(want) && math.IsNaN(f.Achieved)) || f.Holds != (want <= share) {
			t.Fatalf("%s %v of %v: %v, %v, want %v", model, fraction, groups, f.Achieved, f.Holds, want)
		}
		guard := r.Watch(&Whole{Values: 2})
		one := tableOf([]sizes{merged(groups[0], groups[1])}).Table.Groups
		guard.Split(nil, append(one, release.Table.Groups[2:]...))
		for range 2 { // the second answer is remembered
			if got := guard.Allows(&one[0], release.Table.Groups[:2]); got != f.Holds {
				t.Fatalf("%s %v of %v: Allows = %v", model, fraction, groups, got)
			}
		}
		kept, _, ok, err := Suppress(t.Context(), release, []Requirement{r}, 1<<40)
		if err != nil || !ok {
			t.Fatal(err)
		}
		for i, n := range kept {
			if n == 0 != (!f.Holds && groups[i].f == 1) {
				t.Fatalf("%s %v of %v: %v stay", model, fraction, groups, kept)
			}
		}
	}
}
