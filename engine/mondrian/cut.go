package mondrian

import (
	"container/heap"
	"context"
	"fmt"

	"skyline/engine/progress"
)

// Cut cuts the cells' table into so many parts, or into as many as it has different
// combinations of codes where these are fewer: always the part with the most people of those
// that can be cut, as Median does, whatever the sensitive values are. It reorders the cells.
// The parts are the groups of the release, and what was cut for them its Extents. A table of
// nobody has none.
//
// Let n be the people, k the parts, and v the most people who share a code of a column. A
// cut of g people leaves at most (g+v)/2 on a side. So of parts that can be cut again
// none has more than (2n + (k-1)v) / (k+1).
//
// It takes O(d·N·log k) time for a table of N cells and d columns whose parts are about
// even, and O(d·N·k) at worst.
//
// Errors: those of ctx.
func Cut(ctx context.Context, cells *Cells, parts int64, workers int) (*Release, error) {
	p := newPartitioner(ctx, cells, Options{Strategy: Median, Workers: workers})
	if p.cells.Total.People == 0 {
		return p.release, ctx.Err()
	}
	groups := largest{p.cells.whole()}
	for len(groups) > 0 && int64(len(groups)+len(p.leaves)) < parts {
		progress.Report(ctx, float64(len(groups)+len(p.leaves)), float64(parts))
		group := []*open{heap.Pop(&groups).(*open)}
		found := p.find(group[0], p.searches)
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("mondrian: %w", err)
		}
		for _, part := range p.divide(group, []choice{found}) {
			heap.Push(&groups, part)
		}
	}
	p.divide(groups, make([]choice, len(groups)))
	p.release.number(p.leaves)
	return p.release, nil
}

// largest is a heap of groups: the one with the most people is the first, of equal ones the
// one that was made first.
type largest []*open

func (h largest) Len() int { return len(h) }

func (h largest) Less(i, j int) bool {
	if a, b := h[i].group.People, h[j].group.People; a != b {
		return a > b
	}
	return h[i].node < h[j].node
}

func (h largest) Swap(i, j int) { h[i], h[j] = h[j], h[i] }

func (h *largest) Push(x any) { *h = append(*h, x.(*open)) }

func (h *largest) Pop() any {
	last := len(*h) - 1
	x := (*h)[last]
	*h = (*h)[:last]
	return x
}
