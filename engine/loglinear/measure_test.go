package loglinear

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"skyline/engine"
)

// Two attributes that agree for three people of four: the mutual information is
// 3/4 ln 3/2 + 1/4 ln 1/2.
func TestDivergenceByHand(t *testing.T) {
	c := &Cells{Columns: [][]int32{{0, 0, 1, 1}, {0, 1, 0, 1}}, Sizes: []int{2, 2}, Counts: []int64{3, 1, 1, 3}}
	m := NewMeasure(c)
	information := 0.75*math.Log(1.5) + 0.25*math.Log(0.5)
	for _, test := range []struct {
		name   string
		tables []Table
		want   float64
	}{
		{"apart", []Table{{Attributes: []int{0}}, {Attributes: []int{1}}}, information},
		{"whole", []Table{{Attributes: []int{1, 0}}}, 0},
		{"one group", []Table{{[]int{0, 1}, []int{1}, make([]int32, 8)}}, information},
		{"groups of one", []Table{{[]int{0, 1}, []int{1}, []int32{0, 1, 2, 3, 4, 5, 6, 7}}}, 0},
		{"right side only", []Table{{[]int{1}, []int{1}, make([]int32, 8)}, {Attributes: []int{0}}}, information},
		// Persons in the order of the cells: (0,0) three times, (0,1), (1,0), (1,1)
		// three times. Somebody of the first cell and of the last share a group: each
		// is as likely to have 0 as 1. Everybody else stands alone.
		{
			"a pair",
			[]Table{{[]int{0, 1}, []int{1}, []int32{0, 1, 2, 3, 4, 5, 6, 0}}},
			2 * (3./8*math.Log(3/2.5) + 1./8*math.Log(1/1.5)),
		},
	} {
		d, err := m.Divergence(context.Background(), test.tables)
		if err != nil || !d.Closed || math.Abs(d.KL-test.want) > 1e-15 {
			t.Errorf("%s: Divergence = %+v, %v, want %v", test.name, d, err, test.want)
		}
	}
}

// A larger table, with several people in a cell, against the definition.
func TestLargerTable(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 6))
	o := randomOracle(r, 4, 300)
	groups := make([]int32, 300)
	for i, k := range r.Perm(300) {
		groups[i] = int32(k/3) - 5
		groups[i] = max(-1, groups[i])
	}
	tables := []Table{
		{[]int{0, 1, 2}, []int{2}, groups},
		{[]int{1, 3, 0}, nil, nil},
	}
	cells, order := o.cells()
	got, err := NewMeasure(cells).Divergence(context.Background(), inOrder(tables, order))
	q, _ := o.estimate(tables, 100)
	if want := divergence(o.original(), q); err != nil || !got.Closed || math.Abs(got.KL-want) > 1e-12 {
		t.Errorf("Divergence = %+v, %v, want %v", got, err, want)
	}
}

func TestEntropyProperties(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 7))
		o := randomOracle(r, 5, 1+r.IntN(200))
		c, _ := o.cells()
		shuffled := shuffle(r, c)
		m, n := NewMeasure(c), NewMeasure(shuffled)
		all, err := m.entropy(ctx, []int{0, 1, 2, 3, 4})
		if err != nil {
			t.Fatal(err)
		}
		var apart []Table
		total := 0.0
		for a := range 5 {
			h, _ := m.entropy(ctx, []int{a})
			total += h
			apart = append(apart, Table{Attributes: []int{a}})
		}
		if d, _ := m.Divergence(ctx, apart); math.Abs(d.KL-max(0, total-all)) > 1e-13 {
			t.Fatalf("seed %d: KL of single attributes = %v, want ΣH(A)-H = %v", seed, d.KL, total-all)
		}
		for range 20 {
			set := slices.Sorted(slices.Values(r.Perm(5)[:r.IntN(6)]))
			h, _ := m.entropy(ctx, set)
			k, _ := n.entropy(ctx, set)
			if h != k {
				t.Fatalf("seed %d: the entropy of %v depends on the order of the cells: %v, %v", seed, set, h, k)
			}
			if wider, _ := m.entropy(ctx, union(set, []int{r.IntN(5)})); h < 0 || wider < h {
				t.Fatalf("seed %d: H%v = %v, of more attributes %v", seed, set, h, wider)
			}
		}
		// Adding an attribute to a plain table tells more, or the same.
		tables := randomTables(r, o, false)
		before, err := m.Divergence(ctx, tables)
		if err != nil {
			t.Fatal(err)
		}
		i := r.IntN(len(tables))
		tables[i].Attributes = union(tables[i].Attributes, []int{r.IntN(5)})
		after, err := m.Divergence(ctx, tables)
		if err != nil || max(before.Deviation, after.Deviation) < tolerance && after.KL > before.KL+1e-8 {
			t.Fatalf("seed %d: KL was %v and is %v with one attribute more, %v; %v", seed, before, after, err, tables)
		}
	}
}

func shuffle(r *rand.Rand, c *Cells) *Cells {
	d := &Cells{Sizes: c.Sizes, Columns: make([][]int32, len(c.Columns))}
	for _, i := range r.Perm(len(c.Counts)) {
		d.Counts = append(d.Counts, c.Counts[i])
		for a := range d.Columns {
			d.Columns[a] = append(d.Columns[a], c.Columns[a][i])
		}
	}
	return d
}

