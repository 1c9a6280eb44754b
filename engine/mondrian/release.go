package mondrian

import (
	"slices"

	"skyline/engine/partition"
)

// Release is a partition of a table into QI groups: a tree of splits.
type Release struct {
	// Groups are the numbers of the tree's leaves, in the order of their regions.
	cells  *Cells
	nodes  []node
	leaves []int32
}

// node is a group, split (children > 0) or not.
type node struct {
	dim      int32
	children int32   // the node of the first part
	bounds   []int32 // the last code of each part but the last
	// Of a leaf: its number, its cells, its people and values.
	number     int32
	begin, end int
	group      partition.Group
}

// number numbers the leaves from left to right.
func (r *Release) number() {
	stack := []int32{0}
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		n := &r.nodes[at]
		if n.children == 0 {
			n.number = int32(len(r.leaves))
			r.leaves = append(r.leaves, at)
			continue
		}
		for i := len(n.bounds); i >= 0; i-- {
			stack = append(stack, n.children+int32(i))
		}
	}
}

// Len returns the number of QI groups.
func (r *Release) Len() int { return len(r.leaves) }

// Group returns the people and sensitive values of a group.
func (r *Release) Group(i int) *partition.Group { return &r.nodes[r.leaves[i]].group }

// Place returns the group of the people with these codes, in time proportional to
// the depth of the tree. The codes must be of the table.
func (r *Release) Place(codes []int64) int {
	at := &r.nodes[0]
	for at.children > 0 {
		code := int32(codes[at.dim])
		if h := r.cells.columns[at.dim].Hierarchy; h != nil {
			code = h.Rank(code)
		}
		at = &r.nodes[at.children+int32(childOf(at.bounds, code))]
	}
	return int(at.number)
}

// Region is what a group covers of a column.
type Region struct {
	// Low and High are the first and the last code, NULL aside; -1 if there is only
	// NULL.
	Low, High int32
	Null      bool
	// Node is the lowest node of the column's hierarchy that covers the group, -1
	// for a column without one, or a single value.
	Node int32
}

// Region returns what a group covers of a column, in time proportional to its
// cells.
func (r *Release) Region(group, d int) Region {
	n, column := &r.nodes[r.leaves[group]], &r.cells.columns[d]
	codes := r.cells.codes[d][n.begin:n.end]
	low, high := slices.Min(codes), slices.Max(codes)
	if column.Hierarchy != nil {
		if low != high {
			return Region{Low: -1, High: -1, Node: column.Hierarchy.Covering(low, high)}
		}
		low = column.Hierarchy.Value(low)
		high = low
	}
	region := Region{Low: low, High: high, Node: -1}
	if null := int32(column.Size - 1); column.HasNull && high == null {
		region.Null, region.High = true, -1
		for _, code := range codes {
			if code != null {
				region.High = max(region.High, code)
			}
		}
		if low == null {
			region.Low = -1
		}
	}
	return region
}

// Members returns the codes of a column that occur in a group, in order. The column
// must not have a hierarchy.
func (r *Release) Members(group, d int) []int32 {
	n := &r.nodes[r.leaves[group]]
	codes := slices.Clone(r.cells.codes[d][n.begin:n.end])
	slices.Sort(codes)
	return slices.Compact(codes)
}
