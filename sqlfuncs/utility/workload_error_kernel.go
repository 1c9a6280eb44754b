package utility

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"skyline/engine/loglinear"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldpeople"
	"skyline/sqlfuncs/oldtext"
	"skyline/sqlfuncs/people"
)

var workloadFields = []host.Field{
	{Name: "i", Type: host.Type{Kind: host.Bigint}},
	{Name: "measure", Type: host.Type{Kind: host.Varchar}},
	{Name: "value", Type: host.Type{Kind: host.Double}},
}

// groupColumn is the column of a released table within which values are shuffled.
const groupColumn = "group_id"

// namedTable is a gathered table and the names of its columns.
type namedTable struct {
	names []string
	rhs   []string // of a released table
	rows  *people.Gathered
}

func (t *namedTable) column(name string) int {
	return slices.IndexFunc(t.names, func(other string) bool { return strings.EqualFold(other, name) })
}

// workload is what the kernel of workload_error works on.
type workload struct {
	loglinear.Workload
	random   *rand.Rand
	original namedTable
	released []namedTable

	names   []string // of the attributes: the columns that are released
	domains []domain
}

// domain is the values of an attribute in the original; null is the code of NULL, -1
// if there is none.
type domain struct {
	codes map[string]int32
	null  int32
}

func workloadScalars() []host.Scalar {
	varchars := host.ListOf(host.Type{Kind: host.Varchar})
	params := []host.Type{
		{Kind: host.Bigint}, {Kind: host.Double}, {Kind: host.Bigint}, {Kind: host.Blob}, // dimension, selectivity, queries, key
		{Kind: host.Varchar},                                // the right sides of the released tables
		varchars, host.ListOf(host.Type{Kind: host.Bigint}), // the names of all tables' columns, and how many each table has
		varchars, // what __skyline_gather kept
	}
	return host.KernelScalars(workloadName, workloadName, params, workloadFields, func(args []host.Column, row int) (host.Run, error) {
		w := &workload{random: rand.New(call.SeededRandom(&args[3], row))}
		w.Dimension, w.Selectivity, w.Queries = int(min(args[0].Int64s[row], math.MaxInt32)), args[1].Float64s[row], int(args[2].Int64s[row])
		if err := w.read(args, row); err != nil {
			return nil, oldpeople.Explain(workloadName, err)
		}
		return w.run, nil
	})
}

var errWorkloadArguments = errors.New("the kernel's arguments do not fit together")

// read reads the tables.
func (w *workload) read(args []host.Column, row int) error {
	var rights [][]string
	if args[4].IsNull(row) || json.Unmarshal([]byte(args[4].Strings[row]), &rights) != nil {
		return errWorkloadArguments
	}
	names, kept := host.TextsOf(&args[5], row), host.TextsOf(&args[7], row)
	if args[6].IsNull(row) {
		return errWorkloadArguments
	}
	first, end := args[6].ListRange(row)
	if end-first != len(kept) || len(kept) != len(rights)+1 {
		return errWorkloadArguments
	}
	for i, number := range kept {
		width := args[6].Elem.Int64OrZero(first + i)
		if width < 0 || width > int64(len(names)) {
			return errWorkloadArguments
		}
		rows, err := host.Take[*people.Gathered](number)
		if err != nil {
			return err
		}
		t := namedTable{names: names[:width], rows: rows}
		if rows.People > 0 && len(rows.Columns) != int(width) {
			return errWorkloadArguments
		}
		names = names[width:]
		if i == 0 {
			w.original = t
			continue
		}
		t.rhs = rights[i-1]
		w.released = append(w.released, t)
	}
	return nil
}

func (w *workload) run(ctx context.Context) (host.Column, error) {
	if w.original.rows.People == 0 {
		return host.Column{}, fmt.Errorf("%s: original must have rows, and has none", workloadName)
	}
	for i := range w.released {
		if err := w.checkColumns(i); err != nil {
			return host.Column{}, err
		}
	}
	cells := w.cells()
	if w.Dimension > len(w.names) {
		return host.Column{}, fmt.Errorf("%s: dimension must be at most %d, the number of columns that release_tables have, got %d", workloadName, len(w.names), w.Dimension)
	}
	relations := make([]loglinear.Relation, len(w.released))
	for i := range w.released {
		var err error
		if relations[i], err = w.relation(i); err != nil {
			return host.Column{}, err
		}
	}
	model, err := loglinear.NewModel(ctx, relations, cells.Sizes, loglinear.Limits{})
	if large, ok := errors.AsType[*loglinear.TooLargeError](err); ok {
		return host.Column{}, fmt.Errorf("%s: release_tables that hang together in a cycle, or share shuffled columns, must allow at most %d combinations of values, got %d; leave one of them out", workloadName, large.Limit, large.Cells)
	}
	if err != nil {
		return host.Column{}, oldpeople.Explain(workloadName, err)
	}
	e, err := w.Errors(ctx, cells, model, w.random)
	if err != nil {
		return host.Column{}, oldpeople.Explain(workloadName, err)
	}
	return w.rows(&e, model), nil
}

