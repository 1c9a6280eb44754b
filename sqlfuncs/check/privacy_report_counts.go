package check

import (
	"errors"
	"strings"

	"skyline/engine/risk"
	"skyline/sqlfuncs/host"
)

// What the kernel of privacy_report gets has no bound but the table: with weights, each
// group may have a size of its own. So it is kept, and does not go through JSON.

// What a size is of: these, or the index of a quasi-identifier.
const (
	ofGroups = -1 // QI groups of the table; the others are people of the population
	ofPublic = -2 // QI groups of the public table; the others are its people
)

// sizeCounts is the state of __skyline_size_counts.
type sizeCounts struct {
	groups, public []risk.GroupSize
	columns        [][]risk.ValueCount // of the quasi-identifiers
}

// sizeCount is what __skyline_size_counts takes: n groups, or values, have so many people.
type sizeCount struct{ Of, People, Others, N int64 }

// sizeCountsAggregate is __skyline_size_counts(key, function, of, people, others, n,
// apart): how many QI groups and values have so many people, kept for the kernel.
func sizeCountsAggregate() host.Aggregate {
	return host.Kept("__skyline_size_counts", func() *sizeCounts { return new(sizeCounts) },
		func(s *sizeCounts, c *sizeCount) error {
			switch {
			case c.Of == ofGroups:
				s.groups = append(s.groups, risk.GroupSize{People: c.People, Population: c.Others, Groups: c.N})
			case c.Of == ofPublic:
				s.public = append(s.public, risk.GroupSize{People: c.People, Population: c.Others, Groups: c.N})
			case c.Of < 0 || c.Of > maxColumns:
				return errors.New("a size must be one of groups or of a column")
			default:
				s.reach(int(c.Of) + 1)
				s.columns[c.Of] = append(s.columns[c.Of], risk.ValueCount{People: c.People, Values: c.N})
			}
			return nil
		},
		func(into, from *sizeCounts) error {
			into.groups = append(into.groups, from.groups...)
			into.public = append(into.public, from.public...)
			into.reach(len(from.columns))
			for i, counts := range from.columns {
				into.columns[i] = append(into.columns[i], counts...)
			}
			return nil
		})
}

// maxColumns is more than DuckDB has in a statement.
const maxColumns = 1 << 20

// reach makes room for columns.
func (s *sizeCounts) reach(columns int) {
	for len(s.columns) < columns {
		s.columns = append(s.columns, nil)
	}
}

// ofColumn returns the counts of a quasi-identifier.
func (s *sizeCounts) ofColumn(i int) []risk.ValueCount {
	if i < len(s.columns) {
		return s.columns[i]
	}
	return nil
}

// histogramCounts is the state of __skyline_histogram_counts: different histograms, and
// how many QI groups have each.
type histogramCounts struct {
	histograms []string
	groups     []int64
}

// histogramCount is what __skyline_histogram_counts takes.
type histogramCount struct {
	Histogram host.Bytes
	N         int64
}

// histogramCountsAggregate is __skyline_histogram_counts(key, function, histogram, n,
// apart): different histograms, which n QI groups have, kept for the kernel.
func histogramCountsAggregate() host.Aggregate {
	return host.Kept("__skyline_histogram_counts", func() *histogramCounts { return new(histogramCounts) },
		func(s *histogramCounts, c *histogramCount) error {
			s.histograms = append(s.histograms, strings.Clone(string(c.Histogram)))
			s.groups = append(s.groups, c.N)
			return nil
		},
		func(into, from *histogramCounts) error {
			into.histograms = append(into.histograms, from.histograms...)
			into.groups = append(into.groups, from.groups...)
			return nil
		})
}
