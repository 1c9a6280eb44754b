package disclosure

import (
	"math/big"
	"math/rand/v2"
	"slices"

	"skyline/tests/worlds"
)

// space is all tables that agree with a release candidate, one person after the other,
// group by group: the definition that everything else is compared with.
type space struct {
	*worlds.Space
	groups [][]int // how often each value occurs
}

// enumerate lists the worlds of groups, nil if there are more than a number.
func enumerate(groups [][]int, limit int) *space {
	var members [][]int
	var table []int
	for _, counts := range groups {
		var group []int
		for v, n := range counts {
			for range n {
				group = append(group, len(table))
				table = append(table, v)
			}
		}
		members = append(members, group)
	}
	s := worlds.NewSpace(members, table, limit)
	if s == nil {
		return nil
	}
	return &space{s, groups}
}

// implied returns the maximum disclosure over all sets of at most k simple implications
// of an atom about somebody of some groups.
func (w *space) implied(k int, groups ...[]int) *big.Rat {
	best := new(big.Rat)
	for _, group := range groups {
		if x := w.Implied(group[0], k)[k]; x.Cmp(best) > 0 {
			best = x // others of the group are like the first
		}
	}
	return best
}

// atom returns the worlds of an atom, given where the groups' copies are and the
// values of a group by frequency.
func (w *space) atom(group, person, rank int) worlds.Set {
	return w.Where[w.Groups[group][person]][byFrequency(w.groups[group])[rank]]
}

// byFrequency returns the values that occur, the most frequent first.
func byFrequency(counts []int) []int {
	var values []int
	for v, n := range counts {
		if n > 0 {
			values = append(values, v)
		}
	}
	slices.SortStableFunc(values, func(a, b int) int { return counts[b] - counts[a] })
	return values
}

// seen returns what Measure is asked about.
func seen(groups [][]int) []Group {
	var all []Group
	for _, counts := range groups {
		g := Group{Copies: 1}
		for _, v := range byFrequency(counts) {
			g.People += int64(counts[v])
			g.Counts = append(g.Counts, int64(counts[v]))
		}
		all = append(all, g)
	}
	return all
}

// randomGroups returns groups of up to so many people and values.
func randomGroups(rng *rand.Rand, groups, people, values int) [][]int {
	var all [][]int
	for range 1 + rng.IntN(groups) {
		counts := make([]int, values)
		for range 1 + rng.IntN(people) {
			counts[rng.IntN(values)]++
		}
		all = append(all, counts)
	}
	return all
}
