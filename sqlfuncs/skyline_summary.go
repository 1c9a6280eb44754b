package sqlfuncs

import (
	"fmt"

	"skyline/engine/partition"
)

// summaryAggregate is __skyline_summary(values_per_person, histogram): the
// histograms of all QI groups, reduced to those that can matter for a question
// about one sensitive value.
func summaryAggregate() Aggregate {
	return Aggregate{
		Name:   "__skyline_summary",
		Params: []Type{{Kind: Varchar}, {Kind: Blob}},
		Result: Type{Kind: Blob},
		New:    func() any { return new(partition.Summary) },
		Update: func(state any, args []Column, row int) error {
			s := state.(*partition.Summary)
			if args[0].IsNull(row) || args[1].IsNull(row) {
				return fmt.Errorf("__skyline_summary: arguments must not be NULL")
			}
			s.PeopleCounted = args[0].Strings[row] != "one"
			return s.Add(args[1].Strings[row])
		},
		Combine: func(target, source any) error {
			t, s := target.(*partition.Summary), source.(*partition.Summary)
			t.PeopleCounted = t.PeopleCounted || s.PeopleCounted
			return t.Merge(s)
		},
		Finalize: func(state any) (string, error) {
			return string(state.(*partition.Summary).Encode()), nil
		},
	}
}
