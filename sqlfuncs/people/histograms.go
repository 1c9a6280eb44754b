package people

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/engine/privacy"
	"skyline/sqlfuncs/host"
)

// histogramsState is the state of __skyline_histograms: the different histograms
// of QI groups, how many groups have each, and the values of all groups together.
type histogramsState struct {
	function   string
	constraint knowledge.Constraint
	different  map[string]*int64
	whole      map[string]int64
	people     int64
}

// HistogramsAggregate is __skyline_histograms(key, function, values_per_person,
// histogram, apart): what requirements need of a release candidate, kept for the
// kernel.
func HistogramsAggregate() host.Aggregate {
	return host.Aggregate{
		Name:   "__skyline_histograms",
		Params: []host.Type{{Kind: host.Varchar}, {Kind: host.Varchar}, {Kind: host.Blob}, {Kind: host.Double}},
		Result: host.Type{Kind: host.Varchar},
		New: func() any {
			return &histogramsState{different: map[string]*int64{}, whole: map[string]int64{}}
		},
		Update: func(state any, args []host.Column, begin, end int) error {
			s := state.(*histogramsState)
			for row := begin; row < end; row++ {
				if args[0].IsNull(row) || args[1].IsNull(row) || args[2].IsNull(row) {
					return fmt.Errorf("__skyline_histograms: arguments must not be NULL")
				}
				if s.function == "" {
					s.function, s.constraint = strings.Clone(args[0].Strings[row]), ConstraintOf(args[1].Strings[row])
				}
				if err := s.add(args[2].Strings[row]); err != nil {
					return Explain(s.function, err)
				}
			}
			return nil
		},
		Combine: func(target, source any) error {
			t, s := target.(*histogramsState), source.(*histogramsState)
			if t.function == "" {
				t.function, t.constraint = s.function, s.constraint
			}
			for histogram, n := range s.different {
				if have, ok := t.different[histogram]; ok {
					*have += *n
				} else {
					t.different[histogram] = n
				}
			}
			for value, n := range s.whole {
				t.whole[value] += n
			}
			t.people += s.people
			if t.people > partition.MaxPeople {
				return Explain(t.function, partition.ErrTooManyPeople)
			}
			return nil
		},
		Finalize: func(state any) (string, error) { return host.KeepText(state), nil },
	}
}

func (s *histogramsState) add(histogram string) error {
	people := int64(0)
	err := partition.Entries(histogram, func(value string, isNull bool, n int64) error {
		if isNull || s.constraint == knowledge.SVPI {
			people += n
		}
		// A text of its own: an assignment to a map replaces the key.
		key := "=" + value
		switch {
		case isNull && s.constraint != knowledge.SVPI:
			return nil
		case isNull:
			key = ""
		}
		if n > partition.MaxPeople {
			return partition.ErrTooManyPeople
		}
		s.whole[key] += n
		return nil
	})
	if err != nil {
		return err
	}
	if n, ok := s.different[histogram]; ok {
		*n++
	} else {
		one := int64(1)
		s.different[strings.Clone(histogram)] = &one
	}
	if people == 0 {
		return nil
	}
	s.people += people
	if s.people > partition.MaxPeople {
		return partition.ErrTooManyPeople
	}
	return nil
}

// release returns the release candidate. Its groups are the different histograms,
// in the order of their bytes; a group stands for all that have its histogram.
func (s *histogramsState) release() (*privacy.Release, func(text string) (int32, bool), error) {
	builder := partition.Builder{PeopleCounted: s.constraint != knowledge.SVPI}
	var copies []int64
	for _, histogram := range slices.Sorted(maps.Keys(s.different)) {
		if err := builder.Add(histogram); err != nil {
			return nil, nil, err
		}
		if builder.Len() > len(copies) { // it has people
			copies = append(copies, *s.different[histogram])
		}
	}
	r := &privacy.Release{Constraint: s.constraint, Table: builder.Table(), Copies: copies}
	r.Table.People = s.people
	r.Whole = make([]int64, len(r.Table.Values))
	for i, v := range r.Table.Values {
		key := ""
		if !v.Null {
			key = "=" + v.Text
		}
		r.Whole[i] = s.whole[key]
	}
	return r, builder.Number, nil
}
