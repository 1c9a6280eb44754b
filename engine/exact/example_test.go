package exact_test

import (
	"fmt"

	"skyline/engine/exact"
)

// Who writes 0.3 means 3/10; the float64 next to it is a little less.
func ExampleSimplest() {
	fmt.Println(exact.Simplest(0.3), exact.Simplest(2.0/3), exact.Simplest(0.125))
	// Output: 3/10 2/3 1/8
}

func ExampleCommon() {
	fmt.Println(exact.Common([]float64{0.5, 1.0 / 3, 0}))
	// Output: [3 2 0] 6
}

// What is small is not lost beside what is large.
func ExampleSum() {
	var s exact.Sum
	naive := 0.0
	for _, x := range []float64{1e100, 1, -1e100} {
		s.Add(x)
		naive += x
	}
	fmt.Println(s.Value(), naive)
	// Output: 1 0
}
