package release

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"

	"skyline/engine/cells"
	"skyline/engine/mondrian"
	"skyline/engine/privacy"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
)

// SplitSpec is what the kernels of the functions that split a table get.
type SplitSpec struct {
	people.TableSpec
	Split  string `json:"split"`
	Extent string `json:"extent"`
	Rows   int64  `json:"rows,omitzero"` // how many will be placed in the release
	// Statistic of the numbers of a group is shown in the place of ranges, "" for none.
	Statistic string `json:"statistic,omitzero"`
}

// splitting is a table that is split into QI groups.
type splitting struct {
	columns     []string
	cells       *mondrian.Cells
	texts       [][]string // by column: of values that are shown as sets
	options     mondrian.Options
	extent      string
	statistic   string // that is shown in the place of ranges, "" for none
	suppression float64
	presence    bool // or what else is about a table beside it is required: nobody may be left out
	part        bool // of a larger table
}

// strategies are the values of the parameter split.
var strategies = map[string]mondrian.Strategy{
	"information_gain": mondrian.InformationGain, "information_loss": mondrian.InformationLoss, "median": mondrian.Median,
}

// read makes cells of what the plan has gathered.
func (s *SplitSpec) read() (*splitting, error) {
	if err := s.Know(s.Cells.Value); err != nil {
		return nil, err
	}
	in, table, err := newSplitting(s.Columns, s.Domain.Value, s.Cells.Value)
	if err != nil {
		return nil, err
	}
	in.part, in.statistic = s.World != nil, s.Statistic
	in.options.Strategy, in.extent, in.suppression, in.presence = strategies[s.Split], s.Extent, s.Suppression, s.Privacy.Beside() != ""
	in.options.Requirements, err = s.Requirements(table)
	return in, err
}

func newSplitting(names []string, domain *people.DomainState, counted *cells.Builder) (*splitting, *cells.Cells, error) {
	in := &splitting{columns: names, texts: make([][]string, len(names)), options: mondrian.Options{Workers: runtime.GOMAXPROCS(0)}}
	columns, sizes := make([]mondrian.Column, len(names)), make([]int, len(names))
	for i := range columns {
		var err error
		if columns[i], in.texts[i], err = domain.Column(i).Column(); err != nil {
			return nil, nil, people.ExplainHierarchy(names[i], err)
		}
		sizes[i] = columns[i].Size
	}
	table, err := counted.Cells(sizes)
	if err != nil {
		return nil, nil, err
	}
	in.cells, err = mondrian.NewCells(table, columns)
	return in, table, err
}

// releaseRow is the row of a kernel that makes a release: its handle, and how many people
// are not in it.
type releaseRow struct{ Release, Suppressed int64 }

var partitionKernel = host.KernelOf("partition", runPartition)

// runPartition splits the table and keeps what the plan needs of the result.
func runPartition(ctx context.Context, spec *SplitSpec) (*host.Rows[releaseRow], error) {
	in, err := spec.read()
	if err != nil {
		return nil, err
	}
	release, suppressed, err := in.partition(ctx)
	if err != nil {
		return nil, err
	}
	p := NewPlacement(release.Tree, make([]int64, release.Len()), make([][]ShownRegion, len(in.columns)), spec.Rows)
	p.together = in.together(release)
	for i := range p.Sizes {
		p.Sizes[i] = release.Group(i).People
	}
	for d := range in.columns {
		covered := in.coversOf(release, d)
		statistic, err := spec.statisticOf(d)
		if err != nil {
			return nil, err
		}
		p.Regions[d] = make([]ShownRegion, release.Len())
		for i := range p.Regions[d] {
			if i%1024 == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			p.Regions[d][i] = in.show(covered, i, d)
			if statistic != nil {
				p.Regions[d][i].Label = statistic(release, i)
			}
		}
	}
	out := host.NewRows[releaseRow]()
	out.Add(releaseRow{host.Keep(p), suppressed})
	return out, nil
}

// partition returns the release, and how many people are not in it.
func (in *splitting) partition(ctx context.Context) (release *mondrian.Release, suppressed int64, err error) {
	if suppressed, err = in.suppress(ctx); err != nil {
		return nil, 0, err
	}
	release, err = mondrian.Partition(ctx, in.cells, in.options)
	if errors.Is(err, mondrian.ErrUnsafe) {
		return nil, 0, in.unsafe(ctx)
	}
	return release, suppressed, err
}

// suppress leaves people out if that is allowed and helps, and returns how many.
func (in *splitting) suppress(ctx context.Context) (int64, error) {
	limit := people.LimitOf(in.suppression, in.cells.Whole().Group.People)
	if limit == 0 {
		return 0, nil
	}
	suppressed, _, err := in.cells.Suppress(ctx, in.options.Requirements, limit)
	return suppressed, err
}

// MaxMembers is how many values a set may list. A region of more is shown as a
// range of the values' order, since each row of the group repeats it.
const MaxMembers = 100

func (in *splitting) show(covered covers, group, d int) ShownRegion {
	r := ShownRegion{Region: covered.Region(group)}
	column := in.cells.Column(d)
	switch {
	case r.Node >= 0:
		node := column.Hierarchy.Node(r.Node)
		r.Label, r.Level = host.Some(node.Label), node.Level
	case in.texts[d] == nil || r.Low == r.High && !r.Null || r.Low < 0:
		// One value, or a range.
	default:
		members, n := covered.Members(group, MaxMembers)
		switch {
		case n == column.Size:
			r.Label = host.Some("*")
		case n <= MaxMembers:
			r.Label = host.Some(in.set(d, members))
		}
	}
	return r
}

func (in *splitting) set(d int, members []int32) string {
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
func (in *splitting) unsafe(ctx context.Context) error {
	missed, size, err := Missed(ctx, privacy.WholeRelease(in.cells.Whole(), in.cells.Values), in.options.Requirements)
	if err != nil {
		return err
	}
	way := "ask for less, or let suppression := 0.05 leave out up to 5 % of the people"
	switch {
	case size || in.presence:
		way = "ask for less"
	case in.suppression > 0:
		way = "leaving out as many people as suppression allows does not help; ask for less, or allow more"
	}
	if in.part {
		return fmt.Errorf("privacy must hold for tbl as one QI group beside any other parts of world, and does not (%s); ask for less, or cut world into fewer parts", strings.Join(missed, "; "))
	}
	return fmt.Errorf("privacy must hold for the whole table as one QI group, and does not (%s); %s", strings.Join(missed, "; "), way)
}

// ofSize are requirements that a table misses as one QI group for its few people only.
var ofSize = []string{"k_anonymity", "average_risk", "population_uniqueness"}

// Missed says which requirements a release candidate misses, and whether these are
// about the number of people only.
func Missed(ctx context.Context, release *privacy.Release, requirements []privacy.Requirement) (texts []string, size bool, err error) {
	size = true
	for _, r := range requirements {
		findings, err := r.Check(ctx, release)
		if err != nil {
			return nil, false, err
		}
		for _, f := range findings {
			if !f.Holds {
				size = size && slices.Contains(ofSize, f.Requirement)
				name := f.Requirement
				if f.Of != nil {
					name += " of " + f.Of.Name
				}
				texts = append(texts, fmt.Sprintf("%s: %s, achieved %s", name, f.Rule, ShortNumber(f.Achieved)))
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
