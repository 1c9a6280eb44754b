package release

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"skyline/engine/mondrian"
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
	RowsLeft, columnsLeft atomic.Int64
}

// Placer sets groups[i] to the QI group, from 0, of people with the i-th codes, -1 if
// they are in none; codes holds, for one after the other, the code in each column.
type Placer interface{ Places(codes, groups []int64) }

// Served implements serving.
func (p *Placement) Served() bool {
	return p.RowsLeft.Load() <= 0 && p.columnsLeft.Load() <= 0 && (p.together == nil || p.compared.Load())
}

// ShownRegion is a region of a QI group, with a label where the plan cannot write
// it from the bounds.
type ShownRegion struct {
	mondrian.Region
	label    string
	hasLabel bool
	level    int64 // of a node of a hierarchy, 0 for what is none
}

var regionFields = []host.Field{
	{Name: "g", Type: host.Type{Kind: host.Bigint}},
	{Name: "size", Type: host.Type{Kind: host.Bigint}},
	{Name: "low", Type: host.Type{Kind: host.Bigint}},
	{Name: "high", Type: host.Type{Kind: host.Bigint}},
	{Name: "has_null", Type: host.Type{Kind: host.Boolean}},
	{Name: "label", Type: host.Type{Kind: host.Varchar}},
	{Name: "level", Type: host.Type{Kind: host.Bigint}},
}

// placementScalars returns what looks things up in a release: __skyline_regions
// (release, column) and __skyline_place(release, codes).
func placementScalars() []host.Scalar {
	regions := host.Scalar{
		Name:     "__skyline_regions",
		Params:   []host.Type{{Kind: host.Bigint}, {Kind: host.Bigint}},
		Result:   host.ListOf(host.Type{Kind: host.Struct, Fields: regionFields}),
		Volatile: true,
		Call: func(args []host.Column, rows int) (host.Column, error) {
			lists := host.Column{Len: rows, Elem: &host.Column{Fields: make([]host.Column, len(regionFields))}}
			for row := range rows {
				release, err := placementOf(args, row)
				if err != nil {
					return host.Column{}, err
				}
				elements := release.column(args[1].Int64s[row])
				lists.Elem.Extend(&elements)
				lists.Ends = append(lists.Ends, lists.Elem.Len)
			}
			return lists, nil
		},
	}
	place := host.Scalar{
		Name:     "__skyline_place",
		Params:   []host.Type{{Kind: host.Bigint}, host.ListOf(host.Type{Kind: host.Bigint})},
		Result:   host.Type{Kind: host.Bigint},
		Volatile: true,
		Call: func(args []host.Column, rows int) (host.Column, error) {
			groups, nulls := make([]int64, rows), make([]bool, rows)
			// All rows of a call are of one release, unless a query is correlated.
			for begin := 0; begin < rows; {
				release, err := placementOf(args, begin)
				if err != nil {
					return host.Column{}, err
				}
				end := begin + 1
				for end < rows && args[0].Int64s[end] == args[0].Int64s[begin] {
					end++
				}
				if err := release.place(&args[1], begin, end, groups); err != nil {
					return host.Column{}, err
				}
				begin = end
			}
			for row := range groups {
				groups[row]++
				nulls[row] = groups[row] == 0
			}
			return host.Column{Len: rows, Int64s: groups, Null: nulls}, nil
		},
	}
	return []host.Scalar{regions, place, orderScalar()}
}

func placementOf(args []host.Column, row int) (*Placement, error) {
	if args[0].IsNull(row) || args[1].IsNull(row) {
		return nil, fmt.Errorf("__skyline_place: arguments must not be NULL")
	}
	return host.Look[*Placement](args[0].Int64s[row])
}

// place sets the groups of the rows from begin to end-1, by the lists of their
// codes.
func (p *Placement) place(lists *host.Column, begin, end int, groups []int64) error {
	first := 0
	if begin > 0 {
		first = lists.Ends[begin-1]
	}
	for row := begin; row < end; row++ {
		if lists.Ends[row] != first+(row-begin+1)*len(p.Regions) {
			return host.ErrNotKept
		}
	}
	last := lists.Ends[end-1]
	if slices.Contains(host.NullsOf(lists.Elem, first, last), true) {
		return host.ErrNotKept
	}
	defer p.RowsLeft.Add(int64(begin - end))
	p.Tree.Places(lists.Elem.Int64s[first:last], groups[begin:end])
	return nil
}

// column returns the regions of a column, a row for each QI group.
func (p *Placement) column(d int64) host.Column {
	defer p.columnsLeft.Add(-1)
	out := host.NewRowBuilder(regionFields)
	if d < 0 || d >= int64(len(p.Regions)) {
		return out.Column()
	}
	code := func(column int, code int32) {
		if code < 0 {
			out.Null(column)
		} else {
			out.Int64(column, int64(code))
		}
	}
	for i, r := range p.Regions[d] {
		out.Int64(0, int64(i+1))
		out.Int64(1, p.Sizes[i])
		code(2, r.Low)
		code(3, r.High)
		out.Bool(4, r.Null)
		out.Text(5, r.label, !r.hasLabel)
		out.Int64(6, r.level)
		out.Row()
	}
	return out.Column()
}
