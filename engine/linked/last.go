package linked

// leaf is who has an item beside what is known.
type leaf struct {
	people int64
	class  int32  // of one of them
	ways   uint64 // of class
	all    uint64 // of all people, each as often as there are ways
}

// sums are those of people by item and value, 0 between uses.
type sums struct {
	values   int        // how many values there are
	anywhere []uint64   // people who have a value in any row
	known    [][]uint64 // ways in which a known row has it: of the item itself, and of each item before
	slots    []int32    // of a candidate, of the items before
}

// What sums are kept for: beyond it, it takes less to look at each item by itself.
const (
	maxValues = 64
	maxCells  = 1 << 22
)

// hasSums reports whether values can be counted by item and value, and makes room for it.
func (s *search) hasSums() bool {
	if s.sums.values == 0 {
		for _, total := range s.t.totals {
			s.sums.values = max(s.sums.values, int(total.value)+1)
		}
		s.sums.known = make([][]uint64, s.depth)
	}
	cells := s.sums.values * len(s.t.items)
	if s.sums.values > maxValues || cells > maxCells/(s.depth+1) {
		return false
	}
	if s.sums.anywhere == nil {
		s.sums.anywhere = make([]uint64, cells)
		for i := range s.sums.known {
			s.sums.known[i] = make([]uint64, cells)
		}
	}
	return true
}

// last is extend where one row more is the last one: then it is enough to count the people of
// all items at once, going through the candidates' records in their order.
func (s *search) last(at, n int) error {
	if s.leaves == nil {
		s.leaves = make([]leaf, len(s.t.items))
	}
	f := &s.stack[at]
	anywhere := s.q.Values && n+1 < s.certain
	known := s.q.Values && !s.q.Row && n+1 < s.certainKnown
	if s.q.Row {
		s.addKnown(at)
		defer s.known.most()
	}
	steps := 0.0
	for i := range f.entries {
		e := &f.entries[i]
		c := &s.t.classes[e.class]
		steps += s.stepsIn(c) * float64(c.end-e.slot-1)
		if known {
			s.slotsOf(at, i)
		}
		for j := e.slot + 1; j < c.end; j++ {
			slot := &s.t.slots[j]
			l := &s.leaves[slot.item]
			if l.people == 0 {
				s.seen = append(s.seen, slot.item)
			}
			l.class, l.ways = e.class, e.ways*uint64(slot.copies)
			l.people += c.people
			l.all += uint64(c.people) * l.ways
			if anywhere {
				s.addAnywhere(c, slot.item)
			}
			if known {
				s.addWays(c, j, l.ways)
			}
		}
	}
	for _, item := range s.seen {
		s.note(at, n+1, item, anywhere, known)
		s.leaves[item] = leaf{}
	}
	s.seen = s.seen[:0]
	return s.budget.Spend(steps)
}

// slotsOf notes where candidate i of a frame has the items of the frames up to it.
func (s *search) slotsOf(at, i int) {
	s.sums.slots = s.sums.slots[:0]
	for ; at > 0; at-- {
		e := &s.stack[at].entries[i]
		s.sums.slots = append(s.sums.slots, e.slot)
		i = int(e.parent)
	}
}

// addAnywhere adds people to the sums of an item and each value that they have in a row of
// which it is not known.
func (s *search) addAnywhere(c *class, item int32) {
	sums := s.sums.anywhere[int(item)*s.sums.values:]
	for _, v := range s.t.totals[c.first:c.last] {
		if s.q.Row {
			rows := s.known.of(v.value)
			if s.t.items[item].Value == v.value {
				rows++
			}
			if uint64(v.rows) == rows {
				continue
			}
		}
		sums[v.value] += uint64(c.people)
	}
}

// addWays adds the ways in which known rows of people have values: of a slot, and of those of
// the items before.
func (s *search) addWays(c *class, slot int32, ways uint64) {
	begin := int(s.t.slots[slot].item) * s.sums.values
	add := func(sums []uint64, of int32, copies uint64) {
		each := uint64(c.people) * (ways * copies / uint64(s.t.slots[of].copies))
		for _, v := range s.t.valuesOf(of) {
			sums[v.value] += each * uint64(v.rows)
		}
	}
	add(s.sums.known[0][begin:], slot, 1)
	for i, of := range s.sums.slots {
		add(s.sums.known[i+1][begin:], of, uint64(s.stack[len(s.sums.slots)-i].copies))
	}
}

// note is what visit notes of what is known with an item more, n rows, and clears its sums.
func (s *search) note(at, n int, item int32, anywhere, known bool) {
	l, level := &s.leaves[item], &s.levels[n]
	told := func(value int32) Case {
		c := s.caseOf(at, l.people, value)
		c.Own, c.Rows = s.t.classes[l.class].own, append(c.Rows, s.t.items[item])
		return c
	}
	if level.K == 0 || l.people < level.K {
		level.K, level.Alone = l.people, told(0)
	}
	if l.people == 1 {
		s.alone[int(l.class)*(s.depth+1)+n] += l.ways
	}
	if anywhere {
		value, part := s.most(s.sums.anywhere, item)
		if share := (Share{part, uint64(l.people)}); share.Exceeds(level.Anywhere) {
			level.Anywhere, level.MostAnywhere = share, told(value)
			if share.isOne() {
				s.certain = min(s.certain, n)
			}
		}
	}
	if !known {
		return
	}
	for i := range at + 1 {
		copies := uint64(1)
		if i > 0 {
			copies = uint64(s.stack[at-i+1].copies)
		}
		value, part := s.most(s.sums.known[i], item)
		s.noteOfKnown(n, Share{part, copies * l.all}, func() Case { return told(value) })
	}
}

// most returns the value with the largest sum of an item, of several the first, and clears the
// sums of the item.
func (s *search) most(sums []uint64, item int32) (value int32, sum uint64) {
	of := sums[int(item)*s.sums.values:][:s.sums.values]
	for v, x := range of {
		if x > sum {
			value, sum = int32(v), x
		}
	}
	clear(of)
	return value, sum
}
