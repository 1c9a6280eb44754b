package mondrian_test

import (
	"context"
	"fmt"

	"skyline/engine/cells"
	"skyline/engine/mondrian"
	"skyline/engine/privacy"
)

// Six people of different ages are cut in the middle, and not again: three people are not
// two groups of two.
func Example() {
	ages := []float64{21, 24, 30, 38, 45, 52}
	var b cells.Builder
	for code := range ages {
		_ = b.Add([]int64{int64(code)}, "\x04Flu\x01") // one person with the flu
	}
	table, _ := b.Cells([]int{len(ages)})
	prepared, err := mondrian.NewCells(table, []mondrian.Column{{Size: len(ages), Numbers: ages}})
	if err != nil {
		fmt.Println(err)
		return
	}
	release, err := mondrian.Partition(context.Background(), prepared, mondrian.Options{
		Strategy: mondrian.Median, Requirements: []privacy.Requirement{privacy.KAnonymity(2)},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for i := range release.Len() {
		r := release.Region(i, 0)
		fmt.Println(release.Group(i).People, "people from", ages[r.Low], "to", ages[r.High])
	}
	// Output:
	// 3 people from 21 to 30
	// 3 people from 38 to 52
}
