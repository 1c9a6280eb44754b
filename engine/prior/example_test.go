package prior_test

import (
	"context"
	"fmt"
	"math/big"

	"skyline/engine/prior"
)

// Two women and two men, of whom one has prostate cancer and three have the flu: a man, who knows
// that no woman has it. So each of the men has it with 1/2.
//
// If 1 of 100 women is believed to have a cold, and 3 of 100 men, and one of the four has: the odds
// are 1/99 and 3/97, so that a woman has it with 97/(2·97 + 2·297), a man with 297/788.
func Example() {
	for _, rates := range [][]*big.Rat{{new(big.Rat), big.NewRat(1, 100)}, {big.NewRat(1, 100), big.NewRat(3, 100)}} {
		beliefs, err := prior.New([]int64{1, 3}, 2, []prior.Rule{{Class: 0, Value: 0, Rate: rates[0]}, {Class: 1, Value: 0, Rate: rates[1]}})
		if err != nil {
			fmt.Println(err)
			return
		}
		group := prior.Group{Classes: []prior.Count{{ID: 0, People: 2}, {ID: 1, People: 2}}, Values: []prior.Count{{ID: 0, People: 1}, {ID: 1, People: 3}}}
		posterior, err := beliefs.Posterior(context.Background(), &group, 1e9)
		if err != nil {
			fmt.Println(err)
			return
		}
		verdicts, err := beliefs.Check(context.Background(), []prior.Group{group}, big.NewRat(1, 2), 1e9)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(posterior[0][0].Exact.RatString(), posterior[1][0].Exact.RatString(), verdicts[0].People)
	}
	// Output:
	// 0 1/2 2
	// 97/788 297/788 0
}
