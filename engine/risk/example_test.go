package risk_test

import (
	"context"
	"fmt"
	"math/big"

	"skyline/engine/partition"
	"skyline/engine/risk"
)

// Three people who are alone and one group of two: 3 of 5 people are unique. On average
// over people, 4 groups of 5 people are 4/5 of a right guess.
func Example() {
	id, err := risk.Identify([]risk.GroupSize{
		{People: 1, Population: 1, Groups: 3},
		{People: 2, Population: 2, Groups: 1},
	}, big.NewRat(1, 2))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("k", id.K, "uniques", id.Uniques, "share", id.UniqueShare)
	fmt.Println("prosecutor", id.ProsecutorHighest, id.ProsecutorAverage, "at risk", id.ProsecutorShareAtRisk)
	// Output:
	// k 1 uniques 3 share 0.6
	// prosecutor 1 0.8 at risk 0.6
}

// Table 1b of Chen, LeFevre and Ramakrishnan: the first group has two values, equally
// frequent, so it is as diverse as 2 values, and each has a share of 1/2. Its shares 1/2,
// 0, 1/2 are 1/8 from those of all, 3/8, 1/8, 4/8. In the second, 1/4 have cancer, 1 times
// more than 1/8.
func ExampleRelease() {
	table := &partition.Table{
		Values: []partition.Value{{Text: "AIDS"}, {Text: "Cancer"}, {Text: "Flu"}},
		Groups: []partition.Group{
			{People: 4, Counts: []partition.Count{{Value: 0, N: 2}, {Value: 2, N: 2}}},
			{People: 4, Counts: []partition.Count{{Value: 2, N: 2}, {Value: 0, N: 1}, {Value: 1, N: 1}}},
		},
		People: 8,
	}
	ctx := context.Background()
	release, err := risk.NewRelease(ctx, table, []int64{1, 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	diversity, _ := release.Diversity(ctx, 2)
	t, _ := release.Closeness(ctx)
	likeness, _ := release.Likeness(ctx)
	fmt.Println("distinct", diversity.Distinct, "entropy", diversity.Entropy, "alpha", diversity.Alpha)
	fmt.Println("t", t, "beta", likeness.Basic)
	// Output:
	// distinct 2 entropy 2 alpha 0.5
	// t 0.125 beta 1
}
