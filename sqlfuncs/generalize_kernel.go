package sqlfuncs

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"skyline/engine/hierarchy"
	"skyline/engine/privacy"
)

// labelFields are the rows of the kernel that says what values are called: column i,
// the value's code, and its label.
var labelFields = []Field{
	{"i", Type{Kind: Bigint}},
	{"c", Type{Kind: Bigint}},
	{"label", Type{Kind: Varchar}},
}

// leftFields are the rows of the kernel that says which groups are left out.
var leftFields = []Field{{"histogram", Type{Kind: Blob}}}

func generalizeScalars() []Scalar {
	params := []Type{ListOf(Type{Kind: Varchar}), ListOf(Type{Kind: Bigint}), {Kind: Varchar}} // columns, levels, what __skyline_domain kept
	start := startScalar("__generalize_labels_start", "generalize", params, func(args []Column, row int) (run, error) {
		domain, err := take[*domainState](args[2].Strings[row])
		columns := textsOf(&args[0], row)
		begin, end := args[1].ListRange(row)
		levels := slices.Clone(args[1].Elem.Int64s[begin:end])
		if err == nil && len(levels) != len(columns) {
			err = errNotKept
		}
		return func(ctx context.Context) (Column, error) { return runLabels(ctx, columns, levels, domain) }, explain("generalize", err)
	})
	return append([]Scalar{start, takeScalar("__generalize_labels_rows", labelFields)},
		requirementsScalars("generalize", leftFields, runLeaveOut)...)
}

// runLabels returns the label of each value of the table at its column's level.
func runLabels(ctx context.Context, columns []string, levels []int64, domain *domainState) (Column, error) {
	out := newRowBuilder(labelFields)
	for i, name := range columns {
		column := domain.column(i)
		tree, err := column.whole()
		if err != nil {
			return Column{}, explainHierarchy("generalize", name, err)
		}
		if err := checkLevel(name, levels[i], tree); err != nil {
			return Column{}, explain("generalize", err)
		}
		for code := range column.values {
			if code%1024 == 0 && ctx.Err() != nil {
				return Column{}, explain("generalize", ctx.Err())
			}
			out.int64(0, int64(i))
			out.int64(1, int64(code))
			out.text(2, tree.Label(int32(code), levels[i]), false)
			out.row()
		}
	}
	return out.column(), nil
}

// checkLevel makes sure that a hierarchy has a level.
func checkLevel(column string, level int64, tree *hierarchy.Tree) error {
	if level > tree.Height() {
		return fmt.Errorf("levels: the level of %s must be at most %d, the height of its hierarchy, got %d", quoteIdentifier(column), tree.Height(), level)
	}
	return nil
}

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
	return fmt.Errorf("privacy must hold at these levels, with at most a share of suppression := %v of the people left out, and does not (%s); choose other levels, as generalization_search finds them, ask for less, or allow more",
		in.own, strings.Join(missed, "; "))
}
