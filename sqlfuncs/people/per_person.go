package people

import (
	"skyline/engine/knowledge"
)

// PerPerson is the parameter values_per_person, as it is written.
type PerPerson string

// What values_per_person may be.
const (
	One      PerPerson = "one"
	Set      PerPerson = "set"
	Multiset PerPerson = "multiset"
	// Rows: each row has one, and a person may have several rows, in several QI groups.
	Rows PerPerson = "rows"
)

// Constraint returns what values_per_person says of the original table. With Rows it is what
// holds for rows: one value each.
func (p PerPerson) Constraint() knowledge.Constraint {
	switch p {
	case Set:
		return knowledge.Set
	case Multiset:
		return knowledge.Multiset
	default:
		return knowledge.SVPI
	}
}
