package privacy

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/breach"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

// groupOf returns a QI group of people with one value each.
func groupOf(counts ...int64) partition.Group {
	g := partition.Group{}
	for v, n := range counts {
		if n > 0 {
			g.People += n
			g.Counts = append(g.Counts, partition.Count{Value: int32(v), N: n})
		}
	}
	slices.SortStableFunc(g.Counts, func(a, b partition.Count) int { return int(min(1, max(-1, b.N-a.N))) })
	return g
}

// releaseOf returns a release candidate of people with one value each.
func releaseOf(values int, groups ...partition.Group) *Release {
	r := &Release{Table: &partition.Table{Values: make([]partition.Value, values), Groups: groups}, Whole: make([]int64, values)}
	for _, g := range groups {
		r.Table.People += g.People
		for _, c := range g.Counts {
			r.Whole[c.Value] += c.N
		}
	}
	return r
}

// TestBoundaries: each bound is inclusive or strict as its source has it, and
// decided exactly where floating point cannot.
func TestBoundaries(t *testing.T) {
	const large = 1 << 58
	for _, c := range []struct {
		name        string
		requirement *Local
		group       partition.Group
		want        bool
	}{
		{"k of k people", KAnonymity(3), groupOf(3), true},
		{"k of k-1 people", KAnonymity(3), groupOf(2), false},
		{"as many values", DistinctDiversity(2), groupOf(5, 1), true},
		{"one value fewer", DistinctDiversity(3), groupOf(5, 1), false},
		{"a share at the limit", MaxShare(0.3), groupOf(3, 3, 3, 1), false},
		{"a share above the limit", MaxShare(0.3), groupOf(4, 3, 3, 1), false},
		{"a share below the limit", MaxShare(0.3), groupOf(29, 29, 29, 13), true},
		{"a share above 1/3 by one of 2^58", MaxShare(1.0 / 3), groupOf(large+1, large, large), false},
		{"a share of 1/3", MaxShare(1.0 / 3), groupOf(large, large, large), false},
		{"a share below 1/3 by one of 2^58", MaxShare(1.0 / 3), groupOf(large, large, large, 1), true},
		{"certainty", MaxShare(1), groupOf(large), false},
		{"all but certainty", MaxShare(1), groupOf(large, 1), true},
		{"entropy of equal shares", EntropyDiversity(3), groupOf(7, 7, 7), true},
		{"entropy of equal large shares", EntropyDiversity(3), groupOf(large, large, large), true},
		{"entropy just below", EntropyDiversity(3), groupOf(1000, 1000, 999), false},
		// H = ½ ln 2 + 2·¼ ln 4 = ln 2^1.5: neither 2.8 nor 2.9.
		{"entropy of unequal shares", EntropyDiversity(2.8), groupOf(2, 1, 1), true},
		{"entropy of unequal shares, more", EntropyDiversity(2.9), groupOf(2, 1, 1), false},
		// H = 4·⅛ ln 8 + ½ ln 2 = ln 4 exactly, though the shares differ.
		{"entropy equal to ln 4 by unequal shares", EntropyDiversity(4), groupOf(4, 1, 1, 1, 1), true},
		{"r1 equal to c times the tail", RecursiveDiversity(3, 2), groupOf(6, 1, 1), false},
		{"r1 below c times the tail", RecursiveDiversity(3, 2), groupOf(5, 1, 1), true},
		{"fewer than l values", RecursiveDiversity(100, 4), groupOf(1, 1, 1), false},
		{"r1 equal to 0.7 times a large tail", RecursiveDiversity(0.7, 2), groupOf(7*large/16, 5*large/16, 5*large/16), false},
		{"half of those who are left", negationsOf(1, 0.5), groupOf(2, 2, 1, 1), false},
		{"less than half of those who are left", negationsOf(1, 0.5), groupOf(2, 3, 2, 2), true},
		{"0.7 of those who are left, many", negationsOf(0, 0.7), groupOf(7*large/16, 3*large/16), false},
		{"one fewer", negationsOf(0, 0.7), groupOf(7*large/16-1, 3*large/16), true},
		{"nobody is left", negationsOf(2, 1), groupOf(1, 1, 1), false},
		{"somebody is left", negationsOf(2, 1), groupOf(1, 1, 1, 1), true},
		{"r1 one below that", RecursiveDiversity(0.7, 2), groupOf(7*large/16-1, 5*large/16, 5*large/16), true},
	} {
		guard := c.requirement.Watch(&Whole{Group: c.group, Values: len(c.group.Counts)})
		if got := guard.Allows(nil, []partition.Group{c.group}); got != c.want {
			t.Errorf("%s: Allows = %v, want %v", c.name, got, c.want)
		}
		findings, err := c.requirement.Check(t.Context(), releaseOf(len(c.group.Counts), c.group))
		if err != nil || len(findings) != 1 || findings[0].Holds != c.want {
			t.Errorf("%s: Check = %v, %v; want holds = %v", c.name, findings, err, c.want)
		}
	}
}

