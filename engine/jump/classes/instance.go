package classes

import (
	"fmt"
	"math"

	"skyline/engine"
	"skyline/engine/jump/tables"
)

// ErrTooLarge says that there are more classes to be visited than the caller's limit.
var ErrTooLarge = engine.NewTooLarge("classes: too many classes of tables")

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
			return engine.NewParamError("classes", "Cells", "at least 1", fmt.Sprintf("%d in cell %d", n, c))
		}
		if people += n; people > math.MaxInt32 || n > math.MaxInt32 {
			return fmt.Errorf("%w: more than %d people", ErrTooLarge, math.MaxInt32)
		}
	}
	for j, groups := range in.Generalizations {
		if len(groups) != len(in.Cells) {
			return engine.NewParamError("classes", "Generalizations", fmt.Sprintf("a group for each of %d cells", len(in.Cells)), fmt.Sprintf("%d in number %d", len(groups), j+1))
		}
		seen := make([]bool, len(groups))
		used := 0
		for _, g := range groups {
			if g < 0 || g >= len(groups) {
				return engine.NewParamError("classes", "Generalizations", "numbers of groups from 0 without gaps", fmt.Sprintf("%d in number %d", g, j+1))
			}
			if !seen[g] {
				seen[g] = true
				used++
			}
		}
		for _, g := range groups {
			if g >= used {
				return engine.NewParamError("classes", "Generalizations", "numbers of groups from 0 without gaps", fmt.Sprintf("%d in number %d", g, j+1))
			}
		}
	}
	return nil
}

// checkCounts reports what is wrong with a signature of generalization i.
func (in *Instance) checkCounts(i int, counts [][]int64) error {
	if i < 1 || i > len(in.Generalizations) {
		return engine.NewParamError("classes", "i", fmt.Sprintf("in 1..%d", len(in.Generalizations)), i)
	}
	var people []int64
	for c, g := range in.Generalizations[i-1] {
		for g >= len(people) {
			people = append(people, 0)
		}
		people[g] += in.Cells[c]
	}
	if len(counts) != len(people) {
		return engine.NewParamError("classes", "counts", fmt.Sprintf("those of the %d groups of generalization %d", len(people), i), len(counts))
	}
	for g, row := range counts {
		if len(row) != len(counts[0]) {
			return engine.NewParamError("classes", "counts", fmt.Sprintf("of %d values in each group", len(counts[0])), fmt.Sprintf("%d in group %d", len(row), g))
		}
		left := people[g]
		for _, n := range row {
			if n < 0 || n > left {
				return engine.NewParamError("classes", "counts", fmt.Sprintf("those of %d people in group %d", people[g], g), nil)
			}
			left -= n
		}
		if left != 0 {
			return engine.NewParamError("classes", "counts", fmt.Sprintf("those of %d people in group %d", people[g], g), nil)
		}
	}
	return nil
}
