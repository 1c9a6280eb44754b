package population

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine"
	"skyline/engine/partition"
	engineRisk "skyline/engine/risk"
	"skyline/tests/trials"
)

// find returns the estimate of a measure by a model.
func find(t *testing.T, all []Estimate, measure, model string) Estimate {
	t.Helper()
	for _, e := range all {
		if e.Measure == measure && e.Model == model {
			return e
		}
	}
	t.Fatalf("there is no %s by %s", measure, model)
	return Estimate{}
}

func fromFraction(t *testing.T, fraction float64, sizes ...Size) []Estimate {
	t.Helper()
	all, err := FromFraction(context.Background(), sizes, fraction)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// same reports whether two lists of estimates are equal but for rounding.
func same(a, b []Estimate, relative float64) bool {
	return slices.EqualFunc(a, b, func(a, b Estimate) bool {
		ok := math.IsNaN(a.Value) && math.IsNaN(b.Value) || near(a.Value, b.Value, relative)
		a.Value, b.Value = 0, 0
		return ok && a == b
	})
}

// TestEstimates holds random samples to what is true of all.
func TestEstimates(t *testing.T) {
	trials.Long(t)
	rng := rand.New(rand.NewPCG(8, 7))
	for range 150 {
		sizes, fraction := draw(rng), math.Exp(-rng.Float64()*7)
		switch rng.IntN(5) {
		case 0:
			fraction = math.Exp(-rng.Float64() * 30)
		case 1:
			fraction = 1 - math.Exp(-1-rng.Float64()*34)
		}
		all := fromFraction(t, fraction, sizes...)
		for _, e := range all {
			if math.IsNaN(e.Value) != (e.Reason != "") || math.IsInf(e.Value, 0) || e.Value < 0 {
				t.Fatalf("%v at %v: %+v", sizes, fraction, e)
			}
			isShare := slices.Contains([]string{SamplingFraction, SampleUniqueShare, HighestRisk, AverageRisk, ConfirmedUniqueShare, PopulationUniqueShare}, e.Measure)
			if isShare && e.Value > 1 {
				t.Fatalf("%v at %v: %+v", sizes, fraction, e)
			}
			if (e.Assumption == "") != (e.Model == Counted || e.Model == Given || e.Model == Dankar && find(t, all, PopulationUniques, Dankar).Reason != "") {
				t.Fatalf("%+v has no assumption, or one too many", e)
			}
		}
		for _, model := range []string{Zayatz, Pitman, SNB, Dankar} {
			uniques, share := find(t, all, PopulationUniques, model), find(t, all, PopulationUniqueShare, model)
			if population := find(t, all, Population, Given).Value; uniques.Reason == "" && !near(uniques.Value, share.Value*population, 1e-12) {
				t.Fatalf("%v and %v of %v", uniques, share, population)
			}
			confirmed := find(t, all, ConfirmedUniqueShare, model)
			if alone := find(t, all, SampleUniques, Counted).Value; confirmed.Reason == "" && !near(confirmed.Value*alone, uniques.Value*fraction, 1e-8) {
				t.Fatalf("%v of %v are %v", confirmed, alone, uniques)
			}
		}
		rng.Shuffle(len(sizes), func(i, j int) { sizes[i], sizes[j] = sizes[j], sizes[i] })
		if !same(all, fromFraction(t, fraction, sizes...), 0) {
			t.Fatalf("the order of sizes shows: %v", sizes)
		}
		more := fromFraction(t, min(1, fraction*1.1), sizes...)
		if m := more[slices.IndexFunc(more, func(e Estimate) bool { return e.Measure == AverageRisk })]; m.Value < find(t, all, AverageRisk, BenedettiFranconi).Value {
			t.Fatalf("%v: a larger sample has less risk", sizes)
		}
	}
}

// TestEqualWeights: everybody stands for as many people as the fraction says.
func TestEqualWeights(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 7))
	for range 60 {
		var sizes []Size
		var weights []WeightedSize
		weight := float64(2 + rng.IntN(100))
		for _, s := range draw(rng) {
			sizes = append(sizes, s)
			weights = append(weights, WeightedSize{s.People, weight * float64(s.People), s.Groups})
		}
		got, err := FromWeights(context.Background(), weights, true)
		if want := fromFraction(t, 1/weight, sizes...); err != nil || !same(got, want, 1e-9) {
			t.Fatalf("%v of weight %v: got %v, %v, want %v", sizes, weight, got, err, want)
		}
	}
}

