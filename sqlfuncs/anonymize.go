package sqlfuncs

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"runtime"
	"strings"

	"skyline/engine/cells"
	"skyline/engine/exact"
	"skyline/engine/hierarchy"
	"skyline/engine/mondrian"
	"skyline/engine/privacy"
)

// anonymizeInput is what the kernel of the functions that make a release works on.
type anonymizeInput struct {
	function string
	columns  []string // the names of the quasi-identifier columns
	cells    *mondrian.Cells
	texts    [][]string // by column: of values that are shown as sets
	options  mondrian.Options
	// suppression is the largest share of people to leave out.
	suppression float64
	// rows is how many rows will be placed in the release.
	rows int64
}

// anonymizeParams are the parameters of such a kernel, in this order.
var anonymizeParams = []Type{
	{Kind: Varchar}, // values_per_person
	{Kind: Varchar}, // split
	{Kind: Varchar}, // the requirements' numbers
	// points: value, l, k, m, c
	ListOf(Type{Kind: Varchar}), ListOf(Type{Kind: Varchar}), ListOf(Type{Kind: Varchar}), ListOf(Type{Kind: Varchar}), ListOf(Type{Kind: Varchar}),
	ListOf(Type{Kind: Varchar}), // names of the columns
	{Kind: Varchar},             // what __skyline_cells kept
	{Kind: Varchar},             // what __skyline_domain kept
	{Kind: Double},              // suppression
	{Kind: Bigint},              // rows
}

// anonymizeScalars returns the private functions of a function that makes a
// release: its job, and those that look things up in its result.
func anonymizeScalars(function string) []Scalar {
	start := startScalar("__"+function+"_start", function, anonymizeParams, func(args []Column, row int) (run, error) {
		prepare, err := readAnonymizeInput(function, args, row)
		return func(ctx context.Context) (Column, error) {
			in, err := prepare()
			if err != nil {
				return Column{}, err
			}
			return runAnonymize(ctx, in)
		}, err
	})
	return []Scalar{start, takeScalar("__"+function+"_rows", []Field{
		{"release", Type{Kind: Bigint}}, {"suppressed", Type{Kind: Bigint}},
	})}
}

// strategies are the values of the parameter split.
var strategies = map[string]mondrian.Strategy{
	"information_gain": mondrian.InformationGain, "information_loss": mondrian.InformationLoss, "median": mondrian.Median,
}

// readAnonymizeInput takes what a kernel was given; what it returns does the rest,
// in the job.
func readAnonymizeInput(function string, args []Column, row int) (func() (*anonymizeInput, error), error) {
	in := &anonymizeInput{function: function, suppression: args[11].Float64s[row], rows: args[12].Int64s[row]}
	// Taken first, so that no error leaves them behind.
	builder, builderErr := take[*cells.Builder](args[9].Strings[row])
	domain, domainErr := take[*domainState](args[10].Strings[row])
	if err := errors.Join(builderErr, domainErr); err != nil {
		return nil, in.explain(errNotKept)
	}
	points, err := readPoints(function, args[3:8], row)
	if err != nil {
		return nil, err
	}
	numbers := strings.Clone(args[2].Strings[row])
	if len(points) == 0 && strings.Contains(numbers, `"name_values"`) {
		return nil, in.explain(errNoPoint)
	}
	in.columns = textsOf(&args[8], row)
	builder.Constraint = constraintOf(args[0].Strings[row])
	in.options = mondrian.Options{Strategy: strategies[args[1].Strings[row]], Workers: runtime.GOMAXPROCS(0)}
	return func() (*anonymizeInput, error) { return in, in.prepare(builder, domain, numbers, points) }, nil
}

// prepare makes cells of what the plan has gathered.
func (in *anonymizeInput) prepare(builder *cells.Builder, domain *domainState, numbers string, points []point) error {
	columns, sizes := make([]mondrian.Column, len(in.columns)), make([]int, len(in.columns))
	in.texts = make([][]string, len(in.columns))
	for i := range columns {
		var err error
		if columns[i], in.texts[i], err = domain.column(i).column(); err != nil {
			return in.explainHierarchy(i, err)
		}
		sizes[i] = columns[i].Size
	}
	table, err := builder.Cells(sizes)
	if err != nil {
		return in.explain(err)
	}
	if in.cells, err = mondrian.NewCells(table, columns); err != nil {
		return in.explain(err)
	}
	in.options.Requirements, err = requirements(numbers, points, in.cells.Number)
	return in.explain(err)
}

func (in *anonymizeInput) explain(err error) error { return explain(in.function, err) }

