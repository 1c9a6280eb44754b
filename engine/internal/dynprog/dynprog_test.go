package dynprog

import (
	"fmt"
	"maps"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"skyline/engine/internal/bruteforce"
	"skyline/engine/internal/paperdata"
	"skyline/engine/internal/vectors"
	"skyline/engine/knowledge"
	"skyline/tests/trials"
)

// tolerance bounds the relative error of BreachProbability on the tables of
// these tests: they have at most 20 groups, each of which adds a product of two
// numbers with a few units in the last place (2⁻⁵²) of error.
const tolerance = 1e-13

var constraints = []knowledge.Constraint{knowledge.SVPI, knowledge.Set, knowledge.Multiset}

// check compares both functions with the exact breach probability.
func check(t *testing.T, groups []Group, c knowledge.Constraint, p knowledge.Point, want *big.Rat) {
	t.Helper()
	if got := BreachProbabilityRat(groups, c, p); got.Cmp(want) != 0 {
		t.Errorf("BreachProbabilityRat(%v, %v, %v) = %v, want %v", groups, c, p, got, want)
	}
	w, _ := want.Float64()
	if got := BreachProbability(groups, c, p); !(math.Abs(got-w) <= tolerance*w) {
		t.Errorf("BreachProbability(%v, %v, %v) = %v, want %v", groups, c, p, got, w)
	}
}

// fromCounts splits the counts of a QI group by the target value.
func fromCounts(people int, counts map[string]int, sigma string) Group {
	g := Group{People: int64(people)}
	for _, v := range slices.Sorted(maps.Keys(counts)) {
		if v == sigma {
			g.Sigma = int64(counts[v])
		} else {
			g.Others = append(g.Others, int64(counts[v]))
		}
	}
	return g
}

// randomCounts returns up to 3 QI groups of, in all, at most the given numbers
// of people and of occurrences (in SVPI there are as many as people), with the
// target value "s" and at most 3 others. They have a reconstruction.
func randomCounts(rng *rand.Rand, c knowledge.Constraint, maxPeople, maxOccurrences int) []bruteforce.Group {
	var groups []bruteforce.Group
	for range 1 + rng.IntN(3) {
		if maxPeople == 0 {
			break
		}
		g := bruteforce.Group{People: 1 + rng.IntN(maxPeople), Counts: map[string]int{}}
		maxPeople -= g.People
		n := g.People
		if c != knowledge.SVPI {
			n = rng.IntN(maxOccurrences + 1)
			maxOccurrences -= n
		}
		for range n {
			v := "s"
			if i := rng.IntN(5); i < 3 {
				v = strconv.Itoa(i)
			}
			if c != knowledge.Set || g.Counts[v] < g.People {
				g.Counts[v]++
			}
		}
		groups = append(groups, g)
	}
	return groups
}

// Every point up to (4, 7, 7) of small random tables, against the definition.
// The points go beyond the number of values and of people.
func TestAgainstDefinition(t *testing.T) {
	trials.Long(t)
	const seed = 4
	rng := rand.New(rand.NewPCG(seed, 0))
	top := knowledge.Point{L: 4, K: 7, M: 7}
	tables, points := 0, 0
	for range trials.Number(40, 100) {
		for _, c := range constraints {
			counts := randomCounts(rng, c, 6, 6)
			box, err := bruteforce.BreachProbabilities(counts, "s", c, top)
			if err != nil {
				t.Fatalf("seed %d: %v, %v: %v", seed, counts, c, err)
			}
			var groups []Group
			for _, g := range counts {
				groups = append(groups, fromCounts(g.People, g.Counts, "s"))
			}
			tables++
			for l := range top.L + 1 {
				for k := range top.K + 1 {
					for m := range top.M + 1 {
						p := knowledge.Point{L: l, K: k, M: m}
						check(t, groups, c, p, box.At(p))
						points++
					}
				}
			}
			if t.Failed() {
				t.Fatalf("seed %d, table %d", seed, tables)
			}
		}
	}
	t.Logf("%d points of %d tables", points, tables)
}

func TestVectors(t *testing.T) {
	cases := vectors.Load(t, vectors.BreachCases)
	for _, tc := range cases {
		var groups []Group
		for _, g := range tc.Groups {
			groups = append(groups, fromCounts(g.People, g.Counts, tc.Sigma))
		}
		check(t, groups, tc.Constraint, tc.Point, tc.BreachProbability)
	}
	t.Logf("%d vectors", len(cases))
}

