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
	Description: "Returns a row for each column, the gravest first: a role, what was found, what will be done, and what only you can answer. Then a row for each requirement that the release must satisfy. It changes nothing. With `plan`, an older plan is [carried on](#a-plan-carried-on).",
	Params: []call.Param{
		{Name: "tbl", Type: "VARCHAR", Doc: "the table: [a name or a query](#what-names-a-table)"},
		{Name: "plan", Type: "STRUCT[] or VARCHAR", Default: "NULL", Doc: "an older plan, which is carried on, given as to other functions: see [Plans](#plans); NULL: a new plan is made"},
		{Name: "purpose", Type: "VARCHAR", Default: "'public'", Doc: "what the release is for: `'public'`, `'partner'` or `'internal'`; it sets the requirements of a new plan; or `'hipaa_safe_harbor'`, [a rule about columns](#hipaas-safe-harbor)"},
		{Name: "keep", Type: "VARCHAR[]", Default: "NULL", Doc: "columns that must stay useful: their `importance` is 3, and they are not dropped for being unknown here"},
		{Name: "sample", Type: "BIGINT", Default: "NULL", Doc: "how many rows to draw at random and look at, such as 100000, for a large table; NULL: all"},
		{Name: call.ParamOutput, Type: "VARCHAR", Default: "'" + outputPlan + "'", Doc: "`'plan'`; `'table'`, [the table as `plan` says](#release_plan-table); `'page'`, [a page on which roles are chosen](#release_plan-page); `'tried'`, [what other settings lose](#release_plan-tried); `'figures'`, [what its requirements cost](#release_plan-figures); `'counts'`, [which counts may be published](#release_plan-counts)"},
		{Name: "tries", Type: "BIGINT", Default: mostTries, Doc: "with `output := 'tried'`: how many settings are tried at most"},
	},
	Columns: planColumns,
	Example: `SELECT attribute, role, finding, question FROM release_plan('(VALUES (1, ''ann@example.org'', ''34'', ''F'', ''flu''), (2, ''bob@example.org'', ''34'', ''M'', ''flu''), (3, ''cyd@example.org'', ''51'', ''M'', ''cold''))
                     t(id, contact, age, sex, diagnosis)')`,
	Notes: []string{
		"A column that nobody here knows is dropped. What must not be learnt is asked, never decided.",
		"No finding shows a value of the table. A code for a missing value is shown where it is a common one, such as `NA` or `-9`, and enough rows have it. An end of a scale in `steps` is a round number that enough rows are beyond.",
		"A sample is drawn with a fixed seed: the same rows in the same order give the same plan.",
	},
	NotPromised: "A plan looks at names and values of columns. It cannot know what others know, and a column that it calls harmless may not be. That it was made by looking at the data is known to whoever sees it.",
	Cost:        "that of [`column_profile`](#column_profile): one scan, and each different value is looked at once. With `sample`, drawing 100,000 rows of 10 million and planning for them takes 1.3 s of processor time.",
	Plan:        planReleasePlan,
	Outputs:     []call.Output{tableOfPlan, pageOfPlan, settingsTried, figuresOfPlan, countsOfPlan},
	Kernels:     []host.Kernel{planKernel, triedKernel, priceFigureKernel, planCountsKernel},
	Aggregates:  []host.Aggregate{codedTextsAggregate()},
}

