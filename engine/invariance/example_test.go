package invariance_test

import (
	"context"
	"fmt"

	"skyline/engine/invariance"
)

// Two people were hidden by the values 0 and 1. One of them has left, and somebody new has value 2 and somebody value 1.
func ExampleNext() {
	table := &invariance.Table{
		Values:     3,
		Signatures: [][]int32{{0, 1}},
		Value:      []int32{0, 2, 1, 0},
		Signature:  []int32{0, invariance.New, invariance.New, invariance.New},
		Columns:    []invariance.Column{{Codes: []int32{0, 1, 1, 2}, Positions: []float64{0, 0.5, 1}}},
	}
	release, err := invariance.Next(context.Background(), table, invariance.Options{M: 2, Counterfeits: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, group := range release.Groups {
		fmt.Println(group.People, "hidden by", release.Signatures[group.Signature], "with", len(group.Counterfeits), "counterfeits")
	}
	// Output:
	// [0 2] hidden by [0 1] with 0 counterfeits
	// [3 1] hidden by [0 2] with 0 counterfeits
}
