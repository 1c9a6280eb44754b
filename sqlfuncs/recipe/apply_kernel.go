package recipe

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"slices"

	"skyline/engine/progress"
	"skyline/engine/region"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/release"
)

// applySpec is what the kernel gets that applies a recipe to the rows of a table.
type applySpec struct {
	Columns []string                         `json:"columns"`         // their names
	Whole   bool                             `json:"whole,omitzero"`  // rows outside of the recipe are an error
	Groups  int64                            `json:"groups,omitzero"` // that the recipe has; 0 for one of labels only
	Rows    int64                            `json:"rows,omitzero"`   // how many will be placed
	Values  int64                            `json:"values,omitzero"` // the handle of those by whose numbers
	Recipe  host.Handle[*codedRecipe]        `json:"recipe,omitzero"`
	Coded   host.Handle[*release.CodedState] `json:"coded,omitzero"`
}

// appliedRow is a row of the kernel: for the i-th column, how many rows have a value that
// the recipe does not know; and, where I is NULL, how many are in no region although all
// their values are known. Each has the release, how many rows there are in total, how many
// of them are outside of the recipe, and why.
type appliedRow struct {
	Release    int64
	I          sql.Null[int64]
	N          int64
	Total      int64
	Outside    int64
	WhyOutside string
}

var applyKernel = host.KernelOf("apply_recipe", runApply)

// applying is a recipe that is applied to a table.
type applying struct {
	*applySpec
	recipe  *codedRecipe
	coded   *release.CodedState
	columns int
	groups  int
}

// applied is a recipe for the codes of a table.
type applied interface {
	release.Placer
	// Covers reports whether the recipe knows a code of a column.
	Covers(d int, code int32) bool
}

func runApply(ctx context.Context, spec *applySpec) (*host.Rows[appliedRow], error) {
	in := &applying{applySpec: spec, recipe: spec.Recipe.Value, coded: spec.Coded.Value, columns: len(spec.Columns), groups: int(spec.Groups)}
	if !in.fits() {
		return nil, host.ErrNotKept
	}
	find := in.byRegions
	if in.groups == 0 {
		find = in.byLabels
	}
	by, shown, err := find(ctx)
	if err != nil {
		return nil, err
	}
	sizes := make([]int64, len(shown[0]))
	without, err := in.measure(ctx, by, sizes)
	if err != nil {
		return nil, err
	}
	why := without.why(in.Columns)
	if in.Whole && without.rows > 0 {
		return nil, fmt.Errorf("%s; they cannot be released: use on_violation := 'hold' or 'suppress', with privacy, or make a new recipe", why)
	}
	placement := release.NewPlacement(by, sizes, shown, in.Rows)
	if err := placement.PlaceBy(in.Values); err != nil {
		return nil, err
	}
	row := appliedRow{Release: host.Keep(placement), Total: in.coded.People, Outside: without.rows, WhyOutside: why}
	out := host.NewRows[appliedRow]()
	for d, n := range without.unknown {
		row.I, row.N = host.Some(int64(d)), n
		out.Add(row)
	}
	row.I, row.N = sql.Null[int64]{}, without.lost
	out.Add(row)
	return out, nil
}

// fits reports whether what was kept is of one plan.
func (in *applying) fits() bool {
	if in.columns < 1 || in.columns > math.MaxInt16 || in.groups < 0 || len(in.coded.Counts) > 0 && in.coded.Columns != in.columns || len(in.recipe.columns) > in.columns {
		return false
	}
	for d := range in.columns {
		c := in.recipe.column(d)
		// Each group has a row for each column; each code is a value's that some row has.
		if in.groups > len(c.covers) || slices.ContainsFunc(c.covers, func(r coverOfGroup) bool { return int(r.group) >= in.groups }) ||
			in.groups == 0 && slices.ContainsFunc(c.labels, func(l labelOfCode) bool { return int(l.code) >= len(in.coded.Counts) }) {
			return false
		}
	}
	return true
}

// row returns the codes of the i-th of the different rows.
func (in *applying) row(i int) []int64 { return in.coded.Codes[i*in.columns : (i+1)*in.columns] }

// byRegions finds groups by their regions, and returns what is shown of them.
func (in *applying) byRegions(ctx context.Context) (by applied, shown [][]release.ShownRegion, err error) {
	covers := make([][][]region.Span, in.columns)
	boxes := make([]int32, in.groups*in.columns)
	shown = make([][]release.ShownRegion, in.columns)
	for d := range covers {
		var of []int32
		covers[d], of, shown[d] = in.recipe.column(d).boxes(in.groups)
		for g, cover := range of {
			boxes[g*in.columns+d] = cover
		}
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
	}
	index, err := region.New(ctx, covers, boxes)
	if errors.Is(err, region.ErrTangled) {
		err = errors.New("recipe must have groups whose regions lie apart, and they do not; keep the rows that release_recipe returns together, and those of one release only")
	}
	return index, shown, err
}

// placedAtOnce is how many rows are placed between two looks at the context.
const placedAtOnce = 1 << 14

// measure places the different rows, adds up the sizes of the groups, and counts the rows
// that have no place.
func (in *applying) measure(ctx context.Context, by applied, sizes []int64) (*outside, error) {
	without, several := outside{unknown: make([]int64, in.columns)}, int64(0)
	groups := make([]int64, placedAtOnce)
	for begin := 0; begin < len(in.coded.Counts); begin += placedAtOnce {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		progress.Report(ctx, float64(begin), float64(len(in.coded.Counts)))
		end := min(begin+placedAtOnce, len(in.coded.Counts))
		by.Places(in.coded.Codes[begin*in.columns:end*in.columns], groups[:end-begin])
		for i, n := range in.coded.Counts[begin:end] {
			switch g := groups[i]; {
			case g == region.Several:
				several += n
			case g >= 0:
				sizes[g] += n
			default:
				without.add(by, in.row(begin+i), n)
			}
		}
	}
	if several > 0 {
		return nil, fmt.Errorf("recipe must have groups whose regions lie apart, and the number of rows of tbl that are in several is %d; keep the rows that release_recipe returns together, and those of one release only", several)
	}
	return &without, nil
}
