package rules_test

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"

	"skyline/engine/rules"
)

// Three of four men are Americans. A release that gives each man's nation as one of two, in equal
// parts, has the rule if at least three of the four draws are American: 5 of 16 times. One that
// gives it by its distribution has it more often: 189/256.
func Example() {
	original := &rules.Table{Codes: [][]int32{{0, 0}, {0, 1}}, Counts: []int64{1, 3}}
	for _, american := range []int64{2, 3} {
		nation, err := rules.NewDistribution([]rules.Chance{{Value: 0, Parts: big.NewInt(4 - american)}, {Value: 1, Parts: big.NewInt(american)}})
		if err != nil {
			fmt.Println(err)
			return
		}
		release := &rules.Release{Shown: [][]int32{{0}, {0}}, Of: [][]rules.Distribution{{rules.Sure(0)}, {nation}}, Counts: []int64{4}}
		found, err := rules.Compare(context.Background(), original, release, rules.Thresholds{Support: 0.25, Confidence: 0.75, Target: 1},
			rules.Draws{Number: 1, Random: rand.New(rand.NewPCG(1, 1))})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(found[0].Probability, found[0].Exact)
	}
	// Output:
	// 0.3125 true
	// 0.73828125 true
}
