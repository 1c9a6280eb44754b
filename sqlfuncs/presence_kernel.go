package sqlfuncs

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
)

// presenceInput is what the kernel of the functions that make a δ-present release works
// on.
type presenceInput struct {
	*tableInput
	options    palm.Options
	fullDomain bool
	rows       int64 // how many will be placed in the release

	table  *cells.Cells
	absent int32 // the value of people who are not in the private table
}

var presenceFields = []Field{
	{"release", Type{Kind: Bigint}},       // the placement of people
	{"distributions", Type{Kind: Bigint}}, // those of the groups
	{"levels", ListOf(Type{Kind: Varchar})},
}

// presenceScalars returns the private functions of a function that makes a δ-present
// release.
func presenceScalars(function string) []Scalar {
	// method, recoding, delta_min, delta_max, steps, rows
	params := append(slices.Clone(tableParams), Type{Kind: Varchar}, Type{Kind: Varchar}, Type{Kind: Double}, Type{Kind: Double}, Type{Kind: Bigint}, Type{Kind: Bigint})
	return kernelScalars(function, function, params, presenceFields, func(args []Column, row int) (run, error) {
		table, err := readTableInput(function, args, row)
		if err != nil {
			return nil, err
		}
		own := args[len(tableParams):]
		in := &presenceInput{
			tableInput: table,
			options: palm.Options{
				Method: palm.Method(slices.Index(presenceMethods, own[0].Strings[row])),
				Low:    own[2].Float64s[row], High: own[3].Float64s[row], Steps: own[4].Int64s[row],
				Workers: runtime.GOMAXPROCS(0),
			},
			fullDomain: own[1].Strings[row] == presenceRecodings[0],
			rows:       own[5].Int64s[row],
		}
		if o := &in.options; !(0 <= o.Low && o.Low <= o.High && o.High <= 1) || o.Steps < 1 || o.Steps > maxSteps || len(in.columns) == 0 {
			return nil, in.explain(errNotKept)
		}
		return in.run, nil
	})
}

func (in *presenceInput) run(ctx context.Context) (Column, error) {
	places, groups, levels, err := in.group(ctx)
	if err != nil {
		return Column{}, err
	}
	shifted, err := palm.Shift(ctx, groups, in.options)
	if err != nil {
		return Column{}, in.explain(err)
	}
	p := &placement{tree: places, regions: make([][]shownRegion, len(in.columns))}
	p.rowsLeft.Store(in.rows)
	for i := range shifted {
		p.sizes = append(p.sizes, shifted[i].Size)
	}
	out := newRowBuilder(presenceFields)
	out.int64(0, keep(p))
	found := &distributions{groups: shifted}
	for d := range in.columns {
		found.texts = append(found.texts, in.domain.column(d).pdfTexts())
	}
	out.int64(1, keep(found))
	for _, level := range levels {
		out.element(2, strconv.Itoa(level), false)
	}
	out.endList(2)
	out.row()
	return out.column(), nil
}

// group makes the QI groups, and says who is in which. levels are nil where these are not
// of a full-domain generalization.
func (in *presenceInput) group(ctx context.Context) (places placer, groups []palm.Group, levels []int, err error) {
	if in.fullDomain {
		return in.groupByLevels(ctx)
	}
	columns, sizes := make([]mondrian.Column, len(in.columns)), make([]int, len(in.columns))
	for d := range columns {
		if columns[d], _, err = in.domain.column(d).column(); err != nil {
			return nil, nil, nil, explainHierarchy(in.function, in.columns[d], err)
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
		return nil, nil, nil, in.explain(err)
	}
	atLeast, atMost := privacy.Presence(in.options.Low, in.options.High, in.absent)
	release, err := mondrian.Partition(ctx, split, mondrian.Options{
		Strategy: mondrian.InformationLoss, Requirements: []privacy.Requirement{atLeast, atMost}, Workers: in.options.Workers,
	})
	if errors.Is(err, mondrian.ErrUnsafe) {
		return nil, nil, nil, in.outside()
	}
	if err != nil {
		return nil, nil, nil, in.explain(err)
	}
	groups = palm.Groups(in.table, in.absent, in.places(release.Tree), release.Len())
	palm.StartSets(groups)
	return release.Tree, groups, nil, nil
}

func (in *presenceInput) groupByLevels(ctx context.Context) (places placer, groups []palm.Group, levels []int, err error) {
	if err := in.domain.checkHierarchies(in.function, in.columns); err != nil {
		return nil, nil, nil, err
	}
	trees, sizes := make([]*hierarchy.Tree, len(in.columns)), make([]int, len(in.columns))
	for d, name := range in.columns {
		if trees[d], err = in.domain.column(d).tree(); err != nil {
			return nil, nil, nil, explainHierarchy(in.function, name, err)
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
			in.function, atMost(fulldomain.LatticeSize(trees)), fulldomain.MaxNodes)
	}
	if err != nil {
		return nil, nil, nil, in.explain(err)
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
	if in.table, err = in.builder.Cells(sizes); err != nil {
		return in.explain(err)
	}
	var ok bool
	if in.absent, ok = in.table.Number("false"); !ok {
		in.absent = int32(len(in.table.Values)) // nobody's
	}
	return nil
}

// places returns the group of each cell.
func (in *presenceInput) places(tree placer) []int64 {
	codes := make([]int64, 0, len(in.table.N)*len(in.columns))
	for i := range in.table.N {
		for d := range in.columns {
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
		in.function, shortNumber(share), present, people)
}
