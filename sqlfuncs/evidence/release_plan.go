package evidence

import (
	"context"
	"database/sql"
	"runtime"
	"slices"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/planning"
	"skyline/sqlfuncs/sqltext"
)

// ReleasePlan is release_plan.
var ReleasePlan = &call.Function{
	Name:        "release_plan",
	Summary:     "What is wrong with a table, and what should be done with each column before it is released?",
	Questions:   []string{"I have a file about people. May I give it away, and what has to be done first?"},
	Description: "Returns a row for each column, the gravest first: a role, what was found, what will be done, and what only you can answer. Then a row for each requirement that the release must satisfy. It changes nothing.",
	Params: []call.Param{
		{Name: "tbl", Type: "VARCHAR", Doc: "the table: [a name or a query](#what-names-a-table)"},
		{Name: "purpose", Type: "VARCHAR", Default: "'public'", Doc: "what the release is for: `'public'`, `'partner'` or `'internal'`; it sets the requirements"},
	},
	Columns: []call.ResultColumn{
		{Name: "attribute", Type: "VARCHAR", Doc: "the column; NULL for what concerns the whole table"},
		{Name: "role", Type: "VARCHAR", Doc: "what the column is: see [Roles of a plan](#roles-of-a-plan); NULL: you decide"},
		{Name: "finding", Type: "VARCHAR", Doc: "what was found, in sentences"},
		{Name: "treatment", Type: "VARCHAR", Doc: "what to do with the column in a release"},
		{Name: "question", Type: "VARCHAR", Doc: "what you must answer before a release is made; NULL: nothing"},
		{Name: "read_as", Type: "VARCHAR", Doc: "an SQL expression that reads the column clean; NULL: it is read as it is"},
		{Name: "requirement", Type: "VARCHAR", Doc: "a [requirement](#privacy-requirements) of the release; NULL for a column"},
		{Name: "required", Type: "VARCHAR", Doc: "its number"},
	},
	Example: `SELECT attribute, role, finding, question FROM release_plan('(VALUES (1, ''ann@example.org'', ''34'', ''F'', ''flu''), (2, ''bob@example.org'', ''34'', ''M'', ''flu''), (3, ''cyd@example.org'', ''51'', ''M'', ''cold''))
                     t(id, contact, age, sex, diagnosis)')`,
	Notes: []string{
		"A column that nobody here knows is dropped. What must not be learnt is asked, never decided.",
		"No finding shows a value of the table. A code for a missing value is shown where it is a common one, such as `NA` or `-9`, and enough rows have it.",
	},
	NotPromised: "A plan looks at names and values of columns. It cannot know what others know, and a column that it calls harmless may not be.",
	Cost:        "that of [`column_profile`](#column_profile): one scan, and each different value is looked at once.",
	Plan:        planReleasePlan,
	Kernels:     []host.Kernel{planKernel},
	Aggregates:  []host.Aggregate{codedTextsAggregate()},
}

// planSpec is what the kernel of release_plan gets.
type planSpec struct {
	columnsSpec
	Purpose string `json:"purpose"`
}

// planRow is a row of release_plan, the i-th.
type planRow struct {
	I                                                                            int64
	Attribute, Role, Finding, Treatment, Question, ReadAs, Requirement, Required sql.Null[string]
}

var planKernel = host.KernelOf("plan", runPlan)

func planReleasePlan(c *call.Call) (sqltext.SQL, error) {
	var names []string
	for _, p := range planning.Purposes {
		names = append(names, p.Name)
	}
	purpose, err := c.Choice("purpose", names...)
	if err != nil {
		return "", err
	}
	in, err := people.NewTable(c)
	if err != nil {
		return "", err
	}
	var p sqltext.Plan
	addTexts(&p, in)
	p.Run(sqltext.Job{
		Function: c.Function.Name, Kernel: planKernel.Name, Why: "what each column is, and what should be done with it",
		Spec: map[string]any{"purpose": purpose},
		Data: textsData,
		From: columnsFrom(in, "") + ", __skyline_texts AS x",
		Rows: "__skyline_planned",
	})
	return p.Statement("SELECT * EXCLUDE (i) FROM __skyline_planned ORDER BY i ASC"), nil
}

func runPlan(ctx context.Context, s *planSpec) (*host.Rows[planRow], error) {
	at := slices.IndexFunc(planning.Purposes, func(p planning.Purpose) bool { return p.Name == s.Purpose })
	if at < 0 {
		return nil, host.ErrNotKept
	}
	purpose := &planning.Purposes[at]
	t := planning.Table{Least: purpose.Least}
	if err := s.check(); err != nil {
		return nil, err
	}
	determinedBy, err := s.table().DeterminedBy(ctx, runtime.GOMAXPROCS(0))
	if err != nil {
		return nil, err
	}
	for i := range s.Names {
		column, err := s.read(ctx, i, purpose.Least)
		if err != nil {
			return nil, err
		}
		if i < len(determinedBy) {
			column.DeterminedBy = determinedBy[i]
		}
		t.Columns = append(t.Columns, column)
	}
	out := host.NewRows[planRow]()
	for i, row := range append(t.Propose(), purpose.Requirements()...) {
		out.Add(planRow{
			int64(i), text(row.Attribute), text(row.Role), text(row.Finding), text(row.Treatment), text(row.Question), text(row.ReadAs), text(row.Rule), text(row.Required),
		})
	}
	return out, nil
}

// read reads the i-th column.
func (s *planSpec) read(ctx context.Context, i int, least int64) (planning.Column, error) {
	c := planning.Column{Name: s.Names[i], Type: s.Types[i], Rows: s.People, Reading: planning.NewReading(s.Types[i], least)}
	row, err := s.column(ctx, i, func(text string, n int64) {
		c.Reading.Add(text, n)
		if planning.IsDiagnosis(text) {
			c.Diagnoses++
		}
	})
	c.Hint, c.Nulls, c.Distinct, c.Unique, c.Least, c.Most = row.Hint.V, row.Nulls, row.DistinctValues, row.UniquePeople, row.Smallest.V, row.Largest.V
	return c, err
}

// text is NULL for an empty text.
func text(s string) sql.Null[string] { return sql.Null[string]{V: s, Valid: s != ""} }
