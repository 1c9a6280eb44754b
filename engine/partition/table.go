package partition

import (
	"cmp"
	"slices"
)

// Value is a sensitive value: its text, or NULL.
type Value struct {
	Text string
	Null bool
}

// Count says that the sensitive value with this number occurs N times.
type Count struct {
	Value int32
	N     int64
}

// Group is a QI group, and stands for all that have the same histogram.
type Group struct {
	// Histogram is its encoded form.
	Histogram string
	// People is the number of people in one such group, at least 1.
	People int64
	// Counts has one entry for each sensitive value of the group, N >= 1. It is
	// ordered by falling N, and among equals in the order of the values' bytes.
	Counts []Count
}

// SortCounts orders counts as a Group has them, where values are numbered in the order of
// their bytes.
func SortCounts(counts []Count) {
	slices.SortFunc(counts, func(a, b Count) int {
		return cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(a.Value, b.Value))
	})
}

// Table is a release candidate.
type Table struct {
	Values []Value
	Groups []Group
	// People is the number of people in all groups.
	People int64
}

// maxPeople bounds what sums of counts may reach, so that sums and differences
// of three of them cannot overflow.
const maxPeople = 1 << 61
