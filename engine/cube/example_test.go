package cube_test

import (
	"context"
	"fmt"

	"skyline/engine/cube"
)

// Three counts of a column, of which one is left out, and their total: 328 - 132 - 196 = 0.
func ExampleSystem_Bounds() {
	published := func(v int64) cube.Range { return cube.Range{Least: v, Largest: v} }
	s := &cube.System{
		Unknowns: []cube.Unknown{
			{Range: published(132), Whole: true},
			{Range: published(196), Whole: true},
			{Range: cube.Range{NoLargest: true}, Whole: true},
		},
		Sums: []cube.Sum{{Terms: []cube.Term{{Unknown: 0, Times: 1}, {Unknown: 1, Times: 1}, {Unknown: 2, Times: 1}}, Range: published(328)}},
	}
	bounds, err := s.Bounds(context.Background(), [][]cube.Term{{{Unknown: 2, Times: 1}}}, 1e6)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("the cell is", bounds[0].Known().RatString())
	for _, step := range bounds[0].Steps {
		fmt.Println("sum", step.Sum, "or unknown", step.Unknown, "times", step.Times.RatString())
	}
	// Output:
	// the cell is 0
	// sum 0 or unknown -1 times 1
	// sum -1 or unknown 0 times -1
	// sum -1 or unknown 1 times -1
}
