package bruteforce

import (
	"cmp"
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/internal/vectors"
	"skyline/engine/knowledge"

	gocmp "github.com/google/go-cmp/cmp"
)

func TestKnowledgeSkylineNamed(t *testing.T) {
	type points = []knowledge.Point
	for _, tc := range []struct {
		name   string
		c      knowledge.Constraint
		groups []Group
		conf   *big.Rat
		want   points
	}{
		{
			"a tie is unsafe", knowledge.SVPI,
			[]Group{group(2, counts{"s": 1, "a": 1})},
			big.NewRat(1, 2), nil,
		},
		{
			"one person", knowledge.Multiset,
			[]Group{group(1, counts{"s": 1})},
			big.NewRat(1, 1), nil,
		},
		{
			"never unsafe in l, Set", knowledge.Set,
			[]Group{group(3, counts{"s": 1, "a": 1})},
			big.NewRat(1, 2),
			points{{L: 1}},
		},
		{
			"never unsafe in l, Multiset", knowledge.Multiset,
			[]Group{group(3, counts{"s": 1, "a": 1})},
			big.NewRat(1, 2),
			points{{L: 1}},
		},
		{
			"value absent: the top", knowledge.SVPI,
			[]Group{group(2, counts{"a": 1, "b": 1}), group(1, counts{"a": 1})},
			big.NewRat(1, 100),
			points{{L: 0, K: 3, M: 3}},
		},
		{
			"value absent, but 0 is not below 0", knowledge.SVPI,
			[]Group{group(2, counts{"a": 1, "b": 1})},
			new(big.Rat), nil,
		},
		{
			"c over 1: the top", knowledge.SVPI,
			[]Group{group(3, counts{"a": 1, "b": 1, "s": 1})},
			big.NewRat(101, 100),
			points{{L: 2, K: 3, M: 3}},
		},
		{
			"c = 1: all but certainty", knowledge.SVPI,
			[]Group{group(3, counts{"a": 1, "b": 1, "s": 1})},
			big.NewRat(1, 1),
			points{{L: 0, K: 1, M: 0}, {L: 1, K: 0, M: 1}},
		},
		{
			"other values only where the target value is not", knowledge.Multiset,
			[]Group{group(2, counts{"s": 3}), group(1, counts{"a": 2})},
			big.NewRat(1, 1),
			points{{}},
		},
		{
			"nobody", knowledge.Set, nil, big.NewRat(1, 2), points{{}},
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := KnowledgeSkyline(tc.groups, "s", tc.c, tc.conf)
			if err != nil {
				t.Fatal(err)
			}
			if diff := gocmp.Diff(tc.want, got); diff != "" {
				t.Errorf("KnowledgeSkyline(%v, s, %v, %v) (-want +got):\n%s", tc.groups, tc.c, tc.conf, diff)
			}
		})
	}
}

// The vectors cap L at the largest number of other values of any QI group, also
// of one without the target value. Both caps describe the same unbounded
// skyline: cut down to our cap, the points of the vectors are ours.
func TestKnowledgeSkylineVectors(t *testing.T) {
	cases := vectors.Load(t, vectors.SkylineCases)
	otherCap := 0
	for i, tc := range cases {
		groups := fromVectors(tc.Groups)
		r, err := newRelease(groups, tc.Sigma, tc.Constraint)
		if err != nil {
			t.Errorf("case %d: %v", i, err)
			continue
		}
		got, err := r.knowledgeSkyline(tc.Constraint, tc.Confidence, tc.MaxL)
		if err != nil {
			t.Errorf("case %d: %v", i, err)
			continue
		}
		slices.SortFunc(tc.Skyline, comparePoints)
		if diff := gocmp.Diff(tc.Skyline, got); diff != "" {
			t.Errorf("case %d: %v, %v, c = %v, l <= %d (-want +got):\n%s", i, groups, tc.Constraint, tc.Confidence, tc.MaxL, diff)
		}

		if r.maxL() != tc.MaxL {
			otherCap++
			t.Logf("case %d: %v: l is capped at %d, in the vectors at %d", i, groups, r.maxL(), tc.MaxL)
		}
		got, err = KnowledgeSkyline(groups, tc.Sigma, tc.Constraint, tc.Confidence)
		if err != nil {
			t.Errorf("case %d: %v", i, err)
			continue
		}
		want := slices.Clone(tc.Skyline)
		for j := range want {
			want[j].L = min(want[j].L, r.maxL())
		}
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Errorf("case %d: KnowledgeSkyline(%v, %s, %v, %v) (-want +got):\n%s", i, groups, tc.Sigma, tc.Constraint, tc.Confidence, diff)
		}
	}
	t.Logf("%d vectors, %d of them with another cap", len(cases), otherCap)
}

func comparePoints(p, q knowledge.Point) int {
	return cmp.Or(cmp.Compare(p.L, q.L), cmp.Compare(p.K, q.K), cmp.Compare(p.M, q.M))
}

// A skyline is a sorted antichain, and exactly what is beneath it is safe.
func TestKnowledgeSkylineSeparates(t *testing.T) {
	const seed = 2
	rng := rand.New(rand.NewPCG(seed, 0))
	for range 50 {
		for _, c := range constraints {
			groups := randomGroups(rng, c, 5, 5)
			conf := big.NewRat(int64(1+rng.IntN(20)), 20)
			skyline, err := KnowledgeSkyline(groups, "s", c, conf)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.IsSortedFunc(skyline, comparePoints) {
				t.Errorf("seed %d: KnowledgeSkyline(%v, s, %v, %v) = %v is not sorted", seed, groups, c, conf, skyline)
			}
			// Two steps above the table in each direction.
			box, err := BreachProbabilities(groups, "s", c, knowledge.Point{L: 5, K: 7, M: 7})
			if err != nil {
				t.Fatal(err)
			}
			r, err := newRelease(groups, "s", c)
			if err != nil {
				t.Fatal(err)
			}
			for l := range int64(6) {
				for k := range int64(8) {
					for m := range int64(8) {
						p := knowledge.Point{L: l, K: k, M: m}
						capped := knowledge.Point{L: min(l, r.maxL()), K: min(k, int64(r.people)), M: min(m, int64(r.people))}
						beneath := slices.ContainsFunc(skyline, func(q knowledge.Point) bool { return q.Dominates(capped) })
						if safe := box.At(p).Cmp(conf) < 0; safe != beneath {
							t.Errorf("seed %d: %v, %v, c = %v: %v is safe: %v; beneath %v: %v", seed, groups, c, conf, p, safe, skyline, beneath)
						}
					}
				}
			}
		}
	}
}

func TestKnowledgeSkylineErrors(t *testing.T) {
	groups := []Group{group(2, counts{"s": 1, "a": 1})}
	if got, err := KnowledgeSkyline(groups, "s", knowledge.SVPI, nil); got != nil || !errors.Is(err, ErrParam) {
		t.Errorf("KnowledgeSkyline with no threshold = %v, %v, want %v", got, err, ErrParam)
	}
	large := []Group{group(100, counts{"s": 20, "a": 80})}
	if got, err := KnowledgeSkyline(large, "s", knowledge.SVPI, big.NewRat(1, 2)); got != nil || !errors.Is(err, ErrTooLarge) {
		t.Errorf("KnowledgeSkyline of 100 people = %v, %v, want %v", got, err, ErrTooLarge)
	}
}
