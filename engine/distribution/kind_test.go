package distribution

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/hierarchy"
)

// nations are those of Fig. 1 of the paper, in its total order: Canada, Peru, USA are
// America, Britain, France, Italy are Europe, and * is above both.
const (
	canada = iota
	peru
	usa
	britain
	france
	italy
)

func nations(t *testing.T) *Column {
	t.Helper()
	var entries []hierarchy.Entry
	for v := range int32(6) {
		continent := "America"
		if v >= britain {
			continent = "Europe"
		}
		entries = append(entries, hierarchy.Entry{Value: v, Level: 1, Label: continent}, hierarchy.Entry{Value: v, Level: 2, Label: "*"})
	}
	tree, err := hierarchy.New(6, entries)
	if err != nil {
		t.Fatal(err)
	}
	return &Column{Values: 6, Null: -1, Tree: tree, Level: LowestNode}
}

func of(t *testing.T, k Kind, c *Column, counts ...Count) Distribution {
	t.Helper()
	d, err := k.Of(c, counts)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestPaper: the distributions that the paper names for the first QI group of its
// tables, of a professor and three students, one from Canada and three from the USA
// (Tables II and V, T_p* and T_n*), and for Europe and America (Sect. III).
func TestPaper(t *testing.T) {
	column := nations(t)
	group := []Count{{canada, 1}, {usa, 3}}
	job := []Count{{0, 1}, {1, 3}} // professor, student
	for _, test := range []struct {
		name  string
		got   Distribution
		codes []int32
		want  []float64
	}{
		{"T_p*, nation", of(t, Shares, column, group...), []int32{canada, usa}, []float64{0.25, 0.75}},
		{"T_p*, job", of(t, Shares, &Column{Values: 2, Null: -1}, job...), []int32{0, 1}, []float64{0.25, 0.75}},
		{"T_n*, nation", of(t, Set, column, group...), []int32{canada, usa}, []float64{0.5, 0.5}},
		{"T_n*, job", of(t, Set, &Column{Values: 2, Null: -1}, job...), []int32{0, 1}, []float64{0.5, 0.5}},
		{"T_i*, [Canada-USA]", of(t, Interval, column, group...), []int32{canada, peru, usa}, []float64{1. / 3, 1. / 3, 1. / 3}},
		{"T_d*, America", of(t, Hierarchy, column, group...), []int32{canada, peru, usa}, []float64{1. / 3, 1. / 3, 1. / 3}},
		{"Europe", of(t, Hierarchy, column, Count{britain, 1}, Count{italy, 3}), []int32{britain, france, italy}, []float64{1. / 3, 1. / 3, 1. / 3}},
		{"*", of(t, Hierarchy, column, Count{usa, 1}, Count{britain, 1}), []int32{0, 1, 2, 3, 4, 5}, []float64{1. / 6, 1. / 6, 1. / 6, 1. / 6, 1. / 6, 1. / 6}},
		{"[USA-Britain]", of(t, Interval, column, Count{usa, 1}, Count{britain, 1}), []int32{usa, britain}, []float64{0.5, 0.5}},
		{"Italy alone", of(t, Hierarchy, column, Count{italy, 9}), []int32{italy}, []float64{1}},
	} {
		if !slices.Equal(test.got.Codes, test.codes) {
			t.Errorf("%s: codes %v, want %v", test.name, test.got.Codes, test.codes)
			continue
		}
		for i, code := range test.codes {
			if p := test.got.Probability(code); p != test.want[i] {
				t.Errorf("%s: probability of %d is %v, want %v", test.name, code, p, test.want[i])
			}
		}
	}
}

func TestNull(t *testing.T) {
	c := &Column{Values: 5, Null: 4}
	for _, test := range []struct {
		counts []Count
		want   []int32
	}{
		{[]Count{{1, 1}, {3, 1}}, []int32{1, 2, 3}},
		{[]Count{{0, 1}, {2, 1}, {4, 1}}, []int32{0, 1, 2, 4}},
		{[]Count{{4, 2}}, []int32{4}},
		{[]Count{{3, 1}, {4, 2}}, []int32{3, 4}},
	} {
		if d := of(t, Interval, c, test.counts...); !slices.Equal(d.Codes, test.want) {
			t.Errorf("interval of %v: %v, want %v", test.counts, d.Codes, test.want)
		}
	}
	// Wherever NULL has its code.
	c.Null = 1
	if d := of(t, Interval, c, Count{0, 1}, Count{3, 1}); !slices.Equal(d.Codes, []int32{0, 2, 3}) {
		t.Errorf("interval around NULL: %v", d.Codes)
	}
	if d := of(t, Interval, c, Count{1, 1}, Count{2, 1}); !slices.Equal(d.Codes, []int32{1, 2}) {
		t.Errorf("interval with NULL: %v", d.Codes)
	}
}

func TestLevels(t *testing.T) {
	c := nations(t)
	for _, test := range []struct {
		level  int64
		counts []Count
		want   []int32 // nil: several nodes
	}{
		{0, []Count{{usa, 2}}, []int32{usa}},
		{0, []Count{{peru, 1}, {usa, 2}}, nil},
		{1, []Count{{usa, 2}}, []int32{canada, peru, usa}},
		{1, []Count{{usa, 1}, {britain, 1}}, nil},
		{2, []Count{{usa, 2}}, []int32{0, 1, 2, 3, 4, 5}},
		{9, []Count{{usa, 1}, {italy, 1}}, []int32{0, 1, 2, 3, 4, 5}},
	} {
		c.Level = test.level
		d, err := Hierarchy.Of(c, test.counts)
		if errors.Is(err, ErrNodes) != (test.want == nil) || test.want != nil && !slices.Equal(d.Codes, test.want) {
			t.Errorf("level %d of %v: %v, %v, want %v", test.level, test.counts, d.Codes, err, test.want)
		}
	}
	if d, err := Hierarchy.Of(&Column{Values: 3, Null: -1}, []Count{{1, 1}}); err != nil || !slices.Equal(d.Codes, []int32{1}) {
		t.Errorf("level 0 without a hierarchy: %v, %v", d, err)
	}
	for k := range Hierarchy + 1 {
		if d, err := k.Of(c, nil); err != nil || d.Total != 0 {
			t.Errorf("kind %d of nobody: %v, %v", k, d, err)
		}
	}
}

// TestKindsInOrder: whatever the groups, the probabilities are above 0 for all values
// that occur and add up, and shares cost least, then sets, then the other two.
func TestKindsInOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	column := nations(t)
	for range 2000 {
		var counts []Count
		for code := range int32(6) {
			if n := random.Int64N(4); n > 0 {
				counts = append(counts, Count{code, n})
			}
		}
		if len(counts) == 0 {
			continue
		}
		var costs [Hierarchy + 1]float64
		for k := range costs {
			d := of(t, Kind(k), column, counts...)
			sum := int64(0)
			for _, w := range d.Weights {
				sum += w
			}
			for _, c := range counts {
				if d.Weight(c.Code) <= 0 {
					t.Fatalf("kind %d of %v has no %d", k, counts, c.Code)
				}
			}
			if sum != d.Total || !slices.IsSorted(d.Codes) {
				t.Fatalf("kind %d of %v: %v", k, counts, d)
			}
			costs[k] = d.Cost(counts)
		}
		const rounding = 1e-12
		if costs[Shares] > costs[Set]+rounding || costs[Set] > costs[Interval]+rounding || costs[Set] > costs[Hierarchy]+rounding {
			t.Fatalf("costs of %v: %v", counts, costs)
		}
	}
}

