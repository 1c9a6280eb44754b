package bruteforce

import (
	"errors"
	"math/big"
	"testing"

	"skyline/engine/internal/vectors"
	"skyline/engine/knowledge"
)

// group returns a QI group from its counts.
func group(people int, counts map[string]int) Group { return Group{People: people, Counts: counts} }

type counts = map[string]int

// Cases whose value is known from elsewhere. Each is one where a formula, as
// printed or as one would first write it, goes wrong.
var namedCases = []struct {
	name   string
	c      knowledge.Constraint
	groups []Group
	p      knowledge.Point
	want   string
}{
	{
		"at most: one other person for a u and a v", knowledge.SVPI,
		[]Group{group(2, counts{"s": 1, "a": 1})},
		knowledge.Point{L: 0, K: 1, M: 1},
		"1",
	},
	{
		"at most: two u asked for, one can lack the value", knowledge.Set,
		[]Group{group(3, counts{"s": 2})},
		knowledge.Point{L: 0, K: 2, M: 0},
		"1",
	},
	{
		"at most: more x than values", knowledge.Set,
		[]Group{group(3, counts{"s": 1, "a": 1})},
		knowledge.Point{L: 9, K: 0, M: 0},
		"3/7",
	},
	{
		"V of a group without the value, k+m over its size", knowledge.SVPI,
		[]Group{group(5, counts{"s": 1, "a": 4}), group(1, counts{"a": 1})},
		knowledge.Point{L: 0, K: 2, M: 1},
		"1/2",
	},
	{
		"V of a group without the value, 0/0", knowledge.SVPI,
		[]Group{group(4, counts{"s": 1, "a": 3}), group(1, counts{"a": 1})},
		knowledge.Point{L: 0, K: 0, M: 2},
		"1/2",
	},
	{
		"value absent, SVPI", knowledge.SVPI,
		[]Group{group(2, counts{"a": 2}), group(1, counts{"b": 1})},
		knowledge.Point{L: 2, K: 2, M: 2},
		"0",
	},
	{
		"value absent, Set", knowledge.Set,
		[]Group{group(2, counts{"a": 2}), group(1, nil)},
		knowledge.Point{L: 2, K: 2, M: 2},
		"0",
	},
	{
		"one person, T with 0/0", knowledge.Multiset,
		[]Group{group(1, counts{"s": 1})},
		knowledge.Point{},
		"1",
	},
	{
		"k+m+#s = n is certainty, SVPI", knowledge.SVPI,
		[]Group{group(5, counts{"s": 2, "a": 3})},
		knowledge.Point{L: 0, K: 2, M: 1},
		"1",
	},
	{
		"k+m+#s = n is certainty, Set", knowledge.Set,
		[]Group{group(5, counts{"s": 2, "a": 3})},
		knowledge.Point{L: 0, K: 1, M: 2},
		"1",
	},
	{
		"k+m+1 = n is certainty, Multiset", knowledge.Multiset,
		[]Group{group(4, counts{"s": 2})},
		knowledge.Point{L: 0, K: 2, M: 1},
		"1",
	},
	{
		"k over the number of people without the value", knowledge.SVPI,
		[]Group{group(4, counts{"s": 1, "a": 2, "b": 1}), group(2, counts{"a": 1, "b": 1})},
		knowledge.Point{L: 0, K: 3, M: 0},
		"1",
	},
	{
		"l excludes all other values", knowledge.SVPI,
		[]Group{group(4, counts{"s": 1, "a": 2, "b": 1})},
		knowledge.Point{L: 2, K: 0, M: 0},
		"1",
	},
	{
		"occurrences are told apart", knowledge.Multiset,
		[]Group{group(2, counts{"s": 2})},
		knowledge.Point{},
		"3/4",
	},
	{
		"a tie with c = 1/2", knowledge.SVPI,
		[]Group{group(2, counts{"s": 1, "a": 1})},
		knowledge.Point{},
		"1/2",
	},
	{
		"bounded in l, at 0", knowledge.Multiset,
		[]Group{group(3, counts{"s": 1, "a": 1})},
		knowledge.Point{},
		"1/3",
	},
	{
		"bounded in l, at 1", knowledge.Multiset,
		[]Group{group(3, counts{"s": 1, "a": 1})},
		knowledge.Point{L: 1},
		"3/7",
	},
	{
		"bounded in l, beyond", knowledge.Multiset,
		[]Group{group(3, counts{"s": 1, "a": 1})},
		knowledge.Point{L: 2},
		"3/7",
	},
	{
		"not monotone in Set, split", knowledge.Set,
		[]Group{group(1, counts{"a": 1, "b": 1}), group(2, counts{"s": 1})},
		knowledge.Point{L: 2},
		"1/2",
	},
	{
		"not monotone in Set, merged", knowledge.Set,
		[]Group{group(3, counts{"s": 1, "a": 1, "b": 1})},
		knowledge.Point{L: 2},
		"9/17",
	},
	{
		"not monotone in Multiset, split", knowledge.Multiset,
		[]Group{group(1, counts{"b": 2}), group(2, counts{"s": 1})},
		knowledge.Point{L: 1},
		"1/2",
	},
	{
		"not monotone in Multiset, merged", knowledge.Multiset,
		[]Group{group(3, counts{"s": 1, "b": 2})},
		knowledge.Point{L: 1},
		"9/17",
	},
	{
		"nobody", knowledge.SVPI, []Group{group(0, nil)}, knowledge.Point{L: 1, K: 1, M: 1}, "0",
	},
	{
		"no groups", knowledge.Multiset, nil, knowledge.Point{}, "0",
	},
}

