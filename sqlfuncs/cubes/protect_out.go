package cubes

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"

	"skyline/engine/cube"
	"skyline/sqlfuncs/words"
)

// readAlso puts into the cells what tables that are out already show of them.
func (t *table) readAlso() error {
	spec := t.spec
	if len(spec.Also) == 0 {
		return nil
	}
	if spec.AlsoRows == nil || spec.AlsoRows.Value == nil || len(spec.Dimensions) != spec.Columns || spec.Parts < 1 {
		return errNumbers
	}
	audited := &auditSpec{Tables: spec.Also, Dimensions: spec.Dimensions, Kind: kindRows}
	if !spec.Counts {
		audited.Kind = kindSum
	}
	tables, texts := make([]*tableRows, len(spec.Also)), make([][]string, len(spec.Also))
	for i := range spec.Also {
		x, g := &spec.Also[i], spec.AlsoRows.Value.Table(i)
		if x.Known {
			return errNumbers
		}
		if err := x.refuseDouble(g, audited.Kind); err != nil {
			return err
		}
		var err error
		if tables[i], err = readRows(g, x, spec.Dimensions); err != nil {
			return err
		}
		texts[i] = tables[i].values
	}
	numbers, err := newNumbers(audited, texts)
	if err != nil {
		return err
	}
	labels, err := t.labelCodes()
	if err != nil {
		return err
	}
	for i, rows := range tables {
		if err := rows.readNumbers(numbers, &spec.Also[i]); err != nil {
			return err
		}
	}
	if err := t.join(tables); err != nil {
		return err
	}
	for i, rows := range tables {
		if err := t.show(rows, &spec.Also[i], numbers, labels); err != nil {
			return err
		}
	}
	return nil
}

// labelCodes are the codes of all labels, by column.
func (t *table) labelCodes() ([]map[label]int64, error) {
	all := make([]map[label]int64, t.spec.Columns)
	for d := range all {
		all[d] = map[label]int64{}
		g := t.spec.AlsoRows.Value.Table(len(t.spec.Also) + d)
		if len(g.Counts) == 0 {
			continue
		}
		if len(g.Columns) != 2 {
			return nil, errNumbers
		}
		codes, texts := labelsOf(g, 0), labelsOf(g, 1)
		for row := range codes {
			code, err := strconv.ParseInt(codes[row].V, 10, 64)
			if err != nil {
				return nil, errNumbers
			}
			all[d][texts[row]] = code
		}
	}
	return all, nil
}

// show narrows cells to what a table shows of them.
func (t *table) show(rows *tableRows, of *given, numbers *numbers, labels []map[label]int64) error {
	shown, groupings := map[string]bool{}, map[int64]bool{}
	differing := int64(0)
	for i := range rows.rows {
		row := &rows.rows[i]
		codes, there := make([]int64, t.spec.Columns), true
		for at, d := range rows.columns {
			if !row.total[at] {
				code, ok := labels[d][row.labels[at]]
				codes[d], there = code, there && ok
			}
		}
		out := t.scaledTo(row.Range, numbers)
		key := codesKey(codes)
		at, ok := t.at[key]
		if !there || !ok { // nobody is in it
			if out.Least > 0 {
				differing++
			}
			continue
		}
		shown[key], groupings[maskOfCodes(codes)] = true, true
		if !t.narrow(at, out, row.kind != plain) {
			differing++
		}
	}
	if differing > 0 {
		return fmt.Errorf("%s must be a table of the rows of tbl, and %s other numbers than these; look at masked, rounding and noise, or leave the table out where it is of other people",
			of.Where, words.Count(differing, "cell has", "cells have"))
	}
	if t.spec.Hierarchies {
		return nil // a label may be of several levels; absent is 'zero' or 'impossible' then
	}
	return t.showAbsent(of, numbers, shown, groupings)
}

// showAbsent narrows the cells that a table lacks.
func (t *table) showAbsent(of *given, numbers *numbers, shown map[string]bool, groupings map[int64]bool) error {
	out := cube.Range{}
	if of.Absent == "masked" {
		for i := range of.Masks {
			r, err := numbers.between(of, &of.Masks[i])
			if err != nil {
				return err
			}
			r = t.scaledTo(r, numbers)
			out.Largest, out.NoLargest = max(out.Largest, r.Largest), out.NoLargest || r.NoLargest
		}
	}
	lacking := int64(0)
	for i := range t.cells {
		if c := &t.cells[i]; groupings[maskOfCodes(c.codes)] && !shown[codesKey(c.codes)] && !t.narrow(i, out, of.Absent == "masked") {
			lacking++
		}
	}
	if lacking > 0 {
		return fmt.Errorf("%s must have a row for each cell of tbl that has people, and lacks %s. If they were left out like those that are masked, as by HAVING, say absent := 'masked'; leave the table out where it is of other people",
			of.Where, words.Count(lacking, "one", "of them"))
	}
	return nil
}

// narrow says between what numbers a cell is, too, and reports whether it is.
func (t *table) narrow(i int, out cube.Range, masked bool) bool {
	c := &t.cells[i]
	if !out.NoLeast {
		c.out.Least = max(c.out.Least, out.Least)
	}
	if !out.NoLargest && (c.out.NoLargest || out.Largest < c.out.Largest) {
		c.out.Largest, c.out.NoLargest = out.Largest, false
	}
	c.masked = c.masked || masked
	return c.number >= c.out.Least && (c.out.NoLargest || c.number <= c.out.Largest)
}

