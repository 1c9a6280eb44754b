package breach

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/internal/dynprog"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/tests/trials"
)

// randomGroup returns a QI group of up to 8 people and 4 values.
func randomGroup(rng *rand.Rand, constraint knowledge.Constraint) partition.Group {
	g := partition.Group{People: int64(1 + rng.IntN(8))}
	counts := make([]int64, 4)
	occurrences := g.People
	if constraint != knowledge.SVPI {
		occurrences = int64(rng.IntN(10))
	}
	for range occurrences {
		if v := rng.IntN(4); constraint != knowledge.Set || counts[v] < g.People {
			counts[v]++
		}
	}
	for v, n := range counts {
		if n > 0 {
			g.Counts = append(g.Counts, partition.Count{Value: int32(v), N: n})
		}
	}
	slices.SortStableFunc(g.Counts, func(a, b partition.Count) int { return int(b.N - a.N) })
	return g
}

// defined returns the breach probability of a value in groups by the dynamic
// program, which shares nothing with the statistics.
func defined(groups []partition.Group, value int32, constraint knowledge.Constraint, p knowledge.Point) *big.Rat {
	var all []dynprog.Group
	for _, g := range groups {
		d := dynprog.Group{People: g.People}
		for _, c := range g.Counts {
			if c.Value == value {
				d.Sigma = c.N
			} else {
				d.Others = append(d.Others, c.N)
			}
		}
		all = append(all, d)
	}
	return dynprog.BreachProbabilityRat(all, constraint, p)
}

func randomPoints(rng *rand.Rand, n int) []Requirement {
	points := make([]Requirement, n)
	for i := range points {
		c, err := NewThresholdRat(big.NewRat(int64(2+rng.IntN(9)), 10))
		if err != nil {
			panic(err)
		}
		points[i] = Requirement{Point: knowledge.Point{L: int64(rng.IntN(4)), K: int64(rng.IntN(4)), M: int64(rng.IntN(4))}, C: c}
	}
	return points
}

func (c Threshold) rat() *big.Rat {
	// odds = (1−c)/c, so c = 1/(1+odds).
	return new(big.Rat).Inv(new(big.Rat).Add(big.NewRat(1, 1), c.odds))
}

// TestRunning adds random groups, as long as they are allowed, and compares each
// answer with the definition over all groups so far.
func TestRunning(t *testing.T) {
	allowed, refused := 0, 0
	for seed := range trials.Seeds(t, 600, 1500) {
		rng := rand.New(rand.NewPCG(seed, 1))
		constraint := knowledge.Constraint(rng.IntN(3))
		named := []ValueRequirements{{Value: 1, Requirements: randomPoints(rng, 1+rng.IntN(3))}, {Value: -1, Requirements: randomPoints(rng, 1)}}
		others := randomPoints(rng, rng.IntN(3))
		w := NewRunning(constraint, 4, 1000, named, others)
		var groups []partition.Group
		for range 6 {
			parts := []partition.Group{randomGroup(rng, constraint), randomGroup(rng, constraint)}[:1+rng.IntN(2)]
			got, err := w.Allows(parts)
			if err != nil {
				t.Fatal(err)
			}
			want := true
			for value := range int32(4) {
				points := others
				if value == 1 {
					points = named[0].Requirements
				}
				for _, q := range points {
					b := defined(slices.Concat(groups, parts), value, constraint, q.Point)
					want = want && b.Cmp(q.C.rat()) < 0
				}
			}
			if got != want {
				t.Fatalf("seed %d: Allows(%v) beside %v = %v, want %v", seed, parts, groups, got, want)
			}
			if !got {
				refused++
				continue
			}
			allowed++
			if err := w.Add(parts); err != nil {
				t.Fatal(err)
			}
			groups = append(groups, parts...)
		}
	}
	if allowed < 500 || refused < 500 {
		t.Fatalf("%d answers yes and %d answers no are too few to say anything", allowed, refused)
	}
}

// TestEachTarget: the worst of the targets in all groups is the breach probability,
// and Admits says the same of a group that is taken out of the table. EachAlone says of
// each group what is right of a table of it.
func TestEachTarget(t *testing.T) {
	trials.Long(t)
	for seed := range trials.Seeds(t, 600, 1500) {
		rng := rand.New(rand.NewPCG(seed, 2))
		constraint := knowledge.Constraint(rng.IntN(3))
		table := &partition.Table{Values: make([]partition.Value, 4)}
		for i := range 1 + rng.IntN(4) {
			g := randomGroup(rng, constraint)
			g.Histogram = fmt.Sprint(i)
			table.Groups = append(table.Groups, g)
			table.People += g.People
		}
		r, err := NewRelease(table, constraint)
		if err != nil {
			t.Fatal(err)
		}
		for value := range int32(4) {
			q := randomPoints(rng, 1)[0]
			want := defined(table.Groups, value, constraint, q.Point)
			worst, safe, found := 0.0, true, 0
			err := r.EachTarget(t.Context(), value, q, func(group int, of Finding) {
				found++
				s := of.Safe
				worst, safe = max(worst, of.Breach), safe && s
				// The same group, as one that the table does not have beside it.
				g := table.Groups[group]
				rest := &partition.Table{Values: table.Values, Groups: slices.Delete(slices.Clone(table.Groups), group, group+1), People: table.People}
				without, err := NewRelease(rest, constraint)
				if err != nil {
					t.Fatal(err)
				}
				if ok, err := without.Admits(&Merged{Group: &g}, value, q); err != nil || ok != s {
					t.Fatalf("seed %d: Admits(%v) = %v, %v; EachTarget says %v", seed, g, ok, err, s)
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			err = r.EachAlone(t.Context(), value, q, func(group int, of Finding) {
				found--
				breach, s := of.Breach, of.Safe
				want := defined(table.Groups[group:group+1], value, constraint, q.Point)
				if float, _ := want.Float64(); breach != float || s != (want.Cmp(q.C.rat()) < 0) {
					t.Fatalf("seed %d: group %v alone, at %v: %v, safe %v; want %v", seed, table.Groups[group], q.Point, breach, s, want)
				}
				if breach > worst {
					t.Fatalf("seed %d: group %v is at %v by itself, and all are at %v", seed, table.Groups[group], breach, worst)
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			found += r.starts[value+1] - r.starts[value]
			float, _ := want.Float64()
			if worst != float || safe != (want.Cmp(q.C.rat()) < 0) || found != r.starts[value+1]-r.starts[value] {
				t.Fatalf("seed %d: the worst of %d targets at %v is %v, safe %v; want %v", seed, found, q.Point, worst, safe, want)
			}
		}
	}
}
