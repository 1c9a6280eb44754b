package population

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"

	"skyline/engine"
	"skyline/engine/exact"
	"skyline/engine/partition"
	"skyline/engine/risk"
)

// KnownSize says how many QI groups have so many people in the sample, perhaps none, and so
// many in the population, which has these among them.
type KnownSize struct{ People, Population, Groups int64 }

// FromPopulation returns what is estimated elsewhere for a population that is known, where
// E[1/F] is 1/F. Population uniques are those of all its groups, whether or not they are in
// the sample.
//
// Counts are exact, their quotients correctly rounded, and sums of quotients within 1e-15.
//
// It runs in O(s log s) time for s sizes.
//
// Errors: partition.ErrTooManyPeople, *engine.ParamError, *risk.OutsideError.
func FromPopulation(sizes []KnownSize) ([]Estimate, error) {
	var sampled []risk.GroupSize
	var confirmed, uniques, population int64
	for _, g := range sizes {
		if g.People < 0 || g.Population < 0 || g.Groups < 1 {
			return nil, engine.NewParamError("population", "sizes", "of at least one group, and of no fewer than 0 people",
				fmt.Sprintf("%d groups of %d people, and of %d in the population", g.Groups, g.People, g.Population))
		}
		if g.Population > 0 && g.Groups > (partition.MaxPeople-population)/g.Population {
			return nil, partition.ErrTooManyPeople
		}
		population += g.Population * g.Groups
		if g.People > 0 {
			sampled = append(sampled, risk.GroupSize{People: g.People, Population: g.Population, Groups: g.Groups})
		}
		if g.Population == 1 {
			uniques += g.Groups
			confirmed += min(g.People, 1) * g.Groups
		}
	}
	id, err := risk.Identify(sampled, big.NewRat(1, 1))
	if err != nil {
		return nil, err
	}
	var e estimates
	e.addCounts(id.People, id.Uniques, Known, float64(population), quotient(id.People, population))
	e.addRisks(Known, id.People, id.JournalistHighest, found(sampled))
	s := sample{people: id.People, singles: id.Uniques}
	e.add(ConfirmedUniqueShare, Known, quotient(confirmed, id.Uniques), s.ifNoUniques())
	e.add(PopulationUniques, Known, float64(uniques), "")
	reason := ""
	if population == 0 {
		reason = nobodyThere
	}
	e.add(PopulationUniqueShare, Known, quotient(uniques, population), reason)
	return e, nil
}

// found returns Σ f/F over groups of the sample: how many people are found if each is
// looked for, on average.
func found(sizes []risk.GroupSize) float64 {
	slices.SortFunc(sizes, func(a, b risk.GroupSize) int {
		return cmp.Or(cmp.Compare(a.Population, b.Population), cmp.Compare(a.People, b.People), cmp.Compare(a.Groups, b.Groups))
	})
	var sum exact.Sum
	for _, s := range sizes {
		sum.Add(float64(s.People) * float64(s.Groups) / float64(s.Population))
	}
	return sum.Value()
}
