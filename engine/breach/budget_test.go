package breach

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"testing"

	"skyline/engine/internal/bruteforce"
	"skyline/engine/internal/dynprog"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/tests/trials"
)

// keeps reports whether groups, as a part of a table, keep a budget.
func keeps(t *testing.T, constraint knowledge.Constraint, groups []bruteforce.Group, q Requirement) bool {
	t.Helper()
	r, value := release(t, constraint, groups, "v0")
	if value < 0 {
		return true
	}
	findings, err := r.Check(context.Background(), value, []Requirement{q})
	if err != nil {
		t.Fatal(err)
	}
	return findings[0].Safe
}

// allGroups returns every group of up to so many people and values, up to renaming of
// the values that are not v0.
func allGroups(constraint knowledge.Constraint, people, values int) []bruteforce.Group {
	var all []bruteforce.Group
	counts := make([]int, values)
	var fill func(n, v, left int)
	fill = func(n, v, left int) {
		if v == values {
			if constraint == knowledge.SVPI && left > 0 {
				return
			}
			g := bruteforce.Group{People: n, Counts: map[string]int{}}
			for i, c := range counts {
				if c > 0 {
					g.Counts[valueName(i)] = c
				}
			}
			all = append(all, g)
			return
		}
		most := left
		if constraint == knowledge.Set {
			most = n
		}
		if v > 1 {
			most = min(most, counts[v-1])
		}
		for c := range most + 1 {
			counts[v] = c
			if constraint == knowledge.Set {
				fill(n, v+1, left)
			} else {
				fill(n, v+1, left-c)
			}
		}
		counts[v] = 0
	}
	for n := 1; n <= people; n++ {
		left := n
		if constraint == knowledge.Multiset {
			left = n + 1
		}
		fill(n, 0, left)
	}
	return all
}

// families are budgets B, among them those at which small groups are just inside.
var families = []*big.Rat{big.NewRat(1, 5), big.NewRat(1, 3), big.NewRat(1, 2), big.NewRat(3, 5), big.NewRat(2, 3), big.NewRat(1, 1)}

// TestBudgetByDefinition: every table of two of the groups that keep a budget is safe, as
// all reconstructions and all groundings tell. A table of more groups has no worse target
// and family than two of them together.
func TestBudgetByDefinition(t *testing.T) {
	people := map[knowledge.Constraint]int{knowledge.SVPI: 5, knowledge.Set: 3, knowledge.Multiset: 3}
	top := knowledge.Point{L: 1, K: 1, M: 2}
	pairs, tight := 0, 0
	for _, constraint := range constraints {
		groups := allGroups(constraint, people[constraint], 3)
		kept := func(q Requirement) []int {
			var kept []int
			for i := range groups {
				if keeps(t, constraint, groups[i:i+1], q) {
					kept = append(kept, i)
				}
			}
			return kept
		}
		boxes := map[[2]int]*bruteforce.Box{}
		for _, c := range []*big.Rat{big.NewRat(1, 3), big.NewRat(1, 2), big.NewRat(3, 5), big.NewRat(2, 3), big.NewRat(7, 10), big.NewRat(4, 5), big.NewRat(1, 1)} {
			threshold, _ := NewThresholdRat(c)
			for _, family := range families {
				for l := range top.L + 1 {
					for k := range top.K + 1 {
						for m := int64(1); m <= top.M; m++ {
							p := knowledge.Point{L: l, K: k, M: m}
							in := kept(Requirement{p, threshold, newBudget(threshold, family)})
							for i, x := range in {
								for _, y := range in[i:] {
									box := box(t, boxes, constraint, groups, x, y, top)
									if box == nil {
										continue
									}
									pairs++
									got := box.At(p)
									if got.Cmp(c) >= 0 {
										t.Fatalf("%v: %v and %v keep B = %v for c = %v at %v, and the breach probability of both is %v", constraint, groups[x], groups[y], family, c, p, got)
									}
									if new(big.Rat).Sub(c, got).Cmp(big.NewRat(1, 20)) < 0 {
										tight++
									}
								}
							}
						}
					}
				}
			}
		}
	}
	if pairs < 10000 || tight < 300 {
		t.Errorf("%d tables, %d of them near their threshold: too few to mean something", pairs, tight)
	}
}

// box returns the breach probabilities of a table of two groups, by enumeration; nil if it
// is too large.
func box(t *testing.T, known map[[2]int]*bruteforce.Box, constraint knowledge.Constraint, groups []bruteforce.Group, x, y int, top knowledge.Point) *bruteforce.Box {
	t.Helper()
	at := [2]int{x, y}
	if box, ok := known[at]; ok {
		return box
	}
	box, err := bruteforce.BreachProbabilities([]bruteforce.Group{groups[x], groups[y]}, "v0", constraint, top)
	if err != nil && !errors.Is(err, bruteforce.ErrTooLarge) {
		t.Fatal(err)
	}
	known[at] = box
	return box
}

