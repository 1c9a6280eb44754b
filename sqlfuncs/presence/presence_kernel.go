package presence

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"runtime"
	"slices"
	"strconv"

	"skyline/engine/cells"
	"skyline/engine/fulldomain"
	"skyline/engine/hierarchy"
	"skyline/engine/mondrian"
	"skyline/engine/palm"
	"skyline/engine/privacy"
	"skyline/engine/progress"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldpeople"
	"skyline/sqlfuncs/release"
)

// presenceInput is what the kernel of the functions that make a δ-present release works
// on.
type presenceInput struct {
	*oldpeople.TableInput
	options    palm.Options
	fullDomain bool
	rows       int64 // how many will be placed in the release

	table  *cells.Cells
	absent int32 // the value of people who are not in the private table
}

var presenceFields = []host.Field{
	{Name: "release", Type: host.Type{Kind: host.Bigint}},       // the placement of people
	{Name: "distributions", Type: host.Type{Kind: host.Bigint}}, // those of the groups
	{Name: "levels", Type: host.ListOf(host.Type{Kind: host.Varchar})},
}

// presenceScalars returns the private functions of a function that makes a δ-present
// release.
func presenceScalars(function string) []host.Scalar {
	// method, recoding, delta_min, delta_max, steps, rows
	params := append(slices.Clone(oldpeople.TableParams), host.Type{Kind: host.Varchar}, host.Type{Kind: host.Varchar}, host.Type{Kind: host.Double}, host.Type{Kind: host.Double}, host.Type{Kind: host.Bigint}, host.Type{Kind: host.Bigint})
	return host.KernelScalars(function, function, params, presenceFields, func(args []host.Column, row int) (host.Run, error) {
		table, err := oldpeople.ReadTableInput(function, args, row)
		if err != nil {
			return nil, err
		}
		own := args[len(oldpeople.TableParams):]
		in := &presenceInput{
			TableInput: table,
			options: palm.Options{
				Method: palm.Method(slices.Index(presenceMethods, own[0].Strings[row])),
				Low:    own[2].Float64s[row], High: own[3].Float64s[row], Steps: own[4].Int64s[row],
				Workers: runtime.GOMAXPROCS(0),
			},
			fullDomain: own[1].Strings[row] == presenceRecodings[0],
			rows:       own[5].Int64s[row],
		}
		if o := &in.options; !(0 <= o.Low && o.Low <= o.High && o.High <= 1) || o.Steps < 1 || o.Steps > maxSteps || len(in.Columns) == 0 {
			return nil, in.Explain(host.ErrNotKept)
		}
		return in.run, nil
	})
}

func (in *presenceInput) run(ctx context.Context) (host.Column, error) {
	places, groups, levels, err := in.group(ctx)
	if err != nil {
		return host.Column{}, err
	}
	shifted, err := palm.Shift(ctx, groups, in.options)
	if err != nil {
		return host.Column{}, in.Explain(err)
	}
	p := &release.Placement{Tree: places, Regions: make([][]release.ShownRegion, len(in.Columns))}
	p.RowsLeft.Store(in.rows)
	for i := range shifted {
		p.Sizes = append(p.Sizes, shifted[i].Size)
	}
	out := host.NewRowBuilder(presenceFields)
	out.Int64(0, host.Keep(p))
	found := &distributions{groups: shifted}
	for d := range in.Columns {
		found.texts = append(found.texts, pdfTexts(in.Domain.Column(d)))
	}
	out.Int64(1, host.Keep(found))
	for _, level := range levels {
		out.Element(2, strconv.Itoa(level), false)
	}
	out.EndList(2)
	out.Row()
	return out.Column(), nil
}

