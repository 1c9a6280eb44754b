package versatile

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/guardian"
	"skyline/tests/trials"
)

// TestAgainstDefinition: the tables keep the rules, what they guard is right, and the
// divergence is that of the estimate of the largest entropy.
func TestAgainstDefinition(t *testing.T) {
	ctx := context.Background()
	runs := map[string]int{}
	for seed := range trials.Seeds(t, 400, 3000) {
		r := rand.New(rand.NewPCG(seed, 1))
		o := randomOracle(r, 5)
		l := int64(2 + r.IntN(2))
		rules := o.randomRules(r, l)
		m, err := newMeasured(o.cells(), rules, l, 1)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for _, method := range []Method{UtilityAware, Guardian, Single} {
			release, err := Decompose(ctx, o.cells(), rules, l, method, 1)
			if err != nil {
				t.Fatalf("seed %d, method %d: %v", seed, method, err)
			}
			checkTables(t, o, release, rules)
			if !release.Divergence.Closed || release.Unknown {
				t.Errorf("seed %d, method %d: %+v, want a closed form", seed, method, release)
			}
			want, deviation := o.divergence(o.views(t, m, schemaOf(release)), 100)
			if got := release.Divergence.KL; deviation > 1e-13 || !(math.Abs(got-want) <= equal) {
				t.Errorf("seed %d, method %d: KL = %v, want %v (off by %g)", seed, method, got, want, deviation)
			}
			checkBounds(t, o, o.views(t, m, schemaOf(release)), release.Divergence.KL)
			runs["decomposed"]++
		}
		schema := o.randomSchema(r, rules, l)
		if schema == nil {
			continue
		}
		release, err := Evaluate(ctx, o.cells(), rules, l, schema, 1)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		checkTables(t, o, release, rules)
		want, deviation := o.divergence(o.views(t, m, schema), 5000)
		tolerance := equal
		switch d := release.Divergence; {
		case deviation > 1e-9 && d.Closed:
			t.Errorf("seed %d: %+v, but the fit is off by %g", seed, d, deviation)
			continue
		case deviation > 1e-9: // the tables contradict each other, or it is slow
			runs["off"]++
			continue
		case d.Closed:
			runs["closed"]++
		default:
			tolerance = 1e-6
			runs["fitted"]++
		}
		if got := release.Divergence.KL; !(math.Abs(got-want) <= tolerance) {
			t.Errorf("seed %d: KL = %v, want %v; %+v", seed, got, want, release)
		}
	}
	t.Log(runs)
	for _, kind := range []string{"decomposed", "closed", "fitted"} {
		if runs[kind] < trials.Number(5, 50) {
			t.Errorf("%d runs of the kind %s", runs[kind], kind)
		}
	}
}

// checkBounds: shuffling costs something, and of each table no more than the mutual
// information that its sides have within groups, I(L; R | G), since the divergence is
// convex: KL(Σ_g w_g p_g ‖ Σ_g w_g q_g) ≤ Σ_g w_g KL(p_g ‖ q_g).
func checkBounds(t *testing.T, o *oracle, views []view, kl float64) {
	t.Helper()
	plain, loss := slices.Clone(views), 0.0
	for i, v := range views {
		if v.right == 0 {
			continue
		}
		plain[i].right = 0
		counts := map[[3]int]int{} // of each group and side; 0 stands for all
		key := func(k, side int, set uint) [3]int {
			return [3]int{int(v.groups[k]), side, o.key(o.rows[k], set)}
		}
		for k := range o.rows {
			counts[key(k, 0, 0)]++
			counts[key(k, 1, v.set&^v.right)]++
			counts[key(k, 2, v.right)]++
			counts[key(k, 3, v.set)]++
		}
		for k := range o.rows {
			together := counts[key(k, 0, 0)] * counts[key(k, 3, v.set)]
			apart := counts[key(k, 1, v.set&^v.right)] * counts[key(k, 2, v.right)]
			loss += math.Log(float64(together)/float64(apart)) / float64(len(o.rows))
		}
	}
	least, _ := o.divergence(plain, 100)
	if kl < least-equal || kl > least+loss+equal {
		t.Errorf("KL = %v of %v, want between %v and %v", kl, views, least, least+loss)
	}
	if everything := len(views) == 1 && views[0].right == 0; everything && kl > equal {
		t.Errorf("KL = %v of the table itself", kl)
	}
}

// checkTables checks all of a release but the divergence.
func checkTables(t *testing.T, o *oracle, release *Release, rules []guardian.Rule) {
	t.Helper()
	schema := schemaOf(release)
	var covered uint
	for i, table := range release.Tables {
		covered |= bitsOf(table.Attributes)
		var right uint
		if table.RHS != guardian.None && table.Attributes.Len() > 1 {
			right = 1 << table.RHS
		}
		if bitsOf(table.Right) != right {
			t.Errorf("table %d of %+v shuffles %v", i, schema, table.Right.Slice())
		}
		var guards []int
		for k, rule := range rules {
			if at, _ := guard(schema, rule); at == i {
				guards = append(guards, k)
			}
		}
		if !slices.Equal(table.Guards, guards) {
			t.Errorf("table %d of %+v guards %v, want %v", i, schema, table.Guards, guards)
		}
	}
	if covered != o.all() || !inGNF(schema, rules) || release.Suppressed != 0 || release.Unknown {
		t.Errorf("%+v does not publish all attributes in GNF", release)
	}
}

// TestDraw: in no group of a draw more than one in l people have the same value.
func TestDraw(t *testing.T) {
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 2))
		o := randomOracle(r, 5)
		l := int64(2 + r.IntN(2))
		m, err := newMeasured(o.cells(), nil, l, 1)
		if err != nil {
			t.Fatal(err)
		}
		for s := range o.sizes {
			if !o.eligible(s, l) {
				continue
			}
			groups, err := m.draw(context.Background(), s)
			if err != nil || len(groups) != len(o.rows) {
				t.Fatal(groups, err)
			}
			sizes, with := map[int32]int64{}, map[[2]int]int64{}
			for i, g := range groups {
				sizes[g]++
				with[[2]int{int(g), o.rows[i][s]}]++
			}
			for at, n := range with {
				if n*l > sizes[int32(at[0])] {
					t.Errorf("seed %d: %d of %d people of a group have a value", seed, n, sizes[int32(at[0])])
				}
			}
		}
	}
}

// TestEvaluateViolated: a schema that breaks a rule is refused, and no other.
func TestEvaluateViolated(t *testing.T) {
	refused := 0
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 3))
		o := randomOracle(r, 5)
		rules := o.randomRules(r, 2)
		schema := o.randomSchema(r, nil, 2)
		_, err := Evaluate(context.Background(), o.cells(), rules, 2, schema, 1)
		if holds := inGNF(schema, rules); holds && err != nil || !holds && !errors.Is(err, ErrViolated) {
			t.Errorf("seed %d: in GNF %t, error %v", seed, holds, err)
		} else if !holds {
			refused++
		}
	}
	if refused < 500 {
		t.Errorf("only %d schemas refused", refused)
	}
}
