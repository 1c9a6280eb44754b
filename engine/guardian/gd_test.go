package guardian

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
)

// holds fails the test unless the schema is in GNF and publishes everything.
func holds(t *testing.T, name string, schema []Table, attributes Set, rules []Rule) {
	t.Helper()
	var published Set
	for _, table := range schema {
		published = published.Union(table.Attributes)
	}
	if !Guards(schema, rules) || !inGNF(schema, rules) {
		t.Fatalf("%s(%v) = %s, not in GNF", name, rules, written(schema))
	}
	if !published.Equal(attributes) {
		t.Fatalf("%s(%v) = %s, does not publish all of %v", name, rules, written(schema), attributes.Slice())
	}
}

func TestGDHolds(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	undecided, measured, bydata := 0, 0, 0
	const n = 6000
	for i := range n {
		m := 3 + r.IntN(6)
		rules := randomRules(r, m, 1+r.IntN(9))
		attributes, _ := allOf(m)
		schema, ok := GDWithoutData(attributes, rules)
		if ok {
			holds(t, "GDWithoutData", schema, attributes, rules)
		} else {
			undecided++
		}
		differ := false
		var before string
		for seed := range 3 {
			calls := 0
			got, err := GD(context.Background(), attributes, rules, hashed{uint64(i*3 + seed), 1 << 40, false, &calls})
			if err != nil {
				t.Fatal(err)
			}
			holds(t, "GD", got, attributes, rules)
			if ok && (written(got) != written(schema) || calls > 0) {
				t.Fatalf("GD(%v) = %s, want %s by the rules alone", rules, written(got), written(schema))
			}
			measured += calls
			differ = differ || seed > 0 && written(got) != before
			before = written(got)
		}
		if differ {
			bydata++
		}
	}
	t.Logf("of %d rule sets, additions exclude each other in %d; three random divergences differ in %d; %d schemas measured", n, undecided, bydata, measured)
}

func TestGDIsLiteral(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	undecided := 0
	for i := range 1500 {
		m := 3 + r.IntN(4)
		rules := randomRules(r, m, 1+r.IntN(7))
		attributes, list := allOf(m)
		_, ok := GDWithoutData(attributes, rules)
		if !ok {
			undecided++
		}
		for _, d := range []Divergence{hashed{uint64(i), 1 << 40, false, nil}, hashed{uint64(i), 3, false, nil}, hashed{uint64(i), 1 << 40, true, nil}, sized(1), sized(-1)} {
			l := newLiteral(list, rules)
			l.grow(d)
			want := written(l.published())
			got, err := GD(context.Background(), attributes, rules, d)
			if err != nil {
				t.Fatal(err)
			}
			if written(got) != want {
				t.Errorf("GD(%v) with %v = %s, want %s", rules, d, written(got), want)
			}
		}
	}
	t.Logf("%d undecided by the rules", undecided)
}

type failing struct{}

func (failing) Divergence(context.Context, []Table) (float64, bool, error) {
	return 0, false, errors.New("no data")
}
