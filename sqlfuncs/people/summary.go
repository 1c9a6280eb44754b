package people

import (
	"skyline/engine/partition"
	"skyline/sqlfuncs/host"
)

// SummaryAggregate is __skyline_summary(key, function, values_per_person, histogram): the
// histograms of all QI groups, reduced to those that can matter for a question about one
// sensitive value. These are few, and go to the kernel as bytes.
func SummaryAggregate() host.Aggregate {
	return host.Folded("__skyline_summary", func() *partition.Summary { return new(partition.Summary) },
		func(s *partition.Summary, h *histogramOf) error {
			s.PeopleCounted = h.ValuesPerPerson != One
			return s.Add(string(h.Histogram))
		},
		func(into, from *partition.Summary) error {
			into.PeopleCounted = into.PeopleCounted || from.PeopleCounted
			return into.Merge(from)
		},
		func(s *partition.Summary) (host.Bytes, error) { return host.Bytes(s.Encode()), nil })
}
