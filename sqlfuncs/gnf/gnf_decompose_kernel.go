package gnf

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"

	"skyline/engine/anatomy"
	"skyline/engine/guardian"
	"skyline/engine/loglinear"
	"skyline/engine/versatile"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// decomposeSpec is what the kernel of gnf_decompose gets.
type decomposeSpec struct {
	L      int64       `json:"l"`
	Method string      `json:"method"`
	Names  []string    `json:"names"` // of the attributes that the call names
	Rules  []ruleSpec  `json:"rules"`
	Tables []tableSpec `json:"tables"` // that the call gives; nil: none
	Links  []tableSpec `json:"links"`  // functional dependencies
	// Columns are the names of the table's columns, whose rows Table has.
	Columns []string                      `json:"columns,omitempty"`
	Table   host.Shared[*people.Gathered] `json:"table,omitzero"`
}

// ruleSpec is a rule on its way to the kernel, with its number in the call, from 0.
type ruleSpec struct {
	Number int   `json:"number"`
	LHS    []int `json:"lhs"`
	RHS    int   `json:"rhs"`
}

// tableSpec is a table of a schema, likewise.
type tableSpec struct {
	Attributes []int `json:"attributes"`
	LHS        []int `json:"lhs"`
	RHS        int   `json:"rhs"`
}

// decomposeRow is a sub-table.
type decomposeRow struct {
	TableNo    int64
	Attributes []string
	LHS        []string `sql:"lhs,nil=null"`
	RHS        sql.Null[string]
	KL         sql.Null[float64]
	Guards     []int64
	Note       string
	Estimate   string
}

var decomposeKernel = host.KernelOf("decompose", runDecompose)

// decomposition is what the kernel works on.
type decomposition struct {
	l       int64
	method  string
	names   []string // of the attributes that the call names, then of the table's others
	order   []int    // the attributes in the order of the table's columns
	rules   []guardian.Rule
	numbers []int            // of the rules
	tables  []guardian.Table // that the call gives
	links   []guardian.Table // functional dependencies
}

var versatileMethods = map[string]versatile.Method{
	"uad": versatile.UtilityAware, "gd": versatile.Guardian, "single": versatile.Single, "multi_sa": versatile.MultiSA,
}

func runDecompose(ctx context.Context, spec *decomposeSpec) (*host.Rows[decomposeRow], error) {
	if spec.Table.Value.People == 0 {
		return nil, errNoRows
	}
	d := newDecomposition(spec)
	cells := d.cells(spec.Table.Value)
	spec.Table.Value = nil // Its texts are not needed any more.
	release, err := d.release(ctx, cells)
	if err != nil {
		return nil, d.explain(err)
	}
	if d.method == "single" && d.tables == nil {
		place := func(t versatile.Table) int { return slices.Index(d.order, t.Attributes.Slice()[0]) }
		slices.SortFunc(release.Tables, func(t, u versatile.Table) int { return cmp.Compare(place(t), place(u)) })
	}
	if err := d.checkLinks(release); err != nil {
		return nil, err
	}
	rows := host.NewRows[decomposeRow]()
	for i := range release.Tables {
		rows.Add(d.row(release, i))
	}
	return rows, nil
}

func newDecomposition(spec *decomposeSpec) *decomposition {
	d := &decomposition{l: spec.L, method: spec.Method, names: spec.Names, tables: tablesOf(spec.Tables), links: tablesOf(spec.Links)}
	for _, r := range spec.Rules {
		d.rules = append(d.rules, guardian.Rule{LHS: guardian.SetOf(r.LHS...), RHS: r.RHS})
		d.numbers = append(d.numbers, r.Number)
	}
	d.readColumns(spec.Columns)
	return d
}

func tablesOf(specs []tableSpec) []guardian.Table {
	var tables []guardian.Table
	for _, t := range specs {
		tables = append(tables, guardian.Table{Attributes: guardian.SetOf(t.Attributes...), LHS: guardian.SetOf(t.LHS...), RHS: t.RHS})
	}
	return tables
}

// readColumns numbers the table's columns: those that the call names have numbers.
func (d *decomposition) readColumns(columns []string) {
	for _, column := range columns {
		at := slices.IndexFunc(d.names, func(name string) bool { return call.Folded(name) == call.Folded(column) })
		if at < 0 {
			at = len(d.names)
			d.names = append(d.names, column)
		}
		d.names[at] = column
		d.order = append(d.order, at)
	}
}

