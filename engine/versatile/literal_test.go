package versatile

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/guardian"
)

// literal is Guardian Decomposition step by step: it looks at every schema, and
// measures by the definition. Table i protects the attribute own[i] from all others
// in it, None for none.
type literal struct {
	t     *testing.T
	o     *oracle
	m     *measured
	rules []guardian.Rule
	own   []int
	kls   map[string]float64
	ties  int
}

func newLiteral(t *testing.T, o *oracle, m *measured, rules []guardian.Rule) (*literal, []uint) {
	x := &literal{t: t, o: o, m: m, rules: rules, own: []int{guardian.None}, kls: map[string]float64{}}
	tables := []uint{o.all()}
	for {
		at := slices.IndexFunc(rules, func(rule guardian.Rule) bool { return !inGNF(x.protecting(tables), []guardian.Rule{rule}) })
		if at < 0 {
			return x, tables
		}
		s := rules[at].RHS
		if x.own[0] == guardian.None {
			x.own[0] = s
			continue
		}
		table := bitsOf(rules[at].LHS)
		for i := range tables {
			tables[i] &^= 1 << s
		}
		for _, a := range x.own {
			table &^= 1 << a
		}
		tables, x.own = append(tables, table|1<<s), append(x.own, s)
	}
}

// protecting is the schema of tables that protect their own attributes.
func (x *literal) protecting(tables []uint) []guardian.Table {
	var schema []guardian.Table
	for i, set := range tables {
		t := guardian.Table{Attributes: guardian.SetOf(members(set)...), RHS: guardian.None}
		if left := set &^ (1 << max(0, x.own[i])); x.own[i] != guardian.None && left != 0 {
			t.LHS, t.RHS = guardian.SetOf(members(left)...), x.own[i]
		}
		schema = append(schema, t)
	}
	return schema
}

// published leaves out what no rule needs: protection of what is out of reach, and
// then tables that are not shuffled and are within others, apart from what these
// shuffle; of equal ones the first remains.
func (x *literal) published(tables []uint) []guardian.Table {
	schema := slices.DeleteFunc(x.protecting(tables), func(t guardian.Table) bool { return t.Attributes.Empty() })
	for i, t := range schema {
		if !slices.ContainsFunc(x.rules, func(rule guardian.Rule) bool {
			return rule.RHS == t.RHS && linked(tables, bitsOf(rule.LHS))>>t.RHS&1 == 1
		}) {
			schema[i].LHS, schema[i].RHS = guardian.Set{}, guardian.None
		}
	}
	open := func(t guardian.Table) uint {
		if t.RHS == guardian.None {
			return bitsOf(t.Attributes)
		}
		return bitsOf(t.Attributes) &^ (1 << t.RHS)
	}
	var kept []guardian.Table
	for i, t := range schema {
		repeated := false
		for j, u := range schema {
			if i != j && t.RHS == guardian.None && open(t)&^open(u) == 0 {
				repeated = repeated || j < i || u.RHS != guardian.None || open(t) != open(u)
			}
		}
		if !repeated {
			kept = append(kept, t)
		}
	}
	return kept
}

// kl measures a schema; it is +Inf if that is not decomposable.
func (x *literal) kl(schema []guardian.Table) float64 {
	name := fmt.Sprint(schema)
	if kl, ok := x.kls[name]; ok {
		return kl
	}
	var sets []uint
	for _, t := range schema {
		sets = append(sets, bitsOf(t.Attributes))
	}
	kl := math.Inf(1)
	if treelike(sets) {
		var deviation float64
		if kl, deviation = x.o.divergence(x.o.views(x.t, x.m, schema), 100); deviation > 1e-13 {
			x.t.Errorf("the fit of %v is off by %g", schema, deviation)
		}
	}
	x.kls[name] = kl
	return kl
}

// grow adds attributes back, each time that of the smallest divergence; of equal
// ones it takes the first table, and then the smallest attribute.
func (x *literal) grow(tables []uint) {
	for {
		at, attribute, smallest, possible := -1, -1, math.Inf(1), 0
		for i := range tables {
			for a := range x.o.sizes {
				more := slices.Clone(tables)
				more[i] |= 1 << a
				if has(tables[i], a) || !inGNF(x.protecting(more), x.rules) {
					continue
				}
				possible++
				switch kl := x.kl(x.published(more)); {
				case math.IsInf(kl, 1):
				case kl < smallest-equal:
					at, attribute, smallest = i, a, kl
				case kl < smallest+equal:
					x.ties++
				}
			}
		}
		if at < 0 {
			if possible > 0 {
				x.t.Errorf("%v can grow, but by nothing that can be measured", tables)
			}
			return
		}
		tables[at] |= 1 << attribute
	}
}

// equal is how much equal divergences may differ by rounding.
const equal = 1e-12

// TestGuardian: the schema of Guardian is that of the literal steps, whatever equal
// divergences are rounded to.
//
// What it adds to its decomposition need not lower the divergence, nor need that be
// below the one of single attributes: a shuffled table of attributes that are
// independent of each other tells less than each alone. Both happen here.
func TestGuardian(t *testing.T) {
	ctx := context.Background()
	var runs, measured, ties, worse, worseThanSingle int
	for seed := range uint64(12000) {
		r := rand.New(rand.NewPCG(seed, 4))
		o := randomOracle(r, 3+int(seed%3))
		rules := o.randomRules(r, 2)
		_, decided := guardian.GDWithoutData(guardian.SetOf(members(o.all())...), rules)
		if decided && seed%10 > 0 {
			continue
		}
		m, err := newMeasured(o.cells(), rules, 2, 1)
		if err != nil {
			t.Fatal(err)
		}
		release, err := Decompose(ctx, o.cells(), rules, 2, Guardian, 1)
		if err != nil {
			t.Fatal(err)
		}
		single, err := Decompose(ctx, o.cells(), rules, 2, Single, 1)
		if err != nil {
			t.Fatal(err)
		}
		x, tables := newLiteral(t, o, m, rules)
		before := x.kl(x.published(tables))
		x.grow(tables)
		if got, want := fmt.Sprint(schemaOf(release)), fmt.Sprint(x.published(tables)); got != want {
			t.Errorf("seed %d, rules %v: %s, want %s", seed, rules, got, want)
		}
		runs++
		if !decided {
			measured++
			ties += min(1, x.ties)
		}
		if release.Divergence.KL > before+equal {
			worse++
		}
		if release.Divergence.KL > single.Divergence.KL+equal {
			worseThanSingle++
		}
	}
	t.Logf("%d runs, %d measured, %d of them with ties; %d worse than the decomposition, %d than single attributes", runs, measured, ties, worse, worseThanSingle)
	if measured < 500 || ties < 10 || worse == 0 || worseThanSingle == 0 {
		t.Errorf("%d runs are too few", runs)
	}
}
