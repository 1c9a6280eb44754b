package jump_test

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine"
	"skyline/engine/jump"
	"skyline/engine/jump/beliefs"
	"skyline/tests/trials"
	"skyline/tests/worlds"
)

var one = big.NewInt(1)

// list is a random list of algorithms, for the engine and for the definition.
type list struct {
	engine []jump.Drawn
	drawn  []worlds.Drawn
}

func (l *list) String() string {
	text := ""
	for _, a := range l.engine {
		text += fmt.Sprintf("{strategy %d, order %v, jump %v, with %v} ", a.Strategy, a.Order, a.Jump, a.Weight)
	}
	return text
}

// secret is what the engine is told.
func (l *list) secret(in *instance) *jump.Secret {
	return &jump.Secret{Algorithms: l.engine, Property: engineProperty(in.property)}
}

// randomList draws up to five algorithms, of some strategies. Most of them try what the
// naive strategy releases; some differ in their jumps only.
func randomList(t *testing.T, in *instance, rng *rand.Rand, strategies ...jump.Strategy) *list {
	l := &list{}
	n := len(in.groups)
	var weights []int64
	var sum int64
	for range 1 + rng.IntN(5) {
		weights = append(weights, rng.Int64N(4))
		sum += weights[len(weights)-1]
	}
	if sum == 0 {
		weights[0], sum = 1, 1
	}
	target, _ := in.world(naive).Run(in.table)
	var order []int
	for _, weight := range weights {
		if order == nil || rng.IntN(3) > 0 {
			order = rng.Perm(n)[:rng.IntN(n)]
			for k := range order {
				order[k]++
			}
			if !slices.Contains(order, target) && (target > 0 && rng.IntN(4) > 0 || len(order) == 0) {
				order = append(order, max(target, 1))
			}
			if rng.IntN(3) > 0 {
				slices.Sort(order)
			}
			if rng.IntN(5) == 0 {
				order = append(order, order[len(order)-1-rng.IntN(min(2, len(order)))])
			}
		}
		a := jump.Drawn{Strategy: strategies[rng.IntN(len(strategies))], Order: order, Weight: big.NewInt(weight)}
		var algorithm worlds.Algorithm
		switch a.Strategy {
		case jump.Naive:
			algorithm = worlds.Naive
		case jump.Safe:
			algorithm = worlds.Safe
		case jump.Certified:
			algorithm = certifying(t, in, order)
		case jump.Jump:
			for range order {
				a.Jump = append(a.Jump, 1+rng.Int64N(int64(len(order))))
			}
			algorithm = worlds.Jump(a.Jump)
		}
		l.engine = append(l.engine, a)
		l.drawn = append(l.drawn, worlds.Drawn{Order: order, Algorithm: algorithm, Probability: big.NewRat(weight, sum)})
	}
	return l
}

// certifying is the certified strategy, of which only the engine says what it releases.
func certifying(t *testing.T, in *instance, order []int) worlds.Algorithm {
	tried := *in
	tried.groups = nil
	for _, j := range order {
		tried.groups = append(tried.groups, in.groups[j-1])
	}
	released := map[string]int{}
	return func(at worlds.View) int {
		key := name(at.Table)
		if _, known := released[key]; !known {
			released[key] = certifies(t, &tried, at.Table, options, false).Released
		}
		if released[key] == at.I {
			return worlds.Release
		}
		return at.I + 1
	}
}

// sharesOf reads a belief.
func sharesOf(b *jump.Belief, cells []int, values int) [][]*big.Rat {
	found := worlds.Zeros(1+slices.Max(cells), values)
	b.Each(func(of, values []int32, shares []*big.Rat) bool {
		for _, cell := range of {
			for at, v := range values {
				found[cell][v].Set(shares[at])
			}
		}
		return true
	})
	return found
}

