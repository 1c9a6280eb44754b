package evidence

import (
	"context"
	"database/sql"
	"runtime"

	"skyline/engine/profile"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/words"
)

// subsetsSpec is what the kernel of quasi_identifier_profile gets, and that of
// special_uniques.
type subsetsSpec struct {
	Columns []string                      `json:"columns"`
	MaxSize int                           `json:"max_size"`
	Persons bool                          `json:"persons"` // rows have their person in front
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
	Groups       int64
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
	subsets, err := table.Subsets(ctx, s.MaxSize, runtime.GOMAXPROCS(0))
	if err != nil {
		return nil, err
	}
	out := host.NewRows[subsetRow]()
	for i := range subsets {
		found := &subsets[i]
		out.Add(subsetRow{
			I: int64(i), Columns: s.names(found.Columns), Groups: found.Groups, Smallest: sql.Null[int64]{V: found.Smallest, Valid: found.Groups > 0}, UniquePeople: found.Unique,
			UniqueShare: found.UniqueShare, AverageRisk: found.AverageRisk, Distinction: found.Distinction, Separation: found.Separation, Minimal: found.Minimal,
			Determines: s.names(found.Determines), Meaning: words.Subset(plainNames(s.names(found.Columns)), found.Unique, found.UniqueShare, found.Minimal),
		})
	}
	return out, nil
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
