package fulldomain

import (
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

// there returns groups without absent people, and where they are among all; groups of
// nobody are left out.
func there(groups [][]person) (rest [][]person, at []int) {
	for i, g := range groups {
		if g = slices.DeleteFunc(slices.Clone(g), isAbsent); len(g) > 0 {
			rest, at = append(rest, g), append(at, i)
		}
	}
	return rest, at
}

// hidden returns definitions for a table with absent people: bounds of the share of who
// is there, in hundredths, and the others of the people who are.
func hidden(absent int32, low, high int64, others []definition) []definition {
	atLeast, atMost := privacy.Presence(float64(low)/100, float64(high)/100, absent)
	share := func(g []person) *big.Rat {
		return big.NewRat(int64(len(slices.DeleteFunc(slices.Clone(g), isAbsent))), int64(len(g)))
	}
	all := []definition{
		{atLeast, fmt.Sprint("presence from ", low), each(func(_, g []person) bool { return share(g).Cmp(big.NewRat(low, 100)) >= 0 })},
		{atMost, fmt.Sprint("presence to ", high), each(func(_, g []person) bool { return share(g).Cmp(big.NewRat(high, 100)) <= 0 })},
	}
	for _, d := range others {
		all = append(all, definition{privacy.Among(absent, d.Requirement), d.name, func(e *example, groups [][]person) []bool {
			rest, at := there(groups)
			violated := make([]bool, len(groups))
			for i, v := range d.violates(e, rest) {
				violated[at[i]] = v
			}
			return violated
		}})
	}
	return all
}

// nodes returns the safe generalizations of a public table, with the measures of the
// people who are in the private one.
func (e *example) presentNodes(requirements []definition) []Node {
	private := &example{constraint: e.constraint, ladders: e.ladders, people: slices.DeleteFunc(slices.Clone(e.people), isAbsent)}
	var nodes []Node
	for _, n := range e.nodes(requirements, 0) {
		measured, _ := private.nodeOf(n.Levels, nil, 0)
		measured.Minimal = n.Minimal
		nodes = append(nodes, measured)
	}
	return nodes
}

// TestPresence compares searches of public tables with a look at every node.
func TestPresence(t *testing.T) {
	seen := map[string]int{}
	for seed := range cases() {
		rng := rand.New(rand.NewPCG(seed, 21))
		e := randomExample(rng)
		for e.constraint != knowledge.SVPI {
			e = randomExample(rng)
		}
		tenths := rng.IntN(11)
		for i := range e.people {
			if rng.IntN(10) < tenths {
				e.people[i].values = []string{partition.Absent}
			}
		}
		low, high := int64(rng.IntN(60)), int64(40+rng.IntN(61))
		if rng.IntN(2) == 0 {
			low = 0
		}
		others := randomDefinitions(t, rng)
		m := Measure(rng.IntN(4))
		for which := range Safe + 1 {
			table, trees := e.cells(t, rng)
			definitions := hidden(table.Absent(), low, high, others)
			requirements, names := requirementsOf(definitions)
			all := e.presentNodes(definitions)
			want := show(expected(all, which, m), which != Best)
			r, err := Search(t.Context(), table, trees, Options{Requirements: requirements, Which: which, Measure: m, Workers: rng.IntN(3)})
			if err != nil {
				t.Fatal(err)
			}
			if got := show(r.Nodes, which != Best); got != want {
				t.Fatalf("seed %d, which %d, measure %d, %d people, %v:\n%swant\n%s", seed, which, m, len(e.people), names, got, want)
			}
			switch {
			case len(all) == 0:
				seen["none"]++
			case len(all) == int(LatticeSize(trees)):
				seen["all"]++
			default:
				seen["some"]++
			}
		}
	}
	t.Log(seen)
}
