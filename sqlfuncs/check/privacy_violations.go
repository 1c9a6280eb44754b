package check

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// PrivacyViolations is privacy_violations.
var PrivacyViolations = &call.Function{
	Name:        violationsFunction,
	Summary:     "The QI groups that violate privacy requirements, by how much, and the columns to blame.",
	Description: "A row for each QI group and each requirement of `privacy` that it violates; of a skyline, for each of its points and each sensitive value. A column is to blame if the requirement would hold for the people of the group without it: if the group were one with all groups that differ from it in this column only.",
	Params:      ReleaseCheck.Params,
	Columns: []call.ResultColumn{
		{Name: "qi_group", Type: "STRUCT", Doc: "the group's values in the `qi` columns"},
		{Name: "size", Type: "BIGINT", Doc: "how many people it has"},
		{Name: "requirement", Type: "VARCHAR", Doc: "the name of the requirement"},
		{Name: "required", Type: "DOUBLE", Doc: "its bound"},
		{Name: "achieved", Type: "DOUBLE", Doc: "what the group has; of a skyline, the breach probability of its people; of implications, the maximum disclosure about them"},
		{Name: "value", Type: "as `sensitive`", Doc: "of a skyline and of implications: the sensitive value; of `max_share`: the most frequent one of the group, of several the first by text, NULL last"},
		{Name: "blame", Type: "VARCHAR[]", Doc: "the `qi` columns to blame, in their order; empty if no single one is"},
		{Name: "rule", Type: "VARCHAR", Doc: "what is bounded, and how"},
	},
	Example: `FROM privacy_violations('(VALUES (20, ''F'', ''Flu''), (20, ''F'', ''AIDS''), (20, ''M'', ''Flu''), (30, ''M'', ''Cold'')) t(age, sex, disease)',
                        qi := ['age', 'sex'], sensitive := 'disease', privacy := {'k_anonymity': 2})`,
	Notes: []string{
		call.NoteNull,
		"With `presence` there are rows for QI groups of the public table with nobody of `tbl`, too, and `size` counts the people of `tbl`.",
		"The rows are in the order of the groups, then of the requirements. No rows: the table satisfies them all.",
		"For a skyline and for implications, `achieved` is for targets in the group; what the adversary knows of others may be anywhere in the table. To tell whether a column is to blame, the groups that differ in it only are merged into one, and the other groups stay as they are.",
		"Cost: that of `release_check`, and for each `qi` column a GROUP BY of the groups that differ from a violating one in that column only.",
		call.NoteModel,
	},
	Plan:    planPrivacyViolations,
	Kernels: []host.Kernel{violationsKernel},
	Scalars: func() []host.Scalar { return []host.Scalar{mergeScalar(), meetsScalar(), entriesScalar()} },
}

// planPrivacyViolations writes the statement: DuckDB groups the rows; the kernel finds the
// violations; for each column, the groups that are one with a violating one without it are
// merged, and asked about.
func planPrivacyViolations(c *call.Call) (sqltext.SQL, error) {
	in, err := people.NewInput(c)
	if err != nil {
		return "", err
	}
	required, err := people.ReadRequirements(in)
	if err != nil {
		return "", err
	}
	var p sqltext.Plan
	job := in.AddCandidate(&p, required, people.Reading{Twice: true})
	job.Kernel, job.Why, job.Rows = violationsKernel.Name, "the violations of each different histogram", "__skyline_violated"
	job.Spec = people.CandidateSpec{Privacy: required}
	p.Run(job)
	p.Keep("__skyline_violations", "the violations, each of a QI group", sqltext.Fill(`
		SELECT {keys}, g.h, r.*
		FROM __skyline_violated AS r JOIN {groups} AS g ON g.h = r.histogram
	`, sqltext.Args{"keys": sqltext.List(sqltext.Prefixed("g", in.Keys())), "groups": people.Groups}))
	blames := sqltext.Map(in.QI, func(i int, _ string) sqltext.SQL { return addBlame(&p, in, i, required.Coupled()) })
	p.With("__skyline_blames", "the columns to blame for each violation", sqltext.Fill(`
		SELECT {keys}, i, list(name ORDER BY place ASC) AS names
		FROM (
		    {blames}
		)
		GROUP BY ALL
	`, sqltext.Args{"keys": sqltext.List(in.Keys()), "blames": sqltext.Join("\nUNION ALL\n", blames...)}))
	return p.Statement(sqltext.Fill(`
		SELECT
		    {group} AS qi_group, r.size, r.requirement, r.required, r.achieved, {value} AS value,
		    coalesce(b.names, list_value()::VARCHAR[]) AS blame, r.rule
		FROM {rows} LEFT JOIN __skyline_blames AS b ON b.i = r.i AND {same}
		ORDER BY {order}, r.i
	`, sqltext.Args{
		"group": in.GroupStruct("r"), "value": people.TypedValue(), "rows": in.Readable("__skyline_violations"),
		"same": sqltext.Equal("b", "r", in.Keys()), "order": sqltext.Ordered("r", in.Keys()),
	})), nil
}

