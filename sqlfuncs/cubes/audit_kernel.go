package cubes

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"skyline/engine/published"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/words"
)

// auditSpec is what the kernel of cube_audit gets.
type auditSpec struct {
	Tables     []given  `json:"tables"`
	Dimensions []string `json:"dimensions"`
	Kind       string   `json:"kind"`
	Negative   bool     `json:"negative,omitempty"`
	Threshold  string   `json:"threshold,omitempty"` // numbers, "" for none
	Width      string   `json:"width,omitempty"`
	MaxSteps   float64  `json:"max_steps"`

	Rows        host.Shared[*people.GatheredTables]  `json:"rows,omitzero"`
	Hierarchies *host.Shared[*people.GatheredTables] `json:"hierarchies,omitempty"`
	// HierarchyTables is how many tables of hierarchies there are.
	HierarchyTables int `json:"hierarchy_tables,omitempty"`
}

// auditRow is a row of the kernel.
type auditRow struct {
	Labels         []sql.Null[string]
	Safe           bool
	Least, Largest sql.Null[float64]
	Exact          bool
	Required       string
	Meaning        string
	Steps          sql.Null[string]
	Cell           string
	Shown          sql.Null[string]
	InTable        string
	How            []howRow
	Parts          []partRow
}

// howRow is a published number of a derivation.
type howRow struct {
	InTable string
	Labels  []sql.Null[string]
	Shown   sql.Null[string]
	Times   float64
}

// partRow is a cell of a sum.
type partRow struct{ Labels []sql.Null[string] }

var auditKernel = host.KernelOf("cube_audit", runAudit)

// audit is what is published, and what follows.
type audit struct {
	spec       *auditSpec
	numbers    *numbers
	tables     []*tableRows
	dimensions []*dimension
	sets       []*tableSet
	threshold  *big.Rat
	width      *big.Rat
	noTotals   bool // see hasNoTotals
}

func runAudit(ctx context.Context, spec *auditSpec) (*host.Rows[auditRow], error) {
	a := &audit{spec: spec, threshold: parseNumber(spec.Threshold), width: parseNumber(spec.Width)}
	if err := a.read(ctx); err != nil {
		return nil, err
	}
	a.noTotals = a.hasNoTotals()
	tables := &published.Tables{Dimensions: engineDimensions(a.dimensions), Whole: a.numbers.whole, Negative: spec.Negative, Distinct: spec.Kind == kindDistinct}
	for _, s := range a.sets {
		tables.Sets = append(tables.Sets, s.Set)
	}
	verdicts, lines, err := published.Check(ctx, tables, spec.MaxSteps)
	if err != nil {
		return nil, a.explain(err)
	}
	return a.rows(verdicts, lines), nil
}

// checkTotals refuses a label for totals that no table has: with it misspelt, totals would be taken
// for cells, and every mask for safe.
func (a *audit) checkTotals() error {
	for i := range a.spec.Tables {
		t := &a.spec.Tables[i]
		isFound := t.Total == nil || t.Known
		for j, rows := range a.tables {
			if isFound {
				break
			}
			if other := a.spec.Tables[j].Total; other != nil && *other == *t.Total {
				isFound = len(rows.rows) == 0 || slices.ContainsFunc(rows.rows, func(x tableRow) bool { return slices.Contains(x.total, true) })
			}
		}
		if !isFound {
			totalNamed := "total"
			if i > 0 {
				totalNamed = strings.ReplaceAll(t.Where, "published", "total")
			}
			return fmt.Errorf("%s must be a label of %s, and no row has it in a column of by; write it as the table does, or leave it out where the table has no totals",
				totalNamed, t.Where)
		}
	}
	return nil
}

// read reads all that is given.
func (a *audit) read(ctx context.Context) error {
	spec := a.spec
	if len(spec.Tables) == 0 || spec.Rows.Value == nil || spec.HierarchyTables < 0 || spec.HierarchyTables > len(spec.Tables) {
		return errRows
	}
	texts := make([][]string, len(spec.Tables))
	for i := range spec.Tables {
		t := &spec.Tables[i]
		g := spec.Rows.Value.Table(i)
		if err := t.refuseDouble(g, spec.Kind); err != nil {
			return err
		}
		rows, err := readRows(g, t, spec.Dimensions)
		if err = errors.Join(err, ctx.Err()); err != nil {
			return err
		}
		a.tables, texts[i] = append(a.tables, rows), rows.values
	}
	if err := a.checkTotals(); err != nil {
		return err
	}
	var err error
	if a.numbers, err = newNumbers(spec, texts); err != nil {
		return err
	}
	for i, rows := range a.tables {
		if err := rows.readNumbers(a.numbers, &spec.Tables[i]); err != nil {
			return err
		}
	}
	return a.arrange(ctx)
}

