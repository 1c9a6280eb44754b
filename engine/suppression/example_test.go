package suppression_test

import (
	"context"
	"fmt"

	"skyline/engine/cells"
	"skyline/engine/privacy"
	"skyline/engine/suppression"
)

// Two women of 20, a man of 20, two men of 31 and one of 45, by the codes of their ages and
// sexes; everybody is to look like somebody else. The man of 20 and the man of 45 are alone. Both
// are men: without their ages they are a group.
func Example() {
	var b cells.Builder
	for _, person := range [][]int64{{0, 0}, {0, 0}, {0, 1}, {1, 1}, {1, 1}, {2, 1}} {
		_ = b.Add(person, "\x04Flu\x01")
	}
	table, err := b.Cells([]int{3, 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	release, err := suppression.Suppress(context.Background(), table, suppression.Options{
		Requirements: []privacy.Requirement{privacy.KAnonymity(2)}, Null: []int32{-1, -1},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for i := range release.Len() {
		fmt.Println(release.Group(i).People, "people, age hidden:", release.Hidden(i, 0), "sex hidden:", release.Hidden(i, 1))
	}
	fmt.Println(release.Suppressed().Cells)
	// Output:
	// 2 people, age hidden: false sex hidden: false
	// 2 people, age hidden: false sex hidden: false
	// 2 people, age hidden: true sex hidden: false
	// [2 0]
}
