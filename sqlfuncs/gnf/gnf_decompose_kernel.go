package gnf

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"

	"skyline/engine/guardian"
	"skyline/engine/loglinear"
	"skyline/engine/versatile"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldpeople"
	"skyline/sqlfuncs/oldtext"
	"skyline/sqlfuncs/people"
)

var gnfDecomposeFields = []host.Field{
	{Name: "table_no", Type: host.Type{Kind: host.Bigint}},
	{Name: "attributes", Type: host.ListOf(host.Type{Kind: host.Varchar})},
	{Name: "lhs", Type: host.ListOf(host.Type{Kind: host.Varchar})},
	{Name: "rhs", Type: host.Type{Kind: host.Varchar}},
	{Name: "kl", Type: host.Type{Kind: host.Double}},
	{Name: "guards", Type: host.ListOf(host.Type{Kind: host.Varchar})},
	{Name: "note", Type: host.Type{Kind: host.Varchar}},
	{Name: "estimate", Type: host.Type{Kind: host.Varchar}},
}

// decomposition is what the kernel of gnf_decompose works on.
type decomposition struct {
	function string
	l        int64
	method   string
	names    []string // of the scheme's attributes, then of the table's others
	order    []int    // the attributes in the order of the table's columns
	rules    []guardian.Rule
	numbers  []int            // of the rules
	tables   []guardian.Table // that the call gives
	links    []guardian.Table // functional dependencies
	table    *people.Gathered
}

var versatileMethods = map[string]versatile.Method{
	"uad": versatile.UtilityAware, "gd": versatile.Guardian, "single": versatile.Single, "multi_sa": versatile.MultiSA,
}

func gnfDecomposeScalars() []host.Scalar {
	const function = "gnf_decompose"
	params := []host.Type{
		{Kind: host.Bigint}, {Kind: host.Varchar}, // l, method
		host.ListOf(host.Type{Kind: host.Varchar}), {Kind: host.Varchar}, {Kind: host.Varchar}, {Kind: host.Varchar}, // the scheme's names and rules, tables and links
		host.ListOf(host.Type{Kind: host.Varchar}), {Kind: host.Varchar}, // the table's names, and what __skyline_gather kept
	}
	return host.KernelScalars(function, function, params, gnfDecomposeFields, func(args []host.Column, row int) (host.Run, error) {
		table, err := host.Take[*people.Gathered](args[7].Strings[row])
		if err != nil {
			return nil, oldpeople.Explain(function, err)
		}
		d := &decomposition{function: function, l: args[0].Int64s[row], method: strings.Clone(args[1].Strings[row]), names: host.TextsOf(&args[2], row), table: table}
		if err := d.readScheme(args[3].Strings[row], args[4].Strings[row], args[5].Strings[row]); err != nil {
			return nil, oldpeople.Explain(function, err)
		}
		d.readColumns(host.TextsOf(&args[6], row))
		return d.run, nil
	})
}

// encodedRule is a rule on its way to the kernel.
type encodedRule struct {
	Number int
	LHS    []int
	RHS    int
}

// encodedTable is a table of a schema, likewise.
type encodedTable struct {
	Attributes, LHS []int
	RHS             int
}

func (d *decomposition) readScheme(rules, tables, links string) error {
	var encodedRules []encodedRule
	if err := errors.Join(json.Unmarshal([]byte(rules), &encodedRules), readTables(tables, &d.tables), readTables(links, &d.links)); err != nil {
		return host.ErrNotKept
	}
	for _, r := range encodedRules {
		d.rules = append(d.rules, guardian.Rule{LHS: guardian.SetOf(r.LHS...), RHS: r.RHS})
		d.numbers = append(d.numbers, r.Number)
	}
	return nil
}