// TestDifferentWeights computes the sums person by person.
func TestDifferentWeights(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 7))
	for range 200 {
		var weights []WeightedSize
		var people, alone, population, sum, confirmed, highest float64
		for range 1 + rng.IntN(20) {
			w := WeightedSize{People: 1 + rng.Int64N(4), Groups: 1 + rng.Int64N(3)}
			w.Weight = float64(w.People) * (1 + rng.ExpFloat64()*20)
			weights = append(weights, w)
			for range w.Groups {
				population += w.Weight
				p := float64(w.People) / w.Weight
				for range w.People {
					r := riskOf(t, w.People, p)
					people, sum, highest = people+1, sum+r, max(highest, r)
				}
				if w.People == 1 {
					alone, confirmed = alone+1, confirmed+p
				}
			}
		}
		all, err := FromWeights(context.Background(), weights, false)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []Estimate{
			{Measure: People, Model: Counted, Value: people},
			{Measure: Population, Model: Given, Value: population},
			{Measure: SamplingFraction, Model: Given, Value: people / population},
			{Measure: SampleUniques, Model: Counted, Value: alone},
			{Measure: HighestRisk, Model: BenedettiFranconi, Value: highest},
			{Measure: AverageRisk, Model: BenedettiFranconi, Value: sum / people},
			{Measure: ExpectedReidentifications, Model: BenedettiFranconi, Value: sum},
			{Measure: ConfirmedUniqueShare, Model: BenedettiFranconi, Value: confirmed / alone},
		} {
			got := find(t, all, want.Measure, want.Model)
			if (got.Reason == "") == math.IsNaN(want.Value) || got.Reason == "" && !near(got.Value, want.Value, 1e-12) {
				t.Fatalf("%v: got %+v, want %+v", weights, got, want)
			}
		}
		if e := find(t, all, PopulationUniques, Dankar); e.Reason != unequal {
			t.Fatalf("%+v of weights that differ", e)
		}
		again := slices.Clone(weights)
		rng.Shuffle(len(again), func(i, j int) { again[i], again[j] = again[j], again[i] })
		if other, _ := FromWeights(context.Background(), again, false); !same(all, other, 0) {
			t.Fatalf("the order of sizes shows: %v", weights)
		}
	}
}

// TestFromPopulationByDefinition counts person by person.
func TestFromPopulationByDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 7))
	for range 300 {
		var sizes []KnownSize
		var people, population, singles, uniques, both int64
		sum, highest := new(big.Rat), new(big.Rat)
		for range rng.IntN(8) {
			s := KnownSize{People: rng.Int64N(4), Groups: 1 + rng.Int64N(3)}
			s.Population = s.People + rng.Int64N(2)*rng.Int64N(6)
			sizes = append(sizes, s)
			for range s.Groups {
				people, population = people+s.People, population+s.Population
				if s.People == 1 {
					singles++
				}
				if s.Population == 1 {
					uniques++
				}
				if s.Population == 1 && s.People == 1 {
					both++
				}
				for range s.People {
					r := big.NewRat(1, s.Population)
					sum.Add(sum, r)
					if r.Cmp(highest) > 0 {
						highest = r
					}
				}
			}
		}
		all, err := FromPopulation(sizes)
		if err != nil {
			t.Fatal(err)
		}
		share := func(a, b int64) float64 { return float64(a) / float64(b) } // 0/0 is NaN
		found, _ := sum.Float64()
		top, _ := highest.Float64()
		if people == 0 {
			top = math.NaN()
		}
		for _, want := range []Estimate{
			{Measure: People, Model: Counted, Value: float64(people)},
			{Measure: Population, Value: float64(population)},
			{Measure: SamplingFraction, Value: share(people, population)},
			{Measure: SampleUniques, Model: Counted, Value: float64(singles)},
			{Measure: SampleUniqueShare, Model: Counted, Value: share(singles, people)},
			{Measure: HighestRisk, Value: top},
			{Measure: AverageRisk, Value: found / float64(people)},
			{Measure: ExpectedReidentifications, Value: found},
			{Measure: ConfirmedUniqueShare, Value: share(both, singles)},
			{Measure: PopulationUniques, Value: float64(uniques)},
			{Measure: PopulationUniqueShare, Value: share(uniques, population)},
		} {
			if want.Model == "" {
				want.Model = Known
			}
			got := find(t, all, want.Measure, want.Model)
			if (got.Reason == "") == math.IsNaN(want.Value) || got.Reason == "" && !near(got.Value, want.Value, 1e-15) {
				t.Fatalf("%v: got %+v, want %+v", sizes, got, want)
			}
		}
	}
}