func TestBreachProbabilityNamed(t *testing.T) {
	for _, tc := range namedCases {
		t.Run(tc.name, func(t *testing.T) {
			got, err := BreachProbability(tc.groups, "s", tc.c, tc.p)
			if err != nil {
				t.Fatal(err)
			}
			if got.RatString() != tc.want {
				t.Errorf("BreachProbability(%v, s, %v, %v) = %s, want %s", tc.groups, tc.c, tc.p, got.RatString(), tc.want)
			}
		})
	}
}

func TestBreachProbabilityVectors(t *testing.T) {
	cases := vectors.Load(t, vectors.BreachCases)
	for i, tc := range cases {
		groups := fromVectors(tc.Groups)
		r, err := newRelease(groups, tc.Sigma, tc.Constraint)
		if err != nil {
			t.Errorf("case %d: %v", i, err)
			continue
		}
		p, err := r.reconstruct(tc.Constraint)
		if err != nil {
			t.Errorf("case %d: %v", i, err)
			continue
		}
		if p.worlds != tc.Reconstructions || p.worlds != r.countReconstructions(tc.Constraint) {
			t.Errorf("case %d: %v, %v: %d reconstructions, %d announced, want %d",
				i, groups, tc.Constraint, p.worlds, r.countReconstructions(tc.Constraint), tc.Reconstructions)
		}
		got, err := BreachProbability(groups, tc.Sigma, tc.Constraint, tc.Point)
		if err != nil {
			t.Errorf("case %d: %v", i, err)
			continue
		}
		if got.Cmp(tc.BreachProbability) != 0 {
			t.Errorf("case %d: BreachProbability(%v, %s, %v, %v) = %v, want %v",
				i, groups, tc.Sigma, tc.Constraint, tc.Point, got, tc.BreachProbability)
		}
	}
	t.Logf("%d vectors", len(cases))
}

func fromVectors(groups []vectors.Group) []Group {
	converted := make([]Group, len(groups))
	for i, g := range groups {
		converted[i] = Group(g)
	}
	return converted
}

