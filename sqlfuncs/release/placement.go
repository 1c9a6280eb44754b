package release

import (
	"context"
	"database/sql"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"skyline/engine/mondrian"
	"skyline/sqlfuncs/draw"
	"skyline/sqlfuncs/host"
)

// Placement is a release as the rest of a plan looks things up in it.
type Placement struct {
	Tree    Placer
	Sizes   []int64
	Regions [][]ShownRegion // by column

	// together checks the release with groups of equal labels as one; nil where nobody
	// needs to.
	together func(ctx context.Context, firsts []int64) error
	compared atomic.Bool // together has been asked for

	// What it has still to be asked for, as far as is known.
	RowsLeft, regionsLeft atomic.Int64

	ends func() [][]bool // by column and code: it is an end of some region

	// further is how many codes rows have behind those of the columns: of groups of earlier releases.
	further int

	values *Values // by whose numbers it places rows; nil: by codes
}

// Placer sets groups[i] to the QI group, from 0, of people with the i-th codes, -1 if
// they are in none; codes holds, for one after the other, the code in each column.
type Placer interface{ Places(codes, groups []int64) }

// Served implements serving.
func (p *Placement) Served() bool {
	return p.RowsLeft.Load() <= 0 && p.regionsLeft.Load() <= 0 && (p.together == nil || p.compared.Load())
}

// NewPlacement returns a release that is asked once for its regions, and to place so many
// rows.
func NewPlacement(tree Placer, sizes []int64, regions [][]ShownRegion, rows int64) *Placement {
	p := &Placement{Tree: tree, Sizes: sizes, Regions: regions}
	p.RowsLeft.Store(rows)
	p.regionsLeft.Store(1)
	p.ends = sync.OnceValue(func() [][]bool { return endsByColumn(regions) })
	return p
}

// PlaceBy lets the release place rows by their numbers in the values that are kept under a handle.
func (p *Placement) PlaceBy(values int64) (err error) {
	p.values, err = keptValues(values)
	return err
}

// ShownRegion is a region of a QI group, with a label where the plan cannot write
// it from the bounds.
type ShownRegion struct {
	mondrian.Region
	Label sql.Null[string]
	Level int64 // of a node of a hierarchy, 0 for what is none
}

// The arguments of __skyline_is_end, behind argRelease.
const (
	argColumn = 1
	argCode   = 2
)

// The arguments of __skyline_place, and of __skyline_order.
const (
	argRelease = iota
	argCodes

	argGroups = 0
	argGroup  = 1
)

// PlacementScalars returns what looks things up in a release: __skyline_is_end(release, column, code),
// whether a value is an end of some region, and __skyline_place(release, codes); and
// __skyline_order(groups, group), the place of a row in a release of so many groups.
//
// They are called for each value, each combination of values and each row of a table, and are
// vector-wise: the release is looked up once a call, and Places takes many rows at once. With
// host.VolatileOf, which looks it up for each row, a row takes ten times as long, 0.1 µs and more.
func PlacementScalars() []host.Scalar {
	bigint := host.Type{Kind: host.Bigint}
	return []host.Scalar{
		shownScalar(),
		{
			Name: "__skyline_is_end", Params: []host.Type{bigint, bigint, bigint}, Result: host.Type{Kind: host.Boolean}, Volatile: true,
			Call: func(args []host.Column, rows int) (host.Column, error) {
				are := make([]bool, rows)
				err := eachRelease(args, rows, func(p *Placement, begin, end int) error {
					ends := p.ends()
					for row := begin; row < end; row++ {
						if args[argColumn].IsNull(row) || args[argCode].IsNull(row) {
							continue
						}
						i, code := args[argColumn].Int64s[row], args[argCode].Int64s[row]
						are[row] = uint64(i) < uint64(len(ends)) && uint64(code) < uint64(len(ends[i])) && ends[i][code]
					}
					return nil
				})
				return host.Column{Len: rows, Bools: are}, err
			},
		},
		{
			Name: "__skyline_place", Params: []host.Type{bigint, host.ListOf(bigint)}, Result: bigint, Volatile: true,
			Call: func(args []host.Column, rows int) (host.Column, error) {
				groups, nulls := make([]int64, rows), make([]bool, rows)
				err := eachRelease(args, rows, func(p *Placement, begin, end int) error {
					defer p.RowsLeft.Add(int64(begin - end))
					return p.place(&args[argCodes], begin, end, groups)
				})
				for row := range groups {
					groups[row]++
					nulls[row] = groups[row] == 0
				}
				return host.Column{Len: rows, Int64s: groups, Null: nulls}, err
			},
		},
		{
			Name: "__skyline_order", Params: []host.Type{bigint, bigint}, Result: bigint, Volatile: true,
			Call: func(args []host.Column, rows int) (host.Column, error) {
				numbers := make([]int64, rows)
				fresh := draw.Fresh()
				for row := range numbers {
					numbers[row] = order(args[argGroups].Int64s[row], args[argGroup].Int64s[row], fresh.Uint64())
				}
				return host.Column{Len: rows, Int64s: numbers}, nil
			},
		},
	}
}

// eachRelease calls f for rows of the same release, from begin to end-1. All rows of a call
// are of one, unless a query is correlated.
func eachRelease(args []host.Column, rows int, f func(p *Placement, begin, end int) error) error {
	releases := &args[argRelease]
	for begin := 0; begin < rows; {
		if releases.IsNull(begin) {
			return host.ErrNotKept
		}
		release, err := host.Look[*Placement](releases.Int64s[begin])
		if err != nil {
			return err
		}
		end := begin + 1
		for end < rows && !releases.IsNull(end) && releases.Int64s[end] == releases.Int64s[begin] {
			end++
		}
		if err := f(release, begin, end); err != nil {
			return err
		}
		begin = end
	}
	return nil
}

// place sets the groups of the rows from begin to end-1, by the lists of their codes.
func (p *Placement) place(lists *host.Column, begin, end int, groups []int64) error {
	first := 0
	if begin > 0 {
		first = lists.Ends[begin-1]
	}
	width := len(p.Regions) + p.further
	for row := begin; row < end; row++ {
		if lists.IsNull(row) || lists.Ends[row] != first+(row-begin+1)*width {
			return host.ErrNotKept
		}
	}
	last := lists.Ends[end-1]
	if slices.Contains(host.NullsOf(lists.Elem, first, last), true) {
		return host.ErrNotKept
	}
	codes := lists.Elem.Int64s[first:last]
	if p.values != nil {
		numbers := codes
		codes = make([]int64, len(numbers))
		if err := p.values.codesOf(numbers, codes, width); err != nil {
			return err
		}
	}
	p.Tree.Places(codes, groups[begin:end])
	return nil
}

// order puts a group's number before as many random bits as there is room for beside the
// number of the last group: the fewer the groups, the larger they may be, and the more bits
// there are. There are at least 31, for groups of a few people.
func order(groups, group int64, random uint64) int64 {
	free := 63 - min(bits.Len64(uint64(groups)), 63)
	return group<<free | int64(random>>(64-free))
}

// endsByColumn returns, by column and code, which are ends of regions.
func endsByColumn(regions [][]ShownRegion) [][]bool {
	ends := make([][]bool, len(regions))
	for d := range regions {
		for i := range regions[d] {
			r := &regions[d][i]
			for _, code := range []int32{r.Low, r.High} {
				if code < 0 {
					continue
				}
				if more := int(code) + 1 - len(ends[d]); more > 0 {
					ends[d] = append(ends[d], make([]bool, more)...)
				}
				ends[d][code] = true
			}
		}
	}
	return ends
}
