package suppression

import (
	"cmp"
	"fmt"
	"slices"
)

// maxExchanged is how many patterns exchanges are tried for, the cheapest first.
const maxExchanged = 1 << 9

// maxOffers is how many groups of people ask others at a meeting to show the same, and how
// many others each asks.
const maxOffers = 16

// exchange lets people show more who are too few for it, where some others, who show more
// than that, give up cells that cost less than what is gained.
func (s *search) exchange() error {
	for n, p := range s.patterns[:min(len(s.patterns), maxExchanged)] {
		before := s.exchanged[n]
		s.exchanged[n] = s.moves
		if err := s.ctx.Err(); err != nil {
			return fmt.Errorf("suppression: %w", err)
		}
		for i, m := range s.meetings(p) {
			if i%64 == 0 {
				if err := s.ctx.Err(); err != nil {
					return fmt.Errorf("suppression: %w", err)
				}
			}
			if before < 0 || s.hasChanged(&m, before) {
				s.trade(p, &m)
			}
		}
	}
	return nil
}

// meeting is people who would show the same where a pattern is suppressed, if that is less than
// now for some of them.
type meeting struct {
	key string
	of  []int32
}

// gain is what it saves, for each of people who are alike, to suppress a pattern instead of
// what is suppressed now; below 0 if it costs more.
func (s *search) gain(i int32, p pattern) int64 {
	return s.weights.of(s.at[i].nulls) - s.weights.of(p|s.alike[i].nulls)
}

// meetings returns those of a pattern, in the order of their keys.
func (s *search) meetings(p pattern) []meeting {
	numbers := map[string]int{}
	var meetings []meeting
	for _, gains := range []bool{true, false} {
		for i := range int32(len(s.alike)) {
			if s.gain(i, p) > 0 != gains {
				continue
			}
			s.buffer = s.key(s.buffer[:0], i, p)
			number, ok := numbers[string(s.buffer)]
			if !ok && gains {
				ok, number = true, len(meetings)
				meetings = append(meetings, meeting{key: string(s.buffer)})
				numbers[meetings[number].key] = number
			}
			if ok {
				meetings[number].of = append(meetings[number].of, i)
			}
		}
	}
	slices.SortFunc(meetings, func(a, b meeting) int { return compareText(a.key, b.key) })
	return meetings
}

// hasChanged reports whether a group of people who meet has changed since a move, or that which
// shows what they would.
func (s *search) hasChanged(m *meeting, since int) bool {
	return s.changed[m.key] > since || slices.ContainsFunc(m.of, func(i int32) bool { return s.changed[s.at[i].key] > since })
}

// offer is people of a group at a meeting, and what it costs that they show the same: below 0
// if it is a gain.
type offer struct {
	departure
	cost int64
}

// trade lets people of a meeting who gain show the same, each group by itself, with the others
// that this takes.
func (s *search) trade(p pattern, m *meeting) {
	offers := s.offers(p, m)
	asked := 0
	for n := range offers {
		o := &offers[n]
		if asked == maxOffers {
			return
		}
		if !s.isThere(o) {
			continue
		}
		gain := s.relief(&o.departure) - o.cost
		if gain <= 0 {
			continue
		}
		asked++
		if s.gather(m.key, []departure{o.departure}) {
			s.relieve(o.from)
		} else if with := s.cheapest(m.key, o, gain, offers); with != nil && s.gather(m.key, with) {
			s.relieve(o.from)
		}
	}
}

// maxRelieved is how many people who are alike relief looks at.
const maxRelieved = 64

// relief returns what those gain whom others leave: they are a group by themselves then, and
// may show what they agree on.
func (s *search) relief(d *departure) int64 {
	members := s.members(d.from)
	if len(members) > maxRelieved {
		return 0
	}
	left := slices.DeleteFunc(slices.Clone(members), func(i int32) bool { return slices.Contains(d.of, i) })
	return s.weights.of(s.agreed(d.from, left)) * s.peopleOf(left)
}

// relieve lets the people of a group show what they agree on.
func (s *search) relieve(g *group) {
	members := s.members(g)
	if len(members) == 0 || len(members) > maxRelieved {
		return
	}
	if agreed := s.agreed(g, members); agreed != 0 {
		s.buffer = s.key(s.buffer[:0], members[0], g.nulls&^agreed)
		s.move(g, string(s.buffer), slices.Clone(members))
	}
}

