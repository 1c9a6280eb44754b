package mondrian

import (
	"math"
	"slices"

	"skyline/engine/cells"
	"skyline/engine/partition"
)

// search is the memory of one worker that looks for splits.
type search struct {
	p        *partitioner
	view     view
	tally    *tally
	of       *open // whose group the tally has
	lists    [][]candidate
	heap     []candidate
	ranked   []ranked
	part     []partition.Group
	slab     []partition.Count // room for counts that are kept
	children []child           // of the group in the view, where it is split by a hierarchy
	sides    sides             // with earlier releases
	// undecided are the candidates of the group that were refused, by dim and at, since it is not known what they tell beside
	// earlier releases.
	undecided map[[2]int32]bool
	refused   bool // some of it, for what they tell, or may, beside earlier releases
}

func newSearch(p *partitioner) *search {
	return &search{p: p, tally: newTally(p.cells), lists: make([][]candidate, len(p.cells.columns))}
}

// begin takes a group for what follows.
func (s *search) begin(o *open) {
	if s.of != o {
		s.of = o
		s.tally.begin(o.group, s.p.cells.units(o.begin, o.end))
	}
	s.tally.empty()
}

// look makes the view of a group along a column. It reports whether the group has
// several codes there, and notes the first and the last.
func (s *search) look(o *open, d int) bool {
	if o.low[d] == o.high[d] {
		return false
	}
	s.begin(o)
	s.view.look(s.p.cells, s.tally, d, o.begin, o.end, o.low[d], o.high[d])
	o.low[d], o.high[d] = s.view.codes[0], s.view.codes[len(s.view.codes)-1]
	return o.low[d] < o.high[d]
}

// candidates lists the ways to split a group along a column, without those whose
// parts are below the floor.
func (s *search) candidates(o *open, d int) []candidate {
	list := s.lists[d][:0]
	if s.look(o, d) {
		if s.p.cells.columns[d].Hierarchy != nil {
			list = s.hierarchyCandidate(list, o, d)
		} else {
			list = s.cutCandidates(list, d)
		}
	}
	s.lists[d] = list
	return list
}

// eachCut calls f after each code of the view but the last, when the tally's part
// has the cells up to it.
func (s *search) eachCut(add func(value int32, n int64, unit int32), f func(i int)) {
	entry := 0
	for i := range len(s.view.codes) - 1 {
		for ; entry < s.view.ends[i]; entry++ {
			add(s.view.values[entry], s.view.counts[entry], s.view.unit(entry))
		}
		f(i)
	}
}

// aboveFloor reports whether both parts may be safe by their sizes.
func (s *search) aboveFloor() bool { return s.partAboveFloor() && s.restAboveFloor() }

func (s *search) partAboveFloor() bool {
	t := s.tally
	part, _ := t.there()
	return s.isAbove(part, t.partPeople-part, t.partValues)
}

func (s *search) restAboveFloor() bool {
	t := s.tally
	_, rest := t.there()
	return s.isAbove(rest, t.restPeople-rest, t.restValues)
}

// isAbove reports whether a group may be safe by the number of its people, those of them
// who are absent aside, and of its values.
func (s *search) isAbove(people, absent int64, values int) bool {
	if absent > 0 {
		if people == 0 {
			return true // it is no group of the release
		}
		values--
	}
	return people >= s.p.floor.People && values >= s.p.floor.Values
}

