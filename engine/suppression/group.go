package suppression

import (
	"context"
	"encoding/binary"
	"slices"

	"skyline/engine/cells"
	"skyline/engine/partition"
	"skyline/engine/privacy"
)

// group is a QI group in the making.
type group struct {
	key   string  // what its people show
	nulls pattern // where they show NULL
	of    partition.Group
	// members may name people who have left, see search.members.
	members []int32
	looked  int // how many moves there had been when its people last began to try all patterns
}

// search is a release in the making. It is safe in each step.
type search struct {
	ctx context.Context //nolint:containedctx // of one call
	*table
	requirements []privacy.Requirement
	whole        *privacy.Whole
	guards       []privacy.Guard
	coupled      bool    // what a guard allows depends on all groups
	shares       *shares // nil: nothing is required of them
	floor        privacy.Floor
	bare         bool // the requirements are nothing but the floor
	weights      weights
	patterns     []pattern
	groups       map[string]*group
	at           []*group // by people who are alike
	free         int      // how many columns, the first ones, may be suppressed
	bottoms      []*group // of whom nothing is shown but their stratum

	moves int // so far
	// exchanged are, by pattern, how many moves there had been when exchanges were last tried;
	// -1: never.
	exchanged []int
	changed   map[string]int // by what a group shows: the last move that changed it

	counts  []int64 // by value: those of a group that is being counted
	touched []int32
	buffer  []byte
	seen    []int32 // by people who are alike: the last time members had them
	time    int32
}

func newSearch(ctx context.Context, c *cells.Cells, t *table, options *Options) *search {
	s := &search{
		ctx: ctx, table: t, requirements: options.Requirements, whole: c.Whole(), weights: newWeights(options.Importance, t.columns, c.Total.People), free: t.columns - options.Strata,
		groups: map[string]*group{}, changed: map[string]int{}, at: make([]*group, len(t.alike)), counts: make([]int64, t.values), seen: make([]int32, len(t.alike)),
	}
	s.patterns = s.weights.cheapest(s.free, maxPatterns)
	s.exchanged = slices.Repeat([]int{-1}, len(s.patterns))
	s.floor = privacy.FloorOf(s.requirements, s.whole)
	_, s.bare = privacy.Bare(s.requirements)
	if options.Known != nil && s.floor.People < options.Known.People { // else groups are as large as that
		s.shares = newShares(options.Known, s.free, t.columns)
	}
	s.watch()
	return s
}

// watch makes guards that know the groups as they are.
func (s *search) watch() {
	s.guards, s.coupled = s.guards[:0], false
	for _, r := range s.requirements {
		guard := r.Watch(s.whole)
		if guard.Coupled() {
			s.coupled = true
			for _, g := range s.sorted() {
				guard.Split(nil, []partition.Group{g.of})
			}
		}
		s.guards = append(s.guards, guard)
	}
}

// sorted returns the groups in the order of what they show.
func (s *search) sorted() []*group {
	groups := make([]*group, 0, len(s.groups))
	for _, g := range s.groups {
		groups = append(groups, g)
	}
	slices.SortFunc(groups, func(a, b *group) int { return compareText(a.key, b.key) })
	return groups
}

