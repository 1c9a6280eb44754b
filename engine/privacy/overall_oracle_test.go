package privacy

import (
	"math"
	"math/big"
	"slices"

	"skyline/engine/partition"
	"skyline/tests/trials"
)

// sizes are a QI group by what requirements on all groups together are defined by: f people of the
// table, and others of the population who are absent from it.
type sizes struct{ f, others int64 }

func (g sizes) population() int64 { return g.f + g.others }

// absentHere is the number of the value of who is absent, in tables made by tableOf.
const absentHere = 1

func tableOf(groups []sizes) *Release {
	r := &Release{Table: &partition.Table{Values: []partition.Value{{Text: "ill"}, {Text: partition.Absent}}}, Whole: make([]int64, 2)}
	for _, g := range groups {
		r.Table.Groups = append(r.Table.Groups, groupOf(g.f, g.others))
		r.Table.People += g.population()
		r.Whole[0], r.Whole[1] = r.Whole[0]+g.f, r.Whole[1]+g.others
	}
	return r
}

// definition is a requirement, written down again for a list of people.
type definition struct {
	name string
	make func(bound float64) Requirement
	// number returns what is bounded, nil where nobody is there.
	number func(groups []sizes) *big.Rat
	// atLeast says that the bound is from below.
	atLeast bool
	bounds  []float64
}

// perPerson is the mean over people of the table of what each is worth.
func perPerson(groups []sizes, worth func(g sizes) *big.Rat) *big.Rat {
	sum, n := new(big.Rat), int64(0)
	for _, g := range groups {
		for range g.f {
			sum.Add(sum, worth(g))
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return sum.Quo(sum, big.NewRat(n, 1))
}

// shares are bounds of which many are reached exactly.
var shares = append([]float64{0.2, 1.0 / 3, 0.4, 0.5, 2.0 / 3, 1}, []float64{0.1, 1.0 / 7, 1.0 / 6, 0.25, 0.3, 0.6, 0.75, 0.8}[:trials.Number(0, 8)]...)

func definitions() []definition {
	inPopulation := func(g sizes) *big.Rat { return big.NewRat(1, g.population()) }
	return []definition{
		{
			"average_risk", func(b float64) Requirement { return Among(absentHere, AverageRisk(b)) },
			func(groups []sizes) *big.Rat {
				return perPerson(groups, func(g sizes) *big.Rat { return big.NewRat(1, g.f) })
			}, false, shares,
		},
		{
			"k_map", func(b float64) Requirement { return KMap(int64(b), absentHere) },
			func(groups []sizes) *big.Rat {
				var least *big.Rat
				for _, g := range groups {
					if x := big.NewRat(g.population(), 1); g.f > 0 && (least == nil || x.Cmp(least) < 0) {
						least = x
					}
				}
				return least
			}, true,
			[]float64{1, 2, 3, 4, 5},
		},
		{
			"journalist_highest", func(b float64) Requirement { return JournalistHighestRisk(b, absentHere) },
			func(groups []sizes) *big.Rat {
				var most *big.Rat
				for _, g := range groups {
					if g.f > 0 && (most == nil || inPopulation(g).Cmp(most) > 0) {
						most = inPopulation(g)
					}
				}
				return most
			}, false, shares,
		},
		{
			"journalist_average", func(b float64) Requirement { return JournalistAverageRisk(b, absentHere) },
			func(groups []sizes) *big.Rat {
				ofTable := perPerson(groups, inPopulation)
				if ofTable == nil {
					return nil
				}
				// Of the population of the groups that the release shows, each is the target.
				sum, n := new(big.Rat), int64(0)
				for _, g := range groups {
					if g.f == 0 {
						continue
					}
					for range g.population() {
						sum.Add(sum, inPopulation(g))
						n++
					}
				}
				if sum.Quo(sum, big.NewRat(n, 1)); sum.Cmp(ofTable) > 0 {
					return sum
				}
				return ofTable
			}, false, shares,
		},
		{
			"population_uniqueness", func(b float64) Requirement { return PopulationUniqueness(b, absentHere) },
			func(groups []sizes) *big.Rat {
				return perPerson(groups, func(g sizes) *big.Rat {
					if g.population() == 1 {
						return big.NewRat(1, 1)
					}
					return new(big.Rat)
				})
			}, false, append([]float64{0}, shares...),
		},
	}
}

// holds decides by the fraction that a bound stands for.
func (d *definition) holds(groups []sizes, bound float64) bool {
	x := d.number(groups)
	if x == nil {
		return true
	}
	exactly := big.NewRat(0, 1)
	for q := int64(1); q <= 12; q++ { // the simplest one that rounds to it
		if p := math.Round(bound * float64(q)); p/float64(q) == bound {
			exactly = big.NewRat(int64(p), q)
			break
		}
	}
	if d.atLeast {
		return x.Cmp(exactly) >= 0
	}
	return x.Cmp(exactly) <= 0
}

// eachTable calls f with all tables of up to three groups (or four, where there is time), of up
// to f people and others each, in any order of the groups but one.
func eachTable(f, others int64, do func(groups []sizes)) {
	var all []sizes
	for i := range (f + 1) * (others + 1) {
		if g := (sizes{i % (f + 1), i / (f + 1)}); g.population() > 0 {
			all = append(all, g)
		}
	}
	var from func(groups []sizes, first int)
	from = func(groups []sizes, first int) {
		do(groups)
		if len(groups) == trials.Number(3, 4) {
			return
		}
		for i := first; i < len(all); i++ {
			from(append(slices.Clone(groups), all[i]), i)
		}
	}
	from(nil, 0)
}
