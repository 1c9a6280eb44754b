package release

import (
	"context"
	"fmt"

	"skyline/engine/privacy"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// LeaveOutSpec is what the kernel gets that says which QI groups are left out.
type LeaveOutSpec struct {
	people.CandidateSpec
	Suppression float64 `json:"suppression,omitzero"` // the largest share of people to leave out
}

// leftRow is the histogram of QI groups that are left out, and of how many.
type leftRow struct {
	Histogram host.Bytes
	Copies    int64
}

// LeaveOutKernel returns the histograms of the groups that are left out, each with how many of
// those that have it are.
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

func leftRows(left []Left) *host.Rows[leftRow] {
	out := host.NewRows[leftRow]()
	for _, l := range left {
		out.Add(leftRow{host.Bytes(l.Histogram), l.Copies})
	}
	return out
}

// Left is a histogram, and how many of the groups that have it are left out.
type Left struct {
	Histogram string
	Copies    int64
}

// LeaveOut returns which groups have to be left out, and whether these are at most so many
// people.
func LeaveOut(ctx context.Context, c *people.Candidate, limit int64) (left []Left, ok bool, err error) {
	kept, _, ok, err := privacy.Suppress(ctx, c.Release, c.Requirements, limit)
	for i, stay := range kept {
		if n := c.Release.Copies[i] - stay; n > 0 {
			left = append(left, Left{c.Release.Table.Groups[i].Histogram, n})
		}
	}
	return left, ok, err
}

// LeftGroups is a SELECT of columns of the QI groups g that are left out, of which a row r of
// rows has the histogram. Most requirements leave out all groups that have it; the average
// risk, some: those that come first in an order.
func LeftGroups(required *people.Requirements, columns, rows, order sqltext.SQL) sqltext.SQL {
	left := sqltext.Fill("SELECT {columns} FROM {groups} AS g JOIN {rows} AS r ON r.histogram = g.h", sqltext.Args{"columns": columns, "groups": people.Groups, "rows": rows})
	if required.AverageRisk == 0 {
		return left
	}
	return sqltext.Fill("{left} QUALIFY row_number() OVER (PARTITION BY g.h ORDER BY {order}) <= r.copies", sqltext.Args{"left": left, "order": order})
}

// cannotKeep says what the release candidate misses.
func cannotKeep(ctx context.Context, c *people.Candidate, spec *LeaveOutSpec) error {
	missed, err := MissedBy(ctx, c.Release, c.Requirements)
	if err != nil {
		return err
	}
	if spec.Privacy.Beside() != "" { // nobody may be left out
		return fmt.Errorf("privacy must hold at these levels, and does not (%s); choose other levels, as generalization_search finds them, or ask for less", missed)
	}
	return fmt.Errorf("privacy must hold at these levels, with at most a share of suppression := %v of the people left out, and does not (%s); choose other levels, as generalization_search finds them, ask for less, or allow more",
		spec.Suppression, missed)
}
