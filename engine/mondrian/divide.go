package mondrian

import (
	"slices"

	"skyline/engine/internal/parallel"
)

// divide replaces the groups that have a split by their parts, in order, and
// closes the others.
func (p *partitioner) divide(groups []*open, choices []choice) []*open {
	parts := make([][]open, len(groups))
	tree := p.release.Tree
	for i, o := range groups {
		if !choices[i].found {
			p.leaves = append(p.leaves, leaf{o.group, o.begin, o.end, int32(o.node), choices[i].refused, choices[i].undecided})
			continue
		}
		first := tree.split(int32(o.node), choices[i].dim, p.cutOf(o, &choices[i]))
		parts[i] = make([]open, len(choices[i].parts))
		for j := range parts[i] {
			parts[i][j] = open{group: &choices[i].parts[j], node: first + j}
			if p.joint != nil {
				parts[i][j].number, parts[i][j].pieces = choices[i].number+int32(j), choices[i].pieces[j]
			}
		}
	}
	parallel.For(len(p.searches), len(groups), func(_, i int) {
		if len(parts[i]) > 0 {
			p.sweep(groups[i], parts[i])
		}
	})
	next := make([]*open, 0, 2*len(groups))
	for i := range parts {
		for j := range parts[i] {
			next = append(next, &parts[i][j])
		}
	}
	return next
}

// sweep brings the cells of each part of a group together.
func (p *partitioner) sweep(o *open, parts []open) {
	n := &p.release.Tree.nodes[o.node]
	d := int(n.dim)
	cut := p.release.Tree.cutOf(n)
	columns := len(o.low)
	begin := o.begin
	codes := make([]int32, 2*columns*len(parts))
	for j := range parts {
		part := &parts[j]
		part.low, codes = codes[:columns:columns], codes[columns:]
		part.high, codes = codes[:columns:columns], codes[columns:]
		copy(part.low, o.low)
		copy(part.high, o.high)
		part.low[d], part.high[d] = cut.span(j, o.low[d], o.high[d])
		part.begin, part.end = begin, o.end
		if j+1 < len(parts) {
			part.end = p.cells.sweep(d, begin, o.end, part.low[d], part.high[d])
		}
		begin = part.end
	}
}

// cutOf returns where a choice cuts the codes of its column.
func (p *partitioner) cutOf(o *open, c *choice) cut {
	if c.at >= 0 {
		return cut{last: []int32{c.at}}
	}
	d := int(c.dim)
	tree := p.cells.columns[d].Hierarchy
	children := tree.Node(tree.Covering(o.low[d], o.high[d])).Children
	if !c.hasRest {
		last := make([]int32, len(c.stand)-1)
		for i := range last {
			last[i] = tree.Node(children[c.stand[i]]).Last
		}
		return cut{last: last}
	}
	// Codes before, between and behind the children that stand are of the rest.
	var k cut
	rest, next := int32(len(c.stand)), int32(0)
	for i, place := range c.stand {
		n := tree.Node(children[place])
		if n.First > next {
			k.last, k.part = append(k.last, n.First-1), append(k.part, rest)
		}
		k.last, k.part = append(k.last, n.Last), append(k.part, int32(i))
		next = n.Last + 1
	}
	k.part = append(k.part, rest)
	return k
}

// childBounds returns the last code of each child, but the last, of the lowest node
// that covers the codes from low to high.
func (p *partitioner) childBounds(d int, low, high int32) []int32 {
	tree := p.cells.columns[d].Hierarchy
	children := tree.Node(tree.Covering(low, high)).Children
	bounds := make([]int32, len(children)-1)
	for i := range bounds {
		bounds[i] = tree.Node(children[i]).Last
	}
	return bounds
}

// childOf returns which part a code belongs to.
func childOf(bounds []int32, code int32) int {
	i, _ := slices.BinarySearch(bounds, code)
	return i
}

// sweep brings the cells of begin..end-1 with codes from first to last to the front, and
// returns where they end.
func (c *Cells) sweep(d, begin, end int, first, last int32) int {
	codes := c.Codes[d]
	width := uint32(last - first) // codes below first are above it, as unsigned differences
	for end--; ; {
		for begin <= end && uint32(codes[begin]-first) <= width {
			begin++
		}
		for begin <= end && uint32(codes[end]-first) > width {
			end--
		}
		if begin >= end {
			return begin
		}
		for _, column := range c.Codes {
			column[begin], column[end] = column[end], column[begin]
		}
		c.Value[begin], c.Value[end] = c.Value[end], c.Value[begin]
		c.N[begin], c.N[end] = c.N[end], c.N[begin]
		if c.Unit != nil {
			c.Unit[begin], c.Unit[end] = c.Unit[end], c.Unit[begin]
		}
	}
}
