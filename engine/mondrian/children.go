package mondrian

import (
	"cmp"
	"math"
	"slices"

	"skyline/engine/partition"
)

// A group is split at a node of a hierarchy, the lowest that covers it, into its children:
// some stand, each as a part, and the others, the rest, are a part together. Only if all of
// them stand is there no rest.
//
// At most one such split of a column is a candidate at a time. First, every child stands
// that is not below the floor, and while the rest is, the smallest of them joins it. Where the
// requirements refuse that, each child is tried by itself, as a part beside all others. If
// none is allowed, there is no candidate: where merging keeps the requirements, no set of
// children could stand, since merging all but one of them with the rest would have been
// allowed. Otherwise all that were allowed stand, as far as they do together, the largest
// first.
//
// Where presence is hidden, all children stand or there is no candidate: the public table
// tells who may be in a group by its labels, which must be apart.

// child is a child of the node at which a group is split: those of its people who have it.
type child struct {
	place      int32 // among the node's children
	begin, end int   // of its codes in the view
	people     int64 // who are in the table
	isAbove    bool  // the floor
	stands     bool
}

// childrenOf lists the children that the group has, none of which stands. The group has been
// looked at along the column.
func (s *search) childrenOf(o *open, d int) []child {
	bounds := s.p.childBounds(d, o.low[d], o.high[d])
	list := s.children[:0]
	codes := s.view.codes
	s.tally.empty()
	for begin := 0; begin < len(codes); {
		place := childOf(bounds, codes[begin])
		end := len(codes)
		if place < len(bounds) {
			n, _ := slices.BinarySearch(codes[begin:], bounds[place]+1)
			end = begin + n
		}
		s.addCodes(begin, end)
		people, _ := s.tally.there()
		list = append(list, child{int32(place), begin, end, people, s.partAboveFloor(), false})
		s.tally.empty()
		begin = end
	}
	s.children = list
	return list
}

// addCodes adds the cells with the codes begin..end-1 of the view to the tally's part.
func (s *search) addCodes(begin, end int) {
	entry := 0
	if begin > 0 {
		entry = s.view.ends[begin-1]
	}
	for ; entry < s.view.ends[end-1]; entry++ {
		s.tally.add(s.view.values[entry], s.view.counts[entry], s.view.unit(entry))
	}
}

// bySize returns the places of some children in the list, the largest first.
func bySize(list []child, some func(c *child) bool) []int {
	var order []int
	for i := range list {
		if some(&list[i]) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(list[b].people, list[a].people) })
	return order
}

// standBySize lets the children stand that their sizes allow to. It reports whether there are
// any.
func (s *search) standBySize(list []child) bool {
	t := s.tally
	t.empty()
	rest := 0
	for i := range list {
		c := &list[i]
		if c.stands = c.isAbove; !c.stands {
			s.addCodes(c.begin, c.end)
			rest++
		}
	}
	if rest == 0 {
		return true
	}
	if s.p.together {
		return false
	}
	order := bySize(list, func(c *child) bool { return c.stands })
	for len(order) > 0 && !s.partAboveFloor() {
		last := &list[order[len(order)-1]]
		order = order[:len(order)-1]
		last.stands = false
		s.addCodes(last.begin, last.end)
	}
	return len(order) > 0
}

// standBySafety lets the children stand that the requirements allow to. It reports whether
// there are any.
func (s *search) standBySafety(o *open, d int, list []child) bool {
	if s.p.together {
		return false
	}
	safe := make([]bool, len(list))
	for i := range list {
		if c := &list[i]; c.isAbove {
			s.tally.empty()
			s.addCodes(c.begin, c.end)
			c.stands = true
			safe[i] = s.restAboveFloor() && s.p.allows(o.group, s.twoParts()) && s.allowsJoint(o, candidate{dim: int32(d), at: bySafety})
			c.stands = false
		}
	}
	for i := range list {
		list[i].stands = safe[i]
	}
	order := bySize(list, func(c *child) bool { return c.stands })
	// One of them is allowed to: that was tried. So is any number that is less than one
	// that is, where merging keeps the requirements.
	allowed, refused := min(1, len(order)), len(order)+1
	for n := len(order); allowed+1 < refused; n = (allowed + refused) / 2 {
		for i, at := range order {
			list[at].stands = i < n
		}
		if s.p.allows(o.group, s.partsOf(list)) && s.allowsJoint(o, candidate{dim: int32(d), at: bySafety}) {
			allowed = n
		} else {
			refused = n
		}
	}
	for i, at := range order {
		list[at].stands = i < allowed
	}
	return allowed > 0
}

// resting returns how many children do not stand. If it is one, it is a part as others are.
func resting(list []child) int {
	n := 0
	for i := range list {
		if !list[i].stands {
			n++
		}
	}
	return n
}

