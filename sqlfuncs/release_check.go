package sqlfuncs

import (
	"context"
	"strings"

	"skyline/engine/privacy"
)

var releaseCheck = &Function{
	Name:        "release_check",
	Summary:     "Does a release satisfy privacy requirements? One row for each.",
	Description: "A row for each requirement of `privacy`, and for each point of its skyline: what is required, the worst that the table has, and whether it holds. Rows equal on all `qi` form a QI group, so for a release of `skyline_anonymize` it proves what was asked for; give `qi := ['group_id']` for a bucketized one.",
	Params: []Param{
		paramTable, paramQI, paramSensitiveIfAny, paramPrivacy, paramPerson, paramWeight, paramValues,
	},
	Columns: []ResultColumn{
		{"requirement", "VARCHAR", "the name of the requirement"},
		{"required", "DOUBLE", "its bound"},
		{"achieved", "DOUBLE", "the worst that occurs: of `recursive_diversity`, the largest r₁/(r_l + …), infinity where a group has fewer than l values; of `entropy_diversity`, the smallest exp(entropy)"},
		{"holds", "BOOLEAN", "whether it is within the bound, decided exactly"},
		{"rule", "VARCHAR", "what is bounded, and how"},
		{"value", "as `sensitive`", "of a skyline and of implications: the sensitive value that is worst"},
	},
	Example: `FROM release_check('(VALUES (''20s'', ''Flu''), (''20s'', ''AIDS''), (''20s'', ''Flu''), (''30s'', ''Cold''), (''30s'', ''Flu'')) t(age, disease)',
                   qi := ['age'], sensitive := 'disease', privacy := {'k_anonymity': 2, 'max_share': 0.5})`,
	Notes: []string{
		noteNull,
		"The rows are in the order of the requirements in the table above, points in the order of their values.",
		"An empty table satisfies every requirement, and achieves nothing: `achieved` is NULL, or 0 of a skyline.",
		"Cost: one scan and one GROUP BY of the `qi` columns; then time proportional to the different histograms.",
		noteModel,
	},
	Plan:    planReleaseCheck,
	Scalars: func() []Scalar { return requirementsScalars("release_check", findingFields, runReleaseCheck) },
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
	return "WITH RECURSIVE " + strings.Join(planRequirements(in, spec, "0"), ",\n") +
		"\nSELECT r.requirement, r.required, r.achieved, r.holds, r.rule, " + typedValue + " AS value FROM (SELECT r.* FROM __skyline_rows AS r, __skyline_types AS t WHERE " + in.readable() +
		") AS r CROSS JOIN __skyline_types AS t ORDER BY r.i", nil
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
	for _, r := range in.requirements {
		findings, err := r.Check(ctx, in.release)
		if err != nil {
			return Column{}, err
		}
		for _, f := range findings {
			in.addFinding(out, &f)
			out.row()
		}
	}
	return out.column(), nil
}

// addFinding adds the columns findingFields of a row.
func (in *requirementsInput) addFinding(out *rowBuilder, f *privacy.Finding) {
	out.int64(0, int64(out.rows))
	out.text(1, f.Requirement, false)
	out.float64(2, f.Required)
	out.float64OrNull(3, f.Achieved)
	out.bool(4, f.Holds)
	out.text(5, f.Rule, false)
	if f.Value < 0 {
		out.null(6)
		return
	}
	v := in.release.Table.Values[f.Value]
	out.text(6, v.Text, v.Null)
}
