package jump

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"skyline/engine/jump/beliefs"
	"skyline/tests/trials"
	"skyline/tests/worlds"
)

func TestEnclosedByDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	ctx := context.Background()
	decided := map[string]int{}
	for range 3000 {
		people, values := 3+rng.IntN(5), 2+rng.IntN(3)
		// From the coarsest, each splits groups of the one before it.
		n := 2 + rng.IntN(3)
		groups := [][]int{make([]int, people)}
		for x := range people {
			groups[0][x] = x * (1 + rng.IntN(2)) / people
		}
		for len(groups) < n {
			next := make([]int, people)
			for x, g := range groups[0] {
				next[x] = 2*g + rng.IntN(2)
			}
			groups = append([][]int{next}, groups...)
		}
		table := make([]int, people)
		for x := range table {
			table[x] = rng.IntN(values)
		}
		share := []worlds.MaxShare{{Over: 1, Under: 2}, {Over: 3, Under: 5}, {Over: 2, Under: 3}, {Over: 3, Under: 4}}[rng.IntN(4)]
		counts, of := make([][]Count, people), make([][]int32, n)
		var distances []int64
		var groupsOf [][][]int
		for j, g := range groups {
			distances = append(distances, 1+rng.Int64N(2))
			groupsOf = append(groupsOf, worlds.Groups(g))
			for _, k := range g {
				of[j] = append(of[j], int32(k))
			}
		}
		for x, v := range table {
			counts[x] = []Count{{int32(v), 1}}
		}
		tab, err := New(values, counts, of)
		if err != nil {
			t.Fatal(err)
		}
		e := newEvaluator(tab, &Algorithm{Strategy: Jump, Jump: distances, Property: beliefs.MaxShare{Share: big.NewRat(share.Over, share.Under)}}, &Options{Limit: 1e9})
		w := worlds.New(groupsOf, worlds.Jump(distances), share)
		for i := 2; i <= n; i++ {
			signature := tab.signature(i)
			if ok, err := e.permutes(ctx, signature); err != nil || !ok {
				continue
			}
			v, err := e.view(ctx, i, signature)
			if err != nil {
				t.Fatal(err)
			}
			for _, limit := range []float64{-1, 1e4, 1e9} {
				a, err := v.enclosed(ctx, limit)
				if err != nil {
					t.Fatal(err)
				}
				if a == nil {
					continue
				}
				set := w.Disclosure(i, table)
				decided[fmt.Sprintf("%v, recursive %v", a.holds == beliefs.Yes, len(v.recursive) > 0)]++
				if holds := w.Holds(i, set); a.holds != beliefs.VerdictOf(holds) {
					t.Fatalf("%v by %v, %v, %v, generalization %d, limit %v: %v, want %v", groups, distances, share, table, i, limit, a.holds, holds)
				}
				if a.holds == beliefs.Yes && worlds.Highest(set).Cmp(a.bound) > 0 {
					t.Fatalf("%v by %v, %v, %v, generalization %d, limit %v: %v is more than the bound %v", groups, distances, share, table, i, limit, worlds.Highest(set), a.bound)
				}
			}
		}
	}
	t.Log(decided)
}

