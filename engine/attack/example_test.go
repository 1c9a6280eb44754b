package attack_test

import (
	"context"
	"fmt"

	"skyline/engine/attack"
)

// Groups of men alone have an illness, code 1, groups of women alone have none. So men are
// likelier to have it, and of a mixed group with one ill person it is the man.
func Example() {
	const (
		man, woman = 0, 1
		well, ill  = 0, 1
	)
	release := &attack.Release{Values: 2, Attributes: []int{2}, Histograms: [][]attack.Count{
		{{Value: well, N: 10}, {Value: ill, N: 10}},
		{{Value: well, N: 20}},
		{{Value: well, N: 1}, {Value: ill, N: 1}},
	}}
	people := &attack.People{
		Known: [][]int32{{man, man, woman, man, woman}},
		Value: []int32{well, ill, well, ill, well},
		N:     []int64{10, 10, 20, 1, 1},
	}
	learnt, err := attack.Learn(context.Background(), release, people, []int32{0, 0, 1, 2, 2}, attack.Options{Limit: 1000, Rounds: 10})
	if err != nil {
		fmt.Println(err)
		return
	}
	inside, all := learnt.Inside().Total()
	byGroup, _ := learnt.ByGroup().Total()
	fmt.Println(inside, byGroup, "of", all)
	// Output: 32 31 of 42
}
