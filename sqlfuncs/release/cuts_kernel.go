package release

import (
	"context"
	"database/sql"

	"skyline/engine/cells"
	"skyline/engine/mondrian"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
)

// cutsSpec is what the kernel gets that cuts a table into parts.
type cutsSpec struct {
	Columns []string                         `json:"columns"`
	Parts   int64                            `json:"parts"`
	AsIs    []string                         `json:"as_is,omitempty"`
	Cells   host.Handle[*cells.Builder]      `json:"cells,omitzero"`
	Domain  host.Handle[*people.DomainState] `json:"domain,omitzero"`
}

// cutRow is what a part has of a column: the values from the code lower on that are below
// the code upper, as far as there are such bounds, if it has any; and NULL, or not.
type cutRow struct {
	Part, People, Attribute int64
	Lower, Upper            sql.Null[int64]
	HasValues, HasNull      bool
}

var cutsKernel = host.KernelOf("cuts", runCuts)

// runCuts has a row for each part and column.
func runCuts(ctx context.Context, spec *cutsSpec) (*host.Rows[cutRow], error) {
	if err := CheckTexts(ctx, spec.Columns, spec.AsIs, spec.Domain.Value); err != nil {
		return nil, err
	}
	in, _, err := newSplitting(spec.Columns, spec.Domain.Value, spec.Cells.Value, nil, nil, nil)
	if err != nil {
		return nil, err
	}
	release, err := mondrian.Cut(ctx, in.cells, spec.Parts, in.options.Workers)
	if err != nil {
		return nil, err
	}
	out := host.NewRows[cutRow]()
	if release.Len() == 0 { // nobody is in the table: all of it is one part
		for d := range spec.Columns {
			out.Add(cutRow{Part: 1, Attribute: int64(d), HasValues: true, HasNull: true})
		}
	}
	for d := range spec.Columns {
		extents := release.Extents(d)
		for i := range release.Len() {
			row := bounds(in.cells.Column(d), extents.Region(i))
			row.Part, row.People, row.Attribute = int64(i)+1, release.Group(i).People, int64(d)
			out.Add(row)
		}
	}
	return out, nil
}

// bounds says between which values the region of a part is. What lies beyond the values of
// the table belongs to the first part and to the last one, and so does NULL, as the last of
// all, where the table has none.
func bounds(column *mondrian.Column, r mondrian.Region) cutRow {
	last := int32(column.Size - 1)
	if column.HasNull {
		last--
	}
	switch {
	case last < 0:
		return cutRow{HasValues: true, HasNull: true}
	case r.Low < 0:
		return cutRow{HasNull: true}
	}
	row := cutRow{HasValues: true, HasNull: r.High == last && r.Null == column.HasNull}
	if r.Low > 0 {
		row.Lower = host.Some(int64(r.Low))
	}
	if r.High < last {
		row.Upper = host.Some(int64(r.High) + 1)
	}
	return row
}