// explainHierarchy says what is wrong with the hierarchy of a column.
func (in *anonymizeInput) explainHierarchy(column int, err error) error {
	var problems *hierarchy.Error
	if !errors.As(err, &problems) {
		return in.explain(err)
	}
	return fmt.Errorf("%s: hierarchies must have one path for each value of %s, and the problems are: %s; hierarchy_check shows more",
		in.function, quoteIdentifier(in.columns[column]), strings.TrimPrefix(problems.Error(), "hierarchy: "))
}

// runAnonymize partitions the cells and keeps what the plan needs of the result.
func runAnonymize(ctx context.Context, in *anonymizeInput) (Column, error) {
	suppressed, err := in.suppress(ctx)
	if err != nil {
		return Column{}, err
	}
	release, err := mondrian.Partition(ctx, in.cells, in.options)
	if errors.Is(err, mondrian.ErrUnsafe) {
		return Column{}, in.unsafe(ctx)
	}
	if err != nil {
		return Column{}, in.explain(err)
	}
	p := &placement{tree: release.Tree, regions: make([][]shownRegion, len(in.columns))}
	p.rowsLeft.Store(in.rows)
	p.columnsLeft.Store(int64(len(in.columns)))
	for i := range release.Len() {
		p.sizes = append(p.sizes, release.Group(i).People)
	}
	for d := range in.columns {
		p.regions[d] = make([]shownRegion, release.Len())
		for i := range p.regions[d] {
			if i%1024 == 0 && ctx.Err() != nil {
				return Column{}, in.explain(ctx.Err())
			}
			p.regions[d][i] = in.show(release, i, d)
		}
	}
	return Column{Len: 1, Fields: []Column{{Len: 1, Int64s: []int64{keep(p)}}, {Len: 1, Int64s: []int64{suppressed}}}}, nil
}

// suppress leaves people out if that is allowed and helps, and returns how many.
func (in *anonymizeInput) suppress(ctx context.Context) (int64, error) {
	share := exact.Simplest(in.suppression)
	people := share.Mul(share, new(big.Rat).SetInt64(in.cells.Whole().Group.People))
	limit := new(big.Int).Quo(people.Num(), people.Denom()).Int64()
	if limit == 0 {
		return 0, nil
	}
	suppressed, _, err := in.cells.Suppress(ctx, in.options.Requirements, limit)
	return suppressed, in.explain(err)
}

// maxMembers is how many values a set may list. A region of more is shown as a
// range of the values' order, since each row of the group repeats it.
const maxMembers = 100

func (in *anonymizeInput) show(release *mondrian.Release, group, d int) shownRegion {
	r := shownRegion{Region: release.Region(group, d)}
	column := in.cells.Column(d)
	switch {
	case r.Node >= 0:
		r.label, r.hasLabel = column.Hierarchy.Node(r.Node).Label, true
	case in.texts[d] == nil || r.Low == r.High && !r.Null || r.Low < 0:
		// One value, or a range.
	default:
		members := release.Members(group, d)
		switch {
		case len(members) == column.Size:
			r.label, r.hasLabel = "*", true
		case len(members) <= maxMembers:
			r.label, r.hasLabel = in.set(d, members), true
		}
	}
	return r
}

func (in *anonymizeInput) set(d int, members []int32) string {
	texts := make([]string, len(members))
	for i, code := range members {
		texts[i] = in.texts[d][code]
		if c := in.cells.Column(d); c.HasNull && int(code) == c.Size-1 {
			texts[i] = "NULL"
		}
	}
	return "{" + strings.Join(texts, ", ") + "}"
}

// unsafe says what keeps the whole table, as one QI group, from being released.
func (in *anonymizeInput) unsafe(ctx context.Context) error {
	whole := in.cells.Whole()
	release := privacy.WholeRelease(whole, in.cells.Values)
	var missed []string
	size := true // only the size of the table is missed
	for _, r := range in.options.Requirements {
		findings, err := r.Check(ctx, release)
		if err != nil {
			return in.explain(err)
		}
		for _, f := range findings {
			if !f.Holds {
				size = size && f.Requirement == "k_anonymity"
				missed = append(missed, fmt.Sprintf("%s: %s, achieved %s", f.Requirement, f.Rule, shortNumber(f.Achieved)))
			}
		}
	}
	const most = 5
	if rest := len(missed) - most; rest > 0 {
		missed = append(missed[:most], fmt.Sprintf("and %d more", rest))
	}
	way := "ask for less, or let suppression := 0.05 leave out up to 5 % of the people"
	switch {
	case size:
		way = "ask for less"
	case in.suppression > 0:
		way = "leaving out as many people as suppression allows does not help; ask for less, or allow more"
	}
	return fmt.Errorf("%s: privacy must hold for the whole table as one QI group, and does not (%s); %s", in.function, strings.Join(missed, "; "), way)
}

// shortNumber writes a number that is measured.
func shortNumber(x float64) string {
	if math.IsInf(x, 1) {
		return "infinity"
	}
	return fmt.Sprintf("%.6g", x)
}
