package release

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"runtime"
	"slices"

	"skyline/engine/cells"
	"skyline/engine/label"
	"skyline/engine/mondrian"
	"skyline/engine/privacy"
	"skyline/engine/refusal"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// SplitSpec is what the kernels of the functions that split a table get.
type SplitSpec struct {
	people.TableSpec
	Split  string `json:"split"`
	Extent string `json:"labels_cover"`
	Rows   int64  `json:"rows,omitzero"`   // how many will be placed in the release
	Values int64  `json:"values,omitzero"` // by whose numbers
	// Importance, Finest and Coarsest are by column; nil: no column has one. Limits are the
	// blocks of columns without a hierarchy.
	Importance []float64                  `json:"importance,omitempty"`
	Finest     []string                   `json:"min_levels,omitempty"`
	Coarsest   []string                   `json:"max_levels,omitempty"`
	Limits     *host.Handle[*LimitsState] `json:"limits,omitzero"`
	// Statistic of the numbers of a group is shown in the place of ranges, "" for none.
	Statistic string `json:"statistic,omitzero"`
	// Earlier is how many earlier releases there are, whose groups are codes behind those of the columns.
	Earlier int `json:"earlier,omitzero"`
	// AsIs are columns that are taken as they are; Exact says that all are, as nothing is shown of them
	// but their values.
	AsIs  []string `json:"as_is,omitempty"`
	Exact bool     `json:"exact,omitzero"`
	// Posterior is what no posterior of somebody who knows the algorithm may reach, 0 for nothing.
	Posterior float64 `json:"posterior,omitzero"`
}

// splitting is a table that is split into QI groups.
type splitting struct {
	columns     []string
	cells       *mondrian.Cells
	table       *cells.Cells      // that they are made of
	earlier     *mondrian.Earlier // nil: there are no earlier releases
	texts       [][]string        // by column: of values that are shown as sets
	options     mondrian.Options
	extent      string
	statistic   string // that is shown in the place of ranges, "" for none
	suppression float64
	presence    bool // or what else is about a table or releases beside it is required: nobody may be left out
	part        bool // of a larger table
	public      bool // the algorithm may be known
	posterior   *big.Rat
	counter     *refusal.Counter // where it is
	isLimited   bool             // some column must not be shown coarser than something
	listed      *Listed          // by the labels so far
	strata      bool             // all such columns are those of strata
}

// strategies are the values of the parameter split.
var strategies = map[string]mondrian.Strategy{
	"information_gain": mondrian.InformationGain, "information_loss": mondrian.InformationLoss, "median": mondrian.Median,
	splitPublic: mondrian.Median,
}

// read makes cells of what the plan has gathered.
func (s *SplitSpec) read(ctx context.Context) (*splitting, error) {
	if err := s.Know(s.Cells.Value); err != nil {
		return nil, err
	}
	if !s.Exact {
		if err := CheckTexts(ctx, s.Columns, s.AsIs, s.Domain.Value); err != nil {
			return nil, err
		}
	}
	earlier := s.earlierOf(s.Domain.Value)
	in, table, err := newSplitting(s.Columns, s.Domain.Value, s.Cells.Value, s.limit, earlier, s.Tables)
	if err != nil {
		return nil, err
	}
	in.table, in.earlier = table, earlier
	in.isLimited = slices.ContainsFunc(s.Coarsest, func(given string) bool { return given != "" })
	in.listed = in.newListed(s.AsIs, table)
	in.strata = !slices.ContainsFunc(s.Coarsest, func(given string) bool { return given != "" && given != exactBlock })
	in.part, in.statistic = s.Everybody != nil, s.Statistic
	in.options.Strategy, in.extent, in.suppression, in.presence = strategies[s.Split], s.Extent, s.Suppression, s.Privacy.Beside() != "" || s.Earlier > 0
	if in.options.Requirements, err = s.Requirements(table); err == nil && earlier != nil {
		earlier.Bounds, err = s.ShareBounds(table)
	}
	if err != nil {
		return nil, err
	}
	return in, in.becomePublic(s)
}

// limit gives a column its weight and its limits.
func (s *SplitSpec) limit(i int, column *mondrian.Column) (err error) {
	if i < len(s.Importance) {
		column.Weight = s.Importance[i]
	}
	var kept limitsColumn
	if s.Limits != nil {
		kept = *s.Limits.Value.column(i)
	}
	limit := func(param string, given []string, numbers []int32) *mondrian.Limit {
		switch {
		case err != nil || i >= len(given) || given[i] == "" || column.Size == 0:
			return nil
		case given[i] == openBlock && column.Hierarchy != nil:
			return nil // the plan has an error
		case given[i] == exactBlock:
			return exactLimit(column)
		case column.Hierarchy == nil:
			blocks := people.Scatter(column.Size, kept.codes, numbers)
			if blocks == nil || !slices.IsSorted(blocks) {
				err = host.ErrNotKept
			}
			return &mondrian.Limit{Blocks: blocks}
		}
		var level int64
		level, err = levelOf(param, s.Columns[i], given[i], column.Hierarchy)
		return &mondrian.Limit{Level: level}
	}
	column.Finest, column.Coarsest = limit("min_levels", s.Finest, kept.finest), limit("max_levels", s.Coarsest, kept.coarsest)
	if err == nil && column.Hierarchy != nil && column.Finest != nil && column.Coarsest != nil && column.Coarsest.Level < column.Finest.Level {
		err = fmt.Errorf("max_levels: the level of %s must be at least that in min_levels, %d, got %d", sqltext.Ident(s.Columns[i]), column.Finest.Level, column.Coarsest.Level)
	}
	return err
}

