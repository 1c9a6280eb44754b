package mondrian

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/engine/privacy"
)

func isAbsent(p person) bool { return p.values[0] == partition.Absent }

// present returns a release candidate without absent people and groups of nobody.
func (o *oracle) present() *oracle {
	there := &oracle{constraint: o.constraint, people: slices.DeleteFunc(slices.Clone(o.people), isAbsent)}
	for _, g := range o.groups {
		if g = slices.DeleteFunc(slices.Clone(g), isAbsent); len(g) > 0 {
			there.groups = append(there.groups, g)
		}
	}
	return there
}

// hidden returns requirements of a table with absent people: the share of those who are
// there, in hundredths, and of those others, if there are any.
func hidden(absent int32, low, high int64, others []requirement) []requirement {
	atLeast, atMost := privacy.Presence(float64(low)/100, float64(high)/100, absent)
	share := func(g []person) *big.Rat {
		there := len(slices.DeleteFunc(slices.Clone(g), isAbsent))
		return big.NewRat(int64(there), int64(len(g)))
	}
	all := []requirement{
		{atLeast, fmt.Sprint("presence from ", low), each(func(_ *oracle, g []person) bool { return share(g).Cmp(big.NewRat(low, 100)) >= 0 })},
		{atMost, fmt.Sprint("presence to ", high), each(func(_ *oracle, g []person) bool { return share(g).Cmp(big.NewRat(high, 100)) <= 0 })},
	}
	for _, r := range others {
		all = append(all, requirement{privacy.Among(absent, r.Requirement), r.name, func(o *oracle) bool {
			there := o.present()
			return len(there.groups) == 0 || r.holds(there)
		}})
	}
	return all
}

// randomPublic returns a table of which some people are absent.
func randomPublic(rng *rand.Rand) ([]Column, []person) {
	columns, people := randomTable(rng, knowledge.SVPI)
	tenths := rng.IntN(11)
	for i := range people {
		if rng.IntN(10) < tenths {
			people[i].values = []string{partition.Absent}
		}
	}
	return columns, people
}

