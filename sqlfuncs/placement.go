package sqlfuncs

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"skyline/engine/mondrian"
)

// placement is a release as the rest of a plan looks things up in it.
type placement struct {
	tree    placer
	sizes   []int64
	regions [][]shownRegion // by column

	// together checks the release with groups of equal labels as one; nil where nobody
	// needs to.
	together func(ctx context.Context, firsts []int64) error
	compared atomic.Bool // together has been asked for

	// What it has still to be asked for, as far as is known.
	rowsLeft, columnsLeft atomic.Int64
}

// placer sets groups[i] to the QI group, from 0, of people with the i-th codes, -1 if
// they are in none; codes holds, for one after the other, the code in each column.
type placer interface{ Places(codes, groups []int64) }

// served implements serving.
func (p *placement) served() bool {
	return p.rowsLeft.Load() <= 0 && p.columnsLeft.Load() <= 0 && (p.together == nil || p.compared.Load())
}

// shownRegion is a region of a QI group, with a label where the plan cannot write
// it from the bounds.
type shownRegion struct {
	mondrian.Region
	label    string
	hasLabel bool
	level    int64 // of a node of a hierarchy, 0 for what is none
}

var regionFields = []Field{
	{"g", Type{Kind: Bigint}},
	{"size", Type{Kind: Bigint}},
	{"low", Type{Kind: Bigint}},
	{"high", Type{Kind: Bigint}},
	{"has_null", Type{Kind: Boolean}},
	{"label", Type{Kind: Varchar}},
	{"level", Type{Kind: Bigint}},
}

// placementScalars returns what looks things up in a release: __skyline_regions
// (release, column) and __skyline_place(release, codes).
func placementScalars() []Scalar {
	regions := Scalar{
		Name:     "__skyline_regions",
		Params:   []Type{{Kind: Bigint}, {Kind: Bigint}},
		Result:   ListOf(Type{Kind: Struct, Fields: regionFields}),
		Volatile: true,
		Call: func(args []Column, rows int) (Column, error) {
			lists := Column{Len: rows, Elem: &Column{Fields: make([]Column, len(regionFields))}}
			for row := range rows {
				release, err := placementOf(args, row)
				if err != nil {
					return Column{}, err
				}
				elements := release.column(args[1].Int64s[row])
				lists.Elem.extend(&elements)
				lists.Ends = append(lists.Ends, lists.Elem.Len)
			}
			return lists, nil
		},
	}
	place := Scalar{
		Name:     "__skyline_place",
		Params:   []Type{{Kind: Bigint}, ListOf(Type{Kind: Bigint})},
		Result:   Type{Kind: Bigint},
		Volatile: true,
		Call: func(args []Column, rows int) (Column, error) {
			groups, nulls := make([]int64, rows), make([]bool, rows)
			// All rows of a call are of one release, unless a query is correlated.
			for begin := 0; begin < rows; {
				release, err := placementOf(args, begin)
				if err != nil {
					return Column{}, err
				}
				end := begin + 1
				for end < rows && args[0].Int64s[end] == args[0].Int64s[begin] {
					end++
				}
				if err := release.place(&args[1], begin, end, groups); err != nil {
					return Column{}, err
				}
				begin = end
			}
			for row := range groups {
				groups[row]++
				nulls[row] = groups[row] == 0
			}
			return Column{Len: rows, Int64s: groups, Null: nulls}, nil
		},
	}
	return []Scalar{regions, place, orderScalar()}
}

func placementOf(args []Column, row int) (*placement, error) {
	if args[0].IsNull(row) || args[1].IsNull(row) {
		return nil, fmt.Errorf("__skyline_place: arguments must not be NULL")
	}
	return look[*placement](args[0].Int64s[row])
}

// place sets the groups of the rows from begin to end-1, by the lists of their
// codes.
func (p *placement) place(lists *Column, begin, end int, groups []int64) error {
	first := 0
	if begin > 0 {
		first = lists.Ends[begin-1]
	}
	for row := begin; row < end; row++ {
		if lists.Ends[row] != first+(row-begin+1)*len(p.regions) {
			return errNotKept
		}
	}
	last := lists.Ends[end-1]
	if slices.Contains(nullsOf(lists.Elem, first, last), true) {
		return errNotKept
	}
	defer p.rowsLeft.Add(int64(begin - end))
	p.tree.Places(lists.Elem.Int64s[first:last], groups[begin:end])
	return nil
}

// column returns the regions of a column, a row for each QI group.
func (p *placement) column(d int64) Column {
	defer p.columnsLeft.Add(-1)
	out := newRowBuilder(regionFields)
	if d < 0 || d >= int64(len(p.regions)) {
		return out.column()
	}
	code := func(column int, code int32) {
		if code < 0 {
			out.null(column)
		} else {
			out.int64(column, int64(code))
		}
	}
	for i, r := range p.regions[d] {
		out.int64(0, int64(i+1))
		out.int64(1, p.sizes[i])
		code(2, r.Low)
		code(3, r.High)
		out.bool(4, r.Null)
		out.text(5, r.label, !r.hasLabel)
		out.int64(6, r.level)
		out.row()
	}
	return out.column()
}
