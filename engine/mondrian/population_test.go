package mondrian

import (
	"fmt"
	"math/big"
	"math/rand/v2"

	"skyline/engine/privacy"
)

// averageRisk requires at most so many hundredths of 1/f on average over people.
func averageRisk(hundredths int64) requirement {
	return requirement{privacy.AverageRisk(float64(hundredths) / 100), fmt.Sprint("average risk ", hundredths), func(o *oracle) bool {
		sum := new(big.Rat)
		for _, g := range o.groups {
			for range g {
				sum.Add(sum, big.NewRat(1, int64(len(g))))
			}
		}
		return sum.Cmp(big.NewRat(hundredths*int64(len(o.people)), 100)) <= 0
	}}
}

// ofPopulation returns some requirements on people in a population, whose people who are
// absent from the table have a value of their own.
func ofPopulation(rng *rand.Rand, absent int32) []requirement {
	// shown is what a release shows of the table: for each group with somebody of it, how many
	// people it has there and in the population.
	type sizes struct{ table, population int64 }
	shown := func(o *oracle) (groups []sizes, people int64) {
		for _, g := range o.groups {
			n := int64(0)
			for _, p := range g {
				if !isAbsent(p) {
					n++
				}
			}
			if n > 0 {
				groups, people = append(groups, sizes{n, int64(len(g))}), people+n
			}
		}
		return groups, people
	}
	k, highest, average, share := int64(1+rng.IntN(8)), int64(10+rng.IntN(90)), int64(5+rng.IntN(60)), int64(rng.IntN(30))
	all := []requirement{
		{privacy.KMap(k, absent), fmt.Sprint("k-map ", k), func(o *oracle) bool {
			groups, _ := shown(o)
			for _, g := range groups {
				if g.population < k {
					return false
				}
			}
			return true
		}},
		{privacy.JournalistHighestRisk(float64(highest)/100, absent), fmt.Sprint("highest ", highest), func(o *oracle) bool {
			groups, _ := shown(o)
			for _, g := range groups {
				if 100 > highest*g.population {
					return false
				}
			}
			return true
		}},
		{privacy.JournalistAverageRisk(float64(average)/100, absent), fmt.Sprint("average ", average), func(o *oracle) bool {
			groups, people := shown(o)
			ofTable, population := new(big.Rat), int64(0)
			for _, g := range groups {
				ofTable.Add(ofTable, big.NewRat(g.table, g.population))
				population += g.population
			}
			return 100*int64(len(groups)) <= average*population && ofTable.Cmp(big.NewRat(average*people, 100)) <= 0
		}},
		{privacy.PopulationUniqueness(float64(share)/100, absent), fmt.Sprint("unique ", share), func(o *oracle) bool {
			groups, people := shown(o)
			alone := int64(0)
			for _, g := range groups {
				if g.population == 1 {
					alone++
				}
			}
			return 100*alone <= share*people
		}},
	}
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:rng.IntN(3)]
}
