package breach

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"testing"

	"skyline/engine/internal/bruteforce"
	"skyline/engine/internal/paperdata"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

func point(l, k, m int64) knowledge.Point { return knowledge.Point{L: l, K: k, M: m} }

func group(people int, counts map[string]int) bruteforce.Group {
	return bruteforce.Group{People: people, Counts: counts}
}

// TestNamedCases are the paper's printed numbers and the counterexamples to its
// text, each with its exact breach probability.
func TestNamedCases(t *testing.T) {
	hundred, hundredCounts := paperdata.ChenHundred()
	flu := paperdata.ChenFluGroup()
	var table1b []bruteforce.Group
	for _, g := range paperdata.ChenTable1bGroups() {
		table1b = append(table1b, group(len(g.People), g.Counts()))
	}
	for _, test := range []struct {
		name       string
		constraint knowledge.Constraint
		groups     []bruteforce.Group
		sigma      string
		at         knowledge.Point
		want       string
	}{
		// Sect. 1.1, Tom's group alone: 1/4, without Cancer 1/3, and without Gary's
		// Flu 1/2. The worst case over everybody's knowledge is no smaller.
		{"Sect. 1.1, no knowledge", knowledge.SVPI, table1b[1:], "AIDS", point(0, 0, 0), "1/4"},
		{"Sect. 1.1, one value ruled out: Flu is worse than Cancer", knowledge.SVPI, table1b[1:], "AIDS", point(1, 0, 0), "1/2"},
		{"Sect. 1.1, one value and one person", knowledge.SVPI, table1b[1:], "AIDS", point(1, 1, 0), "1"},
		{"Table 1b", knowledge.SVPI, table1b, "AIDS", point(0, 0, 0), "1/2"},
		// Sect. 3: four people known make the fifth certain, not so among 100.
		{"Sect. 3, five people", knowledge.SVPI, []bruteforce.Group{group(len(flu.People), flu.Counts())}, "AIDS", point(0, 0, 0), "1/5"},
		{"Sect. 3, five people, four known", knowledge.SVPI, []bruteforce.Group{group(len(flu.People), flu.Counts())}, "AIDS", point(0, 4, 0), "1"},
		{"Sect. 3, a hundred people", knowledge.SVPI, []bruteforce.Group{group(hundred, hundredCounts)}, "AIDS", point(0, 0, 0), "1/5"},
		{"Sect. 3, a hundred people, four known", knowledge.SVPI, []bruteforce.Group{group(hundred, hundredCounts)}, "AIDS", point(0, 4, 0), "5/24"},
		// Where σ is missing from a group, a numerator below 0 must not become 0.
		{"A2, family larger than the other group", knowledge.SVPI, []bruteforce.Group{group(5, map[string]int{"s": 1, "a": 4}), group(1, map[string]int{"a": 1})}, "s", point(0, 2, 1), "1/2"},
		{"A2, 0/0 in the other group", knowledge.SVPI, []bruteforce.Group{group(4, map[string]int{"s": 1, "a": 3}), group(1, map[string]int{"a": 1})}, "s", point(0, 0, 2), "1/2"},
		{"A2, σ in no group with people of its own", knowledge.Multiset, []bruteforce.Group{group(3, nil), group(2, map[string]int{"s": 1})}, "s", point(0, 0, 0), "1/2"},
		// Numerators are looked at before denominators.
		{"A3, one person", knowledge.Multiset, []bruteforce.Group{group(1, map[string]int{"s": 1})}, "s", point(0, 0, 0), "1"},
		// More values ruled out, or more people known, than there are others.
		{"A4, l beyond the others", knowledge.SVPI, []bruteforce.Group{group(4, map[string]int{"s": 1, "a": 3})}, "s", point(7, 0, 0), "1"},
		{"A4, k beyond the others", knowledge.SVPI, []bruteforce.Group{group(4, map[string]int{"s": 1, "a": 2, "b": 1}), group(2, map[string]int{"a": 1, "b": 1})}, "s", point(0, 3, 0), "1"},
		// Occurrences are told apart: unordered multisets would give 2/3.
		{"A6, occurrences have numbers", knowledge.Multiset, []bruteforce.Group{group(2, map[string]int{"s": 2})}, "s", point(0, 0, 0), "3/4"},
		// BP(l, 0, 0) does not grow for ever.
		{"A10, l = 0", knowledge.Set, []bruteforce.Group{group(3, map[string]int{"s": 1, "a": 1})}, "s", point(0, 0, 0), "1/3"},
		{"A10, l = 1", knowledge.Set, []bruteforce.Group{group(3, map[string]int{"s": 1, "a": 1})}, "s", point(1, 0, 0), "3/7"},
		{"A10, l = 9", knowledge.Multiset, []bruteforce.Group{group(3, map[string]int{"s": 1, "a": 1})}, "s", point(9, 0, 0), "3/7"},
		// Merging groups can lower safety where people have several values.
		{"A11, split, sets", knowledge.Set, []bruteforce.Group{group(1, map[string]int{"a": 1, "b": 1}), group(2, map[string]int{"s": 1})}, "s", point(2, 0, 0), "1/2"},
		{"A11, merged, sets", knowledge.Set, []bruteforce.Group{group(3, map[string]int{"s": 1, "a": 1, "b": 1})}, "s", point(2, 0, 0), "9/17"},
		{"A11, split, multisets", knowledge.Multiset, []bruteforce.Group{group(1, map[string]int{"b": 2}), group(2, map[string]int{"s": 1})}, "s", point(1, 0, 0), "1/2"},
		{"A11, merged, multisets", knowledge.Multiset, []bruteforce.Group{group(3, map[string]int{"s": 1, "b": 2})}, "s", point(1, 0, 0), "9/17"},
	} {
		t.Run(test.name, func(t *testing.T) {
			want, _ := new(big.Rat).SetString(test.want)
			r, value := release(t, test.constraint, test.groups, test.sigma)
			for _, c := range thresholds(want) {
				check(t, r, value, test.at, c, want)
			}
		})
	}
}

