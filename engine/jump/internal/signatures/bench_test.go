package signatures

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"skyline/engine/internal/budget"
	"skyline/engine/jump/beliefs"
)

// sample is a random instance of a shape, with the signature of its last generalization.
func sample(rng *rand.Rand, nested bool, people, values int, groups ...int) (*Instance, [][]int64) {
	in := &Instance{}
	cell := make([]int, people)
	for person := range cell {
		cell[person] = person
		in.Cells = append(in.Cells, 1)
	}
	for _, g := range groups {
		labels := make([]int, people)
		order := rng.Perm(people)
		for person := range labels {
			if nested {
				labels[person] = person * g / people
			} else {
				labels[person] = order[person] * g / people
			}
		}
		in.Generalizations = append(in.Generalizations, numbered(labels))
	}
	last := in.Generalizations[len(groups)-1]
	counts := make([][]int64, groups[len(groups)-1])
	for g := range counts {
		counts[g] = make([]int64, values)
	}
	for person := range cell {
		counts[last[person]][rng.IntN(values)]++
	}
	return in, counts
}

func BenchmarkDisclosure(b *testing.B) {
	half := beliefs.MaxShare{Share: big.NewRat(1, 2)}
	for _, shape := range []struct {
		nested         bool
		people, values int
		groups         []int
	}{
		{true, 20, 5, []int{5, 2, 1}},
		{true, 24, 5, []int{6, 3, 1}},
		{true, 24, 5, []int{8, 4, 2, 1}},
		{true, 32, 3, []int{8, 4, 2}},
		{true, 32, 3, []int{8, 4, 2, 1}},
		{false, 14, 5, []int{4, 3, 2}},
		{false, 14, 4, []int{5, 4, 3}},
		{false, 16, 3, []int{4, 3, 2}},
		{false, 16, 3, []int{4, 3, 2, 2}},
		{false, 16, 5, []int{4, 3, 2}},
	} {
		form := "crossing"
		if shape.nested {
			form = "nested"
		}
		b.Run(fmt.Sprintf("%s/people=%d/values=%d/groups=%v", form, shape.people, shape.values, shape.groups), func(b *testing.B) {
			in, counts := sample(rand.New(rand.NewPCG(9, 9)), shape.nested, shape.people, shape.values, shape.groups...)
			in.Step = jump(half, 1)
			in.First, in.After = half.HoldsGroup, 2
			b.ReportAllocs()
			for b.Loop() {
				steps := budget.New(b.Context(), 1e10)
				if _, err := in.Disclosure(counts, steps); err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(steps.Spent(), "steps")
			}
		})
	}
}