// TestSecret compares beliefs after a secret choice with the definition, after each release
// and none. Where all algorithms of the list are safe, so are these beliefs; where they are
// not, some are and some are not.
func TestSecret(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	believed, impossible, undecided := 0, 0, 0
	safe := map[bool]map[bool]int{false: {}, true: {}} // of lists of safe algorithms, and of naive ones
	drawn(t, 34, 4000, 6, func(t *testing.T, in *instance, rng *rand.Rand) {
		e, cells := engineTable(t, in.groups, in.table, rng.IntN(4) == 0)
		isSafe := rng.IntN(3) == 0
		strategies := []jump.Strategy{jump.Naive, jump.Naive, jump.Safe, jump.Jump}
		switch {
		case isSafe:
			strategies = []jump.Strategy{jump.Safe, jump.Jump, jump.Jump, jump.Certified}
		case rng.IntN(2) == 0:
			strategies = strategies[:1]
		}
		l := randomList(t, in, rng, strategies...)
		for released := range 1 + len(in.groups) {
			want := worlds.Secret(in.groups, in.property, l.drawn, released, in.table)
			got, err := e.Secret(t.Context(), l.secret(in), released, options)
			if want == nil {
				if impossible++; !errors.Is(err, jump.ErrNotReleased) {
					t.Errorf("g%d cannot be released by %v: error %v", released, l, err)
				}
				continue
			}
			if err != nil {
				t.Fatalf("g%d of %v: %v", released, l, err)
			}
			believed++
			equalShares(t, fmt.Sprintf("g%d of %v", released, l), sharesOf(got, cells, 1+slices.Max(in.table)), want.Shares, cells)
			if released > 0 {
				safe[isSafe][want.Holds(in.property)]++
			}
			// With little work it says the same, or nothing.
			hurried, err := e.Secret(t.Context(), l.secret(in), released, &jump.Options{Limit: 1})
			switch {
			case errors.Is(err, engine.ErrTooLarge):
				undecided++
			case err != nil:
				t.Fatalf("g%d of %v: %v", released, l, err)
			default:
				equalShares(t, fmt.Sprintf("in a hurry, g%d of %v", released, l), sharesOf(hurried, cells, 1+slices.Max(in.table)), want.Shares, cells)
			}
		}
	})
	t.Logf("%d beliefs, %d impossible, %d undecided in a hurry; after a release by safe algorithms %d are safe, %d are not; by others %d and %d",
		believed, impossible, undecided, safe[true][true], safe[true][false], safe[false][true], safe[false][false])
	if safe[true][false] > 0 || safe[true][true] == 0 {
		t.Error("a choice among safe algorithms must be safe")
	}
	if safe[false][true] == 0 || safe[false][false] == 0 {
		t.Error("a choice among others may be safe or not")
	}
}

// TestSecretOfOne: where only one algorithm can be drawn there is no secret.
func TestSecretOfOne(t *testing.T) {
	t.Parallel()
	drawn(t, 35, 800, 6, func(t *testing.T, in *instance, rng *rand.Rand) {
		e, cells := engineTable(t, in.groups, in.table, false)
		order := make([]int, len(in.groups))
		for j := range order {
			order[j] = j + 1
		}
		for _, s := range []strategy{naive, safe, jumping} {
			a := engineAlgorithm(in.world(s))
			want, err := e.Posterior(t.Context(), a, options)
			if err != nil {
				t.Fatal(err)
			}
			l := randomList(t, in, rng, jump.Naive, jump.Safe)
			for k := range l.engine {
				l.engine[k].Weight = new(big.Int)
			}
			l.engine = append(l.engine, jump.Drawn{Strategy: a.Strategy, Order: order, Jump: a.Jump, Weight: big.NewInt(7)})
			got, err := e.Secret(t.Context(), l.secret(in), want.Released, options)
			if err != nil {
				t.Fatalf("%v: %v", s, err)
			}
			values := 1 + slices.Max(in.table)
			equalShares(t, s.String(), sharesOf(got, cells, values), perPerson(sharesOf(want, cells, values), cells), cells)
		}
	})
}

// perPerson returns the shares of each person's cell.
func perPerson(shares [][]*big.Rat, cells []int) [][]*big.Rat {
	people := make([][]*big.Rat, len(cells))
	for person, cell := range cells {
		people[person] = shares[cell]
	}
	return people
}

