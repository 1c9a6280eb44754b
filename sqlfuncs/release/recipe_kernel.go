package release

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"skyline/engine/progress"
	"skyline/engine/region"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldpeople"
)

// recipeInput is what the kernel of the functions that apply a recipe works on.
type recipeInput struct {
	function string
	recipe   *recipeState
	coded    *CodedState
	names    []string // of the columns
	columns  int
	groups   int   // that the recipe has; 0 for one of labels only
	rows     int64 // how many will be placed
	whole    bool  // whether rows outside of the recipe are an error
}

// appliedFields are what it returns: for each column the number i and how many rows
// have a value n that the recipe does not know, and, where i is NULL, how many are in
// no region although all their values are known. Each row says how many rows there are
// in total, how many of them are outside of the recipe, and why.
var appliedFields = []host.Field{
	{Name: "release", Type: host.Type{Kind: host.Bigint}},
	{Name: "i", Type: host.Type{Kind: host.Bigint}},
	{Name: "n", Type: host.Type{Kind: host.Bigint}},
	{Name: "total", Type: host.Type{Kind: host.Bigint}},
	{Name: "outside", Type: host.Type{Kind: host.Bigint}},
	{Name: "why", Type: host.Type{Kind: host.Varchar}},
}

// recipeScalars returns the private functions of the job that applies a recipe:
// __skyline_recipe_start(function, recipe, coded, names, groups, rows, whole).
func recipeScalars() []host.Scalar {
	params := []host.Type{{Kind: host.Varchar}, {Kind: host.Varchar}, {Kind: host.Varchar}, host.ListOf(host.Type{Kind: host.Varchar}), {Kind: host.Bigint}, {Kind: host.Bigint}, {Kind: host.Boolean}}
	return host.KernelScalars("skyline_recipe", "recipe_apply", params, appliedFields, func(args []host.Column, row int) (host.Run, error) {
		in := &recipeInput{function: strings.Clone(args[0].Strings[row]), groups: int(args[4].Int64s[row]), rows: args[5].Int64s[row], whole: args[6].Bools[row]}
		first, last := args[3].ListRange(row)
		for _, name := range args[3].Elem.Strings[first:last] {
			in.names = append(in.names, strings.Clone(name))
		}
		in.columns = len(in.names)
		var recipeErr, codedErr error
		in.recipe, recipeErr = host.Take[*recipeState](args[1].Strings[row])
		in.coded, codedErr = host.Take[*CodedState](args[2].Strings[row])
		if err := errors.Join(recipeErr, codedErr); err != nil {
			return nil, oldpeople.Explain(in.function, host.ErrNotKept)
		}
		return func(ctx context.Context) (host.Column, error) {
			result, err := in.run(ctx)
			return result, oldpeople.Explain(in.function, err)
		}, nil
	})
}

// applied is a recipe for the codes of a table.
type applied interface {
	Placer
	// Covers reports whether the recipe knows a code of a column.
	Covers(d int, code int32) bool
}

// fits reports whether the rows that were kept are of one plan.
func (in *recipeInput) fits() bool {
	if in.columns < 1 || in.columns > math.MaxInt16 || in.coded.Function != "" && in.coded.Columns != in.columns || len(in.recipe.columns) > in.columns {
		return false
	}
	for d := range in.columns {
		c := in.recipe.column(d)
		// Each group has a row for each column; each code is a value's that some row has.
		if in.groups > len(c.covers) || slices.ContainsFunc(c.covers, func(r coverRow) bool { return int(r.group) >= in.groups }) ||
			in.groups == 0 && slices.ContainsFunc(c.labels, func(l labelRow) bool { return int(l.code) >= len(in.coded.Counts) }) {
			return false
		}
	}
	return true
}

func (in *recipeInput) run(ctx context.Context) (host.Column, error) {
	if !in.fits() {
		return host.Column{}, host.ErrNotKept
	}
	p := &Placement{}
	p.RowsLeft.Store(in.rows)
	p.columnsLeft.Store(int64(in.columns))
	var by applied
	var err error
	if in.groups > 0 {
		by, err = in.regions(ctx, p)
	} else {
		by, err = in.labels(ctx, p)
	}
	if err != nil {
		return host.Column{}, err
	}
	p.Tree = by
	return in.measure(ctx, by, p)
}

