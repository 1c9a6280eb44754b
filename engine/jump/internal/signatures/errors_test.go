package signatures

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine"
	"skyline/engine/internal/budget"
	"skyline/engine/internal/combinatorics"
	"skyline/engine/jump/beliefs"
)

func TestErrors(t *testing.T) {
	half := beliefs.MaxShare{Share: big.NewRat(1, 2)}
	in, counts := sample(rand.New(rand.NewPCG(1, 2)), false, 14, 4, 4, 3, 2)
	in.First, in.After, in.Step = half.HoldsGroup, 2, jump(half, 1)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	broken := errors.New("broken")
	for _, test := range []struct {
		name  string
		steps *budget.Budget
		step  step
		want  error
	}{
		{"all is well", budget.New(t.Context(), 1e10), in.Step, nil},
		{"limit", budget.New(t.Context(), 1e5), in.Step, engine.ErrTooLarge},
		{"cancelled", budget.New(cancelled, 1e10), in.Step, context.Canceled},
		{"step", budget.New(t.Context(), 1e10), func(int, [][]int64, func() (*beliefs.Set, error)) (int, error) { return 0, broken }, broken},
	} {
		in.Step = test.step
		if set, err := in.Disclosure(counts, test.steps); !errors.Is(err, test.want) || (set == nil) != (err != nil) {
			t.Errorf("%s: %v, want %v", test.name, err, test.want)
		}
	}
}

// TestBudget has an instance for which the algorithm is asked again and again: what that
// takes is accounted for, too.
func TestBudget(t *testing.T) {
	half := beliefs.MaxShare{Share: big.NewRat(1, 2)}
	in, counts := sample(rand.New(rand.NewPCG(9, 9)), true, 40, 8, 8, 4, 2)
	asked := 0
	in.First, in.After = half.HoldsGroup, 2
	in.Step = func(j int, counts [][]int64, set func() (*beliefs.Set, error)) (int, error) {
		asked++
		return jump(half, 1)(j, counts, set)
	}
	_, err := in.Disclosure(counts, budget.New(t.Context(), 1e8))
	if !errors.Is(err, engine.ErrTooLarge) || asked > 10_000 {
		t.Errorf("%v after %d questions, want ErrTooLarge after some 1e8 steps", err, asked)
	}
}

// TestNobody has no people, and so no group that does not satisfy First.
func TestNobody(t *testing.T) {
	in := &Instance{Generalizations: [][]int{{}, {}}, First: func([]int64) bool { return false }, After: 2}
	set, err := in.Disclosure(nil, budget.New(t.Context(), 1e6))
	if err != nil || set.Tables.Sign() != 0 || len(set.With) != 0 {
		t.Errorf("Disclosure() = %v, %v, want no tables", set, err)
	}
	if f := in.Forecast(nil); !(f >= 0 && f < 1e6) {
		t.Errorf("Forecast() = %v", f)
	}
}

// TestWide has tables that are too many for a word: in every table of the set, everybody
// has a value.
func TestWide(t *testing.T) {
	p := beliefs.MaxShare{Share: big.NewRat(1, 2)}
	in := &Instance{
		Cells:           []int64{20, 20, 2, 2, 20},
		Generalizations: [][]int{{0, 1, 2, 3, 4}, {0, 0, 1, 1, 2}},
		First:           p.HoldsGroup, After: 2, Step: jump(p, 1),
	}
	for _, counts := range [][][]int64{
		{{13, 13, 14, 0, 0, 0}, {2, 2, 0, 0, 0, 0}, {10, 10, 0, 0, 0, 0}},
		{{10, 10, 10, 10, 0, 0}, {2, 2, 0, 0, 0, 0}, {0, 0, 0, 0, 10, 10}},
		{{10, 10, 10, 10, 0, 0}, {0, 2, 2, 0, 0, 0}, {10, 10, 0, 0, 0, 0}},
	} {
		got, err := in.Disclosure(counts, budget.New(t.Context(), 1e10))
		if err != nil {
			t.Fatal(err)
		}
		if got.Tables.BitLen() <= 64 {
			t.Errorf("%v: %v tables, want more than a word has", counts, got.Tables)
		}
		if want := passing(in, p, counts); got.Tables.Cmp(want) != 0 {
			t.Errorf("%v: %v tables, want %v", counts, got.Tables, want)
		}
		for cell, with := range got.With {
			sum := new(big.Int)
			for _, n := range with {
				sum.Add(sum, n)
			}
			if sum.Cmp(got.Tables) != 0 {
				t.Errorf("%v: cell %d has values in %v tables of %v", counts, cell, sum, got.Tables)
			}
		}
	}
}

// passing counts, for two generalizations, of which the second is coarser, the tables that
// do not satisfy a property at the first: all but the product of those that do, which are
// listed by how often each value occurs in each cell.
func passing(in *Instance, p beliefs.Property, counts [][]int64) *big.Int {
	all, holding := big.NewInt(1), big.NewInt(1)
	for g, row := range counts {
		all.Mul(all, combinatorics.Multinomial(row))
		var cells []int64
		for c, n := range in.Cells {
			if in.Generalizations[1][c] == g {
				cells = append(cells, n)
			}
		}
		holding.Mul(holding, holdingTables(p, cells, row))
	}
	return all.Sub(all, holding)
}

// holdingTables counts the ways to give the values of a group to its cells so that each
// satisfies a property.
func holdingTables(p beliefs.Property, cells, left []int64) *big.Int {
	if len(cells) == 0 {
		return big.NewInt(1)
	}
	total := new(big.Int)
	chosen := make([]int64, len(left))
	var choose func(v int, people int64)
	choose = func(v int, people int64) {
		if v == len(left) {
			if people == 0 && p.HoldsGroup(chosen) {
				rest := slices.Clone(left)
				for v, n := range chosen {
					rest[v] -= n
				}
				ways := combinatorics.Multinomial(chosen)
				total.Add(total, ways.Mul(ways, holdingTables(p, cells[1:], rest)))
			}
			return
		}
		for n := range min(people, left[v]) + 1 {
			chosen[v] = n
			choose(v+1, people-n)
		}
		chosen[v] = 0
	}
	choose(0, cells[0])
	return total
}
