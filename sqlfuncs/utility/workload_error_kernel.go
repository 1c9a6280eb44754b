package utility

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"skyline/engine/loglinear"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/draw"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
	"skyline/sqlfuncs/words"
)

// workloadSpec is what the kernel of workload_error gets.
type workloadSpec struct {
	Dimension   int64      `json:"dimension,omitempty"` // 0: usualDimension, or all columns
	Selectivity float64    `json:"selectivity"`
	Queries     int64      `json:"queries"`
	RHS         [][]string `json:"rhs"`           // of each released table
	Sum         string     `json:"sum,omitempty"` // the column that is added up, "" for none
	Key         []byte     `json:"key,omitempty"` // of the draw; nil where it is fresh
	// Names are the columns of the tables: of the original, and of each released table.
	Names [][]string `json:"names,omitempty"`
	Types []string   `json:"types,omitempty"` // of the original's columns
	// Hierarchies are those that the labels of a release are of.
	Hierarchies *host.Shared[*Nodes]                `json:"hierarchies,omitempty"`
	Tables      host.Shared[*people.GatheredTables] `json:"tables,omitzero"`
}

var workloadKernel = host.KernelOf("workload", runWorkload)

// groupColumn is the column of a released table within which values are shuffled.
const groupColumn = "group_id"

// wholeTable is a table of the call with its rows.
type wholeTable struct {
	names   []string
	columns []textColumn
	counts  []int64
}

// column returns the number of the column of a name, -1 if there is none.
func (t *wholeTable) column(name string) int {
	return slices.IndexFunc(t.names, func(other string) bool { return isName(other, name) })
}

// isName reports whether two names are the same to DuckDB.
func isName(a, b string) bool { return call.Folded(a) == call.Folded(b) }

// releasedTable is one of releases.
type releasedTable struct {
	wholeTable
	rhs   []string // the columns whose values are shuffled within groups
	where string   // what it is called in messages
}

func (t *releasedTable) errorf(format string, args ...any) error {
	return fmt.Errorf(t.where+" "+format, args...)
}

// workload is the tables, and what is found out about them.
type workload struct {
	original   wholeTable
	types      []string // of the original's columns
	released   []releasedTable
	attributes []string    // the columns that are released, as the original writes them
	numberings []numbering // of the attributes' values in the original
}

func runWorkload(ctx context.Context, s *workloadSpec) (*host.Rows[measureRow], error) {
	w, err := s.read()
	if err != nil {
		return nil, err
	}
	if len(w.original.counts) == 0 {
		return nil, errors.New("original must have rows, and has none")
	}
	for i := range w.released {
		if err := w.addAttributes(&w.released[i]); err != nil {
			return nil, err
		}
	}
	columns := int64(len(w.attributes))
	queries := loglinear.Workload{Dimension: int(cmp.Or(s.Dimension, min(usualDimension, columns))), Selectivity: s.Selectivity, Queries: int(s.Queries)}
	if s.Dimension > columns {
		return nil, fmt.Errorf("dimension must be at most %d, the number of columns that releases have, got %d", columns, s.Dimension)
	}
	hasLabels := w.hasLabels(&w.released[0])
	numbers, err := w.numbers(s.Sum)
	if err != nil {
		return nil, err
	}
	cells := w.cells()
	if s.Sum != "" {
		at := slices.IndexFunc(w.attributes, func(name string) bool { return isName(name, s.Sum) })
		queries.Sum = &loglinear.Summed{Attribute: at, Numbers: numbers}
	}
	if hasLabels {
		var nodes *Nodes
		if s.Hierarchies != nil {
			nodes = s.Hierarchies.Value
		}
		table, err := w.labelled(ctx, cells, nodes)
		if err != nil {
			return nil, err
		}
		return s.measure(ctx, queries, cells, table, &loglinear.Model{})
	}
	relations := make([]loglinear.Relation, len(w.released))
	for i := range w.released {
		if relations[i], err = w.relation(&w.released[i]); err != nil {
			return nil, err
		}
	}
	model, err := loglinear.NewModel(ctx, relations, cells.Sizes, loglinear.Limits{})
	if large, ok := errors.AsType[*loglinear.TooLargeError](err); ok {
		return nil, fmt.Errorf("releases that hang together in a cycle, or share shuffled columns, must allow at most %d combinations of values, got %d; leave one of them out", large.Limit, large.Cells)
	}
	if err != nil {
		return nil, err
	}
	return s.measure(ctx, queries, cells, model, model)
}

