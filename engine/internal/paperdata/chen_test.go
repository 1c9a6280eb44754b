package paperdata

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The two halves of Table 1 are about the same people, and the groups of Table
// 1b are those of Sect. 2.1.
func TestChenTable1(t *testing.T) {
	original, released := ChenTable1a(), ChenTable1b()
	if len(original) != len(released) {
		t.Fatalf("Table 1a has %d rows, Table 1b %d", len(original), len(released))
	}
	groups := make([]QIGroup, 2)
	for i, r := range released {
		if o := original[i]; o.Name != r.Name || o.Disease != r.Disease {
			t.Errorf("row %d: Table 1a has %s with %s, Table 1b %s with %s", i, o.Name, o.Disease, r.Name, r.Disease)
		}
		g := &groups[r.Group-1]
		g.People = append(g.People, r.Name)
		g.Values = append(g.Values, r.Disease)
	}
	for i := range groups {
		slices.Sort(groups[i].Values)
	}
	if diff := cmp.Diff(ChenTable1bGroups(), groups); diff != "" {
		t.Errorf("groups of Table 1b (-Sect. 2.1 +Table 1b):\n%s", diff)
	}
}

// The printed reconstruction uses up the values of each group.
func TestChenReconstruction(t *testing.T) {
	reconstruction := ChenReconstruction()
	for i, g := range ChenTable1bGroups() {
		got := make(map[string]int)
		for _, person := range g.People {
			for _, v := range reconstruction[person] {
				got[v]++
			}
		}
		if want := g.Counts(); !maps.Equal(got, want) {
			t.Errorf("group %d: the reconstruction has %v, want %v", i+1, got, want)
		}
	}
}

func TestChenGroups(t *testing.T) {
	flu := ChenFluGroup()
	if len(flu.People) != 5 || len(flu.Values) != 5 {
		t.Errorf("ChenFluGroup() has %d people and %d values, want 5 and 5", len(flu.People), len(flu.Values))
	}
	people, counts := ChenHundred()
	if got := counts["AIDS"] + counts["Flu"]; got != people {
		t.Errorf("ChenHundred() has %d people and %d values", people, got)
	}
	// The point of the comparison: both groups disclose AIDS with probability 0.2.
	if flu.Counts()["AIDS"]*people != counts["AIDS"]*len(flu.People) {
		t.Error("the share of AIDS differs between ChenFluGroup() and ChenHundred()")
	}
}