// TestSecretTurns has lists whose algorithms differ in their jumps only, and an algorithm
// that releases a generalization of some tables at its first turn, and of others that look
// the same at its second.
func TestSecretTurns(t *testing.T) {
	everybody := [][]int{{0, 1, 2, 3, 4, 5}}
	for _, test := range []struct {
		instance
		order []int
		jumps [][]int64
	}{
		{
			instance{table: []int{1, 1, 1, 0, 0, 0}, groups: [][][]int{{{0, 2, 5}, {1, 3, 4}}, everybody, {{0, 1, 2, 5}, {3, 4}}}, property: worlds.Entropy{Over: 3, Under: 2}},
			[]int{3, 1, 2},
			[][]int64{{2, 1, 2}, {1, 2, 1}},
		},
		{
			instance{table: []int{2, 0, 1, 0, 1, 1}, groups: [][][]int{{{2, 4}, {0, 1, 3, 5}}, {{2, 4}, {0, 1, 3, 5}}, {{1, 3, 4, 5}, {0, 2}}, {{1, 2, 3}, {0, 4, 5}}, everybody}, property: worlds.AtMost(2, 3)},
			[]int{2, 1, 4, 3, 5},
			[][]int64{{2, 2, 2, 1, 1}, {3, 3, 1, 1, 1}},
		},
		{
			instance{table: []int{0, 2, 0, 3, 3, 1}, groups: [][][]int{{{1, 3, 4, 5}, {0, 2}}, {{1, 2}, {0, 3, 4, 5}}, everybody, {{1, 4}, {0, 2, 3, 5}}}, property: worlds.Distinct(2)},
			[]int{1, 4, 2, 3},
			[][]int64{{2, 2, 1, 1}, {2, 1, 1, 1}},
		},
		{
			instance{table: []int{0, 3, 1, 2, 1, 2}, groups: [][][]int{everybody, {{2, 4}, {1, 3}, {0, 5}}, everybody, {{0, 1, 2, 4}, {3, 5}}}, property: worlds.AtMost(2, 3)},
			[]int{4, 2, 1, 3, 1},
			[][]int64{{3, 3, 2, 3, 3}},
		},
	} {
		e, cells := engineTable(t, test.groups, test.table, false)
		l := &list{}
		for _, distances := range test.jumps {
			l.engine = append(l.engine, jump.Drawn{Strategy: jump.Jump, Order: test.order, Jump: distances, Weight: one})
			l.drawn = append(l.drawn, worlds.Drawn{Order: test.order, Algorithm: worlds.Jump(distances), Probability: big.NewRat(1, int64(len(test.jumps)))})
		}
		released := test.order[len(test.order)-1]
		want := worlds.Secret(test.groups, test.property, l.drawn, released, test.table)
		got, err := e.Secret(t.Context(), l.secret(&test.instance), released, options)
		if err != nil {
			t.Fatal(err)
		}
		equalShares(t, l.String(), sharesOf(got, cells, 1+slices.Max(test.table)), want.Shares, cells)
	}
}

// TestSecretAlike: where everybody in a group stands alike to all generalizations, nothing
// has to be counted, of however many people.
func TestSecretAlike(t *testing.T) {
	counts := make([][]jump.Count, 60) // of 500 people with 40 values each, of which one is rare
	groups := [][]int32{make([]int32, 60), make([]int32, 60), make([]int32, 60)}
	for c := range counts {
		for v := range int32(40) {
			counts[c] = append(counts[c], jump.Count{Value: v, N: 12})
		}
		counts[c][c%40].N += 20
		groups[0][c], groups[1][c], groups[2][c] = int32(c), int32(c/6), 0
	}
	table, err := jump.New(40, counts, groups)
	if err != nil {
		t.Fatal(err)
	}
	list := func(orders ...[]int) *jump.Secret {
		s := &jump.Secret{Property: beliefs.Entropy{L: big.NewRat(3995, 100)}}
		for _, order := range orders {
			s.Algorithms = append(s.Algorithms, jump.Drawn{Strategy: jump.Naive, Order: order, Weight: one})
		}
		return s
	}
	got, err := table.Secret(t.Context(), list([]int{1, 3}, []int{2, 3}), 3, options)
	if err != nil {
		t.Fatal(err)
	}
	got.Each(func(_, values []int32, shares []*big.Rat) bool {
		for at, v := range values {
			people := int64(60*12 + 20)
			if v < 20 {
				people += 20
			}
			if want := big.NewRat(people, 30000); shares[at].Cmp(want) != 0 {
				t.Errorf("value %d: %v, want %v", v, shares[at], want)
			}
		}
		return true
	})
}

// TestSecretErrors: bad lists are refused.
func TestSecretErrors(t *testing.T) {
	e, _ := engineTable(t, table1Groups, table1, false)
	for _, test := range []struct {
		released int
		list     []jump.Drawn
	}{
		{4, []jump.Drawn{{Strategy: jump.Naive, Order: []int{1}, Weight: one}}},
		{-1, []jump.Drawn{{Strategy: jump.Naive, Order: []int{1}, Weight: one}}},
		{1, nil},
		{1, []jump.Drawn{{Strategy: jump.Naive, Weight: one}}},
		{1, []jump.Drawn{{Strategy: jump.Naive, Order: []int{0}, Weight: one}}},
		{1, []jump.Drawn{{Strategy: jump.Naive, Order: []int{4}, Weight: one}}},
		{1, []jump.Drawn{{Strategy: jump.Naive, Order: []int{1}}}},
		{1, []jump.Drawn{{Strategy: jump.Naive, Order: []int{1}, Weight: new(big.Int)}}},
		{1, []jump.Drawn{{Strategy: jump.Naive, Order: []int{1}, Weight: big.NewInt(3)}, {Strategy: jump.Naive, Order: []int{1}, Weight: big.NewInt(-1)}}},
		{1, []jump.Drawn{{Strategy: jump.Jump, Order: []int{1, 2}, Jump: []int64{1, 1, 1}, Weight: one}}},
		{1, []jump.Drawn{{Strategy: jump.Jump, Order: []int{1, 2}, Jump: []int64{1, 3}, Weight: one}}},
	} {
		_, err := e.Secret(t.Context(), &jump.Secret{Algorithms: test.list, Property: beliefs.Distinct{Values: 2}}, test.released, options)
		if _, ok := errors.AsType[*engine.ParamError](err); !ok {
			t.Errorf("%d of %v: %v", test.released, test.list, err)
		}
	}
}

