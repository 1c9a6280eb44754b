package guardian

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/tests/trials"
)

// holds fails the test unless the schema is in GNF and publishes everything.
func holds(t *testing.T, name string, schema []Table, attributes Set, rules []Rule) {
	t.Helper()
	var published Set
	for _, table := range schema {
		published = published.Union(table.Attributes)
	}
	if !guards(schema, rules) || !inGNF(schema, rules) {
		t.Fatalf("%s(%v) = %s, not in GNF", name, rules, written(schema))
	}
	if !published.Equal(attributes) {
		t.Fatalf("%s(%v) = %s, does not publish all of %v", name, rules, written(schema), attributes.Slice())
	}
}

func grown(t *testing.T, attributes Set, rules []Rule, d Divergence) []Table {
	t.Helper()
	schema, err := GD(context.Background(), attributes, rules, d)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func TestGDHolds(t *testing.T) {
	trials.Long(t)
	r := rand.New(rand.NewPCG(1, 1))
	undecided, dataMatters, measured := 0, 0, 0
	n := trials.Number(1000, 6000)
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
		for seed := range 3 {
			calls := 0
			got := grown(t, attributes, rules, hashed{uint64(3*i + seed), 1 << 40, false, &calls})
			holds(t, "GD", got, attributes, rules)
			if !decomposable(got) {
				t.Fatalf("GD(%v) = %s, not decomposable", rules, written(got))
			}
			if ok && (written(got) != written(schema) || calls > 0) {
				t.Fatalf("GD(%v) = %s, want %s by the rules alone", rules, written(got), written(schema))
			}
			measured += calls
			differ = differ || seed > 0 && written(got) != written(schema)
			schema = got
		}
		if differ {
			dataMatters++
		}
	}
	t.Logf("of %d rule sets, additions exclude each other in %d; three random divergences differ in %d; %d schemas measured",
		n, undecided, dataMatters, measured)
}

func TestGDIsLiteral(t *testing.T) {
	trials.Long(t)
	r := rand.New(rand.NewPCG(2, 1))
	for i := range trials.Seeds(t, 200, 1200) {
		m := 3 + r.IntN(4)
		likeLiteral(t, m, randomRules(r, m, 1+r.IntN(7)), []Divergence{
			hashed{i, 1 << 40, false, nil},
			hashed{i, 3, false, nil}, // with many ties
			hashed{i, 1 << 40, true, nil},
			sized(1),
			sized(-1),
		})
	}
}

// TestGDSmall goes through all sequences of up to three rules over three attributes.
func TestGDSmall(t *testing.T) {
	trials.Long(t)
	var all []Rule
	for s := range 3 {
		a, b := (s+1)%3, (s+2)%3
		all = append(all, Rule{SetOf(a), s}, Rule{SetOf(b), s}, Rule{SetOf(a, b), s})
	}
	attributes, _ := allOf(3)
	var extend func(rules []Rule)
	extend = func(rules []Rule) {
		likeLiteral(t, 3, rules, []Divergence{hashed{1, 1 << 40, true, nil}, sized(1), sized(-1)})
		holds(t, "UAD", UAD(attributes, rules), attributes, rules)
		if len(rules) == 3 {
			return
		}
		for _, rule := range all {
			extend(append(slices.Clone(rules), rule))
		}
	}
	extend(nil)
}

// likeLiteral fails the test unless GD returns what the literal algorithm does.
func likeLiteral(t *testing.T, m int, rules []Rule, divergences []Divergence) {
	t.Helper()
	attributes, list := allOf(m)
	without, ok := GDWithoutData(attributes, rules)
	schemas := map[string]bool{}
	for _, d := range divergences {
		l := newLiteral(list, rules)
		if !l.grow(d) {
			t.Fatalf("rules %v with %v: stuck at %s", rules, d, written(l.schema()))
		}
		got, want := grown(t, attributes, rules, d), l.published()
		holds(t, "GD", got, attributes, rules)
		if written(got) != written(want) {
			t.Fatalf("GD(%v) with %v = %s, want %s", rules, d, written(got), written(want))
		}
		schemas[written(got)] = true
	}
	if ok && !schemas[written(without)] || ok && len(schemas) > 1 || ok != (without != nil) {
		t.Fatalf("GDWithoutData(%v) = %s, but GD = %v", rules, written(without), schemas)
	}
}

