package people

import (
	"context"
	"database/sql"
	"math"

	"skyline/engine/privacy"
	"skyline/engine/progress"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/sqltext"
	"skyline/sqlfuncs/words"
)

// Finding is what is found out about a requirement, of a release candidate or of a QI
// group, as rows of kernels have it.
type Finding struct {
	I           int64 // the row's place in the result
	Requirement string
	Required    float64 `sql:"required,nan=null"`
	Achieved    float64 `sql:"achieved,nan=null"`
	Holds       bool
	Rule        string
	Value       sql.Null[string] // the sensitive value that it is about, if there is one
	Attribute   sql.Null[string] // the sensitive column that it is about, if it is about one
}

// Check calls f for what the release candidate achieves of each requirement.
func (c *Candidate) Check(ctx context.Context, f func(*privacy.Finding)) error {
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

// Finding returns a finding as the row at a place.
func (c *Candidate) Finding(place int, f *privacy.Finding) Finding {
	row := Finding{I: int64(place), Requirement: f.Requirement, Required: f.Required, Achieved: f.Achieved, Holds: f.Holds, Rule: f.Rule}
	values := c.Release.Table.Values
	switch {
	case f.Of != nil:
		values, row.Attribute = f.Of.Values, host.Some(f.Of.Name)
	case c.Sensitive != "" && isOfValues(f.Requirement):
		row.Attribute = host.Some(c.Sensitive)
	}
	switch {
	case f.Value >= 0:
		v := values[f.Value]
		row.Value = sql.Null[string]{V: v.Text, Valid: !v.Null}
	case f.Absent != nil:
		row.Value = sql.Null[string]{V: *f.Absent, Valid: true}
	}
	return row
}

// FindingMeaning is the sentence of a row of requirement, rule, required, achieved and holds.
const FindingMeaning = sqltext.SQL("__skyline_finding_meaning(requirement, rule, required, achieved, holds)")

// findingMeaningArgs are the arguments of __skyline_finding_meaning.
type findingMeaningArgs struct {
	Requirement        string
	Rule               sql.Null[string]
	Required, Achieved sql.Null[float64]
	Holds              sql.Null[bool]
}

// FindingMeaningScalar is __skyline_finding_meaning, for FindingMeaning.
func FindingMeaningScalar() host.Scalar {
	return host.ScalarOf("__skyline_finding_meaning", func(a *findingMeaningArgs) (string, error) {
		orNaN := func(x sql.Null[float64]) float64 {
			if !x.Valid {
				return math.NaN()
			}
			return x.V
		}
		return words.Finding(a.Requirement, a.Rule.V, orNaN(a.Required), orNaN(a.Achieved), words.Verdict{Holds: a.Holds.V, Known: a.Holds.Valid}), nil
	})
}

// OrNobody is the sentence of a row r with a number, or, where that is NULL, of the one row on a table
// without people.
func OrNobody(number, meaning sqltext.SQL) sqltext.SQL {
	return sqltext.Fill("CASE WHEN {number} IS NULL THEN {nobody} ELSE {meaning} END", sqltext.Args{
		"number": number, "nobody": sqltext.Text(words.NothingShown), "meaning": meaning,
	})
}
