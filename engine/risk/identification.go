package risk

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"

	"skyline/engine"
	"skyline/engine/partition"
)

// GroupSize says how many QI groups have a size in the table and in the
// population.
type GroupSize struct {
	// People is the number of people in each of the groups, at least 1, and
	// Population that of the same group in the population, which contains the
	// table. Without a population, the table stands for it.
	People, Population int64
	Groups             int64 // at least 1
}

// Identification is how easily people of a table can be told apart.
type Identification struct {
	People, Groups int64 // n and |J|
	Largest        int64 // max f_j
	K              int64 // min f_j
	Uniques        int64 // groups with f_j = 1
	KMap           int64 // min F_j

	AverageSize float64 // n / |J|
	UniqueShare float64 // uniques / n

	ProsecutorHighest        float64 // max 1/f_j
	ProsecutorAverage        float64 // |J| / n
	ProsecutorShareAtHighest float64 // (Σ f_j over f_j = K) / n
	ProsecutorShareAtRisk    float64 // (Σ f_j over 1/f_j > threshold) / n
	JournalistHighest        float64 // max 1/F_j
	JournalistAverage        float64 // max(|J| / Σ F_j, Σ (f_j/F_j) / n)
	JournalistShareAtRisk    float64 // (Σ f_j over 1/F_j > threshold) / n
	Marketer                 float64 // Σ (f_j/F_j) / n
	PopulationUniqueness     float64 // (groups with F_j = 1) / n
}

// OutsideError reports QI groups that have more people in the table than in the
// population, which therefore does not contain the table.
type OutsideError struct{ Groups int64 }

func (e *OutsideError) Error() string {
	return fmt.Sprintf("risk: %d QI groups have more people in the table than in the population", e.Groups)
}

// Identify returns the measures that depend on the sizes of QI groups alone.
// People count as at risk if their risk is above the threshold, which is compared
// exactly. Where the table is empty, what is divided by its people or groups is
// NaN.
//
// Under the prosecutor model the adversary knows that the target is in the
// table, under the journalist model that the target is in the population, and
// under the marketer model the adversary matches all people of the table with
// the population and counts on a share of right matches.
//
// All numbers are correctly rounded quotients, but for Marketer (and
// JournalistAverage where that is the larger one), which are within 1e-15 of the
// value.
//
// Source: k-anonymity: Sweeney, IJUFKS 10(5) (2002); k-map: Sweeney,
// "Computational Disclosure Control", PhD thesis, MIT (2001); the risks: El Emam and Dankar, "Protecting Privacy Using k-Anonymity",
// JAMIA 15(5) (2008); El Emam, "Guide to the De-Identification of Personal
// Health Information", CRC Press (2013); Dankar and El Emam, "A Method for
// Evaluating Marketer Re-identification Risk", PAIS (2010); population uniqueness: Bethlehem,
// Keller, Pannekoek, "Disclosure control of microdata", JASA 85 (1990).
//
// It runs in O(s log s) time for s sizes.
//
// Errors: partition.ErrTooManyPeople, *engine.ParamError, *OutsideError.
func Identify(sizes []GroupSize, threshold *big.Rat) (*Identification, error) {
	id := &Identification{}
	var atSmallest, atRisk, atJournalistRisk, population, alone, outside int64
	matches := map[int64]int64{} // people by the size of their group in the population
	for i, s := range sizes {
		if s.People < 1 || s.Groups < 1 {
			return nil, engine.NewParamError("risk", "sizes", "of at least one group, each of at least one person", fmt.Sprintf("%d groups of %d", s.Groups, s.People))
		}
		people, ok := multiply(s.People, s.Groups)
		if !ok || !grow(&id.People, people) {
			return nil, partition.ErrTooManyPeople
		}
		if s.Population < s.People {
			outside += s.Groups
			continue
		}
		there, ok := multiply(s.Population, s.Groups)
		if !ok || !grow(&population, there) {
			return nil, partition.ErrTooManyPeople
		}
		id.Groups += s.Groups
		id.Largest = max(id.Largest, s.People)
		if i == 0 || s.People < id.K {
			id.K, atSmallest = s.People, 0
		}
		if s.People == id.K {
			atSmallest += people
		}
		if i == 0 || s.Population < id.KMap {
			id.KMap = s.Population
		}
		if s.People == 1 {
			id.Uniques += s.Groups
		}
		if s.Population == 1 {
			alone += s.Groups
		}
		if above(s.People, threshold) {
			atRisk += people
		}
		if above(s.Population, threshold) {
			atJournalistRisk += people
		}
		matches[s.Population] += people
	}
	if outside > 0 {
		return nil, &OutsideError{outside}
	}
	id.AverageSize = quotient(id.People, id.Groups)
	id.UniqueShare = quotient(id.Uniques, id.People)
	id.ProsecutorHighest = quotient(1, id.K)
	id.ProsecutorAverage = quotient(id.Groups, id.People)
	id.ProsecutorShareAtHighest = quotient(atSmallest, id.People)
	id.ProsecutorShareAtRisk = quotient(atRisk, id.People)
	id.JournalistHighest = quotient(1, id.KMap)
	id.JournalistShareAtRisk = quotient(atJournalistRisk, id.People)
	id.PopulationUniqueness = quotient(alone, id.People)
	if id.Marketer = math.NaN(); id.People > 0 {
		id.Marketer = MeanInverse(matches, id.People)
	}
	id.JournalistAverage = max(quotient(id.Groups, population), id.Marketer)
	return id, nil
}

// above reports whether 1/size exceeds the threshold.
func above(size int64, threshold *big.Rat) bool {
	return new(big.Int).Mul(big.NewInt(size), threshold.Num()).Cmp(threshold.Denom()) < 0
}

// MeanInverse returns the mean of 1/F over people of whom matches[F] have F, at least 1:
//
//	(Σ_F matches[F] / F) / people
//
// It is within 1e-15 of that: it sums, from the smallest F, with so many bits that the order
// would not show in the result. people is at least 1.
func MeanInverse(matches map[int64]int64, people int64) float64 {
	type term struct{ size, people int64 }
	var terms []term
	for size, n := range matches {
		terms = append(terms, term{size, n})
	}
	slices.SortFunc(terms, func(a, b term) int { return cmp.Compare(a.size, b.size) })
	number := func(n int64) *big.Float { return new(big.Float).SetPrec(256).SetInt64(n) }
	sum := number(0)
	for _, t := range terms {
		sum.Add(sum, new(big.Float).SetPrec(256).Quo(number(t.people), number(t.size)))
	}
	risk, _ := sum.Quo(sum, number(people)).Float64()
	return risk
}

// maxPeople bounds sums of people.
const maxPeople = 1 << 61

// multiply returns a·b if that is at most maxPeople.
func multiply(a, b int64) (int64, bool) {
	high, low := bits.Mul64(uint64(a), uint64(b))
	return int64(low), high == 0 && low <= maxPeople
}

// grow adds to a sum that is to stay at most maxPeople.
func grow(sum *int64, n int64) bool {
	if n > maxPeople-*sum {
		return false
	}
	*sum += n
	return true
}
