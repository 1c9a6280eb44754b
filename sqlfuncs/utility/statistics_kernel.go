package utility

import (
	"context"
	"database/sql"
	"errors"
	"math"

	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/words"
)

// statisticRow is a row of release_utility with output := 'statistics'.
type statisticRow struct {
	I         int64 // its place in the result
	Statistic string
	Attribute string
	Other     sql.Null[string] // the column that it is about, too
	Release   float64          `sql:"release,nan=null"`
	Original  float64          `sql:"original,nan=null"`
	Meaning   sql.Null[string]
	Low       float64 `sql:"low,nan=null"`
	High      float64 `sql:"high,nan=null"`
}

var statisticsKernel = host.KernelOf("utility_statistics", runStatistics)

// runStatistics computes the statistics of the columns of numbers: the mean and the deviation of each,
// and the correlation of each two.
func runStatistics(ctx context.Context, s *utilitySpec) (*host.Rows[statisticRow], error) {
	_, r, err := s.beside()
	if err != nil {
		return nil, err
	}
	names := s.names()
	var columns []int
	for i := range names {
		if s.hasNumbers(i) && r.IsNumeric(i) {
			columns = append(columns, i)
		}
	}
	if len(columns) == 0 && len(s.Original.Value.Counts) > 0 {
		return nil, errors.New("qi, sensitive or target must have a column of numbers, all of them finite, for output := 'statistics'; cast text to a type of numbers in queries given as original and release")
	}
	rows := host.NewRows[statisticRow]()
	add := func(row statisticRow, meaning string) {
		row.I = int64(rows.Len())
		row.Meaning = sql.Null[string]{V: meaning, Valid: !math.IsNaN(row.Release) && !math.IsNaN(row.Original)}
		rows.Add(row)
	}
	for _, i := range columns {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		mean := r.Mean(i)
		add(statisticRow{Statistic: "mean", Attribute: names[i], Release: mean.Release, Original: mean.Original, Low: mean.Low, High: mean.High},
			words.Mean(names[i], mean.Release, mean.Original, mean.Low, mean.High))
		original, release := r.Deviation(i)
		add(statisticRow{Statistic: "standard_deviation", Attribute: names[i], Release: release, Original: original, Low: math.NaN(), High: math.NaN()},
			words.Deviation(names[i], release, original))
	}
	for k, i := range columns {
		for _, j := range columns[k+1:] {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			original, release := r.Correlation(i, j)
			add(statisticRow{Statistic: "correlation", Attribute: names[i], Other: sql.Null[string]{V: names[j], Valid: true}, Release: release, Original: original, Low: math.NaN(), High: math.NaN()},
				words.Correlation(names[i], names[j], release, original))
		}
	}
	return rows, nil
}