// arrange makes the dimensions and the sets.
func (a *audit) arrange(ctx context.Context) error {
	spec := a.spec
	var hierarchies []map[string]map[label]path
	for i := range spec.HierarchyTables {
		if spec.Hierarchies == nil || spec.Hierarchies.Value == nil {
			return errRows
		}
		h, err := hierarchyOf(spec.Hierarchies.Value.Table(i))
		if err != nil {
			return err
		}
		hierarchies = append(hierarchies, h)
	}
	for d, name := range spec.Dimensions {
		labels := make([][]label, len(a.tables))
		for i, rows := range a.tables {
			labels[i] = rows.labelsIn(d)
		}
		dimension, err := newDimension(name, spec.Tables, labels, hierarchies)
		if err != nil {
			return err
		}
		a.dimensions = append(a.dimensions, dimension)
	}
	for i, rows := range a.tables {
		sets, err := rows.sets(i, &spec.Tables[i], a.dimensions)
		if err = errors.Join(err, ctx.Err()); err != nil {
			return err
		}
		a.sets = append(a.sets, sets...)
	}
	return setAbsent(a.sets, spec.Tables, a.numbers, a.dimensions)
}

// explain says what is wrong with the tables.
func (a *audit) explain(err error) error {
	named := a.spec.Tables[0].Where
	conflict, ok := errors.AsType[*published.Conflict](err)
	if !ok {
		if errors.Is(err, published.ErrTooLarge) {
			_, sizes, _ := strings.Cut(err.Error(), published.ErrTooLarge.Error()+": ")
			return fmt.Errorf("%s must have fewer cells: %s; audit fewer dimensions at once, or coarser levels", named, sizes)
		}
		return err
	}
	where, hint := "the tables", ""
	if len(a.spec.Tables) == 1 {
		where = named
	}
	if conflict.Set >= 0 {
		t := &a.spec.Tables[a.sets[conflict.Set].table]
		where = t.Where
		switch {
		case t.Absent == "masked":
			hint = ". If all rows of a label were left out, name it in hierarchies"
		case !t.Grouped && t.Total == nil && !t.Known && conflict.Parts != nil:
			hint = ". If NULL is a value of a column and no total, " + showTotals(t.By)
		}
	}
	totals := words.Count(int64(conflict.Lines), "total", "totals")
	switch {
	case conflict.Open && a.spec.Kind == kindDistinct:
		return fmt.Errorf("%s must have totals from the largest of their cells to the sum of these: no numbers that the cells may have agree with all totals of %s; look at masked, absent, rounding, noise and known%s", named, where, hint)
	case conflict.Open && conflict.Whole != nil:
		return fmt.Errorf("%s must add up: no numbers that the cells may have agree with %s of %s over %s%s; look at masked, absent, rounding, noise and known%s",
			named, totals, where, a.over(conflict), together(conflict.Lines), hint)
	case conflict.Open:
		return fmt.Errorf("%s must add up: no numbers that the cells may have agree with all tables together", named)
	case conflict.Parts == nil:
		return fmt.Errorf("%s must have the same numbers as the other tables have, and those that masked, absent, rounding, noise and known allow, and has others in %s%s",
			where, words.Count(int64(conflict.Lines), "cell", "cells"), hint)
	case a.spec.Kind == kindDistinct:
		return fmt.Errorf("%s must have totals from the largest of their cells to the sum of these: %s of %s over %s smaller or larger%s",
			named, totals, where, a.over(conflict)+isOrAre(conflict.Lines), hint)
	case conflict.Lines == 1:
		return fmt.Errorf("%s must add up: 1 total of %s over %s is not the sum of its cells%s", named, where, a.over(conflict), hint)
	}
	return fmt.Errorf("%s must add up: %s of %s over %s are not the sum of their cells%s", named, totals, where, a.over(conflict), hint)
}

func isOrAre(totals int) string {
	if totals == 1 {
		return " is"
	}
	return " are"
}

