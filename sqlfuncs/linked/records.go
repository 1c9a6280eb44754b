package linked

import (
	"errors"
	"math"

	"skyline/engine/linked"
	"skyline/sqlfuncs/host"
)

// records is the state of __skyline_linked_records: the rows of each person, as numbers.
type records struct {
	own  []int32
	ends []int // where the rows of a person end
	rows []linked.Row
}

// recordsAggregate is __skyline_linked_records(key, function, own, items, values): people with
// the numbers of their rows, kept for kernels to read. values is NULL where there are none.
func recordsAggregate() host.Aggregate {
	bigint := host.Type{Kind: host.Bigint}
	return host.KeptSharedColumns("__skyline_linked_records", []host.Type{bigint, host.ListOf(bigint), host.ListOf(bigint)},
		func() *records { return new(records) },
		func(s *records, args []host.Column, begin, end int) error {
			for row := begin; row < end; row++ {
				if err := s.add(&args[0], &args[1], &args[2], row); err != nil {
					return err
				}
			}
			return nil
		}, (*records).merge)
}

var (
	errRecord      = errors.New("a person must have rows, and each a number for its quasi-identifiers and one for its value")
	errTooManyRows = errors.New("tbl must have at most 2147483647 rows")
	errManyValues  = errors.New("sensitive must have at most 16777216 different values; make them coarser in a query given as tbl")
)

// add adds a person.
func (s *records) add(owns, items, values *host.Column, row int) error {
	if owns.IsNull(row) || items.IsNull(row) {
		return errRecord
	}
	begin, end := items.ListRange(row)
	first, last := 0, 0
	if !values.IsNull(row) {
		if first, last = values.ListRange(row); last-first != end-begin {
			return errRecord
		}
	}
	own, ok := code(owns, row, math.MaxInt32)
	if !ok || begin == end {
		return errRecord
	}
	if end-begin > math.MaxInt32-len(s.rows) {
		return errTooManyRows
	}
	for i := begin; i < end; i++ {
		r := linked.Row{}
		if r.Item, ok = code(items.Elem, i, math.MaxInt32); !ok {
			return errRecord
		}
		if first < last {
			if r.Value, ok = code(values.Elem, first+i-begin, linked.MaxValues); !ok {
				return errManyValues
			}
		}
		s.rows = append(s.rows, r)
	}
	s.own, s.ends = append(s.own, own), append(s.ends, len(s.rows))
	return nil
}

// code is a number below a limit.
func code(c *host.Column, i int, limit int64) (int32, bool) {
	if c.IsNull(i) || c.Int64s[i] < 0 || c.Int64s[i] >= limit {
		return 0, false
	}
	return int32(c.Int64s[i]), true
}

func (s *records) merge(from *records) error {
	if len(from.rows) > math.MaxInt32-len(s.rows) {
		return errTooManyRows
	}
	for _, end := range from.ends {
		s.ends = append(s.ends, len(s.rows)+end)
	}
	s.own, s.rows = append(s.own, from.own...), append(s.rows, from.rows...)
	return nil
}

// records returns the people as the engine takes them, with rows that it may sort.
func (s *records) records() []linked.Record {
	all := make([]linked.Record, len(s.own))
	rows := append([]linked.Row(nil), s.rows...)
	begin := 0
	for i, end := range s.ends {
		all[i] = linked.Record{Own: s.own[i], People: 1, Rows: rows[begin:end:end]}
		begin = end
	}
	return all
}
