package release

import (
	"context"
	"errors"

	"skyline/engine/mondrian"
	"skyline/engine/suppression"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
)

// suppressSpec is what the kernel gets that suppresses cells.
type suppressSpec struct {
	people.TableSpec
	Importance []float64 `json:"importance,omitempty"`
	Counts     bool      `json:"counts,omitzero"` // nobody is placed: counts are all that is asked for
	Rows       int64     `json:"rows,omitzero"`   // how many will be placed in the release
}

// suppressedRow is the row of the kernel: its handle, 0 where nobody is placed, how many people are not in the release,
// how many are, by column how many cells are suppressed, and how many people have any.
type suppressedRow struct {
	Release, Suppressed, People int64
	Cells                       []int64
	Affected                    int64
}

var suppressKernel = host.KernelOf("suppress_cells", runSuppress)

// runSuppress finds the cells to suppress, and keeps what the plan needs of the result.
func runSuppress(ctx context.Context, spec *suppressSpec) (*host.Rows[suppressedRow], error) {
	in, table, err := newSplitting(spec.Columns, spec.Domain.Value, spec.Cells.Value, nil, nil, nil)
	if err != nil {
		return nil, err
	}
	in.suppression = spec.Suppression
	if in.options.Requirements, err = spec.Requirements(table); err != nil {
		return nil, err
	}
	suppressed, err := in.suppress(ctx)
	if err != nil {
		return nil, err
	}
	options := suppression.Options{Requirements: in.options.Requirements, Importance: spec.Importance}
	for d := range spec.Columns {
		options.Null = append(options.Null, spec.Domain.Value.Column(d).Null)
	}
	all := table.Total.People + suppressed
	release, left, err := suppression.SuppressOrLeaveOut(ctx, table, options, people.LimitOf(spec.Suppression, all)-suppressed)
	if errors.Is(err, suppression.ErrUnsafe) {
		return nil, in.unsafe(ctx)
	}
	if err != nil {
		return nil, err
	}
	count := release.Suppressed()
	row := suppressedRow{0, suppressed + left, table.Total.People - left, count.Cells, count.People}
	if !spec.Counts {
		row.Release = host.Keep(spec.placement(release))
	}
	out := host.NewRows[suppressedRow]()
	out.Add(row)
	return out, nil
}

// placement is a release as the plan looks things up in it: of a region it asks for NULL only.
func (s *suppressSpec) placement(release *suppression.Release) *Placement {
	p := NewPlacement(release, make([]int64, release.Len()), make([][]ShownRegion, len(s.Columns)), s.Rows)
	for i := range p.Sizes {
		p.Sizes[i] = release.Group(i).People
	}
	for d := range p.Regions {
		p.Regions[d] = make([]ShownRegion, release.Len())
		for i := range p.Regions[d] {
			p.Regions[d][i] = ShownRegion{Region: mondrian.Region{Low: -1, High: -1, Node: -1, Null: release.Hidden(i, d)}}
		}
	}
	return p
}