// addBlame adds the CTEs for the i-th column: the groups that are one without it with a
// violating one, merged. It returns the SELECT of the violations that the column is to
// blame for. coupled says that a requirement looks at the other groups too.
func addBlame(p *sqltext.Plan, in *people.Input, i int, coupled bool) sqltext.SQL {
	var others []sqltext.SQL
	for j, key := range in.Keys() {
		if j != i {
			others = append(others, key)
		}
	}
	if len(others) == 0 {
		// All groups are one without the only column.
		others = []sqltext.SQL{"0"}
	}
	names := sqltext.Numbered(len(others), "o#")
	o, renamed := sqltext.List(names), sqltext.List(sqltext.Map(others, func(j int, other sqltext.SQL) sqltext.SQL { return other + " AS " + names[j] }))
	number := sqltext.Int(int64(i + 1))
	near, alike, one, merged := "__skyline_near"+number, "__skyline_close"+number, "__skyline_one"+number, "__skyline_merged"+number
	p.With(near, "what the violating groups have in the other columns", sqltext.Fill(`
		SELECT {renamed}, min(checker) AS checker
		FROM __skyline_violations
		GROUP BY {o}
	`, sqltext.Args{"renamed": renamed, "o": o}))
	p.With(alike, "the groups that have the same there", sqltext.Fill(`
		SELECT {o}, near.checker, x.h
		FROM (SELECT {renamed}, h FROM {groups}) AS x JOIN {near} AS near ON {same}
	`, sqltext.Args{
		"o": sqltext.List(sqltext.Prefixed("x", names)), "renamed": renamed, "groups": people.Groups, "near": near, "same": sqltext.Equal("near", "x", names),
	}))
	p.With(one, "these as one group, with its histogram", sqltext.Fill(`
		SELECT {o}, checker, __skyline_absent(__skyline_histogram({key}, value, n), {absent}) AS h
		FROM (SELECT {o}, checker, UNNEST(__skyline_entries(h), recursive := true) FROM {alike})
		GROUP BY {o}, checker
	`, sqltext.Args{"o": o, "key": sqltext.PlanKey, "absent": bigint("coalesce(sum(absent), 0)"), "alike": alike}))
	// of counts the groups that are one by their histograms, where that matters.
	of, from := sqltext.SQL("encode('')"), one+" AS h"
	if coupled {
		of = "s.of"
		from = sqltext.Fill(`
			{one} AS h
			JOIN (SELECT {o}, __skyline_histogram({key}, hex(h), 1) AS of FROM {alike} GROUP BY {o}) AS s ON {same}
		`, sqltext.Args{"one": one, "o": o, "key": sqltext.PlanKey, "alike": alike, "same": sqltext.Equal("s", "h", names)})
	}
	p.Keep(merged, "their numbers, by which the checker knows them", sqltext.Fill(`
		SELECT {o}, __skyline_merge(h.checker, h.h, {of}) AS merged
		FROM {from}
	`, sqltext.Args{"o": sqltext.List(sqltext.Prefixed("h", names)), "of": of, "from": from}))
	return sqltext.Fill(`
		SELECT {keys}, v.i, {place} AS place, {name} AS name
		FROM (SELECT *, {renamed} FROM __skyline_violations) AS v JOIN {merged} AS m ON {same}
		WHERE __skyline_meets(v.checker, v.i, m.merged)
	`, sqltext.Args{
		"keys": sqltext.List(sqltext.Prefixed("v", in.Keys())), "place": sqltext.Int(int64(i)), "name": sqltext.Text(in.QI[i]),
		"renamed": renamed, "merged": merged, "same": sqltext.Equal("m", "v", names),
	})
}
