package release

import (
	"context"
	"fmt"
	"strings"

	"skyline/engine/privacy"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldpeople"
)

// leftFields are the rows of the kernel that says which groups are left out.
var leftFields = []host.Field{{Name: "histogram", Type: host.Type{Kind: host.Blob}}}

// runLeaveOut returns the histograms of the groups that are left out.
func runLeaveOut(ctx context.Context, in *oldpeople.RequirementsInput) (host.Column, error) {
	left, ok, err := leaveOut(in, ctx, oldpeople.LimitOf(in.Own, in.Release.Table.People))
	if err != nil {
		return host.Column{}, err
	}
	if !ok {
		return host.Column{}, cannotKeep(in, ctx)
	}
	out := host.NewRowBuilder(leftFields)
	for _, histogram := range left {
		out.Text(0, histogram, false)
		out.Row()
	}
	return out.Column(), nil
}

// leaveOut returns the histograms of the groups that have to be left out, and whether
// these are at most so many people.
func leaveOut(in *oldpeople.RequirementsInput, ctx context.Context, limit int64) (left []string, ok bool, err error) {
	kept, _, ok, err := privacy.Suppress(ctx, in.Release, in.Requirements, limit)
	for i, keeps := range kept {
		if !keeps {
			left = append(left, in.Release.Table.Groups[i].Histogram)
		}
	}
	return left, ok, err
}

// cannotKeep says what the release candidate misses.
func cannotKeep(in *oldpeople.RequirementsInput, ctx context.Context) error {
	missed, _, err := missed(ctx, in.Release, in.Requirements)
	if err != nil {
		return err
	}
	if in.Hidden {
		return fmt.Errorf("privacy must hold at these levels, and does not (%s); choose other levels, as generalization_search finds them, or ask for less", strings.Join(missed, "; "))
	}
	return fmt.Errorf("privacy must hold at these levels, with at most a share of suppression := %v of the people left out, and does not (%s); choose other levels, as generalization_search finds them, ask for less, or allow more",
		in.Own, strings.Join(missed, "; "))
}
