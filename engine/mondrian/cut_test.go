package mondrian

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/knowledge"
)

// TestCut compares cuts of random tables with those that the definition makes, and their
// sizes with what is promised.
func TestCut(t *testing.T) {
	several := 0
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 5))
		constraint := knowledge.Constraint(rng.IntN(3))
		columns, people := randomTable(rng, constraint)
		for d := range columns {
			columns[d].Hierarchy = nil
		}
		parts := int64(1 + rng.IntN(12))
		want := cutByDefinition(columns, people, int(parts))
		for workers := range 2 {
			rng.Shuffle(len(people), func(i, j int) { people[i], people[j] = people[j], people[i] })
			release, err := Cut(t.Context(), cellsOf(t, constraint, columns, people), parts, workers)
			if err != nil {
				t.Fatal(err)
			}
			if got := namesOf(groupsOf(release, people)); !slices.Equal(got, want) {
				t.Fatalf("seed %d, %d workers: %s, want %s", seed, workers, got, want)
			}
			checkBalance(t, seed, release, people)
			if release.Len() > 2 {
				several++
			}
		}
	}
	if several < 1000 {
		t.Errorf("%d tables with several cuts say little", several)
	}
}

// namesOf describes groups, in an order of their own.
func namesOf(groups [][]person) []string {
	names := make([]string, len(groups))
	for i, group := range groups {
		var codes []string
		for _, p := range group {
			codes = append(codes, fmt.Sprint(p.codes))
		}
		slices.Sort(codes)
		names[i] = fmt.Sprint(codes)
	}
	slices.Sort(names)
	return names
}

// cutByDefinition cuts the largest group again and again, of equal ones the first made.
func cutByDefinition(columns []Column, people []person, parts int) []string {
	groups, whole := [][]person{people}, [][]person{}
	for len(groups) > 0 && len(groups)+len(whole) < parts {
		at := 0
		for i := range groups {
			if len(groups[i]) > len(groups[at]) {
				at = i
			}
		}
		group := groups[at]
		groups = slices.Delete(groups, at, at+1)
		if left, right, ok := halves(columns, group); ok {
			groups = append(groups, left, right)
		} else {
			whole = append(whole, group)
		}
	}
	return namesOf(append(groups, whole...))
}

// halves tries every cut: that of the widest column, nearest to the middle of the people.
func halves(columns []Column, group []person) (left, right []person, ok bool) {
	type cut struct {
		width      float64
		difference int
		d          int
		at         int64
	}
	var all []cut
	for d := range columns {
		code := func(p person) int64 { return p.codes[d] }
		low := code(slices.MinFunc(group, func(a, b person) int { return cmp.Compare(code(a), code(b)) }))
		high := code(slices.MaxFunc(group, func(a, b person) int { return cmp.Compare(code(a), code(b)) }))
		for at := low; at < high; at++ {
			below, there := 0, false
			for _, p := range group {
				if code(p) <= at {
					below++
				}
				there = there || code(p) == at
			}
			if there {
				all = append(all, cut{widthByDefinition(&columns[d], low, high), max(below, len(group)-below), d, at})
			}
		}
	}
	if len(all) == 0 {
		return nil, nil, false
	}
	best := slices.MinFunc(all, func(a, b cut) int {
		return cmp.Or(cmp.Compare(b.width, a.width), cmp.Compare(a.difference, b.difference), cmp.Compare(a.d, b.d), cmp.Compare(a.at, b.at))
	})
	for _, p := range group {
		if p.codes[best.d] <= best.at {
			left = append(left, p)
		} else {
			right = append(right, p)
		}
	}
	return left, right, true
}

// widthByDefinition is the share of the column's range from one code to a higher one: of its
// numbers, or of its codes. NULL, the last, is as far from all as the ends are apart.
func widthByDefinition(c *Column, low, high int64) float64 {
	last := int64(c.Size - 1)
	if c.HasNull {
		if high == last {
			return 1
		}
		last--
	}
	place := func(code int64) float64 {
		if c.Numbers != nil {
			return (c.Numbers[code] - c.Numbers[0]) / (c.Numbers[last] - c.Numbers[0])
		}
		return float64(code) / float64(last)
	}
	return place(high) - place(low)
}

// checkBalance: no part of several combinations has more than (2n + (k-1)v) / (k+1) people.
func checkBalance(t *testing.T, seed uint64, release *Release, people []person) {
	t.Helper()
	n, k, v := len(people), release.Len(), 0
	for d := range people[0].codes {
		counts := map[int64]int{}
		for _, p := range people {
			counts[p.codes[d]]++
			v = max(v, counts[p.codes[d]])
		}
	}
	for _, group := range groupsOf(release, people) {
		several := slices.ContainsFunc(group, func(p person) bool { return !slices.Equal(p.codes, group[0].codes) })
		if several && len(group)*(k+1) > 2*n+(k-1)*v {
			t.Errorf("seed %d: %d of %d people are in one of %d parts, and a value has %d at most", seed, len(group), n, k, v)
		}
	}
}

func TestCutNobody(t *testing.T) {
	release, err := Cut(t.Context(), cellsOf(t, knowledge.SVPI, []Column{{}}, nil), 3, 1)
	if err != nil || release.Len() != 0 {
		t.Errorf("%d parts, %v", release.Len(), err)
	}
}
