package recipe

import (
	"context"
	"database/sql"

	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/release"
)

// coverRow is a row of a recipe of groups, in codes: what a group g, from 1, covers of the
// i-th column.
type coverRow struct {
	I, G   int64
	Covers string
	Code   sql.Null[int64] // of a value
	// What is shown of the group, as in __skyline_regions.
	Low, High sql.Null[int64]
	HasNull   bool
	Label     sql.Null[string]
	Level     sql.Null[int64]  // of a node
	Value     sql.Null[string] // the label of a node of a set, or of one that is excepted
}

var coversKernel = host.KernelOf("covers", runCovers)

// runCovers splits the table and returns what the groups cover.
func runCovers(ctx context.Context, spec *release.SplitSpec) (*host.Rows[coverRow], error) {
	split, err := release.SplitTable(ctx, spec)
	if err != nil {
		return nil, err
	}
	out := &coverRows{split, host.NewRows[coverRow]()}
	for d := range split.Columns() {
		for group := range split.Groups() {
			if group%1024 == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			out.addGroup(group, d)
		}
	}
	return out.rows, split.Refuse()
}

// coverRows writes the rows of a recipe.
type coverRows struct {
	split *release.Split
	rows  *host.Rows[coverRow]
}

// addGroup adds what a group covers of a column.
func (out *coverRows) addGroup(group, d int) {
	shown := out.split.Shown(group, d)
	row := coverRow{
		I: int64(d), G: int64(group + 1), Low: optional(shown.Low), High: optional(shown.High), HasNull: shown.Null,
		Label: shown.Label, Level: sql.Null[int64]{V: shown.Level, Valid: shown.Level > 0},
	}
	switch {
	case shown.Siblings != nil:
		out.addSiblings(row, group, d)
		return
	case shown.Node >= 0:
		out.add(row, coversNode, -1)
		out.addExcepted(row, group, d)
		return
	case shown.Low == shown.High && shown.Low >= 0:
		out.add(row, coversValue, shown.Low)
	case shown.Low < 0:
		// Only NULL.
	case out.split.IsOfSets(d):
		out.addSet(row, group, d)
		return
	default:
		out.add(row, coversRange, -1)
	}
	if shown.Null {
		out.add(row, coversNull, -1)
	}
}

// addSiblings adds each node of a set, a value by itself.
func (out *coverRows) addSiblings(row coverRow, group, d int) {
	for _, node := range out.split.Siblings(group, d) {
		row.Level, row.Value = sql.Null[int64]{V: node.Level, Valid: node.Level > 0}, sql.Null[string]{}
		if node.Level > 0 {
			row.Value = host.Some(node.Label)
			out.add(row, coversNode, -1)
		} else {
			out.add(row, coversValue, node.Code)
		}
	}
	out.addExcepted(row, group, d)
}

// addExcepted adds what the node of a group is without.
func (out *coverRows) addExcepted(row coverRow, group, d int) {
	for _, node := range out.split.Excepted(group, d) {
		row.Level, row.Value = host.Some(node.Level), sql.Null[string]{}
		code := int32(-1)
		switch {
		case node.Level > 0:
			row.Value = host.Some(node.Label)
		case !node.IsNull:
			code = node.Code
		}
		out.add(row, coversExcept, code)
	}
}

// addSet adds each value of a set, or that it is a range if it has too many to be listed.
func (out *coverRows) addSet(row coverRow, group, d int) {
	members, n := out.split.Members(group, d, release.MaxMembers+1)
	if row.HasNull {
		out.add(row, coversNull, -1)
		n--
	}
	if n > release.MaxMembers {
		out.add(row, coversRange, -1)
		return
	}
	for _, code := range members[:n] {
		out.add(row, coversValue, code)
	}
}

func (out *coverRows) add(row coverRow, covers string, code int32) {
	row.Covers, row.Code = covers, optional(code)
	out.rows.Add(row)
}

// optional is a code, NULL for -1.
func optional(code int32) sql.Null[int64] { return sql.Null[int64]{V: int64(code), Valid: code >= 0} }
