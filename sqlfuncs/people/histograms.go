package people

import (
	"maps"
	"slices"
	"strings"

	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/engine/privacy"
	"skyline/sqlfuncs/host"
)

// Histograms is the state of __skyline_histograms: the different histograms
// of QI groups, how many groups have each, and the values of all groups together.
type Histograms struct {
	constraint knowledge.Constraint
	different  map[string]*int64
	whole      map[string]int64
	people     int64
}

// histogramOf is what __skyline_histograms takes of a QI group.
type histogramOf struct {
	ValuesPerPerson PerPerson
	Histogram       host.Bytes
}

// HistogramsAggregate is __skyline_histograms(key, function, values_per_person, histogram):
// what requirements need of a release candidate, kept for kernels to read.
func HistogramsAggregate() host.Aggregate {
	return host.KeptShared("__skyline_histograms",
		func() *Histograms { return &Histograms{different: map[string]*int64{}, whole: map[string]int64{}} },
		func(s *Histograms, h *histogramOf) error {
			s.constraint = h.ValuesPerPerson.Constraint()
			return s.add(string(h.Histogram))
		},
		(*Histograms).merge)
}

func (s *Histograms) merge(from *Histograms) error {
	s.constraint = from.constraint
	for histogram, n := range from.different {
		if have, ok := s.different[histogram]; ok {
			*have += *n
		} else {
			copied := *n
			s.different[histogram] = &copied
		}
	}
	for value, n := range from.whole {
		s.whole[value] += n
	}
	if s.people += from.people; s.people > partition.MaxPeople {
		return partition.ErrTooManyPeople
	}
	return nil
}

func (s *Histograms) add(histogram string) error {
	people := int64(0)
	err := partition.Entries(histogram, func(value string, isNull bool, n int64) error {
		v, ofPeople := partition.ReadEntry(value, isNull, s.constraint != knowledge.SVPI)
		if ofPeople || s.constraint == knowledge.SVPI {
			people += n
		}
		// A text of its own: an assignment to a map replaces the key.
		key := "=" + v.Text
		switch {
		case ofPeople:
			return nil
		case v.Null:
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

// Release returns the release candidate. Its groups are the different histograms,
// in the order of their bytes; a group stands for all that have its histogram.
func (s *Histograms) Release() (*privacy.Release, func(text string) (int32, bool), error) {
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
	r.Whole = s.Counts(r.Table.Values)
	return r, builder.Number, nil
}

// People returns how many people all groups together have.
func (s *Histograms) People() int64 { return s.people }

// Kind returns what values_per_person is.
func (s *Histograms) Kind() PerPerson {
	switch s.constraint {
	case knowledge.Set:
		return Set
	case knowledge.Multiset:
		return Multiset
	default:
		return One
	}
}

// Counts returns how often each of some values occurs in all groups together.
func (s *Histograms) Counts(values []partition.Value) []int64 {
	counts := make([]int64, len(values))
	for i, v := range values {
		key := ""
		if !v.Null {
			key = "=" + v.Text
		}
		counts[i] = s.whole[key]
	}
	return counts
}
