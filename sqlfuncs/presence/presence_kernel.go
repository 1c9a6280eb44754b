package presence

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"runtime"
	"slices"

	"skyline/engine/cells"
	"skyline/engine/fulldomain"
	"skyline/engine/hierarchy"
	"skyline/engine/mondrian"
	"skyline/engine/palm"
	"skyline/engine/privacy"
	"skyline/engine/progress"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/release"
)

// presenceSpec is what the kernel of the functions that make a δ-present release gets.
type presenceSpec struct {
	people.TableSpec
	deltas
	Method   string   `json:"method"`
	Recoding string   `json:"recoding"`
	Steps    int64    `json:"steps"`
	Rows     int64    `json:"rows,omitzero"` // how many will be placed in the release
	AsIs     []string `json:"as_is,omitempty"`
}

func (s *presenceSpec) isFullDomain() bool { return s.Recoding == presenceRecodings[0] }

// presenceRow is the row of a release.
type presenceRow struct {
	Release       int64 // the handle of the placement of people
	Levels        []int `sql:"levels,nil=null"` // of a full-domain generalization
	Distributions []pdfRow
	Groups        []presentGroup
}

// presentGroup is a QI group g, from 1, of people some of whom are present.
type presentGroup struct {
	G, Size, Present int64
	ExistenceMin     float64
	ExistenceMax     float64
	KLCost           float64
	Shifts           []float64
}

var presenceKernel = host.KernelOf("presence", runPresence)

// presenceInput is what it works on.
type presenceInput struct {
	*presenceSpec
	options palm.Options
	domain  *people.DomainState
	table   *cells.Cells
	absent  int32 // the value of people who are not in the private table
}

func runPresence(ctx context.Context, spec *presenceSpec) (*host.Rows[presenceRow], error) {
	if !spec.areBounds() || spec.Steps < 1 || spec.Steps > maxSteps || len(spec.Columns) == 0 {
		return nil, host.ErrNotKept
	}
	in := &presenceInput{presenceSpec: spec, domain: spec.Domain.Value, options: palm.Options{
		Method: palm.Method(slices.Index(presenceMethods, spec.Method)), Low: spec.Low, High: spec.High, Steps: spec.Steps, Workers: runtime.GOMAXPROCS(0),
	}}
	places, groups, levels, err := in.group(ctx)
	if err != nil {
		return nil, err
	}
	shifted, err := palm.Shift(ctx, groups, in.options)
	if err != nil {
		return nil, err
	}
	row := in.row(shifted)
	p := &release.Placement{Tree: places, Regions: make([][]release.ShownRegion, len(in.Columns))}
	p.RowsLeft.Store(in.Rows)
	for i := range shifted {
		p.Sizes = append(p.Sizes, shifted[i].Size)
	}
	row.Release, row.Levels = host.Keep(p), levels
	out := host.NewRows[presenceRow]()
	out.Add(row)
	return out, nil
}

// row has the groups and their distributions.
func (in *presenceInput) row(groups []palm.Shifted) presenceRow {
	row := presenceRow{Distributions: make([]pdfRow, 0, len(groups)*len(in.Columns)), Groups: make([]presentGroup, len(groups))}
	texts := make([][]string, len(in.Columns))
	for d := range texts {
		texts[d] = pdfTexts(in.domain.Column(d))
	}
	for g := range groups {
		s := &groups[g]
		row.Groups[g] = presentGroup{int64(g + 1), s.Size, s.Present, s.Low, s.High, s.Cost, s.Shifts}
		for i := range s.Distributions {
			var pdf pdfRow
			pdf.set(g+1, i, &s.Distributions[i], texts[i])
			row.Distributions = append(row.Distributions, pdf)
		}
	}
	return row
}

// group makes the QI groups, and says who is in which. levels are nil where these are not
// of a full-domain generalization.
func (in *presenceInput) group(ctx context.Context) (places release.Placer, groups []palm.Group, levels []int, err error) {
	if in.isFullDomain() {
		return in.groupByLevels(ctx)
	}
	if err := release.CheckTexts(ctx, in.Columns, in.AsIs, in.domain); err != nil {
		return nil, nil, nil, err
	}
	columns, sizes := make([]mondrian.Column, len(in.Columns)), make([]int, len(in.Columns))
	for d := range columns {
		if columns[d], _, err = in.domain.Column(d).Column(); err != nil {
			return nil, nil, nil, people.ExplainHierarchy(in.Tables, in.Columns[d], err)
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
		return nil, nil, nil, err
	}
	atLeast, atMost := privacy.Presence(in.options.Low, in.options.High, in.absent)
	release, err := mondrian.Partition(ctx, split, mondrian.Options{
		Strategy: mondrian.InformationLoss, Requirements: []privacy.Requirement{atLeast, atMost}, Workers: in.options.Workers,
	})
	if errors.Is(err, mondrian.ErrUnsafe) {
		return nil, nil, nil, in.outside()
	}
	if err != nil {
		return nil, nil, nil, err
	}
	groups = palm.Groups(in.table, in.absent, in.places(release.Tree), release.Len())
	palm.StartSets(groups)
	return release.Tree, groups, nil, nil
}

func (in *presenceInput) groupByLevels(ctx context.Context) (places release.Placer, groups []palm.Group, levels []int, err error) {
	if err := release.CheckHierarchies(in.domain, in.Columns); err != nil {
		return nil, nil, nil, err
	}
	trees, sizes := make([]*hierarchy.Tree, len(in.Columns)), make([]int, len(in.Columns))
	for d, name := range in.Columns {
		if trees[d], err = in.domain.Column(d).Tree(); err != nil {
			return nil, nil, nil, people.ExplainHierarchy(in.Tables, name, err)
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
		return nil, nil, nil, fmt.Errorf("the lattice has %s generalizations, more than %d, which is all that can be searched; use fewer qi columns, hierarchies with fewer levels, or recoding := 'multidimensional'",
			release.AtMost(fulldomain.LatticeSize(trees)), fulldomain.MaxNodes)
	}
	if err != nil {
		return nil, nil, nil, err
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
	if in.table, err = in.Cells.Value.Cells(sizes); err != nil {
		return err
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
	bound := in.options.High
	if share < in.options.Low {
		bound = in.options.Low
	}
	return fmt.Errorf("delta_min and delta_max must be bounds of the share of the people of tbl who are present, and that is %s; lower delta_min or raise delta_max, since some QI group has at least, and some at most, that share",
		release.Roughly(share, bound))
}