// TestAbsentValue: a value that no group has is safe at every point.
func TestAbsentValue(t *testing.T) {
	r, value := release(t, knowledge.SVPI, []bruteforce.Group{group(2, map[string]int{"a": 1, "b": 1})}, "s")
	one, _ := NewThreshold(1)
	points, err := r.Find(context.Background(), value, one, 10)
	if err != nil || len(points) != 1 || points[0] != point(2, 2, 2) {
		t.Errorf("Find = %v, %v; want the one point (2, 2, 2)", points, err)
	}
}

// TestFindTie: A9, where BP(0,0,0) equals c nothing is safe.
func TestFindTie(t *testing.T) {
	r, value := release(t, knowledge.SVPI, []bruteforce.Group{group(2, map[string]int{"s": 1, "a": 1})}, "s")
	half, _ := NewThreshold(0.5)
	if points, err := r.Find(context.Background(), value, half, 10); err != nil || len(points) != 0 {
		t.Errorf("Find = %v, %v; want no point", points, err)
	}
}

// TestSetTooFull: A7, a value must not occur more often than there are people.
func TestSetTooFull(t *testing.T) {
	b := partition.Builder{PeopleCounted: true}
	if err := b.Add(encode(knowledge.Set, 2, map[string]int{"s": 3})); err != nil {
		t.Fatal(err)
	}
	if _, err := NewRelease(b.Table(), knowledge.Set); !errors.Is(err, ErrSet) {
		t.Errorf("NewRelease = %v, want ErrSet", err)
	}
}

// TestProposition3: with everybody's identity as the sensitive value, a release
// is safe at (0, k−2, 0) with c = 1 for all values just when it is k-anonymous.
func TestProposition3(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	one, _ := NewThreshold(1)
	for range 50 {
		var groups []bruteforce.Group
		smallest, person := 100, 0
		for range 1 + rng.IntN(4) {
			size := 1 + rng.IntN(8)
			smallest = min(smallest, size)
			counts := map[string]int{}
			for range size {
				counts[valueName(person)]++
				person++
			}
			groups = append(groups, group(size, counts))
		}
		for k := int64(2); k < 10; k++ {
			safe := true
			for p := range person {
				r, value := release(t, knowledge.SVPI, groups, valueName(p))
				findings, err := r.Check(context.Background(), value, []Requirement{{Point: point(0, k-2, 0), C: one}})
				if err != nil {
					t.Fatal(err)
				}
				safe = safe && findings[0].Safe
			}
			if safe != (int64(smallest) >= k) {
				t.Fatalf("safe at (0, %d, 0) = %v, but the smallest group has %d people", k-2, safe, smallest)
			}
		}
	}
}

// TestProposition4: a release is safe at (ℓ−2, 0, 0) with c/(c+1) for all values
// just when it is recursively (c,ℓ)-diverse: in each group, the most frequent
// value occurs less than c times as often as the values from the ℓ-th on.
func TestProposition4(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for range 300 {
		groups := randomGroups(rng, knowledge.SVPI, 1+rng.IntN(3), 12, 5)
		c, l := big.NewRat(1+rng.Int64N(8), 1+rng.Int64N(4)), 2+rng.Int64N(4)
		confidence := new(big.Rat).Quo(c, new(big.Rat).Add(c, big.NewRat(1, 1)))
		threshold, err := NewThresholdRat(confidence)
		if err != nil {
			t.Fatal(err)
		}
		safe := true
		for v := range 5 {
			r, value := release(t, knowledge.SVPI, groups, valueName(v))
			if value < 0 {
				continue
			}
			findings, err := r.Check(context.Background(), value, []Requirement{{Point: point(l-2, 0, 0), C: threshold}})
			if err != nil {
				t.Fatal(err)
			}
			safe = safe && findings[0].Safe
		}
		if diverse := isDiverse(groups, c, int(l)); safe != diverse {
			t.Fatalf("safe = %v, but (%v,%d)-diverse = %v: %v", safe, c, l, diverse, groups)
		}
	}
}

// isDiverse is recursive (c,l)-diversity by definition.
func isDiverse(groups []bruteforce.Group, c *big.Rat, l int) bool {
	for _, g := range groups {
		var counts []int64
		for v := range 5 {
			counts = append(counts, int64(g.Counts[valueName(v)]))
		}
		// r1 >= r2 >= …
		for i := range counts {
			for j := i + 1; j < len(counts); j++ {
				if counts[j] > counts[i] {
					counts[i], counts[j] = counts[j], counts[i]
				}
			}
		}
		tail := int64(0)
		for i := l - 1; i < len(counts); i++ {
			tail += counts[i]
		}
		if new(big.Rat).SetInt64(counts[0]).Cmp(new(big.Rat).Mul(c, new(big.Rat).SetInt64(tail))) >= 0 {
			return false
		}
	}
	return true
}
