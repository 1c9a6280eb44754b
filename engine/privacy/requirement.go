package privacy

import (
	"context"

	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

// Whole is the table before it is released, as one group.
type Whole struct {
	Constraint knowledge.Constraint
	// Group is the one QI group of all people.
	Group partition.Group
	// Values is the number of sensitive values; Counts name them 0..Values-1.
	Values int
}

// Requirement is what a release candidate must satisfy.
type Requirement interface {
	// Watch returns a guard over a release candidate of the table that has no
	// groups yet.
	Watch(whole *Whole) Guard
	// Check measures a release candidate. It returns a finding for the requirement,
	// or one for each of the parts that it consists of.
	//
	// Errors: those of ctx.
	Check(ctx context.Context, release *Release) ([]Finding, error)
}

// Guard watches a requirement while QI groups are split.
type Guard interface {
	// Floor returns a bound that every group of a safe release keeps: with fewer
	// people, or fewer different sensitive values, it is not safe.
	Floor() Floor
	// Allows reports whether the release would be safe if parts took the place of
	// group, of which they are all; group is nil for the table's first parts. It may
	// be called from several goroutines at once, but not during Split.
	Allows(group *partition.Group, parts []partition.Group) bool
	// Coupled reports whether what Allows returns depends on earlier splits, and not
	// on the parts alone.
	Coupled() bool
	// Split records that they have. The parts must not change afterwards.
	Split(group *partition.Group, parts []partition.Group)
}

// Floor is a least size of a group.
type Floor struct {
	People int64
	Values int
}

// Release is a release candidate to be measured.
type Release struct {
	Constraint knowledge.Constraint
	Table      *partition.Table
	// Whole is the histogram of the whole table, by the numbers of values.
	Whole []int64
}

// Finding says what a release candidate achieves of a requirement.
type Finding struct {
	// Requirement is its name, as users write it.
	Requirement string
	// Rule says what is bounded and how, such as "people in a QI group >= 5".
	Rule string
	// Required is the bound, Achieved the worst that occurs.
	Required, Achieved float64
	// Holds is decided exactly.
	Holds bool
	// Value is the sensitive value that the finding is about, -1 for none, and Group
	// the worst group, an index of the table's Groups, -1 for none.
	Value int32
	Group int
}

// WholeRelease returns the release candidate that is the table as one QI group.
func WholeRelease(whole *Whole, values []partition.Value) *Release {
	r := &Release{
		Constraint: whole.Constraint,
		Table:      &partition.Table{Values: values, People: whole.Group.People},
		Whole:      make([]int64, whole.Values),
	}
	for _, c := range whole.Group.Counts {
		r.Whole[c.Value] = c.N
	}
	if whole.Group.People > 0 {
		r.Table.Groups = []partition.Group{whole.Group}
	}
	return r
}
