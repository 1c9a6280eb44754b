package check

import (
	"errors"
	"math"
	"strings"

	"skyline/engine/risk"
	"skyline/sqlfuncs/host"
)

// What the kernel of privacy_measures gets has no bound but the table: with weights, each
// group may have a size of its own. So aggregates keep it.

// What a size is of: these, or the index of a quasi-identifier.
const (
	ofGroups = -1 // QI groups of the table; the others are people of the population
	ofPublic = -2 // QI groups of the public table; the others are its people
	// The smallest group of each person; and how many of a group's rows are theirs, the others being
	// all of its rows.
	ofPersons = -3
	ofRows    = -4
)

// sizeCount is what __skyline_size_counts takes: n groups, or values, have so many people.
type sizeCount struct{ Of, People, Others, N int64 }

// sizeCounts is the state of __skyline_size_counts.
type sizeCounts struct {
	groups, public []risk.GroupSize
	persons        []risk.PersonCount
	rows           []risk.RowCount
	columns        [][]risk.ValueCount // of the quasi-identifiers
}

// sizeCountsAggregate is __skyline_size_counts(key, function, of, people, others, n): how
// many QI groups and values have so many people, kept for kernels to read.
func sizeCountsAggregate() host.Aggregate {
	return host.KeptShared("__skyline_size_counts", func() *sizeCounts { return new(sizeCounts) }, (*sizeCounts).add, (*sizeCounts).merge)
}

func (s *sizeCounts) add(c *sizeCount) error {
	size := risk.GroupSize{People: c.People, Population: c.Others, Groups: c.N}
	switch {
	case c.Of == ofGroups:
		s.groups = append(s.groups, size)
	case c.Of == ofPublic:
		s.public = append(s.public, size)
	case c.Of == ofPersons:
		s.persons = append(s.persons, risk.PersonCount{Least: c.People, People: c.N})
	case c.Of == ofRows:
		s.rows = append(s.rows, risk.RowCount{Own: c.People, Rows: c.Others, People: c.N})
	case c.Of < 0 || c.Of > math.MaxInt16:
		return errors.New("of must be a small number")
	default:
		s.addColumns(int(c.Of) + 1)
		s.columns[c.Of] = append(s.columns[c.Of], risk.ValueCount{People: c.People, Values: c.N})
	}
	return nil
}

// addColumns makes room for so many columns.
func (s *sizeCounts) addColumns(n int) {
	s.columns = append(s.columns, make([][]risk.ValueCount, max(0, n-len(s.columns)))...)
}

func (s *sizeCounts) merge(from *sizeCounts) error {
	s.groups, s.public = append(s.groups, from.groups...), append(s.public, from.public...)
	s.persons, s.rows = append(s.persons, from.persons...), append(s.rows, from.rows...)
	s.addColumns(len(from.columns))
	for i, counts := range from.columns {
		s.columns[i] = append(s.columns[i], counts...)
	}
	return nil
}

// column returns the sizes of the values of a quasi-identifier. That of a table without rows
// has none.
func (s *sizeCounts) column(i int) []risk.ValueCount {
	if i < len(s.columns) {
		return s.columns[i]
	}
	return nil
}

// histogramCount is what __skyline_histogram_counts takes.
type histogramCount struct {
	Histogram host.Bytes
	N         int64
}

// histogramCounts is the state of __skyline_histogram_counts: groups[i] QI groups have
// histograms[i].
type histogramCounts struct {
	histograms []string
	groups     []int64
}

// histogramCountsAggregate is __skyline_histogram_counts(key, function, histogram, n):
// different histograms, which n QI groups have, kept for kernels to read.
func histogramCountsAggregate() host.Aggregate {
	return host.KeptShared("__skyline_histogram_counts", func() *histogramCounts { return new(histogramCounts) },
		func(h *histogramCounts, c *histogramCount) error {
			h.histograms, h.groups = append(h.histograms, strings.Clone(string(c.Histogram))), append(h.groups, c.N)
			return nil
		},
		func(into, from *histogramCounts) error {
			into.histograms, into.groups = append(into.histograms, from.histograms...), append(into.groups, from.groups...)
			return nil
		})
}