// exactLimit is the limit of a column each value of which is a block.
func exactLimit(column *mondrian.Column) *mondrian.Limit {
	if column.Hierarchy != nil {
		return &mondrian.Limit{Level: 0}
	}
	limit := &mondrian.Limit{Blocks: make([]int32, column.Size)}
	for code := range limit.Blocks {
		limit.Blocks[code] = int32(code)
	}
	return limit
}

// newSplitting makes cells of a table. limit gives the columns their limits; it may be nil, and so may earlier
// and tables, which is for errors.
func newSplitting(names []string, domain *people.DomainState, counted *cells.Builder, limit func(i int, column *mondrian.Column) error, earlier *mondrian.Earlier, tables *call.HierarchyTables) (*splitting, *cells.Cells, error) {
	in := &splitting{columns: names, texts: make([][]string, len(names)), options: mondrian.Options{Workers: runtime.GOMAXPROCS(0)}}
	columns, sizes := make([]mondrian.Column, len(names)), make([]int, len(names))
	for i := range columns {
		var err error
		if columns[i], in.texts[i], err = domain.Column(i).Column(); err != nil {
			return nil, nil, people.ExplainHierarchy(tables, names[i], err)
		}
		if limit != nil {
			if err := limit(i, &columns[i]); err != nil {
				return nil, nil, err
			}
		}
		sizes[i] = columns[i].Size
	}
	if earlier != nil {
		for r := range earlier.Absent {
			sizes = append(sizes, domain.Column(len(names)+r).Values)
		}
	}
	table, err := counted.Cells(sizes)
	if err != nil {
		return nil, nil, err
	}
	in.cells, err = mondrian.NewCellsBeside(table, columns, earlier)
	return in, table, err
}

// releaseRow is the row of a kernel that makes a release: its handle, and how many people
// are not in it.
type releaseRow struct {
	Release, Suppressed int64
	Undecided           []int64 `sql:",nil=null"` // with earlier releases, by group: see mondrian.Release.Undecided
}

var partitionKernel = host.KernelOf("partition", runPartition)

// runPartition splits the table and keeps what the plan needs of the result.
func runPartition(ctx context.Context, spec *SplitSpec) (*host.Rows[releaseRow], error) {
	values, err := keptValues(spec.Values)
	if err != nil {
		return nil, err
	}
	in, err := spec.read(ctx)
	if err != nil {
		return nil, err
	}
	release, suppressed, err := in.partition(ctx)
	if in.mayFollow(err) {
		release, suppressed, err = in.partition(ctx)
	}
	if err != nil {
		return nil, err
	}
	p := NewPlacement(release.Tree, make([]int64, release.Len()), make([][]ShownRegion, len(in.columns)), spec.Rows)
	p.values, p.together = values, in.together(release)
	if in.earlier != nil {
		p.further = len(in.earlier.Absent)
	}
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
	if err := in.listed.Refuse(); err != nil && !spec.Exact {
		return nil, err
	}
	out := host.NewRows[releaseRow]()
	row := releaseRow{Release: host.Keep(p), Suppressed: suppressed}
	if spec.Earlier > 0 {
		for i := range release.Len() {
			row.Undecided = append(row.Undecided, release.Undecided(i))
		}
	}
	out.Add(row)
	return out, nil
}

// partition returns the release, and how many people are not in it.
func (in *splitting) partition(ctx context.Context) (release *mondrian.Release, suppressed int64, err error) {
	if suppressed, err = in.suppress(ctx); err != nil {
		return nil, 0, err
	}
	release, err = in.split(ctx)
	if err := explainEarlier(err); err != nil {
		return nil, 0, err
	}
	if errors.Is(err, mondrian.ErrUnsafe) {
		if in.isLimited {
			what, way := in.cut()
			return nil, 0, fmt.Errorf("privacy must hold for the parts that %s cuts the table into, and does not; ask for less, or %s", what, way)
		}
		return nil, 0, in.unsafe(ctx)
	}
	if err == nil {
		err = refuseStopped(release)
	}
	return release, suppressed, err
}

