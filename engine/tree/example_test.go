package tree_test

import (
	"context"
	"fmt"

	"skyline/engine/tree"
)

// A release says of half of the people only that they are 20 to 39, that is, 29.5
// on average, or 40 to 59. The tree that it gives can be asked about any age.
func Example() {
	// Codes 0-3 are what the release has, 4 and 5 what is asked.
	age := tree.Numeric([]float64{29.5, 49.5, 25, 58, 31, 47})
	rows := tree.Rows{
		Codes:   [][]int32{{0, 1, 2, 3}},
		Classes: []int32{0, 1, 0, 1},
		Weights: []float64{10, 10, 3, 4},
	}
	t, err := tree.Train(context.Background(), []tree.Feature{age}, rows, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(t.Predict([]int32{4}), t.Predict([]int32{5}))
	// Output: 0 1
}
