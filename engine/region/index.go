package region

import (
	"cmp"
	"context"
	"slices"

	"skyline/engine"
)

// Span is a run of codes, from First to Last.
type Span struct{ First, Last int32 }

// What Places says of a row that is in no region, and of one that is in several.
const (
	None    = -1
	Several = -2
)

const (
	// fewRegions is how many regions are not worth a node of their own.
	fewRegions = 4
	// maxTangled is how many regions a row may be compared with one by one.
	maxTangled = 1000
)

// ErrTangled reports regions that no cuts along columns can tell apart, and that
// are too many to be looked at one by one.
var ErrTangled = engine.NewTooLarge("region: more than 1000 regions that no column tells apart")

// Index finds regions. It is not changed once it is made, and may be read by several
// goroutines at once.
type Index struct {
	covers  [][][]Span // by column: its covers, each in order
	known   [][]Span   // by column: what its covers cover together
	regions []int32    // region by region: its cover in each column
	nodes   []node
	parts   []part
	leaves  []int32 // regions, leaf by leaf
}

// node is a number of regions: parts[begin:end] by a column, or leaves[begin:end] where
// the column is -1.
type node struct{ column, begin, end int32 }

// part is a run of codes and the node of the regions that cover some of them.
type part struct {
	Span
	node int32
}

// New returns the index of regions. covers[d] are the covers of column d, the spans of
// each in any order; regions holds, for one region after the other, the number of its
// cover in each column. New sorts the spans, and keeps what it is given.
//
// It takes O(s log s) time for each level of the tree, s being the spans of the covers
// that occur there; of cuts into halves there are log₂ of the regions.
//
// Errors: ErrTangled, and that of ctx.
func New(ctx context.Context, covers [][][]Span, regions []int32) (*Index, error) {
	x := &Index{covers: covers, regions: regions}
	for _, column := range covers {
		for i := range column {
			column[i] = merged(column[i])
		}
		x.known = append(x.known, merged(slices.Concat(column...)))
	}
	b := builder{Index: x}
	for _, column := range covers {
		b.numbers = append(b.numbers, make([]int32, len(column)))
	}
	all := make([]int32, 0, len(regions)/max(1, len(covers)))
	for r := range int32(cap(all)) {
		if !x.empty(r) {
			all = append(all, r)
		}
	}
	return x, b.build(ctx, all)
}

// merged returns spans in order, those that touch being one.
func merged(spans []Span) []Span {
	slices.SortFunc(spans, func(a, b Span) int { return cmp.Compare(a.First, b.First) })
	n := 0
	for _, s := range spans {
		switch {
		case s.First > s.Last:
		case n > 0 && int64(s.First) <= int64(spans[n-1].Last)+1:
			spans[n-1].Last = max(spans[n-1].Last, s.Last)
		default:
			spans[n] = s
			n++
		}
	}
	return spans[:n]
}

// Without returns the codes of spans that are not of others, in order. It sorts both.
func Without(spans, others []Span) []Span {
	if len(others) == 0 {
		return spans
	}
	spans, others = merged(spans), merged(others)
	var left []Span
	for _, s := range spans {
		for len(others) > 0 && others[0].Last < s.First {
			others = others[1:]
		}
		for _, o := range others {
			if o.First > s.Last {
				break
			}
			if s.First < o.First {
				left = append(left, Span{s.First, o.First - 1})
			}
			s.First = o.Last + 1
		}
		if s.First <= s.Last {
			left = append(left, s)
		}
	}
	return left
}

// empty reports whether a region covers nothing.
func (x *Index) empty(r int32) bool {
	for d := range x.covers {
		if len(x.cover(r, d)) == 0 {
			return true
		}
	}
	return false
}

func (x *Index) cover(r int32, d int) []Span {
	return x.covers[d][x.regions[int(r)*len(x.covers)+d]]
}

// Covers reports whether some region's cover has a code of a column.
func (x *Index) Covers(d int, code int32) bool {
	return has(x.known[d], code)
}

// Places sets regions[i] to the region of the row with the i-th codes, or to None or
// Several. codes holds, for one row after the other, the code in each column.
//
// It takes time proportional to the depth of the tree for each row, where columns
// tell the regions apart.
func (x *Index) Places(codes []int64, regions []int64) {
	columns := len(x.covers)
	for i := range regions {
		regions[i] = x.place(codes[i*columns : (i+1)*columns])
	}
}

func (x *Index) place(codes []int64) int64 {
	n := x.nodes[0]
	for n.column >= 0 {
		parts := x.parts[n.begin:n.end]
		code := int32(codes[n.column])
		at, found := slices.BinarySearchFunc(parts, code, func(p part, code int32) int { return p.compare(code) })
		if !found {
			return None
		}
		n = x.nodes[parts[at].node]
	}
	region := int64(None)
	for _, r := range x.leaves[n.begin:n.end] {
		if x.contains(r, codes) {
			if region != None {
				return Several
			}
			region = int64(r)
		}
	}
	return region
}

func (x *Index) contains(r int32, codes []int64) bool {
	for d, code := range codes {
		if !has(x.cover(r, d), int32(code)) {
			return false
		}
	}
	return true
}

func has(spans []Span, code int32) bool {
	if len(spans) == 1 {
		return spans[0].compare(code) == 0
	}
	_, found := slices.BinarySearchFunc(spans, code, Span.compare)
	return found
}

// compare says on which side of a code the span lies.
func (s Span) compare(code int32) int {
	switch {
	case s.Last < code:
		return -1
	case s.First > code:
		return 1
	}
	return 0
}
