package risk

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"skyline/engine"
	"skyline/engine/partition"
)

// TestIdentifyByDefinition computes the risks person by person.
func TestIdentifyByDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 500 {
		var sizes []GroupSize
		for range 1 + rng.IntN(8) {
			f := 1 + rng.Int64N(6)
			sizes = append(sizes, GroupSize{f, f + rng.Int64N(3)*rng.Int64N(5), 1 + rng.Int64N(3)})
		}
		threshold := big.NewRat(1, 1+rng.Int64N(6))
		got, err := Identify(sizes, threshold)
		if err != nil {
			t.Fatal(err)
		}
		var f, F []int64 // of each group
		for _, s := range sizes {
			for range s.Groups {
				f, F = append(f, s.People), append(F, s.Population)
			}
		}
		var n, uniques, atSmallest, atRisk, atJournalistRisk, population, alone int64
		highest, journalist, matches := new(big.Rat), new(big.Rat), new(big.Rat)
		for j := range f {
			risk, other := big.NewRat(1, f[j]), big.NewRat(1, F[j])
			for range f[j] { // each person of the group
				n++
				if f[j] == 1 {
					uniques++
				}
				switch risk.Cmp(highest) {
				case 1:
					highest, atSmallest = risk, 1
				case 0:
					atSmallest++
				}
				if risk.Cmp(threshold) > 0 {
					atRisk++
				}
				if other.Cmp(journalist) > 0 {
					journalist = other
				}
				if other.Cmp(threshold) > 0 {
					atJournalistRisk++
				}
				matches.Add(matches, other)
			}
			population += F[j]
			if F[j] == 1 {
				alone++
			}
		}
		groups := int64(len(f))
		same(t, "People", float64(got.People), float64(n), 0)
		same(t, "Groups", float64(got.Groups), float64(groups), 0)
		same(t, "Uniques", float64(got.Uniques), float64(uniques), 0)
		same(t, "AverageSize", got.AverageSize, near(big.NewRat(n, groups)), 0)
		same(t, "UniqueShare", got.UniqueShare, near(big.NewRat(uniques, n)), 0)
		same(t, "ProsecutorHighest", got.ProsecutorHighest, near(highest), 0)
		same(t, "1/K", 1/float64(got.K), near(highest), 0)
		same(t, "ProsecutorAverage", got.ProsecutorAverage, near(big.NewRat(groups, n)), 0)
		same(t, "ProsecutorShareAtHighest", got.ProsecutorShareAtHighest, near(big.NewRat(atSmallest, n)), 0)
		same(t, "ProsecutorShareAtRisk", got.ProsecutorShareAtRisk, near(big.NewRat(atRisk, n)), 0)
		same(t, "JournalistHighest", got.JournalistHighest, near(journalist), 0)
		same(t, "1/KMap", 1/float64(got.KMap), near(journalist), 0)
		same(t, "JournalistShareAtRisk", got.JournalistShareAtRisk, near(big.NewRat(atJournalistRisk, n)), 0)
		marketer := near(matches.Quo(matches, big.NewRat(n, 1)))
		same(t, "Marketer", got.Marketer, marketer, 1e-15)
		same(t, "PopulationUniqueness", got.PopulationUniqueness, near(big.NewRat(alone, n)), 0)
		same(t, "JournalistAverage", got.JournalistAverage, max(marketer, near(big.NewRat(groups, population))), 1e-15)
		rng.Shuffle(len(sizes), func(i, j int) { sizes[i], sizes[j] = sizes[j], sizes[i] })
		if again, _ := Identify(sizes, threshold); *again != *got {
			t.Errorf("the order of groups shows: %+v, %+v", got, again)
		}
		if t.Failed() {
			t.Fatalf("for %v at %v", sizes, threshold)
		}
	}
}

func TestIdentifyErrors(t *testing.T) {
	threshold := big.NewRat(1, 5)
	var outside *OutsideError
	if _, err := Identify([]GroupSize{{3, 2, 4}, {1, 1, 1}, {2, 0, 1}}, threshold); !errors.As(err, &outside) || outside.Groups != 5 {
		t.Errorf("error %v, want 5 groups outside", err)
	}
	for _, sizes := range [][]GroupSize{
		{{maxPeople, maxPeople, 2}}, {{maxPeople, maxPeople, 1}, {1, 1, 1}}, {{1, maxPeople, 2}}, {{math.MaxInt64, math.MaxInt64, math.MaxInt64}},
	} {
		if _, err := Identify(sizes, threshold); !errors.Is(err, partition.ErrTooManyPeople) {
			t.Errorf("%v: error %v", sizes, err)
		}
	}
	for _, sizes := range [][]GroupSize{{{0, 0, 1}}, {{1, 1, 0}}, {{-1, 1, 1}}} {
		if _, err := Identify(sizes, threshold); !errors.Is(err, &engine.ParamError{Package: "risk", Param: "sizes"}) {
			t.Errorf("%v: error %v", sizes, err)
		}
	}
	id, err := Identify(nil, threshold)
	if err != nil || id.People != 0 || !math.IsNaN(id.ProsecutorAverage) {
		t.Errorf("for nobody: %+v, %v", id, err)
	}
}

// TestDescribeByDefinition looks at every pair of people.
func TestDescribeByDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 300 {
		var counts []ValueCount
		var people []int // the value of each
		values := 0
		for range 1 + rng.IntN(5) {
			c := ValueCount{1 + rng.Int64N(5), 1 + rng.Int64N(3)}
			counts = append(counts, c)
			for range c.Values {
				values++
				for range c.People {
					people = append(people, values)
				}
			}
		}
		got := Describe(counts)
		pairs, differ := 0, 0
		for i := range people {
			for _, other := range people[:i] {
				pairs++
				if people[i] != other {
					differ++
				}
			}
		}
		same(t, "Values", float64(got.Values), float64(values), 0)
		same(t, "Distinctness", got.Distinctness, near(rat(values, len(people))), 0)
		if got.Separates != (pairs > 0) {
			t.Errorf("Separates = %v with %d pairs", got.Separates, pairs)
		}
		if pairs > 0 {
			same(t, "Separation", got.Separation, near(rat(differ, pairs)), 0)
		}
	}
	if a := Describe([]ValueCount{{maxPeople / 2, 2}}); a.Separation != 0.5 {
		t.Errorf("Separation = %v", a.Separation)
	}
	if a := Describe(nil); a.Values != 0 || a.Separates {
		t.Errorf("for nobody: %+v", a)
	}
}