// Cases where a formula as printed goes wrong; the values are by enumeration.
func TestBoundaries(t *testing.T) {
	for _, tc := range []struct {
		name   string
		c      knowledge.Constraint
		groups []Group
		p      knowledge.Point
		want   *big.Rat
	}{
		{
			"V of a group without the value, k+m over its size", knowledge.SVPI,
			[]Group{{5, 1, []int64{4}}, {1, 0, []int64{1}}},
			knowledge.Point{K: 2, M: 1},
			big.NewRat(1, 2),
		},
		{
			"V of a group without the value, 0/0", knowledge.SVPI,
			[]Group{{4, 1, []int64{3}}, {1, 0, []int64{1}}},
			knowledge.Point{M: 2},
			big.NewRat(1, 2),
		},
		{
			"T with 0/0", knowledge.Multiset,
			[]Group{{1, 1, nil}},
			knowledge.Point{},
			big.NewRat(1, 1),
		},
		{
			"value absent", knowledge.Set,
			[]Group{{2, 0, []int64{2}}, {1, 0, nil}},
			knowledge.Point{L: 2, K: 2, M: 2},
			new(big.Rat),
		},
		{
			"target in a group without the value, V = 0 elsewhere", knowledge.SVPI,
			[]Group{{2, 0, []int64{2}}, {2, 2, nil}},
			knowledge.Point{M: 1},
			big.NewRat(1, 1),
		},
		{
			"k over the number of people without the value", knowledge.SVPI,
			[]Group{{4, 1, []int64{2, 1}}, {2, 0, []int64{1, 1}}},
			knowledge.Point{K: 3},
			big.NewRat(1, 1),
		},
		{
			"more l than other values", knowledge.Multiset,
			[]Group{{3, 1, []int64{1}}},
			knowledge.Point{L: math.MaxInt64},
			big.NewRat(3, 7),
		},
		{
			"more k and m than people", knowledge.Multiset,
			[]Group{{3, 1, []int64{1}}},
			knowledge.Point{K: math.MaxInt64, M: math.MaxInt64},
			big.NewRat(1, 1),
		},
		{
			"no groups", knowledge.SVPI, nil, knowledge.Point{L: 1, K: 1, M: 1}, new(big.Rat),
		},
	} {
		t.Run(tc.name, func(t *testing.T) { check(t, tc.groups, tc.c, tc.p, tc.want) })
	}
}

// Input without a reconstruction has no meaningful result, but must not panic.
func TestNoReconstruction(t *testing.T) {
	for _, groups := range [][]Group{
		{{People: -1, Sigma: 1}},
		{{People: 0, Sigma: 1}},
		{{People: 2, Sigma: 5, Others: []int64{9, -3}}},
		{{People: 2, Sigma: -1, Others: []int64{-1}}},
		{{People: 5, Sigma: 1, Others: []int64{-9, 0}}},
	} {
		for _, c := range append(constraints, -1, 9) {
			for _, p := range []knowledge.Point{{}, {L: 1, K: 1, M: 1}, {L: -1, K: -1, M: -1}} {
				if got := BreachProbability(groups, c, p); !(got >= 0 && got <= 1) {
					t.Errorf("BreachProbability(%v, %v, %v) = %v, want a number in [0, 1]", groups, c, p, got)
				}
				if got := BreachProbabilityRat(groups, c, p); got.Sign() < 0 || got.Cmp(big.NewRat(1, 1)) > 0 {
					t.Errorf("BreachProbabilityRat(%v, %v, %v) = %v, want a number in [0, 1]", groups, c, p, got)
				}
			}
		}
	}
}

// The two groups that Sect. 3 compares: alike without knowledge, far apart when
// four others are known not to have AIDS.
func TestPrintedGroups(t *testing.T) {
	flu := paperdata.ChenFluGroup()
	small := []Group{fromCounts(len(flu.People), flu.Counts(), "AIDS")}
	people, counts := paperdata.ChenHundred()
	large := []Group{fromCounts(people, counts, "AIDS")}

	check(t, small, knowledge.SVPI, knowledge.Point{}, big.NewRat(1, 5))
	check(t, large, knowledge.SVPI, knowledge.Point{}, big.NewRat(1, 5))
	check(t, small, knowledge.SVPI, knowledge.Point{K: 4}, big.NewRat(1, 1))
	// 20 of the 96 others left: the definition, by symmetry.
	check(t, large, knowledge.SVPI, knowledge.Point{K: 4}, big.NewRat(20, 96))
}

// On tables too large to enumerate, the float result is the exact one rounded,
// and neither depends on the order of groups and values.
func TestFloatAgainstExact(t *testing.T) {
	const seed = 5
	rng := rand.New(rand.NewPCG(seed, 0))
	for range 10 {
		for _, c := range constraints {
			groups := randomGroups(rng, 20)
			p := knowledge.Point{L: rng.Int64N(4), K: rng.Int64N(5), M: rng.Int64N(5)}
			want := BreachProbabilityRat(groups, c, p)
			check(t, groups, c, p, want)

			rng.Shuffle(len(groups), func(i, j int) { groups[i], groups[j] = groups[j], groups[i] })
			for _, g := range groups {
				rng.Shuffle(len(g.Others), func(i, j int) { g.Others[i], g.Others[j] = g.Others[j], g.Others[i] })
			}
			check(t, groups, c, p, want)
		}
	}
}

// randomGroups returns n QI groups that have reconstructions in all constraints.
func randomGroups(rng *rand.Rand, n int) []Group {
	groups := make([]Group, n)
	for i := range groups {
		g := &groups[i]
		g.People = 10 + rng.Int64N(200)
		g.Sigma = rng.Int64N(g.People / 4)
		for rest := g.People - g.Sigma; rest > 0; {
			count := 1 + rng.Int64N(rest)
			g.Others = append(g.Others, count)
			rest -= count
		}
	}
	return groups
}

func BenchmarkBreachProbability(b *testing.B) {
	for _, c := range constraints {
		for _, n := range []int{10, 100} {
			for _, km := range []int64{4, 8, 16} {
				b.Run(fmt.Sprintf("constraint=%v/groups=%d/k=m=%d", c, n, km), func(b *testing.B) {
					groups := randomGroups(rand.New(rand.NewPCG(6, 0)), n)
					for i := range groups {
						// So large that nothing is certain.
						groups[i].People += 100
						groups[i].Others = append(groups[i].Others, 100)
					}
					p := knowledge.Point{L: 2, K: km, M: km}
					b.ReportAllocs()
					for b.Loop() {
						BreachProbability(groups, c, p)
					}
				})
			}
		}
	}
}
