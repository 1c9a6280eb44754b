package privacy

import (
	"context"
	"fmt"
	"sync"

	"skyline/engine/breach"
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
	// Violations calls f for each group of a release candidate that violates the
	// requirement, or a part of it, with what it achieves. Where one on all groups
	// together is missed, these are the groups that are above its bound by themselves.
	// Without them it holds.
	//
	// Errors: those of ctx.
	Violations(ctx context.Context, release *Release, f func(Finding)) error
	// Alone calls f for each group of a release candidate that would violate the
	// requirement if it was a release candidate by itself, and does so in each that it
	// is in. Where others can make up for it, as in an average, there are none.
	//
	// Errors: those of Violations.
	Alone(ctx context.Context, release *Release, f func(group int)) error
	// Meets reports whether a merged group would satisfy what a finding of Violations
	// is about, if the release candidate had it in the place of those that are in it.
	Meets(release *Release, f *Finding, merged *Merged) (bool, error)
	// Merging says what merging groups does to a release candidate that satisfies it.
	Merging(constraint knowledge.Constraint) Merging
}

// Merging says what happens to a requirement when QI groups are merged.
type Merging int

const (
	// MayBreak says that the requirement may be broken.
	MayBreak Merging = iota
	// Keeps says that what satisfies it satisfies it still.
	Keeps
	// Absorbs says that what satisfies it does so still when any other groups are merged
	// into its own: groups that need not satisfy it, and were left out.
	Absorbs
)

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

// Release is a release candidate to be measured. It may be used by several
// goroutines at once, and must not be copied.
type Release struct {
	Constraint knowledge.Constraint
	Table      *partition.Table
	// Copies are how many QI groups each group of the table stands for; nil: itself.
	Copies []int64
	// Whole is the histogram of the whole table, by the numbers of values.
	Whole []int64

	once     sync.Once
	prepared *breach.Release
	err      error
	// disclosures are those made ready for basic implications, by their number.
	disclosures sync.Map
	// theres are those without absent people, by the number of that value.
	theres sync.Map
	// columns are those with the values of one of several sensitive columns, by the column.
	columns sync.Map
	// measures are those that Meets has asked, by their requirements.
	measures sync.Map
	// indices are those of the groups, by their histograms.
	indices     map[string]int
	indicesOnce sync.Once
}

// index returns the index of the group with a histogram.
func (r *Release) index(histogram string) (int, bool) {
	r.indicesOnce.Do(func() {
		r.indices = make(map[string]int, len(r.Table.Groups))
		for i := range r.Table.Groups {
			r.indices[r.Table.Groups[i].Histogram] = i
		}
	})
	i, ok := r.indices[histogram]
	return i, ok
}

// copies returns how many QI groups a group of the table stands for.
func (r *Release) copies(group int) int64 {
	if r.Copies == nil {
		return 1
	}
	return r.Copies[group]
}

// prepare makes the release candidate ready for questions about adversaries.
//
// Errors: breach.ErrSet.
func (r *Release) prepare() (*breach.Release, error) {
	r.once.Do(func() {
		if r.prepared, r.err = breach.NewRelease(r.Table, r.Constraint); r.err != nil {
			r.err = fmt.Errorf("privacy: %w", r.err)
		}
	})
	return r.prepared, r.err
}

// Finding says what a release candidate achieves of a requirement.
type Finding struct {
	// Requirement is its name, as users write it.
	Requirement string
	// Rule says what is bounded and how, such as "people in a QI group >= 5".
	Rule string
	// Required is the bound, Achieved the worst that occurs, NaN where there are no
	// groups.
	Required, Achieved float64
	// Holds is decided exactly.
	Holds bool
	// Of is the sensitive column that it is about, where there are several. Known is what the
	// adversary knows of the people it is about, a number of Of.Known where that is not nil; -1
	// for none.
	Of    *Column
	Known int32
	// Point is what the adversary knows of a skyline's point.
	Point knowledge.Point
	// Value is the sensitive value that the finding is about, -1 for none, and Group
	// the worst group, an index of the table's Groups, -1 for none. Absent is the text of
	// a value that it is about and that the release candidate does not have. Of one of several
	// columns, it is a value of that.
	Value  int32
	Absent *string
	Group  int
	// Witness is, of a violation of a skyline, the worst case of the group's people, with values
	// and groups of the release candidate as the requirement looks at it; nil otherwise.
	Witness *breach.Witness

	part int // which of its value's points a skyline's finding is about
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
