package loglinear

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine"
)

func TestWorkload(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(1, 9))
	o := randomOracle(r, 5, 60)
	cells, _ := o.cells()
	whole := []Table{{Attributes: []int{0, 1, 2, 3, 4}}}
	model, err := NewModel(ctx, o.relations(r, whole), o.sizes, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	w := Workload{Dimension: 3, Selectivity: 0.4, Queries: 200}
	e, err := w.Errors(ctx, cells, model, rand.New(rand.NewPCG(1, 10)))
	if err != nil || len(e.Count) != 200 || e.Count.Mean() > 1e-14 {
		t.Errorf("the whole table: %v, %v", e.Count.Mean(), err)
	}
	var apart []Table
	for a := range o.sizes {
		apart = append(apart, Table{Attributes: []int{a}})
	}
	model, err = NewModel(ctx, o.relations(r, apart), o.sizes, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	// By the definition, with the same draws.
	random := rand.New(rand.NewPCG(1, 10))
	var want []float64
	redrawn := 0
	for len(want) < 200 {
		query := w.Query(random, o.sizes)
		actual, estimate := 0.0, 60.0
		for _, x := range o.people {
			if asked(query, x) {
				actual++
			}
		}
		for _, p := range query {
			n := 0.0
			for _, x := range o.people {
				if p.Allowed[x[p.Attribute]] {
					n++
				}
			}
			estimate *= n / 60
		}
		if actual == 0 {
			redrawn++
			continue
		}
		want = append(want, math.Abs(actual-estimate)/actual)
	}
	e, err = w.Errors(ctx, cells, model, rand.New(rand.NewPCG(1, 10)))
	if err != nil || e.Redrawn != redrawn {
		t.Errorf("%d redrawn, want %d, %v", e.Redrawn, redrawn, err)
	}
	slices.Sort(want)
	if !slices.EqualFunc(e.Count, want, func(x, y float64) bool { return math.Abs(x-y) < 1e-12 }) {
		t.Errorf("errors %v, want %v", e.Count, want)
	}
	if got, want := e.Count.Quantile(0.5), (e.Count[99]+e.Count[100])/2; math.Abs(got-want) > 1e-15 {
		t.Errorf("median %v, want %v", got, want)
	}
	// One attribute is answered exactly.
	w.Dimension = 1
	if e, err = w.Errors(ctx, cells, model, random); err != nil || e.Count.Mean() > 1e-14 {
		t.Errorf("one attribute: %v, %v", e.Count.Mean(), err)
	}
}

// TestSums compares the errors of SUM and AVG with the definition: for each query the shares of all
// combinations of values are listed, for the estimate of tables that have one column each. Some numbers
// are negative, one is NULL.
func TestSums(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	for round := range 20 {
		o := randomOracle(r, 4, 50)
		cells, _ := o.cells()
		var apart []Table
		for a := range o.sizes {
			apart = append(apart, Table{Attributes: []int{a}})
		}
		model, err := NewModel(t.Context(), o.relations(r, apart), o.sizes, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		sum := &Summed{Attribute: round % 4}
		for v := range o.sizes[sum.Attribute] {
			sum.Numbers = append(sum.Numbers, float64(v*v)-2)
		}
		if round%3 == 0 {
			sum.Numbers[0] = math.NaN()
		}
		w := Workload{Dimension: 1 + round%3, Selectivity: 0.5, Queries: 30, Sum: sum}
		number := func(x []int) float64 { return sum.Numbers[x[sum.Attribute]] }
		ofPeople := func(query []Predicate) (total, having float64) {
			for _, x := range o.people {
				if y := number(x); asked(query, x) && y == y {
					total += y
					having++
				}
			}
			return total, having
		}
		expected := func(query []Predicate) (total, having float64) {
			for _, x := range o.worlds() {
				share := 1.0
				for a, v := range x {
					n := 0.0
					for _, y := range o.people {
						if y[a] == v {
							n++
						}
					}
					share *= n / 50
				}
				if y := number(x); asked(query, x) && y == y {
					total += 50 * share * y
					having += 50 * share
				}
			}
			return total, having
		}
		random := rand.New(rand.NewPCG(1, 10))
		var sums, averages []float64
		redrawn, tries := 0, 0
		for i := 0; i < 30; {
			query := w.Query(random, o.sizes)
			actual, people := ofPeople(query)
			if actual == 0 {
				redrawn++
				if tries++; tries == 1000 {
					i, tries = i+1, 0
				}
				continue
			}
			i, tries = i+1, 0
			estimated, having := expected(query)
			sums = append(sums, math.Abs(actual-estimated)/math.Abs(actual))
			averages = append(averages, math.Abs(actual/people-estimated/having)/math.Abs(actual/people))
		}
		slices.Sort(sums)
		slices.Sort(averages)
		e, err := w.Errors(t.Context(), cells, model, rand.New(rand.NewPCG(1, 10)))
		isNear := func(x, y float64) bool { return math.Abs(x-y) < 1e-9*(1+math.Abs(y)) }
		if err != nil || e.Redrawn != redrawn || !slices.EqualFunc(e.Sum, sums, isNear) || !slices.EqualFunc(e.Average, averages, isNear) || len(e.Count) != len(sums) {
			t.Fatalf("round %d: %d redrawn, want %d, sums\n%v, want\n%v, averages\n%v, want\n%v, %v", round, e.Redrawn, redrawn, e.Sum, sums, e.Average, averages, err)
		}
	}
}

// Each value is asked for equally often, and as many as are wanted.
func TestQuery(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 11))
	sizes := []int{1, 2, 5, 10}
	w := Workload{Dimension: 2, Selectivity: 0.4}
	wanted := []int{1, 1, 2, 4}
	attributes, values := make([]int, 4), make([]int, 10)
	const queries = 20000
	for range queries {
		query := w.Query(r, sizes)
		for _, p := range query {
			attributes[p.Attribute]++
			n := 0
			for v, is := range p.Allowed {
				if is {
					n++
					if p.Attribute == 3 {
						values[v]++
					}
				}
			}
			if n != wanted[p.Attribute] {
				t.Fatalf("%d of %d values", n, sizes[p.Attribute])
			}
		}
		if len(query) != 2 || query[0].Attribute == query[1].Attribute {
			t.Fatal(query)
		}
	}
	// Six standard deviations of a binomial are 6·sqrt(n·p·(1-p)): a false alarm in
	// a billion, if the seed were not fixed.
	near := func(got, n int, p float64) bool {
		return math.Abs(float64(got)-float64(n)*p) < 6*math.Sqrt(float64(n)*p*(1-p))
	}
	for a, n := range attributes {
		if !near(n, queries, 0.5) {
			t.Errorf("attribute %d in %d of %d queries", a, n, queries)
		}
	}
	for v, n := range values {
		if !near(n, attributes[3], 0.4) {
			t.Errorf("value %d in %d of %d queries", v, n, attributes[3])
		}
	}
}