// usualDimension is how many columns a query is about that nobody has chosen.
const usualDimension = 3

// measure asks the queries of an estimate; model says how it was fitted.
func (s *workloadSpec) measure(ctx context.Context, queries loglinear.Workload, cells *loglinear.Cells, estimate loglinear.Estimate, model *loglinear.Model) (*host.Rows[measureRow], error) {
	e, err := queries.Errors(ctx, cells, estimate, rand.New(draw.Keyed(s.Key)))
	if err != nil {
		return nil, err
	}
	out := newMeasures()
	out.addAnswers("COUNT", "", e.Count)
	if queries.Sum != nil {
		out.addAnswers("SUM", "_sum", e.Sum)
		out.addAnswers("AVG", "_avg", e.Average)
	}
	for _, m := range []struct {
		name  string
		value float64
	}{
		{"queries", float64(len(e.Count))},
		{"redrawn", float64(e.Redrawn)},
		{"fit_rounds", float64(model.Rounds)},
		{"fit_deviation", model.Deviation},
	} {
		out.explained(m.name, "", m.value, words.Workload(m.name, m.value))
	}
	return out.rows, nil
}

// addAnswers adds the errors of the answers to a kind of queries.
func (m measures) addAnswers(kind, suffix string, e loglinear.Relative) {
	mean, median, p90 := e.Mean(), e.Quantile(0.5), e.Quantile(0.9)
	ofMean, ofMedian, ofP90 := words.Answers(kind, mean, median, p90)
	m.explained("mean_relative_error"+suffix, "", mean, ofMean)
	m.explained("median_relative_error"+suffix, "", median, ofMedian)
	m.explained("p90_relative_error"+suffix, "", p90, ofP90)
}

// numbers returns the numbers of the values of a column of the original, NaN for NULL; nil for no
// column.
func (w *workload) numbers(name string) ([]float64, error) {
	if name == "" {
		return nil, nil
	}
	at := w.original.column(name)
	switch {
	case !call.ContainsName(w.attributes, name):
		return nil, fmt.Errorf("sum must be a column of the original that releases have, got %s", sqltext.Ident(name))
	case !numericType.MatchString(w.types[at]):
		return nil, fmt.Errorf("sum must be a column of numbers, and %s is of type %s; cast it in a query given as original", sqltext.Ident(name), w.types[at])
	}
	column := &w.original.columns[at]
	numbers := make([]float64, len(column.texts))
	for code, text := range column.texts {
		numbers[code] = math.NaN()
		if int32(code) == column.null {
			continue
		}
		number, ok := people.ParseNumber(text)
		if !ok {
			return nil, fmt.Errorf("sum must have finite numbers, and %s has others; filter such rows in a query given as original", sqltext.Ident(name))
		}
		numbers[code], _ = number.Float64()
	}
	return numbers, nil
}

var errTables = errors.New("each table must have the columns that its names say")

// read reads the tables.
func (s *workloadSpec) read() (*workload, error) {
	if len(s.Names) != len(s.RHS)+1 {
		return nil, errTables
	}
	tables := make([]wholeTable, len(s.Names))
	for i, names := range s.Names {
		rows := s.Tables.Value.Table(i)
		tables[i] = wholeTable{names, orderedColumns(rows), rows.Counts}
		if len(rows.Counts) > 0 && len(tables[i].columns) != len(names) {
			return nil, errTables
		}
	}
	if len(s.Types) != len(s.Names[0]) {
		return nil, errTables
	}
	w := &workload{original: tables[0], types: s.Types}
	for i, rhs := range s.RHS {
		t := releasedTable{tables[i+1], rhs, call.ElementOf("releases", i)}
		if len(rhs) > 0 && t.column(groupColumn) < 0 {
			return nil, errTables
		}
		w.released = append(w.released, t)
	}
	return w, nil
}