func TestBreachProbabilityErrors(t *testing.T) {
	fine := []Group{group(2, counts{"s": 1, "a": 1})}
	many := []Group{group(2, counts{"s": 15})} // 2^15 reconstructions
	for range 100 {
		many = append(many, group(1, nil))
	}
	tests := []struct {
		name   string
		groups []Group
		c      knowledge.Constraint
		p      knowledge.Point
		want   error
	}{
		{"unknown constraint", fine, knowledge.Constraint(7), knowledge.Point{}, ErrParam},
		{"negative l", fine, knowledge.Set, knowledge.Point{L: -1}, ErrParam},
		{"negative k", fine, knowledge.Set, knowledge.Point{K: -1}, ErrParam},
		{"negative m", fine, knowledge.Set, knowledge.Point{M: -1}, ErrParam},
		{"negative people", []Group{group(-1, nil)}, knowledge.Set, knowledge.Point{}, ErrParam},
		{"negative count", []Group{group(2, counts{"s": 3, "a": -1})}, knowledge.SVPI, knowledge.Point{}, ErrParam},
		{"fewer values than people", []Group{group(3, counts{"s": 2})}, knowledge.SVPI, knowledge.Point{}, ErrNoReconstruction},
		{"more values than people", []Group{group(1, counts{"s": 2})}, knowledge.SVPI, knowledge.Point{}, ErrNoReconstruction},
		{"a value more often than people", []Group{group(1, counts{"s": 2})}, knowledge.Set, knowledge.Point{}, ErrNoReconstruction},
		{"values of nobody", []Group{group(0, counts{"s": 1})}, knowledge.Multiset, knowledge.Point{}, ErrNoReconstruction},
		{"100 choose 20", []Group{group(100, counts{"s": 20, "a": 80})}, knowledge.SVPI, knowledge.Point{}, ErrTooLarge},
		{"2 to the 17", []Group{group(2, counts{"s": 17})}, knowledge.Multiset, knowledge.Point{}, ErrTooLarge},
		{"a million people", []Group{group(1e6, nil)}, knowledge.Multiset, knowledge.Point{}, ErrTooLarge},
		{"a million occurrences", []Group{group(1, counts{"s": 1e6})}, knowledge.Multiset, knowledge.Point{}, ErrTooLarge},
		{"groundings", many, knowledge.Multiset, knowledge.Point{K: 50, M: 50}, ErrTooLarge},
	}
	for _, tc := range tests {
		got, err := BreachProbability(tc.groups, "s", tc.c, tc.p)
		if got != nil || !errors.Is(err, tc.want) {
			t.Errorf("%s: BreachProbability = %v, %v, want error %v", tc.name, got, err, tc.want)
		}
	}
}

// At the limits the enumeration still works.
func TestBreachProbabilityLargest(t *testing.T) {
	tests := []struct {
		groups []Group
		c      knowledge.Constraint
		p      knowledge.Point
		want   string
	}{
		// 1 - (1/2)^16, of 2^16 reconstructions.
		{[]Group{group(2, counts{"s": 16})}, knowledge.Multiset, knowledge.Point{}, "65535/65536"},
		{[]Group{group(MaxSize, counts{"s": 1, "a": MaxSize - 1})}, knowledge.SVPI, knowledge.Point{K: 3}, "1/125"},
		{[]Group{group(1, counts{"s": MaxSize})}, knowledge.Multiset, knowledge.Point{L: 1 << 62, K: 1 << 62, M: 1 << 62}, "1"},
	}
	for _, tc := range tests {
		got, err := BreachProbability(tc.groups, "s", tc.c, tc.p)
		if err != nil || got.RatString() != tc.want {
			t.Errorf("BreachProbability(%v, s, %v, %v) = %v, %v, want %s", tc.groups, tc.c, tc.p, got, err, tc.want)
		}
	}
}

func TestBox(t *testing.T) {
	box, err := BreachProbabilities([]Group{group(2, counts{"s": 1, "a": 1})}, "s", knowledge.SVPI, knowledge.Point{L: 3, K: 0, M: 9})
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		p    knowledge.Point
		want *big.Rat // nil is outside
	}{
		{knowledge.Point{}, big.NewRat(1, 2)},
		{knowledge.Point{L: 3}, big.NewRat(1, 1)},
		{knowledge.Point{M: 9}, big.NewRat(1, 1)},
		{knowledge.Point{L: 4}, nil},
		{knowledge.Point{K: 1}, nil},
		{knowledge.Point{M: -1}, nil},
	} {
		got := box.At(tc.p)
		if (got == nil) != (tc.want == nil) || got != nil && got.Cmp(tc.want) != 0 {
			t.Errorf("At(%v) = %v, want %v", tc.p, got, tc.want)
		}
	}
}
