package prior

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine"
	"skyline/engine/breach"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/tests/trials"
)

// randomHistogram returns how many people have each of some values, and the group of classes of
// given sizes that has it.
func randomHistogram(rng *rand.Rand, values int, classes ...int64) (people []int64, g *Group) {
	people, g = make([]int64, values), &Group{}
	for i, n := range classes {
		g.Classes = append(g.Classes, Count{int32(i), n})
		for range n {
			people[rng.IntN(values)]++
		}
	}
	for j, n := range people {
		if n > 0 {
			g.Values = append(g.Values, Count{int32(j), n})
		}
	}
	return people, g
}

// TestNoBeliefs compares who believes the same of everybody, whatever that is, with shares.
func TestNoBeliefs(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 24))
	for range trials.Number(100, 1000) {
		people, g := randomHistogram(rng, 1+rng.IntN(6), 1+rng.Int64N(300), 1+rng.Int64N(300), 1+rng.Int64N(300))
		var rules []Rule
		for j := range people {
			rate := big.NewRat(1+rng.Int64N(9), 100)
			for class := range int32(3) {
				rules = append(rules, Rule{class, int32(j), rate})
			}
		}
		b, err := New(people, 3, rules)
		if err != nil {
			t.Fatal(err)
		}
		posterior, err := b.Posterior(t.Context(), g, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range posterior {
			for k, c := range row {
				if want := big.NewRat(g.Values[k].People, g.people()); c.Exact.Cmp(want) != 0 {
					t.Fatalf("chance %v, want %v", c, want)
				}
			}
		}
	}
}

// TestKnownAsRates makes the worst knowledge of Chen and others of rates: of the target that it
// does not have the l most frequent other values, of k others which values they have.
func TestKnownAsRates(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 24))
	for range trials.Number(300, 3000) {
		const target, others, known = 0, 1, 2 // the classes of those who are known follow
		n := 2 + rng.Int64N(12)
		people, g := randomHistogram(rng, 2+rng.IntN(4), n)
		value := g.Values[rng.IntN(len(g.Values))]
		rest := slices.DeleteFunc(slices.Clone(g.Values), func(c Count) bool { return c.ID == value.ID })
		slices.SortStableFunc(rest, func(a, b Count) int { return int(b.People - a.People) })
		l := rng.IntN(len(rest) + 1)
		var rules []Rule
		for j := range people {
			rate := big.NewRat(1, int64(len(people)))
			if slices.ContainsFunc(rest[:l], func(c Count) bool { return c.ID == int32(j) }) {
				rate = new(big.Rat)
			}
			rules = append(rules, Rule{target, int32(j), rate}, Rule{others, int32(j), big.NewRat(1, int64(len(people)))})
		}
		left := int64(0)
		for _, c := range rest[l:] {
			left += c.People
		}
		k := rng.Int64N(left + 1)
		if value.People+left+sumOf(rest[:l])-k < 2 && k > 0 { // the target, and whoever is not known
			k--
		}
		g.Classes = []Count{{target, 1}}
		if n-1-k > 0 {
			g.Classes = append(g.Classes, Count{others, n - 1 - k})
		}
		if n-1-k < 0 {
			continue
		}
		toKnow := k
		for at, c := range rest[l:] {
			if m := min(toKnow, c.People); m > 0 {
				class := int32(known + at)
				g.Classes, toKnow = append(g.Classes, Count{class, m}), toKnow-m
				rules = append(rules, Rule{class, c.ID, big.NewRat(1, 1)})
			}
		}
		b, err := New(people, known+len(rest), rules)
		if err != nil {
			t.Fatal(err)
		}
		posterior, err := b.Posterior(t.Context(), g, 1e9)
		if err != nil {
			t.Fatal(err)
		}
		at := slices.IndexFunc(g.Values, func(c Count) bool { return c.ID == value.ID })
		if want := worstCase(t, g, at, int64(l), k); math.Abs(posterior[0][at].Value-want) > 1e-14 {
			t.Fatalf("%v, value %d, l = %d, k = %d: %v, want %v", g.Values, at, l, k, posterior[0][at], want)
		}
	}
}

func sumOf(counts []Count) (n int64) {
	for _, c := range counts {
		n += c.People
	}
	return n
}

// worstCase returns the breach probability of the at-th value of a group alone.
func worstCase(t *testing.T, g *Group, at int, l, k int64) float64 {
	t.Helper()
	table := &partition.Table{People: sumOf(g.Values)}
	group := partition.Group{People: table.People}
	for i, c := range g.Values {
		table.Values = append(table.Values, partition.Value{Text: string(rune('a' + i))})
		group.Counts = append(group.Counts, partition.Count{Value: int32(i), N: c.People})
	}
	partition.SortCounts(group.Counts)
	table.Groups = []partition.Group{group}
	release, err := breach.NewRelease(table, knowledge.SVPI)
	if err != nil {
		t.Fatal(err)
	}
	half, err := breach.NewThreshold(0.5)
	if err != nil {
		t.Fatal(err)
	}
	findings, err := release.Check(t.Context(), int32(at), []breach.Requirement{{Point: knowledge.Point{L: l, K: k}, C: half}})
	if err != nil {
		t.Fatal(err)
	}
	return findings[0].Breach
}

