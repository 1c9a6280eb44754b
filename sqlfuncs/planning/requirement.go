package planning

import (
	"slices"

	"skyline/sqlfuncs/people"
)

// RequirementCalled returns the requirement, or what else stands in its place in a row of a plan, that a
// word means; "" for none.
func RequirementCalled(word string) string {
	if slices.Contains([]string{Split, Suppression}, word) {
		return word
	}
	name, _ := people.RequirementName(word, people.RequirementNames())
	return name
}

// NeedsSensitive reports whether a word means a requirement on the values of a sensitive column.
func NeedsSensitive(word string) bool { return people.NeedsSensitive(RequirementCalled(word)) }

// requiresNoSensitive reports whether an older plan requires something, and nothing of a column that
// must not be learnt: its owner has said that there is none.
func requiresNoSensitive(older []Row) bool {
	rows := slices.DeleteFunc(requirementsOf(older), func(row Row) bool { return slices.Contains([]string{Split, Suppression}, row.Rule) })
	return len(rows) > 0 && !slices.ContainsFunc(rows, func(row Row) bool { return NeedsSensitive(row.Rule) })
}