func (s *search) cutCandidates(list []candidate, d int) []candidate {
	t, column, codes := s.tally, &s.p.cells.columns[d], s.view.codes
	first, last := codes[0], codes[len(codes)-1]
	_, people := t.there() // of nobody yet, and of all
	whole := float64(float64(people) * column.width(first, last))
	information := s.p.strategy == InformationGain && t.values() > 1
	var entropy split
	if information {
		entropy = s.p.information.begin(t)
	}
	middle := -1
	s.eachCut(func(value int32, n int64, unit int32) {
		if information && value != cells.OfPeople && value != t.out && t.isNew(unit) {
			entropy.add(t.part[value], t.all[value], n)
		}
		t.add(value, n, unit)
	}, func(i int) {
		if !column.cutAllowed(codes[i], codes[i+1]) || !s.aboveFloor() {
			return
		}
		part, rest := t.there()
		loss := float64(float64(part)*column.width(first, codes[i])) + float64(float64(rest)*column.width(codes[i+1], last))
		c := candidate{dim: int32(d), at: codes[i]}
		switch s.p.strategy {
		case InformationGain:
			if information {
				c.score = s.score(column, entropy.entropy(), 1)
			}
			c.tie = column.weighted(loss - whole)
		case InformationLoss:
			c.score = column.weighted(loss - whole)
		case Median:
			c.score, c.tie = s.p.notMiddle-column.weighted(column.width(first, last)), math.Abs(float64(part-rest))
			if middle < 0 || c.compare(list[middle]) < 0 {
				middle = len(list)
			}
		}
		list = append(list, c)
	})
	if middle >= 0 {
		list[middle].score -= s.p.notMiddle
	}
	return list
}

// best returns the first candidate along a column that the requirements allow. All
// of them are looked at in one pass.
func (s *search) best(o *open, d int) (first candidate, found bool) {
	list := s.candidates(o, d)
	if len(list) == 0 {
		return candidate{}, false
	}
	if s.p.cells.columns[d].Hierarchy != nil {
		return s.bestAtNode(o, d, list)
	}
	s.tally.empty()
	tooMany := s.cutTooMany(o, d)
	s.eachCut(s.tally.add, func(i int) {
		if len(list) == 0 || list[0].at != s.view.codes[i] {
			return
		}
		c := list[0]
		list = list[1:]
		switch {
		case found && !less(c, first):
		case tooMany(i):
			if s.p.allows(o.group, s.twoParts()) {
				s.leave(c)
			}
		case s.allows(o, c, s.twoParts()):
			first, found = c, true
		}
	})
	return first, found
}

// parts returns the groups that a candidate makes. They are valid until the next
// call.
func (s *search) parts(o *open, c candidate) []partition.Group {
	d := int(c.dim)
	if c.at < 0 {
		s.look(o, d)
		children := s.childrenOf(o, d)
		if c.at == bySizes {
			s.standBySize(children)
		} else {
			s.standBySafety(o, d, children)
		}
		return s.partsOf(children)
	}
	s.begin(o)
	table, t := s.p.cells.Cells, s.tally
	for i, code := range table.Codes[d][o.begin:o.end] {
		if code > c.at {
			continue
		}
		value := table.Value[o.begin+i]
		if value != cells.OfPeople {
			value = t.local[value]
		}
		unit := int32(-1)
		if table.Unit != nil {
			unit = table.Unit[o.begin+i]
		}
		t.add(value, table.N[o.begin+i], unit)
	}
	return s.twoParts()
}

// twoParts returns the tally's part, and what it leaves.
func (s *search) twoParts() []partition.Group {
	s.grow(2)
	s.part[0] = s.tally.group(false, s.part[0].Counts)
	s.part[1] = s.tally.group(true, s.part[1].Counts)
	return s.part[:2]
}

func (s *search) grow(n int) {
	for len(s.part) < n {
		s.part = append(s.part, partition.Group{})
	}
}

// choose returns the choice of a candidate, of whose parts the search has just been asked.
func (s *search) choose(c candidate, parts []partition.Group) choice {
	chosen := choice{candidate: c, found: true, parts: s.keep(parts)}
	if c.at < 0 {
		chosen.stand, chosen.hasRest = standing(s.children)
	}
	return chosen
}

// keep returns copies of groups that stay. Their counts share memory with those of
// others, to make one piece of many small ones.
func (s *search) keep(groups []partition.Group) []partition.Group {
	kept := slices.Clone(groups)
	for i := range kept {
		n := len(kept[i].Counts)
		if n > cap(s.slab)-len(s.slab) {
			s.slab = make([]partition.Count, 0, max(n, slabSize))
		}
		begin := len(s.slab)
		s.slab = append(s.slab, kept[i].Counts...)
		kept[i].Counts = s.slab[begin:len(s.slab):len(s.slab)]
	}
	return kept
}

// slabSize is how many counts share a piece of memory.
const slabSize = 1 << 12