// TestLaws: the chances of a person add up to 1, those of a value to its count; multiplying the
// rates of a class and of a value changes nothing; and somebody who is likelier to have a value
// than another class, with equal rates of all others, still is.
func TestLaws(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 24))
	for range trials.Number(40, 400) {
		values, size := 2+rng.IntN(3), 3+rng.Int64N(40)
		people, g := randomHistogram(rng, values, 1+rng.Int64N(size), 1+rng.Int64N(size), 1+rng.Int64N(size))
		make2 := func(by func(class, value int) *big.Rat) [][]Chance {
			var rules []Rule
			for class := range 3 {
				for j := range values {
					rules = append(rules, Rule{int32(class), int32(j), by(class, j)})
				}
			}
			b, err := New(people, 3, rules)
			if err != nil {
				t.Fatal(err)
			}
			posterior, err := b.Posterior(t.Context(), g, 1e10)
			if err != nil {
				t.Fatal(err)
			}
			return posterior
		}
		var rates [3][]*big.Rat
		for class := range rates {
			for range values {
				rates[class] = append(rates[class], big.NewRat(1+rng.Int64N(50), 400))
			}
		}
		rates[1] = slices.Clone(rates[0])
		rates[1][0] = new(big.Rat).Mul(rates[0][0], big.NewRat(3, 2))
		plain := make2(func(class, j int) *big.Rat { return rates[class][j] })
		scaled := make2(func(class, j int) *big.Rat {
			return new(big.Rat).Mul(rates[class][j], big.NewRat(int64(1+class)*int64(2+j), 60))
		})
		for i, row := range plain {
			total := 0.0
			for k, c := range row {
				total += c.Value
				if math.Abs(scaled[i][k].Value-c.Value) > 1e-11 {
					t.Fatalf("scaled rates: %v, want %v", scaled[i][k], c)
				}
			}
			if math.Abs(total-1) > 1e-11 {
				t.Fatalf("chances of a person add up to %v", total)
			}
		}
		for k, v := range g.Values {
			total := 0.0
			for i, c := range g.Classes {
				total += float64(float64(c.People) * plain[i][k].Value)
			}
			if math.Abs(total-float64(v.People)) > 1e-8 {
				t.Fatalf("chances of a value add up to %v, want %d", total, v.People)
			}
		}
		if g.Values[0].ID == 0 && len(g.Values) > 1 && plain[1][0].Value <= plain[0][0].Value {
			t.Fatalf("who is likelier has %v, the others %v", plain[1][0], plain[0][0])
		}
	}
}

// TestCheck makes sure of verdicts: values that nobody has, thresholds that are reached exactly,
// groups that are impossible.
func TestCheck(t *testing.T) {
	half := big.NewRat(1, 2)
	b, err := New([]int64{2, 4, 0}, 2, []Rule{{0, 0, new(big.Rat)}})
	if err != nil {
		t.Fatal(err)
	}
	// Class 0 never has value 0: of the two of class 1 one has it, and in the second group both.
	groups := []Group{
		{Classes: []Count{{0, 2}, {1, 2}}, Values: []Count{{0, 1}, {1, 3}}},
		{Classes: []Count{{0, 1}, {1, 1}}, Values: []Count{{0, 1}, {1, 1}}},
	}
	verdicts, err := b.Check(t.Context(), groups, half, 1e9)
	if err != nil {
		t.Fatal(err)
	}
	for j, want := range []Verdict{{1, true, 3, 1, 1}, {1, true, 5, 0, 0}, {0, false, 0, -1, -1}} {
		if verdicts[j] != want {
			t.Errorf("Check()[%d] = %+v, want %+v", j, verdicts[j], want)
		}
	}
	groups = append(groups, Group{Classes: []Count{{0, 3}}, Values: []Count{{0, 1}, {1, 2}}}, Group{Classes: []Count{{0, 3}}, Values: []Count{{0, 1}, {1, 2}}})
	impossible, ok := errors.AsType[*Impossible](checked(b.Check(t.Context(), groups, half, 1e9)))
	if !ok || *impossible != (Impossible{2, 6}) {
		t.Errorf("Check() = %v, want 2 groups with 6 people", impossible)
	}
}

func checked(_ []Verdict, err error) error { return err }

// TestBadRules gives rules out of their domain.
func TestBadRules(t *testing.T) {
	quarter := big.NewRat(1, 4)
	for name, rules := range map[string][]Rule{
		"class":    {{1, 0, quarter}},
		"value":    {{0, 2, quarter}},
		"negative": {{0, 0, big.NewRat(-1, 4)}},
		"no rate":  {{0, 0, nil}},
		"twice":    {{0, 0, quarter}, {0, 0, quarter}},
		"above 1":  {{0, 0, quarter}, {0, 1, big.NewRat(7, 8)}},
	} {
		if _, err := New([]int64{1, 1}, 1, rules); !errors.Is(err, &engine.ParamError{Package: "prior"}) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
