package release

import (
	"errors"

	"skyline/engine/partition"
	"skyline/sqlfuncs/host"
)

// CodedState is the state of __skyline_coded: the different rows of a table, in codes, and
// how many people have each.
type CodedState struct {
	Columns int
	Codes   []int64 // row by row
	Counts  []int64
	People  int64
}

// codedRow is what __skyline_coded takes of people who are alike.
type codedRow struct {
	Codes []int64
	N     int64
}

// CodedAggregate is __skyline_coded(key, function, codes, n, apart): the different rows of a
// table, kept for the kernel.
func CodedAggregate() host.Aggregate {
	return host.Kept("__skyline_coded", func() *CodedState { return new(CodedState) }, (*CodedState).add, (*CodedState).merge)
}

func (s *CodedState) add(row *codedRow) error {
	if err := s.ofColumns(len(row.Codes)); err != nil {
		return err
	}
	s.Codes = append(s.Codes, row.Codes...)
	return s.count(row.N)
}

func (s *CodedState) merge(from *CodedState) error {
	if len(from.Counts) == 0 {
		return nil
	}
	if err := s.ofColumns(from.Columns); err != nil {
		return err
	}
	s.Codes = append(s.Codes, from.Codes...)
	for _, n := range from.Counts {
		if err := s.count(n); err != nil {
			return err
		}
	}
	return nil
}

// ofColumns makes sure that all rows have the same number of columns.
func (s *CodedState) ofColumns(n int) error {
	if len(s.Counts) == 0 {
		s.Columns = n
	}
	if s.Columns != n {
		return errors.New("rows must have the same columns")
	}
	return nil
}

func (s *CodedState) count(n int64) error {
	if n < 0 || n > partition.MaxPeople-s.People {
		return partition.ErrTooManyPeople
	}
	s.People += n
	s.Counts = append(s.Counts, n)
	return nil
}
