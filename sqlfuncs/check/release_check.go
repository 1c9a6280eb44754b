package check

import (
	"context"
	"database/sql"

	"skyline/engine/privacy"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/release"
	"skyline/sqlfuncs/sqltext"
)

// ReleaseCheck is release_check.
var ReleaseCheck = &call.Function{
	Name:        "release_check",
	Summary:     "Does a release satisfy privacy requirements? One row for each.",
	Questions:   []string{"Does a release satisfy the requirements?", "Which groups do not, by how much, and because of which columns?", "Do the end points of its ranges give anyone away?"},
	Description: "A row for each requirement of `privacy`, and for each point of its skyline: what is required, the worst that the table has, and whether it holds. Rows equal on all `qi` form a QI group, so for a release of `skyline_anonymize` it proves what was asked for; give `qi := ['group_id'], other_columns := 'keep'` for a bucketized one. More rows are about what `privacy` is silent on: whom exact values in labels single out (`exact_values`), whom other columns do (`other_columns`), what these tell (`other_columns_tell`), whether rows are people (`people_counted`), how many rows show nothing (`suppressed_rows`), and whether the sensitive value follows from the quasi-identifiers (`determined`).",
	Params: []call.Param{
		call.ParamTable, call.ParamQI, call.ParamSensitiveIfAny, people.ParamPrivacy, call.ParamPerson, call.ParamWeight, call.ParamValues, people.ParamAbsentValues, release.ParamOtherColumnsChecked,
		paramExactOriginal, paramExactHierarchies, paramExactValues, call.ParamOtherSensitive, call.ParamWithin, people.ParamMissing, call.ParamSuppressedRows, call.ParamShowValues, paramOutput,
	},
	Columns: checkColumns,
	Example: `FROM release_check('(VALUES (''20s'', ''Flu''), (''20s'', ''AIDS''), (''20s'', ''Flu''),
                            (''30s'', ''Cold''), (''30s'', ''Flu'')) t(age, disease)',
                   qi := ['age'], sensitive := 'disease', privacy := {'k_anonymity': 2, 'max_share': 0.6})`,
	Notes: []string{
		"The rows are in the order of the table of [requirements](#privacy-requirements), points in the order of their values; then `exact_values`, `other_columns`, `other_columns_tell`, `people_counted`, `suppressed_rows`, `determined`.",
		"`exact_values` is there where labels of `qi` columns are ranges or sets, or `original` is given: see [Exact values in labels](#exact-values-in-labels). It holds if at most one person in twenty is shown, or as many as `exact_values` allows; with `exact_values := NULL` nothing is required, and `required` and `holds` are NULL. Without `original` nobody can tell whom labels show, and all three are NULL. `value` is NULL.",
		"With `person`, people are counted, wherever their rows are: see [People with several rows](#people-with-several-rows).",
		"With `within` there is a last column, `stratum`: a STRUCT of these columns, with a stratum in which the worst of the row is. NULL where a row is not about a QI group, and with `show_values := false`.",
		"`other_columns` is there where `tbl` has [columns without a role](#columns-without-a-role): `achieved` is the share of the people whom they single out, 0 is required, and `rule` names the columns. `value` is NULL.",
		"`other_columns_tell` is there where such columns tell the sensitive value, or are nearly unique: `achieved` is how many do, 0 is required, and `rule` says which.",
		"`people_counted` is there where rows look like several of a person, or a weight like a sampling weight: see [Are rows people?](#are-rows-people)",
		"`suppressed_rows` is there where rows show `*` in every `qi` column, beside others or left out: `achieved` is how many. Nothing is required of them; see [Suppressed rows](#suppressed-rows).",
		"With `missing := 'any'` nothing but `k_anonymity` and `known_columns` can be required, and `achieved` is how few rows somebody's may be: see [Missing values](#missing-values).",
		"`determined` is there with `original`, where the sensitive value follows from one or two `qi` columns, exactly or nearly: see [What follows from what](#what-follows-from-what). Then `achieved` is the share of people for whom the rule gives the right value, among those who share their values of these columns with somebody: of the others nothing shows whether they follow it. No release hides that, so `required` and `holds` are NULL.",
		"An empty table, or one whose weights are all 0, satisfies every requirement, and achieves nothing: `achieved` is NULL, or 0 of a skyline. So that a wrong WHERE does not pass, it has a row `people_counted` as well, which does not hold. It has no values, so that a skyline that names one is an error without `absent_values := 'allow'`.",
	},
	Cost:    "one scan and one GROUP BY of the `qi` columns; then time proportional to the different histograms. Where there are columns without a role, another scan, a third for what each tells, and a fourth where they single somebody out; with `original` another one of it, whose rows are kept as codes, 4 bytes for each value, and a pass over them for each column without a role and each pair of `qi` columns: a view or a query that is random should be kept in a table first.",
	Plan:    planReleaseCheck,
	Outputs: []call.Output{violatingGroups, summaryOfCheck},
	Kernels: []host.Kernel{requirementsKernel, matchesKernel, determinedKernel, violationsKernel},
	Scalars: func() []host.Scalar {
		return []host.Scalar{withinScalar(), mergeScalar(), meetsScalar(), people.FindingMeaningScalar()}
	},
}

