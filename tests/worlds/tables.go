package worlds

import (
	"iter"
	"math/big"
	"slices"
)

// Groups returns the people of each group where of[person] is the number of a person's
// group. Numbers that nobody has are left out.
func Groups[N int | int32](of []N) (groups [][]int) {
	for g := range 1 + int(slices.Max(of)) {
		var members []int
		for person, n := range of {
			if int(n) == g {
				members = append(members, person)
			}
		}
		if members != nil {
			groups = append(groups, members)
		}
	}
	return groups
}

// Deal returns a table in which counts[g][v] people of group g have value v.
func Deal(groups [][]int, counts [][]int64) []int {
	var table []int
	for g, members := range groups {
		next := 0
		for v, n := range counts[g] {
			for range n {
				for len(table) <= members[next] {
					table = append(table, 0)
				}
				table[members[next]] = v
				next++
			}
		}
	}
	return table
}

// Each goes through all tables in which each group has the values that it has in table,
// as often. Every person is in one group. The slice is used again for the next table.
func Each(groups [][]int, table []int) iter.Seq[[]int] {
	left := make([][]int, len(groups)) // by group and value: for how many people still
	of := make([]int, len(table))
	for g, members := range groups {
		left[g] = make([]int, 1+slices.Max(table))
		for _, person := range members {
			of[person] = g
			left[g][table[person]]++
		}
	}
	return func(yield func([]int) bool) {
		world := make([]int, len(table))
		var give func(person int) bool
		give = func(person int) bool {
			if person == len(world) {
				return yield(world)
			}
			pool := left[of[person]]
			for v := range pool {
				if pool[v] == 0 {
					continue
				}
				pool[v]--
				world[person] = v
				more := give(person + 1)
				pool[v]++
				if !more {
					return false
				}
			}
			return true
		}
		give(0)
	}
}

// Permutations lists the tables of Each: the permutation set (Definition 1).
func Permutations(groups [][]int, table []int) (set [][]int) {
	for world := range Each(groups, table) {
		set = append(set, slices.Clone(world))
	}
	return set
}

// Arrangements lists all tables with the same people and values.
func Arrangements(table []int) [][]int {
	everybody := make([]int, len(table))
	for person := range everybody {
		everybody[person] = person
	}
	return Permutations([][]int{everybody}, table)
}

// Marginals returns in how many tables of a set each person has each value: counts[person][v].
func Marginals(set [][]int) [][]int {
	counts := make([][]int, len(set[0]))
	for _, table := range set {
		for person, v := range table {
			for len(counts[person]) <= v {
				counts[person] = append(counts[person], 0)
			}
			counts[person][v]++
		}
	}
	return counts
}

// Shares returns Marginals as shares of the set, for so many values.
func Shares(set [][]int, values int) [][]*big.Rat {
	shares := Zeros(len(set[0]), values)
	for person, counts := range Marginals(set) {
		for v, n := range counts {
			shares[person][v].SetFrac64(int64(n), int64(len(set)))
		}
	}
	return shares
}

// Zeros returns a zero for each person and value.
func Zeros(people, values int) [][]*big.Rat {
	all := make([][]*big.Rat, people)
	for person := range all {
		for range values {
			all[person] = append(all[person], new(big.Rat))
		}
	}
	return all
}

// Highest returns the largest share of a value for anybody.
func Highest(set [][]int) *big.Rat {
	most := 0
	for _, counts := range Marginals(set) {
		most = max(most, slices.Max(counts))
	}
	return big.NewRat(int64(most), int64(len(set)))
}
