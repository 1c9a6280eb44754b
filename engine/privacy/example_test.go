package privacy_test

import (
	"context"
	"fmt"

	"skyline/engine/partition"
	"skyline/engine/privacy"
)

// Table 1b of Chen, LeFevre and Ramakrishnan: groups of four, in the first of which two
// of the four have AIDS and two the flu, of 3 AIDS, 1 cancer and 4 flu in all. Its shares
// are 1/2, 0, 1/2 for 3/8, 1/8, 4/8, so the distance of t-closeness is 1/8.
func Example() {
	table := &partition.Table{
		Values: []partition.Value{{Text: "AIDS"}, {Text: "Cancer"}, {Text: "Flu"}},
		Groups: []partition.Group{
			{People: 4, Counts: []partition.Count{{Value: 0, N: 2}, {Value: 2, N: 2}}},
			{People: 4, Counts: []partition.Count{{Value: 2, N: 2}, {Value: 0, N: 1}, {Value: 1, N: 1}}},
		},
		People: 8,
	}
	release := &privacy.Release{Table: table, Whole: []int64{3, 1, 4}}
	for _, r := range []privacy.Requirement{
		privacy.KAnonymity(4), privacy.DistinctDiversity(3), privacy.MaxShare(0.5), privacy.TCloseness(0.1),
	} {
		findings, err := r.Check(context.Background(), release)
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, f := range findings {
			fmt.Println(f.Rule, "|", f.Achieved, f.Holds)
		}
	}
	// Output:
	// people in a QI group >= 4 | 4 true
	// different sensitive values in a QI group >= 3 | 2 false
	// share of a sensitive value in a QI group < 0.5 | 0.5 false
	// distance of the sensitive values in a QI group from those in the table <= 0.1 | 0.125 false
}

// Who is in a group that violates a requirement is left out: here the two people of the
// second group, which is allowed. One copy of the first stays, and none of the second.
func ExampleSuppress() {
	table := &partition.Table{
		Values: []partition.Value{{Text: "Cancer"}, {Text: "Flu"}},
		Groups: []partition.Group{
			{People: 5, Counts: []partition.Count{{Value: 1, N: 3}, {Value: 0, N: 2}}},
			{People: 2, Counts: []partition.Count{{Value: 0, N: 2}}},
		},
		People: 7,
	}
	release := &privacy.Release{Table: table, Whole: []int64{4, 3}}
	fmt.Println(privacy.Suppress(context.Background(), release, []privacy.Requirement{privacy.KAnonymity(3)}, 2))
	// Output: [1 0] 2 true <nil>
}
