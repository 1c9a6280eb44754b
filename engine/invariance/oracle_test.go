package invariance

import (
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
)

// What is true by definition, found by trying everything. Nothing here knows signatures, buckets or balance.

// shownGroup is a group of one release, as an adversary sees it: who is in it, and which values it has. Counterfeits are
// people whom no other group has.
type shownGroup struct{ people, values []int }

// chances lists all worlds, which give one value to each person so that each group has its values as often as it shows
// them, and returns their number, and for each person and value in how many of them the person has it.
func chances(people, values int, groups []shownGroup) (worlds int64, having [][]int64) {
	having = make([][]int64, people)
	groupsOf := make([][]int, people)
	for i := range having {
		having[i] = make([]int64, values)
	}
	left := make([][]int, len(groups)) // by group and value: how many people are to have it still
	for g, group := range groups {
		left[g] = make([]int, values)
		for _, v := range group.values {
			left[g][v]++
		}
		for _, i := range group.people {
			groupsOf[i] = append(groupsOf[i], g)
		}
	}
	world := make([]int, people)
	var give func(i int)
	give = func(i int) {
		if i == people {
			worlds++
			for i, v := range world {
				if v >= 0 {
					having[i][v]++
				}
			}
			return
		}
		if len(groupsOf[i]) == 0 { // Nothing is shown of them.
			world[i] = -1
			give(i + 1)
			return
		}
	values:
		for v := range values {
			for _, g := range groupsOf[i] {
				if left[g][v] == 0 {
					continue values
				}
			}
			for _, g := range groupsOf[i] {
				left[g][v]--
			}
			world[i] = v
			give(i + 1)
			for _, g := range groupsOf[i] {
				left[g][v]++
			}
		}
	}
	give(0)
	return worlds, having
}

// share is a count of worlds as a probability.
func share(n, worlds int64) *big.Rat { return big.NewRat(n, worlds) }

// someone is a person of a table: their value, and the values that hid them before, nil for somebody new.
type someone struct {
	value int
	set   map[int]bool
}

// impossible is the cost of what must not be.
const impossible = math.MaxInt32

// fewest returns how many counterfeits the cheapest way needs to put all people into groups of different values, so that
// each has m values or more, and where somebody was hidden before exactly these. If strict, there are counterfeits only
// for the sake of those who were hidden before: groups of new people have none, and those who were hidden by the same
// values are in as few groups as they could be in alone. Otherwise there are values enough for any.
func fewest(people []someone, m int, strict bool) int {
	best := impossible
	var groups [][]someone
	alone := map[string]map[int]int{} // by set and value
	for _, p := range people {
		if set := fmt.Sprint(p.set); p.set != nil {
			if alone[set] == nil {
				alone[set] = map[int]int{}
			}
			alone[set][p.value]++
		}
	}
	cost := func() int {
		sum := 0
		having := map[string]int{}
		for _, group := range groups {
			for _, p := range group {
				if p.set != nil {
					having[fmt.Sprint(p.set)]++
					break
				}
			}
		}
		for set, n := range having {
			if strict && n > slices.Max(slices.Collect(maps.Values(alone[set]))) {
				return impossible
			}
		}
		for _, group := range groups {
			size := 0
			for _, p := range group {
				if p.set != nil {
					size = len(p.set)
				}
			}
			switch {
			case size > 0 && size < m:
				return impossible
			case size > 0:
				sum += size - len(group)
			case strict && len(group) < m:
				return impossible
			default:
				sum += max(0, m-len(group))
			}
		}
		return sum
	}
	fits := func(group []someone, p someone) bool {
		for _, other := range group {
			if other.value == p.value || other.set != nil && !other.set[p.value] || p.set != nil && !p.set[other.value] {
				return false
			}
			if other.set != nil && p.set != nil {
				for v := range other.set {
					if !p.set[v] {
						return false
					}
				}
				if len(other.set) != len(p.set) {
					return false
				}
			}
		}
		return true
	}
	var place func(i int)
	place = func(i int) {
		if i == len(people) {
			best = min(best, cost())
			return
		}
		for g := range groups {
			if fits(groups[g], people[i]) {
				groups[g] = append(groups[g], people[i])
				place(i + 1)
				groups[g] = groups[g][:len(groups[g])-1]
			}
		}
		groups = append(groups, []someone{people[i]})
		place(i + 1)
		groups = groups[:len(groups)-1]
	}
	place(0)
	return best
}

// fewestWaiting returns how many new people have to be left out, at least, so that the others can be released without
// counterfeits in groups of new people only.
func fewestWaiting(people []someone, m int) int {
	best := impossible
	var choose func(i, waiting int, chosen []someone)
	choose = func(i, waiting int, chosen []someone) {
		if waiting >= best {
			return
		}
		if i == len(people) {
			if fewest(chosen, m, true) < impossible {
				best = waiting
			}
			return
		}
		choose(i+1, waiting, append(slices.Clip(chosen), people[i]))
		if people[i].set == nil {
			choose(i+1, waiting+1, chosen)
		}
	}
	choose(0, 0, nil)
	return best
}
