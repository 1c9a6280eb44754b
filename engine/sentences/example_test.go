package sentences_test

import (
	"context"
	"fmt"

	"skyline/engine/sentences"
)

// Charlie and Hannah are in different groups of five, in both of which two people have the flu. If
// Hannah has it, so has Charlie: of 25 ways for the two, 6 are ruled out, in which she has it and he has not;
// he has it in 10 of the other 19.
func Example() {
	const flu, other = 0, 1
	group := sentences.Group{{Value: flu, People: 2}, {Value: other, People: 3}}
	p := &sentences.Problem{
		Groups:    []sentences.Group{group, group},
		People:    []int{0, 1},
		Sentences: []sentences.Sentence{{{{Person: 1, Value: flu, Not: true}, {Person: 0, Value: flu}}}},
	}
	answer, err := p.Solve(context.Background(), 1e6)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(answer.Hold, answer.People[0][0], answer.Others[0][0])
	// Output: 19/25 10/19 7/19
}