// checkColumns are those of its rows.
var checkColumns = []call.ResultColumn{
	{Name: "requirement", Type: "VARCHAR", Doc: "the name of the requirement; or `exact_values`, `other_columns`, `other_columns_tell`, `people_counted`, `suppressed_rows` or `determined`"},
	{Name: "attribute", Type: "VARCHAR", Doc: "the sensitive column that the row is about; NULL where it is about people"},
	{Name: "holds", Type: "BOOLEAN", Doc: "whether it is within the bound, decided exactly"},
	{Name: "achieved", Type: "DOUBLE", Doc: "the worst that occurs: of `recursive_diversity`, the largest r₁/(r_l + …), infinity where a group has fewer than l values; of `entropy_diversity`, the smallest exp(entropy)"},
	{Name: "required", Type: "DOUBLE", Doc: "its bound"},
	{Name: "meaning", Type: "VARCHAR", Doc: "the row in words"},
	{Name: "value", Type: "as `sensitive`", Doc: "of a skyline, of implications, of negations and of `max_share`: the sensitive value that is worst; of the last two, the most frequent one of the worst group, and of several the first by text, NULL last. For a skyline's point on a value that the table does not have, it is that value", Data: true},
	{Name: "rule", Type: "VARCHAR", Doc: "what is bounded, and how", Data: true},
}