// TestSecretByHand is worked out by hand, with Table 1. The safe algorithm releases g3 of 8
// tables: two of A, B or two of C, D have cancer. The naive one on g2 and g3 does of the 12
// for which two of A, B, C have it. With weights of 1 and 2 that is 8 to 24.
func TestSecretByHand(t *testing.T) {
	e, cells := engineTable(t, table1Groups, table1, false)
	secret := &jump.Secret{Property: beliefs.MaxShare{Share: big.NewRat(51, 100)}, Algorithms: []jump.Drawn{
		{Strategy: jump.Safe, Order: []int{1, 2, 3}, Weight: one},
		{Strategy: jump.Naive, Order: []int{2, 3}, Weight: big.NewInt(2)},
	}}
	got, err := e.Secret(t.Context(), secret, 3, options)
	if err != nil {
		t.Fatal(err)
	}
	shares := sharesOf(got, cells, 5)
	for person, want := range []string{"5/8", "5/8", "5/8", "1/8", "0", "0"} {
		if share := shares[cells[person]][2].RatString(); share != want {
			t.Errorf("person %d has cancer with %s, want %s", person, share, want)
		}
	}
}

// TestSecretLarge has sets whose tables have numbers of more than ten thousand digits: all,
// and those in which two people of 60,000 have the same value.
func TestSecretLarge(t *testing.T) {
	table, err := jump.New(2, [][]jump.Count{{{Value: 0, N: 1}, {Value: 1, N: 1}}, {{Value: 0, N: 39999}, {Value: 1, N: 19999}}}, [][]int32{{0, 1}, {0, 0}})
	if err != nil {
		t.Fatal(err)
	}
	got, err := table.Secret(t.Context(), &jump.Secret{Property: beliefs.Distinct{Values: 2}, Algorithms: []jump.Drawn{
		{Strategy: jump.Naive, Order: []int{2}, Weight: one}, {Strategy: jump.Naive, Order: []int{1, 2}, Weight: one},
	}}, 2, options)
	if err != nil {
		t.Fatal(err)
	}
	pairs := int64(60000 * 59999)
	sum := big.NewRat(pairs+40000*39999+20000*19999, pairs)
	want := big.NewRat(pairs/3*2+40000*39999, pairs)
	if share := sharesOf(got, []int{0, 1}, 2)[0][0]; share.Cmp(want.Quo(want, sum)) != 0 {
		t.Errorf("%v, want %v", share, want)
	}
}

// TestSecretUncounted: beliefs that are known without counting cannot be mixed with others.
func TestSecretUncounted(t *testing.T) {
	const people = 400
	counts, groups := make([][]jump.Count, people), [][]int32{make([]int32, people), make([]int32, people), make([]int32, people)}
	for x := range counts {
		counts[x] = []jump.Count{{Value: int32(x / 2 % 10), N: 1}}
		groups[0][x], groups[1][x] = int32(x/2), int32(min(x/2, 1))
	}
	table, err := jump.New(10, counts, groups)
	if err != nil {
		t.Fatal(err)
	}
	secret := func(orders ...[]int) *jump.Secret {
		s := &jump.Secret{Property: beliefs.Distinct{Values: 2}}
		for _, order := range orders {
			s.Algorithms = append(s.Algorithms, jump.Drawn{Strategy: jump.Naive, Order: order, Weight: one})
		}
		return s
	}
	little := &jump.Options{Limit: 1e6}
	for _, orders := range [][][]int{{{1, 3}}, {{2, 3}}, {{1, 3}, {3}}} {
		if _, err := table.Secret(t.Context(), secret(orders...), 3, little); err != nil {
			t.Errorf("%v: %v", orders, err)
		}
	}
	var undecided *jump.Undecided
	if _, err := table.Secret(t.Context(), secret([]int{1, 3}, []int{2, 3}), 3, little); !errors.As(err, &undecided) || undecided.Generalization != 3 {
		t.Errorf("error %v", err)
	}
}