// rows makes the result.
func (w *workload) rows(e *loglinear.Errors, model *loglinear.Model) host.Column {
	out := host.NewRowBuilder(workloadFields)
	for i, m := range []struct {
		measure string
		value   float64
	}{
		{"mean_relative_error", e.Mean()},
		{"median_relative_error", e.Quantile(0.5)},
		{"p90_relative_error", e.Quantile(0.9)},
		{"queries", float64(len(e.Relative))},
		{"redrawn", float64(e.Redrawn)},
		{"fit_rounds", float64(model.Rounds)},
		{"fit_deviation", model.Deviation},
	} {
		out.Int64(0, int64(i))
		out.Text(1, m.measure, false)
		if math.IsNaN(m.value) {
			out.Null(2)
		} else {
			out.Float64(2, m.value)
		}
		out.Row()
	}
	return out.Column()
}

// checkColumns makes sure that a released table has columns of the original, and
// notes them.
func (w *workload) checkColumns(i int) error {
	t := &w.released[i]
	failed := func(format string, args ...any) error {
		return fmt.Errorf("%s: %s %s", workloadName, call.ElementOf("release_tables", i), fmt.Sprintf(format, args...))
	}
	if t.rows.People == 0 {
		return failed("must have rows, and has none")
	}
	columns := 0
	for _, name := range t.names {
		isGroup := strings.EqualFold(name, groupColumn)
		at := w.original.column(name)
		switch {
		case isGroup && len(t.rhs) > 0:
			continue
		case isGroup && at < 0:
			return failed("has a column group_id, and must say whose values are shuffled within its groups: {'table': …, 'rhs': …}")
		case at < 0:
			return failed("must have columns of the original, and has %s; leave it out in a query given as the table", oldtext.QuoteIdentifier(name))
		}
		columns++
		if !call.ContainsName(w.names, name) {
			w.names = append(w.names, w.original.names[at])
		}
	}
	if columns == 0 {
		return failed("must have a column of the original")
	}
	return nil
}

// cells returns the original's people by the attributes, which are in the order of
// their names.
func (w *workload) cells() *loglinear.Cells {
	slices.SortFunc(w.names, func(a, b string) int {
		return cmp.Or(strings.Compare(strings.ToLower(a), strings.ToLower(b)), strings.Compare(a, b))
	})
	columns, texts := w.original.rows.Ordered()
	c := &loglinear.Cells{Counts: w.original.rows.Counts}
	for _, name := range w.names {
		at := w.original.column(name)
		d := domain{codes: make(map[string]int32, len(texts[at])), null: -1}
		for code, text := range texts[at] {
			if code == len(texts[at])-1 && w.original.rows.Columns[at].Null >= 0 {
				d.null = int32(code)
				continue
			}
			d.codes[text] = int32(code)
		}
		w.domains = append(w.domains, d)
		c.Columns = append(c.Columns, columns[at])
		c.Sizes = append(c.Sizes, len(texts[at]))
	}
	w.original.rows = nil
	c.Sort()
	return c
}

// relation returns the rows of a released table with the original's codes.
func (w *workload) relation(i int) (loglinear.Relation, error) {
	t := &w.released[i]
	columns, texts := t.rows.Ordered()
	r := loglinear.Relation{Counts: t.rows.Counts}
	if len(t.rhs) > 0 {
		at := t.column(groupColumn)
		r.Groups = columns[at]
		if t.rows.Columns[at].Null >= 0 {
			for row, g := range r.Groups {
				if int(g) == len(texts[at])-1 {
					r.Groups[row] = -1
				}
			}
		}
	}
	for a, name := range w.names {
		at := t.column(name)
		if at < 0 || len(t.rhs) > 0 && strings.EqualFold(name, groupColumn) {
			continue
		}
		var groups []int32
		if call.ContainsName(t.rhs, name) {
			r.Right, groups = append(r.Right, a), r.Groups
		}
		if unknown := w.domains[a].recode(columns[at], texts[at], t.rows.Columns[at].Null >= 0, groups); unknown > 0 {
			return r, fmt.Errorf("%s: %s must have values of the original in column %s, and the number of different others is %d; labels that stand for several values are not understood here",
				workloadName, call.ElementOf("release_tables", i), oldtext.QuoteIdentifier(name), unknown)
		}
		r.Attributes, r.Columns = append(r.Attributes, a), append(r.Columns, columns[at])
	}
	t.rows = nil
	return r, nil
}

// recode replaces the codes of a released column by the original's, and returns
// how many different values the original has not. Those of people without a group
// are not looked at.
func (d *domain) recode(column []int32, texts []string, hasNull bool, groups []int32) (unknown int) {
	codes := make([]int32, len(texts))
	for code, text := range texts {
		known, ok := d.codes[text]
		if hasNull && code == len(texts)-1 {
			known, ok = d.null, d.null >= 0
		}
		if !ok {
			known = -1
		}
		codes[code] = known
	}
	seen := make([]bool, len(texts))
	for row, code := range column {
		switch {
		case groups != nil && groups[row] < 0:
			column[row] = 0
			continue
		case codes[code] < 0 && !seen[code]:
			seen[code] = true
			unknown++
		}
		column[row] = codes[code]
	}
	return unknown
}
