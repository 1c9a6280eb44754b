package suppression

import (
	"encoding/binary"

	"skyline/engine"
)

// Known is what somebody may know of a person: any Columns of the columns that may be
// suppressed, whichever they are, and all strata. At least People must show the same in these.
type Known struct {
	Columns int
	People  int64
}

// MaxSubsets is how many subsets of the columns may be known.
const MaxSubsets = 1000

func (k *Known) check(free int) error {
	if k.Columns < 1 || k.Columns > free {
		return engine.NewParamError("suppression", "Known", "from 1 column to all that may be suppressed", k.Columns)
	}
	if len(k.subsets(free)) > MaxSubsets {
		return engine.NewParamError("suppression", "Known", "of at most 1000 subsets of the columns", k.Columns)
	}
	return nil
}

// subsets are the sets of so many of the first columns, as numbers in their order; no more than
// one beyond MaxSubsets.
func (k *Known) subsets(free int) []pattern {
	var sets []pattern
	for set := allOf(k.Columns); set.within(allOf(free)) && len(sets) <= MaxSubsets; {
		sets = append(sets, set)
		// The next number with as many bits (Gosper).
		least := set & -set
		next := set + least
		if next < set { // beyond the last column
			break
		}
		set = next | (set^next)/least>>2
	}
	return sets
}

// asked is a set of columns that somebody may know, and how many people that must leave.
type asked struct {
	columns pattern
	people  int64
}

// asked is what SuppressMatching is asked for.
func (o *Options) asked(columns int, k int64) []asked {
	var all []asked
	if k > 0 {
		all = append(all, asked{allOf(columns), k})
	}
	if o.Known != nil {
		for _, set := range o.Known.subsets(columns) {
			all = append(all, asked{set, o.Known.People})
		}
	}
	return all
}

// shares is how many people show the same in each subset of the columns that somebody may know,
// in a release in the making.
type shares struct {
	least   int64
	subsets []pattern
	counts  map[string]int64 // by subset and codes
	change  map[string]int64 // likewise, of moves that are looked at
	from    []byte
	to      []byte
}

func newShares(k *Known, free, columns int) *shares {
	s := &shares{least: k.People, subsets: k.subsets(free), counts: map[string]int64{}, change: map[string]int64{}}
	for n := range s.subsets {
		s.subsets[n] |= allOf(columns) &^ allOf(free)
	}
	return s
}

// shown appends the n-th subset, and what people show in it who show a key of a group.
func (s *shares) shown(to []byte, n int, key string) []byte {
	to = binary.BigEndian.AppendUint16(to[:0], uint16(n))
	for at := 0; at < len(key); at += codeBytes {
		if s.subsets[n].has(at / codeBytes) {
			to = append(to, key[at:at+codeBytes]...)
		}
	}
	return to
}

// each calls f for what people no longer show in a subset, and show instead, who leave a group for
// another.
func (s *shares) each(from, to string, f func(left, entered []byte)) {
	for n := range s.subsets {
		s.from, s.to = s.shown(s.from, n, from), s.shown(s.to, n, to)
		if string(s.from) != string(s.to) {
			f(s.from, s.to)
		}
	}
}

// note adds a move to the change.
func (s *shares) note(from, to string, people int64) {
	s.each(from, to, func(left, entered []byte) {
		s.change[string(left)] -= people
		s.change[string(entered)] += people
	})
}

// after is how many people would show something after the change.
func (s *shares) after(shown []byte) int64 { return s.counts[string(shown)] + s.change[string(shown)] }

// isShort reports whether too few people would show something after the change.
func (s *shares) isShort(shown []byte) bool {
	n := s.after(shown)
	return n > 0 && n < s.least
}

// allow reports whether people may leave groups for that which shows a key.
func (s *shares) allow(key string, departures []departure, people func([]int32) int64) bool {
	clear(s.change)
	for _, d := range departures {
		s.note(d.from.key, key, people(d.of))
	}
	for shown := range s.change {
		if s.isShort([]byte(shown)) {
			return false
		}
	}
	return true
}

// apply makes the change.
func (s *shares) apply() {
	for shown, n := range s.change {
		if s.counts[shown] += n; s.counts[shown] == 0 {
			delete(s.counts, shown)
		}
	}
}

// count counts anew what groups show. It reports whether everything is shown by enough people.
func (s *shares) count(groups map[string]*group) bool {
	clear(s.counts)
	for _, g := range groups {
		for n := range s.subsets {
			s.to = s.shown(s.to, n, g.key)
			s.counts[string(s.to)] += g.of.People
		}
	}
	for _, n := range s.counts {
		if n > 0 && n < s.least {
			return false
		}
	}
	return true
}