func TestSort(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 8))
		// Sizes on both sides of a digit.
		sizes := []int{2, 1 << r.IntN(18), 70000, 3, 65536, 1}[r.IntN(3):]
		c := &Cells{Sizes: sizes, Columns: make([][]int32, len(sizes))}
		type row struct {
			values string
			count  int64
		}
		want := map[string]int64{}
		for range r.IntN(300) {
			k := int64(r.IntN(3))
			c.Counts = append(c.Counts, k)
			var values []byte
			for a, size := range sizes {
				v := int32(r.IntN(min(size, 3)) * max(1, (size-1)/2))
				c.Columns[a] = append(c.Columns[a], v)
				values = append(values, byte(v>>24), byte(v>>16), byte(v>>8), byte(v))
			}
			if k > 0 {
				want[string(values)] += k
			}
		}
		c.Sort()
		var got []row
		for i, k := range c.Counts {
			var values []byte
			for a := range sizes {
				v := c.Columns[a][i]
				values = append(values, byte(v>>24), byte(v>>16), byte(v>>8), byte(v))
			}
			got = append(got, row{string(values), k})
		}
		if len(got) != len(want) || !slices.IsSortedFunc(got, func(x, y row) int { return strings.Compare(x.values, y.values) }) {
			t.Fatalf("seed %d: %d rows, want %d in order", seed, len(got), len(want))
		}
		for _, x := range got {
			if want[x.values] != x.count {
				t.Fatalf("seed %d: a cell of %d people, want %d", seed, x.count, want[x.values])
			}
		}
		if err := c.Check(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestErrors(t *testing.T) {
	ctx := context.Background()
	c := &Cells{Columns: [][]int32{{0, 0, 1, 1}, {0, 1, 0, 1}, {0, 1, 1, 0}}, Sizes: []int{2, 2, 2}, Counts: []int64{3, 1, 1, 3}}
	m := NewMeasure(c)
	triangle := []Table{{Attributes: []int{0, 1}}, {Attributes: []int{1, 2}}, {Attributes: []int{0, 2}}}
	for _, test := range []struct {
		name   string
		tables []Table
		want   string
	}{
		{"no table", nil, "tables must be such that each attribute is in one, got none with attribute 0"},
		{"uncovered", []Table{{Attributes: []int{0, 2}}}, "got none with attribute 1"},
		{"unknown", []Table{{Attributes: []int{0, 3}}}, "tables[0].Attributes must be attributes 0..2, got 3"},
		{"twice", []Table{{Attributes: []int{0, 1, 1}}}, "tables[0].Attributes must be without repetition"},
		{"right", []Table{{[]int{0, 1}, []int{2}, make([]int32, 8)}}, "tables[0].Right must be among"},
		{"few groups", []Table{{[]int{0, 1, 2}, []int{2}, make([]int32, 4)}}, "groups must be as many as people"},
		{"large group", []Table{{[]int{0, 1, 2}, []int{2}, []int32{8, 0, 0, 0, 0, 0, 0, 0}}}, "groups must be in -1..7, got 8"},
	} {
		_, err := m.Divergence(ctx, test.tables)
		var param *engine.ParamError
		if !errors.As(err, &param) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
	m.MaxCells = 7
	if _, err := m.Divergence(ctx, triangle); !errors.Is(err, ErrTooLarge) || !strings.HasSuffix(err.Error(), ": 8, limit 7") {
		t.Errorf("limit 7: %v", err)
	}
	m.MaxCells = 8
	if d, err := m.Divergence(ctx, triangle); err != nil || d.Closed || d.Rounds < 2 || d.Deviation > tolerance {
		t.Errorf("limit 8: %+v, %v", d, err)
	}
	m.MaxRounds = 1
	if d, err := m.Divergence(ctx, triangle); err != nil || d.Rounds != 1 || d.Deviation < 0.1 {
		t.Errorf("one round: %+v, %v", d, err)
	}
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := NewMeasure(c).Divergence(stopped, triangle); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	none := NewMeasure(&Cells{Columns: [][]int32{{}}, Sizes: []int{1}})
	if d, err := none.Divergence(ctx, []Table{{Attributes: []int{0}}}); err != nil || !math.IsNaN(d.KL) {
		t.Errorf("nobody: %v, %v", d, err)
	}
	for _, bad := range []*Cells{
		{Columns: [][]int32{{0}}, Sizes: []int{1}, Counts: []int64{0}},
		{Columns: [][]int32{{1}}, Sizes: []int{1}, Counts: []int64{1}},
		{Columns: [][]int32{{-1}}, Sizes: []int{1}, Counts: []int64{1}},
		{Columns: [][]int32{{0, 0}}, Sizes: []int{1}, Counts: []int64{1}},
		{Columns: [][]int32{{0}}, Counts: []int64{1}},
		{Columns: [][]int32{{0, 0}}, Sizes: []int{1}, Counts: []int64{1 << 53, 1}},
	} {
		var param *engine.ParamError
		if err := bad.Check(); !errors.As(err, &param) {
			t.Errorf("Check(%v) = %v", bad, err)
		}
	}
}
