package people

import (
	"fmt"
	"slices"
	"strings"

	"skyline/engine/cells"
	"skyline/sqlfuncs/host"
)

// cellsState is the state of __skyline_cells.
type cellsState struct {
	cells.Builder
	function string
}

// CellsAggregate is __skyline_cells(key, function, values_per_person, codes,
// histogram, apart): the counted cells of a table, kept for the kernel.
func CellsAggregate() host.Aggregate {
	return host.Aggregate{
		Name:   "__skyline_cells",
		Params: []host.Type{{Kind: host.Varchar}, {Kind: host.Varchar}, host.ListOf(host.Type{Kind: host.Bigint}), {Kind: host.Blob}, {Kind: host.Double}},
		Result: host.Type{Kind: host.Varchar},
		New:    func() any { return new(cellsState) },
		Update: func(state any, args []host.Column, begin, end int) error {
			s := state.(*cellsState)
			if s.function == "" && !args[0].IsNull(begin) && !args[1].IsNull(begin) {
				s.function = strings.Clone(args[0].Strings[begin])
				s.Constraint = ConstraintOf(args[1].Strings[begin])
			}
			codes := args[2].Elem
			for row := begin; row < end; row++ {
				first, last := args[2].ListRange(row)
				if slices.Contains(host.NullsOf(codes, first, last), true) || args[3].IsNull(row) {
					return fmt.Errorf("__skyline_cells: arguments must not be NULL")
				}
				if err := s.Add(codes.Int64s[first:last], args[3].Strings[row]); err != nil {
					return Explain(s.function, err)
				}
			}
			return nil
		},
		Combine: func(target, source any) error {
			t, s := target.(*cellsState), source.(*cellsState)
			if t.function == "" {
				t.function, t.Constraint = s.function, s.Constraint
			}
			return Explain(t.function, t.Merge(&s.Builder))
		},
		Finalize: func(state any) (string, error) { return host.KeepText(&state.(*cellsState).Builder), nil },
	}
}
