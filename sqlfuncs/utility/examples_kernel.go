package utility

import (
	"context"
	"database/sql"
	"errors"
	"math"

	"skyline/engine/utility"
	"skyline/sqlfuncs/host"
)

// exampleRow is a row of release_utility with output := 'rows'.
type exampleRow struct {
	I        int64 // its place in the result
	Part     string
	People   int64
	HeldOut  []int64          `sql:"held_out,nil=null"`
	Class    sql.Null[string] // the text of the target
	Number   sql.Null[float64]
	Features []float64
}

var examplesKernel = host.KernelOf("utility_examples", runExamples)

// runExamples hands out what models are trained on and tested on.
func runExamples(ctx context.Context, s *utilitySpec) (*host.Rows[exampleRow], error) {
	if s.Target == "" {
		return nil, errors.New("target must be given")
	}
	columns, r, err := s.beside()
	if err != nil {
		return nil, err
	}
	test, err := s.testCells(columns)
	if err != nil {
		return nil, err
	}
	isQuantity, target := s.isQuantity(r), columns[len(columns)-1].Values
	rows := host.NewRows[exampleRow]()
	err = r.Examples(ctx, test, uint64(s.Seed), func(x utility.Example) error {
		value := &target[x.Target]
		row := exampleRow{
			I: int64(rows.Len()), Part: [...]string{"original", "release", "test"}[x.Part], People: x.People, HeldOut: x.HeldOut, Features: x.Features,
			Class: sql.Null[string]{V: value.Text, Valid: !value.Null},
		}
		if isQuantity {
			row.Number = sql.Null[float64]{V: value.Position, Valid: !value.Null && !math.IsNaN(value.Position) && !math.IsInf(value.Position, 0)}
		}
		rows.Add(row)
		return nil
	})
	if err != nil {
		return nil, s.explain(err)
	}
	return rows, nil
}
