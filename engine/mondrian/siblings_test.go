package mondrian

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"skyline/engine/hierarchy"
	"skyline/engine/knowledge"
	"skyline/engine/privacy"
)

// decades are dates of birth by year, of n people each, in decades, as far as there is a year.
func decades(t *testing.T, years, n int) ([]Column, []person) {
	t.Helper()
	var entries []hierarchy.Entry
	var people []person
	for v := range years {
		entries = append(entries, hierarchy.Entry{Value: int32(v), Level: 1, Label: fmt.Sprint(1930+v/10*10, "s")})
		for range n {
			people = append(people, person{[]int64{int64(v)}, []string{"a"}})
		}
	}
	tree, err := hierarchy.New(years, entries)
	if err != nil {
		t.Fatal(err)
	}
	nodes := years + (years+9)/10 + 1
	column := Column{Size: years, Hierarchy: tree, Named: slices.Repeat([]bool{true}, nodes)}
	return []Column{column}, people
}

// labelsOf lists what groups show of the first column, in order.
func labelsOf(release *Release, columns []Column) []string {
	labels := make([]string, release.Len())
	for i := range labels {
		r := release.Region(i, 0)
		switch {
		case r.Siblings != nil:
			for _, node := range r.Siblings {
				n := columns[0].Hierarchy.Node(node)
				if n.Level == 0 {
					n.Label = fmt.Sprint(1930 + n.First)
				}
				labels[i] += n.Label + " "
			}
		case r.Node >= 0:
			labels[i] = columns[0].Hierarchy.Node(r.Node).Label
		default:
			labels[i] = fmt.Sprint(1930 + r.Low)
		}
	}
	return labels
}

// TestSiblings: five decades of 20 people each. Groups of 40 are two decades and three, where all
// or none would be one group of all; groups of 20 are the decades. Groups of 10 could be of five
// years each; but two people have each year, so none is listed, and a decade is not cut. Nor is it
// where 10 people have each, and 30 are asked for.
func TestSiblings(t *testing.T) {
	for _, c := range []struct {
		n    int
		k    int64
		want []string
	}{
		{2, 100, []string{"*"}},
		{2, 40, []string{"1930s 1940s ", "1950s 1960s 1970s "}},
		{2, 20, []string{"1930s", "1940s", "1950s", "1960s", "1970s"}},
		{2, 10, []string{"1930s", "1940s", "1950s", "1960s", "1970s"}},
		{10, 30, []string{"1930s", "1940s", "1950s", "1960s", "1970s"}},
	} {
		columns, people := decades(t, 50, c.n)
		release, err := Partition(t.Context(), cellsOf(t, knowledge.SVPI, columns, people), Options{Strategy: InformationLoss, Requirements: []privacy.Requirement{privacy.KAnonymity(c.k)}})
		if err != nil {
			t.Fatal(err)
		}
		if got := labelsOf(release, columns); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%d people a year, k = %d: %q, want %q", c.n, c.k, got, c.want)
		}
	}
}

// TestExtentsOfSiblings: what was cut for a group has what the group shows, and what was cut for two
// is apart, or one says more than the other.
func TestExtentsOfSiblings(t *testing.T) {
	sets := 0
	for seed := range uint64(3000) {
		rng := rand.New(rand.NewPCG(seed, 51))
		columns, people := randomTable(rng, knowledge.SVPI)
		cells := cellsOf(t, knowledge.SVPI, columns, people)
		release, err := Partition(t.Context(), cells, Options{Strategy: Strategy(rng.IntN(3)), Requirements: []privacy.Requirement{privacy.KAnonymity(int64(1 + rng.IntN(4)))}})
		if err != nil {
			continue
		}
		codes := make([][][]int32, len(columns)) // by column and group
		for d := range columns {
			extents := release.Extents(d)
			for i := range release.Len() {
				codes[d] = append(codes[d], codesOf(extents.Region(i), &columns[d]))
				if extents.Region(i).Siblings != nil {
					sets++
				}
				for _, code := range shownCodes(release, columns, i, d) {
					if !slices.Contains(codes[d][i], code) {
						t.Fatalf("seed %d: group %d shows %d of column %d, which was not cut for it", seed, i, code, d)
					}
				}
			}
		}
		for i := range release.Len() {
			for j := range i {
				if !apart(codes, columns, i, j) {
					t.Fatalf("seed %d: groups %d and %d have the same extents", seed, i, j)
				}
			}
		}
	}
	if sets < 100 {
		t.Errorf("%d sets are too few to say anything", sets)
	}
}

// apart reports whether two groups have no codes in common, or different codes of a column with
// a hierarchy.
func apart(codes [][][]int32, columns []Column, i, j int) bool {
	for d := range codes {
		common := slices.ContainsFunc(codes[d][i], func(code int32) bool { return slices.Contains(codes[d][j], code) })
		if !common || columns[d].Hierarchy != nil && !slices.Equal(codes[d][i], codes[d][j]) {
			return true
		}
	}
	return false
}

// TestExcepts: what groups show, without what it is said to be without, has their people, and that
// of two groups is apart in some column; so it is of what was cut for them.
func TestExcepts(t *testing.T) {
	excepted, sets := 0, 0
	for seed := range uint64(4000) {
		rng := rand.New(rand.NewPCG(seed, 52))
		columns, people := randomTable(rng, knowledge.SVPI)
		release, err := Partition(t.Context(), cellsOf(t, knowledge.SVPI, columns, people), Options{Strategy: Strategy(rng.IntN(3)), Requirements: []privacy.Requirement{privacy.KAnonymity(int64(1 + rng.IntN(4)))}})
		if err != nil {
			continue
		}
		for _, ofCut := range []bool{false, true} {
			codes := make([][][]int32, len(columns)) // by column and group
			for d := range columns {
				var extents *Extents
				if ofCut {
					extents = release.Extents(d)
				}
				for i := range release.Len() {
					r := release.Region(i, d)
					if ofCut {
						r = extents.Region(i)
					}
					covered := codesOf(r, &columns[d])
					if tree := columns[d].Hierarchy; tree != nil && r.Node >= 0 {
						nodes := r.Siblings
						if nodes == nil {
							nodes = []int32{r.Node}
						} else {
							sets++
						}
						for _, node := range nodes {
							for _, at := range release.Excepts(d).Below(i, node) {
								excepted++
								covered = slices.DeleteFunc(covered, func(code int32) bool {
									n := tree.Node(at)
									return n.First <= tree.Rank(code) && tree.Rank(code) <= n.Last
								})
							}
						}
					}
					codes[d] = append(codes[d], covered)
				}
			}
			for i, members := range groupsOf(release, people) {
				for _, p := range members {
					for d := range columns {
						if !slices.Contains(codes[d][i], int32(p.codes[d])) {
							t.Fatalf("seed %d, of what was cut %v: group %d does not cover its %d of column %d", seed, ofCut, i, p.codes[d], d)
						}
					}
				}
				for j := range i {
					if !slices.ContainsFunc(codes, func(c [][]int32) bool { return areDisjoint(c[i], c[j]) }) {
						t.Fatalf("seed %d, of what was cut %v: groups %d and %d are not apart", seed, ofCut, i, j)
					}
				}
			}
		}
	}
	if excepted < 200 || sets < 200 {
		t.Errorf("%d nodes are excepted, and %d sets: too few to say anything", excepted, sets)
	}
}

func areDisjoint(a, b []int32) bool {
	return !slices.ContainsFunc(a, func(code int32) bool { return slices.Contains(b, code) })
}
