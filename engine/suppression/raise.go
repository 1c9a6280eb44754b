package suppression

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"skyline/engine/partition"
)

// raise lets people show more together. What somebody shows in a few columns others must show, too,
// and these others may be in many groups, so that nobody can begin: all who gain by a pattern go at
// once, without those who would show what too few do, and so on until all who are left may go.
// Patterns are tried in the order of their cost.
func (s *search) raise() error {
	if s.shares == nil || s.coupled {
		return nil
	}
	for _, p := range s.patterns[:min(len(s.patterns), maxExchanged)] {
		if err := s.ctx.Err(); err != nil {
			return fmt.Errorf("suppression: %w", err)
		}
		r := rise{search: s}
		for i := range int32(len(s.alike)) {
			if s.gain(i, p) > 0 {
				s.buffer = s.key(s.buffer[:0], i, p)
				r.going = append(r.going, mover{i, string(s.buffer)})
			}
		}
		if r.shrink(); s.ctx.Err() == nil {
			r.goTogether()
		}
	}
	return nil
}

// mover is people who are alike, and what they would show.
type mover struct {
	of  int32
	key string
}

// rise is people who would show more at once.
type rise struct {
	*search
	going   []mover
	staying []int32 // who would have gone
}

// shrink has people stay until the others may go. The change of shares is that of these.
func (r *rise) shrink() {
	clear(r.shares.change)
	for _, m := range r.going {
		r.shares.note(r.at[m.of].key, m.key, r.alike[m.of].people)
	}
	for again := true; again && r.ctx.Err() == nil; {
		again = r.stay(func(_, entered []byte) bool { return r.shares.isShort(entered) })
		if !again {
			// Those whom others leave need some to stay: those who are most like them.
			r.sort()
			again = r.stay(func(left, _ []byte) bool { return r.shares.isShort(left) })
		}
		if !again {
			again = r.stayInGroups()
		}
	}
}

// stay has people stay of whose move some part is refused. It reports whether anybody does.
func (r *rise) stay(refused func(left, entered []byte) bool) bool {
	return r.stayIf(func(m *mover) bool {
		stays := false
		r.shares.each(r.at[m.of].key, m.key, func(left, entered []byte) { stays = stays || refused(left, entered) })
		return stays
	})
}

func (r *rise) stayIf(stays func(m *mover) bool) bool {
	before := len(r.going)
	r.going = slices.DeleteFunc(r.going, func(m mover) bool {
		if !stays(&m) {
			return false
		}
		r.shares.note(m.key, r.at[m.of].key, r.alike[m.of].people)
		r.staying = append(r.staying, m.of)
		return true
	})
	return len(r.going) < before
}

// maxCompared is how many of those who stay others are compared with.
const maxCompared = 16

// sort puts those first without whom the others may still go, of these those who are most like those
// who stay, and few.
func (r *rise) sort() {
	with := r.staying[max(0, len(r.staying)-maxCompared):]
	needed, costs := map[int32]int{}, map[int32]int64{}
	for _, m := range r.going {
		least := int64(-1)
		for _, j := range with {
			differ := pattern(0)
			for d := range r.columns {
				if r.code(m.of, d) != r.code(j, d) {
					differ = differ.together(d)
				}
			}
			if cost := r.weights.of(differ); least < 0 || cost < least {
				least = cost
			}
		}
		people := r.alike[m.of].people
		costs[m.of] = max(1, least) * people // nobody may be there to be like
		r.shares.each(r.at[m.of].key, m.key, func(_, entered []byte) {
			if n := r.shares.after(entered) - people; n > 0 && n < r.shares.least {
				needed[m.of]++
			}
		})
	}
	slices.SortFunc(r.going, func(a, b mover) int {
		return cmp.Or(cmp.Compare(needed[a.of], needed[b.of]), cmp.Compare(costs[a.of], costs[b.of]), cmp.Compare(a.of, b.of))
	})
}

// stayInGroups has people stay who would make a group that is not safe by itself.
func (r *rise) stayInGroups() bool {
	if len(r.guards) == 0 {
		return false
	}
	entering, leaving := map[string][]int32{}, map[string][]int32{}
	for _, m := range r.going {
		entering[m.key] = append(entering[m.key], m.of)
		leaving[r.at[m.of].key] = append(leaving[r.at[m.of].key], m.of)
	}
	unsafe := map[string]bool{}
	for _, keys := range []map[string][]int32{entering, leaving} {
		for key := range keys {
			unsafe[key] = !r.isSafeGroup(key, entering[key], leaving[key])
		}
	}
	return r.stayIf(func(m *mover) bool { return unsafe[m.key] || unsafe[r.at[m.of].key] })
}

// isSafeGroup reports whether those who show a key are empty or safe with some people more, and
// others less.
func (r *rise) isSafeGroup(key string, more, less []int32) bool {
	of := r.count(nil, more, nil)
	if g := r.groups[key]; g != nil {
		of = r.count(&g.of, more, less)
	}
	return of.People == 0 || r.aboveFloor(&of) && r.allows(nil, []partition.Group{of})
}

// goTogether lets those go who may.
func (r *rise) goTogether() {
	by := map[string]map[*group][]int32{}
	for _, m := range r.going {
		if by[m.key] == nil {
			by[m.key] = map[*group][]int32{}
		}
		by[m.key][r.at[m.of]] = append(by[m.key][r.at[m.of]], m.of)
	}
	for _, key := range slices.Sorted(maps.Keys(by)) {
		var departures []departure
		for from, of := range by[key] {
			departures = append(departures, departure{from, of})
		}
		slices.SortFunc(departures, func(a, b departure) int { return compareText(a.from.key, b.from.key) })
		parts := []partition.Group{r.gathered(key, departures)}
		for _, d := range departures {
			if d.from.of.People != r.peopleOf(d.of) {
				parts = append(parts, r.count(&d.from.of, nil, d.of))
			}
		}
		r.shares.allow(key, departures, r.peopleOf) // which sets the change
		r.leave(key, departures, parts)
	}
}
