package signatures

import (
	"skyline/engine/internal/budget"
	"skyline/engine/jump/beliefs"
)

// Stop is what Step returns where the algorithm ends.
const Stop = 0

// Instance is a sequence of generalizations 1, …, n of the same people, n ≥ 2, and the
// algorithm that tries them. Where it does not fit the rules here, what comes out is wrong.
type Instance struct {
	// Cells has the number of people of each cell of the common refinement, at least 1.
	Cells []int64
	// Generalizations[j-1][c] is the group of cell c in generalization j. Groups are
	// numbered from 0 in the order of their first cells. A generalization may occur several
	// times.
	Generalizations [][]int
	// First says what happens at generalization 1: a table stops there if First holds for
	// the counts of every group, and goes to After otherwise, which may be Stop. It does not
	// depend on the order of the values.
	First func(counts []int64) bool
	After int
	// Step says where a table that stands at generalization j > 1 goes next: to one from
	// j+1 to n, or Stop. counts[group][value] is its signature. set returns the disclosure
	// set of generalization j for that table, over Cells; it must not be changed, and an
	// error must be handed on. Step is a function of j and counts, and does not depend on
	// the order of the values. It is asked once for each class.
	Step func(j int, counts [][]int64, set func() (*beliefs.Set, error)) (next int, err error)
}

// Disclosure returns the disclosure set of the last generalization for a table with the
// signature counts[group][value]: those tables of its permutation set with which the
// algorithm comes there. The result may share numbers and must not be changed.
//
// It takes time by the classes visited, and for each by cells × values; memory for the
// different ones of the levels above the first, for each by cells × values × steps.
//
// Errors: budget.ErrTooLarge, those of the context and of Step.
func (in *Instance) Disclosure(counts [][]int64, b *budget.Budget) (*beliefs.Set, error) {
	c := newCounter(in, counts, b)
	n := make([]int32, 0, len(counts)*c.values)
	for v := range c.values {
		for _, row := range counts {
			n = append(n, int32(row[v]))
		}
	}
	last := len(in.Generalizations)
	l := c.levelOf(last, in.Generalizations[last-1])
	x, kinds := l.classOf(n)
	return c.set(l, x, kinds)
}