// group makes the QI groups, and says who is in which. levels are nil where these are not
// of a full-domain generalization.
func (in *presenceInput) group(ctx context.Context) (places release.Placer, groups []palm.Group, levels []int, err error) {
	if in.fullDomain {
		return in.groupByLevels(ctx)
	}
	columns, sizes := make([]mondrian.Column, len(in.Columns)), make([]int, len(in.Columns))
	for d := range columns {
		if columns[d], _, err = in.Domain.Column(d).Column(); err != nil {
			return nil, nil, nil, oldpeople.ExplainHierarchy(in.Function, in.Columns[d], err)
		}
		sizes[d] = columns[d].Size
	}
	if err := in.read(sizes); err != nil {
		return nil, nil, nil, err
	}
	// The cells to be split are reordered, and have codes of their own.
	own := *in.table
	own.Value, own.N = slices.Clone(own.Value), slices.Clone(own.N)
	own.Codes = make([][]int32, len(sizes))
	for d, codes := range in.table.Codes {
		own.Codes[d] = slices.Clone(codes)
	}
	split, err := mondrian.NewCells(&own, columns)
	if err != nil {
		return nil, nil, nil, in.Explain(err)
	}
	atLeast, atMost := privacy.Presence(in.options.Low, in.options.High, in.absent)
	release, err := mondrian.Partition(ctx, split, mondrian.Options{
		Strategy: mondrian.InformationLoss, Requirements: []privacy.Requirement{atLeast, atMost}, Workers: in.options.Workers,
	})
	if errors.Is(err, mondrian.ErrUnsafe) {
		return nil, nil, nil, in.outside()
	}
	if err != nil {
		return nil, nil, nil, in.Explain(err)
	}
	groups = palm.Groups(in.table, in.absent, in.places(release.Tree), release.Len())
	palm.StartSets(groups)
	return release.Tree, groups, nil, nil
}

func (in *presenceInput) groupByLevels(ctx context.Context) (places release.Placer, groups []palm.Group, levels []int, err error) {
	if err := release.OldCheckHierarchies(in.Domain, in.Function, in.Columns); err != nil {
		return nil, nil, nil, err
	}
	trees, sizes := make([]*hierarchy.Tree, len(in.Columns)), make([]int, len(in.Columns))
	for d, name := range in.Columns {
		if trees[d], err = in.Domain.Column(d).Tree(); err != nil {
			return nil, nil, nil, oldpeople.ExplainHierarchy(in.Function, name, err)
		}
		sizes[d] = trees[d].Values()
	}
	if err := in.read(sizes); err != nil {
		return nil, nil, nil, err
	}
	options := fulldomain.Options{
		Workers:  in.options.Workers,
		Progress: func(decided, total int64) { progress.Report(ctx, float64(decided), float64(total)) },
	}
	levels, err = palm.FullDomain(ctx, in.table, trees, in.absent, in.options.Low, in.options.High, options)
	if errors.Is(err, fulldomain.ErrTooLarge) {
		return nil, nil, nil, fmt.Errorf("%s: the lattice has %s generalizations, more than %d, which is all that can be searched; use fewer qi columns, hierarchies with fewer levels, or recoding := 'multidimensional'",
			in.Function, release.AtMost(fulldomain.LatticeSize(trees)), fulldomain.MaxNodes)
	}
	if err != nil {
		return nil, nil, nil, in.Explain(err)
	}
	if levels == nil {
		return nil, nil, nil, in.outside()
	}
	domain := palm.NewDomain(trees, levels, in.table.Codes)
	groups = palm.Groups(in.table, in.absent, in.places(domain), domain.Len())
	domain.Start(groups)
	return domain, groups, levels, nil
}

// read makes cells of what the plan has gathered.
func (in *presenceInput) read(sizes []int) (err error) {
	if in.table, err = in.Builder.Cells(sizes); err != nil {
		return in.Explain(err)
	}
	var ok bool
	if in.absent, ok = in.table.Number("false"); !ok {
		in.absent = int32(len(in.table.Values)) // nobody's
	}
	return nil
}

// places returns the group of each cell.
func (in *presenceInput) places(tree release.Placer) []int64 {
	codes := make([]int64, 0, len(in.table.N)*len(in.Columns))
	for i := range in.table.N {
		for d := range in.Columns {
			codes = append(codes, int64(in.table.Codes[d][i]))
		}
	}
	of := make([]int64, len(in.table.N))
	tree.Places(codes, of)
	return of
}

// outside says that not even the table as one QI group is within the bounds.
func (in *presenceInput) outside() error {
	people, present := in.table.Total.People, int64(0)
	for _, c := range in.table.Total.Counts {
		if c.Value != in.absent {
			present += c.N
		}
	}
	share, _ := big.NewRat(present, people).Float64()
	return fmt.Errorf("%s: delta_min and delta_max must be bounds of the share of the people of tbl who are present, and that is %s (%d of %d); lower delta_min or raise delta_max, since some QI group has at least, and some at most, that share",
		in.Function, release.ShortNumber(share), present, people)
}
