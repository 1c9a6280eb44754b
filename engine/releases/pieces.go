package releases

import "skyline/engine/internal/disjoint"

// A piece is a part of a core that does not depend on the other parts, once the counts are taken away that are known. It
// is a core itself, but that a group may have one cell left in it if the ranges are not narrowed as far as they can be.
type piece struct {
	*core
	// cellOf and valueOf are what the piece's cells and values are in the core that it is a part of.
	cellOf, valueOf []int32
	// ranges are those of the core for the counts that are open. The others have [0, 0]: they are no part of the piece,
	// and although its groups may have more people with the value, no world of the piece has a person there.
	ranges [][]countRange
}

// pieces returns the parts into which a core falls when the counts are taken away whose range is a single number.
//
// The counts of the core's worlds are all x ≥ 0 that have the sums of its cells and groups, and a count that is known is
// a constant in its sums. What remains are sums of open counts. Where no chain of sums connects some of these with others,
// each solution for the ones goes with each for the others, and the weight of a world, Π n!/Π x!, is a product over the
// counts. So the distribution of the counts of a piece is that of the piece alone, and the probability of a value that is
// open in a cell is E[x in its piece] / people of the cell. All open counts of a cell are in one piece.
//
// A piece needs no ranges to be right. Take any x ≥ 0 that has the sums of the piece's cells and groups, add what is known
// of the core, and the truth of the other pieces: that is a world of the core. So x is within the ranges, and 0 wherever
// a count is known. They only help to find the worlds sooner.
func (c *core) pieces(ranges [][]countRange) []piece {
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
	b := pieceBuilder{c: c, ranges: ranges, groupAt: make([]int32, len(c.groups))}
	at := map[int]int{} // of the first cell of a set, its place
	var members [][]int32
	for j := range int32(len(c.cells)) {
		any := false
		for s := range c.values {
			any = any || open(j, s)
		}
		if !any {
			continue
		}
		first := sets.First(int(j))
		if _, ok := at[first]; !ok {
			at[first] = len(members)
			members = append(members, nil)
		}
		members[at[first]] = append(members[at[first]], j)
	}
	all := make([]piece, len(members))
	for i, cells := range members {
		all[i] = b.build(cells)
	}
	return all
}

// A pieceBuilder makes pieces one after the other.
type pieceBuilder struct {
	c       *core
	ranges  [][]countRange
	groupAt []int32 // of each group of the core, its number in the piece that is built, plus 1
}

// build makes the piece of cells.
func (b *pieceBuilder) build(cells []int32) piece {
	p := piece{core: &core{}, cellOf: cells}
	for s := range b.c.values {
		for _, j := range cells {
			if r := b.ranges[j][s]; r.low < r.high {
				p.valueOf = append(p.valueOf, int32(s))
				p.values = append(p.values, b.c.values[s])
				break
			}
		}
	}
	for _, j := range cells {
		from := &b.c.cells[j]
		cell := coreCell{cell: from.cell, counts: make([]int64, len(p.values))}
		ranges := make([]countRange, len(p.values))
		for k, s := range p.valueOf {
			if r := b.ranges[j][s]; r.low < r.high {
				ranges[k] = r
				cell.counts[k] = from.counts[s]
				cell.people += from.counts[s]
			}
		}
		p.cells, p.ranges = append(p.cells, cell), append(p.ranges, ranges)
	}
	for i, j := range cells {
		for _, g := range b.c.cells[j].groups {
			if b.groupAt[g] == 0 {
				group := &b.c.groups[g]
				p.groups = append(p.groups, coreGroup{release: group.release, group: group.group, counts: make([]int64, len(p.values))})
				b.groupAt[g] = int32(len(p.groups))
			}
			at := b.groupAt[g] - 1
			p.cells[i].groups = append(p.cells[i].groups, at)
			group := &p.groups[at]
			group.cells = append(group.cells, int32(i))
			for k, n := range p.cells[i].counts {
				group.counts[k] += n
			}
		}
	}
	for _, j := range cells {
		for _, g := range b.c.cells[j].groups {
			b.groupAt[g] = 0
		}
	}
	return p
}
