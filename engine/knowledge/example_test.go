package knowledge_test

import (
	"fmt"

	"skyline/engine/knowledge"
)

// Who knows one value that the target does not have and three other people's values
// knows more than who knows the three people only. Neither knows all that the other does
// where one number is larger and one is smaller.
func Example() {
	p := knowledge.Point{L: 1, K: 3, M: 0}
	fmt.Println(p.Dominates(knowledge.Point{K: 3}))
	fmt.Println(p.Dominates(knowledge.Point{K: 4}), knowledge.Point{K: 4}.Dominates(p))
	fmt.Println(knowledge.SVPI, knowledge.Set, knowledge.Multiset)
	// Output:
	// true
	// false false
	// one set multiset
}
