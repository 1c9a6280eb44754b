package people

import (
	"database/sql"
	"strings"

	"skyline/engine/partition"
	"skyline/sqlfuncs/host"
)

// entry is a value of a histogram. People who are absent are one without value and number.
type entry struct {
	Value  sql.Null[string]
	N      sql.Null[int64]
	Absent sql.Null[int64]
}

// EntriesScalar is __skyline_entries(histogram): its values and counts; of NULL, none.
func EntriesScalar() host.Scalar {
	type entries struct{ Histogram sql.Null[host.Bytes] }
	return host.ScalarOf("__skyline_entries", func(a *entries) ([]entry, error) {
		var list []entry
		err := partition.Entries(string(a.Histogram.V), func(value string, isNull bool, n int64) error {
			if value == partition.Absent {
				list = append(list, entry{Absent: host.Some(n)})
				return nil
			}
			// A histogram of people who have values has NULL twice: as that value, and as their number.
			v, _ := partition.ReadEntry(value, isNull, !isNull)
			list = append(list, entry{Value: sql.Null[string]{V: strings.Clone(v.Text), Valid: !v.Null}, N: host.Some(n)})
			return nil
		})
		return list, err
	})
}
