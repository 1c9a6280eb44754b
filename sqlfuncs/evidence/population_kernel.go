package evidence

import (
	"context"
	"database/sql"
	"errors"
	"slices"

	"skyline/engine"
	"skyline/engine/population"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/words"
)

// sampleSize is what __skyline_sample_sizes takes: n QI groups have so many people, so many
// in the population where it is known, and stand for so many where there are sampling
// weights.
type sampleSize struct {
	People, Population int64
	StandFor           float64
	N                  int64
}

// sampleSizes is the state of __skyline_sample_sizes.
type sampleSizes []sampleSize

// sampleSizesAggregate is __skyline_sample_sizes(key, function, people, population,
// stand_for, n): how many QI groups are how large, kept for kernels to read.
func sampleSizesAggregate() host.Aggregate {
	return host.KeptShared("__skyline_sample_sizes", func() *sampleSizes { return new(sampleSizes) },
		func(s *sampleSizes, size *sampleSize) error {
			*s = append(*s, *size)
			return nil
		},
		func(into, from *sampleSizes) error {
			*into = append(*into, *from...)
			return nil
		})
}

// populationSpec is what the kernel of population_risk gets.
type populationSpec struct {
	Way              string                     `json:"way"` // the parameter that says what the population is
	Fraction         float64                    `json:"fraction,omitzero"`
	Equally          bool                       `json:"equally,omitzero"` // all sampling weights are equal
	Sizes            *host.Shared[*sampleSizes] `json:"sizes,omitempty"`
	people.MatchSpec                            // in the place of sizes, where NULL is any value
}

// populationRow is an estimate, the i-th.
type populationRow struct {
	I                          int64
	Measure, Model             string
	Value                      float64 `sql:"value,nan=null"`
	Meaning                    string
	Assumption, Source, Reason sql.Null[string]
}

var populationKernel = host.KernelOf("population", runPopulation)

func runPopulation(ctx context.Context, s *populationSpec) (*host.Rows[populationRow], error) {
	if s.Sizes == nil && s.Rows == nil || !slices.Contains(waysOfPopulation, s.Way) {
		return nil, host.ErrNotKept
	}
	estimates, err := s.estimates(ctx)
	if errors.Is(err, &engine.ParamError{Package: "population", Param: "weights"}) {
		return nil, errors.New(tooManyStandFor) // that each is at least 1 has been looked at
	}
	if err != nil {
		return nil, people.ExplainOutside(err)
	}
	out := host.NewRows[populationRow]()
	for i, e := range estimates {
		model := e.Model
		if model == population.Counted || model == population.Given || model == population.Known {
			model = ""
		}
		out.Add(populationRow{int64(i), e.Measure, e.Model, e.Value, words.Population(e.Measure, model, e.Value, e.Reason), orNull(e.Assumption), orNull(e.Source), orNull(e.Reason)})
	}
	return out, nil
}

func (s *populationSpec) estimates(ctx context.Context) ([]population.Estimate, error) {
	if s.Rows != nil {
		return s.matched(ctx)
	}
	sizes := *s.Sizes.Value
	switch s.Way {
	case "fraction":
		plain := make([]population.Size, len(sizes))
		for i, size := range sizes {
			plain[i] = population.Size{People: size.People, Groups: size.N}
		}
		return population.FromFraction(ctx, plain, s.Fraction)
	case "sampling_weight":
		weighted := make([]population.WeightedSize, len(sizes))
		for i, size := range sizes {
			weighted[i] = population.WeightedSize{People: size.People, Weight: size.StandFor, Groups: size.N}
		}
		return population.FromWeights(ctx, weighted, s.Equally)
	}
	known := make([]population.KnownSize, len(sizes))
	for i, size := range sizes {
		known[i] = population.KnownSize{People: size.People, Population: size.Population, Groups: size.N}
	}
	return population.FromPopulation(known)
}

// orNull is NULL for an empty text.
func orNull(s string) sql.Null[string] { return sql.Null[string]{V: s, Valid: s != ""} }

// matched returns the estimates where NULL is any value.
func (s *populationSpec) matched(ctx context.Context) ([]population.Estimate, error) {
	rows, matches, err := s.Count(ctx)
	if err != nil {
		return nil, err
	}
	sizes := make([]population.MatchedSize, len(matches))
	for i, m := range matches {
		of := population.MatchedSize{People: rows.People[i], Own: rows.Weights[i].Float(), Matches: m.People, StandFor: m.Weight.Float()}
		if s.Way == "fraction" {
			of.Own, of.StandFor = float64(of.People)/s.Fraction, float64(of.Matches)/s.Fraction
		}
		sizes[i] = of
	}
	return population.FromMatches(ctx, sizes)
}
