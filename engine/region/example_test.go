package region_test

import (
	"context"
	"fmt"

	"skyline/engine/region"
)

// Two regions over two columns: codes 0-4 and 5-9 of the first column, each with all codes
// 0-9 of the second. Covers are named by their position: the second column has one.
func Example() {
	covers := [][][]region.Span{
		{{{First: 0, Last: 4}}, {{First: 5, Last: 9}}},
		{{{First: 0, Last: 9}}},
	}
	index, err := region.New(context.Background(), covers, []int32{
		0, 0, // region 0
		1, 0, // region 1
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	found := make([]int64, 3)
	index.Places([]int64{3, 7, 8, 1, 3, 12}, found) // the rows (3, 7), (8, 1), (3, 12)
	fmt.Println(found)
	// Output: [0 1 -1]
}
