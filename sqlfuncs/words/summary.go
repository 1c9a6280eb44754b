package words

import "strings"

// NotEvery begins the summary of a release that does not satisfy all that is required.
const NotEvery = "Not every requirement holds. "

// InGroups says how many people are in a release, in how many groups, and how many are in the smallest.
func InGroups(people, groups, smallest int64) string {
	return inGroups(Count(people, "person", "people"), "Somebody is alone in their group.", people, groups, smallest)
}

// RowsInGroups is InGroups of rows, which are no people.
func RowsInGroups(rows, groups, smallest int64) string {
	return inGroups(Count(rows, "row", "rows"), "A row is alone in its group.", rows, groups, smallest)
}

func inGroups(all, alone string, n, groups, smallest int64) string {
	in := all + " in " + Count(groups, "group", "groups")
	switch {
	case n == 0:
		return "There is nobody in the release."
	case smallest == 1:
		return in + ". " + alone
	case groups == 1:
		return in + "."
	}
	return in + " of at least " + Whole(smallest) + "."
}

// Matching says how many people are in a release in which a missing value is any value, and how many
// the person matches who matches fewest.
func Matching(people, fewest int64) string {
	if people == 0 {
		return InGroups(0, 0, 0)
	}
	return Count(people, "person", "people") + ". Everybody's row may be that of at least " + Count(fewest, "person", "people") + ", themselves included, where a missing value is any value."
}

// Sure says how sure an attacker can become of what a column says of anybody: one who knows that much, and the person's other
// sensitive values if beside is true.
func Sure(a Knowledge, beside bool, column string, breach float64) string {
	who := "An attacker who knows " + a.short(beside)
	if breach >= 1 {
		return who + " can be certain of somebody's " + column + "."
	}
	return who + " is at most " + About(breach) + " sure of anyone's " + column + "."
}

// short is what an attacker knows, in a few words.
func (a Knowledge) short(beside bool) string {
	var known []string
	if beside {
		known = append(known, "the other sensitive values")
	}
	if a.K > 0 && !a.Several {
		known = append(known, Count(a.K, "other person", "others"))
		a.K = 0
	}
	known = append(known, a.known("the value")...)
	if len(known) == 0 {
		return "only the release"
	}
	last := len(known) - 1
	return strings.TrimPrefix(strings.Join(known[:last], ", ")+" and "+known[last], " and ")
}
