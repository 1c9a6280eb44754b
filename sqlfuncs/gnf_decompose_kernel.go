package sqlfuncs

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"skyline/engine/guardian"
	"skyline/engine/loglinear"
	"skyline/engine/versatile"
)

var gnfDecomposeFields = []Field{
	{"table_no", Type{Kind: Bigint}},
	{"attributes", ListOf(Type{Kind: Varchar})},
	{"lhs", ListOf(Type{Kind: Varchar})},
	{"rhs", Type{Kind: Varchar}},
	{"kl", Type{Kind: Double}},
	{"guards", ListOf(Type{Kind: Varchar})},
	{"note", Type{Kind: Varchar}},
}

// decomposition is what the kernel of gnf_decompose works on.
type decomposition struct {
	function string
	l        int64
	method   string
	names    []string // of the scheme's attributes, then of the table's others
	order    []int    // the attributes in the order of the table's columns
	rules    []guardian.Rule
	numbers  []int // of the rules
	table    *gathered
}

var versatileMethods = map[string]versatile.Method{
	"uad": versatile.UtilityAware, "gd": versatile.Guardian, "single": versatile.Single, "multi_sa": versatile.MultiSA,
}

func gnfDecomposeScalars() []Scalar {
	const function = "gnf_decompose"
	params := []Type{
		{Kind: Bigint}, {Kind: Varchar}, // l, method
		ListOf(Type{Kind: Varchar}), {Kind: Varchar}, // the scheme's names and rules
		ListOf(Type{Kind: Varchar}), {Kind: Varchar}, // the table's names, and what __skyline_gather kept
	}
	start := startScalar("__"+function+"_start", function, params, func(args []Column, row int) (run, error) {
		table, err := take[*gathered](args[5].Strings[row])
		if err != nil {
			return nil, explain(function, err)
		}
		d := &decomposition{function: function, l: args[0].Int64s[row], method: strings.Clone(args[1].Strings[row]), names: textsOf(&args[2], row), table: table}
		if err := d.readRules(args[3].Strings[row]); err != nil {
			return nil, explain(function, err)
		}
		d.readColumns(textsOf(&args[4], row))
		return d.run, nil
	})
	return []Scalar{start, takeScalar("__"+function+"_rows", gnfDecomposeFields)}
}

// encodedRule is a rule on its way to the kernel.
type encodedRule struct {
	Number int
	LHS    []int
	RHS    int
}

func (d *decomposition) readRules(text string) error {
	var rules []encodedRule
	if err := json.Unmarshal([]byte(text), &rules); err != nil {
		return errors.New("the rules are not JSON")
	}
	for _, r := range rules {
		d.rules = append(d.rules, guardian.Rule{LHS: guardian.SetOf(r.LHS...), RHS: r.RHS})
		d.numbers = append(d.numbers, r.Number)
	}
	return nil
}

// readColumns numbers the table's columns: those that the call names have numbers.
func (d *decomposition) readColumns(columns []string) {
	for _, column := range columns {
		at := slices.IndexFunc(d.names, func(name string) bool { return strings.EqualFold(name, column) })
		if at < 0 {
			at = len(d.names)
			d.names = append(d.names, column)
		}
		d.names[at] = column
		d.order = append(d.order, at)
	}
}

func (d *decomposition) run(ctx context.Context) (Column, error) {
	if d.table.people == 0 {
		return Column{}, fmt.Errorf("%s: tbl must have rows, and has none", d.function)
	}
	columns, texts := d.table.ordered()
	cells := &loglinear.Cells{Columns: make([][]int32, len(columns)), Sizes: make([]int, len(columns)), Counts: d.table.counts}
	for at, attribute := range d.order {
		cells.Columns[attribute], cells.Sizes[attribute] = columns[at], len(texts[at])
	}
	d.table = nil
	cells.Sort()
	release, err := versatile.Decompose(ctx, cells, d.rules, d.l, versatileMethods[d.method])
	var ineligible *versatile.IneligibleError
	if errors.As(err, &ineligible) {
		return Column{}, d.ineligible(ineligible)
	}
	if err != nil {
		return Column{}, explain(d.function, err)
	}
	if d.method == "single" {
		place := func(t versatile.Table) int { return slices.Index(d.order, t.Attributes.Slice()[0]) }
		slices.SortFunc(release.Tables, func(t, u versatile.Table) int { return cmp.Compare(place(t), place(u)) })
	}
	out := newRowBuilder(gnfDecomposeFields)
	for i := range release.Tables {
		d.row(out, release, i)
	}
	return out.column(), nil
}

func (d *decomposition) row(out *rowBuilder, release *versatile.Release, i int) {
	t := &release.Tables[i]
	out.int64(0, int64(i+1))
	d.list(out, 1, t.Attributes)
	right := t.Right.Slice()
	if len(right) == 0 {
		out.null(2)
	} else {
		d.list(out, 2, t.LHS)
	}
	if len(right) == 1 {
		out.text(3, d.names[right[0]], false)
	} else {
		out.null(3)
	}
	out.float64(4, release.Divergence.KL)
	for _, rule := range t.Guards {
		out.element(5, fmt.Sprint(d.numbers[rule]+1), false)
	}
	out.endList(5)
	out.text(6, d.note(release, t), false)
	out.row()
}

// list adds a list of attributes, in the order of the table's columns.
func (d *decomposition) list(out *rowBuilder, column int, attributes guardian.Set) {
	for _, a := range d.order {
		if attributes.Has(a) {
			out.element(column, d.names[a], false)
		}
	}
	out.endList(column)
}

// note says how a sub-table is published.
func (d *decomposition) note(release *versatile.Release, t *versatile.Table) string {
	var names []string
	for _, a := range d.order {
		if t.Right.Has(a) {
			names = append(names, quoteIdentifier(d.names[a]))
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
	var lhs []string
	for a := range rule.LHS.All() {
		lhs = append(lhs, d.names[a])
	}
	return fmt.Errorf("%s: rule %d (%s -> %s) cannot be kept: %s", d.function, d.numbers[err.Rule]+1, strings.Join(lhs, ", "), d.names[rule.RHS],
		ineligible(quoteIdentifier(d.names[rule.RHS]), err.Cause))
}
