package recipe

import (
	"cmp"
	"database/sql"
	"errors"
	"math"
	"slices"
	"strings"

	"skyline/engine/mondrian"
	"skyline/engine/region"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/release"
)

// codedRecipe is the state of __skyline_recipe: the rows of a recipe, in codes of the table
// that it is applied to.
type codedRecipe struct{ columns []codedColumn }

// codedColumn are the rows about a column.
type codedColumn struct {
	covers []coverOfGroup
	labels []labelOfCode
}

// coverOfGroup says that a group covers codes, from 0. A value that the table does not have
// has none: first is after last.
type coverOfGroup struct {
	group       int32 // from 0
	first, last int32
	label       sql.Null[string]
	level       int64
	isNode      bool             // the codes are those of the labels that node is given at the level
	node        sql.Null[string] // the label shown, or another
	isExcept    bool             // it does not cover these, of the codes of others
}

// labelOfCode says what a code is generalized to, whatever the group.
type labelOfCode struct {
	code  int32
	level int64
	label sql.Null[string]
}

// codedRecipeRow is what __skyline_recipe takes of a row of a recipe. Without a group it is
// the label of the code First.
type codedRecipeRow struct {
	Column, Group sql.Null[int64]
	IsNode        bool
	IsExcept      bool
	First, Last   sql.Null[int64]
	Level         sql.Null[int64]
	Label, Node   sql.Null[string]
}

// recipeAggregate is __skyline_recipe(key, function, column, group, is_node, is_except,
// first, last, level, label, node, apart): the rows of a recipe, kept for the kernel.
var recipeAggregate = host.Kept("__skyline_recipe", func() *codedRecipe { return new(codedRecipe) }, (*codedRecipe).add, (*codedRecipe).merge)

func (r *codedRecipe) add(row *codedRecipeRow) error {
	if !row.Column.Valid || row.Column.V < 0 || row.Column.V > math.MaxInt16 {
		return errors.New("column must be a small number")
	}
	for _, code := range []sql.Null[int64]{row.Group, row.First, row.Last} {
		if code.Valid && (code.V < 0 || code.V > math.MaxInt32) {
			return errors.New("codes must be numbers of 31 bits")
		}
	}
	r.column(int(row.Column.V)).add(row)
	return nil
}

func (r *codedRecipe) merge(from *codedRecipe) error {
	for i, c := range from.columns {
		into := r.column(i)
		into.covers = append(into.covers, c.covers...)
		into.labels = append(into.labels, c.labels...)
	}
	return nil
}

func (r *codedRecipe) column(i int) *codedColumn {
	for len(r.columns) <= i {
		r.columns = append(r.columns, codedColumn{})
	}
	return &r.columns[i]
}

func (c *codedColumn) add(row *codedRecipeRow) {
	label := sql.Null[string]{Valid: row.Label.Valid}
	if label.Valid {
		label.V = c.text(row.Label.V)
	}
	node := label
	if row.Node.Valid && row.Node.V != label.V {
		node = sql.Null[string]{V: strings.Clone(row.Node.V), Valid: true}
	}
	first, last := int32(0), int32(-1)
	if row.First.Valid {
		first = int32(row.First.V)
		last = first
		if row.Last.Valid {
			last = int32(row.Last.V)
		}
	}
	switch {
	case row.Group.Valid:
		c.covers = append(c.covers, coverOfGroup{int32(row.Group.V), first, last, label, row.Level.V, row.IsNode, node, row.IsExcept})
	case first <= last:
		c.labels = append(c.labels, labelOfCode{first, row.Level.V, label})
	}
}

// text clones a text, or finds it in the row before: neighbours mostly share labels.
func (c *codedColumn) text(view string) string {
	if n := len(c.covers); n > 0 && c.covers[n-1].label.V == view {
		return c.covers[n-1].label.V
	}
	if n := len(c.labels); n > 0 && c.labels[n-1].label.V == view {
		return c.labels[n-1].label.V
	}
	return strings.Clone(view)
}

// coverKey tells covers of a row apart: by the node, or the codes.
type coverKey struct {
	node  bool
	level int64
	label string
	codes region.Span
}

func nodeKey(level int64, label sql.Null[string]) coverKey {
	return coverKey{node: true, level: level, label: labelKey(label)}
}

func (r *coverOfGroup) key() coverKey {
	if r.isNode {
		return nodeKey(r.level, r.node)
	}
	return coverKey{codes: region.Span{First: r.first, Last: r.last}}
}

// labelKey tells labels apart, NULL being one.
func labelKey(label sql.Null[string]) string {
	if !label.Valid {
		return ""
	}
	return "=" + label.V
}

// boxes returns the covers of a column, equal ones of one row being one; each group's
// cover; and what is shown of it.
func (c *codedColumn) boxes(groups int) (covers [][]region.Span, of []int32, shown []release.ShownRegion) {
	nodes := map[coverKey][]region.Span{}
	for _, l := range c.labels {
		key := nodeKey(l.level, l.label)
		nodes[key] = append(nodes[key], region.Span{First: l.code, Last: l.code})
	}
	slices.SortFunc(c.covers, func(a, b coverOfGroup) int {
		return cmp.Or(cmp.Compare(a.group, b.group), cmp.Compare(a.first, b.first), cmp.Compare(a.last, b.last))
	})
	of, shown = make([]int32, groups), make([]release.ShownRegion, groups)
	single := map[coverKey]int32{}
	for rows := c.covers; len(rows) > 0; {
		group, n := rows[0].group, 1
		for n < len(rows) && rows[n].group == group {
			n++
		}
		shown[group] = asLabel(rows[0].label)
		of[group] = int32(len(covers))
		if n == 1 && !rows[0].isExcept {
			key := rows[0].key()
			if cover, known := single[key]; known {
				of[group] = cover
				rows = rows[n:]
				continue
			}
			single[key] = of[group]
		}
		var spans, without []region.Span
		for i := range rows[:n] {
			r := &rows[i]
			into := &spans
			if r.isExcept {
				into = &without
			}
			if r.isNode {
				*into = append(*into, nodes[r.key()]...)
			} else {
				*into = append(*into, region.Span{First: r.first, Last: r.last})
			}
		}
		covers = append(covers, region.Without(spans, without))
		rows = rows[n:]
	}
	return covers, of, shown
}

// asLabel is a region that is shown by its label alone.
func asLabel(label sql.Null[string]) release.ShownRegion {
	return release.ShownRegion{Region: mondrian.Region{Low: -1, High: -1, Node: -1}, Label: label}
}