// agreed returns the suppressed columns of a group on which some of its people agree.
func (s *search) agreed(g *group, of []int32) pattern {
	if len(of) == 0 {
		return 0
	}
	agreed := g.nulls &^ s.alike[of[0]].nulls
	for _, i := range of[1:] {
		for d := range s.columns {
			if agreed.has(d) && s.code(i, d) != s.code(of[0], d) {
				agreed = agreed.without(d)
			}
		}
	}
	return agreed
}

// isThere reports whether the people of an offer are where they were.
func (s *search) isThere(o *offer) bool {
	return !slices.ContainsFunc(o.of, func(i int32) bool { return s.at[i] != o.from })
}

// offers returns the people of a meeting, all of a group and those who are alike, the largest
// gain first and the largest cost last.
func (s *search) offers(p pattern, m *meeting) []offer {
	var offers []offer
	groups := map[*group]int{}
	for _, i := range m.of {
		if s.at[i].key == m.key {
			continue
		}
		g, cost := s.at[i], -s.gain(i, p)*s.alike[i].people
		number, ok := groups[g]
		if !ok {
			number = len(offers)
			groups[g] = number
			offers = append(offers, offer{departure{from: g}, 0})
		}
		offers[number].of = append(offers[number].of, i)
		offers[number].cost += cost
	}
	for n := range offers {
		if o := offers[n]; len(o.of) > 1 {
			for _, i := range o.of {
				offers = append(offers, offer{departure{o.from, []int32{i}}, -s.gain(i, p) * s.alike[i].people})
			}
		}
	}
	slices.SortStableFunc(offers, func(a, b offer) int {
		return cmp.Or(cmp.Compare(a.cost, b.cost), compareText(a.from.key, b.from.key), cmp.Compare(len(a.of), len(b.of)), cmp.Compare(a.of[0], b.of[0]))
	})
	return offers
}

// cheapest returns who would have to show a key together with those who gain, at the least
// cost that is found: one offer, or the cheapest of them without those that are not needed. It
// returns nil if that costs what is gained.
func (s *search) cheapest(key string, gaining *offer, limit int64, offers []offer) []departure {
	asked := 0
	var best []departure
	together, chosen, sum := []departure{gaining.departure}, []*offer{}, int64(0)
	for n := range offers {
		o := &offers[n]
		if o.cost >= limit || asked == maxOffers {
			break
		}
		if o.from == gaining.from || !s.isThere(o) {
			continue
		}
		asked++
		if with := joined([]departure{gaining.departure}, o.departure); with != nil && s.isSafe(key, with) {
			best, limit = with, o.cost
		}
		if sum >= limit {
			continue
		}
		if more := joined(together, o.departure); more != nil {
			together, sum = more, sum+o.cost
			chosen = append(chosen, o)
			if sum < limit && s.isSafe(key, together) {
				together, sum = s.needed(key, gaining, chosen)
				best, limit = together, sum
			}
		}
	}
	return best
}

// needed leaves out of offers that are safe together those that are not needed, the dearest
// first. It returns the departures, and what they cost.
func (s *search) needed(key string, gaining *offer, offers []*offer) ([]departure, int64) {
	join := func(offers []*offer) ([]departure, int64) {
		all, cost := []departure{gaining.departure}, int64(0)
		for _, o := range offers {
			all, cost = joined(all, o.departure), cost+o.cost
		}
		return all, cost
	}
	for n := len(offers) - 1; n >= 0 && offers[n].cost > 0; n-- {
		fewer := slices.Delete(slices.Clone(offers), n, n+1)
		if all, _ := join(fewer); s.isSafe(key, all) {
			offers = fewer
		}
	}
	return join(offers)
}

func (s *search) isSafe(key string, departures []departure) bool {
	_, ok := s.after(key, departures)
	return ok
}

// joined returns departures and one more, nil if some of its people leave already.
func joined(departures []departure, more departure) []departure {
	all := slices.Clone(departures)
	for n, d := range all {
		if d.from != more.from {
			continue
		}
		if slices.ContainsFunc(more.of, func(i int32) bool { return slices.Contains(d.of, i) }) {
			return nil
		}
		all[n].of = slices.Concat(d.of, more.of)
		return all
	}
	return append(all, more)
}
