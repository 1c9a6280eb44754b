package jump_test

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"skyline/tests/worlds"
)

// instance is a random world: a table, generalizations, jump distances, a property.
type instance struct {
	table    []int
	groups   [][][]int
	jump     []int64
	property worlds.Property
	nested   bool
}

func (i *instance) String() string {
	return fmt.Sprintf("%v %v, jump %v, %v", i.table, i.groups, i.jump, i.property)
}

func (i *instance) world(s strategy) *world { return newWorld(i.groups, s, i.jump, i.property) }

// randomInstance draws an instance of up to some people. In most there is something to
// say: g1 does not satisfy the property, a later generalization does, and not all of
// the tables that it leaves possible would have come so far. In half, those that would
// violate the property.
func randomInstance(rng *rand.Rand, most int) *instance {
	unsafe := rng.IntN(2) == 0
	for range 100 {
		i := anyInstance(rng, most)
		if rng.IntN(200) == 0 {
			return i
		}
		w := i.world(naive)
		at, _ := w.Run(i.table)
		if at < 2 {
			continue
		}
		if set := w.Disclosure(at, i.table); len(set) < len(w.Permutations(at, i.table)) && (!unsafe || !w.Holds(at, set)) {
			return i
		}
	}
	return anyInstance(rng, most)
}

// anyInstance draws nested generalizations from fine to coarse, or any, now and then one
// of them again.
func anyInstance(rng *rand.Rand, most int) *instance {
	n := min(most, 2+rng.IntN(most))
	i := &instance{nested: rng.IntN(2) == 0}
	values := 2 + rng.IntN(3)
	for range n {
		i.table = append(i.table, rng.IntN(values))
	}
	names := slices.Compact(slices.Sorted(slices.Values(i.table)))
	for person, v := range i.table {
		i.table[person] = slices.Index(names, v)
	}
	functions := 1 + rng.IntN(5)
	group := make([]int, n)
	for person := range group {
		group[person] = rng.IntN(n)
	}
	for range functions {
		switch {
		case len(i.groups) > 0 && rng.IntN(6) == 0:
			i.groups = append(i.groups, i.groups[rng.IntN(len(i.groups))])
			continue
		case i.nested:
			// Some groups are merged.
			into := rng.Perm(n)
			for g := range into {
				if rng.IntN(2) == 0 {
					into[g] = g
				}
			}
			for person, g := range group {
				group[person] = into[g]
			}
		default:
			most := 1 + rng.IntN(n)
			for person := range group {
				group[person] = rng.IntN(most)
			}
		}
		i.groups = append(i.groups, worlds.Groups(group))
	}
	for range i.groups {
		i.jump = append(i.jump, 1+rng.Int64N(int64(functions)))
	}
	if rng.IntN(3) == 0 {
		i.jump = slices.Repeat([]int64{1}, functions)
	}
	i.property = randomProperty(rng)
	return i
}

func randomProperty(rng *rand.Rand) worlds.Property {
	switch rng.IntN(6) {
	case 0, 1:
		return []worlds.MaxShare{worlds.AtMost(1, 2), worlds.AtMost(2, 3), {Over: 1, Under: 2}, {Over: 3, Under: 4}, worlds.AtMost(3, 5), {Over: 1, Under: 1}}[rng.IntN(6)]
	case 2:
		return worlds.Distinct(1 + rng.IntN(4))
	case 3, 4:
		// From 3/2 to 3; 2 and 3 are reached exactly by equal shares.
		return []worlds.Entropy{{Over: 3, Under: 2}, {Over: 17, Under: 10}, {Over: 2, Under: 1}, {Over: 5, Under: 2}, {Over: 3, Under: 1}}[rng.IntN(5)]
	default:
		return worlds.Recursive{Over: 1 + rng.Int64N(6), Under: 1 + rng.Int64N(2), L: 1 + rng.IntN(3)}
	}
}

// later is the order of releases by utility: nothing comes last.
func later(released, functions int) int {
	if released == 0 {
		return functions + 1
	}
	return released
}
