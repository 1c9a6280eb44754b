package matching_test

import (
	"context"
	"fmt"

	"skyline/engine/matching"
)

// A woman of 20, somebody of 20 whose sex is missing, a man of 20 and a man of 31. The woman
// matches herself and the second; the second matches the man of 20, too.
func Example() {
	matches, err := matching.Count(context.Background(), &matching.Table{
		Codes:   [][]int32{{0, 0, 0, 1}, {0, 2, 1, 1}},
		Missing: []int32{-1, 2}, People: []int64{1, 1, 1, 1},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range matches {
		fmt.Print(m.People, " ")
	}
	// Output: 2 3 2 1
}