// A table that has lost people stands for all of them.
func TestFewerRows(t *testing.T) {
	ctx := context.Background()
	relations := []Relation{
		{Attributes: []int{0, 1}, Columns: [][]int32{{0, 0, 1, 1, 2, 2}, {0, 1, 0, 1, 0, 1}}},
		{Attributes: []int{1, 2}, Columns: [][]int32{{0, 0, 1}, {0, 1, 0}}},
	}
	m, err := NewModel(ctx, relations, []int{3, 2, 2}, Limits{})
	if err != nil || m.people != 6 || !m.Closed || math.Abs(m.Deviation-1./6) > 1e-15 {
		t.Fatalf("%+v, %v", m, err)
	}
	total := 0.0
	for v := range 3 {
		for w := range 2 {
			query := []Predicate{{Attribute: 0, Allowed: []bool{v == 0, v == 1, v == 2}}, {Attribute: 2, Allowed: []bool{w == 0, w == 1}}}
			total += m.Count(query)
		}
	}
	if math.Abs(total-6) > 1e-12 {
		t.Errorf("counts add up to %v, want 6", total)
	}
	// Nobody is left in a table that others hang on.
	relations[1].Columns = [][]int32{{}, {}}
	if m, err = NewModel(ctx, relations, []int{3, 2, 2}, Limits{}); err != nil || math.IsNaN(m.Count(nil)) {
		t.Errorf("an empty table: %v", err)
	}
}

func TestModelErrors(t *testing.T) {
	ctx := context.Background()
	pairs := func(a, b int) Relation {
		return Relation{Attributes: []int{a, b}, Columns: [][]int32{{0, 0, 1, 1}, {0, 1, 0, 1}}}
	}
	triangle := []Relation{pairs(0, 1), pairs(1, 2), pairs(2, 0)}
	sizes := []int{2, 2, 2}
	if _, err := NewModel(ctx, triangle, sizes, Limits{MaxCells: 7}); !errors.Is(err, ErrTooLarge) {
		t.Errorf("limit 7: %v", err)
	}
	if m, err := NewModel(ctx, triangle, sizes, Limits{}); err != nil || m.Closed || math.Abs(m.Count(nil)-4) > 1e-12 {
		t.Errorf("%+v, %v", m, err)
	} else if !math.IsNaN(m.Count([]Predicate{{Attribute: 3}})) {
		t.Error("a count of an unknown attribute")
	}
	for _, bad := range [][]Relation{
		nil,
		{pairs(0, 1)},
		{pairs(0, 1), pairs(1, 3)},
		{{Attributes: []int{0, 1, 2}, Columns: [][]int32{{0}}}},
		{{Attributes: []int{0, 1, 2}, Columns: [][]int32{{0}, {0, 1}, {0}}}},
		{{Attributes: []int{0, 1, 2}, Columns: [][]int32{{0}, {0}, {2}}}},
		{{Attributes: []int{0, 1, 2}, Right: []int{2}, Columns: [][]int32{{0}, {0}, {0}}}},
	} {
		var param *engine.ParamError
		if _, err := NewModel(ctx, bad, sizes, Limits{}); !errors.As(err, &param) {
			t.Errorf("NewModel(%v): %v", bad, err)
		}
	}
	for _, bad := range []Workload{{0, 0.5, 1, nil}, {4, 0.5, 1, nil}, {1, 0, 1, nil}, {1, math.NaN(), 1, nil}, {1, 1.5, 1, nil}, {1, 0.5, 0, nil}, {1, 0.5, 1, &Summed{Attribute: 3}}} {
		var param *engine.ParamError
		if err := bad.Check(3); !errors.As(err, &param) {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}