// cells are the rows of a table, by attributes.
func (d *decomposition) cells(table *people.Gathered) *loglinear.Cells {
	columns, texts := table.Ordered()
	cells := &loglinear.Cells{Columns: make([][]int32, len(d.order)), Sizes: make([]int, len(d.order)), Counts: table.Counts}
	for at, attribute := range d.order {
		cells.Columns[attribute], cells.Sizes[attribute] = columns[at], len(texts[at])
	}
	cells.Sort()
	return cells
}

func (d *decomposition) release(ctx context.Context, cells *loglinear.Cells) (*versatile.Release, error) {
	if d.tables != nil {
		return versatile.Evaluate(ctx, cells, d.rules, d.l, d.tables, runtime.GOMAXPROCS(0))
	}
	return versatile.Decompose(ctx, cells, d.rules, d.l, versatileMethods[d.method], runtime.GOMAXPROCS(0))
}

// checkLinks is an error if functional dependencies lead somewhere where the tables
// alone do not.
func (d *decomposition) checkLinks(release *versatile.Release) error {
	if len(d.links) == 0 {
		return nil
	}
	s := &ruleSet{names: d.names, links: d.links}
	var tables []guardian.Table
	for _, t := range release.Tables {
		tables = append(tables, t.Table)
	}
	for i, rule := range d.rules {
		if _, f := s.check(tables, guardian.Reduced{Rule: rule}); f.Status == guardian.Violated {
			return errors.New(linkedText(fmt.Sprintf("rule %d (%s): %s", d.numbers[i]+1, s.show(rule), s.path(tables, f))))
		}
	}
	return nil
}

func (d *decomposition) row(release *versatile.Release, i int) decomposeRow {
	t := &release.Tables[i]
	row := decomposeRow{
		TableNo: int64(i + 1), Attributes: d.inOrder(t.Attributes), Guards: []int64{},
		KL:   sql.Null[float64]{V: release.Divergence.KL, Valid: !release.Unknown},
		Note: d.note(release, t), Estimate: estimate(release),
	}
	right := t.Right.Slice()
	if len(right) > 0 {
		row.LHS = d.inOrder(t.LHS)
	}
	if len(right) == 1 {
		row.RHS = host.Some(d.names[right[0]])
	}
	for _, rule := range t.Guards {
		row.Guards = append(row.Guards, int64(d.numbers[rule])+1)
	}
	return row
}

// inOrder returns the names of attributes, in the order of the table's columns.
func (d *decomposition) inOrder(attributes guardian.Set) []string {
	names := []string{}
	for _, a := range d.order {
		if attributes.Has(a) {
			names = append(names, d.names[a])
		}
	}
	return names
}

// note says how a sub-table is published.
func (d *decomposition) note(release *versatile.Release, t *versatile.Table) string {
	names := sqltext.Idents(d.inOrder(t.Right))
	switch {
	case len(names) == 0 && len(d.rules) == 0:
		return "published as it is: there are no rules"
	case len(names) == 0:
		return "published as it is"
	case len(names) == 1:
		return fmt.Sprintf("values of %s shuffled within groups", names[0])
	}
	return fmt.Sprintf("values of %s shuffled together within groups, and left out for %d people", sqltext.List(names), release.Suppressed)
}

// explain says what is wrong with a table, by counts.
func (d *decomposition) explain(err error) error {
	var ofRule *versatile.IneligibleError
	var ofTable *versatile.ShuffleError
	what := func(attribute int) string { return string(sqltext.Ident(d.names[attribute])) }
	switch {
	case errors.As(err, &ofRule):
		rule := d.rules[ofRule.Rule]
		return fmt.Errorf("rule %d (%s) cannot be kept: %s", d.numbers[ofRule.Rule]+1, (&ruleSet{names: d.names}).show(rule), ineligible(what(rule.RHS), ofRule.Cause))
	case errors.As(err, &ofTable):
		return fmt.Errorf("tables: a right side cannot be shuffled: %s", ineligible(what(ofTable.Attribute), ofTable.Cause))
	case errors.Is(err, anatomy.ErrTooLarge):
		return errTooManyRows
	}
	return err
}

// estimate says how a divergence was computed.
func estimate(r *versatile.Release) string {
	switch d := r.Divergence; {
	case r.Unknown:
		return "too many combinations to fit"
	case math.IsInf(d.KL, 1):
		return "infinite: somebody's values are not among those that the estimate allows"
	case d.Closed:
		return "closed form"
	default:
		return fmt.Sprintf("iterative proportional fitting: %d rounds, off by at most %.1g", d.Rounds, d.Deviation)
	}
}
