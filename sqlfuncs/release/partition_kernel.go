package release

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"

	"skyline/engine/mondrian"
	"skyline/engine/privacy"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldpeople"
)

// anonymizeInput is what the kernel of the functions that split a table works on.
type anonymizeInput struct {
	*oldpeople.TableInput
	cells   *mondrian.Cells
	texts   [][]string // by column: of values that are shown as sets
	options mondrian.Options
	// rows is how many rows will be placed in the release.
	rows   int64
	extent string
}

// anonymizeScalars returns the private functions of a function that makes a
// release: its job, and those that look things up in its result.
func anonymizeScalars(function string) []host.Scalar {
	return releaseScalars(function, []host.Field{{Name: "release", Type: host.Type{Kind: host.Bigint}}, {Name: "suppressed", Type: host.Type{Kind: host.Bigint}}}, runAnonymize)
}

// releaseScalars returns the two private functions of such a kernel.
func releaseScalars(function string, fields []host.Field, kernel func(context.Context, *anonymizeInput) (host.Column, error)) []host.Scalar {
	params := append(slices.Clone(oldpeople.TableParams), host.Type{Kind: host.Varchar}, host.Type{Kind: host.Varchar}, host.Type{Kind: host.Bigint}) // split, extent, rows
	return host.KernelScalars(function, function, params, fields, func(args []host.Column, row int) (host.Run, error) {
		prepare, err := readAnonymizeInput(function, args, row)
		return func(ctx context.Context) (host.Column, error) {
			in, err := prepare()
			if err != nil {
				return host.Column{}, err
			}
			return kernel(ctx, in)
		}, err
	})
}

// strategies are the values of the parameter split.
var strategies = map[string]mondrian.Strategy{
	"information_gain": mondrian.InformationGain, "information_loss": mondrian.InformationLoss, "median": mondrian.Median,
}

// readAnonymizeInput takes what a kernel was given; what it returns does the rest,
// in the job.
func readAnonymizeInput(function string, args []host.Column, row int) (func() (*anonymizeInput, error), error) {
	table, err := oldpeople.ReadTableInput(function, args, row)
	if err != nil {
		return nil, err
	}
	own := args[len(oldpeople.TableParams):]
	in := &anonymizeInput{
		TableInput: table,
		options:    mondrian.Options{Strategy: strategies[own[0].Strings[row]], Workers: runtime.GOMAXPROCS(0)},
		extent:     strings.Clone(own[1].Strings[row]),
		rows:       own[2].Int64s[row],
	}
	return func() (*anonymizeInput, error) { return in, in.prepare() }, nil
}

// prepare makes cells of what the plan has gathered.
func (in *anonymizeInput) prepare() error {
	columns, sizes := make([]mondrian.Column, len(in.Columns)), make([]int, len(in.Columns))
	in.texts = make([][]string, len(in.Columns))
	for i := range columns {
		var err error
		if columns[i], in.texts[i], err = in.Domain.Column(i).Column(); err != nil {
			return oldpeople.ExplainHierarchy(in.Function, in.Columns[i], err)
		}
		sizes[i] = columns[i].Size
	}
	table, err := in.Builder.Cells(sizes)
	if err != nil {
		return in.Explain(err)
	}
	if in.cells, err = mondrian.NewCells(table, columns); err != nil {
		return in.Explain(err)
	}
	in.options.Requirements, err = in.Requirements(table)
	return err
}

