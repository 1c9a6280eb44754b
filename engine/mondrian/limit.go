package mondrian

import (
	"context"
	"fmt"
	"slices"

	"skyline/engine/cells"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/engine/privacy"
)

// Limit divides the values of a column into blocks, which are as fine as the column may be
// shown, or as coarse. Its Finest and its Coarsest must fit: each block of the one must lie
// in a block of the other.
type Limit struct {
	// Blocks are the numbers of the codes' blocks, in ascending order, for a column without a
	// hierarchy.
	Blocks []int32
	// Level is that whose nodes are the blocks, for a column with one.
	Level int64
}

// cutAllowed reports whether there may be a cut between two codes of a column without a
// hierarchy that follow each other in a group.
func (c *Column) cutAllowed(code, next int32) bool {
	return c.Finest == nil || c.Finest.Blocks[code] != c.Finest.Blocks[next]
}

// shown returns the node that may be shown for one of the column's hierarchy.
func (c *Column) shown(node int32) int32 {
	if c.Finest == nil {
		return node
	}
	for c.Hierarchy.Node(node).Level < c.Finest.Level && c.Hierarchy.Node(node).Parent >= 0 {
		node = c.Hierarchy.Node(node).Parent
	}
	return node
}

// block returns the first and the last code of the block that a code is in, all codes where
// the limit is nil.
func (c *Column) block(limit *Limit, code int32) (first, last int32) {
	switch {
	case limit == nil:
		return 0, int32(c.Size - 1)
	case c.Hierarchy != nil:
		n := c.Hierarchy.Node(c.Hierarchy.Ancestor(c.Hierarchy.Value(code), limit.Level))
		return n.First, n.Last
	}
	at := limit.Blocks[code]
	begin, _ := slices.BinarySearch(limit.Blocks, at)
	end, _ := slices.BinarySearch(limit.Blocks, at+1)
	return int32(begin), int32(end - 1)
}

// blocks cuts the table into the blocks that must not be merged: those of every column that
// has a Coarsest. It reorders the cells. Without such a column the table is one.
func (c *Cells) blocks(t *Tree) []*open {
	all := []*open{c.whole()}
	for d := range c.columns {
		if c.columns[d].Coarsest == nil {
			continue
		}
		var next []*open
		for _, o := range all {
			next = append(next, c.blocksAlong(t, o, d)...)
		}
		all = next
	}
	if len(all) == 1 {
		return all
	}
	g := newGatherer(c)
	for _, o := range all {
		group := g.group(span{o.begin, o.end})
		o.group = &group
	}
	return all
}

// blocksAlong cuts a group into its blocks of a column.
func (c *Cells) blocksAlong(t *Tree, o *open, d int) []*open {
	column := &c.columns[d]
	order := make([]int32, o.end-o.begin)
	for i := range order {
		order[i] = int32(o.begin + i)
	}
	codes := c.Codes[d]
	slices.SortStableFunc(order, func(a, b int32) int { return int(codes[a]) - int(codes[b]) })
	c.reorder(o.begin, order)
	var parts []*open
	for begin := o.begin; begin < o.end; {
		first, last := column.block(column.Coarsest, codes[begin])
		n, _ := slices.BinarySearch(codes[begin:o.end], last+1)
		part := &open{begin: begin, end: begin + n, low: slices.Clone(o.low), high: slices.Clone(o.high)}
		part.low[d], part.high[d] = first, last
		parts = append(parts, part)
		begin = part.end
	}
	if len(parts) == 1 {
		parts[0].node, parts[0].group = o.node, o.group
		return parts
	}
	last := make([]int32, len(parts)-1)
	for i := range last {
		last[i] = parts[i].high[d]
	}
	node := t.split(int32(o.node), int32(d), cut{last: last})
	for i := range parts {
		parts[i].node = node + i
	}
	return parts
}

// reorder puts the cells from begin on in an order.
func (c *Cells) reorder(begin int, order []int32) {
	columns := append(slices.Clone(c.Codes), c.Value)
	if c.Unit != nil {
		columns = append(columns, c.Unit)
	}
	for _, codes := range columns {
		moved := make([]int32, len(order))
		for i, from := range order {
			moved[i] = codes[from]
		}
		copy(codes[begin:], moved)
	}
	moved := make([]int64, len(order))
	for i, from := range order {
		moved[i] = c.N[from]
	}
	copy(c.N[begin:], moved)
}

// gatherer makes groups of cells.
type gatherer struct {
	cells  *Cells
	counts []int64 // by value, 0 between calls
	// seen is, for each unit, the last call that has met it, from 1.
	seen  []int32
	calls int32
}

func newGatherer(c *Cells) *gatherer {
	return &gatherer{cells: c, counts: make([]int64, len(c.Values)), seen: make([]int32, c.Units)}
}

// span is the cells from begin to end.
type span struct{ begin, end int }

// group returns the cells of some spans as one group, in which each unit counts once.
func (g *gatherer) group(spans ...span) partition.Group {
	c := g.cells
	var group partition.Group
	var values []int32
	g.calls++
	for _, s := range spans {
		for i := s.begin; i < s.end; i++ {
			if c.Unit != nil && c.Unit[i] >= 0 {
				if g.seen[c.Unit[i]] == g.calls {
					continue
				}
				g.seen[c.Unit[i]] = g.calls
			}
			value, n := c.Value[i], c.N[i]
			if value == cells.OfPeople || c.Constraint == knowledge.SVPI {
				group.People += n
			}
			if value != cells.OfPeople && n > 0 {
				if g.counts[value] == 0 {
					values = append(values, value)
				}
				g.counts[value] += n
			}
		}
	}
	for _, value := range values {
		group.Counts = append(group.Counts, partition.Count{Value: value, N: g.counts[value]})
		g.counts[value] = 0
	}
	cells.SortCounts(group.Counts)
	return group
}

// LeaveOut leaves out the people of the blocks that must not be merged, and that violate the
// requirements: those of every column that has a Coarsest. It takes the blocks as a release
// candidate, of which privacy.Suppress says who has to go.
//
// It returns how many people have to go. If these are more than limit, nobody does. Otherwise
// Partition finds that the blocks of the rest satisfy the requirements, and splits them.
//
// Errors: those of ctx and of the requirements.
func (c *Cells) LeaveOut(ctx context.Context, requirements []privacy.Requirement, limit int64) (people int64, err error) {
	if c.Total.People == 0 {
		return 0, nil
	}
	blocks := c.blocks(newTree(c))
	table := &partition.Table{Values: c.Values, People: c.Total.People, Groups: make([]partition.Group, len(blocks))}
	for i, o := range blocks {
		table.Groups[i] = *o.group
	}
	release := privacy.WholeRelease(c.Whole(), c.Values)
	release.Table = table
	kept, people, _, err := privacy.Suppress(ctx, release, requirements, c.Total.People)
	if err != nil {
		return 0, fmt.Errorf("mondrian: leave out: %w", err)
	}
	if people == 0 || people > limit {
		return people, nil
	}
	left := map[string]bool{}
	for i, o := range blocks {
		if kept[i] > 0 {
			continue
		}
		for at := o.begin; at < o.end; at++ {
			left[c.key(at)] = true
		}
	}
	c.remove(left)
	c.Total = c.Count()
	return people, nil
}
