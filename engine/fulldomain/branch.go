package fulldomain

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
)

// branching searches a lattice without a note about each node, for the minimal safe
// generalizations or the best. What is not decided is kept as boxes, the one that may
// have the least costly first. Of the first, the least general node is decided, by a
// chain from it upwards. A node that tells that all below are not safe cuts its part
// out of the boxes in which it is met, which leaves smaller boxes, whose bounds are
// larger. So the least bound of all boxes is one for everything that is not decided,
// at any time, and it grows.
type branching struct {
	*examiner
	heights []int
	// unsafe are nodes that are not safe, as all below them. safes are safe ones, and
	// settled those of them above which nothing is looked for; both upside down.
	unsafe, safes, settled *cover
	// decided are those that were checked and are in neither of unsafe and settled.
	decided map[place]bool
	open    *boxes
	hand    []box   // that are being looked at
	nodes   []*Node // of safes, by number; of a search for the best, nil
	turns   int
}

// boxBytes is how much memory boxes may take together.
const boxBytes = 1 << 28

func newBranching(ctx context.Context, p *problem, options *Options) *branching {
	b := &branching{examiner: newExaminer(ctx, p, options), decided: map[place]bool{}}
	for d := range p.columns {
		b.heights = append(b.heights, p.columns[d].height)
	}
	b.unsafe, b.safes, b.settled = newCover(b.heights), newCover(b.heights), newCover(b.heights)
	b.open = newBoxes(boxBytes / (96 + 2*len(p.columns)))
	return b
}

// mirror turns a place upside down, so that what is above is below.
func (s *branching) mirror(p place) place {
	m := make([]byte, len(p))
	for d := range m {
		m[d] = byte(s.heights[d]) - p[d]
	}
	return place(m)
}

func (s *branching) run() error {
	top := placeOf(s.heights)
	// The most general node first, for an answer in any case.
	if _, err := s.check([]place{top}); err != nil {
		return err
	}
	s.pushOpen(box{low: placeOf(make([]int, len(s.heights))), high: top, least: math.Inf(-1)})
	for !s.stopped {
		climbs, err := s.climbs()
		if err != nil || len(climbs) == 0 {
			return err
		}
		if err := s.climb(climbs); err != nil {
			return err
		}
		if err := s.widen(climbs); err != nil {
			return err
		}
		for i := range climbs {
			s.pushOpen(climbs[i].box)
		}
		s.hand = s.hand[:0]
		s.tell()
		if err := s.descend(climbs); err != nil {
			return err
		}
	}
	return nil
}

// pushOpen puts a box among the open ones, with the bound of its least general node.
func (s *branching) pushOpen(b box) {
	levels := b.low.levels()
	b.least, b.sum = max(b.least, s.bound(levels)), int32(sum(levels))
	if !s.isClosed(&b, levels) {
		s.open.push(b)
	}
}

// isClosed reports whether nothing in a box is looked for.
func (s *branching) isClosed(b *box, levels []int) bool {
	if s.options.Which == Minimal {
		return s.safes.has(s.mirror(b.low))
	}
	if s.best != nil && b.least > s.cost(s.best)+margin || s.settled.has(s.mirror(b.low)) {
		return true
	}
	return !s.mayWin(levels)
}

// stopEvery is after how many boxes it is asked whether to stop.
const stopEvery = 1 << 10

// climbs takes the first boxes whose least general node is not decided, and cuts those
// before them.
func (s *branching) climbs() ([]climb, error) {
	var climbs []climb
	most := strands
	if s.options.Which == Best && s.best == nil {
		most = 1
	}
	for len(s.open.heap) > 0 && len(climbs) < most {
		if s.turns++; s.turns%stopEvery == 0 {
			if s.ctx.Err() != nil {
				return nil, fmt.Errorf("fulldomain: %w", s.ctx.Err())
			}
			if s.options.Stop != nil && s.options.Stop() {
				s.stopped = true
				break
			}
		}
		b := s.open.pop()
		levels := b.low.levels()
		if s.isClosed(&b, levels) {
			continue
		}
		if by, ok := s.cutter(&b); ok {
			s.cut(&b, by)
			continue
		}
		climbs = append(climbs, s.newClimb(b))
		s.hand = append(s.hand, b)
	}
	if s.stopped {
		for _, b := range s.hand {
			s.open.push(b)
		}
		s.hand, climbs = nil, nil
	}
	return climbs, nil
}

// fewCutters is among how many nodes the one is chosen that cuts a box.
const fewCutters = 32

