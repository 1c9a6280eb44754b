package grid_test

import (
	"fmt"

	"skyline/engine/grid"
)

// A value goes down to the last point of the grid and up to the next.
func Example() {
	fives, err := grid.NewNumbers("5")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(fives.Down("37"))
	fmt.Println(fives.Up("37"))
	fmt.Println(fives.Up("40"))
	fmt.Println(fives.Up("Infinity"))
	// Output:
	// 35 true
	// 40 true
	// 40 true
	//  false
}

func ExampleTimes() {
	months, days := grid.Dates(grid.Month), grid.Timestamps(grid.Day)
	fmt.Println(months.Down("2024-02-17"))
	fmt.Println(months.Up("2024-02-17"))
	fmt.Println(days.Up("2024-02-29 12:30:00"))
	// Output:
	// 2024-02-01 true
	// 2024-03-01 true
	// 2024-03-01 00:00:00 true
}
