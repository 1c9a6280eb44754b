package anatomy_test

import (
	"context"
	"fmt"

	"skyline/engine/anatomy"
)

// Two people have value 0, one has value 1 and one value 2. Groups of two different values
// are {0, 1} and {0, 2}: the first person of value 0 is in group 0, the second in group 1.
func Example() {
	counts := []int64{2, 1, 1}
	c, err := anatomy.Compose(context.Background(), counts, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.Places(0), c.Places(1), c.Places(2), c.Verify(counts, 2))
	// Output: [0 1] [0] [1] <nil>
}

// Three of four people have the same value: half of them at most may, for l = 2.
func ExampleEligible() {
	_, err := anatomy.Eligible([]int64{3, 1}, 2)
	fmt.Println(err)
	// Output: anatomy: one of 2 values has 3 of 4 people, more than 1/2
}
