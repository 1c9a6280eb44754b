package presence_test

import (
	"context"
	"fmt"
	"math/big"

	"skyline/engine/presence"
)

// The example of the source: four of five people are present, with likelihoods of 3/16,
// 9/16, 9/16, 3/16 and 1/16.
func Example() {
	set, err := presence.NewSet([]presence.Class{
		{Weight: big.NewInt(3), People: 2},
		{Weight: big.NewInt(9), People: 2},
		{Weight: big.NewInt(1), People: 1},
	}, 4)
	if err != nil {
		fmt.Println(err)
		return
	}
	existence, err := set.Existence(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, class := range set.Classes() {
		fmt.Printf("likelihood %v/16: %.4f\n", class.Weight, existence[i])
	}
	fmt.Println(set.Within(big.NewRat(8, 17), big.NewRat(16, 17)))
	fmt.Println(set.Within(big.NewRat(47, 100), big.NewRat(94, 100)))
	low, high, _ := set.Bounds()
	fmt.Printf("bounds %.4f, %.4f\n", low, high)
	// Output:
	// likelihood 1/16: 0.4706
	// likelihood 3/16: 0.8235
	// likelihood 9/16: 0.9412
	// true true
	// true false
	// bounds 0.3077, 0.9730
}

// The range of a set for a search, with likelihoods as floats.
func ExampleEstimator() {
	var e presence.Estimator
	low, high := e.Range([]float64{0.1875, 0.5625, 0.0625}, []int64{2, 2, 1}, 4)
	fmt.Printf("%.4f, %.4f\n", low, high)
	// Output:
	// 0.4706, 0.9412
}
