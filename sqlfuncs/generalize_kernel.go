package sqlfuncs

import (
	"context"
	"fmt"
	"strings"

	"skyline/engine/privacy"
)

// leftFields are the rows of the kernel that says which groups are left out.
var leftFields = []Field{{"histogram", Type{Kind: Blob}}}

// runLeaveOut returns the histograms of the groups that are left out.
func runLeaveOut(ctx context.Context, in *requirementsInput) (Column, error) {
	left, ok, err := in.leaveOut(ctx, limitOf(in.own, in.release.Table.People))
	if err != nil {
		return Column{}, err
	}
	if !ok {
		return Column{}, in.cannotKeep(ctx)
	}
	out := newRowBuilder(leftFields)
	for _, histogram := range left {
		out.text(0, histogram, false)
		out.row()
	}
	return out.column(), nil
}

// leaveOut returns the histograms of the groups that have to be left out, and whether
// these are at most so many people.
func (in *requirementsInput) leaveOut(ctx context.Context, limit int64) (left []string, ok bool, err error) {
	kept, _, ok, err := privacy.Suppress(ctx, in.release, in.requirements, limit)
	for i, keeps := range kept {
		if !keeps {
			left = append(left, in.release.Table.Groups[i].Histogram)
		}
	}
	return left, ok, err
}

// cannotKeep says what the release candidate misses.
func (in *requirementsInput) cannotKeep(ctx context.Context) error {
	missed, _, err := missed(ctx, in.release, in.requirements)
	if err != nil {
		return err
	}
	if in.hidden {
		return fmt.Errorf("privacy must hold at these levels, and does not (%s); choose other levels, as generalization_search finds them, or ask for less", strings.Join(missed, "; "))
	}
	return fmt.Errorf("privacy must hold at these levels, with at most a share of suppression := %v of the people left out, and does not (%s); choose other levels, as generalization_search finds them, ask for less, or allow more",
		in.own, strings.Join(missed, "; "))
}
