package mondrian

import (
	"math"
	"slices"

	"skyline/engine/releases"
)

// unit is a piece as a split would leave it. Its knot is that of before.
type unit struct {
	piece
	old      int32 // its number, none for a part of a piece
	part     int32 // of the group that is split, none for pieces of other groups
	wasLoose bool
}

// trial is a split that is tried.
type trial struct {
	base  int32 // the number of the first part among the groups of the partition
	parts int
	stay  []unit // known pieces that stay whole
	units []unit
	// What is found out: of each unit, its knot among those of the units, none where it is known.
	knots []int32
}

// sides is what a worker needs to try a split.
type sides struct {
	place []int32 // by combination, among the pieces of the group
	side  []int32 // by place: the part that the piece is in, or none, or cutUp
	cut   histograms
}

// begin takes a group.
func (s *sides) begin(j *joint, o *open) {
	if len(s.place) == 0 {
		s.place = make([]int32, len(j.labels))
	}
	s.side = slices.Grow(s.side[:0], len(o.pieces))[:len(o.pieces)]
	for at, number := range o.pieces {
		s.place[j.pieces[number].who] = int32(at)
		s.side[at] = none
	}
}

// judge reports whether a split keeps all bounds.
func (j *joint) judge(s *sides, o *open, d int, k *cut) verdict {
	_, v := j.try(s, o, d, k)
	return v
}

// try finds out what a split would tell, and whether all bounds are kept for certain.
func (j *joint) try(s *sides, o *open, d int, k *cut) (*trial, verdict) {
	if !j.place(s, o, d, k) {
		return nil, undecided
	}
	t := &trial{base: j.groups, parts: k.parts()}
	var touched []int32
	origins := j.origins
	s.cut.reset()
	codes := j.cells.Codes[d]
	for i := o.begin; i < o.end; i++ {
		if at := s.place[j.who[i]]; s.side[at] == cutUp {
			s.cut.add(at, int32(k.of(codes[i])), j.cells.Value[i], j.cells.N[i])
		}
	}
	for at, number := range o.pieces {
		p, part := j.pieces[number], s.side[at]
		if p.knot != none && !slices.Contains(touched, p.knot) {
			touched = append(touched, p.knot)
		}
		if part == cutUp {
			continue
		}
		p.group = t.base + part
		if p.knot == none {
			t.stay = append(t.stay, unit{p, number, part, p.loose})
		} else {
			t.units = append(t.units, unit{p, number, part, p.loose})
		}
	}
	last := int32(none)
	s.cut.each(func(at, part int32, counts []releases.Count, people int64) {
		p := j.pieces[o.pieces[at]]
		if p.knot == none {
			if at != last {
				origins++
			}
			p.origin = origins - 1
		}
		last = at
		t.units = append(t.units, unit{piece{p.who, t.base + part, p.origin, p.knot, people, counts, false}, none, part, false})
	})
	for _, knot := range touched {
		for _, number := range j.knots[knot] {
			if p := j.pieces[number]; p.group != o.number {
				t.units = append(t.units, unit{p, number, none, p.loose})
			}
		}
	}
	return t, j.settle(t, true)
}

// place finds out which pieces a split cuts. It reports whether they are few enough.
func (j *joint) place(s *sides, o *open, d int, k *cut) bool {
	s.begin(j, o)
	cuts := 0
	codes := j.cells.Codes[d]
	for i := o.begin; i < o.end; i++ {
		if j.cells.N[i] == 0 {
			continue
		}
		side, part := &s.side[s.place[j.who[i]]], int32(k.of(codes[i]))
		switch *side {
		case none:
			*side = part
		case part, cutUp:
		default:
			*side = cutUp
			if cuts++; cuts > o.mostCuts(j) {
				return false
			}
		}
	}
	return true
}

// cutTooMany returns a function that reports whether a cut behind the i-th of some codes, all that the group has, cuts more
// pieces than are looked at.
func (j *joint) cutTooMany(s *sides, o *open, d int, codes []int32) func(i int) bool {
	s.begin(j, o)
	low, high := make([]int32, len(o.pieces)), make([]int32, len(o.pieces))
	for at := range low {
		low[at] = math.MaxInt32
	}
	for i := o.begin; i < o.end; i++ {
		if j.cells.N[i] > 0 {
			at, code := s.place[j.who[i]], j.cells.Codes[d][i]
			low[at], high[at] = min(low[at], code), max(high[at], code)
		}
	}
	// How many more pieces are cut behind a code than behind the one before.
	more := make([]int, len(codes)+1)
	for at := range low {
		first, _ := slices.BinarySearch(codes, low[at])
		last, _ := slices.BinarySearch(codes, high[at])
		more[first]++
		more[last]--
	}
	for i := range codes {
		more[i+1] += more[i]
	}
	most := o.mostCuts(j)
	return func(i int) bool { return more[i] > most }
}

// mostCuts is how many pieces of a group a split may cut. Where groups may follow earlier ones, a group of many pieces is cut along
// these first: pieces that are cut are tied to others, which leaves less room for what comes later.
func (o *open) mostCuts(j *joint) int {
	if j.earlier.Follow && len(o.pieces) > maxCutPieces && !o.stuck {
		return 0
	}
	return maxCutPieces
}
