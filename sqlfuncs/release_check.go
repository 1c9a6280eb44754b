package sqlfuncs

import (
	"context"
	"strings"

	"skyline/engine/privacy"
	"skyline/engine/progress"
)

var releaseCheck = &Function{
	Name:        "release_check",
	Summary:     "Does a release satisfy privacy requirements? One row for each.",
	Description: "A row for each requirement of `privacy`, and for each point of its skyline: what is required, the worst that the table has, and whether it holds. Rows equal on all `qi` form a QI group, so for a release of `skyline_anonymize` it proves what was asked for; give `qi := ['group_id'], others := 'keep'` for a bucketized one. What `privacy` does not speak of is whom the other columns of the table single out, which one more row says, and whom exact values in labels single out, which another does where `original` is given.",
	Params: []Param{
		paramTable, paramQI, paramSensitiveIfAny, paramPrivacy, paramPerson, paramWeight, paramValues, paramAbsent, paramOthersChecked,
		paramExactOriginal, paramExactHierarchies, paramExactValues,
	},
	Columns: []ResultColumn{
		{"requirement", "VARCHAR", "the name of the requirement; or `exact_values`, or `others`"},
		{"required", "DOUBLE", "its bound"},
		{"achieved", "DOUBLE", "the worst that occurs: of `recursive_diversity`, the largest r₁/(r_l + …), infinity where a group has fewer than l values; of `entropy_diversity`, the smallest exp(entropy)"},
		{"holds", "BOOLEAN", "whether it is within the bound, decided exactly"},
		{"rule", "VARCHAR", "what is bounded, and how"},
		{"value", "as `sensitive`", "of a skyline, of implications and of `max_share`: the sensitive value that is worst; of `max_share`, the most frequent one of the worst group, and of several the first by text, NULL last. Of a skyline's point for a value that the table does not have, that value"},
	},
	Example: `FROM release_check('(VALUES (''20s'', ''Flu''), (''20s'', ''AIDS''), (''20s'', ''Flu''), (''30s'', ''Cold''), (''30s'', ''Flu'')) t(age, disease)',
                   qi := ['age'], sensitive := 'disease', privacy := {'k_anonymity': 2, 'max_share': 0.5})`,
	Notes: []string{
		noteNull,
		"The rows are in the order of the requirements in the table above, points in the order of their values.",
		noteExactValues,
		noteOthersChecked,
		"An empty table satisfies every requirement, and achieves nothing: `achieved` is NULL, or 0 of a skyline. It has no values, so that a skyline that names one is an error without `absent := 'allow'`.",
		"Cost: one scan and one GROUP BY of the `qi` columns; then time proportional to the different histograms. Where there are columns without a role, another scan, or a third where they single somebody out: a view or a query that is random should be kept in a table first.",
		noteModel,
	},
	Plan: planReleaseCheck,
	Scalars: func() []Scalar {
		return append(requirementsScalars("release_check", findingFields, runReleaseCheck), withinScalar())
	},
}

func planReleaseCheck(c *Call) (string, error) {
	in, err := newInput(c)
	if err != nil {
		return "", err
	}
	spec, err := c.privacy(in)
	if err != nil {
		return "", err
	}
	checks, err := c.checksOthers()
	if err != nil {
		return "", err
	}
	exact, err := c.exactValues(in)
	if err != nil {
		return "", err
	}
	in.labels = exact == nil
	ctes := planRequirements(in, spec, "0")
	rows := "SELECT 0 AS part, r.i, r.requirement, r.required, r.achieved, r.holds, r.rule, " + typedValue + " AS value FROM (SELECT r.* FROM __skyline_rows AS r, __skyline_types AS t WHERE " + in.readable() +
		") AS r CROSS JOIN __skyline_types AS t"
	if exact != nil {
		ctes = append(ctes, exact.ctes()...)
		rows += " UNION ALL SELECT 1, 0, * FROM (" + exact.row() + ")"
	} else {
		rows += " UNION ALL SELECT 1, 0, * FROM (" + in.exactUnknownRow() + ")"
	}
	if checks {
		u := &untouched{columns: in.source, source: in.source, roles: quoted(in.roles()), own: quoted(in.roles()), weight: in.weightColumn(), groups: keysOf(in.qi)}
		u.rows = func(source string) string { return source }
		if in.values != "one" {
			u.person = in.person
		}
		ctes = append(ctes, u.ctes()...)
		rows += " UNION ALL SELECT 2, 0, * FROM (" + othersRow("that are neither qi nor sensitive") + ")"
	}
	return "WITH RECURSIVE " + strings.Join(ctes, ",\n") +
		"\nSELECT requirement, required, achieved, holds, rule, value FROM (" + rows + ") ORDER BY part, i", nil
}

var findingFields = []Field{
	{"i", Type{Kind: Bigint}},
	{"requirement", Type{Kind: Varchar}},
	{"required", Type{Kind: Double}},
	{"achieved", Type{Kind: Double}},
	{"holds", Type{Kind: Boolean}},
	{"rule", Type{Kind: Varchar}},
	{"value", Type{Kind: Varchar}},
}

func runReleaseCheck(ctx context.Context, in *requirementsInput) (Column, error) {
	out := newRowBuilder(findingFields)
	err := in.check(ctx, func(f *privacy.Finding) {
		in.addFinding(out, f)
		out.row()
	})
	return out.column(), err
}

// check calls f for what the release candidate achieves of each requirement.
func (in *requirementsInput) check(ctx context.Context, f func(*privacy.Finding)) error {
	for i, r := range in.requirements {
		findings, err := r.Check(progress.Part(ctx, i, len(in.requirements)), in.release)
		if err != nil {
			return err
		}
		for i := range findings {
			f(&findings[i])
		}
	}
	return nil
}

// addFinding adds the columns findingFields of a row.
func (in *requirementsInput) addFinding(out *rowBuilder, f *privacy.Finding) {
	out.int64(0, int64(out.rows))
	out.text(1, f.Requirement, false)
	out.float64(2, f.Required)
	out.float64OrNull(3, f.Achieved)
	out.bool(4, f.Holds)
	out.text(5, f.Rule, false)
	switch {
	case f.Value >= 0:
		v := in.release.Table.Values[f.Value]
		out.text(6, v.Text, v.Null)
	case f.Absent != nil:
		out.text(6, *f.Absent, false)
	default:
		out.null(6)
	}
}
