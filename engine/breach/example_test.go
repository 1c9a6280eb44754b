package breach_test

import (
	"context"
	"fmt"

	"skyline/engine/breach"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

// The second QI group of Table 1b of Chen, LeFevre and Ramakrishnan. One of the four has
// AIDS: 1/4. Who knows that the target does not have the flu is left with AIDS and cancer:
// 1/2. Who knows besides which other person has cancer is sure.
func Example() {
	table := &partition.Table{
		Values: []partition.Value{{Text: "AIDS"}, {Text: "Cancer"}, {Text: "Flu"}},
		Groups: []partition.Group{{People: 4, Counts: []partition.Count{{Value: 2, N: 2}, {Value: 0, N: 1}, {Value: 1, N: 1}}}},
		People: 4,
	}
	release, _ := breach.NewRelease(table, knowledge.SVPI)
	half, _ := breach.NewThreshold(0.5)
	findings, _ := release.Check(context.Background(), 0, []breach.Requirement{
		{Point: knowledge.Point{}, C: half},
		{Point: knowledge.Point{L: 1}, C: half},
		{Point: knowledge.Point{L: 1, K: 1}, C: half},
	})
	for _, f := range findings {
		fmt.Println(f.Breach, f.Safe)
	}
	// Output:
	// 0.25 true
	// 0.5 false
	// 1 false
}

// How much may be known so that nobody's AIDS is as likely as 1/2? One person with the
// flu, or one person who would not have it without the target: each leaves three people
// for it. Two of them leave two.
func ExampleRelease_Find() {
	table := &partition.Table{
		Values: []partition.Value{{Text: "AIDS"}, {Text: "Cancer"}, {Text: "Flu"}},
		Groups: []partition.Group{{People: 4, Counts: []partition.Count{{Value: 2, N: 2}, {Value: 0, N: 1}, {Value: 1, N: 1}}}},
		People: 4,
	}
	release, _ := breach.NewRelease(table, knowledge.SVPI)
	half, _ := breach.NewThreshold(0.5)
	skyline, err := release.Find(context.Background(), 0, half, 100)
	fmt.Println(skyline, err)
	// Output: [{0 0 1} {0 1 0}] <nil>
}
