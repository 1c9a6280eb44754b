package tree

import (
	"fmt"
	"math"
	"slices"

	"skyline/engine"
)

// Feature says what the codes 0, 1, … of a column stand for.
type Feature struct {
	numeric bool
	numbers []float64 // by code; NaN: unknown
	ranks   []int32   // by code, of the numbers; -1: unknown
	ranked  []float64 // the numbers, by rank
	members [][]int32 // by code; none: unknown
	only    []int32   // by code: the one member, -1 if there is not one
	values  int       // of a category
}

// Numeric returns a feature whose codes stand for these numbers. A number that is
// not finite is unknown.
func Numeric(numbers []float64) Feature {
	f := Feature{numeric: true, numbers: slices.Clone(numbers), ranks: make([]int32, len(numbers))}
	for i, x := range f.numbers {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			f.numbers[i] = math.NaN()
		} else {
			f.ranked = append(f.ranked, x)
		}
	}
	slices.Sort(f.ranked)
	f.ranked = slices.Compact(f.ranked)
	for i, x := range f.numbers {
		f.ranks[i] = -1
		if !math.IsNaN(x) {
			rank, _ := slices.BinarySearch(f.ranked, x)
			f.ranks[i] = int32(rank)
		}
	}
	return f
}

// Generalized returns a feature of the values 0, …, values-1, of which code i may
// be any of members[i]. None of them: it is unknown.
//
// Errors: a member out of range.
func Generalized(values int, members [][]int32) (Feature, error) {
	only := make([]int32, len(members))
	for code, list := range members {
		only[code] = -1
		if len(list) == 1 {
			only[code] = list[0]
		}
		for _, value := range list {
			if value < 0 || int(value) >= values {
				return Feature{}, engine.NewParamError("tree", "members", fmt.Sprintf("in 0..%d", values-1), nil)
			}
		}
	}
	return Feature{members: members, only: only, values: values}, nil
}

// codes returns how many codes the feature has.
func (f *Feature) codes() int {
	if f.numeric {
		return len(f.numbers)
	}
	return len(f.members)
}

// Rows are examples, column by column.
type Rows struct {
	Codes   [][]int32 // Codes[f][i] is the code of row i in feature f
	Classes []int32
	// Weights says how often each row counts; a row of weight 0 is not there.
	Weights []float64
}

// check makes sure that nothing points outside.
func (r *Rows) check(features []Feature, classes int) error {
	n := len(r.Classes)
	if len(r.Weights) != n || len(r.Codes) != len(features) {
		return engine.NewParamError("tree", "rows", fmt.Sprintf("of a weight each and a code for each of %d features", len(features)), nil)
	}
	for f, codes := range r.Codes {
		if len(codes) != n {
			return engine.NewParamError("tree", "Codes", fmt.Sprintf("one for each of %d rows in feature %d", n, f), len(codes))
		}
		for _, code := range codes {
			if code < 0 || int(code) >= features[f].codes() {
				return engine.NewParamError("tree", "Codes", fmt.Sprintf("in 0..%d in feature %d", features[f].codes()-1, f), nil)
			}
		}
	}
	for i, class := range r.Classes {
		if class < 0 || int(class) >= classes {
			return engine.NewParamError("tree", "Classes", fmt.Sprintf("in 0..%d", classes-1), nil)
		}
		if w := r.Weights[i]; !(w >= 0) || math.IsInf(w, 1) {
			return engine.NewParamError("tree", "Weights", "finite and at least 0", nil)
		}
	}
	return nil
}