// scaledTo returns a range in the units of cells, without what they cannot be.
func (t *table) scaledTo(r cube.Range, numbers *numbers) cube.Range {
	parts := big.NewInt(t.spec.Parts)
	in := func(units int64, up bool) int64 {
		x := new(big.Int).Mul(big.NewInt(units), parts)
		if up {
			x.Add(x, new(big.Int).Sub(numbers.scale, big.NewInt(1)))
		}
		x.Div(x, numbers.scale)
		switch {
		case x.Sign() <= 0:
			return 0
		case !x.IsInt64():
			return math.MaxInt64
		}
		return x.Int64()
	}
	if !r.NoLeast {
		r.Least = in(r.Least, true)
	}
	if !r.NoLargest {
		r.Largest = in(r.Largest, false)
	}
	return r
}

// join adds the cells of nobody that everybody has to think possible: those of values of all columns that people have in
// each table by itself.
func (t *table) join(tables []*tableRows) error {
	if t.spec.Shown == t.spec.Columns {
		return nil
	}
	by := make([]int, t.spec.Shown)
	for d := range by {
		by[d] = d
	}
	groups := [][]int{by}
	for _, rows := range tables {
		groups = append(groups, rows.columns)
	}
	possible := func(codes []int64) bool {
		return !slices.ContainsFunc(groups, func(columns []int) bool {
			own := make([]int64, len(codes))
			for _, d := range columns {
				own[d] = codes[d]
			}
			_, ok := t.at[codesKey(own)]
			return !ok
		})
	}
	var combinations [][]int64
	for i := range t.cells {
		if c := &t.cells[i]; maskOfCodes(c.codes) == 1<<(t.spec.Columns-t.spec.Shown)-1 && t.isValues(c.codes[:t.spec.Shown]) {
			combinations = append(combinations, c.codes)
		}
	}
	for d := t.spec.Shown; d < t.spec.Columns; d++ {
		var values []int64
		for value := range t.labels[d].above {
			values = append(values, value)
		}
		slices.Sort(values)
		if int64(len(combinations))*int64(len(values)) > t.spec.MaxCells {
			return fmt.Errorf("also must have fewer columns that by does not have: their values and those of by make more than %d cells, which is max_cells", t.spec.MaxCells)
		}
		var next [][]int64
		for _, codes := range combinations {
			for _, value := range values {
				codes := slices.Clone(codes)
				codes[d] = value
				next = append(next, codes)
			}
		}
		combinations = next
	}
	for _, codes := range combinations {
		if possible(codes) {
			t.addNobody(codes)
		}
	}
	return nil
}

// isValues reports whether codes are those of values in the first columns.
func (t *table) isValues(codes []int64) bool {
	for d, code := range codes {
		if t.labels[d].above[code] == nil {
			return false
		}
	}
	return true
}

// addNobody adds a cell of nobody, and those that it is part of, where they are not there.
func (t *table) addNobody(codes []int64) {
	whole := make([]int64, len(codes))
	var visit func(d int)
	visit = func(d int) {
		if d == len(codes) {
			key := codesKey(whole)
			if _, ok := t.at[key]; !ok {
				t.at[key] = len(t.cells)
				t.cells = append(t.cells, cell{codes: slices.Clone(whole), out: cube.Range{NoLargest: true}})
			}
			return
		}
		for _, code := range append([]int64{codes[d]}, t.labels[d].above[codes[d]]...) {
			whole[d] = code
			visit(d + 1)
		}
	}
	visit(0)
}

// disclose asks of unsafe cells no more than what the tables that are out leave open: nothing that is suppressed now can
// make them wider.
func (t *table) disclose(ctx context.Context, p *cube.Problem) error {
	if len(t.spec.Also) == 0 {
		return nil
	}
	all := make([]bool, len(p.Cells))
	var targets [][]cube.Term
	var of []int
	for i := range p.Cells {
		all[i] = true
		if c := &p.Cells[i]; c.Below > 0 || c.Above > 0 {
			targets, of = append(targets, []cube.Term{{Unknown: int32(i), Times: 1}}), append(of, i)
		}
	}
	s, _ := p.Published(all, -1)
	bounds, err := s.Bounds(ctx, targets, t.spec.MaxSteps)
	if err != nil {
		return err
	}
	for n, i := range of {
		c, b := &p.Cells[i], &bounds[n]
		value := new(big.Rat).SetInt64(c.Value)
		left := [2]int64{mostOfCell, mostOfCell} // below, above
		if b.Least != nil {
			left[0] = wholePart(new(big.Rat).Sub(value, b.Least))
		}
		if b.Largest != nil {
			left[1] = wholePart(new(big.Rat).Sub(b.Largest, value))
		}
		lacking := [2]int64{max(0, c.Below-left[0]), max(0, c.Above-left[1])}
		t.cells[i].disclosed = lacking != [2]int64{}
		// What one side lacks the other one has to make up for, so that no number follows exactly.
		c.Below, c.Above = min(left[0], c.Below+lacking[1]), min(left[1], c.Above+lacking[0])
	}
	return nil
}

// wholePart is how much of a number from 0 on is whole, mostOfCell where it is larger.
func wholePart(x *big.Rat) int64 {
	n := new(big.Int).Quo(x.Num(), x.Denom())
	if !n.IsInt64() {
		return mostOfCell
	}
	return n.Int64()
}

// beside says what may be amiss where there are other tables.
func (t *table) beside() string {
	if len(t.spec.Also) == 0 {
		return ""
	}
	return ". It may be that also and what a contributor knows of its own give it away"
}
