package risk

import (
	"math"
	"math/big"

	"skyline/engine"
	"skyline/engine/partition"
)

// MatchCount is people who have the same quasi-identifiers, some of which may be missing, and how
// many people match them, themselves with them: see package matching.
type MatchCount struct{ People, Matches int64 }

// IdentifyMatched is Identify where a missing value is any value: f_j is how many people match
// somebody, for each person. There are no groups, so that Groups is 0 and AverageSize NaN, and
// averages are over people:
//
//	ProsecutorAverage = Σ 1/f / n
//
// which is within 1e-15. There is no population: F_j is f_j.
//
// Errors: partition.ErrTooManyPeople, *engine.ParamError.
func IdentifyMatched(counts []MatchCount, threshold *big.Rat) (*Identification, error) {
	id := &Identification{AverageSize: math.NaN(), ProsecutorAverage: math.NaN()}
	var atSmallest, atRisk int64
	matches := map[int64]int64{} // people by how many they match
	for i, c := range counts {
		if c.People < 1 || c.Matches < c.People || c.Matches > maxPeople {
			return nil, engine.NewParamError("risk", "counts", "of at least one person, who match themselves", nil)
		}
		if !grow(&id.People, c.People) {
			return nil, partition.ErrTooManyPeople
		}
		id.Largest = max(id.Largest, c.Matches)
		if i == 0 || c.Matches < id.K {
			id.K, atSmallest = c.Matches, 0
		}
		if c.Matches == id.K {
			atSmallest += c.People
		}
		if c.Matches == 1 {
			id.Uniques++
		}
		if above(c.Matches, threshold) {
			atRisk += c.People
		}
		matches[c.Matches] += c.People
	}
	if id.People > 0 {
		id.ProsecutorAverage = MeanInverse(matches, id.People)
	}
	id.KMap = id.K
	id.UniqueShare = quotient(id.Uniques, id.People)
	id.ProsecutorHighest = quotient(1, id.K)
	id.ProsecutorShareAtHighest = quotient(atSmallest, id.People)
	id.ProsecutorShareAtRisk = quotient(atRisk, id.People)
	id.JournalistHighest, id.JournalistAverage, id.JournalistShareAtRisk = id.ProsecutorHighest, id.ProsecutorAverage, id.ProsecutorShareAtRisk
	id.Marketer, id.PopulationUniqueness = id.ProsecutorAverage, id.UniqueShare
	return id, nil
}
