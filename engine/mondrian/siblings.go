package mondrian

import (
	"cmp"
	"math"
	"slices"

	"skyline/engine/hierarchy"
)

// A group is cut between two children of a node that follow each other, too: one part is of
// the 1930s and 1940s, the other of the 1950s and 1960s, where all decades at once would leave too
// few people to cut any other column. Such a part is shown by the set of its children. So
// children must have names that a set can list (Column.Named), and be few. A leaf, which is a
// value, must be that of as many people as the requirements ask of a group: a set that lists a
// rare value shows that somebody has it. All of this follows from quasi-identifiers alone.
//
// A part that no set can show is shown by the node. A cut that leaves two of them is none, since
// they would look the same. So no two groups agree on their labels in all columns, as without
// these cuts: what a set can show it can show of any part of it.

// maxSiblings is how many nodes a label lists at most.
const maxSiblings = 12

// list decides which nodes labels may list.
func (c *Cells) list(floor int64, mayList bool) {
	for d := range c.columns {
		column := &c.columns[d]
		column.listed = nil
		if column.Hierarchy == nil || column.Named == nil || !mayList {
			continue
		}
		column.listed = slices.Clone(column.Named)
		for leaf, n := range c.PeopleOf(d) {
			column.listed[leaf] = column.listed[leaf] && n >= max(2, floor)
		}
	}
}

// siblings are some children of a node.
type siblings struct {
	column              *Column
	node                hierarchy.Node
	n, extent, unlisted int
}

// siblings returns no child of a node.
func (c *Column) siblings(node int32) siblings {
	return siblings{column: c, node: c.Hierarchy.Node(node)}
}

func (s *siblings) add(place int32) {
	child := s.node.Children[place]
	s.n++
	s.extent += s.column.Hierarchy.Extent(child)
	if s.column.listed == nil || !s.column.listed[child] {
		s.unlisted++
	}
}

// without returns the children that others, of the same, are not.
func (s siblings) without(others *siblings) siblings {
	s.n, s.extent, s.unlisted = s.n-others.n, s.extent-others.extent, s.unlisted-others.unlisted
	return s
}

// isSet reports whether a set shows them.
func (s *siblings) isSet() bool {
	return s.n > 1 && s.n <= maxSiblings && s.n < len(s.node.Children) && s.unlisted == 0
}

// isNode reports whether the node shows them: it would show others as well.
func (s *siblings) isNode() bool { return s.n > 1 && !s.isSet() }

// width is that of what shows them, the group having codes from low to high.
func (s *siblings) width(low, high int32) float64 {
	if s.isSet() {
		return float64(s.extent-1) / float64(s.column.Size-1)
	}
	return s.column.width(low, high)
}

// siblingsIn returns the children of a group, of those that are listed.
func (s *search) siblingsIn(d int, list []child) siblings {
	column, codes := &s.p.cells.columns[d], s.view.codes
	some := column.siblings(column.Hierarchy.Covering(codes[0], codes[len(codes)-1]))
	for i := range list {
		some.add(list[i].place)
	}
	return some
}

// widthOf is that of what shows children that follow each other in the list of a group.
func (s *search) widthOf(list []child, some *siblings) float64 {
	return some.width(s.view.codes[list[0].begin], s.view.codes[list[len(list)-1].end-1])
}