func readTables(text string, into *[]guardian.Table) error {
	var encoded []encodedTable
	err := json.Unmarshal([]byte(text), &encoded)
	for _, t := range encoded {
		*into = append(*into, guardian.Table{Attributes: guardian.SetOf(t.Attributes...), LHS: guardian.SetOf(t.LHS...), RHS: t.RHS})
	}
	return err
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

func (d *decomposition) run(ctx context.Context) (host.Column, error) {
	if d.table.People == 0 {
		return host.Column{}, fmt.Errorf("%s: tbl must have rows, and has none", d.function)
	}
	release, err := d.release(ctx)
	var ofRule *versatile.IneligibleError
	var ofTable *versatile.ShuffleError
	switch {
	case errors.As(err, &ofRule):
		return host.Column{}, d.ineligible(ofRule)
	case errors.As(err, &ofTable):
		return host.Column{}, fmt.Errorf("%s: tables: a right side cannot be shuffled: %s", d.function, ineligible(oldtext.QuoteIdentifier(d.names[ofTable.Attribute]), ofTable.Cause))
	case err != nil:
		return host.Column{}, oldpeople.Explain(d.function, err)
	}
	if d.method == "single" && d.tables == nil {
		place := func(t versatile.Table) int { return slices.Index(d.order, t.Attributes.Slice()[0]) }
		slices.SortFunc(release.Tables, func(t, u versatile.Table) int { return cmp.Compare(place(t), place(u)) })
	}
	if err := d.checkLinks(release); err != nil {
		return host.Column{}, err
	}
	out := host.NewRowBuilder(gnfDecomposeFields)
	for i := range release.Tables {
		d.row(out, release, i)
	}
	return out.Column(), nil
}

func (d *decomposition) release(ctx context.Context) (*versatile.Release, error) {
	columns, texts := d.table.Ordered()
	cells := &loglinear.Cells{Columns: make([][]int32, len(d.order)), Sizes: make([]int, len(d.order)), Counts: d.table.Counts}
	for at, attribute := range d.order {
		cells.Columns[attribute], cells.Sizes[attribute] = columns[at], len(texts[at])
	}
	d.table = nil
	cells.Sort()
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
	s := &scheme{names: d.names, links: d.links}
	var tables []guardian.Table
	for _, t := range release.Tables {
		tables = append(tables, t.Table)
	}
	for i, rule := range d.rules {
		if _, f := s.check(tables, guardian.Reduced{Rule: rule}); f.Status == guardian.Violated {
			return fmt.Errorf("%s: %s", d.function, linkedText(fmt.Sprintf("rule %d (%s): %s", d.numbers[i]+1, s.show(rule), s.path(tables, f))))
		}
	}
	return nil
}

func (d *decomposition) row(out *host.RowBuilder, release *versatile.Release, i int) {
	t := &release.Tables[i]
	out.Int64(0, int64(i+1))
	d.list(out, 1, t.Attributes)
	right := t.Right.Slice()
	if len(right) == 0 {
		out.Null(2)
	} else {
		d.list(out, 2, t.LHS)
	}
	if len(right) == 1 {
		out.Text(3, d.names[right[0]], false)
	} else {
		out.Null(3)
	}
	if release.Unknown || math.IsInf(release.Divergence.KL, 1) {
		out.Null(4)
	} else {
		out.Float64(4, release.Divergence.KL)
	}
	for _, rule := range t.Guards {
		out.Element(5, fmt.Sprint(d.numbers[rule]+1), false)
	}
	out.EndList(5)
	out.Text(6, d.note(release, t), false)
	out.Text(7, estimate(release), false)
	out.Row()
}

// list adds a list of attributes, in the order of the table's columns.
func (d *decomposition) list(out *host.RowBuilder, column int, attributes guardian.Set) {
	for _, a := range d.order {
		if attributes.Has(a) {
			out.Element(column, d.names[a], false)
		}
	}
	out.EndList(column)
}

// note says how a sub-table is published.
func (d *decomposition) note(release *versatile.Release, t *versatile.Table) string {
	var names []string
	for _, a := range d.order {
		if t.Right.Has(a) {
			names = append(names, oldtext.QuoteIdentifier(d.names[a]))
		}
	}
	switch {
	case len(names) == 0 && len(d.rules) == 0:
		return "published as it is: there are no rules"
	case len(names) == 0:
		return "published as it is"
	case len(names) == 1:
		return fmt.Sprintf("values of %s shuffled within groups", names[0])
	}
	return fmt.Sprintf("values of %s shuffled together within groups, and left out for %d people", strings.Join(names, ", "), release.Suppressed)
}

func (d *decomposition) ineligible(err *versatile.IneligibleError) error {
	rule := d.rules[err.Rule]
	return fmt.Errorf("%s: rule %d (%s) cannot be kept: %s", d.function, d.numbers[err.Rule]+1, (&scheme{names: d.names}).show(rule),
		ineligible(oldtext.QuoteIdentifier(d.names[rule.RHS]), err.Cause))
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
