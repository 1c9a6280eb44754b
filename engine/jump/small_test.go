package jump

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/tests/worlds"
)

// small is an instance with all tables of its people and values.
type small struct {
	groups [][]int32 // by generalization and person
	cellOf []int32
	all    [][]int // all tables
}

func (s *small) String() string { return fmt.Sprint(s.groups, " ", s.all[0]) }

// smallInstance draws an instance: of partitions of any kind, or of coarser and coarser
// ones, sometimes in another order.
func smallInstance(rng *rand.Rand) *small {
	s := &small{}
	people, n := 4+rng.IntN(5), 2+rng.IntN(4)
	of := make([]int32, people)
	crossing := []int{0, 0, 2, 10}[rng.IntN(4)] // tenths
	for x := range of {
		of[x] = int32(x / 2)
	}
	for range n {
		to, merged := rng.Perm(people), 1+rng.IntN(2)
		of = slices.Clone(of) // groups move as a whole
		for x, g := range of {
			of[x] = int32(to[g] / merged)
		}
		if rng.IntN(10) < crossing {
			across := make([]int32, people)
			for x := range across {
				across[x] = int32(rng.IntN(3))
			}
			s.groups = append(s.groups, across)
		} else {
			s.groups = append(s.groups, of)
		}
	}
	if rng.IntN(2) == 0 { // everybody in one group at last
		s.groups[n-1] = make([]int32, people)
	}
	if rng.IntN(6) == 0 {
		rng.Shuffle(n, func(a, b int) { s.groups[a], s.groups[b] = s.groups[b], s.groups[a] })
	}
	known := map[string]int32{}
	for x := range people {
		var key []int32
		for _, of := range s.groups {
			key = append(key, of[x])
		}
		if _, ok := known[fmt.Sprint(key)]; !ok {
			known[fmt.Sprint(key)] = int32(len(known))
		}
		s.cellOf = append(s.cellOf, known[fmt.Sprint(key)])
	}
	left := make([]int, 2+rng.IntN(3))
	for range people {
		left[rng.IntN(len(left))]++
	}
	var table []int
	for v, n := range left {
		table = append(table, slices.Repeat([]int{v}, n)...)
	}
	s.all = worlds.Arrangements(table)
	return s
}

// engine is the table for the engine.
func (s *small) engine(t *testing.T, table []int) *Table {
	t.Helper()
	cells := int(slices.Max(s.cellOf)) + 1
	numbers := make([]map[int32]int64, cells)
	groups := make([][]int32, len(s.groups))
	for j := range groups {
		groups[j] = make([]int32, cells)
	}
	for x, c := range s.cellOf {
		if numbers[c] == nil {
			numbers[c] = map[int32]int64{}
		}
		numbers[c][int32(table[x])]++
		for j, of := range s.groups {
			groups[j][c] = of[x]
		}
	}
	counts := make([][]Count, cells)
	for c, list := range numbers {
		for v, n := range list {
			counts[c] = append(counts[c], Count{v, n})
		}
	}
	e, err := New(5, counts, groups)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// world runs an algorithm on the instance by its definition.
func (s *small) world(a *Algorithm, p worlds.Property, certified func(at worlds.View) bool) *worlds.World {
	algorithms := map[Strategy]worlds.Algorithm{Jump: worlds.Jump(a.Jump), Safe: worlds.Safe, Certified: func(at worlds.View) int {
		if at.Permutation() && certified(at) {
			return worlds.Release
		}
		return at.I + 1
	}}
	var groups [][][]int
	for _, of := range s.groups {
		groups = append(groups, worlds.Groups(of))
	}
	return worlds.New(groups, algorithms[a.Strategy], p)
}
