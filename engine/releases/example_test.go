package releases_test

import (
	"context"
	"fmt"
	"math/big"

	"skyline/engine/releases"
)

// A hospital publishes in May that Ada, Ben and Cy have flu, flu and asthma, and Dora and Eve flu and HIV; in June, that Ada
// and Ben have flu twice, and Cy, Dora and Eve have asthma, flu and HIV. No group of either has a share above 2/3 of
// anything but flu. Together they tell what Cy has: Ada and Ben are in one group in June, and what is left of theirs
// of May is asthma.
func ExampleCheck() {
	const flu, asthma, hiv = 0, 1, 2
	table := &releases.Table{Releases: 2, Values: 3, Cells: []releases.Cell{
		{Groups: []int32{0, 0}, Counts: []releases.Count{{Value: flu, People: 2}}},                          // Ada and Ben
		{Groups: []int32{0, 1}, Counts: []releases.Count{{Value: asthma, People: 1}}},                       // Cy
		{Groups: []int32{1, 1}, Counts: []releases.Count{{Value: flu, People: 1}, {Value: hiv, People: 1}}}, // Dora and Eve
	}}
	verdicts, err := releases.Check(context.Background(), table, big.NewRat(1, 1), 1e9)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, v := range verdicts {
		fmt.Println("value", v.Value, "at most", v.High, "in cell", v.Cell, "of", v.People, "people for certain")
	}
	for _, s := range verdicts[asthma].Steps {
		fmt.Println("release", s.Release, "group", s.Group, "tells how many of cell", s.Cell, "have", s.Value)
	}
	// Output:
	// value 0 at most 1/1 in cell 0 of 2 people for certain
	// value 1 at most 1/1 in cell 1 of 1 people for certain
	// value 2 at most 1/2 in cell 2 of 0 people for certain
	// release 0 group 0 tells how many of cell 1 have 1
}
