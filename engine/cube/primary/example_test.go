package primary_test

import (
	"fmt"

	"skyline/engine/cube/primary"
)

// Three firms have a turnover of 60, 35 and 5. The second subtracts its own from the sum of 100, and knows
// that the first has at most 65: 60 to within 8.3 %.
func Example() {
	rules := &primary.Rules{P: primary.Share{Num: 1, Den: 10}, Unit: 1}
	v, err := rules.Verdict(&primary.Cell{
		People: 3, Total: primary.Amount{Low: 100},
		Largest: []primary.Contribution{{Value: 60, Weight: 1}, {Value: 35, Weight: 1}},
	})
	fmt.Printf("%v: %.1f %%, required %v %%, %v\n", v.Rule, v.Achieved, v.Required, err)
	// Output: p_percent: 8.3 %, required 10 %, <nil>
}
