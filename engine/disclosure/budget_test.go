package disclosure

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/breach"
	"skyline/tests/trials"
)

// smallGroups returns every group of up to so many people, up to renaming of its values.
func smallGroups(people int) [][]int {
	var all [][]int
	var fill func(counts []int, left, most int)
	fill = func(counts []int, left, most int) {
		if left == 0 {
			all = append(all, append([]int(nil), counts...))
			return
		}
		for n := 1; n <= min(left, most); n++ {
			fill(append(counts, n), left-n, n)
		}
	}
	for n := 1; n <= people; n++ {
		fill(nil, n, n)
	}
	return all
}

// TestBudgetByDefinition: every table of two or three of the groups that keep a budget is
// safe, as all worlds and all sets of implications tell, whatever w the budget has.
func TestBudgetByDefinition(t *testing.T) {
	trials.Long(t)
	groups := smallGroups(6)
	known := map[[3]int][]*big.Rat{}
	disclosure := func(at [3]int, k int) *big.Rat {
		if known[at] == nil {
			var table [][]int
			for _, i := range at {
				if i >= 0 {
					table = append(table, groups[i])
				}
			}
			known[at] = make([]*big.Rat, 4)
			if w := enumerate(table, trials.Number(2500, 20000)); w != nil && len(w.Where) <= 12 {
				for k := range 4 {
					known[at][k] = w.implied(k, w.Groups...)
				}
			}
		}
		return known[at][k]
	}
	tables, tight := 0, 0
	for k := range 3 {
		for _, c := range []*big.Rat{big.NewRat(2, 5), big.NewRat(1, 2), big.NewRat(3, 5), big.NewRat(2, 3), big.NewRat(3, 4), big.NewRat(4, 5), big.NewRat(9, 10), big.NewRat(1, 1)} {
			threshold := thresholdAt(t, c)
			ws := []*big.Rat{breach.Edge(threshold, int64(k), big.NewRat(1, 1)), big.NewRat(1, 4), big.NewRat(1, 3), big.NewRat(1, 2), big.NewRat(3, 5), big.NewRat(2, 3), big.NewRat(3, 4)}
			for _, w := range ws {
				budget := newBudget(k, threshold, w)
				var in []int
				for i, g := range seen(groups) {
					if budget.Keeps(&g) {
						in = append(in, i)
					}
				}
				for i, x := range in {
					for j, y := range in[i:] {
						thirds := in[i+j:]
						if len(thirds) > 4 {
							thirds = thirds[len(thirds)-trials.Number(1, 4):]
						}
						for _, z := range append([]int{-1}, thirds...) {
							got := disclosure([3]int{x, y, z}, k)
							if got == nil {
								continue
							}
							tables++
							if got.Cmp(c) >= 0 {
								t.Fatalf("%v, %v and %v keep w = %v for k = %d, c = %v, and together tell %v", groups[x], groups[y], z, w, k, c, got)
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
	t.Log(tables, "tables,", tight, "near their threshold")
	if tables < 2000 || tight < 30 {
		t.Error("too few to say anything")
	}
}

// TestBudgetOfCuts cuts random tables in two: where both parts keep the budget, the whole is
// safe.
func TestBudgetOfCuts(t *testing.T) {
	trials.Long(t)
	safe := 0
	for seed := range trials.Seeds(t, 1200, 30000) {
		rng := rand.New(rand.NewPCG(seed, 20))
		k := 1 + rng.IntN(3)
		var groups []Group
		worst := new(big.Rat)
		for range 2 + rng.IntN(3) {
			g := groupOf(randomCounts(rng, 2+rng.IntN(8), []int64{2, 5, 30}[rng.IntN(3)])...)
			if seed%2 == 0 {
				// Groups that are bad in different ways: one frequent value, or several.
				frequent := make([]int64, 1+rng.IntN(k+1))
				for i := range frequent {
					frequent[i] = 6 + 2*rng.Int64N(4)
				}
				slices.SortFunc(frequent, func(a, b int64) int { return int(b - a) })
				g = ones(frequent, 4+rng.IntN(20))
			}
			groups = append(groups, g)
			if x := literally(t, []Group{g}, k); x.Cmp(worst) > 0 {
				worst = x
			}
		}
		c := near(worst, 0.001)
		if rng.IntN(2) == 0 {
			c = near(worst, 0.2*rng.Float64())
		}
		threshold := thresholdAt(t, c)
		budget, err := NewBudget(k, threshold)
		if err != nil {
			t.Fatal(err)
		}
		if seed%3 > 0 {
			budget = newBudget(k, threshold, big.NewRat(4+rng.Int64N(16), 20))
		}
		isSafe := literally(t, groups, k).Cmp(c) < 0
		kept := true
		for i := range groups {
			kept = kept && budget.Keeps(&groups[i])
			// What may become of a group is never said to be less than what it is.
			if x := float(literally(t, groups[i:i+1], k)); budget.Disclosure(&groups[i]) < x*(1-1e-9) {
				t.Fatalf("seed %d: %v: at most %v beside others, and %v alone", seed, groups[i], budget.Disclosure(&groups[i]), x)
			}
			if above := budget.Disclosure(&groups[i]) - float(c); above > 1e-9 && budget.Keeps(&groups[i]) || above < -1e-9 && !budget.Keeps(&groups[i]) {
				t.Fatalf("seed %d: %v: keeps the budget for %v = %v, and tells up to %v", seed, groups[i], c, budget.Keeps(&groups[i]), budget.Disclosure(&groups[i]))
			}
		}
		for cut := 1; cut < 1<<(len(groups)-1); cut++ {
			var parts [2][]Group
			for i, g := range groups {
				parts[cut>>i&1] = append(parts[cut>>i&1], g)
			}
			if !kept {
				continue
			}
			safe++
			if alone := literally(t, parts[0], k).Cmp(c) < 0 && literally(t, parts[1], k).Cmp(c) < 0; !isSafe || !alone {
				t.Fatalf("seed %d: %v keep the budget for k = %d, c = %v, and are not safe together", seed, groups, k, c)
			}
		}
	}
	if safe < 100 {
		t.Errorf("%d cuts kept their budget: too few to say anything", safe)
	}
}

// ones returns a group of people with frequent values and n others.
func ones(frequent []int64, n int) Group {
	for range n {
		frequent = append(frequent, 1)
	}
	return groupOf(frequent...)
}

// TestPartsSafeAlone: two parts, each safe below 25/37 for two pieces by itself, are not so
// together. In a group of 25 with 10 and fifteen times 1, the odds of a target are 15 : 10; two pieces
// about somebody in a group of 25 with 9, 9 and seven times 1 hold with 7/25. Alone, the one group
// has no such pieces, and the other no such target.
func TestPartsSafeAlone(t *testing.T) {
	target, other := ones([]int64{9, 9}, 7), ones([]int64{10}, 15)
	c := thresholdAt(t, big.NewRat(25, 37)) // odds of 12/25
	budget, err := NewBudget(2, c)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name   string
		groups []Group
		odds   *big.Rat
		safe   bool
	}{
		{"target", []Group{target}, big.NewRat(7*15, 9*24), true},
		{"other", []Group{other}, big.NewRat(15*14*13, 10*24*23), true},
		{"together", []Group{target, other}, big.NewRat(15*7, 10*25), false},
	} {
		levels, fractions := measured(t, test.groups, 2, c)
		if fractions[2].Cmp(disclosureOf(test.odds)) != 0 || levels[2].Safe != test.safe {
			t.Errorf("%s: %v, safe %v; want %v, %v", test.name, fractions[2], levels[2].Safe, disclosureOf(test.odds), test.safe)
		}
	}
	if budget.Keeps(&target) && budget.Keeps(&other) {
		t.Error("both keep the budget")
	}
}

// TestBudgetOfGroup compares with fractions, where a group is exactly on the boundary too:
// m(h) = F(h) is within it, a(h) = θ/F(k−h) is not.
func TestBudgetOfGroup(t *testing.T) {
	outside, inside := 0, 0
	for seed := range trials.Seeds(t, 1600, 40000) {
		rng := rand.New(rand.NewPCG(seed, 21))
		k := rng.IntN(5)
		g := groupOf(randomCounts(rng, 1+rng.IntN(9), []int64{2, 5, 30}[rng.IntN(3)])...)
		l := leavesOf(t, []Group{g}, k)[0]
		minimums := exactMinimums(l.profile, k)
		with := exactWith(l.profile, minimums)
		w := big.NewRat(1+rng.Int64N(10), 10)
		if rng.IntN(2) == 0 && minimums[1].Sign() > 0 {
			w = minimums[1]
		}
		c := big.NewRat(1+rng.Int64N(10), 10)
		if rng.IntN(2) == 0 {
			c = disclosureOf(with[k])
		}
		budget := newBudget(k, thresholdAt(t, c), w)
		odds := new(big.Rat).Quo(new(big.Rat).Sub(big.NewRat(1, 1), c), c)
		f := []*big.Rat{big.NewRat(1, 1)}
		for h := range k {
			f = append(f, new(big.Rat).Mul(f[h], w))
		}
		want := true
		for h := range k + 1 {
			want = want && minimums[h].Cmp(f[h]) >= 0 && new(big.Rat).Mul(with[h], f[k-h]).Cmp(odds) > 0
		}
		if odds.Sign() == 0 {
			want = with[k].Sign() > 0
		}
		if budget.Keeps(&g) != want {
			t.Fatalf("seed %d: %v keeps w = %v for k = %d, c = %v: %v, want %v", seed, g, w, k, c, !want, want)
		}
		if want {
			inside++
		} else {
			outside++
		}
	}
	if inside < 100 || outside < 100 {
		t.Errorf("%d inside, %d outside: too few to say anything", inside, outside)
	}
}

// TestBudgetMerges: what keeps a budget keeps it when groups are merged.
func TestBudgetMerges(t *testing.T) {
	for seed := range trials.Seeds(t, 3000, 30000) {
		rng := rand.New(rand.NewPCG(seed, 22))
		k := rng.IntN(4)
		all := randomGroups(rng, 1, 9, 6)
		all = append(all, randomGroups(rng, 1, 9, 6)...)
		merged := make([]int, 6)
		for _, g := range all {
			for v, n := range g {
				merged[v] += n
			}
		}
		budget := newBudget(k, thresholdAt(t, big.NewRat(4+rng.Int64N(6), 10)), big.NewRat(2+rng.Int64N(7), 10))
		groups := seen(append(all, merged))
		if last := len(groups) - 1; !budget.Keeps(&groups[last]) {
			kept := true
			for i := range last {
				kept = kept && budget.Keeps(&groups[i])
			}
			if kept {
				t.Fatalf("seed %d: %v keep a budget, and merged they do not", seed, all)
			}
		}
	}
}
