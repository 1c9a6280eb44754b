package signatures

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"skyline/engine/jump/beliefs"
	"skyline/tests/worlds"
)

// world lists the tables of some people.
type world struct {
	*worlds.World
	t   *testing.T
	in  *Instance
	of  []int   // the cell of each person
	all [][]int // the tables
}

// newWorld has all the ways to give the people of the instance values, of which value v is
// had by counts[v].
func newWorld(t *testing.T, in *Instance, counts []int) *world {
	w := &world{t: t, in: in}
	for c, n := range in.Cells {
		for range n {
			w.of = append(w.of, c)
		}
	}
	var groups [][][]int
	for _, of := range in.Generalizations {
		person := make([]int, len(w.of))
		for p, cell := range w.of {
			person[p] = of[cell]
		}
		groups = append(groups, worlds.Groups(person))
	}
	w.World = worlds.New(groups, func(at worlds.View) int {
		next, err := in.step(at.I, w.signature(at.I, at.Table, len(counts)), func() (*beliefs.Set, error) {
			return w.believed(at.DisclosureSet(), len(counts)), nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return next // Stop is Release
	}, nil)
	var table []int
	for v, n := range counts {
		table = append(table, slices.Repeat([]int{v}, n)...)
	}
	w.all = worlds.Arrangements(table)
	return w
}

// signature is what generalization j shows of a table, as the package has it.
func (w *world) signature(j int, table []int, values int) [][]int64 {
	of := w.in.Generalizations[j-1]
	sig := make([][]int64, slices.Max(of)+1)
	for g := range sig {
		sig[g] = make([]int64, values)
	}
	for person, v := range table {
		sig[of[w.of[person]]][v]++
	}
	return sig
}

// believed counts the tables of a set.
func (w *world) believed(tables [][]int, values int) *beliefs.Set {
	set := beliefs.NewSet(len(w.in.Cells), values)
	set.Tables.SetInt64(int64(len(tables)))
	if len(tables) == 0 {
		return set
	}
	for person, counts := range worlds.Marginals(tables) {
		for v, n := range counts {
			set.With[w.of[person]][v].SetInt64(int64(n)) // the same for all of a cell
		}
	}
	return set
}

// highest returns the largest share that any value has for anybody.
func highest(s *beliefs.Set) *big.Rat {
	if s.Tables.Sign() == 0 {
		return nil
	}
	most := new(big.Int)
	for _, with := range s.With {
		for _, n := range with {
			if n.Cmp(most) > 0 {
				most = n
			}
		}
	}
	return new(big.Rat).SetFrac(most, s.Tables)
}

// different says in what two sets differ.
func different(got, want *beliefs.Set) string {
	if got.Tables.Cmp(want.Tables) != 0 {
		return fmt.Sprintf("%v tables, want %v", got.Tables, want.Tables)
	}
	for c := range want.With {
		if len(got.With) != len(want.With) || len(got.With[c]) != len(want.With[c]) {
			return "other cells or values"
		}
		for v := range want.With[c] {
			if got.With[c][v].Cmp(want.With[c][v]) != 0 {
				return fmt.Sprintf("cell %d has value %d in %v, want %v", c, v, got.With[c][v], want.With[c][v])
			}
		}
	}
	return ""
}

// permutationHolds reports whether a permutation set satisfies a property.
func permutationHolds(p beliefs.Property, counts [][]int64) bool {
	for _, row := range counts {
		if !p.HoldsGroup(row) {
			return false
		}
	}
	return true
}

// step is the algorithm at any generalization.
func (in *Instance) step(j int, counts [][]int64, set func() (*beliefs.Set, error)) (int, error) {
	if j > 1 {
		return in.Step(j, counts, set)
	}
	for _, row := range counts {
		if !in.First(row) {
			return in.After, nil
		}
	}
	return Stop, nil
}

// upTo returns the instance that ends with generalization i.
func (in *Instance) upTo(i int) *Instance {
	within := func(next int) int {
		if next > i {
			return Stop
		}
		return next
	}
	part := *in
	part.Generalizations, part.After = in.Generalizations[:i], within(in.After)
	part.Step = func(j int, counts [][]int64, set func() (*beliefs.Set, error)) (int, error) {
		next, err := in.Step(j, counts, set)
		return within(next), err
	}
	return &part
}

type step = func(int, [][]int64, func() (*beliefs.Set, error)) (int, error)

// naive is Table 6.
func naive(p beliefs.Property) step {
	return func(j int, counts [][]int64, _ func() (*beliefs.Set, error)) (int, error) {
		if permutationHolds(p, counts) {
			return Stop, nil
		}
		return j + 1, nil
	}
}

// safe is Table 7.
func safe(p beliefs.Property) step {
	return func(j int, _ [][]int64, set func() (*beliefs.Set, error)) (int, error) {
		s, err := set()
		if err != nil || s.Holds(p) {
			return Stop, err
		}
		return j + 1, nil
	}
}

// jump is Table 9.
func jump(p beliefs.Property, k ...int) step {
	return func(j int, counts [][]int64, set func() (*beliefs.Set, error)) (int, error) {
		if !permutationHolds(p, counts) {
			return j + 1, nil
		}
		s, err := set()
		if err != nil || s.Holds(p) {
			return Stop, err
		}
		return j + k[min(j, len(k))-1], nil
	}
}