// TestPresence partitions public tables, and compares with the definitions: what is
// released is safe for all groups of the public table, no group of it can be split, and
// it shows people of the private table only.
func TestPresence(t *testing.T) {
	seen := map[string]int{}
	for seed := range uint64(6000) {
		rng := rand.New(rand.NewPCG(seed, 11))
		columns, people := randomPublic(rng)
		cells := cellsOf(t, knowledge.SVPI, columns, people)
		low, high := int64(rng.IntN(60)), int64(40+rng.IntN(61))
		if rng.IntN(2) == 0 {
			low = 0
		}
		var others []requirement
		if rng.IntN(4) > 0 {
			others = randomRequirements(rng, knowledge.SVPI)
		}
		if rng.IntN(2) == 0 {
			low, high = 0, 100
		}
		requirements := append(hidden(cells.Absent(), low, high, others), ofPopulation(rng, cells.Absent())...)
		whole := oracle{knowledge.SVPI, [][]person{people}, people}
		release, err := Partition(t.Context(), cells, Options{Strategy: Strategy(rng.IntN(3)), Requirements: requirementsOf(requirements), Workers: 1 + rng.IntN(2)})
		if safe := whole.holds(requirements); safe == errors.Is(err, ErrUnsafe) || safe && err != nil {
			t.Fatalf("seed %d: %v, and the table is safe: %v", seed, err, safe)
		}
		if err != nil {
			seen["unsafe"]++
			continue
		}
		groups, nobody := make([][]person, release.Len()), []person(nil)
		for _, p := range people {
			if at := place(release.Tree, p.codes); at >= 0 {
				groups[at] = append(groups[at], p)
			} else {
				nobody = append(nobody, p)
			}
		}
		for i, g := range groups {
			there := slices.DeleteFunc(slices.Clone(g), isAbsent)
			if got := release.Group(i); got.People != int64(len(there)) || len(there) == 0 || got.Of(cells.Absent()) != 0 {
				t.Fatalf("seed %d: group %d has %d people, want %d", seed, i, got.People, len(there))
			}
			covered := region(release, columns, i)
			for j, other := range slices.Concat(groups[:i], [][]person{nil}, groups[i+1:]) {
				for _, p := range other {
					// Where nobody is absent there is nobody to hide, and labels may be nested.
					if covered[fmt.Sprint(p.codes)] && cells.Absent() >= 0 {
						t.Fatalf("seed %d: group %d covers people of %d", seed, i, j)
					}
				}
			}
			for _, p := range g {
				if !covered[fmt.Sprint(p.codes)] {
					t.Fatalf("seed %d: group %d does not cover its people", seed, i)
				}
			}
			for _, p := range nobody {
				if covered[fmt.Sprint(p.codes)] {
					t.Fatalf("seed %d: group %d covers people who are in none", seed, i)
				}
			}
		}
		if slices.ContainsFunc(nobody, func(p person) bool { return !isAbsent(p) }) || low > 0 && nobody != nil {
			t.Fatalf("seed %d: people of the table are in no group", seed)
		}
		all := groups
		if nobody != nil {
			all = append(slices.Clone(groups), nobody)
			seen["with groups of nobody"]++
		}
		if after := (oracle{knowledge.SVPI, all, people}); !after.holds(requirements) {
			t.Fatalf("seed %d: the release does not satisfy %v", seed, names(requirements))
		}
		for i, members := range groups {
			for d := range columns {
				splits := splitsOf(members, d, &columns[d])
				if columns[d].Hierarchy != nil {
					splits = splits[max(0, len(splits)-1):] // all children stand
				}
				for _, parts := range splits {
					finer := oracle{knowledge.SVPI, slices.Concat(all[:i], parts, all[i+1:]), people}
					if finer.holds(requirements) {
						t.Fatalf("seed %d: group %d can be split along column %d under %v", seed, i, d, names(requirements))
					}
				}
			}
		}
		seen["safe"]++
		seen["splits"] += release.Len() - 1
	}
	t.Log(seen)
	if seen["safe"] < 1000 || seen["splits"] < 1000 || seen["with groups of nobody"] < 100 {
		t.Fatal("too few to say anything")
	}
}

// TestAbsentPeopleDoNotCount adds absent people with the codes of those who are there:
// where any share will do, the release is the same as without them.
func TestAbsentPeopleDoNotCount(t *testing.T) {
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 12))
		columns, people := randomTable(rng, knowledge.SVPI)
		others := randomRequirements(rng, knowledge.SVPI)
		strategy := Strategy(rng.IntN(3))
		for d := range columns {
			columns[d].Named = nil // labels that hide presence list nothing
		}
		public := slices.Clone(people)
		for range 1 + rng.IntN(40) {
			public = append(public, person{people[rng.IntN(len(people))].codes, []string{partition.Absent}})
		}
		p := newPartitioner(t.Context(), cellsOf(t, knowledge.SVPI, slices.Clone(columns), people), Options{Strategy: strategy, Requirements: requirementsOf(others)})
		p.together = true
		want, wantErr := p.run()
		cells := cellsOf(t, knowledge.SVPI, columns, public)
		got, err := Partition(t.Context(), cells, Options{Strategy: strategy, Requirements: requirementsOf(hidden(cells.Absent(), 0, 100, others))})
		if !errors.Is(err, wantErr) {
			t.Fatalf("seed %d: %v, want %v", seed, err, wantErr)
		}
		for _, p := range public {
			if err == nil && place(got.Tree, p.codes) != place(want.Tree, p.codes) {
				t.Fatalf("seed %d, %v: %v is in group %d, want %d", seed, names(others), p.codes, place(got.Tree, p.codes), place(want.Tree, p.codes))
			}
		}
	}
}
