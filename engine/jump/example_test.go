package jump_test

import (
	"context"
	"fmt"
	"math/big"

	"skyline/engine/jump"
	"skyline/engine/jump/beliefs"
)

// Table 1 of Liu et al.: six people, three generalizations, and nobody's condition may be
// more likely than 1/2, which is less likely than 51 % for sets of so few tables. The second looks good: in its 36 tables nobody's is above 1/3. But
// who knows that the first was not good enough has 4 of them left, in which two people have
// cancer for sure. So the algorithm goes on to the third, of which 8 tables are left.
func Example() {
	counts := make([][]jump.Count, 6) // each person is a cell
	for person, condition := range []int32{0, 1, 2, 2, 3, 4} {
		counts[person] = []jump.Count{{Value: condition, N: 1}}
	}
	people, err := jump.New(5, counts, [][]int32{{0, 0, 1, 1, 2, 2}, {0, 0, 0, 1, 1, 1}, {0, 0, 0, 0, 1, 1}})
	if err != nil {
		fmt.Println(err)
		return
	}
	half := beliefs.MaxShare{Share: big.NewRat(51, 100)}
	algorithm := &jump.Algorithm{Strategy: jump.Jump, Jump: []int64{1, 1, 1}, Property: half}
	e, err := people.Publish(context.Background(), algorithm, &jump.Options{Limit: 1e6})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range e.Steps {
		fmt.Println("generalization", s.Generalization, "disclosure set:", s.Disclosure, "tables:", s.Tables, "highest:", s.Highest)
	}
	fmt.Println("released:", e.Released)
	// Output:
	// generalization 1 disclosure set: false tables: 4 highest: 1/1
	// generalization 2 disclosure set: false tables: 36 highest: 1/3
	// generalization 2 disclosure set: true tables: 4 highest: 1/1
	// generalization 3 disclosure set: false tables: 24 highest: 1/2
	// generalization 3 disclosure set: true tables: 8 highest: 1/2
	// released: 3
}
