package joint

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/jump/tables"
	"skyline/engine/knowledge"
)

// oracle runs an algorithm by its definition on all tables with one multiset of values.
type oracle struct {
	all       []world
	values    int
	groups    [][]int
	algorithm string
	distances []int
	moves     [][3]int // of "any"
	property  func(worlds []world) bool
	known     map[string]bool
}

// permutation reports whether that set of a table has the property.
func (o *oracle) permutation(w world, j int) bool {
	key := fmt.Sprint("per", j, signatureOf(w, o.groups[j], o.values))
	if _, ok := o.known[key]; !ok {
		o.known[key] = o.property(alike(o.all, w, o.groups[j], o.values))
	}
	return o.known[key]
}

func (o *oracle) disclosure(w world, j int) bool {
	key := fmt.Sprint("ds", j, signatureOf(w, o.groups[j], o.values))
	if _, ok := o.known[key]; !ok {
		set := o.disclosureSet(w, j)
		o.known[key] = len(set) > 0 && o.property(set)
	}
	return o.known[key]
}

// disclosureSet is that of a table.
func (o *oracle) disclosureSet(w world, i int) []world {
	var set []world
	for _, u := range alike(o.all, w, o.groups[i], o.values) {
		if o.comesTo(u, i) {
			set = append(set, u)
		}
	}
	return set
}

// comesTo runs the algorithm on a table until it is at i, beyond, or ends.
func (o *oracle) comesTo(u world, i int) bool {
	j := 0
	for j < i {
		switch o.algorithm {
		case "naive":
			if o.permutation(u, j) {
				return false
			}
			j++
		case "safe":
			if o.disclosure(u, j) {
				return false
			}
			j++
		case "jump":
			switch {
			case !o.permutation(u, j):
				j++
			case o.disclosure(u, j):
				return false
			default:
				j += o.distances[j]
			}
		case "any":
			next := o.moves[j][0]
			if o.permutation(u, j) {
				next = o.moves[j][1]
				if o.disclosure(u, j) {
					next = o.moves[j][2]
				}
			}
			if next == Stop {
				return false
			}
			j = next
		}
	}
	return j == i
}

// randomProperty returns one, and the same by its definition.
func randomProperty(t *testing.T, rng *rand.Rand, values int) (Property, string, func(worlds []world) bool) {
	shares := []*big.Rat{big.NewRat(1, 2), big.NewRat(2, 3), big.NewRat(3, 4), big.NewRat(1, 1), big.NewRat(4, 5)}
	c := shares[rng.IntN(len(shares))]
	eachPerson := func(worlds []world, f func(counts []int64) bool) bool {
		for person := range worlds[0] {
			counts := make([]int64, values)
			for _, w := range worlds {
				counts[w[person]]++
			}
			if !f(counts) {
				return false
			}
		}
		return true
	}
	switch rng.IntN(4) {
	case 0:
		return Marginal(tables.MaxShare{Share: c}), fmt.Sprint("share ", c), func(worlds []world) bool {
			return eachPerson(worlds, func(counts []int64) bool {
				return big.NewRat(slices.Max(counts), int64(len(worlds))).Cmp(c) <= 0
			})
		}
	case 1:
		return Marginal(tables.Distinct{Values: 2}), "distinct", func(worlds []world) bool {
			return eachPerson(worlds, func(counts []int64) bool { return slices.Max(counts) < int64(len(worlds)) })
		}
	case 2:
		k := rng.IntN(2)
		return implicationsOf(t, k, c), fmt.Sprint("implications ", k, c), func(worlds []world) bool {
			return bySimple(worlds, values, k).Cmp(c) < 0
		}
	}
	sigma := rng.IntN(values)
	l, k, m := rng.IntN(2), rng.IntN(2), rng.IntN(2)
	point := knowledge.Point{L: int64(l), K: int64(k), M: int64(m)}
	return skylineOf(t, values, sigma, point, c), fmt.Sprint("skyline ", sigma, point, c), func(worlds []world) bool {
		return byKnowledge(worlds, values, sigma, l, k, m).Cmp(c) < 0
	}
}

