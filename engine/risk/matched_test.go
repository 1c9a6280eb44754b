package risk

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"testing"

	"skyline/engine"
	"skyline/engine/partition"
)

// TestIdentifyMatchedOfGroups: where people match their group, all is as of groups but what
// there is of groups only.
func TestIdentifyMatchedOfGroups(t *testing.T) {
	threshold := big.NewRat(1, 3)
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 3))
		var sizes []GroupSize
		var counts []MatchCount
		for range 1 + rng.IntN(6) {
			n := 1 + rng.Int64N(5)
			sizes, counts = append(sizes, GroupSize{n, n, 1}), append(counts, MatchCount{n, n})
		}
		want, err := Identify(sizes, threshold)
		if err != nil {
			t.Fatal(err)
		}
		got, err := IdentifyMatched(counts, threshold)
		if err != nil {
			t.Fatal(err)
		}
		if got.Groups != 0 || !math.IsNaN(got.AverageSize) {
			t.Errorf("%d groups of %v people", got.Groups, got.AverageSize)
		}
		for _, average := range []*float64{&got.ProsecutorAverage, &got.JournalistAverage, &got.Marketer} {
			if math.Abs(*average-want.ProsecutorAverage) > 1e-15 {
				t.Errorf("seed %d: an average of %v, want %v", seed, *average, want.ProsecutorAverage)
			}
		}
		got.Groups, got.AverageSize, got.ProsecutorAverage, got.JournalistAverage, got.Marketer = want.Groups, want.AverageSize, want.ProsecutorAverage, want.JournalistAverage, want.Marketer
		if !reflect.DeepEqual(got, want) {
			t.Errorf("seed %d: %+v, want %+v", seed, got, want)
		}
	}
}

// TestIdentifyMatched: of four people one matches nobody, one three, and two two.
func TestIdentifyMatched(t *testing.T) {
	got, err := IdentifyMatched([]MatchCount{{1, 1}, {1, 3}, {2, 2}}, big.NewRat(1, 2))
	if err != nil {
		t.Fatal(err)
	}
	if want := (1 + 1.0/3 + 2.0/2) / 4; math.Abs(got.ProsecutorAverage-want) > 1e-15 {
		t.Errorf("the average is %v, want %v", got.ProsecutorAverage, want)
	}
	if got.K != 1 || got.Largest != 3 || got.Uniques != 1 || got.ProsecutorShareAtRisk != 0.25 || got.ProsecutorHighest != 1 {
		t.Errorf("%+v", got)
	}
	if _, err := IdentifyMatched([]MatchCount{{2, 1}}, big.NewRat(1, 2)); !errors.Is(err, &engine.ParamError{Param: "counts"}) {
		t.Error(err)
	}
	if _, err := IdentifyMatched([]MatchCount{{maxPeople, maxPeople}, {1, 1}}, big.NewRat(1, 2)); !errors.Is(err, partition.ErrTooManyPeople) {
		t.Error(err)
	}
	if empty, err := IdentifyMatched(nil, big.NewRat(1, 2)); err != nil || !math.IsNaN(empty.ProsecutorAverage) {
		t.Errorf("nobody: %+v, %v", empty, err)
	}
}