// runAnonymize partitions the cells and keeps what the plan needs of the result.
func runAnonymize(ctx context.Context, in *anonymizeInput) (host.Column, error) {
	release, suppressed, err := in.partition(ctx)
	if err != nil {
		return host.Column{}, err
	}
	p := &Placement{Tree: release.Tree, Regions: make([][]ShownRegion, len(in.Columns)), together: in.together(release)}
	p.RowsLeft.Store(in.rows)
	p.columnsLeft.Store(int64(len(in.Columns)))
	for i := range release.Len() {
		p.Sizes = append(p.Sizes, release.Group(i).People)
	}
	for d := range in.Columns {
		covered := in.coversOf(release, d)
		p.Regions[d] = make([]ShownRegion, release.Len())
		for i := range p.Regions[d] {
			if i%1024 == 0 && ctx.Err() != nil {
				return host.Column{}, in.Explain(ctx.Err())
			}
			p.Regions[d][i] = in.show(covered, i, d)
		}
	}
	return host.Column{Len: 1, Fields: []host.Column{{Len: 1, Int64s: []int64{host.Keep(p)}}, {Len: 1, Int64s: []int64{suppressed}}}}, nil
}

// partition returns the release, and how many people are not in it.
func (in *anonymizeInput) partition(ctx context.Context) (release *mondrian.Release, suppressed int64, err error) {
	if suppressed, err = in.suppress(ctx); err != nil {
		return nil, 0, err
	}
	release, err = mondrian.Partition(ctx, in.cells, in.options)
	if errors.Is(err, mondrian.ErrUnsafe) {
		return nil, 0, in.unsafe(ctx)
	}
	return release, suppressed, in.Explain(err)
}

// suppress leaves people out if that is allowed and helps, and returns how many.
func (in *anonymizeInput) suppress(ctx context.Context) (int64, error) {
	limit := oldpeople.LimitOf(in.Suppression, in.cells.Whole().Group.People)
	if limit == 0 {
		return 0, nil
	}
	suppressed, _, err := in.cells.Suppress(ctx, in.options.Requirements, limit)
	return suppressed, in.Explain(err)
}

// maxMembers is how many values a set may list. A region of more is shown as a
// range of the values' order, since each row of the group repeats it.
const maxMembers = 100

func (in *anonymizeInput) show(covered covers, group, d int) ShownRegion {
	r := ShownRegion{Region: covered.Region(group)}
	column := in.cells.Column(d)
	switch {
	case r.Node >= 0:
		node := column.Hierarchy.Node(r.Node)
		r.label, r.hasLabel, r.level = node.Label, true, node.Level
	case in.texts[d] == nil || r.Low == r.High && !r.Null || r.Low < 0:
		// One value, or a range.
	default:
		members, n := covered.Members(group, maxMembers)
		switch {
		case n == column.Size:
			r.label, r.hasLabel = "*", true
		case n <= maxMembers:
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
	missed, size, err := missed(ctx, privacy.WholeRelease(in.cells.Whole(), in.cells.Values), in.options.Requirements)
	if err != nil {
		return in.Explain(err)
	}
	way := "ask for less, or let suppression := 0.05 leave out up to 5 % of the people"
	switch {
	case size || oldpeople.HidesPresence(in.Numbers):
		way = "ask for less"
	case in.Suppression > 0:
		way = "leaving out as many people as suppression allows does not help; ask for less, or allow more"
	}
	return fmt.Errorf("%s: privacy must hold for the whole table as one QI group, and does not (%s); %s", in.Function, strings.Join(missed, "; "), way)
}

// missed says which requirements a release candidate misses, and whether these are
// about the number of people only.
func missed(ctx context.Context, release *privacy.Release, requirements []privacy.Requirement) (texts []string, size bool, err error) {
	size = true
	for _, r := range requirements {
		findings, err := r.Check(ctx, release)
		if err != nil {
			return nil, false, err
		}
		for _, f := range findings {
			if !f.Holds {
				size = size && f.Requirement == "k_anonymity"
				texts = append(texts, fmt.Sprintf("%s: %s, achieved %s", f.Requirement, f.Rule, ShortNumber(f.Achieved)))
			}
		}
	}
	const most = 5
	if rest := len(texts) - most; rest > 0 {
		texts = append(texts[:most], fmt.Sprintf("and %d more", rest))
	}
	return texts, size, nil
}

// ShortNumber writes a number that is measured.
func ShortNumber(x float64) string {
	if math.IsInf(x, 1) {
		return "infinity"
	}
	return fmt.Sprintf("%.6g", x)
}
