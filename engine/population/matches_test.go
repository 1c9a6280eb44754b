package population

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"skyline/engine"
	"skyline/engine/partition"
)

// TestFromMatchesOfGroups: where people match their group, the estimates that there are are those
// of groups.
func TestFromMatchesOfGroups(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var groups []WeightedSize
		var matched []MatchedSize
		for range rng.IntN(6) {
			f := 1 + rng.Int64N(5)
			w := float64(f) * (1 + float64(rng.IntN(40))/4)
			groups = append(groups, WeightedSize{f, w, 1})
			matched = append(matched, MatchedSize{f, w, f, w})
		}
		want, err := FromWeights(t.Context(), groups, false)
		if err != nil {
			t.Fatal(err)
		}
		got, err := FromMatches(t.Context(), matched)
		if err != nil {
			t.Fatal(err)
		}
		known := map[[2]string]float64{}
		for _, e := range want {
			known[[2]string{e.Measure, e.Model}] = e.Value
		}
		values := 0
		for _, e := range got {
			value, ok := known[[2]string{e.Measure, e.Model}]
			if math.IsNaN(e.Value) || !ok {
				continue // an unweighted sample is the population, whose models are others
			}
			if values++; math.Abs(value-e.Value) > 1e-12*math.Abs(value) {
				t.Errorf("seed %d: %s by %s is %v, want %v", seed, e.Measure, e.Model, e.Value, value)
			}
		}
		if values < 2 {
			t.Errorf("seed %d: %d values", seed, values)
		}
	}
}

// TestFromMatches: one who matches nobody and stands for 4, and two who match each other and a third
// one. E[1/F | f = 1] = -p ln p/(1-p) with p = 1/4.
func TestFromMatches(t *testing.T) {
	got, err := FromMatches(t.Context(), []MatchedSize{{1, 4, 1, 4}, {2, 2, 3, 3}, {1, 1, 3, 3}})
	if err != nil {
		t.Fatal(err)
	}
	alone := -0.25 * math.Log(0.25) / 0.75
	for _, want := range []Estimate{
		{Measure: People, Model: Counted, Value: 4},
		{Measure: Population, Model: Given, Value: 7},
		{Measure: SampleUniques, Model: Counted, Value: 1},
		{Measure: HighestRisk, Model: BenedettiFranconi, Value: alone},
		{Measure: ExpectedReidentifications, Model: BenedettiFranconi, Value: alone + 1},
		{Measure: ConfirmedUniqueShare, Model: BenedettiFranconi, Value: 0.25},
	} {
		for _, e := range got {
			if e.Measure == want.Measure && e.Model == want.Model && math.Abs(e.Value-want.Value) > 1e-13 {
				t.Errorf("%s is %v, want %v", e.Measure, e.Value, want.Value)
			}
		}
	}
	for _, e := range got {
		if e.Model == Pitman && e.Reason != noGroups {
			t.Errorf("%s by pitman: %q", e.Measure, e.Reason)
		}
	}
}

func TestFromMatchesErrors(t *testing.T) {
	for _, wrong := range []MatchedSize{{0, 1, 1, 1}, {2, 2, 1, 2}, {1, 0.5, 1, 1}, {1, 1, 1, math.NaN()}, {1, 1e300, 1, 1e300}} {
		if _, err := FromMatches(t.Context(), []MatchedSize{wrong}); !errors.Is(err, &engine.ParamError{Package: "population"}) {
			t.Errorf("%v: %v", wrong, err)
		}
	}
	if _, err := FromMatches(t.Context(), []MatchedSize{{partition.MaxPeople, 1e19, partition.MaxPeople, 1e19}, {1, 1, 1, 1}}); !errors.Is(err, partition.ErrTooManyPeople) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	many := make([]MatchedSize, looks)
	for i := range many {
		many[i] = MatchedSize{1, 1, 1, 1}
	}
	if _, err := FromMatches(ctx, many); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
