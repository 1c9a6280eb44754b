package linked

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"strings"

	"skyline/engine/exact"
	"skyline/engine/linked"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
)

// linkedSpec is what the kernel gets.
type linkedSpec struct {
	Known    int     `json:"known"`
	Values   bool    `json:"values"`
	Row      bool    `json:"row"`
	MaxSteps float64 `json:"max_steps"`
	C        float64 `json:"c"`

	// Only is the sensitive value that is asked about, nil for each: Value is its number, nil
	// where none of the Count values is it.
	Only  *string             `json:"only,omitempty"`
	Named *people.NamedValues `json:"named,omitempty"`
	Value *int32              `json:"value,omitempty"`
	Count int                 `json:"count,omitempty"`

	Records host.Shared[*records] `json:"records,omitzero"`
}

// linkedRow is a row of the kernel, with quasi-identifiers and values by their numbers.
type linkedRow struct {
	Known     sql.Null[int64] // how many rows; NULL for all
	Safe      sql.Null[bool]
	Breach    sql.Null[float64]
	Certain   sql.Null[bool] // the breach probability is 1, and not only rounded to it
	K         sql.Null[int64]
	Unicity   sql.Null[float64]
	OfKnown   sql.Null[float64]
	Anywhere  sql.Null[float64]
	Own       sql.Null[int64]
	Rows      []int64 `sql:"rows,nil=null"`
	RowValues []int64 `sql:"row_values,nil=null"`

	BreachOwn        sql.Null[int64]
	BreachRows       []int64 `sql:"breach_rows,nil=null"`
	BreachRowValues  []int64 `sql:"breach_row_values,nil=null"`
	BreachValue      sql.Null[int64]
	BreachCandidates sql.Null[int64]

	Named []int64 // the numbers in Rows and BreachRows
}

var linkedKernel = host.KernelOf("linked", runLinked)

func runLinked(ctx context.Context, spec *linkedSpec) (*host.Rows[linkedRow], error) {
	if spec.Known > maxKnown {
		return nil, fmt.Errorf("known_rows must be at most %d", maxKnown)
	}
	q := linked.Query{Known: spec.Known, Values: spec.Values, Row: spec.Row, Only: spec.Only != nil, MaxSteps: spec.MaxSteps}
	switch {
	case spec.Only == nil:
	case spec.Value != nil:
		q.Value = *spec.Value
	case spec.Named != nil && spec.Named.Allowed:
		q.Value = -1
	default:
		return nil, spec.refuse()
	}
	result, err := linked.Check(ctx, spec.Records.Value.records(), q)
	if err != nil {
		return nil, spec.explain(err)
	}
	out := host.NewRows[linkedRow]()
	for n := range result.Levels {
		row := spec.row(&result.Levels[n], n > 0)
		row.Known = host.Some(int64(n))
		out.Add(row)
	}
	out.Add(spec.row(&result.All, true))
	return out, nil
}

// explain says what to do where too much is asked.
func (s *linkedSpec) explain(err error) error {
	if many, ok := errors.AsType[*linked.ChoicesError](err); ok {
		return fmt.Errorf("known_rows must be at most %d for this table: somebody has %d rows, and there are too many ways to choose more of them", many.Most, many.Rows)
	}
	steps, forecast := errors.AsType[*linked.StepsError](err)
	if !forecast && !errors.Is(err, linked.ErrTooLarge) {
		return err
	}
	smaller, enough := "max_steps must be larger for this table", ""
	if s.Known > 0 {
		smaller = "known_rows must be smaller for this table, or max_steps larger"
	}
	if forecast && steps.Steps < math.MaxInt64/2 {
		enough = fmt.Sprintf("; max_steps := %.0f is enough", math.Ceil(steps.Steps))
	}
	_, sizes, _ := strings.Cut(err.Error(), linked.ErrTooLarge.Error()+": ")
	return fmt.Errorf("%s: %s%s", smaller, sizes, enough)
}

// refuse says that the table does not have the value that is asked about.
func (s *linkedSpec) refuse() error {
	if s.Named == nil {
		return host.ErrNotKept
	}
	return s.Named.Refuse(*s.Only, s.Count)
}

// row is a level as a row; known says that rows are known.
func (s *linkedSpec) row(l *linked.Level, known bool) linkedRow {
	var row linkedRow
	if s.Values {
		worst, at := l.Anywhere, &l.MostAnywhere
		if l.OfKnown.Exceeds(worst) {
			worst, at = l.OfKnown, &l.WorstOfKnown
		}
		row.Breach, row.Safe = host.Some(worst.Float64()), host.Some(l.K > 0 && worst.Below(exact.Simplest(s.C)))
		row.Certain = host.Some(worst.Whole > 0 && worst.Part == worst.Whole)
		row.Anywhere = share(l.Anywhere)
		row.OfKnown = sql.Null[float64]{V: l.OfKnown.Float64(), Valid: known && !s.Row && l.K > 0}
		if l.K > 0 {
			row.BreachOwn, row.BreachCandidates = host.Some(int64(at.Own)), host.Some(at.Candidates)
			row.BreachRows, row.BreachRowValues = s.numbers(at.Rows)
			row.BreachValue = sql.Null[int64]{V: int64(at.Value), Valid: worst.Part > 0}
		}
	}
	if l.K > 0 {
		unicity, _ := l.Unicity.Float64()
		row.K, row.Unicity, row.Own = host.Some(l.K), host.Some(unicity), host.Some(int64(l.Alone.Own))
		row.Rows, row.RowValues = s.numbers(l.Alone.Rows)
	}
	row.Named = append(append(row.Named, row.Rows...), row.BreachRows...)
	return row
}

// share is a share as a number, NULL where there is none.
func share(s linked.Share) sql.Null[float64] {
	return sql.Null[float64]{V: s.Float64(), Valid: s.Whole > 0}
}

// numbers are those of rows, and of their values where these are known.
func (s *linkedSpec) numbers(rows []linked.Row) (items, values []int64) {
	items = make([]int64, len(rows))
	for i, r := range rows {
		items[i] = int64(r.Item)
	}
	if !s.Row {
		return items, nil
	}
	values = make([]int64, len(rows))
	for i, r := range rows {
		values[i] = int64(r.Value)
	}
	return items, values
}