// standing returns the children that are parts by themselves, by their places, and whether there is a rest.
func standing(list []child) (stand []int32, hasRest bool) {
	rest := resting(list)
	for i := range list {
		if list[i].stands || rest == 1 {
			stand = append(stand, list[i].place)
		}
	}
	return stand, rest > 1
}

// eachPart calls f for each child that stands, and then for the rest, with the first and the
// last code, when the tally's part has the cells. One child that does not stand is as one that
// does.
func (s *search) eachPart(list []child, f func(stands bool, first, last int32)) {
	s.tally.empty()
	rest := resting(list)
	for i := range list {
		if c := &list[i]; c.stands || rest == 1 {
			s.addCodes(c.begin, c.end)
			f(true, s.view.codes[c.begin], s.view.codes[c.end-1])
			s.tally.empty()
		}
	}
	if rest < 2 {
		return
	}
	first, last := -1, -1
	for i := range list {
		if c := &list[i]; !c.stands {
			s.addCodes(c.begin, c.end)
			last = c.end - 1
			if first < 0 {
				first = c.begin
			}
		}
	}
	f(false, s.view.codes[first], s.view.codes[last])
	s.tally.empty()
}

// partsOf returns the groups that children make, as far as they stand. They are valid until
// the next call.
func (s *search) partsOf(list []child) []partition.Group {
	n := 0
	s.eachPart(list, func(bool, int32, int32) {
		s.grow(n + 1)
		s.part[n] = s.tally.group(false, s.part[n].Counts)
		n++
	})
	return s.part[:n]
}

// hierarchyCandidate adds the first split of a group at a node of a column's hierarchy.
func (s *search) hierarchyCandidate(list []candidate, o *open, d int) []candidate {
	column := &s.p.cells.columns[d]
	if covering := column.Hierarchy.Covering(o.low[d], o.high[d]); column.Finest != nil && column.Hierarchy.Node(covering).Level <= column.Finest.Level {
		return list // its children would be shown as it is
	}
	children := s.childrenOf(o, d)
	list = s.siblingCuts(list, d, children)
	if s.standBySize(children) {
		list = append(list, s.scored(candidate{dim: int32(d), at: bySizes}, children))
	}
	return list
}

// safer returns the split that is tried where the requirements have refused one by sizes. It
// comes after that one.
func (s *search) safer(o *open, refused candidate) (c candidate, found bool) {
	s.look(o, int(refused.dim))
	children := s.childrenOf(o, int(refused.dim))
	if !s.standBySafety(o, int(refused.dim), children) {
		return candidate{}, false
	}
	c = s.scored(candidate{dim: refused.dim, at: bySafety}, children)
	if c.compare(refused) < 0 {
		c.score, c.tie = refused.score, refused.tie
	}
	return c, true
}

// scored says what a split of the group in the view, into children as far as they stand, is
// worth.
func (s *search) scored(c candidate, children []child) candidate {
	column := &s.p.cells.columns[c.dim]
	resting := s.siblingsIn(int(c.dim), nil)
	for i := range children {
		if !children[i].stands {
			resting.add(children[i].place)
		}
	}
	loss, people, entropy, bits := 0.0, int64(0), int64(0), 0.0
	s.eachPart(children, func(stands bool, first, last int32) {
		t, width := s.tally, 0.0
		if stands {
			width = column.width(first, last)
		} else {
			width = resting.width(first, last)
		}
		part, _ := t.there()
		people += part
		loss += float64(float64(part) * width)
		bits += nLog2(part)
		if s.p.strategy == InformationGain {
			entropy += s.p.information.entropy(t.part, t.out)
		}
	})
	all := s.siblingsIn(int(c.dim), children)
	width := s.widthOf(children, &all)
	if s.p.strategy == Median {
		c.score = -column.weighted(width)
		return c
	}
	return s.worth(c, entropy, loss-float64(float64(people)*width), (nLog2(people)-bits)/float64(people))
}

func nLog2(n int64) float64 {
	if n < 2 {
		return 0
	}
	return float64(float64(n) * math.Log2(float64(n)))
}

// worth says what a split is worth that leaves its parts so much entropy, n·H, and changes the
// widths of people's labels by so much in sum. A split into many parts takes away people whom
// other columns could be cut by: what it does is divided by how many cuts into halves would leave
// as many parts, its bits, if they are more than one.
func (s *search) worth(c candidate, entropy int64, change, bits float64) candidate {
	column := &s.p.cells.columns[c.dim]
	bits = max(1, bits)
	change = column.weighted(change / bits)
	if s.p.strategy == InformationLoss {
		c.score = change
		return c
	}
	c.score, c.tie = s.score(column, entropy, bits), change
	return c
}