// cutter returns a place that is not open, as all of the box below it, and leaves
// boxes of large bounds.
func (s *branching) cutter(b *box) (place, bool) {
	if s.decided[b.low] {
		return b.low, true
	}
	parts, _ := s.parts()
	best, most, n := place(""), math.Inf(-1), 0
	for i := range s.unsafe.above(b.low) {
		by, least := s.unsafe.places[i], math.Inf(1)
		for d := range parts {
			if by[d] < b.high[d] {
				least = min(least, parts[d][by[d]+1]-parts[d][b.low[d]])
			}
		}
		if best == "" || least > most {
			best, most = by, least
		}
		if n++; n == fewCutters {
			break
		}
	}
	return best, best != ""
}

// cut replaces a box by what is left without the places below one: for each column
// those that are above it there, and not above it in the columns before. The column
// whose levels cost least is the last, for the smallest box.
func (s *branching) cut(b *box, by place) {
	parts, _ := s.parts()
	var columns []int
	for d := range b.low {
		if by[d] < b.high[d] {
			columns = append(columns, d)
		}
	}
	step := func(d int) float64 { return parts[d][by[d]+1] - parts[d][b.low[d]] }
	slices.SortStableFunc(columns, func(x, y int) int { return cmp.Compare(step(y), step(x)) })
	high := b.high
	for _, d := range columns {
		s.pushOpen(box{low: b.low.with(d, by[d]+1), high: high, least: b.least})
		high = high.with(d, by[d])
	}
}

// climb is a way up from the least general node of a box, of which places
// first..end-1 are searched, by halving, for where they become safe, or are above the
// floor.
type climb struct {
	box
	places     []place
	first, end int
	next       int
	safe       place // the last that was found on it
}

// newClimb returns a climb to the most general node of a box, and from there to that
// of the lattice, by the steps that cost least.
func (s *branching) newClimb(b box) climb {
	c := climb{box: b, places: []place{b.low}}
	parts, _ := s.parts()
	at := []byte(b.low)
	for _, high := range []place{b.high, placeOf(s.heights)} {
		for {
			best, least := -1, math.Inf(1)
			for d, level := range at {
				if level == high[d] {
					continue
				}
				if step := parts[d][level+1] - parts[d][level]; best < 0 || step < least {
					best, least = d, step
				}
			}
			if best < 0 {
				break
			}
			at[best]++
			c.places = append(c.places, place(at))
		}
	}
	c.end = len(c.places)
	c.next = c.end / 2
	switch {
	case s.options.Measure == Discernibility || s.options.Measure == AverageGroup:
		c.next = 0 // its groups tell what the box costs at least
	case s.best != nil:
		// Those that cannot win need not be told apart. The last of the others either is
		// better than the best, or not safe, and all before it are not.
		for c.end > 1 && !s.mayWin(c.places[c.end-1].levels()) {
			c.end--
		}
		c.next = c.end - 1
	}
	return c
}

// halve goes on above a place, or below.
func (c *climb) halve(up bool) {
	if up {
		c.first = c.next + 1
	} else {
		c.end = c.next
	}
	c.next = (c.first + c.end) / 2
}

// climb decides about the least general nodes of boxes.
func (s *branching) climb(climbs []climb) error {
	for {
		var places []place
		var of []*climb
		for i := range climbs {
			c := &climbs[i]
			for c.first < c.end && s.isKnown(c.places[c.next]) {
				c.halve(s.unsafe.has(c.places[c.next]))
			}
			if c.first < c.end && !slices.Contains(places, c.places[c.next]) {
				places, of = append(places, c.places[c.next]), append(of, c)
			}
		}
		if len(places) == 0 {
			return nil
		}
		verdicts, err := s.check(places)
		if err != nil {
			return err
		}
		for i := range verdicts {
			c, v := of[i], &verdicts[i]
			if c.next == 0 {
				c.least = max(c.least, s.leastAbove(v))
			}
			if v.safe {
				c.safe = places[i]
			}
			c.halve(v.below || s.monotone && !v.safe)
		}
		if s.stopped {
			return nil
		}
	}
}

// isKnown reports whether a place has been decided.
func (s *branching) isKnown(p place) bool {
	return s.decided[p] || s.unsafe.has(p) || s.settled.has(s.mirror(p)) || s.options.Which == Minimal && s.safes.has(s.mirror(p))
}

// fewSafe is how many more general nodes may turn out to be safe before a node is not
// widened further; where people may be left out, so many are safe that it is one.
const fewSafe = 3