// addAttributes makes sure that a released table has columns of the original, and
// notes them.
func (w *workload) addAttributes(t *releasedTable) error {
	if len(t.counts) == 0 {
		return t.errorf("must have rows, and has none")
	}
	columns := 0
	for _, name := range t.names {
		isGroup := isName(name, groupColumn)
		at := w.original.column(name)
		switch {
		case isGroup && (len(t.rhs) > 0 || at < 0 && w.hasLabels(t)):
			continue
		case isGroup && at < 0:
			return t.errorf("has a column group_id, and must say whose values are shuffled within its groups: {'table': …, 'rhs': …}")
		case at < 0:
			return t.errorf("must have columns of the original, and has %s; leave it out in a query given as the table", sqltext.Ident(name))
		}
		columns++
		if !call.ContainsName(w.attributes, name) {
			w.attributes = append(w.attributes, w.original.names[at])
		}
	}
	if columns == 0 {
		return t.errorf("must have a column of the original")
	}
	return nil
}

// cells returns the original's people by the attributes, which it puts in the order of
// their names.
func (w *workload) cells() *loglinear.Cells {
	slices.SortFunc(w.attributes, func(a, b string) int {
		return cmp.Or(strings.Compare(call.Folded(a), call.Folded(b)), strings.Compare(a, b))
	})
	c := &loglinear.Cells{Counts: w.original.counts}
	for _, name := range w.attributes {
		column := &w.original.columns[w.original.column(name)]
		w.numberings = append(w.numberings, column.numbering())
		c.Columns = append(c.Columns, column.codes)
		c.Sizes = append(c.Sizes, len(column.texts))
	}
	w.original.columns = nil
	c.Sort()
	return c
}

// relation returns the rows of a released table with the original's numbers of values.
func (w *workload) relation(t *releasedTable) (loglinear.Relation, error) {
	r := loglinear.Relation{Counts: t.counts}
	if len(t.rhs) > 0 {
		g := &t.columns[t.column(groupColumn)]
		r.Groups = g.codes
		for row, code := range g.codes {
			if code == g.null {
				r.Groups[row] = -1
			}
		}
	}
	for a, name := range w.attributes {
		at := t.column(name)
		if at < 0 || len(t.rhs) > 0 && isName(name, groupColumn) {
			continue
		}
		var groups []int32
		if call.ContainsName(t.rhs, name) {
			r.Right, groups = append(r.Right, a), r.Groups
		}
		column := &t.columns[at]
		if unknown := column.renumber(&w.numberings[a], groups); unknown > 0 {
			return r, t.errorf("must have values of the original in column %s, and the number of different others is %d; labels that stand for several values are understood in a release of one table, without rhs", sqltext.Ident(name), unknown)
		}
		r.Attributes, r.Columns = append(r.Attributes, a), append(r.Columns, column.codes)
	}
	t.columns = nil
	return r, nil
}

// renumber gives the values of a released column the original's numbers, and returns how
// many different values the original has not. Those of people without a group are not
// looked at.
func (c *textColumn) renumber(original *numbering, groups []int32) (unknown int) {
	numbers := c.elsewhere(original)
	seen := make([]bool, len(numbers))
	for row, code := range c.codes {
		if groups != nil && groups[row] < 0 {
			c.codes[row] = 0
			continue
		}
		if numbers[code] < 0 && !seen[code] {
			seen[code] = true
			unknown++
		}
		c.codes[row] = numbers[code]
	}
	return unknown
}
