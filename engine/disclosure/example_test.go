package disclosure_test

import (
	"context"
	"fmt"

	"skyline/engine/breach"
	"skyline/engine/disclosure"
)

// Figure 3 of Martin et al.: of five people two have the flu, two lung cancer and one the
// mumps; of five others two have the flu and the rest one of three values each. With one
// implication, that somebody of the first five does not have lung cancer, they have the
// flu with 2/3; with a second one for sure. (The paper says 10/19 for one, which leaves
// out implications about a single person.)
func Example() {
	groups := []disclosure.Group{
		{People: 5, Counts: []int64{2, 2, 1}, Copies: 1},
		{People: 5, Counts: []int64{2, 1, 1, 1}, Copies: 1},
	}
	c, _ := breach.NewThreshold(0.7)
	levels, err := disclosure.Measure(context.Background(), groups, 2, c, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, l := range levels {
		fmt.Printf("%d implications: %.4f, safe: %v\n", l.K, l.Implications, l.Safe)
	}
	// Output:
	// 0 implications: 0.4000, safe: true
	// 1 implications: 0.6667, safe: true
	// 2 implications: 1.0000, safe: false
}