// regions finds groups by their regions.
func (in *recipeInput) regions(ctx context.Context, p *Placement) (applied, error) {
	covers := make([][][]region.Span, in.columns)
	boxes := make([]int32, in.groups*in.columns)
	for d := range covers {
		var of []int32
		var labels []ShownRegion
		covers[d], of, labels = in.recipe.column(d).boxes(in.groups)
		p.Regions = append(p.Regions, labels)
		for g, cover := range of {
			boxes[g*in.columns+d] = cover
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	p.Sizes = make([]int64, in.groups)
	index, err := region.New(ctx, covers, boxes)
	if errors.Is(err, region.ErrTangled) {
		return nil, errors.New("recipe must have groups whose regions lie apart, and they do not; keep the rows that release_recipe returns together, and those of one release only")
	}
	return index, err
}

// placedAtOnce is how many rows are placed between two looks at the context.
const placedAtOnce = 1 << 14

// measure places the different rows, and counts those that have no place.
func (in *recipeInput) measure(ctx context.Context, by applied, p *Placement) (host.Column, error) {
	out, several := outside{unknown: make([]int64, in.columns)}, int64(0)
	groups := make([]int64, placedAtOnce)
	for begin := 0; begin < len(in.coded.Counts); begin += placedAtOnce {
		if err := ctx.Err(); err != nil {
			return host.Column{}, err
		}
		progress.Report(ctx, float64(begin), float64(len(in.coded.Counts)))
		end := min(begin+placedAtOnce, len(in.coded.Counts))
		codes := in.coded.Codes[begin*in.columns : end*in.columns]
		by.Places(codes, groups[:end-begin])
		for i, n := range in.coded.Counts[begin:end] {
			switch g := groups[i]; {
			case g == region.Several:
				several += n
			case g >= 0:
				p.Sizes[g] += n
			default:
				out.add(by, codes[i*in.columns:(i+1)*in.columns], n)
			}
		}
	}
	if several > 0 {
		return host.Column{}, fmt.Errorf("recipe must have groups whose regions lie apart, and the number of rows of tbl that are in several is %d; keep the rows that release_recipe returns together, and those of one release only", several)
	}
	if in.whole && out.rows > 0 {
		return host.Column{}, fmt.Errorf("%s; they cannot be released: use on_violation := 'hold' or 'suppress', with privacy, or make a new recipe", out.why(in.names))
	}
	id := host.Keep(p)
	rows := host.NewRowBuilder(appliedFields)
	for d := range in.columns + 1 {
		rows.Int64(0, id)
		if d < in.columns {
			rows.Int64(1, int64(d))
			rows.Int64(2, out.unknown[d])
		} else {
			rows.Null(1)
			rows.Int64(2, out.lost)
		}
		rows.Int64(3, in.coded.total)
		rows.Int64(4, out.rows)
		rows.Text(5, out.why(in.names), false)
		rows.Row()
	}
	return rows.Column(), nil
}

// labelled is a recipe of labels only, for the codes of a table: rows with the same
// labels are a group.
type labelled struct {
	labels [][]int32 // by column and code: the number of its label, -1 if it has none
	groups map[string]int64
}

// labels numbers the labels of each column, and the groups that the table has of
// them, in the order of their texts, NULL last.
func (in *recipeInput) labels(ctx context.Context, p *Placement) (applied, error) {
	l := &labelled{groups: map[string]int64{}}
	shown := make([][]ShownRegion, in.columns)
	for d := range in.columns {
		var numbers []int32
		numbers, shown[d] = in.recipe.column(d).numbered()
		l.labels = append(l.labels, numbers)
	}
	var key []byte
	for i := range in.coded.Counts {
		if i%placedAtOnce == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		var known bool
		if key, known = l.key(key[:0], in.coded.Codes[i*in.columns:(i+1)*in.columns]); known {
			l.groups[string(key)] = 0
		}
	}
	p.Sizes = make([]int64, len(l.groups))
	p.Regions = make([][]ShownRegion, in.columns)
	for d := range p.Regions {
		p.Regions[d] = make([]ShownRegion, len(l.groups))
	}
	for g, key := range slices.Sorted(maps.Keys(l.groups)) {
		l.groups[key] = int64(g)
		for d := range p.Regions {
			p.Regions[d][g] = shown[d][binary.BigEndian.Uint32([]byte(key[4*d:]))]
		}
	}
	return l, ctx.Err()
}

// numbered returns the number of each code's label, -1 for codes that have none, and
// the labels by their numbers, in the order of their texts, NULL last.
func (c *recipeColumn) numbered() (numbers []int32, labels []ShownRegion) {
	different := map[string]ShownRegion{}
	codes := int32(0)
	for i := range c.labels {
		l := &c.labels[i]
		different[l.label.key()] = l.label
		codes = max(codes, l.code+1)
	}
	keys := slices.Sorted(maps.Keys(different))
	if len(keys) > 0 && keys[0] == "" {
		keys = append(keys[1:], "")
	}
	of := map[string]int32{}
	for i, key := range keys {
		of[key] = int32(i)
		labels = append(labels, different[key])
	}
	numbers = slices.Repeat([]int32{-1}, int(codes))
	for i := range c.labels {
		numbers[c.labels[i].code] = of[c.labels[i].label.key()]
	}
	return numbers, labels
}

// key appends the numbers of the labels of a row, and reports whether it has all.
func (l *labelled) key(key []byte, codes []int64) ([]byte, bool) {
	for d, code := range codes {
		if !l.Covers(d, int32(code)) {
			return key, false
		}
		key = binary.BigEndian.AppendUint32(key, uint32(l.labels[d][code]))
	}
	return key, true
}

// Covers implements applied.
func (l *labelled) Covers(d int, code int32) bool {
	return code >= 0 && int(code) < len(l.labels[d]) && l.labels[d][code] >= 0
}

// Places implements placer.
func (l *labelled) Places(codes, groups []int64) {
	columns := len(l.labels)
	var key []byte
	for i := range groups {
		groups[i] = region.None
		var known bool
		if key, known = l.key(key[:0], codes[i*columns:(i+1)*columns]); !known {
			continue
		}
		if g, ok := l.groups[string(key)]; ok {
			groups[i] = g
		}
	}
}
