package loglinear

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
)

// texas makes a table of the shape of the Texas discharge data: 18 attributes,
// skewed and depending on each other.
func texas(people int) *Cells {
	r := rand.New(rand.NewPCG(1, 1))
	sizes := []int{24, 2, 7, 5, 3, 5, 10, 200, 300, 17432, 6000, 900, 500, 40, 2000, 12, 100, 3000}
	c := &Cells{Sizes: sizes, Counts: make([]int64, people), Columns: make([][]int32, len(sizes))}
	for a := range sizes {
		c.Columns[a] = make([]int32, people)
	}
	for i := range people {
		c.Counts[i] = 1
		kind := r.Float64()
		kind *= kind
		for a, size := range sizes {
			x := r.Float64()
			x = x * x * x
			if r.IntN(2) == 0 {
				x = kind
			}
			c.Columns[a][i] = int32(x * float64(size))
		}
	}
	c.Sort()
	return c
}

// anatomy puts people into groups of ten that differ in an attribute as far as
// they do when they are dealt out by it.
func anatomy(r *rand.Rand, c *Cells, attribute int) []int32 {
	var order []int32 // people by value
	for _, members := range byValue(r, c, attribute) {
		order = append(order, members...)
	}
	groups := make([]int32, len(order))
	count := len(order) / 10
	for k, p := range order {
		groups[p] = int32(k % count)
	}
	return groups
}

func byValue(r *rand.Rand, c *Cells, attribute int) [][]int32 {
	people := make([][]int32, c.Sizes[attribute])
	p := int32(0)
	for i, n := range c.Counts {
		for range n {
			v := c.Columns[attribute][i]
			people[v] = append(people[v], p)
			p++
		}
	}
	for _, members := range people {
		r.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	}
	return people
}

const texasPeople = 177_148

func BenchmarkSort(b *testing.B) {
	c := texas(1_000_000)
	r := rand.New(rand.NewPCG(1, 2))
	order := r.Perm(len(c.Counts))
	for b.Loop() {
		b.StopTimer()
		d := &Cells{Sizes: c.Sizes, Counts: make([]int64, len(order)), Columns: make([][]int32, len(c.Sizes))}
		for i, j := range order {
			d.Counts[i] = c.Counts[j]
		}
		for a := range d.Columns {
			d.Columns[a] = make([]int32, len(order))
			for i, j := range order {
				d.Columns[a][i] = c.Columns[a][j]
			}
		}
		b.StartTimer()
		d.Sort()
	}
}

// BenchmarkEntropy computes the entropy of a set of which nothing is known, and of
// one whose subset without one attribute is.
func BenchmarkEntropy(b *testing.B) {
	ctx := context.Background()
	c := texas(texasPeople)
	for _, set := range [][]int{{0, 1}, {0, 1, 2, 3, 4, 5}, {7, 9, 14}} {
		b.Run(fmt.Sprint("new/", set), func(b *testing.B) {
			for b.Loop() {
				if _, err := NewMeasure(c).entropy(ctx, set); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprint("added/", set), func(b *testing.B) {
			m := NewMeasure(c)
			for b.Loop() {
				for a := range c.Sizes {
					if _, err := m.entropy(ctx, union(set, []int{a})); err != nil {
						b.Fatal(err)
					}
				}
				clear(m.entropies)
				m.parts.recent = m.parts.recent[:2]
			}
			b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N*len(c.Sizes)), "ms/entropy")
		})
	}
}

