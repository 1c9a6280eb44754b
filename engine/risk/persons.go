package risk

import (
	"math"
	"math/big"

	"skyline/engine"
	"skyline/engine/partition"
)

// PersonCount says how many people have a smallest group of a size: people may have rows in
// several QI groups.
type PersonCount struct {
	Least  int64 // people in the smallest of their groups, at least 1
	People int64 // at least 1
}

// IdentifyPersons is Identify for people who may have rows in several QI groups: sizes count each
// of them in every group that they have a row in, and persons once. A person's risk is the
// largest of their groups', 1/f_j for the smallest of them; means and shares are of people, and
// those are unique who are the only person of one of their groups.
//
// There is no population, so that the table stands for it. What matching the table with a
// population gets right is not defined where people are in several groups: Marketer is NaN then. Where
// everybody is in one group the result is that of Identify.
//
// ProsecutorAverage is within 1e-15 of the value where people are in several groups.
//
// It runs in O(s log s) time for s sizes.
//
// Errors: those of Identify; *engine.ParamError also where persons are not at least 1 person of
// groups of at least 1, or more than sizes count.
func IdentifyPersons(sizes []GroupSize, persons []PersonCount, threshold *big.Rat) (*Identification, error) {
	id, err := Identify(sizes, threshold)
	if err != nil {
		return nil, err
	}
	var people, atSmallest, atRisk, alone int64
	least := map[int64]int64{}
	for _, p := range persons {
		if p.Least < 1 || p.People < 1 {
			return nil, engine.NewParamError("risk", "persons", "at least one, each in a group of at least one person", p.People)
		}
		if !grow(&people, p.People) {
			return nil, partition.ErrTooManyPeople
		}
		least[p.Least] += p.People
		if p.Least == id.K {
			atSmallest += p.People
		}
		if p.Least == 1 {
			alone += p.People
		}
		if above(p.Least, threshold) {
			atRisk += p.People
		}
	}
	switch {
	case people == id.People:
		return id, nil
	case people > id.People || people == 0:
		return nil, engine.NewParamError("risk", "persons", "those of the sizes", people)
	}
	id.People, id.Uniques = people, alone
	id.UniqueShare = quotient(alone, people)
	id.ProsecutorAverage = MeanInverse(least, people)
	id.ProsecutorShareAtHighest = quotient(atSmallest, people)
	id.ProsecutorShareAtRisk = quotient(atRisk, people)
	id.JournalistAverage, id.JournalistShareAtRisk = id.ProsecutorAverage, id.ProsecutorShareAtRisk
	id.PopulationUniqueness = id.UniqueShare
	id.Marketer = math.NaN()
	return id, nil
}

// RowCount says how many people have so many of the rows of a QI group, in the group in which
// their share of the rows is the largest.
type RowCount struct {
	Own, Rows int64 // Own of the group's Rows are a person's; at least 1
	People    int64 // at least 1
}

// RowRisk is how surely a row of a person's QI group is theirs.
type RowRisk struct {
	Highest     float64 // max r/n
	Average     float64 // mean of r/n over people
	ShareAtRisk float64 // the share of people with r/n above the threshold
}

// RowRisks returns the risks that a row of a QI group is a target's, where people may have several
// rows: r/n for somebody who has r of the group's n rows, and of several groups the largest. An
// adversary who knows that the target is in the table knows the group. Of 10 rows of 2 people, one
// of whom has 9, a row is theirs with the probability 9/10, though the group has 2 people.
//
// Without people all are NaN. Highest and ShareAtRisk are correctly rounded, Average is within 1e-15;
// the threshold is compared exactly.
//
// It runs in O(s) time for s counts.
//
// Errors: *engine.ParamError, partition.ErrTooManyPeople.
func RowRisks(counts []RowCount, threshold *big.Rat) (*RowRisk, error) {
	var people, atRisk int64
	highest, sum := new(big.Rat), new(big.Float).SetPrec(256)
	for _, c := range counts {
		if c.Own < 1 || c.Own > c.Rows || c.People < 1 {
			return nil, engine.NewParamError("risk", "counts", "of people who have some of a group's rows", c.People)
		}
		if !grow(&people, c.People) {
			return nil, partition.ErrTooManyPeople
		}
		share := big.NewRat(c.Own, c.Rows)
		if share.Cmp(highest) > 0 {
			highest = share
		}
		if share.Cmp(threshold) > 0 {
			atRisk += c.People
		}
		term := new(big.Float).SetPrec(256).SetRat(share)
		sum.Add(sum, term.Mul(term, new(big.Float).SetPrec(256).SetInt64(c.People)))
	}
	if people == 0 {
		return &RowRisk{math.NaN(), math.NaN(), math.NaN()}, nil
	}
	r := &RowRisk{ShareAtRisk: quotient(atRisk, people)}
	r.Highest, _ = highest.Float64()
	r.Average, _ = sum.Quo(sum, new(big.Float).SetPrec(256).SetInt64(people)).Float64()
	return r, nil
}
