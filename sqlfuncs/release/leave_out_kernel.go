package release

import (
	"context"
	"fmt"
	"strings"

	"skyline/engine/privacy"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
)

// LeaveOutSpec is what the kernel gets that says which QI groups are left out.
type LeaveOutSpec struct {
	people.CandidateSpec
	Suppression float64 `json:"suppression,omitzero"` // the largest share of people to leave out
}

// leftRow is the histogram of QI groups that are left out.
type leftRow struct{ Histogram host.Bytes }

// LeaveOutKernel returns the histograms of the groups that are left out.
var LeaveOutKernel = host.KernelOf("leave_out", runLeaveOut)

func runLeaveOut(ctx context.Context, spec *LeaveOutSpec) (*host.Rows[leftRow], error) {
	c, err := spec.Read()
	if err != nil {
		return nil, err
	}
	left, ok, err := LeaveOut(ctx, c, people.LimitOf(spec.Suppression, c.Release.Table.People))
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, cannotKeep(ctx, c, spec)
	}
	return leftRows(left), nil
}

func leftRows(left []string) *host.Rows[leftRow] {
	out := host.NewRows[leftRow]()
	for _, histogram := range left {
		out.Add(leftRow{host.Bytes(histogram)})
	}
	return out
}

// LeaveOut returns the histograms of the groups that have to be left out, and whether
// these are at most so many people.
func LeaveOut(ctx context.Context, c *people.Candidate, limit int64) (left []string, ok bool, err error) {
	kept, _, ok, err := privacy.Suppress(ctx, c.Release, c.Requirements, limit)
	for i, keeps := range kept {
		if !keeps {
			left = append(left, c.Release.Table.Groups[i].Histogram)
		}
	}
	return left, ok, err
}

// cannotKeep says what the release candidate misses.
func cannotKeep(ctx context.Context, c *people.Candidate, spec *LeaveOutSpec) error {
	missed, _, err := Missed(ctx, c.Release, c.Requirements)
	if err != nil {
		return err
	}
	if spec.Privacy.Presence != nil { // nobody may be left out
		return fmt.Errorf("privacy must hold at these levels, and does not (%s); choose other levels, as generalization_search finds them, or ask for less", strings.Join(missed, "; "))
	}
	return fmt.Errorf("privacy must hold at these levels, with at most a share of suppression := %v of the people left out, and does not (%s); choose other levels, as generalization_search finds them, ask for less, or allow more",
		spec.Suppression, strings.Join(missed, "; "))
}
