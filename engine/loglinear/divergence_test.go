package loglinear

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/tests/trials"
)

// Whatever the schema, the divergence is that of the estimate by definition, and
// counts are what the estimate expects.
func TestAgainstDefinition(t *testing.T) {
	ctx := context.Background()
	var closed, settled, conflicting, infinite, given int
	for seed := range trials.Seeds(t, 2000, 6000) {
		r := rand.New(rand.NewPCG(seed, 1))
		o := randomOracle(r, 2+r.IntN(4), 1+r.IntN(14))
		tables := randomTables(r, o, seed%2 == 0)
		cells, order := o.cells()
		m := NewMeasure(cells)
		bound := boundOf(t, m, r, inOrder(tables, order))
		got, err := m.Divergence(ctx, inOrder(tables, order))
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if after := boundOf(t, m, r, inOrder(tables, order)); got.Closed && !(after <= got.KL+1e-11 || math.IsInf(got.KL, 1)) {
			t.Fatalf("seed %d: Bound = %v once KL = %v is known", seed, after, got.KL)
		}
		model, err := NewModel(ctx, o.relations(r, tables), o.sizes, Limits{})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		q, deviation := o.estimate(tables, 1000)
		if got.Closed != treelike(tables) {
			t.Fatalf("seed %d: closed: %t; %v", seed, got.Closed, tables)
		}
		if got.Closed {
			closed++
			if deviation > 1e-9 {
				t.Fatalf("seed %d: closed, but the fit is off by %g; %v", seed, deviation, tables)
			}
		}
		if deviation > 1e-9 {
			conflicting++
			if got.Rounds == DefaultMaxRounds {
				given++
			}
			if got.Deviation < 1e-10 {
				t.Fatalf("seed %d: settled, but the whole fit is off by %g", seed, deviation)
			}
			continue
		}
		tolerance := 1e-11
		if !got.Closed {
			settled++
			tolerance = 1e-6
		}
		want := divergence(o.original(), q)
		if math.IsInf(want, 1) {
			infinite++
		}
		if !(bound <= want+tolerance) {
			t.Fatalf("seed %d: Bound = %v, above KL = %v; %v %v", seed, bound, want, tables, o)
		}
		if got.KL != want && !(math.Abs(got.KL-want) <= tolerance) {
			t.Fatalf("seed %d: KL = %v, want %v; %+v %v %v", seed, got.KL, want, got, tables, o)
		}
		if model.Closed != got.Closed || model.Deviation > 1e-9 {
			t.Fatalf("seed %d: model %+v, divergence %+v", seed, model, got)
		}
		for round := range 5 {
			query := randomQuery(r, o.sizes)
			counts := func([]int) float64 { return 1 }
			if len(query) > 0 && round%2 == 1 { // a sum of numbers, some of them negative
				p := &query[0]
				for v := range p.Allowed {
					p.Counts = append(p.Counts, float64(v*v-2))
				}
				counts = func(x []int) float64 { return p.Counts[x[p.Attribute]] }
			}
			want := 0.0
			for i, x := range o.worlds() {
				if asked(query, x) {
					want += q[i] * float64(len(o.people)) * counts(x)
				}
			}
			if got := model.Count(query); !(math.Abs(got-want) <= 100*tolerance) {
				t.Fatalf("seed %d: Count = %v, want %v; %v of %v", seed, got, want, query, tables)
			}
		}
	}
	t.Logf("%d closed, %d settled, %d conflicting, %d of them until the last round, %d infinite", closed, settled, conflicting, given, infinite)
	if closed < trials.Number(300, 1000) || settled < trials.Number(100, 300) || infinite < 5 {
		t.Error("too few of a kind")
	}
}

// boundOf is the Bound of tables, where the cross-entropies of some smaller left sides may be
// known.
func boundOf(t *testing.T, m *Measure, r *rand.Rand, tables []Table) float64 {
	t.Helper()
	for _, table := range tables {
		var left []int
		for _, a := range table.Attributes {
			if r.IntN(2) == 0 && !slices.Contains(table.Right, a) {
				left = append(left, a)
			}
		}
		if slices.Sort(left); len(table.Right) > 0 {
			right := slices.Clone(table.Right)
			slices.Sort(right)
			if _, err := m.crossEntropy(t.Context(), left, right, table.Groups); err != nil {
				t.Fatal(err)
			}
		}
	}
	bound, err := m.Bound(t.Context(), tables)
	if err != nil {
		t.Fatal(err)
	}
	return bound
}

// treelike reports whether tables can be joined in a tree whose separators do not
// span both sides of a table that has some of the attributes: a table that spans
// them, or a suppressed right side, must not have to agree with another.
func treelike(tables []Table) bool {
	var left []Table
	for _, t := range tables {
		if !slices.ContainsFunc(tables, func(u Table) bool {
			return len(t.Right) > 0 && len(u.Right) == 0 && len(without(t.Attributes, u.Attributes)) == 0
		}) {
			left = append(left, t)
		}
	}
	// All spanning trees, as parents of tables in all orders.
	var grow func(in, out []Table) bool
	grow = func(in, out []Table) bool {
		if len(out) == 0 {
			return true
		}
		for k, t := range out {
			var before []int
			for _, u := range in {
				before = append(before, u.Attributes...)
			}
			common := without(t.Attributes, without(t.Attributes, before))
			fits := func(u Table) bool {
				return len(common) == 0 || len(without(common, u.Attributes)) == 0 && agrees(t, common) && agrees(u, common)
			}
			if (len(in) == 0 || slices.ContainsFunc(in, fits)) &&
				grow(append(slices.Clone(in), t), slices.Delete(slices.Clone(out), k, k+1)) {
				return true
			}
		}
		return false
	}
	return grow(nil, left)
}

func agrees(t Table, attributes []int) bool {
	rest := without(attributes, t.Right)
	return len(rest) == len(attributes) || len(rest) == 0 && !slices.Contains(t.Groups, -1)
}

func randomQuery(r *rand.Rand, sizes []int) []Predicate {
	var query []Predicate
	for range r.IntN(len(sizes) + 2) {
		a := r.IntN(len(sizes))
		p := Predicate{Attribute: a, Allowed: make([]bool, sizes[a])}
		for v := range p.Allowed {
			p.Allowed[v] = r.IntN(2) == 0
		}
		query = append(query, p)
	}
	return query
}

func asked(query []Predicate, x []int) bool {
	return !slices.ContainsFunc(query, func(p Predicate) bool { return !p.Allowed[x[p.Attribute]] })
}
