package release

import (
	"context"
	"database/sql"

	"skyline/engine/privacy"
	"skyline/engine/progress"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
)

// FindingRow is a row of a kernel that says what a release candidate achieves of a
// requirement.
type FindingRow struct {
	I           int64 // in the order of the results
	Requirement string
	Required    float64
	Achieved    float64 `sql:"achieved,nan=null"`
	Holds       bool
	Rule        string
	Value       sql.Null[string]
}

// FindingOf returns the i-th row, for a finding about a release candidate.
func FindingOf(c *people.Candidate, i int, f *privacy.Finding) FindingRow {
	row := FindingRow{I: int64(i), Requirement: f.Requirement, Required: f.Required, Achieved: f.Achieved, Holds: f.Holds, Rule: f.Rule}
	switch {
	case f.Value >= 0:
		v := c.Release.Table.Values[f.Value]
		row.Value = sql.Null[string]{V: v.Text, Valid: !v.Null}
	case f.Absent != nil:
		row.Value = host.Some(*f.Absent)
	}
	return row
}

// CheckAll calls f for what a release candidate achieves of each requirement.
func CheckAll(ctx context.Context, c *people.Candidate, f func(*privacy.Finding)) error {
	for i, r := range c.Requirements {
		findings, err := r.Check(progress.Part(ctx, i, len(c.Requirements)), c.Release)
		if err != nil {
			return err
		}
		for i := range findings {
			f(&findings[i])
		}
	}
	return nil
}
