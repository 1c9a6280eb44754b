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
			p.leaves = append(p.leaves, leaf{o.group, o.begin, o.end, int32(o.node)})
			continue
		}
		first := tree.split(int32(o.node), choices[i].dim, p.boundsOf(o, &choices[i]))
		parts[i] = make([]open, len(choices[i].parts))
		for j := range parts[i] {
			parts[i][j] = open{group: &choices[i].parts[j], node: first + j}
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
	d, bounds := int(n.dim), p.release.Tree.boundsOf(n)
	columns := len(o.low)
	begin, low := o.begin, o.low[d]
	codes := make([]int32, 2*columns*len(parts))
	for j := range parts {
		part := &parts[j]
		part.low, codes = codes[:columns:columns], codes[columns:]
		part.high, codes = codes[:columns:columns], codes[columns:]
		copy(part.low, o.low)
		copy(part.high, o.high)
		part.begin, part.end = begin, o.end
		part.low[d] = low
		if j < len(bounds) {
			part.end = p.cells.sweep(d, begin, o.end, bounds[j])
			part.high[d], low = bounds[j], bounds[j]+1
		}
		begin = part.end
	}
}

// boundsOf returns the last code of each part but the last.
func (p *partitioner) boundsOf(o *open, c *choice) []int32 {
	if c.at != byHierarchy {
		return []int32{c.at}
	}
	// Of the children, those that the group has. The group has been looked at along
	// the column.
	d := int(c.dim)
	bounds := p.childBounds(d, o.low[d], o.high[d])
	has := make([]bool, len(bounds)+1)
	for _, code := range p.cells.Codes[d][o.begin:o.end] {
		has[childOf(bounds, code)] = true
	}
	var kept []int32
	for i, ok := range has[:len(bounds)] {
		if ok {
			kept = append(kept, bounds[i])
		}
	}
	if !has[len(bounds)] {
		kept = kept[:len(kept)-1]
	}
	return kept
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

// sweep brings the cells of begin..end-1 with codes up to last to the front, and
// returns where they end.
func (c *Cells) sweep(d, begin, end int, last int32) int {
	codes := c.Codes[d]
	for end--; ; {
		for begin <= end && codes[begin] <= last {
			begin++
		}
		for begin <= end && codes[end] > last {
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
	}
}