// planColumns are those of a plan, on its page, too.
var planColumns = []call.ResultColumn{
	{Name: "attribute", Type: "VARCHAR", Doc: "the column; NULL for what concerns the whole table"},
	{Name: "role", Type: "VARCHAR", Doc: "what the column is: see [Roles of a plan](#roles-of-a-plan); NULL: you decide"},
	{Name: "finding", Type: "VARCHAR", Doc: "what was found, in sentences"},
	{Name: "treatment", Type: "VARCHAR", Doc: "what will be done with the column in a release"},
	{Name: "question", Type: "VARCHAR", Doc: "what you must answer before a release is made; NULL: nothing"},
	{Name: "type", Type: "VARCHAR", Doc: "the type of the column"},
	{Name: "read_as", Type: "VARCHAR", Doc: "an SQL expression that reads the column clean; NULL: it is read as it is"},
	{Name: "steps", Type: "VARCHAR", Doc: "how the column is generalized, in JSON: see [Steps of a plan](#steps-of-a-plan); NULL: by ranges or sets of its values"},
	{Name: "importance", Type: "DOUBLE", Doc: "how important it is that the column stays detailed; NULL: as any other, 1"},
	{Name: "sensitive", Type: "BOOLEAN", Doc: "true: a column that others may know of some must not be learnt of others; NULL: see `role`"},
	{Name: "requirement", Type: "VARCHAR", Doc: "a [requirement](#privacy-requirements) of the release; or `split` or `suppression`: how it is made, and how many people may be left out; NULL for a column"},
	{Name: "required", Type: "VARCHAR", Doc: "its number"},
	{Name: "known_to", Type: "VARCHAR", Doc: "who may know the column; you fill it in, as the next four"},
	{Name: "source", Type: "VARCHAR", Doc: "from where they know it, such as a public register"},
	{Name: "decided_by", Type: "VARCHAR", Doc: "who has decided on the role"},
	{Name: "decided_on", Type: "VARCHAR", Doc: "when"},
	{Name: "reason", Type: "VARCHAR", Doc: "why"},
	{Name: "context", Type: "VARCHAR", Doc: "in a row about the release: what of it, see [What is said about the release](#what-is-said-about-the-release); you add such rows"},
	{Name: "stated", Type: "VARCHAR", Doc: "what you say about that"},
}

// The values of the parameter output.
const (
	outputPlan  = "plan"
	outputTable = "table"
	outputPage  = "page"
)

// planSpec is what the kernel of release_plan gets.
type planSpec struct {
	columnsSpec
	Purpose string         `json:"purpose"`
	Keep    []string       `json:"keep,omitempty"`
	Sample  int64          `json:"sample,omitempty"`
	Older   []planning.Row `json:"older,omitempty"`
	Table   string         `json:"table,omitempty"` // what it is called, where there is an older plan
}

// planRow is a row of release_plan, the i-th.
type planRow struct {
	I                                                                  int64
	Attribute, Role, Finding, Treatment, Question, Type, ReadAs, Steps sql.Null[string]
	Importance                                                         sql.Null[float64]
	Sensitive                                                          sql.Null[bool]
	Requirement, Required                                              sql.Null[string]
	KnownTo, Source, DecidedBy, DecidedOn, Reason, Context, Stated     sql.Null[string]
}

var planKernel = host.KernelOf("plan", runPlan)

func planReleasePlan(c *call.Call) (sqltext.SQL, error) {
	purpose, err := purposeOf(c)
	if err != nil {
		return "", err
	}
	if _, err := c.Choice(call.ParamOutput, outputPlan, outputTable, outputPage, outputTried, outputFigures, outputCounts); err != nil {
		return "", err
	}
	given, err := planning.ReadGiven(c)
	if err != nil {
		return "", err
	}
	var older []planning.Row
	if given != nil {
		older = given.Rows
	}
	var p sqltext.Plan
	if err := addPlanned(&p, c, planKernel.Name, purpose, older); err != nil {
		return "", err
	}
	return p.Statement("SELECT * EXCLUDE (i) FROM " + planned + " ORDER BY i ASC"), nil
}

// purposeOf reads what the release is for.
func purposeOf(c *call.Call) (string, error) {
	var names []string
	for _, p := range planning.Purposes {
		names = append(names, p.Name)
	}
	return c.Choice("purpose", names...)
}