// TestWholePopulation: a fraction of 1, weights of 1, and the population itself say the same.
func TestWholePopulation(t *testing.T) {
	sizes := []Size{{1, 3}, {2, 1}, {5, 2}}
	want, err := FromPopulation([]KnownSize{{1, 1, 3}, {2, 2, 1}, {5, 5, 2}})
	if err != nil {
		t.Fatal(err)
	}
	if got := fromFraction(t, 1, sizes...); !same(got, want, 0) {
		t.Errorf("got %v, want %v", got, want)
	}
	got, err := FromWeights(context.Background(), []WeightedSize{{1, 1, 3}, {2, 2, 1}, {5, 5, 2}}, true)
	if err != nil || !same(got, want, 0) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
}

// TestReasons has the samples that models say nothing about: none of them is 0.
func TestReasons(t *testing.T) {
	for _, c := range []struct {
		name                        string
		fraction                    float64
		sizes                       []Size
		zayatz, pitman, snb, dankar string
	}{
		{"nobody", 0.5, nil, nobody, nobody, nobody, nobody},
		{"one person", 0.01, []Size{{1, 1}}, "", oneGroup, noPairs, ""},
		{"all alone", 0.01, []Size{{1, 500}}, "", allAlone, noPairs, ""},
		{"nobody alone", 0.5, []Size{{2, 100}, {3, 50}, {40, 9}}, noUniques, "", noUniques, noneOfRule},
		{"nobody alone, and a small fraction", 0.01, []Size{{2, 100}, {3, 50}, {40, 9}}, noUniques, "", noUniques, ""},
		{"one group", 0.01, []Size{{30, 1}}, noUniques, oneGroup, noUniques, noneOfRule},
		{"no pairs", 0.01, []Size{{1, 10}, {3, 50}, {40, 9}}, "", "", noPairs, ""},
		{"all alike", 0.01, []Size{{7, 100}}, noUniques, "", noUniques, ""},
		{"as Poisson", 0.01, []Size{{1, 10}, {2, 100}, {3, 10}}, "", "", noSolution, ""},
		{"a small population", 0.9, []Size{{1, 3}, {2, 40}, {3, 2}}, "", tooSmall, noSolution, ""},
		{"no reason", 0.01, []Size{{1, 300}, {2, 100}, {3, 60}, {9, 20}, {40, 10}}, "", "", "", ""},
	} {
		all := fromFraction(t, c.fraction, c.sizes...)
		for model, reason := range map[string]string{Zayatz: c.zayatz, Pitman: c.pitman, SNB: c.snb, Dankar: c.dankar} {
			for _, measure := range []string{PopulationUniques, PopulationUniqueShare} {
				if e := find(t, all, measure, model); e.Reason != reason || math.IsNaN(e.Value) != (reason != "") || e.Value == 0 {
					t.Errorf("%s: %+v, want the reason %q", c.name, e, reason)
				}
			}
		}
	}
}

// TestAllAlone: whoever reads only the rule's choice for a sample in which everybody is alone
// is told that everybody is.
func TestAllAlone(t *testing.T) {
	for _, fraction := range []float64{0.001, 0.1, 0.3, 0.9} {
		all := fromFraction(t, fraction, Size{1, 50})
		for _, measure := range []string{PopulationUniqueShare, ConfirmedUniqueShare} {
			if e := find(t, all, measure, Dankar); !near(e.Value, 1, 1e-12) {
				t.Errorf("at %v: %+v", fraction, e)
			}
		}
	}
}

// TestDankar has the rule's cases, with its own words for what it took.
func TestDankar(t *testing.T) {
	spread := []Size{{1, 300}, {2, 100}, {3, 60}, {9, 20}, {40, 10}}
	for _, c := range []struct {
		fraction float64
		sizes    []Size
		want     string
	}{
		{0.1, spread, Pitman},
		{0.100001, spread, SNB},
		{0.001, spread, Pitman},
		{0.1, []Size{{1, 50}}, Zayatz},
		{0.2, []Size{{1, 10}, {3, 50}, {40, 9}}, Zayatz},
		{0.8, []Size{{1, 3000}, {2, 30}, {3, 30}, {100, 2}}, Zayatz},
	} {
		all := fromFraction(t, c.fraction, c.sizes...)
		rule, taken := find(t, all, PopulationUniques, Dankar), find(t, all, PopulationUniques, c.want)
		if rule.Value != taken.Value || rule.Assumption[:len("takes "+c.want)] != "takes "+c.want {
			t.Errorf("%v at %v: %+v, want %s: %v", c.sizes, c.fraction, rule, c.want, taken.Value)
		}
		if zayatz, snb := find(t, all, PopulationUniques, Zayatz), find(t, all, PopulationUniques, SNB); c.fraction > 0.1 && snb.Value < zayatz.Value != (c.want == SNB) {
			t.Errorf("%v at %v: zayatz %v, snb %v", c.sizes, c.fraction, zayatz.Value, snb.Value)
		}
	}
}

