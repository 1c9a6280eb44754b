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

// A table of two rows and two columns with totals, which are kept, and a count of 3. It may not be known whether that is 0 or 5:
// then the other three are hidden as well.
func ExampleProblem_Protect() {
	p := &cube.Problem{}
	for i, v := range []int64{3, 20, 23, 15, 40, 55, 18, 60, 78} {
		total := i%3 == 2 || i >= 6
		p.Cells = append(p.Cells, cube.Cell{Unknown: cube.Unknown{Range: cube.Range{NoLargest: true}, Whole: true}, Value: v, Cost: v, Keep: total})
	}
	p.Cells[0].Primary, p.Cells[0].Below, p.Cells[0].Above = true, 3, 2
	for i := range int32(3) {
		row := []cube.Term{{Unknown: 3 * i, Times: 1}, {Unknown: 3*i + 1, Times: 1}, {Unknown: 3*i + 2, Times: -1}}
		column := []cube.Term{{Unknown: i, Times: 1}, {Unknown: i + 3, Times: 1}, {Unknown: i + 6, Times: -1}}
		p.Lines = append(p.Lines, row, column)
	}
	pattern, err := p.Protect(context.Background(), 1e8)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("hidden as well:", pattern.Secondary, "which loses", pattern.Cost)
	// Output: hidden as well: [1 3 4] which loses 75
}
