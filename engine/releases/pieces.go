package releases

import (
	"slices"

	"skyline/engine/internal/disjoint"
)

// pieces returns the parts into which a core falls when the counts are taken away whose range is a single number.
//
// The counts of the core's worlds are all x ≥ 0 that have the sums of its cells and groups, and a count that is known is
// a constant in its sums. What remains are sums of open counts. Where no chain of sums connects some of these with others,
// each solution for the ones goes with each for the others, and the weight of a world, Π n!/Π x!, is a product over the
// counts. So the distribution of the counts of a piece is that of the piece alone, and the probability of a value that is
// open in a cell is E[x in its piece] / people of the cell. All open counts of a cell are in one piece.
//
// A piece is a core itself, but that a group may have one cell left in it if the ranges are not narrowed as far as they can
// be. It needs no ranges to be right: take any x ≥ 0 that has the sums of the piece's cells and groups, add what is known
// of the core, and the truth of the other pieces. That is a world of the core. So x is within the ranges, and 0 wherever
// a count is known, even if the cell's groups have more people with the value. To have them helps to find the worlds.
func (c *core) pieces(ranges [][]countRange) []*core {
	sets := disjoint.New(len(c.cells))
	open := func(j int32, s int) bool { return ranges[j][s].low < ranges[j][s].high }
	for g := range c.groups {
		for s := range c.values {
			first := int32(-1)
			for _, j := range c.groups[g].cells {
				switch {
				case !open(j, s):
				case first < 0:
					first = j
				default:
					sets.Join(int(first), int(j))
				}
			}
		}
	}
	var cells []int32 // that have an open count
	for j := range int32(len(c.cells)) {
		if slices.ContainsFunc(ranges[j], func(r countRange) bool { return r.low < r.high }) {
			cells = append(cells, j)
		}
	}
	b := pieceBuilder{c: c, ranges: ranges, groupAt: map[int32]int32{}}
	var all []*core
	for _, piece := range sets.Together(cells) {
		all = append(all, b.build(piece))
	}
	return all
}

// A pieceBuilder makes pieces one after the other.
type pieceBuilder struct {
	c       *core
	ranges  [][]countRange
	groupAt map[int32]int32 // of groups of the core, their number in the piece that is built
}

// build makes the piece of cells.
func (b *pieceBuilder) build(cells []int32) *core {
	p := &core{}
	var values []int32 // of the core
	open := func(j, s int32) bool { return b.ranges[j][s].low < b.ranges[j][s].high }
	for s := range int32(len(b.c.values)) {
		if slices.ContainsFunc(cells, func(j int32) bool { return open(j, s) }) {
			values = append(values, s)
			p.values = append(p.values, b.c.values[s])
		}
	}
	for _, j := range cells {
		from := &b.c.cells[j]
		cell, within := coreCell{cell: from.cell, counts: make([]int64, len(values))}, make([]countRange, len(values))
		for k, s := range values {
			if open(j, s) {
				within[k] = b.ranges[j][s]
				cell.counts[k] = from.counts[s]
				cell.people += from.counts[s]
			}
		}
		p.cells, p.within = append(p.cells, cell), append(p.within, within)
	}
	clear(b.groupAt)
	for i, j := range cells {
		for _, g := range b.c.cells[j].groups {
			at, known := b.groupAt[g]
			if !known {
				at = int32(len(p.groups))
				b.groupAt[g] = at
				group := &b.c.groups[g]
				p.groups = append(p.groups, coreGroup{release: group.release, group: group.group, counts: make([]int64, len(values))})
			}
			p.cells[i].groups = append(p.cells[i].groups, at)
			group := &p.groups[at]
			group.cells = append(group.cells, int32(i))
			for k, n := range p.cells[i].counts {
				group.counts[k] += n
			}
		}
	}
	p.even()
	return p
}
