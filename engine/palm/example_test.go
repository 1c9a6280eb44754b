package palm_test

import (
	"context"
	"fmt"
	"math/big"

	"skyline/engine/distribution"
	"skyline/engine/palm"
)

// Four people of a public table, three of whom are in the private one: one of the two with
// code 0, and both with code 1. Uniform cells say 3/4 of everybody, and cost 3·ln 2. The
// distribution 1/3, 2/3 of those who are there says more: of the subsets of three people,
// weighed by their likelihoods, 8/12 hold a given person of code 0, 10/12 one of code 1.
func Example() {
	for _, method := range []palm.Method{palm.Uniform, palm.Exact} {
		groups := []palm.Group{{
			Codes:  [][]int32{{0, 1}},
			People: []int64{2, 2}, Present: []int64{1, 2},
			Start: []distribution.Distribution{distribution.Uniform([]int32{0, 1})},
		}}
		shifted, err := palm.Shift(context.Background(), groups, palm.Options{Method: method, Low: 0.5, High: 0.9, Steps: 10})
		if err != nil {
			fmt.Println(err)
			return
		}
		s := shifted[0]
		share := big.NewRat(s.Distributions[0].Weights[0], s.Distributions[0].Total)
		fmt.Printf("code 0: %v, presence from %.4f to %.4f, cost %.4f\n", share, s.Low, s.High, s.Cost)
	}
	// Output:
	// code 0: 1/2, presence from 0.7500 to 0.7500, cost 2.0794
	// code 0: 1/3, presence from 0.6667 to 0.8333, cost 1.9095
}