func TestGD(t *testing.T) {
	everything, _ := allOf(6)
	chain := []Rule{{SetOf(0), 1}, {SetOf(1), 2}}
	for _, test := range []struct {
		name       string
		attributes Set
		rules      []Rule
		want       string // empty: the data decide
	}{
		{"no rules", everything, nil, "[0 1 2 3 4 5] "},
		{"one rule", everything, []Rule{{SetOf(0, 1), 5}}, "[0 1 2 3 4 5][[0 1 2 3 4]->5] "},
		// Race is in the first table only, protected from gender too, which icd reaches
		// through the second.
		{"the running example", everything, running, "[0 1 2 4 5][[0 1 2 5]->4] [0 1 2 3 5][[0 1 2 5]->3] "},
		// The paper's algorithm does not end.
		{"both ways", SetOf(0, 1), []Rule{{SetOf(0), 1}, {SetOf(1), 0}}, "[1] [0] "},
		{"both ways, with another", SetOf(0, 1, 2), []Rule{{SetOf(0), 1}, {SetOf(1), 0}}, "[1 2][[2]->1] [0 2][[2]->0] "},
		{"a circle", SetOf(0, 1, 2), []Rule{{SetOf(0), 1}, {SetOf(1), 2}, {SetOf(2), 0}}, "[0 1][[0]->1] [2] "},
		{"a chain", SetOf(0, 1, 2), chain, ""},
		{"rules about attributes that are not there", SetOf(0, 1), []Rule{{SetOf(7), 1}, {SetOf(1), 7}, {SetOf(7, 0), 1}}, "[0 1][[0]->1] "},
	} {
		got, ok := GDWithoutData(test.attributes, test.rules)
		if ok != (test.want != "") || written(got) != test.want {
			t.Errorf("%s: GDWithoutData() = %s, %v, want %s", test.name, written(got), ok, test.want)
		}
	}
	// Of the chain, 2 can be published with what it is protected from, or with the rest.
	for _, want := range []string{"[0 1][[0]->1] [1 2][[1]->2] ", "[0 1][[0]->1] [0 2][[0]->2] "} {
		if got := written(grown(t, SetOf(0, 1, 2), chain, preferred(want))); got != want {
			t.Errorf("GD(chain) = %s, want %s", got, want)
		}
	}
}

// preferred is the schema that is better than all others.
type preferred string

func (p preferred) Divergence(_ context.Context, schema []Table) (float64, bool, error) {
	if written(schema) == string(p) {
		return 0, true, nil
	}
	return 1, true, nil
}

func (preferred) Bound(context.Context, []Table) (float64, bool, error) { return 0, true, nil }

type failing struct{ err error }

func (f failing) Divergence(context.Context, []Table) (float64, bool, error) {
	return 0, f.err == nil, f.err
}

func (failing) Bound(context.Context, []Table) (float64, bool, error) { return 0, true, nil }

func TestGDStops(t *testing.T) {
	attributes, rules := SetOf(0, 1, 2), []Rule{{SetOf(0), 1}, {SetOf(1), 2}}
	noData := errors.New("no data")
	if _, err := GD(context.Background(), attributes, rules, failing{noData}); !errors.Is(err, noData) {
		t.Errorf("GD() error = %v, want that of the divergence", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := GD(ctx, attributes, rules, failing{}); !errors.Is(err, context.Canceled) {
		t.Errorf("GD() error = %v, want that of the context", err)
	}
	if got := grown(t, attributes, rules, never{}); written(got) != "[0 1][[0]->1] [2] " {
		t.Errorf("GD() without anything that can be measured = %s", written(got))
	}
}

// never measures nothing.
type never struct{}

func (never) Divergence(context.Context, []Table) (float64, bool, error) { return 0, false, nil }

func (never) Bound(context.Context, []Table) (float64, bool, error) { return 0, false, nil }

// TestGDNeutral says what attributes that no rule names can do: one does what many
// do, which is to let additions exclude each other, not the contrary.
func TestGDNeutral(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	changed := 0
	for range 5000 {
		m := 3 + r.IntN(4)
		rules := randomRules(r, m, 1+r.IntN(5))
		var named Set
		for _, rule := range rules {
			named = named.Union(rule.LHS).With(rule.RHS)
		}
		_, none := GDWithoutData(named, rules)
		schema, one := GDWithoutData(named.With(m), rules)
		more, many := GDWithoutData(named.With(m).With(m+1).With(m+2), rules)
		if one != many || one && !none {
			t.Errorf("rules %v: decided with no neutral attribute %v, one %v, many %v", rules, none, one, many)
		}
		for i, table := range schema {
			if table.Attributes.Has(m) != more[i].Attributes.Has(m+2) || !more[i].Attributes.Minus(SetOf(m+1, m+2)).Equal(table.Attributes) {
				t.Errorf("rules %v: %s with one neutral attribute, %s with three", rules, written(schema), written(more))
			}
		}
		if none != one {
			changed++
		}
	}
	t.Logf("one neutral attribute changes %d of 5000", changed)
}
