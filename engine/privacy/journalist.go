package privacy

import (
	"fmt"
	"maps"
	"math"
	"math/big"
	"math/bits"

	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/engine/risk"
)

// The requirements here are about a population that contains the table. QI groups are those
// of the population, in which who is not in the table has the sensitive value absent, each
// person having one; -1: everybody is. A group has F people, of whom f are in the table.
// Groups with nobody of the table are not the release's, and none of these requirements looks
// at them. J are the others, and n the people of the table.
//
// The adversary of all of them knows that the target is in the population, and not whether
// the target is in the table.

// KMap requires that each QI group with somebody of the table has at least k people in the
// population. Neither merging with groups of the release nor with others breaks it, since F
// only grows. But a group of nobody, which satisfies it, does not make up for another one.
//
// Source: Sweeney, "Computational Disclosure Control", PhD thesis, MIT (2001): k-map. It is
// what ARX's KMap asks where it is given a subset. ARX estimates F without a population;
// that is no part of this one.
func KMap(k int64, absent int32) *Local {
	return ofPopulation(&Local{
		name: "k_map", rule: fmt.Sprintf("people in the population in a QI group of the table >= %d", k), required: float64(k), atLeast: true,
		measure: func(knowledge.Constraint, []int64) measure { return people(k) },
	}, absent)
}

// JournalistHighestRisk requires that nobody of the table is found with a probability of more
// than bound: max 1/F over J is at most bound, which is inclusive, in (0, 1], and compared as
// a fraction. It is k-map for the least k with 1/k <= bound.
//
// Source: that of AverageRisk.
func JournalistHighestRisk(bound float64, absent int32) *Local {
	b := newRatio(bound)
	return ofPopulation(&Local{
		name: "journalist_risk", rule: fmt.Sprintf("highest 1/size in the population of a QI group of the table <= %v", bound), required: bound,
		measure: func(knowledge.Constraint, []int64) measure { return &inverse{b} },
	}, absent)
}

// inverse is 1/F.
type inverse struct{ bound ratio }

func (m *inverse) of(g *partition.Group) float64 { return 1 / float64(g.People) }
func (m *inverse) holds(g *partition.Group) bool { return m.bound.covers(1, g.People) }

// ofPopulation lets a requirement look at the groups of somebody who is in the table only.
func ofPopulation(r *Local, absent int32) *Local {
	r.nobody = func(g *partition.Group) bool { return g.Of(absent) == g.People }
	return r
}

// JournalistAverageRisk requires that people are found with a probability of at most bound on
// average, whether the target is drawn from the population of the groups in J, or from the
// table:
//
//	max(|J| / Σ F, (1/n) Σ f/F) <= bound, sums over J
//
// It is inclusive, in (0, 1], and decided exactly.
//
// Merging groups keeps both. The first one's |J| falls or stays, and ΣF stays, or grows with a
// group of nobody. Of the second one n stays, and (f+f')/(F+F') is f/(F+F') + f'/(F+F'), which
// is at most f/F + f'/F'. So as groups are split both grow, and a split that is refused once
// is refused ever after.
//
// Source: El Emam, Dankar (2008); El Emam (2013): the maximum of what is expected of a journalist
// and of a marketer. ARX has no such requirement.
func JournalistAverageRisk(bound float64, absent int32) Requirement {
	b := newRatio(bound)
	return &overall{
		name: "journalist_risk", rule: fmt.Sprintf("average of 1/size in the population of the QI group, over the population or over people <= %v", bound), required: bound, merging: Keeps,
		tally: func() tally { return &journalistRisk{bound: b, absent: absent, matches: map[int64]int64{}} },
		own: func(g *partition.Group) (float64, bool) {
			return 1 / float64(g.People), g.Of(absent) < g.People && !b.covers(1, g.People)
		},
	}
}

// journalistRisk counts the groups J, what they have of the population and of the table, and
// Σ f/F.
type journalistRisk struct {
	bound                      ratio
	absent                     int32
	groups, population, people int64
	sum                        fixed
	// matches are the people of the table by how many their groups have in the population.
	matches map[int64]int64
}

func (t *journalistRisk) add(g *partition.Group, n int64) {
	if f := t.count(g, n); f > 0 {
		if t.matches[g.People] += n * f; t.matches[g.People] == 0 {
			delete(t.matches, g.People)
		}
	}
}

// count is add without matches. It returns f.
func (t *journalistRisk) count(g *partition.Group, n int64) int64 {
	f := g.People - g.Of(t.absent)
	if f > 0 {
		t.groups += n
		t.population += n * g.People
		t.people += n * f
		t.sum.add(f, g.People, n)
	}
	return f
}

func (t *journalistRisk) with(group *partition.Group, parts []partition.Group) bool {
	would := *t
	if group != nil {
		would.count(group, -1)
	}
	for i := range parts {
		would.count(&parts[i], 1)
	}
	if !t.bound.covers(would.groups, would.population) {
		return false
	}
	most := new(big.Rat).Mul(t.bound.Rat, new(big.Rat).SetInt64(would.people))
	if c := would.sum.compare(most); c != 0 {
		return c < 0
	}
	would.matches = maps.Clone(t.matches)
	if group != nil {
		would.matches[group.People] -= group.People - group.Of(t.absent)
	}
	for i := range parts {
		would.matches[parts[i].People] += parts[i].People - parts[i].Of(t.absent)
	}
	sum := new(big.Rat)
	for size, n := range would.matches {
		if n > 0 {
			sum.Add(sum, big.NewRat(n, size))
		}
	}
	return sum.Cmp(most) <= 0
}

func (t *journalistRisk) achieved() (float64, error) {
	if t.people == 0 {
		return math.NaN(), nil
	}
	return max(quotient(t.groups, t.population), risk.MeanInverse(t.matches, t.people)), nil
}

// fixed is a sum of quotients f/F of at most 1 each, in units of 2^-64, all rounded down. As
// it is of whole numbers, it does not depend on the order of its terms.
type fixed struct {
	high, low uint64
	rounded   int64 // how many were not whole
}

// add adds n times f/F; 0 < f <= F.
func (s *fixed) add(f, size, n int64) {
	high, low := uint64(1), uint64(0)
	if f < size {
		var rest uint64
		high = 0
		if low, rest = bits.Div64(uint64(f), 0, uint64(size)); rest > 0 {
			s.rounded += n
		}
	}
	times := uint64(max(n, -n))
	carryHigh, productLow := bits.Mul64(low, times)
	productHigh := high*times + carryHigh
	var carry uint64
	if n < 0 {
		s.low, carry = bits.Sub64(s.low, productLow, 0)
		s.high, _ = bits.Sub64(s.high, productHigh, carry)
		return
	}
	s.low, carry = bits.Add64(s.low, productLow, 0)
	s.high, _ = bits.Add64(s.high, productHigh, carry)
}

// compare returns the sign of the sum less x, 0 also where that is not certain.
func (s *fixed) compare(x *big.Rat) int {
	unit := new(big.Int).Lsh(big.NewInt(1), 64)
	least := new(big.Int).SetUint64(s.high)
	least.Add(least.Mul(least, unit), new(big.Int).SetUint64(s.low))
	// sum/2^64 against x, as whole numbers.
	bound := unit.Mul(unit, x.Num())
	if new(big.Int).Mul(least, x.Denom()).Cmp(bound) > 0 {
		return 1
	}
	most := least.Add(least, big.NewInt(s.rounded))
	if most.Mul(most, x.Denom()).Cmp(bound) < 0 {
		return -1
	}
	return 0
}
