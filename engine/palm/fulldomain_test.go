package palm

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"skyline/engine/cells"
	"skyline/engine/exact"
	"skyline/engine/fulldomain"
	"skyline/engine/hierarchy"
	"skyline/engine/partition"
	"skyline/tests/trials"
)

// plan is a random table with hierarchies of which label k of level l stands for the
// values that are k when divided by wide[l-1].
type plan struct {
	sizes []int
	wide  [][]int
	trees []*hierarchy.Tree
	rows  [][]int32 // codes, then 1 for who is present
}

func randomPlan(t *testing.T, r *rand.Rand) *plan {
	t.Helper()
	p := &plan{}
	for range 1 + r.IntN(3) {
		size := 1 + r.IntN(6)
		wide := []int{size}
		if r.IntN(2) == 0 {
			wide = []int{2, 6}
		}
		p.sizes, p.wide = append(p.sizes, size), append(p.wide, wide)
	}
	p.plant(t)
	for range 1 + r.IntN(30) {
		row := []int32{}
		for _, size := range p.sizes {
			row = append(row, int32(r.IntN(size)))
		}
		p.rows = append(p.rows, append(row, int32(r.IntN(2)*r.IntN(2))))
	}
	return p
}

// plant makes the trees.
func (p *plan) plant(t *testing.T) {
	t.Helper()
	for d, size := range p.sizes {
		var entries []hierarchy.Entry
		for l, w := range p.wide[d] {
			for v := range size {
				entries = append(entries, hierarchy.Entry{Value: int32(v), Level: int64(l + 1), Label: string(rune('a' + v/w))})
			}
		}
		tree, err := hierarchy.New(size, entries)
		if err != nil {
			t.Fatal(err)
		}
		p.trees = append(p.trees, tree)
	}
}

// cells are one for each row.
func (p *plan) cells() *cells.Cells {
	c := &cells.Cells{Sizes: p.sizes, Codes: make([][]int32, len(p.sizes)), Values: []partition.Value{{Text: "false"}, {Text: "true"}}}
	for _, row := range p.rows {
		for d := range p.sizes {
			c.Codes[d] = append(c.Codes[d], row[d])
		}
		c.Value, c.N = append(c.Value, row[len(p.sizes)]), append(c.N, 1)
	}
	c.Total = c.Count()
	return c
}

// label is the first value under that of a value, and how many values there are.
func (p *plan) label(d int, code int32, level int64) (first, values int) {
	first, values = int(code), 1
	if level > 0 {
		w := p.wide[d][level-1]
		first = int(code) / w * w
		values = min(p.sizes[d], first+w) - first
	}
	return first, values
}

// TestFullDomain compares with all levels.
func TestFullDomain(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 4))
	found, none := 0, 0
	for range trials.Number(800, 2000) {
		p := randomPlan(t, r)
		low, high := r.Float64()*0.3, 0.2+r.Float64()*0.8
		table := p.cells()
		levels, err := FullDomain(context.Background(), table, p.trees, 0, low, high, fulldomain.Options{})
		if err != nil {
			t.Fatal(err)
		}
		least, want := math.Inf(1), false
		p.each(func(at []int) {
			if cost, ok := p.cost(at, low, high); ok {
				least, want = min(least, cost), true
			}
		})
		if want != (levels != nil) {
			t.Fatalf("levels %v, want some: %v", levels, want)
		}
		if !want {
			none++
			continue
		}
		found++
		if cost, ok := p.cost(levels, low, high); !ok || cost > least+1e-9 {
			t.Fatalf("levels %v of cost %v (safe: %v), the least is %v", levels, cost, ok, least)
		}
		checkGroups(t, r, p, levels, low, high)
	}
	if found < trials.Number(200, 500) || none < 20 {
		t.Errorf("%d with an answer, %d without: too few to tell", found, none)
	}
}

// TestFullDomainTies generalizes one column or the other at the same cost. The
// second takes two levels for that, as its level 1 changes nothing.
func TestFullDomainTies(t *testing.T) {
	p := &plan{sizes: []int{2, 2}, wide: [][]int{{2}, {1, 2}}, rows: [][]int32{{0, 0, 1}, {1, 1, 1}, {0, 1, 0}, {1, 0, 0}}}
	p.plant(t)
	if levels, err := FullDomain(context.Background(), p.cells(), p.trees, 0, 0, 0.5, fulldomain.Options{}); err != nil || !slices.Equal(levels, []int{1, 0}) {
		t.Errorf("levels %v, %v, want the smaller sum", levels, err)
	}
	// Of equal sums, the one whose levels come first.
	p = &plan{sizes: []int{2, 2}, wide: [][]int{{2}, {2}}, rows: p.rows}
	p.plant(t)
	if levels, err := FullDomain(context.Background(), p.cells(), p.trees, 0, 0, 0.5, fulldomain.Options{}); err != nil || !slices.Equal(levels, []int{0, 1}) {
		t.Errorf("levels %v, %v, want those that come first", levels, err)
	}
}

// each calls f with every vector of levels.
func (p *plan) each(f func(levels []int)) {
	at := make([]int, len(p.sizes))
	for {
		f(at)
		d := 0
		for ; d < len(at); d++ {
			if at[d]++; at[d] <= len(p.wide[d]) {
				break
			}
			at[d] = 0
		}
		if d == len(at) {
			return
		}
	}
}

// cost is the KL cost of a generalization whose shares are within the bounds.
func (p *plan) cost(levels []int, low, high float64) (cost float64, ok bool) {
	type group struct{ present, people int64 }
	groups := map[[3]int]*group{}
	for _, row := range p.rows {
		key, here := [3]int{}, 0.0
		for d := range p.sizes {
			first, values := p.label(d, row[d], int64(levels[d]))
			key[d] = first
			here += math.Log(float64(values))
		}
		if groups[key] == nil {
			groups[key] = &group{}
		}
		g := groups[key]
		g.people++
		if row[len(p.sizes)] == 1 {
			g.present++
			cost += here
		}
	}
	for _, g := range groups {
		share := exact.Simplest(float64(g.present) / float64(g.people))
		if share.Cmp(exact.Simplest(low)) < 0 || share.Cmp(exact.Simplest(high)) > 0 {
			return 0, false
		}
	}
	return cost, true
}

// checkGroups makes the release of some levels from the rows in two orders, with one and
// with several workers.
func checkGroups(t *testing.T, r *rand.Rand, p *plan, levels []int, low, high float64) {
	t.Helper()
	shift := func(method Method, workers int) []Shifted {
		table := p.cells()
		domain := NewDomain(p.trees, levels, table.Codes)
		of, codes := make([]int64, len(p.rows)), []int64{}
		for _, row := range p.rows {
			for _, code := range row[:len(p.sizes)] {
				codes = append(codes, int64(code))
			}
		}
		domain.Places(codes, of)
		groups := Groups(table, 0, of, domain.Len())
		domain.Start(groups)
		shifted, err := Shift(context.Background(), groups, Options{Method: method, Low: low, High: high, Steps: 10, Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		return shifted
	}
	total := 0.0
	for _, s := range shift(Uniform, 1) {
		total += s.Cost
	}
	if want, _ := p.cost(levels, low, high); math.Abs(total-want) > 1e-9 {
		t.Fatalf("KL cost %v, want %v", total, want)
	}
	one := shift(Exact, 1)
	r.Shuffle(len(p.rows), func(i, j int) { p.rows[i], p.rows[j] = p.rows[j], p.rows[i] })
	if diff := cmp.Diff(one, shift(Exact, 4)); diff != "" {
		t.Fatal(diff)
	}
}
