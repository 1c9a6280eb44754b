package distribution_test

import (
	"fmt"

	"skyline/engine/distribution"
)

// A group has the value 0 once and the value 3 twice, of the values 0 to 3. Its shares, 1/3
// and 2/3, cost ln 3 + 2·ln(3/2); equal parts of the two values cost 3·ln 2, and of the
// interval from 0 to 3 3·ln 4.
func Example() {
	counts := []distribution.Count{{Code: 0, N: 1}, {Code: 3, N: 2}}
	column := &distribution.Column{Values: 4, Null: -1}
	for _, kind := range []distribution.Kind{distribution.Shares, distribution.Set, distribution.Interval} {
		d, err := kind.Of(column, counts)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%v of %v/%d, cost %.4f\n", d.Codes, d.Weights, d.Total, d.Cost(counts))
	}
	// Output:
	// [0 3] of [1 2]/3, cost 1.9095
	// [0 3] of [1 1]/2, cost 2.0794
	// [0 1 2 3] of [1 1 1 1]/4, cost 4.1589
}

// The first value has the numbers below 1/4, the last those from 3/4 on.
func ExampleDraw() {
	shares := []float64{0.25, 0.5, 0.25}
	fmt.Println(distribution.Draw(shares, 0.1), distribution.Draw(shares, 0.25), distribution.Draw(shares, 0.99))
	// Output: 0 1 2
}