// givenPlan is the plan of a call whose output is made of it.
func givenPlan(c *call.Call, output string) (*planning.Given, error) {
	given, err := planning.ReadGiven(c)
	if err == nil && given == nil {
		err = c.Errorf("plan must be given for output := '%s': it says what each column is", output)
	}
	return given, err
}

// planned is the CTE of the rows of a plan, in the order of i.
const planned = sqltext.SQL("__skyline_planned")

// addPlanned adds planned: what a kernel makes of the table for a plan, with an older one carried on.
func addPlanned(p *sqltext.Plan, c *call.Call, kernel, purpose string, older []planning.Row) error {
	keep, err := c.NameList("keep", c.Arguments["keep"])
	if err != nil {
		return err
	}
	in, err := people.NewTable(c, call.RoleOfAll("keep", keep))
	if err != nil {
		return err
	}
	var sample int64
	if in.Source, sample, err = drawn(c, in.Source); err != nil {
		return err
	}
	spec := planSpec{Purpose: purpose, Keep: keep, Sample: sample, Older: older}
	if older != nil {
		spec.Table = c.Called("tbl")
	}
	addTexts(p, in)
	p.Run(sqltext.Job{
		Function: c.Function.Name, Kernel: kernel, Why: "what each column is, and what should be done with it",
		Spec: spec,
		Data: textsData,
		From: columnsFrom(in, "") + ", __skyline_texts AS x",
		Rows: planned,
	})
	return nil
}

// drawn returns a sample of a table, if that is asked for, and of how many rows.
func drawn(c *call.Call, source sqltext.SQL) (sqltext.SQL, int64, error) {
	if c.Arguments["sample"] == nil {
		return source, 0, nil
	}
	if err := c.CheckCount("sample", c.Arguments["sample"]); err != nil {
		return "", 0, err
	}
	sample, _ := call.WholeOf(c.Arguments["sample"])
	return sqltext.Fill("(SELECT * FROM {source} AS tbl USING SAMPLE {n} ROWS (reservoir, 1))", sqltext.Args{"source": source, "n": sqltext.Int(sample)}), sample, nil
}

func runPlan(ctx context.Context, s *planSpec) (*host.Rows[planRow], error) {
	rows, err := s.propose(ctx)
	if err != nil {
		return nil, err
	}
	out := host.NewRows[planRow]()
	for i, row := range rows {
		out.Add(planRow{
			int64(i), text(row.Attribute), text(row.Role), text(row.Finding), text(row.Treatment), text(row.Question), text(row.Type), text(row.ReadAs), text(row.Steps),
			sql.Null[float64]{V: row.Importance, Valid: row.Importance > 0},
			sql.Null[bool]{V: true, Valid: row.Sensitive},
			text(row.Rule), text(row.Required), text(row.KnownTo), text(row.Source), text(row.DecidedBy), text(row.DecidedOn), text(row.Reason), text(row.Context), text(row.Stated),
		})
	}
	return out, nil
}

// propose makes the plan.
func (s *planSpec) propose(ctx context.Context) ([]planning.Row, error) {
	at := slices.IndexFunc(planning.Purposes, func(p planning.Purpose) bool { return p.Name == s.Purpose })
	if at < 0 {
		return nil, host.ErrNotKept
	}
	purpose := &planning.Purposes[at]
	t := planning.Table{Least: purpose.Least, Keep: s.Keep, Sample: s.Sample}
	if err := s.check(); err != nil {
		return nil, err
	}
	var older []string
	for i := range s.Older {
		if name := s.Older[i].Attribute; name != "" {
			older = append(older, name)
		}
	}
	if err := call.OtherTable(s.Table, older, s.Names); err != nil {
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
	return t.Propose(purpose, s.Older), nil
}

// read reads the i-th column.
func (s *planSpec) read(ctx context.Context, i int, least int64) (planning.Column, error) {
	c := planning.Column{Name: s.Names[i], Type: s.Types[i], Rows: s.People, Reading: planning.NewReading(s.Types[i], least, s.Texts.Value.distinct(i))}
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
