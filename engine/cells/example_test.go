package cells_test

import (
	"fmt"

	"skyline/engine/cells"
)

// Three people of one column with the codes 0 and 1: of the two with code 1 one has cancer.
// A histogram has, for each value, 1 + its length, itself and its count.
func Example() {
	var b cells.Builder
	_ = b.Add([]int64{1}, "\x07Cancer\x01"+"\x04Flu\x01")
	_ = b.Add([]int64{0}, "\x04Flu\x01")
	table, err := b.Cells([]int{2})
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, n := range table.N {
		fmt.Println("code", table.Codes[0][i], table.Values[table.Value[i]].Text, n)
	}
	fmt.Println(table.Total.People, "people")
	// Output:
	// code 1 Cancer 1
	// code 1 Flu 1
	// code 0 Flu 1
	// 3 people
}
