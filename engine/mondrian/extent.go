package mondrian

import "slices"

// Extents are the parts of a column that were cut for the groups of a release: what the
// splits left to each, whoever is in it, within the block of the column's Coarsest. So they
// cover the groups' own regions. The extents of two groups are apart in some column, unless one
// is of a rest, or no set can show it: then that is above the other's.
type Extents struct {
	column  *Column
	regions []Region
	codes   []int32 // that occur in the table, in order
	before  []int32 // by code: how many of them are smaller
}

// Extents returns what was cut of a column, in time proportional to the tree and the
// cells.
func (r *Release) Extents(d int) *Extents {
	e := &Extents{column: &r.cells.columns[d], regions: make([]Region, len(r.groups))}
	e.occur(r.cells.Codes[d])
	type part struct{ node, low, high int32 }
	stack := []part{{0, 0, int32(e.column.Size - 1)}}
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		n := &r.Tree.nodes[p.node]
		if n.children == 0 {
			if n.at != nobody && int(n.at) < len(e.regions) {
				e.regions[n.at] = e.cut(r, int(n.at), d, p.low, p.high)
			}
			continue
		}
		k := r.Tree.cutOf(n)
		for i := range k.parts() {
			child := part{n.children + int32(i), p.low, p.high}
			if int(n.dim) == d {
				child.low, child.high = k.span(i, p.low, p.high)
			}
			stack = append(stack, child)
		}
	}
	return e
}

// occur notes which codes occur: those of people who are left out may not.
func (e *Extents) occur(codes []int32) {
	e.before = make([]int32, e.column.Size+1)
	for _, code := range codes {
		e.before[code+1] = 1
	}
	for code := range e.column.Size {
		if e.before[code+1] == 1 {
			e.codes = append(e.codes, int32(code))
		}
		e.before[code+1] += e.before[code]
	}
}

// within returns the codes from low to high that occur.
func (e *Extents) within(low, high int32) []int32 { return e.codes[e.before[low]:e.before[high+1]] }

// cut returns the region of a group whose part goes from low to high.
func (e *Extents) cut(r *Release, group, d int, low, high int32) Region {
	own := r.codes(group, d)
	if e.column.Coarsest != nil {
		first, last := e.column.block(e.column.Coarsest, own[0])
		low, high = max(low, first), min(high, last)
	}
	if e.column.Hierarchy != nil {
		return e.column.cutNode(e.column.above(own, low, high), low, high)
	}
	codes := e.within(low, high)
	region := Region{Low: codes[0], High: codes[len(codes)-1], Node: -1}
	if null := int32(e.column.Size - 1); e.column.HasNull && region.High == null {
		region.Null, region.Low, region.High = true, -1, -1
		if codes = codes[:len(codes)-1]; len(codes) > 0 {
			region.Low, region.High = codes[0], codes[len(codes)-1]
		}
	}
	return region
}

// cutNode returns the region of a group that has a node, of what was cut from low to high: the
// siblings of the node that are within, too, or, where it is not itself, its children that are.
func (c *Column) cutNode(node, low, high int32) Region {
	of := node
	if n := c.Hierarchy.Node(node); low <= n.First && n.Last <= high {
		isBlock := c.Coarsest != nil && n.Level >= c.Coarsest.Level
		if of = n.Parent; of < 0 || isBlock {
			return c.node(node)
		}
	}
	region := c.node(node)
	if siblings := c.listingWithin(of, low, high); siblings != nil {
		region = c.node(of)
		region.Siblings = siblings
	}
	return region
}

// Region returns what was cut for a group.
func (e *Extents) Region(group int) Region { return e.regions[group] }

// Members returns the codes of the table in what was cut for a group, NULL's last, and
// how many they are; of more than most, none. The column must not have a hierarchy.
func (e *Extents) Members(group, most int) (codes []int32, n int) {
	r := &e.regions[group]
	if r.Low >= 0 {
		codes = e.within(r.Low, r.High)
	}
	n = len(codes)
	if r.Null {
		n++
	}
	switch {
	case n > most:
		return nil, n
	case r.Null:
		return append(slices.Clip(codes), int32(e.column.Size-1)), n
	}
	return codes, n
}
