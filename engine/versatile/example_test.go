package versatile_test

import (
	"context"
	"fmt"

	"skyline/engine/guardian"
	"skyline/engine/loglinear"
	"skyline/engine/versatile"
)

// Attribute 0 is known of people, and attribute 2 must not be told from it with more than
// 1/2. One table guards the rule and says everything else: within groups of two people
// with different values in attribute 2, these are shuffled.
func Example() {
	cells := &loglinear.Cells{
		Columns: [][]int32{{0, 0, 1, 1}, {0, 1, 0, 1}, {0, 1, 0, 1}},
		Sizes:   []int{2, 2, 2}, Counts: []int64{1, 1, 1, 1},
	}
	rules := []guardian.Rule{{LHS: guardian.SetOf(0), RHS: 2}}
	release, err := versatile.Decompose(context.Background(), cells, rules, 2, versatile.UtilityAware, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, t := range release.Tables {
		fmt.Println("attributes", t.Attributes.Slice(), "shuffled", t.Right.Slice(), "guards", t.Guards)
	}
	// Output: attributes [0 1 2] shuffled [2] guards [0]
}
