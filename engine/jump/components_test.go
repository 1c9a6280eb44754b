package jump

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine"
	"skyline/engine/jump/beliefs"
	"skyline/engine/jump/internal/counting"
)

// fits says how the fields of a component do not fit each other, which package counting
// does not look at.
func fits(c *counting.Component) error {
	if len(c.In) != len(c.Cells) {
		return fmt.Errorf("%d cells, and the groups of %d", len(c.Cells), len(c.In))
	}
	people, all := make([]int64, len(c.Counts)), int64(0)
	for i, h := range c.In {
		if h < 0 || h >= len(people) || c.Cells[i] < 1 {
			return fmt.Errorf("cell %d has %d people in group %d of %d", i, c.Cells[i], h, len(people))
		}
		people[h] += c.Cells[i]
		all += c.Cells[i]
	}
	if all > math.MaxInt32 {
		return fmt.Errorf("%d people", all)
	}
	for h, counts := range c.Counts {
		sum := int64(0)
		for _, n := range counts {
			sum += n
		}
		if sum != people[h] || slices.Min(counts) < 0 || len(counts) != len(c.Counts[0]) {
			return fmt.Errorf("group %d has %d people, and %v", h, people[h], counts)
		}
	}
	for _, cells := range c.Must {
		if len(cells) == 0 || !slices.IsSorted(cells) || len(slices.Compact(slices.Clone(cells))) < len(cells) || cells[0] < 0 || cells[len(cells)-1] >= len(c.Cells) {
			return fmt.Errorf("a set of the cells %v of %d", cells, len(c.Cells))
		}
	}
	return nil
}

// TestComponentsFit makes the components of random tables, for all subsets of earlier
// generalizations; those that are enclosed have one group, and sets of one cell.
func TestComponentsFit(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 1))
	made, enclosed := 0, 0
	p := beliefs.MaxShare{Share: big.NewRat(1, 2)}
	for range 400 {
		table := randomTable(t, rng)
		e := newEvaluator(table, &Algorithm{Strategy: Safe}, &Options{})
		for i := 1; i <= table.Generalizations(); i++ {
			v := &view{evaluator: e, i: i, signature: table.signature(i)}
			for subset := range 1 << (i - 1) {
				var list []int
				for j := 1; j < i; j++ {
					if subset>>(j-1)&1 == 1 {
						list = append(list, j)
					}
				}
				for _, f := range v.term(list, 1<<len(list)-1).factors {
					if !f.hasComponent() {
						continue // nothing to satisfy
					}
					made++
					if err := fits(&f.Component); err != nil {
						t.Fatalf("g_%d and the earlier %v of %+v: %v", i, list, table, err)
					}
				}
				x := v.enclosuresOf(list, p)
				if x == nil {
					continue
				}
				for _, f := range x.factors {
					enclosed++
					if len(f.Counts) != 1 || slices.ContainsFunc(f.Must, func(cells []int) bool { return len(cells) != 1 }) {
						t.Fatalf("g_%d and the earlier %v of %+v: %+v is to be enclosed", i, list, table, f.Component)
					}
				}
			}
		}
	}
	if made < 1000 || enclosed < 1000 {
		t.Errorf("only %d components, and %d to be enclosed", made, enclosed)
	}
}

// randomTable has a few cells, and generalizations of which some merge groups of the one
// before, and others are of any groups.
func randomTable(t *testing.T, rng *rand.Rand) *Table {
	t.Helper()
	values, cells := 1+rng.IntN(5), 1+rng.IntN(10)
	counts := make([][]Count, cells)
	for c := range counts {
		for v := range values {
			if rng.IntN(2) == 0 || v == values-1 && counts[c] == nil {
				counts[c] = append(counts[c], Count{Value: int32(v), N: 1 + rng.Int64N(4)})
			}
		}
	}
	groups := make([][]int32, 1+rng.IntN(4))
	for j := range groups {
		most := 1 + rng.IntN(cells)
		merge := j > 0 && rng.IntN(2) == 0
		for c := range cells {
			group := int32(rng.IntN(most))
			if merge {
				group = groups[j-1][c] / 2
			}
			groups[j] = append(groups[j], group)
		}
	}
	table, err := New(values, counts, groups)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// TestMostPeople: numbers of people are products of two in what is computed of them.
func TestMostPeople(t *testing.T) {
	const half = 1 << 30
	one := [][]int32{{0, 0}}
	if _, err := New(1, [][]Count{{{0, half}}, {{0, half - 1}}}, one); err != nil {
		t.Errorf("2^31 − 1 people: %v", err)
	}
	for _, more := range []int64{half, math.MaxInt64} {
		if _, err := New(1, [][]Count{{{0, half}}, {{0, more}}}, one); !errors.Is(err, &engine.ParamError{Package: "jump"}) {
			t.Errorf("2^30 and %d people: %v, want a ParamError", more, err)
		}
	}
}
