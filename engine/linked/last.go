package linked

// leaf is who has an item beside what is known.
type leaf struct {
	people int64
	class  int32  // of one of them
	ways   uint64 // of class
}

// last is extend where one row more is the last one, and nothing is asked about values: then
// it is enough to count people.
func (s *search) last(at, n int) error {
	if s.leaves == nil {
		s.leaves = make([]leaf, len(s.t.items))
	}
	f := &s.stack[at]
	total := 0
	for i := range f.entries {
		e := &f.entries[i]
		c := &s.t.classes[e.class]
		for _, slot := range s.t.slots[e.slot+1 : c.end] {
			l := &s.leaves[slot.item]
			if l.people == 0 {
				s.seen = append(s.seen, slot.item)
			}
			l.class, l.ways = e.class, e.ways*uint64(slot.copies)
			l.people += c.people
			total++
		}
	}
	level := &s.levels[n+1]
	for _, item := range s.seen {
		l := &s.leaves[item]
		if level.K == 0 || l.people < level.K {
			level.K, level.Alone = l.people, s.caseOf(at, l.people, 0)
			level.Alone.Rows = append(level.Alone.Rows, s.t.items[item])
		}
		if l.people == 1 {
			s.alone[int(l.class)*(s.depth+1)+n+1] += l.ways
		}
		*l = leaf{}
	}
	s.seen = s.seen[:0]
	return s.budget.Spend(stepsOfRecord * float64(total))
}