func compareText(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// begin suppresses everything but strata. It reports whether that is safe.
func (s *search) begin() bool {
	for i := range s.alike {
		s.buffer = s.key(s.buffer[:0], int32(i), allOf(s.free))
		g := s.groups[string(s.buffer)]
		if g == nil {
			g = s.open(string(s.buffer))
			s.bottoms = append(s.bottoms, g)
		}
		g.members = append(g.members, int32(i))
		s.at[i] = g
	}
	groups := make([]partition.Group, len(s.bottoms))
	for n, g := range s.bottoms {
		g.of = s.count(nil, g.members, nil)
		groups[n] = g.of
	}
	if len(groups) == 0 {
		return true
	}
	if !s.allows(nil, groups) || s.shares != nil && !s.shares.count(s.groups) {
		return false
	}
	s.split(nil, groups)
	return true
}

func (s *search) allows(of *partition.Group, parts []partition.Group) bool {
	return !slices.ContainsFunc(s.guards, func(g privacy.Guard) bool { return !g.Allows(of, parts) })
}

func (s *search) split(of *partition.Group, parts []partition.Group) {
	for _, g := range s.guards {
		g.Split(of, parts)
	}
}

// members returns the people of a group, and forgets those who have left.
func (s *search) members(g *group) []int32 {
	s.time++
	kept := g.members[:0]
	for n, i := range g.members {
		if n%65536 == 0 && s.ctx.Err() != nil {
			return nil // of which nothing follows any more
		}
		if s.at[i] == g && s.seen[i] != s.time {
			s.seen[i] = s.time
			kept = append(kept, i)
		}
	}
	g.members = kept
	return kept
}

// count returns a group with some people more, and others less.
func (s *search) count(of *partition.Group, more, less []int32) partition.Group {
	g := partition.Group{}
	s.touched = s.touched[:0]
	add := func(counts []partition.Count, sign int64) {
		for _, c := range counts {
			if s.counts[c.Value] == 0 {
				s.touched = append(s.touched, c.Value)
			}
			s.counts[c.Value] += sign * c.N
		}
	}
	if of != nil {
		g.People = of.People
		add(of.Counts, 1)
	}
	for _, i := range more {
		g.People += s.alike[i].people
		add(s.alike[i].counts, 1)
	}
	for _, i := range less {
		g.People -= s.alike[i].people
		add(s.alike[i].counts, -1)
	}
	for _, v := range s.touched {
		if s.counts[v] > 0 {
			g.Counts = append(g.Counts, partition.Count{Value: v, N: s.counts[v]})
		}
		s.counts[v] = 0
	}
	cells.SortCounts(g.Counts)
	return g
}

// aboveFloor reports whether a group may be safe by its size.
func (s *search) aboveFloor(g *partition.Group) bool {
	return g.People >= s.floor.People && len(g.Counts) >= s.floor.Values
}

// move lets people leave a group for that which shows a key, if both are then safe, or
// empty. It reports whether they have.
func (s *search) move(from *group, key string, leaving []int32) bool {
	return s.gather(key, []departure{{from, leaving}})
}

// departure is people who leave a group.
type departure struct {
	from *group
	of   []int32
}

// gather is move for people of several groups.
func (s *search) gather(key string, departures []departure) bool {
	parts, ok := s.after(key, departures)
	if !ok {
		return false
	}
	s.leave(key, departures, parts)
	return true
}

// leave makes a move after which the groups are these parts, see after.
func (s *search) leave(key string, departures []departure, parts []partition.Group) {
	if s.shares != nil {
		s.shares.apply()
	}
	to := s.groups[key]
	if to == nil {
		to = s.open(key)
	}
	s.moves++
	s.changed[key] = s.moves
	s.split(splitOf(departures), parts)
	to.of, parts = parts[0], parts[1:]
	for _, d := range departures {
		s.changed[d.from.key] = s.moves
		to.members = append(to.members, d.of...)
		for _, i := range d.of {
			s.at[i] = to
		}
		if d.from.of.People == s.peopleOf(d.of) {
			delete(s.groups, d.from.key)
		} else {
			d.from.of, parts = parts[0], parts[1:]
		}
	}
}

// after returns the group that shows a key after departures to it, and behind it what they
// leave of groups that are not empty then. It reports whether all are safe.
func (s *search) after(key string, departures []departure) (parts []partition.Group, ok bool) {
	parts = append(make([]partition.Group, 0, 1+len(departures)), s.gathered(key, departures))
	if !s.aboveFloor(&parts[0]) {
		return nil, false
	}
	for _, d := range departures {
		if d.from.of.People == s.peopleOf(d.of) {
			continue
		}
		parts = append(parts, s.count(&d.from.of, nil, d.of))
		if !s.aboveFloor(&parts[len(parts)-1]) {
			return nil, false
		}
	}
	if s.shares != nil && !s.shares.allow(key, departures, s.peopleOf) {
		return nil, false
	}
	return parts, s.allows(splitOf(departures), parts)
}

// gathered returns the group that shows a key after departures to it.
func (s *search) gathered(key string, departures []departure) partition.Group {
	var of partition.Group
	if to := s.groups[key]; to != nil {
		of = to.of
	}
	for _, d := range departures {
		of = s.count(&of, d.of, nil)
	}
	return of
}

// splitOf returns the group that departures split, nil if they are from several: then all
// that guards know stays with them, which is on the safe side.
func splitOf(departures []departure) *partition.Group {
	if len(departures) > 1 {
		return nil
	}
	return &departures[0].from.of
}

func (s *search) peopleOf(of []int32) int64 {
	n := int64(0)
	for _, i := range of {
		n += s.alike[i].people
	}
	return n
}

// open adds the group that shows a key, which nobody is in yet.
func (s *search) open(key string) *group {
	g := &group{key: key, looked: -1}
	for d, hidden := range s.hidden {
		if binary.BigEndian.Uint32([]byte(key[4*d:4*d+4])) == uint32(hidden) {
			g.nulls = g.nulls.together(d)
		}
	}
	s.groups[g.key] = g
	return g
}
