package release

import (
	"context"

	"skyline/engine/privacy"
	"skyline/engine/progress"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldpeople"
)

var FindingFields = []host.Field{
	{Name: "i", Type: host.Type{Kind: host.Bigint}},
	{Name: "requirement", Type: host.Type{Kind: host.Varchar}},
	{Name: "required", Type: host.Type{Kind: host.Double}},
	{Name: "achieved", Type: host.Type{Kind: host.Double}},
	{Name: "holds", Type: host.Type{Kind: host.Boolean}},
	{Name: "rule", Type: host.Type{Kind: host.Varchar}},
	{Name: "value", Type: host.Type{Kind: host.Varchar}},
}

// CheckAll calls f for what the release candidate achieves of each requirement.
func CheckAll(in *oldpeople.RequirementsInput, ctx context.Context, f func(*privacy.Finding)) error {
	for i, r := range in.Requirements {
		findings, err := r.Check(progress.Part(ctx, i, len(in.Requirements)), in.Release)
		if err != nil {
			return err
		}
		for i := range findings {
			f(&findings[i])
		}
	}
	return nil
}

// AddFinding adds the columns findingFields of a row.
func AddFinding(in *oldpeople.RequirementsInput, out *host.RowBuilder, f *privacy.Finding) {
	out.Int64(0, int64(out.Rows))
	out.Text(1, f.Requirement, false)
	out.Float64(2, f.Required)
	out.Float64OrNull(3, f.Achieved)
	out.Bool(4, f.Holds)
	out.Text(5, f.Rule, false)
	switch {
	case f.Value >= 0:
		v := in.Release.Table.Values[f.Value]
		out.Text(6, v.Text, v.Null)
	case f.Absent != nil:
		out.Text(6, *f.Absent, false)
	default:
		out.Null(6)
	}
}
