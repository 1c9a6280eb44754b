package jump

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/jump/tables"
)

// world is a publisher by the definitions: tables are values of people one by one, and
// sets of tables are listed.
type world struct {
	groups [][]int // [generalization][person]
	jump   []int64
	share  *big.Rat
	safe   map[string]bool // answers for disclosure sets
}

// permutations lists the tables with the same signature.
func permutations(values, group []int, yield func([]int)) {
	table := make([]int, len(values))
	left := map[[2]int]int{}
	most := 0
	for x, v := range values {
		left[[2]int{group[x], v}]++
		most = max(most, v)
	}
	var give func(x int)
	give = func(x int) {
		if x == len(values) {
			yield(table)
			return
		}
		for v := range most + 1 {
			if k := [2]int{group[x], v}; left[k] > 0 {
				left[k]--
				table[x] = v
				give(x + 1)
				left[k]++
			}
		}
	}
	give(0)
}

// holds decides for a set of tables, given as how often each person has each value.
func (w *world) holds(counts []map[int]int64, n int64) bool {
	for _, of := range counts {
		for _, k := range of {
			if big.NewRat(k, n).Cmp(w.share) > 0 {
				return false
			}
		}
	}
	return n > 0
}

func (w *world) set(values []int, j int, in func([]int) bool) ([]map[int]int64, int64) {
	counts := make([]map[int]int64, len(values))
	for x := range counts {
		counts[x] = map[int]int64{}
	}
	n := int64(0)
	permutations(values, w.groups[j], func(u []int) {
		if in(u) {
			n++
			for x, v := range u {
				counts[x][v]++
			}
		}
	})
	return counts, n
}

// disclosure is the disclosure set of g_j, from 0.
func (w *world) disclosure(values []int, j int) ([]map[int]int64, int64) {
	return w.set(values, j, func(u []int) bool { return w.reaches(slices.Clone(u), j) })
}

func (w *world) reaches(values []int, i int) bool {
	for j := 0; j < i; {
		counts, n := w.set(values, j, func([]int) bool { return true })
		if !w.holds(counts, n) {
			j++
			continue
		}
		var signature []string
		for x, v := range values {
			signature = append(signature, fmt.Sprint(w.groups[j][x], v))
		}
		slices.Sort(signature)
		key := fmt.Sprint(j, signature)
		safe, ok := w.safe[key]
		if !ok {
			safe = w.holds(w.disclosure(values, j))
			w.safe[key] = safe
		}
		if safe {
			return false
		}
		if j += int(w.jump[j]); j > i {
			return false
		}
	}
	return true
}

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
		w := &world{groups: groups, share: []*big.Rat{big.NewRat(1, 2), big.NewRat(3, 5), big.NewRat(2, 3), big.NewRat(3, 4)}[rng.IntN(4)], safe: map[string]bool{}}
		counts, of := make([][]Count, people), make([][]int32, n)
		for j, g := range groups {
			w.jump = append(w.jump, 1+rng.Int64N(2))
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
		e := newEvaluator(tab, &Algorithm{Strategy: Jump, Jump: w.jump, Property: tables.MaxShare{Share: w.share}}, &Options{Limit: 1e9})
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
				shares, total := w.disclosure(table, i-1)
				decided[fmt.Sprintf("%v, recursive %v", a.holds == tables.Yes, len(v.recursive) > 0)]++
				if holds := w.holds(shares, total); a.holds != tables.VerdictOf(holds) {
					t.Fatalf("%+v %v, generalization %d, limit %v: %v, want %v", w, table, i, limit, a.holds, holds)
				}
				for _, of := range shares {
					for _, k := range of {
						if a.holds == tables.Yes && big.NewRat(k, total).Cmp(a.bound) > 0 {
							t.Fatalf("%+v %v, generalization %d, limit %v: %v is more than the bound %v", w, table, i, limit, big.NewRat(k, total), a.bound)
						}
					}
				}
			}
		}
	}
	t.Log(decided)
}

// TestEnclosedCounted compares with sets that are counted.
func TestEnclosedCounted(t *testing.T) {
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
		p := tables.MaxShare{Share: big.NewRat(20+rng.Int64N(50), 80)}
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
			if a.holds != tables.VerdictOf(holds) {
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
			e := newEvaluator(tab, &Algorithm{Strategy: Jump, Jump: []int64{6, 6, 6, 6, 6, 6}, Property: tables.MaxShare{Share: share}}, &Options{Limit: 1e9})
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