// TestDisclosureByDefinition compares disclosure sets, and verdicts, of random algorithms.
func TestDisclosureByDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	var smaller, jumped int
	for range 1200 {
		people, values := 2+rng.IntN(4), 2+rng.IntN(3)
		own := make(world, people)
		for i := range own {
			own[i] = rng.IntN(values)
		}
		all := arrangements(own)
		if len(all) > 60 {
			continue
		}
		o := &oracle{all: all, values: values, known: map[string]bool{}}
		n := 2 + rng.IntN(4)
		for range n {
			o.groups = append(o.groups, randomGroups(rng, people, 1+rng.IntN(3)))
			o.distances = append(o.distances, 1+rng.IntN(n))
			var move [3]int
			for at := range move {
				if move[at] = len(o.groups) + rng.IntN(3); rng.IntN(4) == 0 {
					move[at] = Stop
				}
			}
			o.moves = append(o.moves, move)
		}
		var strategy Strategy
		switch o.algorithm = []string{"naive", "safe", "jump", "jump", "any"}[rng.IntN(5)]; o.algorithm {
		case "naive":
			strategy = Naive
		case "safe":
			strategy = Safe
		case "jump":
			strategy = Jump(o.distances)
		case "any":
			strategy = func(j int, permutation, disclosure bool) int {
				switch {
				case disclosure:
					return o.moves[j][2]
				case permutation:
					return o.moves[j][1]
				}
				return o.moves[j][0]
			}
		}
		p := &Problem{Values: values, Groups: o.groups, Strategy: strategy, Limit: 1e7}
		var name string
		p.Property, name, o.property = randomProperty(t, rng, values)
		for i := range n {
			w := all[rng.IntN(len(all))]
			counts := signatureOf(w, o.groups[i], values)
			list, err := p.Disclosure(context.Background(), i, counts)
			if err != nil {
				t.Fatal(err)
			}
			var got []world
			for row := range list.Len() {
				got = append(got, list.Table(row))
			}
			want := o.disclosureSet(w, i)
			slices.SortFunc(got, slices.Compare)
			slices.SortFunc(want, slices.Compare)
			if !slices.EqualFunc(got, want, slices.Equal) {
				t.Fatalf("%s %v, %s, groups %v: disclosure set %d of %v = %v, want %v", o.algorithm, o.distances, name, o.groups, i, w, got, want)
			}
			permutation, disclosure, err := p.Holds(context.Background(), i, counts)
			if err != nil {
				t.Fatal(err)
			}
			if permutation != o.permutation(w, i) || disclosure != o.disclosure(w, i) {
				t.Fatalf("%s %v, %s, groups %v: properties of sets %d of %v = %v, %v, want %v, %v",
					o.algorithm, o.distances, name, o.groups, i, w, permutation, disclosure, o.permutation(w, i), o.disclosure(w, i))
			}
			if permutation && len(want) < len(alike(all, w, o.groups[i], values)) {
				smaller++
			}
			if permutation && !disclosure {
				jumped++
			}
		}
	}
	if smaller < 100 || jumped < 30 {
		t.Errorf("%d disclosure sets are smaller, %d algorithms go on: too few", smaller, jumped)
	}
}

// people returns the groups of people who are named by letters.
func people(groups ...string) []int {
	of := map[rune]int{}
	for g, names := range groups {
		for _, name := range names {
			of[name] = g
		}
	}
	all := make([]int, len(of))
	for name, g := range of {
		all[name-'A'] = g
	}
	return all
}

// TestTable10 is the example with which the source compares jump distances 1 and i
// (Table 10, Theorem 2), groups as they follow from its numbers: 4,320 of 30,240 tables
// are left with jumps, and no value of anybody is in more than half of them; without,
// one is in 5/9.
func TestTable10(t *testing.T) {
	groups := [][]int{
		people("ABCD", "EFGHI", "JKLM", "NO"),
		people("AB", "CDEFG", "HIJKLM", "NO"),
		people("AB", "CD", "EFGH", "IJKLMNO"),
	}
	own := world{0, 1, 2, 3, 4, 5, 6, 6, 6, 7, 7, 8, 8, 9, 9}
	half := tables.MaxShare{Share: big.NewRat(1, 2)}
	for _, test := range []struct {
		distances []int
		tables    int
		highest   *big.Rat
		holds     bool
	}{
		{[]int{2, 2, 2}, 4320, big.NewRat(1, 2), true},
		{[]int{1, 1, 1}, 7776, big.NewRat(5, 9), false},
	} {
		p := &Problem{Values: 10, Groups: groups, Strategy: Jump(test.distances), Property: Marginal(half), Limit: 1e8}
		counts := signatureOf(own, groups[2], 10)
		list, err := p.Disclosure(context.Background(), 2, counts)
		if err != nil {
			t.Fatal(err)
		}
		if steps, most := p.work.Done, p.Forecast(2, counts); steps > 1.1*most {
			t.Errorf("jump %v: %v steps, forecast %v", test.distances, steps, most)
		}
		cells := []int{0, 0, 1, 1, 2, 2, 2, 3, 4, 5, 5, 5, 5, 6, 6}
		set := list.Set(cells, 7)
		if list.Len() != test.tables || set.Highest().Cmp(test.highest) != 0 {
			t.Errorf("jump %v: %d tables, highest share %v, want %d and %v", test.distances, list.Len(), set.Highest(), test.tables, test.highest)
		}
		permutation, disclosure, err := p.Holds(context.Background(), 2, counts)
		if !permutation || disclosure != test.holds || err != nil {
			t.Errorf("jump %v: Holds = %v, %v, %v", test.distances, permutation, disclosure, err)
		}
	}
}

// TestForecastIsAtLeast compares what is listed with the forecast.
func TestForecastIsAtLeast(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	for range 500 {
		n, values := 2+rng.IntN(6), 2+rng.IntN(3)
		own := make(world, n)
		for i := range own {
			own[i] = rng.IntN(values)
		}
		var groups [][]int
		for range 4 {
			groups = append(groups, randomGroups(rng, n, 1+rng.IntN(4)))
		}
		list := &steps{}
		p := &Problem{Values: values, Groups: groups, Strategy: Safe, Property: list, Limit: 1e8}
		counts := signatureOf(own, groups[3], values)
		if _, err := p.Disclosure(context.Background(), 3, counts); err != nil {
			t.Fatal(err)
		}
		// HoldsGroups is no listing.
		if done, most := p.work.Done-list.counts, p.Forecast(3, counts); done > most {
			t.Fatalf("%v of %v: %v steps, forecast %v", own, groups, done, most)
		}
	}
}

// steps is a property that nothing satisfies as a list, and everything as a signature.
type steps struct{ counts float64 }

func (s *steps) HoldsGroups(_ context.Context, groups [][]int64) (bool, error) {
	s.counts += float64(len(groups) * len(groups[0]))
	return true, nil
}

func (*steps) Holds(context.Context, *List, *Work) (bool, error) { return false, nil }
