package breach

import (
	"context"
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/internal/bruteforce"
	"skyline/engine/internal/dynprog"
	"skyline/engine/internal/vectors"
	"skyline/engine/knowledge"
	"skyline/tests/trials"

	"github.com/google/go-cmp/cmp"
)

// check compares one finding with the exact breach probability.
func check(t *testing.T, r *Release, value int32, p knowledge.Point, c *big.Rat, want *big.Rat) {
	t.Helper()
	threshold, err := NewThresholdRat(c)
	if err != nil {
		t.Fatal(err)
	}
	var got Finding
	if value >= 0 {
		findings, err := r.Check(context.Background(), value, []Requirement{{Point: p, C: threshold}})
		if err != nil {
			t.Fatal(err)
		}
		got = findings[0]
	} else {
		got.Safe = true
	}
	if f, _ := want.Float64(); got.Breach != f {
		t.Fatalf("breach at %+v = %v, want %v = %v (%v)", p, got.Breach, f, want, r.constraint)
	}
	if certain := want.Cmp(big.NewRat(1, 1)) == 0; got.Certain != certain {
		t.Fatalf("certain at %+v = %v, want %v: the breach probability is %v (%v)", p, got.Certain, certain, want, r.constraint)
	}
	if safe := want.Cmp(c) < 0; got.Safe != safe {
		t.Fatalf("safe at %+v below %v = %v, want %v: the breach probability is %v (%v)", p, c, got.Safe, safe, want, r.constraint)
	}
}

// thresholds are the probability itself, where safety turns, and what is next to it.
func thresholds(p *big.Rat) []*big.Rat {
	near := big.NewRat(1, 1<<60)
	var out []*big.Rat
	for _, c := range []*big.Rat{p, new(big.Rat).Add(p, near), new(big.Rat).Sub(p, near), big.NewRat(1, 2), big.NewRat(1, 1)} {
		if c.Sign() > 0 && c.Cmp(big.NewRat(1, 1)) <= 0 {
			out = append(out, c)
		}
	}
	return out
}

func TestCheckVectors(t *testing.T) {
	for _, test := range vectors.Load(t, vectors.BreachCases) {
		r, value := release(t, test.Constraint, groupsOf(test.Groups), test.Sigma)
		for _, c := range thresholds(test.BreachProbability) {
			check(t, r, value, test.Point, c, test.BreachProbability)
		}
	}
}

func groupsOf(groups []vectors.Group) []bruteforce.Group {
	var out []bruteforce.Group
	for _, g := range groups {
		out = append(out, bruteforce.Group{People: g.People, Counts: g.Counts})
	}
	return out
}

func TestFindVectors(t *testing.T) {
	for _, test := range vectors.Load(t, vectors.SkylineCases) {
		r, value := release(t, test.Constraint, groupsOf(test.Groups), test.Sigma)
		if got := r.MaxL(value); got != test.MaxL {
			t.Errorf("MaxL = %d, want %d: %+v", got, test.MaxL, test)
		}
		c, err := NewThresholdRat(test.Confidence)
		if err != nil {
			t.Fatal(err)
		}
		got, err := r.Find(context.Background(), value, c, 1000)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.Skyline, got); diff != "" {
			t.Errorf("Find of %+v (-want +got):\n%s", test, diff)
		}
	}
}

// TestCheckByDefinition enumerates every reconstruction and every grounding of
// random small tables.
func TestCheckByDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(2009, 18))
	for range trials.Number(150, 1500) {
		for _, constraint := range constraints {
			groups := smallGroups(rng, constraint)
			r, value := release(t, constraint, groups, "v0")
			top := knowledge.Point{L: 3, K: 3, M: 3}
			box, err := bruteforce.BreachProbabilities(groups, "v0", constraint, top)
			if err != nil {
				t.Fatal(err)
			}
			for l := range top.L + 1 {
				for k := range top.K + 1 {
					for m := range top.M + 1 {
						p := knowledge.Point{L: l, K: k, M: m}
						want := box.At(p)
						for _, c := range thresholds(want) {
							check(t, r, value, p, c, want)
						}
					}
				}
			}
		}
	}
}