// widen looks for more general nodes that are not safe in the place of those that were
// found: at the most general level of the columns where the next one costs least. What
// is cut by such a node leaves fewer boxes, of larger bounds.
func (s *branching) widen(climbs []climb) error {
	parts, _ := s.parts()
	for i := range climbs {
		c := &climbs[i]
		if c.first == 0 {
			continue
		}
		at := c.places[c.first-1]
		var columns []int
		for d := range at {
			if at[d] < c.high[d] {
				columns = append(columns, d)
			}
		}
		step := func(d int) float64 { return parts[d][at[d]+1] - parts[d][c.low[d]] }
		slices.SortStableFunc(columns, func(x, y int) int { return cmp.Compare(step(x), step(y)) })
		failed, most := 0, fewSafe
		if s.limit > 0 {
			most = 1
		}
		for _, d := range columns {
			more := at.with(d, c.high[d])
			if !s.isKnown(more) {
				if failed == most {
					break
				}
				if _, err := s.check([]place{more}); err != nil || s.stopped {
					return err
				}
			}
			if s.unsafe.has(more) {
				at = more
			} else {
				failed++
			}
		}
	}
	return nil
}

// descend looks for better ones below what was found: a level less in the column where
// that saves most, as long as there is one.
func (s *branching) descend(climbs []climb) error {
	parts, _ := s.parts()
	for i := range climbs {
		at := climbs[i].safe
		if s.options.Which == Best && (s.best == nil || at != placeOf(s.best.Levels)) {
			continue
		}
		for moved := at != ""; moved && !s.stopped; {
			moved = false
			var columns []int
			for d := range at {
				if at[d] > 0 {
					columns = append(columns, d)
				}
			}
			saves := func(d int) float64 { return parts[d][at[d]] - parts[d][at[d]-1] }
			slices.SortStableFunc(columns, func(x, y int) int { return cmp.Compare(saves(y), saves(x)) })
			for _, d := range columns {
				less := at.with(d, at[d]-1)
				if s.isKnown(less) || s.options.Which == Best && !s.mayWin(less.levels()) {
					continue
				}
				verdicts, err := s.check([]place{less})
				if err != nil {
					return err
				}
				if s.stopped {
					return nil
				}
				if verdicts[0].safe && (s.options.Which == Minimal || placeOf(s.best.Levels) == less) {
					at, moved = less, true
					break
				}
			}
		}
	}
	return nil
}

// check decides about places, and draws conclusions.
func (s *branching) check(places []place) ([]verdict, error) {
	levels := make([][]int, len(places))
	for i, p := range places {
		levels[i] = p.levels()
	}
	verdicts, err := s.examine(levels)
	if err != nil {
		return nil, err
	}
	for i := range verdicts {
		s.conclude(places[i], &verdicts[i])
	}
	return verdicts, nil
}

// conclude notes what a check tells.
func (s *branching) conclude(p place, v *verdict) {
	switch {
	case !v.safe && (v.below || s.monotone):
		s.unsafe.add(p)
		return
	case !v.safe:
		s.decided[p] = true
		return
	}
	if !s.safes.has(s.mirror(p)) {
		s.safes.add(s.mirror(p))
		s.nodes = append(s.nodes, nil)
		if s.options.Which == Minimal {
			s.nodes[len(s.nodes)-1] = &v.node
		}
	}
	if s.options.Which == Minimal {
		return
	}
	if s.beatsBest(s.cost(&v.node), v.node.Levels) {
		s.best = &v.node
	}
	if s.endsAt(v) {
		s.settled.add(s.mirror(p))
	} else {
		s.decided[p] = true
	}
}

// tell reports what part of the gap is closed between what the bottom costs and the best.
func (s *branching) tell() {
	if s.options.Progress == nil || s.best == nil {
		return
	}
	begin, end := s.bound(make([]int, len(s.heights))), s.cost(s.best)
	const all = 1000
	if done := (s.open.least() - begin) / (end - begin); done >= 0 {
		s.options.Progress(int64(all*min(1, done)), all)
	}
}

// result orders what was found.
func (s *branching) result() *Result {
	r := &Result{Checked: s.count, Bound: math.NaN()}
	if s.options.Which == Best && s.best != nil {
		r.Nodes = append(r.Nodes, *s.best)
		r.Nodes[0].Minimal = true
		p := placeOf(s.best.Levels)
		for i := range s.safes.above(s.mirror(p)) {
			r.Nodes[0].Minimal = r.Nodes[0].Minimal && s.safes.places[i] == s.mirror(p)
		}
	}
	if s.options.Which == Minimal {
		for i := range s.safes.above("") {
			n := *s.nodes[i]
			n.Minimal = true
			r.Nodes = append(r.Nodes, n)
		}
		slices.SortFunc(r.Nodes, func(a, b Node) int { return s.compare(s.cost(&a), a.Levels, s.cost(&b), b.Levels) })
	}
	least := s.open.least()
	for i := range s.hand {
		least = min(least, s.hand[i].least)
	}
	r.Complete = math.IsInf(least, 1) || s.best != nil && least > s.cost(s.best)+margin
	if !r.Complete {
		r.Bound = s.boundOf(least)
	}
	return r
}
