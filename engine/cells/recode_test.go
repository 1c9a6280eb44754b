package cells

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"skyline/engine"
	"skyline/engine/knowledge"
)

// TestRecode: cells whose codes are changed are those that were added with the other codes.
func TestRecode(t *testing.T) {
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 2))
		sizes := []int{1 + rng.IntN(5), 1 + rng.IntN(3), 1}
		codes := make([][]int32, len(sizes))
		for d, size := range sizes {
			for _, code := range rng.Perm(size) {
				codes[d] = append(codes[d], int32(code))
			}
		}
		recoded, want := Builder{Constraint: knowledge.SVPI}, Builder{Constraint: knowledge.SVPI}
		for range rng.IntN(2 * chunkCells) {
			before, after := make([]int64, len(sizes)), make([]int64, len(sizes))
			for d, size := range sizes {
				before[d] = rng.Int64N(int64(size))
				after[d] = int64(codes[d][before[d]])
			}
			r := row{value: []string{"a", "b"}[rng.IntN(2)], n: 1 + rng.Int64N(9)}
			if err := errors.Join(recoded.Add(before, r.histogram()), want.Add(after, r.histogram())); err != nil {
				t.Fatal(err)
			}
		}
		if err := recoded.Recode(codes); err != nil {
			t.Fatal(err)
		}
		got, err := recoded.Cells(sizes)
		if err != nil {
			t.Fatal(err)
		}
		other, err := want.Cells(sizes)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, other) {
			t.Fatalf("seed %d: the cells are not those of the other codes", seed)
		}
	}
}

// TestRecodeErrors: codes must be given for every column and code.
func TestRecodeErrors(t *testing.T) {
	for _, codes := range [][][]int32{nil, {{0, 1}}, {{0, 1}, {0}, {0}}, {{0}, {0}}, {{0, 1}, nil}} {
		b := Builder{Constraint: knowledge.SVPI}
		if err := b.Add([]int64{1, 0}, (&row{value: "a", n: 1}).histogram()); err != nil {
			t.Fatal(err)
		}
		var param *engine.ParamError
		if err := b.Recode(slices.Clone(codes)); !errors.As(err, &param) {
			t.Errorf("Recode(%v) = %v, want a ParamError", codes, err)
		}
	}
	if err := new(Builder).Recode([][]int32{{0}}); err != nil {
		t.Errorf("of no cells: %v", err)
	}
}
