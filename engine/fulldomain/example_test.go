package fulldomain_test

import (
	"context"
	"fmt"

	"skyline/engine/cells"
	"skyline/engine/fulldomain"
	"skyline/engine/hierarchy"
	"skyline/engine/privacy"
)

// Four people of different zip codes, two of 9413* and two of 9414*. Groups of two are
// reached at level 1 of 2, where each label stands for 2 of 4 values: a loss of 1/2.
func Example() {
	var b cells.Builder
	var entries []hierarchy.Entry
	for code, label := range []string{"9413*", "9413*", "9414*", "9414*"} {
		_ = b.Add([]int64{int64(code)}, "\x04Flu\x01") // one person with the flu
		entries = append(entries, hierarchy.Entry{Value: int32(code), Level: 1, Label: label})
	}
	table, _ := b.Cells([]int{4})
	tree, err := hierarchy.New(4, entries) // with a root above the two labels
	if err != nil {
		fmt.Println(err)
		return
	}
	found, err := fulldomain.Search(context.Background(), table, []*hierarchy.Tree{tree}, fulldomain.Options{
		Which: fulldomain.Safe, Requirements: []privacy.Requirement{privacy.KAnonymity(2)},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, n := range found.Nodes {
		fmt.Println("level", n.Levels[0], "groups", n.Groups, "loss", n.Loss, "precision", n.Precision)
	}
	// Output:
	// level 1 groups 2 loss 0.5 precision 0.5
	// level 2 groups 1 loss 1 precision 0
}