// TestFindByDefinition decides every point of the box of random small tables.
func TestFindByDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 10))
	fractions := []*big.Rat{big.NewRat(1, 2), big.NewRat(1, 3), big.NewRat(2, 3), big.NewRat(9, 10), big.NewRat(1, 1), big.NewRat(3, 4)}
	for compared := 0; compared < 900; {
		for _, constraint := range constraints {
			groups := smallGroups(rng, constraint)
			c := fractions[rng.IntN(len(fractions))]
			want, err := bruteforce.KnowledgeSkyline(groups, "v0", constraint, c)
			if errors.Is(err, bruteforce.ErrTooLarge) {
				continue
			}
			compared++
			if err != nil {
				t.Fatal(err)
			}
			r, value := release(t, constraint, groups, "v0")
			threshold, err := NewThresholdRat(c)
			if err != nil {
				t.Fatal(err)
			}
			got, err := r.Find(context.Background(), value, threshold, 1000)
			if err != nil {
				t.Fatal(err)
			}
			// The oracle caps l where it is over groups with the value only.
			if maxL := maxLBeside(groups, "v0"); r.MaxL(value) > maxL {
				got = cut(got, maxL)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("Find(%v, %v, c = %v) (-want +got):\n%s", groups, constraint, c, diff)
			}
		}
	}
}

// smallGroups returns groups that the oracle can enumerate.
func smallGroups(rng *rand.Rand, c knowledge.Constraint) []bruteforce.Group {
	for {
		groups := randomGroups(rng, c, 1+rng.IntN(3), 5, 3)
		_, err := bruteforce.BreachProbability(groups, "v0", c, knowledge.Point{})
		if !errors.Is(err, bruteforce.ErrTooLarge) {
			return groups
		}
	}
}

func maxLBeside(groups []bruteforce.Group, sigma string) int64 {
	most := 0
	for _, g := range groups {
		if g.Counts[sigma] > 0 {
			others := 0
			for _, n := range g.Counts {
				if n > 0 {
					others++
				}
			}
			most = max(most, others-1)
		}
	}
	return int64(most)
}

// cut moves points with larger l down to maxL and drops what is then dominated.
func cut(points []knowledge.Point, maxL int64) []knowledge.Point {
	var out []knowledge.Point
	for _, p := range points {
		p.L = min(p.L, maxL)
		out = append(out, p)
	}
	return slices.DeleteFunc(slices.Compact(out), func(p knowledge.Point) bool {
		return slices.ContainsFunc(out, func(q knowledge.Point) bool { return q != p && q.Dominates(p) })
	})
}

// TestCheckByDynamicProgram compares with the exact form of the method that
// congregation replaces, where enumeration is out of reach.
func TestCheckByDynamicProgram(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for range 60 {
		for _, constraint := range constraints {
			groups := randomGroups(rng, constraint, 1+rng.IntN(8), 30, 6)
			r, value := release(t, constraint, groups, "v0")
			for range 4 {
				p := knowledge.Point{L: rng.Int64N(7), K: rng.Int64N(12), M: rng.Int64N(12)}
				want := dynprog.BreachProbabilityRat(dpGroups(groups, "v0"), constraint, p)
				for _, c := range thresholds(want) {
					check(t, r, value, p, c, want)
				}
			}
		}
	}
}

// TestCheckManyGroups compares with the dynamic program in float64 on tables of
// thousands of groups, where the frontier does its work.
func TestCheckManyGroups(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	for _, constraint := range constraints {
		groups := randomGroups(rng, constraint, 3000, 60, 20)
		r, value := release(t, constraint, groups, "v0")
		for range 4 {
			p := knowledge.Point{L: rng.Int64N(8), K: rng.Int64N(6), M: rng.Int64N(6)}
			want := dynprog.BreachProbability(dpGroups(groups, "v0"), constraint, p)
			one, _ := NewThreshold(1)
			got, err := r.Check(context.Background(), value, []Requirement{{Point: p, C: one}})
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(got[0].Breach-want) > 1e-12*want {
				t.Errorf("%v at %+v: breach = %v, want %v", constraint, p, got[0].Breach, want)
			}
		}
	}
}
