package cubes

import (
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"skyline/engine/hierarchy"
	"skyline/engine/published"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
)

// label is a label of a dimension, NULL being one.
type label = sql.Null[string]

// dimension is a column of the tables: its values, and how labels of each table divide them.
type dimension struct {
	name   string
	values []label
	number map[label]int32
	levels [][]int32 // for the engine, each once
	tables []ladder  // by table
}

// ladder is the levels of a dimension in a table, from its values to the total; the total alone where it lacks the dimension.
type ladder []rung

// rung is a level.
type rung struct {
	level  int             // in dimension.levels
	class  map[label]int32 // nil for the total
	labels []label         // by class
}

// path is the labels of a value, by level from 1 on.
type path map[int64]label

// hierarchyOf reads the rows of a hierarchy: by column and value.
func hierarchyOf(rows *people.Gathered) (map[string]map[label]path, error) {
	all := map[string]map[label]path{}
	if len(rows.Counts) == 0 {
		return all, nil
	}
	if len(rows.Columns) != 4 {
		return nil, errRows
	}
	var columns [4][]label
	for i := range columns {
		columns[i] = labelsOf(rows, i)
	}
	for row := range rows.Counts {
		attribute, value, text, to := columns[0][row], columns[1][row], columns[2][row], columns[3][row]
		level, err := strconv.ParseInt(text.V, 10, 64)
		if !attribute.Valid || err != nil || level < 1 || level > hierarchy.MaxLevel || !to.Valid {
			continue // hierarchy_check reports it; a value that lacks a level is an error below
		}
		if all[attribute.V] == nil {
			all[attribute.V] = map[label]path{}
		}
		values := all[attribute.V]
		if values[value] == nil {
			values[value] = path{}
		}
		if old, ok := values[value][level]; ok && old != to {
			return nil, fmt.Errorf("hierarchies must have one label for each value and level; FROM hierarchy_check(…) shows where it has several")
		}
		values[value][level] = to
	}
	return all, nil
}

// labelsOf returns a column of gathered rows.
func labelsOf(rows *people.Gathered, column int) []label {
	codes, texts := rows.Column(column)
	null := rows.Columns[column].Null()
	labels := make([]label, len(codes))
	for row, code := range codes {
		if code != null {
			labels[row] = label{V: texts[code], Valid: true}
		}
	}
	return labels
}

func compareLabels(a, b label) int {
	if a.Valid != b.Valid {
		return people.BoolToInt(b.Valid) - people.BoolToInt(a.Valid)
	}
	return strings.Compare(a.V, b.V)
}

// newDimension makes a dimension of the labels that each table has in it; nil where it lacks the column.
func newDimension(name string, tables []given, labels [][]label, hierarchies []map[string]map[label]path) (*dimension, error) {
	d := &dimension{name: name, number: map[label]int32{}, tables: make([]ladder, len(tables))}
	own := make([]map[label]path, len(tables))
	seen := map[label]bool{}
	for i := range tables {
		if h := tables[i].Hierarchies; h > 0 && h <= len(hierarchies) {
			own[i] = hierarchies[h-1][call.Folded(name)]
		}
		for value := range own[i] {
			seen[value] = true
		}
		for _, l := range labels[i] {
			seen[l] = seen[l] || own[i] == nil
		}
	}
	for value, is := range seen {
		if is {
			d.values = append(d.values, value)
		}
	}
	slices.SortFunc(d.values, compareLabels)
	for i, value := range d.values {
		d.number[value] = int32(i)
	}
	if d.values == nil {
		d.values = []label{{}} // only totals: nobody is told apart
	}
	for i := range tables {
		if labels[i] != nil {
			if err := d.addLadder(i, &tables[i], own[i]); err != nil {
				return nil, err
			}
		}
		d.tables[i] = append(d.tables[i], d.rung(func(label) label { return label{} }, tables[i].Total))
	}
	return d, nil
}

// addLadder adds the levels of a table below its total.
func (d *dimension) addLadder(table int, t *given, paths map[label]path) error {
	d.tables[table] = ladder{d.rung(func(value label) label { return value }, nil)}
	most := int64(0)
	for _, p := range paths {
		for level := range p {
			most = max(most, level)
		}
	}
	for level := int64(1); level <= most; level++ {
		for _, value := range d.values {
			if _, ok := paths[value][level]; !ok {
				return fmt.Errorf("hierarchies must have a label for each value of %s at each level, and there are values in the tables that lack one in the hierarchies of %s; FROM hierarchy_check(…, attribute := %s, data := …) shows them",
					people.PlainIdentifier(d.name), t.Where, people.PlainIdentifier(d.name))
			}
		}
		d.tables[table] = append(d.tables[table], d.rung(func(value label) label { return paths[value][level] }, nil))
	}
	return nil
}

// rung makes a level of the labels of values; total is the label of all, if there is one.
func (d *dimension) rung(of func(label) label, total *string) rung {
	r := rung{class: map[label]int32{}}
	classes := make([]int32, len(d.values))
	for i, value := range d.values {
		l := of(value)
		c, ok := r.class[l]
		if !ok {
			c = int32(len(r.labels))
			r.class[l] = c
			r.labels = append(r.labels, l)
		}
		classes[i] = c
	}
	if total != nil {
		r.labels[0] = label{V: *total, Valid: true}
	}
	r.level = slices.IndexFunc(d.levels, func(other []int32) bool { return slices.Equal(other, classes) })
	if r.level < 0 {
		r.level = len(d.levels)
		d.levels = append(d.levels, classes)
	}
	return r
}

// rungs returns the levels at which a table may mean a label, from the values up: at each it stands for the same values.
func (d *dimension) rungs(table int, l label) (all []int, err error) {
	ladder := d.tables[table]
	for i := range ladder[:len(ladder)-1] {
		if _, ok := ladder[i].class[l]; ok {
			all = append(all, i)
		}
	}
	for _, i := range all[min(1, len(all)):] {
		if !slices.Equal(d.members(&ladder[all[0]], l), d.members(&ladder[i], l)) {
			return nil, fmt.Errorf("hierarchies must not have a label that stands for different values of %s at different levels; FROM hierarchy_check(…) shows it", people.PlainIdentifier(d.name))
		}
	}
	return all, nil
}

// members are the numbers of the values of a label.
func (d *dimension) members(r *rung, l label) (all []int32) {
	for value, class := range d.levels[r.level] {
		if class == r.class[l] {
			all = append(all, int32(value))
		}
	}
	return all
}

// engineDimensions are the dimensions for the engine.
func engineDimensions(all []*dimension) []published.Dimension {
	dimensions := make([]published.Dimension, len(all))
	for i, d := range all {
		dimensions[i].Levels = d.levels
	}
	return dimensions
}