// siblingCuts adds the cuts between children of a group. Of two children there is one, which is
// the split into all of them.
func (s *search) siblingCuts(list []candidate, d int, children []child) []candidate {
	column := &s.p.cells.columns[d]
	if column.listed == nil || len(children) < 3 {
		return list
	}
	all, first := s.siblingsIn(d, children), s.siblingsIn(d, nil)
	t, width := s.tally, s.widthOf(children, &all)
	t.empty()
	_, people := t.there()
	whole := float64(float64(people) * width)
	middle := -1
	for i := range children[:len(children)-1] {
		s.addCodes(children[i].begin, children[i].end)
		first.add(children[i].place)
		second := all.without(&first)
		if !s.aboveFloor() || first.isNode() && second.isNode() {
			continue
		}
		part, rest := t.there()
		loss := float64(float64(part)*s.widthOf(children[:i+1], &first)) + float64(float64(rest)*s.widthOf(children[i+1:], &second))
		c := candidate{dim: int32(d), at: all.last(children[i].place)}
		if s.p.strategy == Median {
			c.score, c.tie = s.p.notMiddle-column.weighted(width), math.Abs(float64(part-rest))
			if middle < 0 || c.compare(list[middle]) < 0 {
				middle = len(list)
			}
		} else {
			entropy := int64(0)
			if s.p.strategy == InformationGain {
				entropy = s.p.information.entropyOfBoth(t)
			}
			c = s.worth(c, entropy, loss-whole, 1)
		}
		list = append(list, c)
	}
	if middle >= 0 {
		list[middle].score = -column.weighted(width)
	}
	return list
}

// last returns the last code below a child.
func (s *siblings) last(place int32) int32 {
	return s.column.Hierarchy.Node(s.node.Children[place]).Last
}

// bestAtNode is best for a column with a hierarchy, of which the candidates are listed: cuts, in
// the order of their codes, and a split into children behind them.
func (s *search) bestAtNode(o *open, d int, list []candidate) (first candidate, found bool) {
	children := s.childrenOf(o, d)
	all := s.siblingsIn(d, children)
	s.tally.empty()
	for i := range children {
		s.addCodes(children[i].begin, children[i].end)
		if len(list) == 0 || list[0].at != all.last(children[i].place) {
			continue
		}
		c := list[0]
		list = list[1:]
		if (!found || less(c, first)) && s.allows(o, c, s.twoParts()) {
			first, found = c, true
		}
	}
	if len(list) == 0 {
		return first, found
	}
	split := list[0]
	if found && less(first, split) {
		return first, true
	}
	if s.allows(o, split, s.parts(o, split)) {
		return split, true
	}
	if c, ok := s.safer(o, split); ok && (!found || less(c, first)) {
		first, found = c, true
	}
	return first, found
}

// mayList reports whether the children of a node may be listed at all.
func (c *Column) mayList(node int32) bool {
	return c.listed != nil && (c.Finest == nil || c.Hierarchy.Node(node).Level > c.Finest.Level)
}

// listing returns the children of a node that a set shows of a group with these codes below the
// node; nil: the node shows it.
func (c *Column) listing(node int32, codes []int32) []int32 {
	if !c.mayList(node) {
		return nil
	}
	some := c.siblings(node)
	var spans []hierarchy.Node // of those that are found
	var nodes []int32
	for _, code := range codes {
		if slices.ContainsFunc(spans, func(n hierarchy.Node) bool { return n.First <= code && code <= n.Last }) {
			continue
		}
		place, found := slices.BinarySearchFunc(some.node.Children, code, func(child, code int32) int {
			n := c.Hierarchy.Node(child)
			if n.First <= code && code <= n.Last {
				return 0
			}
			return cmp.Compare(n.First, code)
		})
		if !found {
			return nil
		}
		child := some.node.Children[place]
		nodes, spans = append(nodes, child), append(spans, c.Hierarchy.Node(child))
		if some.add(int32(place)); some.n > maxSiblings || some.unlisted > 0 {
			return nil
		}
	}
	if !some.isSet() {
		return nil
	}
	slices.Sort(nodes)
	return nodes
}

// listingWithin returns the children of a node that have all their codes within low..high, if a
// set shows them.
func (c *Column) listingWithin(node, low, high int32) []int32 {
	if !c.mayList(node) {
		return nil
	}
	some := c.siblings(node)
	var nodes []int32
	for place, child := range some.node.Children {
		if n := c.Hierarchy.Node(child); low <= n.First && n.Last <= high {
			some.add(int32(place))
			nodes = append(nodes, child)
		}
	}
	if !some.isSet() {
		return nil
	}
	return nodes
}
