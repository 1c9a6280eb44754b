package classes

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"skyline/engine/jump/tables"
)

// world has all tables of some people: t[person] is the value.
type world struct {
	t      *testing.T
	in     *Instance
	values int
	cell   []int // of each person
	all    [][]int
	// By generalization and signature, as text:
	sets   []map[string][]int // tables of the permutation set
	counts []map[string][][]int64
	steps  []map[string]int
}

// newWorld has all the ways to give the people of the instance values, of which value v is
// had by counts[v].
func newWorld(t *testing.T, in *Instance, counts []int) *world {
	w := &world{t: t, in: in, values: len(counts)}
	for c, n := range in.Cells {
		for range n {
			w.cell = append(w.cell, c)
		}
	}
	left := slices.Clone(counts)
	var grow func(table []int)
	grow = func(table []int) {
		if len(table) == len(w.cell) {
			w.all = append(w.all, slices.Clone(table))
			return
		}
		for v := range left {
			if left[v] > 0 {
				left[v]--
				grow(append(table, v))
				left[v]++
			}
		}
	}
	grow(nil)
	for j := range in.Generalizations {
		w.sets = append(w.sets, map[string][]int{})
		w.counts = append(w.counts, map[string][][]int64{})
		w.steps = append(w.steps, map[string]int{})
		for k := range w.all {
			sig := w.signature(j+1, k)
			text := fmt.Sprint(sig)
			w.sets[j][text] = append(w.sets[j][text], k)
			w.counts[j][text] = sig
		}
	}
	return w
}

func (w *world) signature(j, table int) [][]int64 {
	of := w.in.Generalizations[j-1]
	sig := make([][]int64, slices.Max(of)+1)
	for g := range sig {
		sig[g] = make([]int64, w.values)
	}
	for person, v := range w.all[table] {
		sig[of[w.cell[person]]][v]++
	}
	return sig
}

// disclosure lists the tables of a permutation set that reach generalization i.
func (w *world) disclosure(i int, text string) *tables.Set {
	set := tables.NewSet(len(w.in.Cells), w.values)
	one := big.NewInt(1)
	for _, k := range w.sets[i-1][text] {
		j := 1
		for j != 0 && j < i {
			j = w.step(j, fmt.Sprint(w.signature(j, k)))
		}
		if j != i {
			continue
		}
		set.Tables.Add(set.Tables, one)
		for person, v := range w.all[k] {
			// A given person of a cell: the last one.
			if person == len(w.cell)-1 || w.cell[person+1] != w.cell[person] {
				with := set.With[w.cell[person]][v]
				with.Add(with, one)
			}
		}
	}
	return set
}

func (w *world) step(j int, text string) int {
	next, ok := w.steps[j-1][text]
	if !ok {
		var err error
		next, err = w.in.Step(j, w.counts[j-1][text], func() (*tables.Set, error) { return w.disclosure(j, text), nil })
		if err != nil {
			w.t.Fatal(err)
		}
		w.steps[j-1][text] = next
	}
	return next
}

// different says in what two sets differ.
func different(got, want *tables.Set) string {
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
func permutationHolds(p tables.Property, counts [][]int64) bool {
	for _, row := range counts {
		if !p.HoldsGroup(row) {
			return false
		}
	}
	return true
}

type step = func(int, [][]int64, func() (*tables.Set, error)) (int, error)

// naive is Table 6.
func naive(p tables.Property) step {
	return func(j int, counts [][]int64, _ func() (*tables.Set, error)) (int, error) {
		if permutationHolds(p, counts) {
			return Stop, nil
		}
		return j + 1, nil
	}
}

// safe is Table 7.
func safe(p tables.Property) step {
	return func(j int, _ [][]int64, set func() (*tables.Set, error)) (int, error) {
		s, err := set()
		if err != nil || s.Holds(p) {
			return Stop, err
		}
		return j + 1, nil
	}
}

// jump is Table 9.
func jump(p tables.Property, k ...int) step {
	return func(j int, counts [][]int64, set func() (*tables.Set, error)) (int, error) {
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
