package refusal_test

import (
	"context"
	"fmt"
	"math/big"

	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/engine/privacy"
	"skyline/engine/refusal"
)

// Five people were released as one group, three with the flu and two with a cold. Everybody
// knows that they would have been cut into two and three people, had no disease been that of
// seven in ten of a part. So two with the same disease are the first part, or else three
// are the second, with which the first have a cold: three ways to have the flu, and one to have a cold.
func Example() {
	flu, cold := partition.Count{Value: 0, N: 3}, partition.Count{Value: 1, N: 2}
	group := partition.Group{People: 5, Counts: []partition.Count{flu, cold}}
	whole := &privacy.Whole{Constraint: knowledge.SVPI, Group: group, Values: 2}
	counter, err := refusal.New([]privacy.Requirement{privacy.MaxShare(0.7)}, whole)
	if err != nil {
		fmt.Println(err)
		return
	}
	posterior, err := counter.Posterior(context.Background(), &group, []int64{2, 3}, 1e9)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("flu:", posterior[0][0], "of the first two,", posterior[1][0], "of the others; the share is", big.NewRat(3, 5))
	// Output:
	// flu: 3/4 of the first two, 1/2 of the others; the share is 3/5
}
