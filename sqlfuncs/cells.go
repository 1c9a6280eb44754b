package sqlfuncs

import (
	"fmt"
	"slices"
	"strings"

	"skyline/engine/cells"
)

// cellsState is the state of __skyline_cells.
type cellsState struct {
	cells.Builder
	function string
}

// cellsAggregate is __skyline_cells(key, function, values_per_person, codes,
// histogram, apart): the counted cells of a table, kept for the kernel.
func cellsAggregate() Aggregate {
	return Aggregate{
		Name:   "__skyline_cells",
		Params: []Type{{Kind: Varchar}, {Kind: Varchar}, ListOf(Type{Kind: Bigint}), {Kind: Blob}, {Kind: Double}},
		Result: Type{Kind: Varchar},
		New:    func() any { return new(cellsState) },
		Update: func(state any, args []Column, begin, end int) error {
			s := state.(*cellsState)
			if s.function == "" && !args[0].IsNull(begin) && !args[1].IsNull(begin) {
				s.function = strings.Clone(args[0].Strings[begin])
				s.Constraint = constraintOf(args[1].Strings[begin])
			}
			codes := args[2].Elem
			for row := begin; row < end; row++ {
				first, last := args[2].ListRange(row)
				if slices.Contains(nullsOf(codes, first, last), true) || args[3].IsNull(row) {
					return fmt.Errorf("__skyline_cells: arguments must not be NULL")
				}
				if err := s.Add(codes.Int64s[first:last], args[3].Strings[row]); err != nil {
					return explain(s.function, err)
				}
			}
			return nil
		},
		Combine: func(target, source any) error {
			t, s := target.(*cellsState), source.(*cellsState)
			if t.function == "" {
				t.function, t.Constraint = s.function, s.Constraint
			}
			return explain(t.function, t.Merge(&s.Builder))
		},
		Finalize: func(state any) (string, error) { return keepText(&state.(*cellsState).Builder), nil },
	}
}