// planReleaseCheck writes the statement: DuckDB groups the rows; the kernel checks the
// requirements; what else a row says is found out in SQL.
func planReleaseCheck(c *call.Call) (sqltext.SQL, error) {
	output, err := c.Choice(call.ParamOutput, outputRequirements, outputSummary, outputGroups)
	if err != nil {
		return "", err
	}
	in, err := people.NewInput(c)
	if err != nil {
		return "", err
	}
	sumUp := output == outputSummary
	if sumUp && in.MatchesAny {
		return "", c.Errorf("missing must be 'category' where output is 'summary': with 'any' there are no QI groups, since two rows that match a third need not match each other")
	}
	required, err := people.ReadRequirementsToCheck(in)
	if err != nil {
		return "", err
	}
	in.CountAnywhere(required)
	checks, err := release.ChecksOthers(c)
	if err != nil {
		return "", err
	}
	exact, err := readExactValues(in)
	if err != nil {
		return "", err
	}
	var p sqltext.Plan
	spec, job := in.AddCandidate(&p, required, people.Reading{Counted: in.MatchesAny, Twice: in.MatchesAny || required.KnownColumns != nil || in.Within > 0})
	job.Kernel, job.Why, job.Rows = requirementsKernel.Name, "what the table has of each requirement", "__skyline_findings"
	job.Spec = requirementsSpec{spec, sumUp, c.Overrides, c.Uncounted != ""}
	if in.MatchesAny {
		spec := matchesSpec{K: required.KAnonymity, Known: required.KnownColumns}
		if spec.Known != nil {
			spec.Rule = spec.Known.Rule(in)
		}
		job.Kernel, job.Why, job.Spec = matchesKernel.Name, "how few people somebody matches", spec
		job.Data, job.From = []sqltext.Member{{Name: "rows", Value: "x.rows"}}, in.AddMatchRows(&p, people.Groups, "0", "0")+" AS x"
		if exact == nil {
			addLabelled(&p, in)
		}
	} else if exact == nil {
		addLabelled(&p, in)
		job.From = groupsAndLabels + " AS x"
	}
	p.Run(job)
	part, meaning, holds, rule := sqltext.SQL("0"), people.FindingMeaning, sqltext.SQL("holds"), sqltext.SQL("rule")
	if sumUp {
		part, meaning, holds, rule = summarized()
	}
	parts := []sqltext.SQL{sqltext.Fill(`
		SELECT {part} AS part, r.i, r.requirement, r.required, r.achieved, r.holds, r.rule, {value} AS value, r.attribute
		FROM {rows}
	`, sqltext.Args{"part": part, "value": people.TypedValue(), "rows": in.Readable("__skyline_findings")})}
	add := func(part int64, row sqltext.SQL) {
		parts = append(parts, sqltext.Fill("SELECT {part}, 0, *, NULL FROM ({row})", sqltext.Args{"part": sqltext.Int(part), "row": row}))
	}
	if required.KnownColumns != nil && !in.MatchesAny {
		parts = append(parts, sqltext.Fill("SELECT 0, {i}, *, NULL FROM ({row})", sqltext.Args{"i": behindFindings, "row": knownRow(&p, in, required.KnownColumns)}))
	}
	if exact != nil {
		exact.add(&p)
		add(1, exact.row())
	} else {
		add(1, unknownRow(in))
	}
	counts := checks && in.Person == "" && in.Weight == ""
	if checks {
		add(2, addOthers(&p, in, counts && exact == nil))
		add(3, release.TellingRow("that are neither qi nor sensitive"))
	}
	if exact != nil {
		exact.counts = counts
		if counts || len(in.Sensitive) > 0 {
			parts = append(parts, sqltext.Fill("SELECT 6, * FROM ({rows})", sqltext.Args{"rows": exact.addDetermined(&p)}))
		}
	}
	switch {
	case counts && exact == nil:
		add(4, release.PeopleCountedRow(release.Telling))
	case counts:
		add(4, release.PeopleCountedRow(determinedRows))
	case in.Weight != "":
		add(4, weightRow(in))
	}
	add(4, nobodyRow(in))
	add(5, suppressedRow(in))
	stratum, strata, i := sqltext.SQL(""), sqltext.SQL(""), sqltext.SQL("i")
	if in.Within > 0 {
		addWorstStrata(&p, in, required)
		stratum, strata, i = ", "+c.Shown("s.stratum")+" AS stratum", " AS x LEFT JOIN "+worstStrata+" AS s ON x.part = 0 AND s.i = x.i", "x.i"
	}
	return p.Statement(sqltext.Fill(`
		SELECT requirement, attribute, {holds}, achieved, required, {meaning} AS meaning, value, {rule}{stratum}
		FROM (
		    {parts}
		){strata}
		ORDER BY part, {i}
	`, sqltext.Args{"parts": sqltext.Join("\nUNION ALL\n", parts...), "meaning": meaning, "holds": holds, "rule": rule, "stratum": stratum, "strata": strata, "i": i})), nil
}

// addOthers adds the CTEs about columns without a role, and returns the row on them; counts is
// whether they may show that rows are no people.
func addOthers(p *sqltext.Plan, in *people.Input, counts bool) sqltext.SQL {
	others := release.UntouchedOf(in, in.QI)
	others.Counts = counts
	if in.Anywhere || in.ValuesPerPerson != people.One {
		others.Person = in.Person
	}
	others.Checked = true
	others.Add(p, in.Call.Function.Name)
	return release.OthersRow("that are neither qi nor sensitive")
}

// foundRow is what is found of a requirement, and the histogram of the worst group; NULL where no
// group is.
type foundRow struct {
	people.Finding
	Histogram sql.Null[host.Bytes]
}

// requirementsSpec is what the kernel gets; Summary asks for a last row about all.
type requirementsSpec struct {
	people.CandidateSpec
	Summary   bool     `json:"summary,omitempty"`
	Overrides []string `json:"overrides,omitempty"` // what the call gives beside a plan
	RowsOnly  bool     `json:"rows_only,omitempty"` // whether rows are no people, as the plan says
}

var requirementsKernel = host.KernelOf("requirements", runRequirements)

func runRequirements(ctx context.Context, spec *requirementsSpec) (*host.Rows[foundRow], error) {
	c, err := spec.Read()
	if err != nil {
		return nil, err
	}
	out := host.NewRows[foundRow]()
	sum := newSummary(c, spec)
	err = c.Check(ctx, func(f *privacy.Finding) {
		row := foundRow{Finding: c.Finding(out.Len(), f)}
		if f.Group >= 0 {
			row.Histogram = host.Some(host.Bytes(c.Release.Table.Groups[f.Group].Histogram))
		}
		out.Add(row)
		sum.add(f)
	})
	if spec.Summary {
		out.Add(foundRow{Finding: sum.row(out.Len(), spec.Overrides)})
	}
	return out, err
}
