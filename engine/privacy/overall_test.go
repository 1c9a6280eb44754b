package privacy

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/knowledge"
)

func check(t *testing.T, r Requirement, release *Release) Finding {
	t.Helper()
	findings, err := r.Check(t.Context(), release)
	if err != nil || len(findings) != 1 {
		t.Fatalf("Check = %v, %v", findings, err)
	}
	return findings[0]
}

// TestByDefinition compares Check with the definitions, of all small tables and bounds; the
// guard with Check, for each group in the place of any two that it could fall into; and what
// is left without the groups that Violations names.
func TestByDefinition(t *testing.T) {
	checked := 0
	for _, d := range definitions() {
		for _, bound := range d.bounds {
			r := d.make(bound)
			eachTable(3, 2, func(groups []sizes) {
				checked++
				release := tableOf(groups)
				f, want := check(t, r, release), d.holds(groups, bound)
				number := math.NaN()
				if x := d.number(groups); x != nil {
					number, _ = x.Float64()
				}
				if f.Holds != want || f.Achieved != number && !(math.IsNaN(f.Achieved) && math.IsNaN(number)) {
					t.Fatalf("%s %v of %v: %v, %v, want %v, %v", d.name, bound, groups, f.Achieved, f.Holds, number, want)
				}
				named := map[int]bool{}
				if err := r.Violations(t.Context(), release, func(f Finding) { named[f.Group] = true }); err != nil || len(named) > 0 == want {
					t.Fatalf("%s %v of %v: %v are violations, %v", d.name, bound, groups, named, err)
				}
				var rest []sizes
				for i, g := range groups {
					if !named[i] {
						rest = append(rest, g)
					}
				}
				if !d.holds(rest, bound) {
					t.Fatalf("%s %v of %v: not without %v", d.name, bound, groups, named)
				}
				if len(groups) < 2 {
					return
				}
				// The last two groups are parts of one.
				last := len(groups) - 2
				whole := append(slices.Clone(groups[:last]), merged(groups[last], groups[last+1]))
				guard := r.Watch(&Whole{Values: 2})
				if !d.holds(whole, bound) {
					return
				}
				guard.Split(nil, tableOf(whole).Table.Groups)
				one, parts := tableOf(whole[last:]).Table.Groups, release.Table.Groups[last:]
				if got := guard.Allows(&one[0], parts); got != want {
					t.Fatalf("%s %v: from %v to %v: Allows = %v", d.name, bound, whole, groups, got)
				}
				guard.Split(&one[0], parts)
				// What replaces a group by itself changes nothing.
				if part := parts[:1]; guard.Coupled() && groups[last].f > 0 && guard.Allows(&part[0], part) != want {
					t.Fatalf("%s %v of %v: after a split, %v", d.name, bound, groups, !want)
				}
			})
		}
	}
	t.Logf("%d tables and bounds", checked)
}

func merged(a, b sizes) sizes { return sizes{a.f + b.f, a.others + b.others} }

// TestMergingKeeps: what holds does so with any two groups merged, for all small tables.
// What absorbs does so with a group merged that was left out.
func TestMergingKeeps(t *testing.T) {
	for _, d := range definitions() {
		for _, bound := range d.bounds {
			if r := d.make(bound); r.Merging(knowledge.SVPI) != Keeps {
				t.Fatalf("%s: %v", d.name, r.Merging(knowledge.SVPI))
			}
			eachTable(3, 2, func(groups []sizes) {
				holds := d.holds(groups, bound)
				for i := range groups {
					others := slices.Delete(slices.Clone(groups), i, i+1)
					for j := range others {
						together := slices.Clone(others)
						together[j] = merged(groups[i], others[j])
						if holds && !d.holds(together, bound) {
							t.Fatalf("%s %v holds for %v, and not for %v", d.name, bound, groups, together)
						}
						if d.name == "average_risk" && groups[i].f > 0 && others[j].f > 0 && d.holds(others, bound) && !d.holds(together, bound) {
							t.Fatalf("%s %v holds for %v, and not for %v", d.name, bound, others, together)
						}
					}
				}
			})
		}
	}
	if m := AverageRisk(0.1).Merging(knowledge.Multiset); m != Absorbs {
		t.Errorf("average_risk: %v", m)
	}
}

// TestNearTies: sums of quotients next to their bound, where no float64 and no 64 bits tell.
func TestNearTies(t *testing.T) {
	undecided := 0
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 81))
		var groups []sizes
		for range 1 + rng.IntN(6) {
			f := 1 + rng.Int64N(1<<rng.IntN(30))
			groups = append(groups, sizes{f, rng.Int64N(1 << rng.IntN(40))})
		}
		groups = append(groups, groups[:rng.IntN(len(groups))]...)
		sum, n := new(big.Rat), int64(0)
		tally := &journalistRisk{bound: newRatio(1), absent: absentHere, matches: map[int64]int64{}}
		gone := sizes{3, 4}
		tally.add(&tableOf([]sizes{gone}).Table.Groups[0], 2)
		for _, g := range groups {
			sum.Add(sum, big.NewRat(g.f, g.population()))
			n += g.f
			tally.add(&tableOf([]sizes{g}).Table.Groups[0], 1)
		}
		tally.add(&tableOf([]sizes{gone}).Table.Groups[0], -2)
		mean := new(big.Rat).Quo(sum, big.NewRat(n, 1))
		tiny := big.NewRat(1, 1<<62)
		tiny.Mul(tiny, tiny)
		for sign := range 3 {
			tally.bound = ratio{Rat: new(big.Rat).Add(mean, new(big.Rat).Mul(tiny, big.NewRat(int64(sign-1), 1)))}
			if tally.sum.compare(new(big.Rat).Mul(tally.bound.Rat, big.NewRat(n, 1))) == 0 {
				undecided++
			}
			first := tally.bound.covers(tally.groups, tally.population)
			if got, want := tally.with(nil, nil), first && sign >= 1; got != want {
				t.Fatalf("seed %d: %v at %d: %v", seed, groups, sign-1, got)
			}
		}
	}
	if undecided < 1000 {
		t.Fatalf("only %d are undecided by 64 bits", undecided)
	}
}

// TestRatios: numbers that do not fit are compared all the same.
func TestRatios(t *testing.T) {
	for _, c := range []struct {
		bound     float64
		part, all int64
		want      bool
	}{
		{1.0 / 3, 1 << 60, 3 << 59, false},
		{1.0 / 3, 1 << 59, 3 << 59, true},
		{1.0 / 3, 1<<59 + 1, 3 << 59, false},
		{1e-300, 1, 1 << 61, false},
		{1e-300, 0, 5, true},
		{1, 0, 0, true},
		{0, 0, 0, true},
		{0, 1, 1 << 61, false},
	} {
		if r := newRatio(c.bound); r.covers(c.part, c.all) != c.want {
			t.Errorf("%d/%d <= %v: %v", c.part, c.all, c.bound, !c.want)
		}
	}
}
