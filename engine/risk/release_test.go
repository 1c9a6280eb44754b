package risk

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine"
	"skyline/engine/partition"
)

func same(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if got != want && !(math.Abs(got-want) <= tolerance*math.Max(1, math.Abs(want))) {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

// TestMeasuresByDefinition compares the measures on histograms with the oracle,
// rational ones to the last bit.
func TestMeasuresByDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for range 600 {
		o := randomPeople(rng, false)
		r := o.release(t, rng)
		d, err := r.Diversity(t.Context(), 5)
		if err != nil {
			t.Fatal(err)
		}
		same(t, "Distinct", float64(d.Distinct), float64(o.distinct()), 0)
		same(t, "Entropy", d.Entropy, o.entropy(), 1e-13)
		for i, c := range d.RecursiveC {
			same(t, "RecursiveC", c, o.recursive(2+i), 0)
		}
		closeness, _ := r.Closeness(t.Context())
		same(t, "Closeness", closeness, o.closeness(false), 0)
		ordered, ok, _ := r.OrderedCloseness(t.Context(), numbersOf(r, o.values))
		if !ok {
			t.Fatal("no order")
		}
		same(t, "OrderedCloseness", ordered, o.closeness(true), 0)
		compareLikeness(t, o, r)
		if t.Failed() {
			t.Fatalf("for %v", o.rows)
		}
	}
}

// TestSets: what is about single values holds for people with sets of them.
func TestSets(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	for range 300 {
		o := randomPeople(rng, true)
		if len(o.values) == 0 {
			continue
		}
		compareLikeness(t, o, o.release(t, rng))
		if t.Failed() {
			t.Fatalf("for %v", o.rows)
		}
	}
}

func compareLikeness(t *testing.T, o *oracle, r *Release) {
	t.Helper()
	d, _ := r.Diversity(t.Context(), 1)
	same(t, "Distinct", float64(d.Distinct), float64(o.distinct()), 0)
	alpha := 0.0
	for _, g := range o.groups() {
		for _, v := range o.values {
			alpha = max(alpha, near(o.share(g, v)))
		}
	}
	same(t, "Alpha", d.Alpha, alpha, 0)
	l, err := r.Likeness(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	same(t, "Basic", l.Basic, near(o.worst(gain)), 0)
	same(t, "Enhanced", l.Enhanced, o.enhanced(), 0)
	delta, lacks := o.delta()
	same(t, "DeltaPresent", l.DeltaPresent, delta, 1e-13)
	if lacks {
		delta = math.Inf(1)
	}
	same(t, "Delta", l.Delta, delta, 1e-13)
}

// TestLargeCounts: 2^60 people in two groups that differ by one are told apart
// exactly: alpha is (2^59+1)/2^60, which rounds to 1/2, and t is 2^-60.
func TestLargeCounts(t *testing.T) {
	const half = int64(1) << 58
	table := &partition.Table{
		Values: []partition.Value{{Text: "a"}, {Text: "b"}},
		Groups: []partition.Group{
			{People: 2 * half, Counts: []partition.Count{{Value: 0, N: half + 1}, {Value: 1, N: half - 1}}},
			{People: 2 * half, Counts: []partition.Count{{Value: 1, N: half + 1}, {Value: 0, N: half - 1}}},
		},
	}
	r, err := NewRelease(t.Context(), table, []int64{2, 2})
	if err != nil {
		t.Fatal(err)
	}
	closeness, _ := r.Closeness(t.Context())
	same(t, "Closeness", closeness, 1/float64(2*half), 0)
	ordered, _, _ := r.OrderedCloseness(t.Context(), []int32{0, 1})
	same(t, "OrderedCloseness", ordered, 1/float64(2*half), 0)
	l, _ := r.Likeness(t.Context())
	same(t, "Basic", l.Basic, 1/float64(half), 0)
	same(t, "Delta", l.Delta, 1/float64(half), 1e-30)
	if _, err := NewRelease(t.Context(), table, []int64{2, 3}); !errors.Is(err, partition.ErrTooManyPeople) {
		t.Errorf("error %v", err)
	}
	if _, err := NewRelease(t.Context(), table, nil); !errors.Is(err, &engine.ParamError{Package: "risk", Param: "times"}) {
		t.Errorf("error %v", err)
	}
}

// TestNoOrder: each value must have one place.
func TestNoOrder(t *testing.T) {
	table := &partition.Table{
		Values: []partition.Value{{Text: "a"}, {Null: true}},
		Groups: []partition.Group{{People: 2, Counts: []partition.Count{{Value: 0, N: 1}, {Value: 1, N: 1}}}},
	}
	r, err := NewRelease(t.Context(), table, []int64{1})
	if err != nil {
		t.Fatal(err)
	}
	for _, order := range [][]int32{nil, {0}, {0, 0}, {0, 1, 0}} {
		if _, ok, _ := r.OrderedCloseness(t.Context(), order); ok {
			t.Errorf("%v is taken for an order", order)
		}
	}
}

// TestOrderOfSets: several values of a person have no distribution.
func TestOrderOfSets(t *testing.T) {
	table := &partition.Table{
		Values: []partition.Value{{Text: "a"}, {Text: "b"}},
		Groups: []partition.Group{{People: 2, Counts: []partition.Count{{Value: 0, N: 2}, {Value: 1, N: 2}}}, {People: 1}},
	}
	r, err := NewRelease(t.Context(), table, []int64{1, 1})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok, _ := r.OrderedCloseness(t.Context(), []int32{0, 1}); ok {
		t.Error("there is a distance")
	}
}

// TestOrderedExample is the example of Li, Li, Venkatasubramanian (2007), Sect. 4:
// salaries 3k to 11k, with {3k, 4k, 5k} at 0.375 of all and {6k, 8k, 11k} at 1/6.
func TestOrderedExample(t *testing.T) {
	values := []string{"3", "4", "5", "6", "7", "8", "9", "10", "11"}
	table := &partition.Table{}
	for _, v := range values {
		table.Values = append(table.Values, partition.Value{Text: v})
	}
	for _, test := range []struct {
		first, rest []int32
		want        float64
	}{
		{[]int32{0, 1, 2}, []int32{3, 4, 5, 6, 7, 8}, 0.375},
		{[]int32{3, 5, 8}, []int32{0, 1, 2, 4, 6, 7}, 1.0 / 6},
	} {
		table.Groups = nil
		for _, group := range [][]int32{test.first, test.rest} {
			g := partition.Group{People: int64(len(group))}
			for _, v := range group {
				g.Counts = append(g.Counts, partition.Count{Value: v, N: 1})
			}
			table.Groups = append(table.Groups, g)
		}
		r, err := NewRelease(t.Context(), table, []int64{1, 1})
		if err != nil {
			t.Fatal(err)
		}
		got, _, _ := r.OrderedCloseness(t.Context(), numbersOf(r, values))
		same(t, "OrderedCloseness", got, test.want, 0)
	}
}

// numbersOf returns the numbers of values, by their texts.
func numbersOf(r *Release, texts []string) (numbers []int32) {
	for _, text := range texts {
		numbers = append(numbers, int32(slices.Index(r.table.Values, partition.Value{Text: text})))
	}
	return numbers
}

func TestCancel(t *testing.T) {
	o := randomPeople(rand.New(rand.NewPCG(1, 1)), false)
	r := o.release(t, rand.New(rand.NewPCG(1, 1)))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Likeness(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if _, err := r.Diversity(ctx, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
