package mondrian

import (
	"cmp"
	"context"
	"math"
	"slices"

	"skyline/engine/releases"
)

// joint is what the partition and the earlier releases tell together: see earlier.go. While splits are looked for, nothing
// changes it.
type joint struct {
	ctx     context.Context //nolint:containedctx // of one call
	earlier *Earlier
	cells   *Cells
	who     []int32   // of each cell, its combination of earlier groups; it moves with the cells
	labels  [][]int32 // by combination: the groups
	pieces  []piece
	knots   [][]int32 // their pieces
	groups  int32     // of the partition, that there have been
	steps   float64   // that the knots of a split may take
	origins int32
}

// piece is the people of a group of the partition who are in the same groups of all earlier releases.
type piece struct {
	who    int32
	group  int32 // of the partition
	origin int32 // the number of the known piece that it is a part of, or none
	knot   int32 // that it is in, none if its counts are known
	people int64
	counts []releases.Count
	// loose says that its group of the partition does not tie it: it is of a whole group of an earlier release.
	loose bool
}

const (
	// maxCutPieces is how many pieces a split may cut, and maxKnot how many a knot may have that a split makes or changes.
	maxCutPieces, maxKnot = 12, 32
	// knotSteps are those that such a knot may take, and startSteps those of one that is there at the beginning.
	knotSteps, startSteps = 2e6, 2e9
)

const (
	none  = -1
	cutUp = -2 // stands for the part of a piece that is in several
)

// newJoint takes the labels of the cells. Their combinations are numbered in their order, whatever that of the cells is.
func newJoint(ctx context.Context, cells *Cells) *joint {
	earlier := cells.earlier
	j := &joint{ctx: ctx, earlier: earlier, cells: cells, steps: knotSteps}
	codes := cells.Codes[len(cells.columns):]
	order := make([]int32, len(cells.Value))
	for i := range order {
		order[i] = int32(i)
	}
	compare := func(a, b int32) int {
		for _, column := range codes {
			if c := cmp.Compare(column[a], column[b]); c != 0 {
				return c
			}
		}
		return 0
	}
	slices.SortFunc(order, compare)
	j.who = make([]int32, len(order))
	for i, cell := range order {
		if i == 0 || compare(order[i-1], cell) != 0 {
			groups := make([]int32, len(codes))
			for r := range codes {
				if groups[r] = codes[r][cell]; groups[r] == earlier.Absent[r] {
					groups[r] = releases.Absent
				}
			}
			j.labels = append(j.labels, groups)
		}
		j.who[cell] = int32(len(j.labels) - 1)
	}
	cells.Codes = append(cells.Codes[:len(cells.columns):len(cells.columns)], j.who)
	return j
}

// begin takes the groups of the partition at the beginning. It reports what they tell beside the earlier releases.
func (j *joint) begin(groups []*open) verdict {
	j.pieces, j.knots, j.groups, j.origins = nil, nil, 0, 0
	t := trial{base: 0, parts: len(groups)}
	var h histograms
	for g, o := range groups {
		o.number = int32(g)
		o.pieces = nil
		for i := o.begin; i < o.end; i++ {
			h.add(j.who[i], int32(g), j.cells.Value[i], j.cells.N[i])
		}
	}
	h.each(func(who, part int32, counts []releases.Count, people int64) {
		t.units = append(t.units, unit{piece{who, part, none, none, people, counts, false}, none, part, false})
	})
	v := j.settle(&t, false)
	if v == kept {
		for g, pieces := range j.take(&t, nil) {
			groups[g].pieces = pieces
		}
	}
	return v
}

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

// allows reports whether a split keeps all bounds.
func (j *joint) allows(s *sides, o *open, d int, k *cut) bool {
	_, ok := j.try(s, o, d, k)
	return ok
}

// try finds out what a split would tell. It reports whether all bounds are kept for certain.
func (j *joint) try(s *sides, o *open, d int, k *cut) (*trial, bool) {
	if !j.place(s, o, d, k) {
		return nil, false
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
	return t, j.settle(t, true) == kept
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
			if cuts++; cuts > maxCutPieces {
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
	return func(i int) bool { return more[i] > maxCutPieces }
}

// take makes a trial the state, and returns the pieces of each part. gone are the pieces of the group that was split.
func (j *joint) take(t *trial, gone []int32) (parts [][]int32) {
	for _, number := range gone {
		if knot := j.pieces[number].knot; knot != none {
			j.knots[knot] = nil
		}
	}
	j.groups += int32(t.parts)
	parts = make([][]int32, t.parts)
	for _, u := range t.stay {
		j.pieces[u.old] = u.piece
		parts[u.part] = append(parts[u.part], u.old)
	}
	first := int32(len(j.knots))
	for i, u := range t.units {
		if u.old == none {
			u.old = int32(len(j.pieces))
			j.pieces = append(j.pieces, piece{})
		}
		j.origins = max(j.origins, u.origin+1)
		if u.knot = none; t.knots[i] != none {
			u.knot = first + t.knots[i]
			for int(u.knot) >= len(j.knots) {
				j.knots = append(j.knots, nil)
			}
			j.knots[u.knot] = append(j.knots[u.knot], u.old)
		}
		j.pieces[u.old] = u.piece
		if u.part != none {
			parts[u.part] = append(parts[u.part], u.old)
		}
	}
	for _, pieces := range parts {
		slices.SortFunc(pieces, func(a, b int32) int { return cmp.Compare(j.pieces[a].who, j.pieces[b].who) })
	}
	return parts
}

// histograms counts values by two numbers.
type histograms struct{ entries []histogramEntry }

type histogramEntry struct {
	a, b, value int32
	n           int64
}

func (h *histograms) reset() { h.entries = h.entries[:0] }

func (h *histograms) add(a, b, value int32, n int64) {
	if n > 0 {
		h.entries = append(h.entries, histogramEntry{a, b, value, n})
	}
}

// each calls f for each pair of numbers, in their order, with what has been counted.
func (h *histograms) each(f func(a, b int32, counts []releases.Count, people int64)) {
	slices.SortFunc(h.entries, func(x, y histogramEntry) int {
		return cmp.Or(cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b), cmp.Compare(x.value, y.value))
	})
	for begin := 0; begin < len(h.entries); {
		first, people := h.entries[begin], int64(0)
		var counts []releases.Count
		for ; begin < len(h.entries) && h.entries[begin].a == first.a && h.entries[begin].b == first.b; begin++ {
			e := h.entries[begin]
			if n := len(counts); n > 0 && counts[n-1].Value == e.value {
				counts[n-1].People += e.n
			} else {
				counts = append(counts, releases.Count{Value: e.value, People: e.n})
			}
			people += e.n
		}
		f(first.a, first.b, counts, people)
	}
}