// TestCloseness puts groups at exactly t from the whole table.
func TestCloseness(t *testing.T) {
	// In the table 5 of 10 have value 0; in the first group 4 of 5: 0.3 more.
	for _, c := range []struct {
		t    float64
		want bool
	}{{0.3, true}, {0.29999999999999993, false}, {0.2, false}, {1, true}} {
		r := releaseOf(2, groupOf(4, 1), groupOf(1, 4))
		findings, err := TCloseness(c.t).Check(t.Context(), r)
		if err != nil || findings[0].Holds != c.want || math.Abs(findings[0].Achieved-0.3) > 1e-15 {
			t.Errorf("TCloseness(%v) = %v, %v; want holds = %v, achieved 0.3", c.t, findings, err, c.want)
		}
	}
}

// TestMeasures compares what findings say with fractions, and with decisions: a
// bound that is exactly what is achieved.
func TestMeasures(t *testing.T) {
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var groups []partition.Group
		for range 1 + rng.IntN(4) {
			groups = append(groups, groupOf(rng.Int64N(6), rng.Int64N(6), 1+rng.Int64N(6), rng.Int64N(3)))
		}
		r := releaseOf(4, groups...)
		share, closeness := new(big.Rat), new(big.Rat)
		for _, g := range groups {
			var counts [4]int64
			for _, c := range g.Counts {
				counts[c.Value] = c.N
			}
			distance := new(big.Rat)
			for v, n := range counts {
				if p := big.NewRat(n, g.People); p.Cmp(share) > 0 {
					share = p
				}
				d := new(big.Rat).Sub(big.NewRat(n, g.People), big.NewRat(r.Whole[v], r.Table.People))
				distance.Add(distance, d.Abs(d))
			}
			distance.Quo(distance, big.NewRat(2, 1))
			if distance.Cmp(closeness) > 0 {
				closeness = distance
			}
		}
		for _, c := range []struct {
			make    func(float64) *Local
			want    *big.Rat
			allowed bool // the bound itself
		}{{MaxShare, share, false}, {TCloseness, closeness, true}} {
			bound, _ := c.want.Float64()
			for _, at := range []struct {
				bound float64
				holds bool
			}{{bound, c.allowed}, {math.Nextafter(bound, -1), false}, {math.Nextafter(bound, 2), true}} {
				if at.bound <= 0 || at.bound > 1 {
					continue
				}
				findings, err := c.make(at.bound).Check(t.Context(), r)
				if err != nil || findings[0].Holds != at.holds || math.Abs(findings[0].Achieved-bound) > 1e-14 {
					t.Fatalf("seed %d: %v, %v; want achieved %v, holds %v", seed, findings, err, bound, at.holds)
				}
			}
		}
	}
}

// TestFloors: no group below its floor is ever allowed.
func TestFloors(t *testing.T) {
	for _, r := range []*Local{
		KAnonymity(4), DistinctDiversity(3), EntropyDiversity(2.2), RecursiveDiversity(2, 3), negationsOf(1, 0.7), MaxShare(0.4), TCloseness(0.1),
	} {
		whole := groupOf(5, 5, 5)
		guard := r.Watch(&Whole{Group: whole, Values: 3})
		floor := guard.Floor()
		for n := range 5 * 5 * 5 {
			g := groupOf(int64(n%5), int64(n/5%5), int64(n/25))
			if g.People > 0 && (g.People < floor.People || len(g.Counts) < floor.Values) && guard.Allows(nil, []partition.Group{g}) {
				t.Errorf("%s allows %v, which is below its floor %v", r.name, g, floor)
			}
		}
	}
}

// TestNoPeople: a table without groups satisfies everything; a group in which
// nobody has a value satisfies what bounds shares from above only.
func TestNoPeople(t *testing.T) {
	c, err := breach.NewThreshold(0.5)
	if err != nil {
		t.Fatal(err)
	}
	skyline := &Skyline{Others: []Point{{Requirement: breach.Requirement{C: c}, Threshold: 0.5, Label: "all"}}}
	for _, requirement := range []Requirement{KAnonymity(5), EntropyDiversity(2), TCloseness(0.1), skyline} {
		findings, err := requirement.Check(t.Context(), releaseOf(2))
		if err != nil || !findings[0].Holds {
			t.Errorf("Check of an empty table = %v, %v", findings, err)
		}
	}
	nobody := partition.Group{People: 3}
	for _, c := range []struct {
		requirement Requirement
		want        bool
	}{
		{KAnonymity(3), true},
		{MaxShare(0.1), true},
		{skyline, true},
		{DistinctDiversity(1), false},
		{EntropyDiversity(1), false},
		{RecursiveDiversity(9, 1), false},
		{TCloseness(0.9), false},
		{TCloseness(1), true},
	} {
		r := releaseOf(1, nobody)
		r.Constraint = knowledge.Set
		findings, err := c.requirement.Check(t.Context(), r)
		if err != nil || findings[0].Holds != c.want {
			t.Errorf("Check of people without values = %v, %v; want holds = %v", findings, err, c.want)
		}
	}
}

// TestSetError: a group in which a value occurs more often than there are people is
// no reconstruction's.
func TestSetError(t *testing.T) {
	c, _ := breach.NewThreshold(0.5)
	g := partition.Group{People: 1, Counts: []partition.Count{{Value: 0, N: 2}}}
	r := releaseOf(1, g)
	r.Constraint = knowledge.Set
	if _, err := (&Skyline{Others: []Point{{Requirement: breach.Requirement{C: c}}}}).Check(t.Context(), r); !errors.Is(err, breach.ErrSet) {
		t.Errorf("Check = %v, want ErrSet", err)
	}
}
