package linked

// learn looks at what can be learned at a frame, where n rows are known.
func (s *search) learn(at, n int, people int64, lone bool) {
	if n < s.certain {
		value, part := s.anywhere(at)
		level := &s.levels[n]
		if share := (Share{part, uint64(people)}); share.Exceeds(level.Anywhere) {
			level.Anywhere, level.MostAnywhere = share, s.caseOf(at, people, value)
			if share.isOne() {
				s.certain = n
			}
		}
	}
	if s.q.Row {
		return
	}
	if n < s.certainKnown {
		for i := 1; i <= at; i++ {
			value, share := s.ofKnown(at, i)
			s.noteOfKnown(n, share, func() Case { return s.caseOf(at, people, value) })
		}
	}
	if lone && n+1 < s.certainKnown && n < s.depth {
		s.ofKnownBelow(at, n, people)
	}
}

// anywhere returns the value that most candidates have in a row, of which the values are not
// known, and how many have it.
func (s *search) anywhere(at int) (value int32, people uint64) {
	if s.q.Row {
		s.addKnown(at)
		defer s.known.most()
	}
	for i := range s.stack[at].entries {
		c := &s.t.classes[s.stack[at].entries[i].class]
		for _, v := range s.t.totals[c.first:c.last] {
			if s.q.Row && uint64(v.rows) == s.known.of(v.value) {
				continue
			}
			s.tally.add(v.value, uint64(c.people))
		}
	}
	return s.tally.most()
}

// addKnown adds the values of the known rows to known.
func (s *search) addKnown(at int) {
	for _, f := range s.stack[1 : at+1] {
		s.known.add(s.t.items[f.item].Value, uint64(f.copies))
	}
}

// ofKnown returns the value that is likeliest in a known row of the item of frame i, and how
// likely it is. Rows of an item are alike, so that in a record where h of m rows of it have the
// value, a known one is as often one of these as h is a part of m.
func (s *search) ofKnown(at, i int) (value int32, share Share) {
	copies := uint64(s.stack[i].copies)
	for _, e := range s.stack[at].entries {
		people, slot := uint64(s.t.classes[e.class].people), e.slot
		for above := at; above > i; above-- {
			parent := s.stack[above-1].entries[e.parent]
			slot, e.parent = parent.slot, parent.parent
		}
		share.Whole += people * e.ways * copies
		each := people * (e.ways * copies / uint64(s.t.slots[slot].copies))
		for _, v := range s.t.valuesOf(slot) {
			s.tally.add(v.value, each*uint64(v.rows))
		}
	}
	value, share.Part = s.tally.most()
	return value, share
}

// ofKnownBelow is ofKnown for each item behind the last, where one record is left.
func (s *search) ofKnownBelow(at, n int, people int64) {
	e := &s.stack[at].entries[0]
	for slot := e.slot + 1; slot < s.t.classes[e.class].end; slot++ {
		copies := uint64(s.t.slots[slot].copies)
		for _, v := range s.t.valuesOf(slot) {
			s.noteOfKnown(n+1, Share{uint64(v.rows), copies}, func() Case {
				told := s.caseOf(at, people, v.value)
				told.Rows = append(told.Rows, s.t.items[s.t.slots[slot].item])
				return told
			})
		}
	}
}

func (s *search) noteOfKnown(n int, share Share, told func() Case) {
	if level := &s.levels[n]; share.Exceeds(level.OfKnown) {
		level.OfKnown, level.WorstOfKnown = share, told()
		if share.isOne() {
			s.certainKnown = min(s.certainKnown, n)
		}
	}
}
