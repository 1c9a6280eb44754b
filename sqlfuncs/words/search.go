package words

import "math"

// Generalization tells what a generalization costs: the share of detail that it loses, NaN where
// that is not measured, its groups and how many people the smallest has, and how many are left
// out. Minimal says that no less general one is safe, and complete that all were decided.
func Generalization(loss float64, groups, smallest, leftOut int64, minimal, complete bool) string {
	sentence := ""
	if !math.IsNaN(loss) {
		sentence = "Loses " + About(loss) + " of the detail. "
	}
	switch groups {
	case 0:
		sentence += "There are no groups."
	case 1:
		sentence += "All people are in one group, of " + Count(smallest, "person", "people") + "."
	default:
		sentence += Whole(groups) + " groups, the smallest of " + Count(smallest, "person", "people") + "."
	}
	if leftOut > 0 {
		sentence += " " + LeftOut(leftOut)
	}
	switch {
	case !complete:
		sentence += " The search ended early: a better one may exist."
	case minimal:
		sentence += " No finer one is safe."
	}
	return sentence
}
