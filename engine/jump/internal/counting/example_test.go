package counting_test

import (
	"context"
	"fmt"
	"math/big"

	"skyline/engine/jump/beliefs"
	"skyline/engine/jump/internal/counting"
)

// The second generalization of Table 1 of Liu et al. has the groups {A, B, C} and
// {D, E, F}. In 4 of its 36 tables the first one, {A, B}, {C, D}, {E, F}, does not have two
// values everywhere: those of Table 3, where C and D have cancer.
func ExampleComponent_Count() {
	c := &counting.Component{
		Cells:  []int64{2, 1, 1, 2},                         // A and B, C, D, E and F
		In:     []int{0, 0, 1, 1},                           //
		Counts: [][]int64{{1, 1, 1, 0, 0}, {0, 0, 1, 1, 1}}, // flu, cold, cancer, headache, toothache
		Must:   [][]int{{0}, {1, 2}, {3}},
	}
	passing, err := c.Count(context.Background(), beliefs.MaxShare{Share: big.NewRat(51, 100)}, 1e6)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.Total(), passing.Tables)
	fmt.Println("C:", passing.With[1])
	// Output:
	// 36 32
	// C: [12 12 8 0 0]
}
