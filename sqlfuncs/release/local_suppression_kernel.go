package release

import (
	"context"
	"errors"
	"slices"

	"skyline/engine/cells"
	"skyline/engine/mondrian"
	"skyline/engine/privacy"
	"skyline/engine/suppression"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
)

// suppressSpec is what the kernel gets that suppresses cells.
type suppressSpec struct {
	people.TableSpec
	Importance []float64 `json:"importance,omitempty"`
	Counts     bool      `json:"counts,omitzero"` // nobody is placed: counts are all that is asked for
	Any        bool      `json:"any,omitzero"`    // NULL is any value
	Strata     int       `json:"strata,omitzero"` // how many columns, the last ones, are never suppressed
	// Known is what somebody may know who does not know all columns; nil: nothing is required of that.
	Known  *people.KnownColumns `json:"known,omitempty"`
	Rows   int64                `json:"rows,omitzero"`   // how many will be placed in the release
	Values int64                `json:"values,omitzero"` // by whose numbers
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
	values, err := keptValues(spec.Values)
	if err != nil {
		return nil, err
	}
	in, table, err := newSplitting(spec.Columns, spec.Domain.Value, spec.Cells.Value, spec.limit, nil, nil)
	if err != nil {
		return nil, err
	}
	in.suppression, in.strata, in.isLimited = spec.Suppression, true, spec.Strata > 0
	if in.options.Requirements, err = spec.Requirements(table); err != nil {
		return nil, err
	}
	options := suppression.Options{Requirements: in.options.Requirements, Importance: spec.Importance, Strata: spec.Strata}
	if spec.Known != nil {
		options.Known = &suppression.Known{Columns: int(spec.Known.M), People: spec.Known.K}
		if people := table.Total.People; people > 0 && people < spec.Known.K {
			return nil, errors.New("privacy: known_columns: people must be at most the number of people in tbl; ask for less")
		}
		// As one group so many people is what it asks for.
		in.options.Requirements = append(slices.Clone(in.options.Requirements), privacy.KAnonymity(spec.Known.K))
	}
	suppressed, err := in.suppress(ctx)
	if err != nil {
		return nil, err
	}
	for d := range spec.Columns {
		options.Null = append(options.Null, spec.Domain.Value.Column(d).Null)
	}
	release, left, err := spec.release(ctx, table, options, people.LimitOf(spec.Suppression, table.Total.People+suppressed)-suppressed)
	switch {
	case errors.Is(err, suppression.ErrUnsafe):
		return nil, in.unsafe(ctx)
	case errors.Is(err, suppression.ErrTooLarge):
		return nil, errors.New("tbl must have fewer people who match too few where missing is 'any': to compare them with everybody would take hours; make columns coarser in a query given as tbl, or use missing := 'category'")
	case err != nil:
		return nil, err
	}
	count := release.Suppressed()
	row := suppressedRow{0, suppressed + left, table.Total.People - left, count.Cells, count.People}
	if !spec.Counts {
		p := spec.placement(release)
		p.values = values
		row.Release = host.Keep(p)
	}
	out := host.NewRows[suppressedRow]()
	out.Add(row)
	return out, nil
}

// limit has nobody of two strata together.
func (s *suppressSpec) limit(i int, column *mondrian.Column) error {
	if i >= len(s.Columns)-s.Strata && column.Size > 0 {
		column.Coarsest = exactLimit(column)
	}
	return nil
}

// release finds the cells to suppress, and how many people to leave out, up to a limit.
func (s *suppressSpec) release(ctx context.Context, table *cells.Cells, options suppression.Options, limit int64) (*suppression.Release, int64, error) {
	if s.Any {
		release, err := suppression.SuppressMatching(ctx, table, s.Privacy.KAnonymity, options)
		return release, 0, err
	}
	return suppression.SuppressOrLeaveOut(ctx, table, options, limit)
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