// suppress leaves people out if that is allowed and helps, and returns how many.
func (in *splitting) suppress(ctx context.Context) (int64, error) {
	limit := people.LimitOf(in.suppression, in.cells.Whole().Group.People)
	if in.cells.Unit != nil {
		limit = 0 // to leave out some rows of somebody is not to leave them out
	}
	if in.isLimited && !in.presence {
		return in.leaveOut(ctx, limit)
	}
	if limit == 0 {
		return 0, nil
	}
	suppressed, _, err := in.cells.Suppress(ctx, in.options.Requirements, limit)
	return suppressed, err
}

// cut says what cuts the table into parts before anything else, and what to do about it.
func (in *splitting) cut() (what, way string) {
	if in.strata {
		return "within", "name fewer columns in within"
	}
	return "max_levels", "let max_levels be coarser"
}

// leaveOut leaves out the parts of the table that coarsest makes and that violate privacy, and
// returns how many people they have.
func (in *splitting) leaveOut(ctx context.Context, limit int64) (int64, error) {
	all := in.cells.Whole().Group.People
	people, err := in.cells.LeaveOut(ctx, in.options.Requirements, limit)
	if err != nil || people <= limit {
		return people, err
	}
	what, way := in.cut()
	way = "ask for less, or " + way
	if people < all && !in.part && !in.public && in.cells.Unit == nil {
		way += fmt.Sprintf(", or leave them out by suppression := %s", enough(people, all))
	}
	return 0, fmt.Errorf("%s cuts the table into parts of which some do not satisfy privacy; they have %d of %d people, and suppression allows to leave out %d; %s", what, people, all, limit, way)
}

// enough is the smallest share with two decimals, or more where it would be 1, that lets so
// many of all people be left out.
func enough(people, all int64) string {
	for digits := 2; ; digits++ {
		scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil)
		n := new(big.Int).Mul(big.NewInt(people), scale)
		n.Add(n, big.NewInt(all-1)).Quo(n, big.NewInt(all)) // rounds up
		if n.Cmp(scale) < 0 {
			return new(big.Rat).SetFrac(n, scale).FloatString(digits)
		}
	}
}

// MaxMembers is how many values a set may list: each row of the group repeats them. A region of
// more is refused.
const MaxMembers = 100

func (in *splitting) show(covered covers, group, d int) ShownRegion {
	members := func(most int) ([]int32, int) { return covered.Members(group, most) }
	return Show(in.cells.Column(d), in.texts[d], covered.Region(group), members, in.listed.Column(d))
}

// Show is a region of a column as it is shown. texts are those of values that are shown as sets, nil for ranges; members
// returns the codes that the region covers, as covers has it; listed notes what is listed.
func Show(column *mondrian.Column, texts []string, region mondrian.Region, members func(most int) (codes []int32, n int), listed *ListedColumn) ShownRegion {
	r := ShownRegion{Region: region}
	switch {
	case r.Siblings != nil:
		r.Label, r.Level = host.Some(siblings(column, texts, r.Siblings)), column.Hierarchy.Node(r.Siblings[0]).Level
	case r.Node >= 0:
		node := column.Hierarchy.Node(r.Node)
		r.Label, r.Level = host.Some(node.Label), node.Level
	case texts == nil || r.Low == r.High && !r.Null || r.Low < 0:
		// One value, or a range.
	default:
		codes, n := members(MaxMembers)
		switch {
		case n == column.Size:
			r.Label = host.Some(label.Everything)
		case n > MaxMembers:
			listed.tooLong(n)
		default:
			listed.set(codes)
			r.Label = host.Some(set(column, texts, codes))
		}
	}
	return r
}

func set(column *mondrian.Column, texts []string, members []int32) string {
	hasNull := column.HasNull && len(members) > 0 && int(members[len(members)-1]) == column.Size-1
	if hasNull {
		members = members[:len(members)-1]
	}
	shown := make([]string, len(members))
	for i, code := range members {
		shown[i] = texts[code]
	}
	return label.Set(shown, hasNull)
}

// unsafe says what keeps the whole table, as one QI group, from being released.
func (in *splitting) unsafe(ctx context.Context) error {
	missed, err := MissedBy(ctx, privacy.WholeRelease(in.cells.Whole(), in.cells.Values), in.options.Requirements)
	if err != nil {
		return err
	}
	if in.cells.Unit != nil && !missed.ofSize {
		return missed.notSearched()
	}
	way := letSuppression
	switch {
	case missed.ofSize || in.presence || in.public:
		way = ""
	case in.suppression > 0:
		way = ", or for more suppression: leaving out as many people as it allows does not help"
	}
	if in.part {
		return fmt.Errorf("privacy must hold for tbl as one QI group beside any other parts of everybody, and does not (%s); ask for %s, or cut everybody into fewer parts", missed, missed.weaker())
	}
	return missed.Whole(way)
}
