package check

import (
	"context"
	"strings"

	"skyline/engine/privacy"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldpeople"
	"skyline/sqlfuncs/oldtext"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/release"
)

var ReleaseCheck = &call.Function{
	Name:        "release_check",
	Summary:     "Does a release satisfy privacy requirements? One row for each.",
	Description: "A row for each requirement of `privacy`, and for each point of its skyline: what is required, the worst that the table has, and whether it holds. Rows equal on all `qi` form a QI group, so for a release of `skyline_anonymize` it proves what was asked for; give `qi := ['group_id'], others := 'keep'` for a bucketized one. What `privacy` does not speak of is whom the other columns of the table single out, which one more row says, and whom exact values in labels single out, which another does where `original` is given.",
	Params: []call.Param{
		call.ParamTable, call.ParamQI, call.ParamSensitiveIfAny, people.ParamPrivacy, call.ParamPerson, call.ParamWeight, call.ParamValues, people.ParamAbsent, release.ParamOthersChecked,
		paramExactOriginal, paramExactHierarchies, paramExactValues,
	},
	Columns: []call.ResultColumn{
		{Name: "requirement", Type: "VARCHAR", Doc: "the name of the requirement; or `exact_values`, or `others`"},
		{Name: "required", Type: "DOUBLE", Doc: "its bound"},
		{Name: "achieved", Type: "DOUBLE", Doc: "the worst that occurs: of `recursive_diversity`, the largest r₁/(r_l + …), infinity where a group has fewer than l values; of `entropy_diversity`, the smallest exp(entropy)"},
		{Name: "holds", Type: "BOOLEAN", Doc: "whether it is within the bound, decided exactly"},
		{Name: "rule", Type: "VARCHAR", Doc: "what is bounded, and how"},
		{Name: "value", Type: "as `sensitive`", Doc: "of a skyline, of implications and of `max_share`: the sensitive value that is worst; of `max_share`, the most frequent one of the worst group, and of several the first by text, NULL last. Of a skyline's point for a value that the table does not have, that value"},
	},
	Example: `FROM release_check('(VALUES (''20s'', ''Flu''), (''20s'', ''AIDS''), (''20s'', ''Flu''), (''30s'', ''Cold''), (''30s'', ''Flu'')) t(age, disease)',
                   qi := ['age'], sensitive := 'disease', privacy := {'k_anonymity': 2, 'max_share': 0.5})`,
	Notes: []string{
		call.NoteNull,
		"The rows are in the order of the requirements in the table above, points in the order of their values.",
		noteExactValues,
		release.NoteOthersChecked,
		"An empty table satisfies every requirement, and achieves nothing: `achieved` is NULL, or 0 of a skyline. It has no values, so that a skyline that names one is an error without `absent := 'allow'`.",
		"Cost: one scan and one GROUP BY of the `qi` columns; then time proportional to the different histograms. Where there are columns without a role, another scan, or a third where they single somebody out: a view or a query that is random should be kept in a table first.",
		call.NoteModel,
	},
	Plan: call.Old(planReleaseCheck),
	Scalars: func() []host.Scalar {
		return append(oldpeople.RequirementsScalars("release_check", release.OldFindingFields, runReleaseCheck), withinScalar())
	},
}

func planReleaseCheck(c *call.Call) (string, error) {
	in, err := oldpeople.NewInput(c)
	if err != nil {
		return "", err
	}
	spec, err := oldpeople.ReadPrivacy(c, in)
	if err != nil {
		return "", err
	}
	checks, err := release.ChecksOthers(c)
	if err != nil {
		return "", err
	}
	exact, err := newExactValues(c, in)
	if err != nil {
		return "", err
	}
	in.Labels = exact == nil
	ctes := oldpeople.PlanRequirements(in, spec, "0")
	rows := "SELECT 0 AS part, r.i, r.requirement, r.required, r.achieved, r.holds, r.rule, " + oldpeople.TypedValue + " AS value FROM (SELECT r.* FROM __skyline_rows AS r, __skyline_types AS t WHERE " + in.Readable() +
		") AS r CROSS JOIN __skyline_types AS t"
	if exact != nil {
		ctes = append(ctes, exact.ctes()...)
		rows += " UNION ALL SELECT 1, 0, * FROM (" + exact.row() + ")"
	} else {
		rows += " UNION ALL SELECT 1, 0, * FROM (" + exactUnknownRow(in) + ")"
	}
	if checks {
		u := &release.OldUntouched{Columns: in.Source, Source: in.Source, Roles: oldtext.Quoted(in.Roles()), Own: oldtext.Quoted(in.Roles()), Weight: in.WeightColumn(), Groups: oldpeople.KeysOf(in.Qi)}
		u.Rows = func(source string) string { return source }
		if in.Values != "one" {
			u.Person = in.Person
		}
		ctes = append(ctes, u.Ctes()...)
		rows += " UNION ALL SELECT 2, 0, * FROM (" + release.OldOthersRow("that are neither qi nor sensitive") + ")"
	}
	return "WITH RECURSIVE " + strings.Join(ctes, ",\n") +
		"\nSELECT requirement, required, achieved, holds, rule, value FROM (" + rows + ") ORDER BY part, i", nil
}

func runReleaseCheck(ctx context.Context, in *oldpeople.RequirementsInput) (host.Column, error) {
	out := host.NewRowBuilder(release.OldFindingFields)
	err := release.OldCheckAll(in, ctx, func(f *privacy.Finding) {
		release.OldAddFinding(in, out, f)
		out.Row()
	})
	return out.Column(), err
}