// TestIntervalByDefinition: a value is in an interval if it lies between two values that
// occur.
func TestIntervalByDefinition(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		c := &Column{Values: 1 + random.Int32N(8)}
		c.Null = random.Int32N(c.Values+1) - 1
		occurs := make([]bool, c.Values)
		var counts []Count
		for code := range c.Values {
			if occurs[code] = random.IntN(3) == 0; occurs[code] {
				counts = append(counts, Count{code, 1 + random.Int64N(3)})
			}
		}
		if counts == nil {
			continue
		}
		d := of(t, Interval, c, counts...)
		for code := range c.Values {
			between := occurs[code]
			for low := range code {
				for high := code + 1; high < c.Values && code != c.Null; high++ {
					between = between || occurs[low] && occurs[high] && low != c.Null && high != c.Null
				}
			}
			if (d.Weight(code) > 0) != between {
				t.Fatalf("interval of %v (NULL is %d): %v", counts, c.Null, d.Codes)
			}
		}
	}
}

func TestCounter(t *testing.T) {
	var c Counter
	for range 2 { // it starts anew
		for _, x := range []Count{{5, 1}, {0, 2}, {5, 3}, {2, 0}} {
			c.Add(x.Code, x.N)
		}
		if got := c.Counts(); !slices.Equal(got, []Count{{0, 2}, {5, 4}}) {
			t.Fatalf("counts %v", got)
		}
	}
	if got := c.Counts(); len(got) > 0 {
		t.Errorf("counts of nobody: %v", got)
	}
}

// TestCostOfPaper: the KL cost of the first QI group, by Eqn 1 with a calculator: job
// and nation have counts (1, 3) each.
func TestCostOfPaper(t *testing.T) {
	counts := []Count{{0, 1}, {1, 3}}
	c := &Column{Values: 2, Null: -1}
	for _, test := range []struct {
		kind Kind
		want float64
	}{{Shares, -math.Log(0.25) - 3*math.Log(0.75)}, {Set, 4 * math.Ln2}} {
		d := of(t, test.kind, c, counts...)
		if got := d.Cost(counts); math.Abs(got-test.want) > 1e-15 {
			t.Errorf("kind %d: cost %v, want %v", test.kind, got, test.want)
		}
	}
	never := Uniform([]int32{0})
	if got := never.Cost(counts); !math.IsInf(got, 1) {
		t.Errorf("cost of a value that cannot be: %v", got)
	}
}