func BenchmarkCrossEntropy(b *testing.B) {
	ctx := context.Background()
	c := texas(texasPeople)
	r := rand.New(rand.NewPCG(1, 3))
	groups := anatomy(r, c, 9)
	for _, left := range [][]int{{}, {1}, {0, 1}, {0, 1, 2, 3}, {0, 1, 2, 3, 4, 5}, {10, 14, 17}} {
		b.Run(fmt.Sprint(left), func(b *testing.B) {
			m := NewMeasure(c)
			for b.Loop() {
				if _, err := m.crossEntropy(ctx, left, []int{9}, groups); err != nil {
					b.Fatal(err)
				}
				clear(m.draws[0].memo)
			}
		})
	}
	b.Run("draw", func(b *testing.B) {
		for b.Loop() {
			if _, err := NewMeasure(c).draw(ctx, []int{9}, groups); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// uad is a schema such as UAD makes: the tables partition the attributes.
func uad(c *Cells) []Table {
	r := rand.New(rand.NewPCG(1, 4))
	return []Table{
		{[]int{0, 1, 2, 3, 4, 9}, []int{9}, anatomy(r, c, 9)},
		{[]int{5, 6, 7, 10}, []int{10}, anatomy(r, c, 10)},
		{[]int{8, 11, 12, 13, 14}, []int{14}, anatomy(r, c, 14)},
		{[]int{15, 16}, nil, nil},
		{[]int{17}, nil, nil},
	}
}

// published returns tables as they are published, but in the order of the cells:
// nothing looks at that.
func published(t testing.TB, c *Cells, tables []Table) []Relation {
	var relations []Relation
	m := NewMeasure(c)
	for _, table := range tables {
		s, err := newShape("table", table.Attributes, table.Right, len(c.Sizes))
		if err != nil {
			t.Fatal(err)
		}
		r := m.relation(s, table.Groups)
		relations = append(relations, Relation{r.attributes, r.columns, r.right, r.groups, r.weights})
	}
	return relations
}

// As in Fig. 5 to 8 of the paper: tables of several attributes, although in groups
// of ten, tell more than single attributes do.
func TestTablesTellMoreThanAttributes(t *testing.T) {
	ctx := context.Background()
	c := texas(5000)
	var single []Table
	for a := range c.Sizes {
		single = append(single, Table{Attributes: []int{a}})
	}
	var kl, relative [2]float64
	for k, tables := range [][]Table{uad(c), single} {
		d, err := NewMeasure(c).Divergence(ctx, tables)
		if err != nil || !d.Closed {
			t.Fatal(d, err)
		}
		model, err := NewModel(ctx, published(t, c, tables), c.Sizes, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		e, err := Workload{Dimension: 4, Selectivity: 0.4, Queries: 300}.Errors(ctx, c, model, rand.New(rand.NewPCG(1, 5)))
		if err != nil {
			t.Fatal(err)
		}
		kl[k], relative[k] = d.KL, e.Count.Mean()
	}
	t.Logf("KL %.3f and %.3f, mean relative error %.3f and %.3f", kl[0], kl[1], relative[0], relative[1])
	if kl[0] >= kl[1] || relative[0] >= relative[1] {
		t.Errorf("KL %v and %v, mean relative error %v and %v", kl[0], kl[1], relative[0], relative[1])
	}
}

func BenchmarkWorkload(b *testing.B) {
	ctx := context.Background()
	c := texas(texasPeople)
	tables := uad(c)
	relations := published(b, c, tables)
	for _, dimension := range []int{2, 4, 10} {
		b.Run(fmt.Sprint("dimension=", dimension), func(b *testing.B) {
			for b.Loop() {
				model, err := NewModel(ctx, relations, c.Sizes, Limits{})
				if err != nil {
					b.Fatal(err)
				}
				random := rand.New(rand.NewPCG(1, 5))
				e, err := Workload{Dimension: dimension, Selectivity: 0.4, Queries: 1000}.Errors(ctx, c, model, random)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(e.Count.Mean(), "relative-error")
				b.ReportMetric(float64(e.Redrawn), "redrawn")
			}
		})
	}
	b.Run("model", func(b *testing.B) {
		for b.Loop() {
			if _, err := NewModel(ctx, relations, c.Sizes, Limits{}); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkFit fits a triangle of 400,000 cells, and one whose tables disagree.
func BenchmarkFit(b *testing.B) {
	ctx := context.Background()
	c := texas(texasPeople)
	apart := make([]int32, texasPeople)
	for p := range apart {
		apart[p] = int32(p / 10)
	}
	for _, shape := range []struct {
		name  string
		third Table
	}{{"agree", Table{Attributes: []int{7, 13}}}, {"disagree", Table{[]int{7, 13, 16}, []int{7}, apart}}} {
		b.Run(shape.name, func(b *testing.B) {
			tables := []Table{{Attributes: []int{7, 16}}, {Attributes: []int{13, 16}}, shape.third}
			for a := range c.Sizes {
				if a != 7 && a != 13 && a != 16 {
					tables = append(tables, Table{Attributes: []int{a}})
				}
			}
			for b.Loop() {
				d, err := NewMeasure(c).Divergence(ctx, tables)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(d.Rounds), "rounds")
				b.ReportMetric(d.Deviation, "deviation")
			}
		})
	}
}
