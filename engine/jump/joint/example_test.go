package joint_test

import (
	"context"
	"fmt"
	"log"

	"skyline/engine/breach"
	"skyline/engine/jump/joint"
)

// The table of the source (Table 1) is of six people with flu, cold, cancer, cancer,
// headache and toothache. Nobody is to be certain of anybody's condition, which the
// second generalization alone sees to; but who knows the algorithm also knows that the
// first one did not, and is left with the tables of Table 3.
func ExampleProblem() {
	c, err := breach.NewThreshold(1)
	if err != nil {
		log.Fatal(err)
	}
	safety, err := joint.NewImplications(0, c)
	if err != nil {
		log.Fatal(err)
	}
	p := &joint.Problem{
		Values: 5,
		Groups: [][]int{
			{0, 0, 1, 1, 2, 2},
			{0, 0, 0, 1, 1, 1},
			{0, 0, 0, 0, 1, 1},
		},
		Strategy: joint.Jump([]int{1, 1, 1}),
		Property: safety,
		Limit:    1e6,
	}
	second := [][]int64{{1, 1, 1, 0, 0}, {0, 0, 1, 1, 1}}
	list, err := p.Disclosure(context.Background(), 1, second)
	if err != nil {
		log.Fatal(err)
	}
	permutation, disclosure, err := p.Holds(context.Background(), 1, second)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("permutation set:", permutation)
	fmt.Println("disclosure set:", disclosure)
	fmt.Println("tables:", list.Len())
	fmt.Println("in which Charlie has cancer:", list.Count(2, 2))
	// Output:
	// permutation set: true
	// disclosure set: false
	// tables: 4
	// in which Charlie has cancer: 4
}
