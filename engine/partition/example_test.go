package partition_test

import (
	"fmt"

	"skyline/engine/partition"
)

// Table 1b of Chen, LeFevre and Ramakrishnan: two QI groups of four people. A histogram
// has the values in the order of their bytes: for each, 1 + its length, itself, its count.
func Example() {
	var b partition.Builder
	for _, histogram := range []string{
		"\x05AIDS\x02" + "\x04Flu\x02",
		"\x05AIDS\x01" + "\x07Cancer\x01" + "\x04Flu\x02",
	} {
		if err := b.Add(histogram); err != nil {
			fmt.Println(err)
			return
		}
	}
	table := b.Table()
	for _, g := range table.Groups {
		fmt.Print(g.People, " people:")
		for _, c := range g.Counts {
			fmt.Print(" ", c.N, " ", table.Values[c.Value].Text)
		}
		fmt.Println()
	}
	// Output:
	// 4 people: 2 AIDS 2 Flu
	// 4 people: 2 Flu 1 AIDS 1 Cancer
}
