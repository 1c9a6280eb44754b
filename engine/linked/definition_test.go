package linked_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"skyline/engine/linked"
)

// randomPeople are a few people with few different rows.
func randomPeople(r *rand.Rand) []person {
	people := make([]person, 1+r.IntN(6))
	owns, items, values, most := 1+r.Int32N(2), 1+r.Int32N(4), 1+r.Int32N(3), 1+r.IntN(4)
	apart := 1 + 50*r.Int32N(2) // more values than are counted all at once
	for i := range people {
		people[i].own = r.Int32N(owns)
		for range 1 + r.IntN(most) {
			people[i].rows = append(people[i].rows, linked.Row{Item: r.Int32N(items), Value: apart * r.Int32N(values)})
		}
	}
	return people
}

func recordsOf(people []person) []linked.Record {
	records := make([]linked.Record, len(people))
	for i, p := range people {
		records[i] = linked.Record{Own: p.own, People: 1, Rows: append([]linked.Row{}, p.rows...)}
	}
	return records
}

func ratOf(s linked.Share) *big.Rat {
	if s.Whole == 0 {
		return new(big.Rat)
	}
	return new(big.Rat).SetFrac(new(big.Int).SetUint64(s.Part), new(big.Int).SetUint64(s.Whole))
}

// TestByDefinition compares with all choices of rows and all injections.
func TestByDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 1000 {
		people := randomPeople(r)
		q := linked.Query{Known: r.IntN(5), Values: i%4 > 0, Row: i%4 == 1, Only: r.IntN(2) == 0, Value: r.Int32N(2) * (1 + 50*r.Int32N(2)), MaxSteps: 1e9}
		got, err := linked.Check(t.Context(), recordsOf(people), q)
		if err != nil {
			t.Fatal(err)
		}
		for n := range q.Known + 1 {
			compare(t, fmt.Sprintf("case %d, %d rows known (%+v) of %v", i, n, q, people), people, &got.Levels[n], define(people, n, false, &q), false, &q)
		}
		compare(t, fmt.Sprintf("case %d, all rows known (%+v) of %v", i, q, people), people, &got.All, define(people, 0, true, &q), true, &q)
		if t.Failed() {
			return
		}
	}
}

func compare(t *testing.T, name string, people []person, got *linked.Level, want told, all bool, q *linked.Query) {
	t.Helper()
	if got.K != want.k || got.Unicity.Cmp(want.unicity) != 0 || ratOf(got.OfKnown).Cmp(want.ofKnown) != 0 || ratOf(got.Anywhere).Cmp(want.anywhere) != 0 {
		t.Errorf("%s: k %d, unicity %v, of known %v, anywhere %v; want %d, %v, %v, %v",
			name, got.K, got.Unicity, ratOf(got.OfKnown), ratOf(got.Anywhere), want.k, want.unicity, want.ofKnown, want.anywhere)
	}
	// A case is one: whoever knows its rows has as few candidates, and learns as much.
	for i, c := range []*linked.Case{&got.Alone, &got.WorstOfKnown, &got.MostAnywhere} {
		if i == 1 && got.OfKnown.Whole == 0 || i == 2 && !q.Values {
			continue
		}
		candidates, ofKnown, anywhere := learn(people, c.Own, c.Rows, all, q)
		if candidates != c.Candidates || candidates == 0 || i == 0 && candidates != got.K || i == 1 && ofKnown.Cmp(want.ofKnown) != 0 || i == 2 && anywhere.Cmp(want.anywhere) != 0 {
			t.Errorf("%s: case %d %+v has %d candidates, of known %v, anywhere %v", name, i, c, candidates, ofKnown, anywhere)
		}
	}
}

// TestOrder puts people and their rows into another order, and equal ones together.
func TestOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 100 {
		people := randomPeople(r)
		q := linked.Query{Known: 3, Values: true, MaxSteps: 1e9}
		want, err := linked.Check(t.Context(), recordsOf(people), q)
		if err != nil {
			t.Fatal(err)
		}
		r.Shuffle(len(people), func(i, j int) { people[i], people[j] = people[j], people[i] })
		for _, p := range people {
			r.Shuffle(len(p.rows), func(i, j int) { p.rows[i], p.rows[j] = p.rows[j], p.rows[i] })
		}
		got, err := linked.Check(t.Context(), recordsOf(people), q)
		if err != nil {
			t.Fatal(err)
		}
		if g, w := fmt.Sprint(got), fmt.Sprint(want); g != w {
			t.Fatalf("in another order: %s, want %s", g, w)
		}
	}
}

// TestKnownTwice has a case that random ones miss: most is learned of an item that is known
// twice, by a known row of another one. Of {a, a, b}, in 3 of 4 ways the first person's, of
// whose three rows of a two have the value: 1/2, and nothing else of three rows tells as much.
func TestKnownTwice(t *testing.T) {
	const a, b, value = 0, 1, 1
	people := []person{
		{rows: []linked.Row{{Item: a, Value: value}, {Item: a, Value: value}, {Item: a}, {Item: b}}},
		{rows: []linked.Row{{Item: a}, {Item: a}, {Item: b}}},
		{rows: []linked.Row{{Item: a}, {Item: a}}},
		{rows: []linked.Row{{Item: a}, {Item: a}, {Item: a}}},
	}
	// Others make b the more frequent item, which is looked at last.
	for other := int32(2); other < 5; other++ {
		people = append(people, person{rows: []linked.Row{{Item: b}, {Item: other}}})
	}
	q := linked.Query{Known: 3, Values: true, Only: true, Value: value, MaxSteps: 1e9}
	got, err := linked.Check(t.Context(), recordsOf(people), q)
	if err != nil {
		t.Fatal(err)
	}
	if want := big.NewRat(1, 2); ratOf(got.Levels[3].OfKnown).Cmp(want) != 0 {
		t.Errorf("of known %v, want %v", ratOf(got.Levels[3].OfKnown), want)
	}
	compare(t, "known twice", people, &got.Levels[3], define(people, 3, false, &q), false, &q)
}
