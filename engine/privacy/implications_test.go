package privacy

import (
	"errors"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine"
	"skyline/engine/breach"
	"skyline/engine/disclosure"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/tests/trials"
)

var _ Requirement = (*implications)(nil)

// TestImplications: the paper's Fig. 3, for which 1 implication tells 2/3.
func TestImplications(t *testing.T) {
	r := releaseOf(6, groupOf(2, 2, 1), groupOf(2, 0, 0, 1, 1, 1))
	for _, c := range []struct {
		k     int64
		c     float64
		rule  string
		want  float64
		holds bool
	}{
		{0, 0.4, "maximum disclosure under 0 basic implications < 0.4", 0.4, false},
		{0, 0.5, "maximum disclosure under 0 basic implications < 0.5", 0.4, true},
		{1, 2.0 / 3, "maximum disclosure under 1 basic implication < 0.6666666666666666", 2.0 / 3, false},
		{1, 0.67, "maximum disclosure under 1 basic implication < 0.67", 2.0 / 3, true},
		{2, 1, "maximum disclosure under 2 basic implications < 1", 1, false},
	} {
		findings, err := Implications(c.k, c.c).Check(t.Context(), r)
		if err != nil || len(findings) != 1 {
			t.Fatal(findings, err)
		}
		f := findings[0]
		if f.Requirement != "implications" || f.Rule != c.rule || f.Required != c.c || f.Achieved != c.want || f.Holds != c.holds || f.Value != 0 || f.Group < 0 {
			t.Errorf("k = %d, c = %v: %+v", c.k, c.c, f)
		}
	}
	findings, err := Implications(2, 0.5).Check(t.Context(), releaseOf(2))
	if err != nil || !findings[0].Holds || !math.IsNaN(findings[0].Achieved) || findings[0].Group != -1 {
		t.Errorf("without groups: %v, %v", findings, err)
	}
	if Implications(1, 0.5).Merging(knowledge.SVPI) != Keeps || Implications(1, 0.5).Merging(knowledge.Set) != MayBreak {
		t.Error("merging groups of people with one value keeps (c,k)-safety, others are not known to")
	}
}

// TestImplicationsErrors: bounds that callers should have refused.
func TestImplicationsErrors(t *testing.T) {
	r := releaseOf(2, groupOf(1, 1))
	for _, c := range []struct {
		requirement Requirement
		want        error
	}{
		{Implications(-1, 0.5), &engine.ParamError{Package: "privacy", Param: "k"}},
		{Implications(disclosure.MaxK+1, 0.5), &engine.ParamError{Package: "privacy", Param: "k"}},
		{Implications(math.MaxInt64, 0.5), &engine.ParamError{Package: "privacy", Param: "k"}},
		{Implications(1, 0), &engine.ParamError{Package: "breach", Param: "c"}},
		{Implications(1, math.NaN()), &engine.ParamError{Package: "breach", Param: "c"}},
	} {
		if _, err := c.requirement.Check(t.Context(), r); !errors.Is(err, c.want) {
			t.Errorf("Check = %v, want %v", err, c.want)
		}
		if err := c.requirement.Violations(t.Context(), r, func(Finding) {}); !errors.Is(err, c.want) {
			t.Errorf("Violations = %v, want %v", err, c.want)
		}
		if _, err := c.requirement.Meets(r, nil, NewMerged(r, &r.Table.Groups[0], nil)); !errors.Is(err, c.want) {
			t.Errorf("Meets = %v, want %v", err, c.want)
		}
		guard := c.requirement.Watch(&Whole{})
		if guard.Coupled() || guard.Allows(nil, r.Table.Groups) {
			t.Error("a requirement that there is not allows something")
		}
		guard.Split(nil, r.Table.Groups)
	}
}

// TestImplicationsAgree: on random splits the guard allows what Check finds safe; the
// worst violation is what Check finds; a group that is taken out meets the
// requirement if it is no violation; copies are groups.
func TestImplicationsAgree(t *testing.T) {
	trials.Long(t)
	allowed, refused := 0, 0
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 2))
		k, c := rng.Int64N(4), float64(3+rng.IntN(8))/10
		requirement := Implications(k, c)
		whole := groupOf(rng.Int64N(60), rng.Int64N(60), rng.Int64N(60), 1+rng.Int64N(40), rng.Int64N(30), rng.Int64N(30))
		guard := requirement.Watch(&Whole{Constraint: knowledge.SVPI, Group: whole, Values: 6})
		floor := guard.Floor()
		guard.Split(nil, []partition.Group{whole})
		groups := []partition.Group{whole}
		for range 30 {
			i := rng.IntN(len(groups))
			parts := halves(rng, groups[i])
			if parts == nil {
				continue
			}
			next := slices.Concat(groups[:i], groups[i+1:], parts)
			findings, err := requirement.Check(t.Context(), releaseOf(6, next...))
			if err != nil {
				t.Fatal(err)
			}
			got := guard.Allows(&groups[i], parts)
			if got != findings[0].Holds {
				t.Fatalf("seed %d: %v are allowed = %v: %+v", seed, next, got, findings)
			}
			for _, g := range parts {
				if got && (g.People < floor.People || len(g.Counts) < floor.Values) {
					t.Fatalf("seed %d: %v is allowed, below the floor %v", seed, g, floor)
				}
			}
			if got {
				allowed++
				guard.Split(&groups[i], parts)
				groups = next
				continue
			}
			refused++
			checkViolations(t, seed, requirement, next, &findings[0])
		}
	}
	t.Logf("%d allowed, %d refused", allowed, refused)
	if allowed < 200 || refused < 200 {
		t.Error("too few to say anything")
	}
}