func TestEstimateErrors(t *testing.T) {
	ctx := context.Background()
	for _, fraction := range []float64{0, -1, 1.01, math.NaN(), math.Inf(1), 1e-300} {
		if _, err := FromFraction(ctx, []Size{{1, 1}}, fraction); !errors.Is(err, &engine.ParamError{Package: "population", Param: "fraction"}) {
			t.Errorf("fraction %v: error %v", fraction, err)
		}
	}
	for _, s := range []Size{{0, 1}, {1, 0}, {-1, 1}, {1, -1}} {
		if _, err := FromFraction(ctx, []Size{s}, 0.5); !errors.Is(err, &engine.ParamError{Package: "population", Param: "sizes"}) {
			t.Errorf("%v: error %v", s, err)
		}
	}
	for _, sizes := range [][]Size{{{math.MaxInt64, math.MaxInt64}}, {{partition.MaxPeople, 1}, {1, 1}}, {{partition.MaxPeople, 2}}} {
		if _, err := FromFraction(ctx, sizes, 0.5); !errors.Is(err, partition.ErrTooManyPeople) {
			t.Errorf("%v: error %v", sizes, err)
		}
	}
	for _, w := range []float64{0, -1, 1.5, math.NaN(), math.Inf(1), 1e30} {
		if _, err := FromWeights(ctx, []WeightedSize{{2, w, 1}}, true); !errors.Is(err, &engine.ParamError{Package: "population", Param: "weights"}) {
			t.Errorf("weight %v: error %v", w, err)
		}
	}
	var outside *engineRisk.OutsideError
	if _, err := FromPopulation([]KnownSize{{2, 1, 3}, {1, 1, 1}}); !errors.As(err, &outside) || outside.Groups != 3 {
		t.Errorf("error %v, want 3 groups outside", err)
	}
	if _, err := FromPopulation([]KnownSize{{0, math.MaxInt64, 1}}); !errors.Is(err, partition.ErrTooManyPeople) {
		t.Errorf("error %v", err)
	}
	if _, err := FromPopulation([]KnownSize{{-1, 1, 1}}); !errors.Is(err, &engine.ParamError{Param: "sizes"}) {
		t.Errorf("error %v", err)
	}
	ended, end := context.WithCancel(ctx)
	end()
	if _, err := FromFraction(ended, []Size{{1, 100}, {2, 30}, {1 << 40, 2}}, 1e-5); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// TestHuge: many people and few, and none of it is lost or takes for ever.
func TestHuge(t *testing.T) {
	for _, fraction := range []float64{1e-4, 0.3} {
		all := fromFraction(t, fraction, Size{1, 1 << 20}, Size{2, 1 << 19}, Size{1 << 44, 3}, Size{1 << 30, 5})
		if e := find(t, all, ConfirmedUniqueShare, Zayatz); !(e.Value > 0.4 && e.Value < 0.8) {
			t.Errorf("%+v", e)
		}
	}
}

func ExampleFromFraction() {
	// A tenth of a town was asked. 300 people were alone with their answers, 100 pairs had the
	// same, and so on.
	estimates, err := FromFraction(context.Background(), []Size{{1, 300}, {2, 100}, {3, 60}, {9, 20}, {40, 10}}, 0.1)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range estimates {
		switch {
		case e.Measure == HighestRisk, e.Measure == ConfirmedUniqueShare && e.Model == Zayatz:
			fmt.Printf("%s by %s: %.3f\n", e.Measure, e.Model, e.Value)
		case e.Measure == ConfirmedUniqueShare && e.Model == Dankar:
			fmt.Println("Dankar's rule", e.Assumption)
		}
	}
	// -0.1 ln 0.1 / 0.9, and 300 of 300 + 0.9 · 200 + 0.9² · 180 + 0.9⁸ · 180 + …, nearly.
	// Output:
	// highest_risk by benedetti_franconi: 0.256
	// confirmed_unique_share by zayatz: 0.423
	// Dankar's rule takes pitman: the fraction is at most 0.1
}