// TestEnclosedCounted compares with sets that are counted.
func TestEnclosedCounted(t *testing.T) {
	trials.Long(t)
	rng := rand.New(rand.NewPCG(8, 1))
	ctx := context.Background()
	decided, all := map[bool]int{}, 0
	for range 1500 {
		values := 2 + rng.IntN(4)
		cells := 2 + rng.IntN(6)
		of := make([]int32, cells)
		fine := make([]int32, cells)
		counts := make([][]Count, cells)
		for c := range cells {
			of[c], fine[c] = int32(c*(1+rng.IntN(3))/cells), int32(c)
			people := 4 + rng.IntN(30)
			histogram := make([]int64, values)
			for range people {
				histogram[rng.IntN(values)*rng.IntN(values)/(values-1)]++
			}
			for v, n := range histogram {
				if n > 0 {
					counts[c] = append(counts[c], Count{int32(v), n})
				}
			}
		}
		tab, err := New(values, counts, [][]int32{fine, of})
		if err != nil {
			t.Fatal(err)
		}
		p := beliefs.MaxShare{Share: big.NewRat(20+rng.Int64N(50), 80)}
		e := newEvaluator(tab, &Algorithm{Strategy: Jump, Jump: []int64{1, 1}, Property: p}, &Options{Limit: 1e9})
		if ok, err := e.permutes(ctx, tab.signature(2)); err != nil || !ok {
			continue
		}
		v, err := e.view(ctx, 2, tab.signature(2))
		if err != nil {
			t.Fatal(err)
		}
		if len(v.live) == 0 {
			continue
		}
		b, _, err := v.noneOf(ctx, v.live, 1e7)
		if tooLarge(err) || err == nil && b.isEmpty() {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		holds, highest, err := b.measure(ctx, p)
		if err != nil {
			t.Fatal(err)
		}
		all++
		for _, limit := range []float64{-1, 1e5, 1e7} {
			a, err := v.enclosed(ctx, limit)
			if err != nil {
				t.Fatal(err)
			}
			if a == nil {
				continue
			}
			if limit < 0 {
				decided[holds]++
			}
			if a.holds != beliefs.VerdictOf(holds) {
				t.Fatalf("%v %v %v, limit %v: %v, want %v", counts, of, p.Share, limit, a.holds, holds)
			}
			if holds && a.bound.Cmp(highest) < 0 {
				t.Fatalf("%v %v %v, limit %v: %v is more than the bound %v", counts, of, p.Share, limit, highest, a.bound)
			}
		}
	}
	if n := decided[true] + decided[false]; 4*n < all {
		t.Errorf("bounds decide %v of %d", decided, all)
	}
	t.Log(decided, all)
}

// TestEnclosedLarge decides for 10,000 people in bands of ages, where nothing can be
// counted: also after generalizations that nearly all tables pass.
func TestEnclosedLarge(t *testing.T) {
	ctx := context.Background()
	for _, values := range []int{5, 14} {
		rng := rand.New(rand.NewPCG(9, uint64(values)))
		counts := make([][]Count, 80)
		histograms := make([][]int64, 80)
		for age := range histograms {
			histograms[age] = make([]int64, values)
		}
		for range 10000 {
			v := rng.IntN(values)
			if rng.IntN(8) == 0 {
				v = 0
			}
			histograms[rng.IntN(80)][v]++
		}
		for age, h := range histograms {
			for v, n := range h {
				if n > 0 {
					counts[age] = append(counts[age], Count{int32(v), n})
				}
			}
		}
		var groups [][]int32
		for _, years := range []int{1, 5, 10, 20, 40, 80} {
			of := make([]int32, 80)
			for age := range of {
				of[age] = int32(age / years)
			}
			groups = append(groups, of)
		}
		tab, err := New(values, counts, groups)
		if err != nil {
			t.Fatal(err)
		}
		for _, share := range []*big.Rat{big.NewRat(3, 10), big.NewRat(1, 3), big.NewRat(1, 2)} {
			e := newEvaluator(tab, &Algorithm{Strategy: Jump, Jump: []int64{6, 6, 6, 6, 6, 6}, Property: beliefs.MaxShare{Share: share}}, &Options{Limit: 1e9})
			for i := 2; i <= 6; i++ {
				signature := tab.signature(i)
				if ok, err := e.permutes(ctx, signature); err != nil || !ok {
					continue
				}
				v, err := e.view(ctx, i, signature)
				if err != nil {
					t.Fatal(err)
				}
				if len(v.live) == 0 {
					continue
				}
				a, err := v.enclosed(ctx, 1e9)
				if err != nil {
					t.Fatal(err)
				}
				if a == nil {
					t.Errorf("%d values, at most %v, generalization %d: undecided", values, share, i)
				}
			}
		}
	}
}
