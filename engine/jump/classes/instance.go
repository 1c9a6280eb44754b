package classes

import (
	"errors"
	"fmt"
	"math"

	"skyline/engine/jump/tables"
)

// ErrTooLarge says that there are more classes to be visited than the caller's limit.
var ErrTooLarge = errors.New("too many classes of tables")

// Stop is what Step returns where the algorithm ends.
const Stop = 0

// Instance is a sequence of generalizations 1, …, n of the same people, and the algorithm
// that tries them.
type Instance struct {
	// Cells has the number of people of each cell of the common refinement, at least 1.
	Cells []int64
	// Generalizations[j-1][c] is the group of cell c in generalization j. Groups are
	// numbered from 0 without gaps. A generalization may occur several times.
	Generalizations [][]int
	// Step says where a table that stands at generalization j goes next: to a larger
	// index, where one beyond the last means the same as Stop. counts[group][value] is
	// its signature, without the values that nobody has. set returns the disclosure set
	// of generalization j for that table, all over Cells, which is counted only if asked
	// for; it must not be changed, and an error must be handed on. Step is a function of
	// j and counts, and does not depend on the order of the values. It is asked once for
	// each class; counts are its own only until it returns.
	Step func(j int, counts [][]int64, set func() (*tables.Set, error)) (next int, err error)
	// Alike says that Step treats groups and people alike, so that it goes to the same
	// place when groups are exchanged along with those that they are divided into by other
	// generalizations. Where generalizations are nested, classes that differ only in that
	// are counted once.
	Alike bool
	// First, if there is one, says that Step does not need to be asked at generalization 1:
	// it stops where First holds for the counts of every group, and goes to 2 otherwise. It
	// does not depend on the order of the values. Much less work is done with it.
	First func(counts []int64) bool
}

// check reports what is wrong with an instance.
func (in *Instance) check() error {
	people := int64(0)
	for c, n := range in.Cells {
		if n < 1 {
			return fmt.Errorf("cell %d must have at least one person, got %d", c, n)
		}
		if people += n; people > math.MaxInt32 || n > math.MaxInt32 {
			return fmt.Errorf("%w: more than %d people", ErrTooLarge, math.MaxInt32)
		}
	}
	for j, groups := range in.Generalizations {
		if len(groups) != len(in.Cells) {
			return fmt.Errorf("generalization %d must have a group for each of %d cells, got %d", j+1, len(in.Cells), len(groups))
		}
		seen := make([]bool, len(groups))
		used := 0
		for _, g := range groups {
			if g < 0 || g >= len(groups) {
				return fmt.Errorf("generalization %d must number its groups from 0 without gaps, got %d", j+1, g)
			}
			if !seen[g] {
				seen[g] = true
				used++
			}
		}
		for _, g := range groups {
			if g >= used {
				return fmt.Errorf("generalization %d must number its groups from 0 without gaps, got %d", j+1, g)
			}
		}
	}
	return nil
}

// checkCounts reports what is wrong with a signature of generalization i.
func (in *Instance) checkCounts(i int, counts [][]int64) error {
	if i < 1 || i > len(in.Generalizations) {
		return fmt.Errorf("the generalization must be from 1 to %d, got %d", len(in.Generalizations), i)
	}
	var people []int64
	for c, g := range in.Generalizations[i-1] {
		for g >= len(people) {
			people = append(people, 0)
		}
		people[g] += in.Cells[c]
	}
	if len(counts) != len(people) {
		return fmt.Errorf("generalization %d has %d groups, got counts of %d", i, len(people), len(counts))
	}
	for g, row := range counts {
		if len(row) != len(counts[0]) {
			return fmt.Errorf("every group must have counts of %d values, got %d", len(counts[0]), len(row))
		}
		left := people[g]
		for _, n := range row {
			if n < 0 || n > left {
				return fmt.Errorf("the counts of group %d must be those of its %d people", g, people[g])
			}
			left -= n
		}
		if left != 0 {
			return fmt.Errorf("the counts of group %d must be those of its %d people", g, people[g])
		}
	}
	return nil
}
