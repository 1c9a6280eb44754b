package bruteforce

import (
	"math/big"
	"slices"
	"testing"

	"skyline/engine/internal/bitset"
	"skyline/engine/internal/paperdata"
	"skyline/engine/knowledge"
)

// probability returns the probability of one particular inference, computed
// from the reconstructions of the groups in SVPI.
func probability(t *testing.T, groups []paperdata.QIGroup, in paperdata.Inference) *big.Rat {
	t.Helper()
	var tables []Group
	var names []string
	for _, g := range groups {
		tables = append(tables, Group{People: len(g.People), Counts: g.Counts()})
		names = append(names, g.People...)
	}
	r, err := newRelease(tables, in.Value, knowledge.SVPI)
	if err != nil {
		t.Fatal(err)
	}
	p, err := r.reconstruct(knowledge.SVPI)
	if err != nil {
		t.Fatal(err)
	}
	has := func(person, value string) bitset.Set {
		return p.has[slices.Index(names, person)][slices.Index(r.values, value)]
	}
	given := bitset.All(p.worlds)
	for _, v := range in.Lacks {
		given.And(given, not(has(in.Target, v)))
	}
	for person, v := range in.Others {
		given.And(given, has(person, v))
	}
	return big.NewRat(int64(given.CountAnd(has(in.Target, in.Value))), int64(given.Count()))
}

func TestPrintedInferences(t *testing.T) {
	for _, tc := range []struct {
		name       string
		groups     []paperdata.QIGroup
		inferences []paperdata.Inference
	}{
		{"Table 1b", paperdata.ChenTable1bGroups(), paperdata.ChenTable1bInferences()},
		{"Sect. 3", []paperdata.QIGroup{paperdata.ChenFluGroup()}, paperdata.ChenFluGroupInferences()},
	} {
		for _, in := range tc.inferences {
			if got := probability(t, tc.groups, in); got.RatString() != in.Probability {
				t.Errorf("%s: %+v: got %s, want %s", tc.name, in, got.RatString(), in.Probability)
			}
		}
	}
}

// The worst case over all targets and all knowledge of that amount is at least
// what the paper says of one adversary; here, where the paper's choice is the
// worst for the group, it is equal.
func TestPrintedGroups(t *testing.T) {
	flu := paperdata.ChenFluGroup()
	groups := []Group{{People: len(flu.People), Counts: flu.Counts()}}
	for k, want := range []string{"1/5", "1/4", "1/3", "1/2", "1"} {
		got, err := BreachProbability(groups, "AIDS", knowledge.SVPI, knowledge.Point{K: int64(k)})
		if err != nil || got.RatString() != want {
			t.Errorf("Sect. 3, k = %d: BreachProbability = %v, %v, want %s", k, got, err, want)
		}
	}
}

// The reconstruction printed in Sect. 2.1 is one in Multiset only.
func TestPrintedReconstruction(t *testing.T) {
	printed := paperdata.ChenReconstruction()
	for _, c := range constraints {
		found := 0
		for i, g := range paperdata.ChenTable1bGroups() {
			r, err := newRelease([]Group{{People: len(g.People), Counts: g.Counts()}}, "AIDS", c)
			if err != nil {
				t.Fatal(err)
			}
			want := make([][]string, len(g.People))
			for j, person := range g.People {
				want[j] = printed[person]
			}
			isPrinted := func(rec reconstruction) bool {
				got := make([][]string, len(g.People))
				for v, holders := range rec {
					for _, person := range holders {
						got[person] = append(got[person], r.values[v])
					}
				}
				return slices.EqualFunc(got, want, slices.Equal)
			}
			all := r.groups[0].reconstructions(c)
			if slices.ContainsFunc(all, isPrinted) {
				found++
			}
			t.Logf("%v: group %d has %d reconstructions", c, i+1, len(all))
		}
		if isWhole := found == 2; isWhole != (c == knowledge.Multiset) {
			t.Errorf("%v: the printed reconstruction is found in %d of 2 groups", c, found)
		}
	}
}
