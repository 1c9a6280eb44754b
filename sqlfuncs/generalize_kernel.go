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
	limit := limitOf(in.own, in.release.Table.People)
	kept, _, ok, err := privacy.Suppress(ctx, in.release, in.requirements, limit)
	if err != nil {
		return Column{}, err
	}
	if !ok {
		return Column{}, in.cannotKeep(ctx)
	}
	out := newRowBuilder(leftFields)
	for i, keeps := range kept {
		if !keeps {
			out.text(0, in.release.Table.Groups[i].Histogram, false)
			out.row()
		}
	}
	return out.column(), nil
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
