package evidence

import (
	"context"
	"database/sql"
	"errors"
	"runtime"

	"skyline/engine/matching"
	"skyline/engine/profile"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/words"
)

// subsetsSpec is what the kernel of quasi_identifier_profile gets, and that of
// special_uniques.
type subsetsSpec struct {
	Columns []string                      `json:"columns"`
	MaxSize int                           `json:"max_size"`
	Persons bool                          `json:"persons"`      // rows have their person in front
	Any     bool                          `json:"any,omitzero"` // NULL, the code 0, is any value
	Rows    *host.Shared[*codedRowsState] `json:"rows,omitempty"`
}

// subsetRow is a row of quasi_identifier_profile, the i-th.
type subsetRow struct {
	I            int64
	Columns      []string
	Minimal      bool
	UniquePeople int64
	UniqueShare  float64 `sql:"unique_share,nan=null"`
	Meaning      string
	Groups       sql.Null[int64]
	Smallest     sql.Null[int64]
	AverageRisk  float64  `sql:"average_risk,nan=null"`
	Distinction  float64  `sql:"distinction,nan=null"`
	Separation   float64  `sql:"separation,nan=null"`
	Determines   []string `sql:"determines,nil=null"`
}

var subsetsKernel = host.KernelOf("subsets", runSubsets)

func runSubsets(ctx context.Context, s *subsetsSpec) (*host.Rows[subsetRow], error) {
	if s.unreadable() {
		return nil, host.ErrNotKept
	}
	table, err := s.Rows.Value.table(len(s.Columns), s.Persons)
	if err != nil {
		return nil, err
	}
	var subsets []profile.Subset
	if s.Any {
		_, subsets, err = s.matching(ctx, table, 0)
	} else {
		subsets, err = table.Subsets(ctx, s.MaxSize, runtime.GOMAXPROCS(0))
	}
	if err != nil {
		return nil, err
	}
	out := host.NewRows[subsetRow]()
	for i := range subsets {
		found := &subsets[i]
		out.Add(subsetRow{
			I: int64(i), Columns: s.names(found.Columns), Groups: sql.Null[int64]{V: found.Groups, Valid: !s.Any}, Smallest: sql.Null[int64]{V: found.Smallest, Valid: found.Smallest > 0}, UniquePeople: found.Unique,
			UniqueShare: found.UniqueShare, AverageRisk: found.AverageRisk, Distinction: found.Distinction, Separation: found.Separation, Minimal: found.Minimal,
			Determines: s.names(found.Determines), Meaning: words.Subset(plainNames(s.names(found.Columns)), found.Unique, found.UniqueShare, found.Minimal),
		})
	}
	return out, nil
}

// matching asks about a table in which NULL is any value.
func (s *subsetsSpec) matching(ctx context.Context, table *profile.Table, most int) ([]profile.Unique, []profile.Subset, error) {
	uniques, subsets, err := table.Matching(ctx, make([]int32, len(s.Columns)), s.MaxSize, most)
	if errors.Is(err, matching.ErrTooLarge) {
		err = errors.New("columns must have fewer different rows, subsets or combinations of missing values where missing is 'any': more than 2^32 rows would be looked up; lower max_size, make columns coarser, name fewer, or use missing := 'category'")
	}
	return uniques, subsets, err
}

// unreadable reports whether no plan has written the specification.
func (s *subsetsSpec) unreadable() bool {
	return s.Rows == nil || s.MaxSize < 1 || profile.Forecast(len(s.Columns), s.MaxSize) == profile.Uncountable
}

// names are those of columns, nil of nil.
func (s *subsetsSpec) names(columns []int) []string {
	if columns == nil {
		return nil
	}
	names := make([]string, len(columns))
	for i, column := range columns {
		names[i] = s.Columns[column]
	}
	return names
}
