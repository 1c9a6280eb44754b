package joint

import (
	"slices"

	"skyline/engine/internal/disjoint"
)

// decisive returns the generalizations before i that a way to i may come to and depend on.
func (p *Problem) decisive(i int) []int {
	come := make([]bool, i+1)
	come[0] = true
	var on []int
	for j := range i {
		if !come[j] {
			continue
		}
		m := p.moves[j].towards(i)
		for _, next := range []int{m.neither, m.permutation, m.both} {
			if next != Stop {
				come[next] = true
			}
		}
		if m.needsPermutation() {
			on = append(on, j)
		}
	}
	return on
}

// recursive returns the generalizations whose disclosure sets that of i may depend on,
// directly or not. The first is not one of them: its disclosure set is its permutation
// set.
func (p *Problem) recursive(i int) []int {
	needed := make([]bool, i+1)
	needed[i] = true
	for j := i; j > 0; j-- {
		if !needed[j] {
			continue
		}
		for _, before := range p.decisive(j) {
			if before > 0 && p.moves[before].towards(j).needsDisclosure() {
				needed[before] = true
			}
		}
	}
	var all []int
	for j, is := range needed[:i] {
		if is {
			all = append(all, j)
		}
	}
	return all
}

// Forecast returns how many steps it takes at most to list the disclosure set of a
// signature of generalization i and those that it may depend on, besides what it takes to
// decide the property. It is beyond every limit where tables are large, and where the
// arguments do not fit.
//
// The tables to be listed for an earlier generalization j come from tables of i by
// changes within groups of i, of j and of those between that are needed. So there are at
// most as many as there are tables with the counts of the components of these groups;
// each is listed once. Mostly there are far fewer: only where the permutation set has the
// property is a disclosure set listed.
//
// It takes O(people·generalizations²) time.
func (p *Problem) Forecast(i int, counts [][]int64) float64 {
	key, err := p.signature(i, counts)
	if err != nil {
		return tooMany
	}
	needed := p.recursive(i)
	steps := p.stepsOf(p.permutations(i, key, nil), p.decisive(i))
	for at, j := range needed {
		steps += p.stepsOf(p.permutations(i, key, needed[at:]), p.decisive(j))
	}
	return steps
}

// tooMany is a forecast beyond every limit.
const tooMany = 1e308

// stepsOf returns how many steps it takes to list tables, and to see their signatures of
// some generalizations.
func (p *Problem) stepsOf(tables float64, on []int) float64 {
	return tables * float64(len(p.Groups[0])+1) * float64(len(on)+1)
}

// permutations returns how many tables have the counts of a signature of generalization
// i in the components of its groups and those of other generalizations:
//
//	Π over components of  people! / Π_v count_v!
func (p *Problem) permutations(i int, key []byte, others []int) float64 {
	component := p.components(i, others)
	groups := len(p.sizes[i])
	tables := 1.0
	for c := range groups {
		if component[c] != c {
			continue
		}
		// One value after the other: binomial coefficients, as products.
		people := 0
		for v := range p.Values {
			of := 0
			for g := c; g < groups; g++ {
				if component[g] == c {
					of += int(key[g*p.Values+v])
				}
			}
			for n := range of {
				people++
				tables *= float64(people) / float64(n+1)
			}
		}
	}
	return tables
}

// components returns, for each group of generalization i, the first group that other
// generalizations connect it with, by people who share one of their groups.
func (p *Problem) components(i int, others []int) []int {
	connected := disjoint.New(len(p.sizes[i]))
	for _, j := range others {
		// The first person of a group of j connects the group with all others.
		first := slices.Repeat([]int{-1}, len(p.sizes[j]))
		for person, g := range p.Groups[j] {
			if first[g] < 0 {
				first[g] = p.Groups[i][person]
				continue
			}
			connected.Join(first[g], p.Groups[i][person])
		}
	}
	component := make([]int, len(connected))
	for g := range component {
		component[g] = connected.First(g)
	}
	return component
}