// TestBudgetOfCuts cuts random tables of several groups in all ways into two parts: where
// both keep the budget that the whole's histogram gives, the whole is safe. It is compared
// with the dynamic program. Where the parts are safe without a budget, the whole need not be.
func TestBudgetOfCuts(t *testing.T) {
	trials.Long(t)
	rng := rand.New(rand.NewPCG(20, 5))
	safe, betrayed := 0, 0
	for range trials.Number(4000, 60000) {
		constraint := constraints[rng.IntN(3)]
		groups := randomGroups(rng, constraint, 2+rng.IntN(3), 24, 5)
		p := knowledge.Point{L: rng.Int64N(3), K: rng.Int64N(3), M: 1 + rng.Int64N(3)}
		c := big.NewRat(1+rng.Int64N(20), 20)
		if rng.IntN(2) == 0 {
			// Just above what the groups are by themselves.
			worst := new(big.Rat)
			for i := range groups {
				if x := dynprog.BreachProbabilityRat(dpGroups(groups[i:i+1], valueName(0)), constraint, p); x.Cmp(worst) > 0 {
					worst = x
				}
			}
			if c = worst.Add(worst, big.NewRat(1, 1000)); c.Cmp(big.NewRat(1, 1)) > 0 {
				continue
			}
		}
		threshold, _ := NewThresholdRat(c)
		whole, value := wholeOf(t, constraint, groups)
		if value < 0 {
			continue
		}
		q := Requirement{p, threshold, NewBudget(constraint, whole, value, p, threshold)}
		alone := Requirement{Point: p, C: threshold}
		isSafe := dynprog.BreachProbabilityRat(dpGroups(groups, valueName(0)), constraint, p).Cmp(c) < 0
		for cut := range 1 << (len(groups) - 1) {
			var parts [2][]bruteforce.Group
			for i, g := range groups {
				parts[cut>>i&1] = append(parts[cut>>i&1], g)
			}
			both := func(q Requirement) bool {
				return keeps(t, constraint, parts[0], q) && (len(parts[1]) == 0 || keeps(t, constraint, parts[1], q))
			}
			switch {
			case both(q):
				safe++
				if !isSafe {
					t.Fatalf("%v: %v keep their budget for %v at %v in parts, and are not safe together", constraint, groups, c, p)
				}
			case both(alone) && !isSafe:
				betrayed++
			}
		}
	}
	if safe < 200 || betrayed < 10 {
		t.Errorf("%d cuts kept their budget, %d were safe in parts only: too few to mean something", safe, betrayed)
	}
}

// wholeOf returns groups as one, and the number of σ.
func wholeOf(t *testing.T, constraint knowledge.Constraint, groups []bruteforce.Group) (*partition.Group, int32) {
	t.Helper()
	all := bruteforce.Group{Counts: map[string]int{}}
	for _, g := range groups {
		all.People += g.People
		for v, n := range g.Counts {
			all.Counts[v] += n
		}
	}
	r, value := release(t, constraint, []bruteforce.Group{all}, "v0")
	return &r.table.Groups[0], value
}

// TestPartsSafeAlone: two parts, each safe below 3/5 by itself, are not so together. Of a
// group of 10 with 1 HIV, 8 flu and 1 cold, who does not have the flu has HIV with odds of
// 1 : 1. Of a group of 20 with 8 HIV comes a relative who would have it too, and lacks it
// with 12/20. One part has no such relative, the other no such target.
func TestPartsSafeAlone(t *testing.T) {
	p := knowledge.Point{L: 1, M: 1}
	c := big.NewRat(3, 5)
	threshold, _ := NewThresholdRat(c)
	target := bruteforce.Group{People: 10, Counts: map[string]int{"v0": 1, "v1": 8, "v2": 1}}
	family := bruteforce.Group{People: 20, Counts: map[string]int{"v0": 8}}
	for v := range 12 {
		family.Counts[valueName(v+1)] = 1
	}
	both := []bruteforce.Group{target, family}
	whole, value := wholeOf(t, knowledge.SVPI, both)
	budget := NewBudget(knowledge.SVPI, whole, value, p, threshold)
	for _, test := range []struct {
		name   string
		groups []bruteforce.Group
		want   *big.Rat
		keeps  bool
	}{
		{"target", both[:1], big.NewRat(9, 17), false},    // 1·8/9
		{"family", both[1:], big.NewRat(152, 273), false}, // 11/8·11/19
		{"together", both, big.NewRat(5, 8), false},       // 1·12/20
	} {
		got := dynprog.BreachProbabilityRat(dpGroups(test.groups, valueName(0)), knowledge.SVPI, p)
		if got.Cmp(test.want) != 0 || keeps(t, knowledge.SVPI, test.groups, Requirement{Point: p, C: threshold}) != (test.want.Cmp(c) < 0) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
		if got := keeps(t, knowledge.SVPI, test.groups, Requirement{p, threshold, budget}); got != test.keeps {
			t.Errorf("%s: keeps its budget of %v = %v, want %v", test.name, budget.family.FloatString(4), got, test.keeps)
		}
	}
}

// TestBudgetMerges: for one value a person, what keeps a budget keeps it when groups are
// merged; algorithms that split rely on that.
func TestBudgetMerges(t *testing.T) {
	groups := allGroups(knowledge.SVPI, 6, 3)
	c, _ := NewThresholdRat(big.NewRat(3, 5))
	for _, family := range families {
		for _, p := range []knowledge.Point{{M: 1}, {M: 3}, {L: 1, M: 1}, {L: 1, K: 1, M: 2}, {K: 2, M: 1}} {
			q := Requirement{p, c, newBudget(c, family)}
			var in []bruteforce.Group
			for i := range groups {
				if keeps(t, knowledge.SVPI, groups[i:i+1], q) {
					in = append(in, groups[i])
				}
			}
			for i := range in {
				for j := range i + 1 {
					merged := bruteforce.Group{People: in[i].People + in[j].People, Counts: map[string]int{}}
					for v := range 3 {
						merged.Counts[valueName(v)] = in[i].Counts[valueName(v)] + in[j].Counts[valueName(v)]
					}
					if !keeps(t, knowledge.SVPI, []bruteforce.Group{merged}, q) {
						t.Fatalf("%v and %v keep B = %v at %v, and merged they do not", in[i], in[j], family, p)
					}
				}
			}
		}
	}
}
