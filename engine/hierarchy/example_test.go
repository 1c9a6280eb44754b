package hierarchy_test

import (
	"fmt"

	"skyline/engine/hierarchy"
)

// Three values: 0 is a child, 1 and 2 are adults, and above stands a root, "*".
func Example() {
	tree, err := hierarchy.New(3, []hierarchy.Entry{
		{Value: 0, Level: 1, Label: "child"},
		{Value: 1, Level: 1, Label: "adult"},
		{Value: 2, Level: 1, Label: "adult"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(tree.Height(), tree.Label(2, 1), tree.Label(2, 2))
	fmt.Println(tree.Node(tree.Covering(1, 2)).Label, tree.Node(tree.Covering(0, 1)).Label)
	// Output:
	// 2 adult *
	// adult *
}

func ExampleIntervals() {
	ages, err := hierarchy.NewIntervals([]string{"10", "20"}, "0", hierarchy.Ends{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(ages.Labels("37", true), ages.Labels("37.5", false))
	// Output: [[30, 39] [20, 39]] [[30, 40) [20, 40)]
}

func ExamplePeriods() {
	births, err := hierarchy.NewPeriods([]string{"month", "year", "decade"}, "", hierarchy.Ends{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(births.Labels("1984-03-05"))
	// Output: [1984-03 1984 1980s]
}