func together(totals int) string {
	if totals > 1 {
		return " together"
	}
	return ""
}

// over names the dimensions over which a total is taken.
func (a *audit) over(c *published.Conflict) string {
	var names []string
	for d, dimension := range a.dimensions {
		if c.Whole[d] != c.Parts[d] {
			names = append(names, people.PlainIdentifier(dimension.name))
		}
	}
	if names == nil {
		return "no column"
	}
	return strings.Join(names, ", ")
}

// rows writes the result.
func (a *audit) rows(verdicts []published.Verdict, lines []published.Line) *host.Rows[auditRow] {
	out := host.NewRows[auditRow]()
	byPlace := map[published.Place]*published.Verdict{}
	done := map[[2]int]bool{} // rows of tables
	for i := range verdicts {
		v := &verdicts[i]
		s := a.sets[v.Set]
		if a.spec.Tables[s.table].Known {
			continue
		}
		if v.Cell >= 0 {
			byPlace[v.Place] = v
			if row := [2]int{s.table, s.rows[v.Cell]}; done[row] {
				continue
			} else {
				done[row] = true
			}
		}
		out.Add(a.row(v))
	}
	for i := range lines {
		if row, ok := a.line(&lines[i], byPlace); ok {
			out.Add(row)
		}
	}
	if len(a.tables[0].rows) == 0 {
		out.Add(auditRow{Required: a.required(), Meaning: words.NoCells, InTable: a.spec.Tables[0].Name})
	}
	return out
}

// tableOf is the table of a place, and rowOf its row; nil for what is absent.
func (a *audit) tableOf(p published.Place) *given { return &a.spec.Tables[a.sets[p.Set].table] }

func (a *audit) rowOf(p published.Place) *tableRow {
	if p.Cell < 0 {
		return nil
	}
	s := a.sets[p.Set]
	return &a.tables[s.table].rows[s.rows[p.Cell]]
}

// labels are those of a published cell, by dimension.
func (a *audit) labels(p published.Place) []label {
	s := a.sets[p.Set]
	return s.labelsOf(s.Cells[p.Cell].Labels, a.dimensions)
}

// isSafe decides of a cell between two numbers.
func (a *audit) isSafe(least, largest *big.Rat, exact bool) bool {
	open := largest == nil || least == nil
	switch {
	case !exact:
		return false // it may be narrower
	case a.threshold == nil && a.width == nil:
		return open || least.Cmp(largest) != 0
	case a.threshold != nil && (largest == nil || largest.Cmp(a.threshold) >= 0):
		return true
	}
	return a.width != nil && (open || new(big.Rat).Sub(largest, least).Cmp(a.width) >= 0)
}

// line writes a sum of masked cells that would be masked itself.
func (a *audit) line(l *published.Line, verdicts map[published.Place]*published.Verdict) (auditRow, bool) {
	var row auditRow
	if a.tableOf(l.Whole).Known {
		return row, false
	}
	sum, most, known := a.numbers.rat(new(big.Rat).SetInt64(l.Sum)), (*big.Rat)(nil), true
	for _, p := range l.Parts {
		x := a.rowOf(p)
		if x == nil || x.kind != masked || a.tableOf(p).Known {
			return row, false
		}
		if !x.NoLargest {
			if largest := a.numbers.rat(new(big.Rat).SetInt64(x.Largest)); most == nil || largest.Cmp(most) > 0 {
				most = largest
			}
		}
		v := verdicts[p]
		known = known && v != nil && v.Least != nil && v.Largest != nil && v.Least.Cmp(v.Largest) == 0
	}
	if known || sum.Sign() <= 0 {
		return row, false // each is a row by itself
	}
	required := ""
	switch {
	case a.threshold != nil && sum.Cmp(a.threshold) < 0:
		required = decimal(a.threshold) + " or more"
	case a.threshold == nil && most != nil && sum.Cmp(most) <= 0:
		required = "more than " + decimal(most)
	default:
		return row, false
	}
	row = auditRow{Labels: a.labels(l.Whole), Least: a.float(sum, true), Largest: a.float(sum, false), Exact: true, Required: required, Cell: ofLine, InTable: a.tableOf(l.Whole).Name}
	for _, p := range l.Parts {
		row.Parts = append(row.Parts, partRow{a.labels(p)})
	}
	row.Meaning = words.MaskedTogether(int64(len(l.Parts)), decimal(sum))
	return row, true
}
