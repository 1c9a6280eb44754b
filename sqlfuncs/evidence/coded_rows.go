package evidence

import (
	"errors"
	"math"

	"skyline/engine/partition"
	"skyline/engine/profile"
	"skyline/sqlfuncs/host"
)

// codedRowsState is the state of __skyline_coded_rows: the different rows of a table as codes,
// and how many people have each.
type codedRowsState struct {
	columns [][]int32
	people  []int64
	total   int64
	largest int32 // code
}

// codedRow is what __skyline_coded_rows takes of a row.
type codedRow struct {
	Codes []int64
	N     int64
}

// codedRowsAggregate is __skyline_coded_rows(key, function, codes, n): the different rows of
// a table, kept for kernels to read.
func codedRowsAggregate() host.Aggregate {
	return host.KeptShared("__skyline_coded_rows", func() *codedRowsState { return new(codedRowsState) }, (*codedRowsState).add, (*codedRowsState).merge)
}

func (s *codedRowsState) shape(columns int) error {
	if s.columns == nil {
		s.columns = make([][]int32, columns)
	}
	if len(s.columns) != columns {
		return errors.New("rows must have the same columns")
	}
	return nil
}

func (s *codedRowsState) add(row *codedRow) error {
	if err := s.shape(len(row.Codes)); err != nil {
		return err
	}
	if err := s.grow(1, row.N); err != nil {
		return err
	}
	for i, code := range row.Codes {
		if code < 0 || code > math.MaxInt32-1 {
			return errors.New("codes must be numbers of 31 bits")
		}
		s.columns[i] = append(s.columns[i], int32(code))
		s.largest = max(s.largest, int32(code))
	}
	s.people = append(s.people, row.N)
	return nil
}

// grow counts the people of more rows. The engine numbers rows by an int32.
func (s *codedRowsState) grow(rows int, people int64) error {
	if rows > math.MaxInt32-len(s.people) {
		return errors.New("tbl must have at most 2147483647 different rows in columns; name fewer columns")
	}
	if people < 1 || people > partition.MaxPeople-s.total {
		return partition.ErrTooManyPeople
	}
	s.total += people
	return nil
}

func (s *codedRowsState) merge(from *codedRowsState) error {
	if from.columns == nil {
		return nil
	}
	if err := s.shape(len(from.columns)); err != nil {
		return err
	}
	if err := s.grow(len(from.people), from.total); err != nil {
		return err
	}
	for i, column := range from.columns {
		s.columns[i] = append(s.columns[i], column...)
	}
	s.largest = max(s.largest, from.largest)
	s.people = append(s.people, from.people...)
	return nil
}

// table returns the table of so many columns, with a person in front of each row, or not.
func (s *codedRowsState) table(columns int, persons bool) (*profile.Table, error) {
	if !persons {
		given, err := s.coded(columns)
		return profile.NewTable(given, s.people), err
	}
	given, err := s.coded(columns + 1)
	if err != nil {
		return nil, err
	}
	return profile.NewTableOfPersons(given[1:], given[0]), nil
}

// coded returns the codes of so many columns.
func (s *codedRowsState) coded(columns int) ([][]int32, error) {
	if s.columns == nil { // no rows
		return make([][]int32, columns), nil
	}
	// Codes of a dictionary are dense, from 0, or from 1 where 0 is NULL.
	if len(s.columns) != columns || s.largest > int32(len(s.people)) {
		return nil, host.ErrNotKept
	}
	return s.columns, nil
}
