package people

import (
	"fmt"
	"strings"

	"skyline/engine/partition"
	"skyline/sqlfuncs/host"
)

// summaryState is the state of __skyline_summary: a summary, and the function
// that asked for it.
type summaryState struct {
	partition.Summary
	function string
}

// SummaryAggregate is __skyline_summary(key, function, values_per_person, histogram):
// the histograms of all QI groups, reduced to those that can matter for a
// question about one sensitive value.
func SummaryAggregate() host.Aggregate {
	return host.Aggregate{
		Name:   "__skyline_summary",
		Params: []host.Type{{Kind: host.Varchar}, {Kind: host.Varchar}, {Kind: host.Blob}},
		Result: host.Type{Kind: host.Blob},
		New:    func() any { return new(summaryState) },
		Update: func(state any, args []host.Column, begin, end int) error {
			s := state.(*summaryState)
			for row := begin; row < end; row++ {
				if args[0].IsNull(row) || args[1].IsNull(row) || args[2].IsNull(row) {
					return fmt.Errorf("__skyline_summary: arguments must not be NULL")
				}
				if s.function == "" {
					s.function = strings.Clone(args[0].Strings[row])
				}
				s.PeopleCounted = args[1].Strings[row] != "one"
				if err := s.Add(args[2].Strings[row]); err != nil {
					return Explain(s.function, err)
				}
			}
			return nil
		},
		Combine: func(target, source any) error {
			t, s := target.(*summaryState), source.(*summaryState)
			t.PeopleCounted = t.PeopleCounted || s.PeopleCounted
			if t.function == "" {
				t.function = s.function
			}
			return Explain(t.function, t.Merge(&s.Summary))
		},
		Finalize: func(state any) (string, error) {
			return string(state.(*summaryState).Encode()), nil
		},
	}
}
