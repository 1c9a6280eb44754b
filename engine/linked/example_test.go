package linked_test

import (
	"context"
	"fmt"

	"skyline/engine/linked"
)

// Five people came in May and had HIV then, and each came once more: nobody is alone by a
// visit in May, and the visit tells what they had. By the other visit each is alone.
func ExampleCheck() {
	const may, hiv, flu = 0, 0, 1
	var records []linked.Record
	for month := range int32(5) {
		records = append(records, linked.Record{People: 1, Rows: []linked.Row{{Item: may, Value: hiv}, {Item: 1 + month, Value: flu}}})
	}
	result, err := linked.Check(context.Background(), records, linked.Query{Known: 1, Values: true, MaxSteps: 1e9})
	if err != nil {
		fmt.Println(err)
		return
	}
	for n, level := range result.Levels {
		fmt.Printf("%d known: %d candidates, alone %s, of a known row %g, anywhere %g\n",
			n, level.K, level.Unicity.RatString(), level.OfKnown.Float64(), level.Anywhere.Float64())
	}
	// Output:
	// 0 known: 5 candidates, alone 0, of a known row 0, anywhere 1
	// 1 known: 1 candidates, alone 1/2, of a known row 1, anywhere 1
}
