package recipe

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"skyline/engine/privacy"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/release"
)

// holdsSpec is what the kernel gets that refuses a release that is not safe, or not of all
// rows.
type holdsSpec struct {
	people.CandidateSpec
	WhyOutside string `json:"why_outside,omitzero"` // why rows are outside of the recipe, "" where none is
}

// holdsRow is true, where there is no error.
type holdsRow struct{ OK bool }

var holdsKernel = host.KernelOf("release_holds", runHolds)

// runHolds says what is wrong with a release.
func runHolds(ctx context.Context, spec *holdsSpec) (*host.Rows[holdsRow], error) {
	c, err := spec.Read()
	if err != nil {
		return nil, err
	}
	missed, err := release.MissedBy(ctx, c.Release, c.Requirements)
	if err != nil {
		return nil, err
	}
	var amiss []string
	if !missed.None() {
		groups, people, err := violating(ctx, c)
		if err != nil {
			return nil, err
		}
		amiss = append(amiss, fmt.Sprintf("privacy must hold for the release, and does not (%s; QI groups that violate it: %d, with so many people: %d)", missed, groups, people))
	}
	if spec.WhyOutside != "" {
		amiss = append(amiss, spec.WhyOutside)
	}
	if len(amiss) > 0 {
		way := "use on_violation := 'hold', which lets such rows wait, or 'suppress', which leaves them out, or make a new recipe"
		if spec.Privacy.Beside() != "" { // nobody may be left out
			way = "make a new recipe"
		}
		return nil, errors.New(strings.Join(amiss, "; ") + "; " + way + "; recipe_check shows all that does not hold")
	}
	out := host.NewRows[holdsRow]()
	out.Add(holdsRow{true})
	return out, nil
}

// violating counts the groups that violate a requirement, and their people.
func violating(ctx context.Context, c *people.Candidate) (groups, people int64, err error) {
	table, absent := c.Release.Table, c.Absent()
	counted := make([]bool, len(table.Groups))
	for _, r := range c.Requirements {
		err := r.Violations(ctx, c.Release, func(f privacy.Finding) {
			if g := &table.Groups[f.Group]; !counted[f.Group] {
				counted[f.Group] = true
				groups += c.Release.Copies[f.Group]
				people += c.Release.Copies[f.Group] * (g.People - g.Of(absent))
			}
		})
		if err != nil {
			return 0, 0, err
		}
	}
	return groups, people, nil
}

// checkedRow is a finding or, where it is not NULL, the histogram of groups that would be
// left out.
type checkedRow struct {
	people.Finding
	Histogram sql.Null[host.Bytes]
	Copies    int64 // of these groups
}

var checkKernel = host.KernelOf("check_recipe", runCheck)

// runCheck says what a release achieves, and, where groups may be left out, which would be.
func runCheck(ctx context.Context, spec *people.CandidateSpec) (*host.Rows[checkedRow], error) {
	c, err := spec.Read()
	if err != nil {
		return nil, err
	}
	out := host.NewRows[checkedRow]()
	err = c.Check(ctx, func(f *privacy.Finding) {
		out.Add(checkedRow{Finding: c.Finding(out.Len(), f)})
	})
	if err != nil || spec.Privacy.Beside() != "" {
		return out, err
	}
	left, _, err := release.LeaveOut(ctx, c, c.Release.Table.People)
	for _, l := range left {
		out.Add(checkedRow{Histogram: host.Some(host.Bytes(l.Histogram)), Copies: l.Copies})
	}
	return out, err
}
