package check

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// Values of the parameter output.
const (
	outputRequirements = "requirements"
	outputGroups       = "groups"
	outputSummary      = "summary"
)

var paramOutput = call.Param{Name: call.ParamOutput, Type: "VARCHAR", Default: "'" + outputRequirements + "'", Doc: "`'requirements'`, a row for each; `'summary'`, [these and a last row, the release in a line](#release_check-summary); `'groups'`, [the QI groups that violate one](#release_check-groups)"}

// violatingGroups is what release_check returns of QI groups.
var violatingGroups = call.Output{
	Names:       []string{outputGroups},
	Description: "A row for each QI group and each requirement of `privacy` that it violates; of a skyline, for each of its points and each sensitive value. A column is to blame if the requirement would hold for the people of the group without it: if the group were one with all groups that differ from it in this column only.",
	Columns: []call.ResultColumn{
		{Name: "qi_group", Type: "STRUCT", Doc: "the group's values in the `qi` columns", Data: true},
		{Name: "size", Type: "BIGINT", Doc: "how many people it has"},
		{Name: "requirement", Type: "VARCHAR", Doc: "the name of the requirement"},
		{Name: "required", Type: "DOUBLE", Doc: "its bound"},
		{Name: "achieved", Type: "DOUBLE", Doc: "what the group has; of a skyline, the breach probability of its people; of implications, the maximum disclosure about them"},
		{Name: "value", Type: "as `sensitive`", Doc: "of a skyline and of implications: the sensitive value; of `max_share` and `negations`: the most frequent one of the group, of several the first by text, NULL last", Data: true},
		{Name: "blame", Type: "VARCHAR[]", Doc: "the `qi` columns to blame, in their order; empty if no single one is"},
		{Name: "rule", Type: "VARCHAR", Doc: "what is bounded, and how", Data: true},
		{Name: "attribute", Type: "VARCHAR", Doc: "the sensitive column that the row is about; NULL where it is about people"},
		{Name: "witness", Type: "STRUCT", Doc: "of a skyline, the worst case of the group's people: `target_people` people in whom the value occurs `target_having` times; " + witnessDoc + ". NULL for other requirements", Data: true},
	},
	Example: `FROM release_check('(VALUES (20, ''F'', ''Flu''), (20, ''F'', ''AIDS''), (20, ''M'', ''Flu''),
                            (30, ''M'', ''Cold'')) t(age, sex, disease)',
                   qi := ['age', 'sex'], sensitive := 'disease', privacy := {'k_anonymity': 2}, output := 'groups')`,
	Notes: []string{
		"The rows are in the order of the groups, then of the requirements. No rows: the table satisfies them all.",
		"For a skyline and for implications, `achieved` is for targets in the group; what the adversary knows of others may be anywhere in the table. To tell whether a column is to blame, the groups that differ in it only are merged into one, and the other groups stay as they are.",
		"For `known_columns` there is a row for each subset of `m` columns and what fewer than `k` people share in them: `blame` has these columns, `qi_group` their values, and NULL for the other columns; `size` and `achieved` are how many people share them. These rows come last.",
		"With `presence` there are rows for QI groups of the public table with nobody of `tbl`, too, and `size` counts the people of `tbl`.",
	},
	Cost: "that of the requirements, and for each `qi` column a GROUP BY of the groups that differ from a violating one in that column only.",
	Plan: planViolatingGroups,
}

// planViolatingGroups writes the statement: DuckDB groups the rows; the kernel finds the
// violations; for each column, the groups that are one with a violating one without it are
// merged, and asked about.
func planViolatingGroups(c *call.Call) (sqltext.SQL, error) {
	in, err := people.NewInput(c)
	if err != nil {
		return "", err
	}
	if in.MatchesAny {
		return "", c.Errorf("missing must be 'category' where output is 'groups': with 'any' there are no QI groups, since two rows that match a third need not match each other")
	}
	required, err := people.ReadRequirementsToCheck(in)
	if err != nil {
		return "", err
	}
	in.CountAnywhere(required)
	var p sqltext.Plan
	spec, job := in.AddCandidate(&p, required, people.Reading{Twice: true})
	job.Kernel, job.Why, job.Rows = violationsKernel.Name, "the violations of each different histogram", "__skyline_violated"
	job.Spec = spec
	p.Run(job)
	p.Keep("__skyline_violations", "the violations, each of a QI group", sqltext.Fill(`
		SELECT {keys}, g.h, r.*
		FROM __skyline_violated AS r JOIN {groups} AS g ON g.h = r.histogram
	`, sqltext.Args{"keys": sqltext.List(sqltext.Prefixed("g", in.Keys())), "groups": people.Groups}))
	blames := sqltext.Map(in.QI, func(i int, _ string) sqltext.SQL { return newBlame(&p, in, i).add(required.Coupled()) })
	p.With("__skyline_blames", "the columns to blame for each violation", sqltext.Fill(`
		SELECT {keys}, i, list(name ORDER BY place ASC) AS names
		FROM (
		    {blames}
		)
		GROUP BY ALL
	`, sqltext.Args{"keys": sqltext.List(in.Keys()), "blames": sqltext.Join("\nUNION ALL\n", blames...)}))
	columns := sqltext.SQL("")
	if required.KnownColumns != nil {
		columns = sqltext.List(sqltext.Prefixed("r", in.Keys())) + ", r.i, "
	}
	rows := sqltext.Fill(`
		SELECT
		    {columns}{group} AS qi_group, r.size, r.requirement, r.required, r.achieved, {value} AS value,
		    coalesce(b.names, list_value()::VARCHAR[]) AS blame, r.rule, r.attribute,
		    CASE WHEN r.negated_ratio IS NOT NULL THEN struct_pack(
		        target_people := r.target_people, target_having := r.target_having, ruled_out := {ruled_out},
		        {numbers}
		    ) END AS witness
		FROM {rows} LEFT JOIN __skyline_blames AS b ON b.i = r.i AND {same}
	`, sqltext.Args{
		"ruled_out": "cast_to_type(r.ruled_out, list_value(t.s))", "numbers": witnessNumbers("r", ""),
		"group": in.GroupStruct("r"), "value": people.TypedValue(), "rows": in.Readable("__skyline_violations"),
		"same": sqltext.Equal("b", "r", in.Keys()), "columns": columns,
	})
	if required.KnownColumns != nil {
		return p.Statement(withKnownViolations(&p, in, required.KnownColumns, rows)), nil
	}
	return p.Statement(sqltext.Fill("{rows}\nORDER BY {order}, r.i", sqltext.Args{"rows": rows, "order": sqltext.Ordered("r", in.Keys())})), nil
}