func checkViolations(t *testing.T, seed uint64, requirement Requirement, groups []partition.Group, found *Finding) {
	t.Helper()
	violated := map[int]bool{}
	worst := 0.0
	err := requirement.Violations(t.Context(), releaseOf(6, groups...), func(f Finding) {
		violated[f.Group] = true
		worst = max(worst, f.Achieved)
		if f.Holds || f.Value != groups[f.Group].Counts[0].Value {
			t.Fatalf("seed %d: %+v", seed, f)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if !violated[found.Group] || worst != found.Achieved {
		t.Fatalf("seed %d: of %v, %v are violated, at worst %v; want %+v", seed, groups, violated, worst, found)
	}
	for i := range groups {
		others := slices.Concat(groups[:i], groups[i+1:])
		rest := releaseOf(6, others...)
		if got, err := requirement.Meets(rest, nil, NewMerged(rest, &groups[i], nil)); err != nil || got == violated[i] {
			t.Fatalf("seed %d: of %v, group %d meets the requirement = %v, %v", seed, groups, i, got, err)
		}
	}
	twice := releaseOf(6, groups...)
	twice.Copies = slices.Repeat([]int64{2}, len(groups))
	a, err := requirement.Check(t.Context(), twice)
	if err != nil {
		t.Fatal(err)
	}
	b, err := requirement.Check(t.Context(), releaseOf(6, slices.Concat(groups, groups)...))
	if err != nil || a[0].Achieved != b[0].Achieved || a[0].Holds != b[0].Holds {
		t.Fatalf("seed %d: twice %v is %+v, and %+v", seed, groups, a, b)
	}
}

// halves splits a group at random; nil if one part has nobody.
func halves(rng *rand.Rand, g partition.Group) []partition.Group {
	var parts [2][6]int64
	for _, c := range g.Counts {
		n := rng.Int64N(c.N + 1)
		if rng.IntN(3) > 0 {
			n = c.N / 2
		}
		parts[0][c.Value], parts[1][c.Value] = n, c.N-n
	}
	one, two := groupOf(parts[0][:]...), groupOf(parts[1][:]...)
	if one.People == 0 || two.People == 0 {
		return nil
	}
	return []partition.Group{one, two}
}

// negationsOf is Negations with parameters that are sound.
func negationsOf(k int64, c float64) *Local {
	r, err := Negations(k, c)
	if err != nil {
		panic(err)
	}
	return r
}

// TestNegations takes the values away that somebody is known not to have: any k of them.
func TestNegations(t *testing.T) {
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 4))
		k, tenths := rng.IntN(4), 1+rng.Int64N(10)
		var groups []partition.Group
		worst := new(big.Rat)
		for range 1 + rng.IntN(3) {
			counts := []int64{1 + rng.Int64N(9), rng.Int64N(9), rng.Int64N(9), rng.Int64N(5), rng.Int64N(5)}
			groups = append(groups, groupOf(counts...))
			for out := range 1 << len(counts) {
				left := int64(0)
				for value, n := range counts {
					if out>>value&1 == 0 {
						left += n
					}
				}
				for value, n := range counts {
					if bits.OnesCount(uint(out)) <= k && out>>value&1 == 0 && n > 0 && worst.Cmp(big.NewRat(n, left)) < 0 {
						worst.SetFrac64(n, left)
					}
				}
			}
		}
		findings, err := negationsOf(int64(k), float64(tenths)/10).Check(t.Context(), releaseOf(5, groups...))
		if err != nil {
			t.Fatal(err)
		}
		achieved, _ := worst.Float64()
		if f := findings[0]; f.Achieved != achieved || f.Holds != (worst.Cmp(big.NewRat(tenths, 10)) < 0) {
			t.Fatalf("seed %d: %v, k = %d: %+v, want %v", seed, groups, k, f, worst)
		}
	}
	for _, wrong := range []struct {
		k int64
		c float64
	}{{-1, 0.5}, {disclosure.MaxK + 1, 0.5}, {1, 0}, {1, 1.5}, {1, math.NaN()}} {
		if _, err := Negations(wrong.k, wrong.c); err == nil {
			t.Errorf("Negations(%v) is no error", wrong)
		}
	}
}

// TestNegationsAreDiversity: with l−2 values ruled out, nobody's disclosure reaches
// c/(c+1) just when the groups are (c,l)-diverse.
func TestNegationsAreDiversity(t *testing.T) {
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 3))
		l, c := 2+rng.Int64N(3), float64(1+rng.IntN(20))/4
		var groups []partition.Group
		var seen []disclosure.Group
		for range 1 + rng.IntN(3) {
			g := groupOf(1+rng.Int64N(9), rng.Int64N(9), rng.Int64N(9), rng.Int64N(5), rng.Int64N(5))
			groups = append(groups, g)
			s := disclosure.Group{People: g.People, Copies: 1}
			for _, n := range g.Counts {
				s.Counts = append(s.Counts, n.N)
			}
			seen = append(seen, s)
		}
		findings, err := RecursiveDiversity(c, l).Check(t.Context(), releaseOf(5, groups...))
		if err != nil {
			t.Fatal(err)
		}
		threshold, err := breach.NewThreshold(0.5)
		if err != nil {
			t.Fatal(err)
		}
		levels, err := disclosure.Measure(t.Context(), seen, int(l-2), threshold, 1)
		if err != nil {
			t.Fatal(err)
		}
		// c is a multiple of 1/4, so that equal fractions round to equal floats, and
		// others of so few people differ by more.
		negations := levels[l-2].Negations
		if got := negations < c/(c+1) && math.Abs(negations-c/(c+1)) > 1e-12; got != findings[0].Holds {
			t.Fatalf("seed %d: %v: negations tell %v, of %v; (%v,%d)-diverse = %v", seed, groups, negations, c/(c+1), c, l, findings[0].Holds)
		}
	}
}
