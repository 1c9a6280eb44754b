package partition

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"
)

// Summary reduces the histograms of QI groups, one at a time, to those that can
// matter for a question about a single sensitive value.
//
// Such a question sees a group through its shape, the sorted counts of its
// values without their names, and the count of the value in question. So of all
// groups that look alike to a value, one is kept: the one whose histogram comes
// first in the order of bytes. However many groups a table has, few shapes occur,
// unless it has very many sensitive values.
//
// It takes O(e log e) time for a histogram of e values, and memory for the
// histograms that are kept. Summaries of parts of a table can be merged.
type Summary struct {
	// PeopleCounted is as in Builder.
	PeopleCounted bool

	people int64
	values encodedValues
	shapes map[string]*shape
	kept   []string // histograms
	recent map[string]int64
	// widest is the largest number of values in a group, common the values that
	// all groups of that width have, and extras the positions in kept of groups
	// that show that there are no more: see Release.MaxL in package breach.
	widest int
	common map[int32]bool
	extras []int32

	entries []summaryEntry // scratch
	key     []byte         // scratch
}

type summaryEntry struct {
	value, class int32
	n            int64
}

// shape is the sorted counts of a histogram.
type shape struct {
	classes int32 // how many different counts it has
	// only is 1 + the position in kept of the one histogram with this shape, as
	// long as there is one: that stands for itself, for all of its values.
	only int32
	// After that, best says, for a value and the class of its count, 1 + the
	// position in kept of the group that stands for those that look alike; dense
	// where both numbers are small, in a map elsewhere.
	dense  []int32
	sparse map[[2]int32]int32
}

// What a shape keeps in a slice: 64 values of 16 classes are 4 kB.
const (
	denseValues  = 64
	denseClasses = 16
)

// So many whole histograms, of at most so many bytes, are remembered: tables with
// few different ones need not look into them again.
const (
	maxRecent       = 1 << 14
	maxRecentLength = 1 << 10
)

// Add adds one QI group. The histogram is encoded as for Builder.Add; it is
// cloned where it is kept.
//
// Errors: ErrMalformed, ErrTooManyPeople.
func (s *Summary) Add(histogram string) error {
	if people, ok := s.recent[histogram]; ok {
		return s.addPeople(people)
	}
	if s.shapes == nil {
		s.shapes, s.recent = map[string]*shape{}, map[string]int64{}
	}
	people, err := s.read(histogram, true)
	if err != nil {
		return err
	}
	if len(s.recent) < maxRecent && len(histogram) <= maxRecentLength {
		s.recent[strings.Clone(histogram)] = people
	}
	s.keep(histogram)
	return s.addPeople(people)
}

func (s *Summary) addPeople(people int64) error {
	if people > maxPeople-s.people {
		return ErrTooManyPeople
	}
	s.people += people
	return nil
}

// read decodes a histogram into entries, by falling counts, and returns the
// number of its people. It makes the key of its shape if that is asked for.
func (s *Summary) read(histogram string, withKey bool) (people int64, err error) {
	s.entries = s.entries[:0]
	last := int32(-1)
	for rest := histogram; rest != ""; {
		counted := !s.PeopleCounted || rest[0] != nullEncoded
		if counted {
			last, rest = s.values.next(rest, last)
		} else {
			rest = rest[1:]
		}
		count, tail, ok := uvarint(rest)
		n := int64(count)
		if last < -1 || !ok || n <= 0 {
			return 0, ErrMalformed
		}
		if n > maxPeople || people > maxPeople-n {
			return 0, ErrTooManyPeople
		}
		rest = tail
		if counted != s.PeopleCounted {
			people += n
		}
		if counted {
			s.entries = append(s.entries, summaryEntry{value: last, n: n})
		}
	}
	sortByCount(s.entries)
	class := int32(-1)
	for i := range s.entries {
		if i == 0 || s.entries[i].n != s.entries[i-1].n {
			class++
		}
		s.entries[i].class = class
	}
	if withKey {
		s.key = binary.AppendUvarint(s.key[:0], uint64(people))
		for _, e := range s.entries {
			s.key = binary.AppendUvarint(s.key, uint64(e.n))
		}
	}
	return people, nil
}

// sortByCount sorts by falling counts. Nearly all groups have few values.
func sortByCount(entries []summaryEntry) {
	if len(entries) > 24 {
		slices.SortFunc(entries, func(a, b summaryEntry) int { return cmp.Compare(b.n, a.n) })
		return
	}
	for i := 1; i < len(entries); i++ {
		moving, j := entries[i], i
		for ; j > 0 && entries[j-1].n < moving.n; j-- {
			entries[j] = entries[j-1]
		}
		entries[j] = moving
	}
}

// keep keeps a histogram if it is the first for one of its values.
func (s *Summary) keep(histogram string) {
	position := int32(-1)
	keep := func() int32 {
		if position < 0 {
			position = int32(len(s.kept))
			s.kept = append(s.kept, strings.Clone(histogram))
		}
		return position
	}
	if s.narrowsCommon() {
		s.extras = append(s.extras, keep())
	}
	look, ok := s.shapes[string(s.key)]
	switch {
	case len(s.entries) == 0:
		return // nobody has a value
	case !ok:
		s.shapes[string(s.key)] = &shape{classes: s.entries[len(s.entries)-1].class + 1, only: keep() + 1}
		return
	case look.only > 0:
		s.open(look, histogram)
	}
	compared, isFirst := int32(0), true // several values often have the same best
	for _, e := range s.entries {
		best := look.best(e)
		if best != compared {
			compared, isFirst = best, best == 0 || histogram < s.kept[best-1]
		}
		if isFirst {
			look.setBest(e, keep()+1)
		}
	}
}

// open lets the one histogram of a shape stand for each of its values, and reads
// the second one of that shape again.
func (s *Summary) open(look *shape, second string) {
	first := look.only
	look.only = 0
	// Both have been read before without an error.
	_, _ = s.read(s.kept[first-1], false)
	for _, e := range s.entries {
		look.setBest(e, first)
	}
	_, _ = s.read(second, false)
}

// narrowsCommon takes the histogram that was read among the widest, and reports
// whether the values that all of those have became fewer, or it is the first.
func (s *Summary) narrowsCommon() bool {
	if len(s.entries) < s.widest || len(s.entries) == 0 {
		return false
	}
	wider := len(s.entries) > s.widest
	if !wider && s.hasCommon() {
		return false
	}
	common := map[int32]bool{}
	for _, e := range s.entries {
		if wider || s.common[e.value] {
			common[e.value] = true
		}
	}
	if wider {
		s.extras = s.extras[:0]
	}
	s.widest, s.common = len(s.entries), common
	return true
}

// hasCommon reports whether the histogram that was read has all common values.
func (s *Summary) hasCommon() bool {
	have := 0
	for i := 0; i < len(s.entries) && have < len(s.common); i++ {
		if s.common[s.entries[i].value] {
			have++
		}
	}
	return have == len(s.common)
}

func (look *shape) isDense(e summaryEntry) bool {
	return e.value < denseValues && look.classes <= denseClasses
}

func (look *shape) best(e summaryEntry) int32 {
	if !look.isDense(e) {
		return look.sparse[[2]int32{e.value, e.class}]
	}
	if i := e.value*look.classes + e.class; int(i) < len(look.dense) {
		return look.dense[i]
	}
	return 0
}

func (look *shape) setBest(e summaryEntry, position int32) {
	if !look.isDense(e) {
		if look.sparse == nil {
			look.sparse = map[[2]int32]int32{}
		}
		look.sparse[[2]int32{e.value, e.class}] = position
		return
	}
	i := int(e.value*look.classes + e.class)
	if i >= len(look.dense) {
		look.dense = append(look.dense, make([]int32, i+1-len(look.dense))...)
	}
	look.dense[i] = position
}

// Merge adds the groups of another summary, which must not be used afterwards.
//
// Errors: ErrTooManyPeople.
func (s *Summary) Merge(other *Summary) error {
	if len(s.kept) == 0 && s.people == 0 {
		*s = *other
		return nil
	}
	people := s.people
	for _, histogram := range other.kept {
		if err := s.Add(histogram); err != nil {
			return err
		}
	}
	// The kept ones have been counted, but stand for all.
	s.people = people
	return s.addPeople(other.people)
}

// Encode returns the summary as bytes, for Builder.AddSummary. Histograms that
// another has replaced for all their values are left out; the rest come in the
// order of their bytes.
func (s *Summary) Encode() []byte {
	inUse := make([]bool, len(s.kept))
	for _, look := range s.shapes {
		if look.only > 0 {
			inUse[look.only-1] = true
		}
		for _, position := range look.dense {
			if position > 0 {
				inUse[position-1] = true
			}
		}
		for _, position := range look.sparse {
			inUse[position-1] = true
		}
	}
	for _, position := range s.extras {
		inUse[position] = true
	}
	var kept []string
	for i, histogram := range s.kept {
		if inUse[i] {
			kept = append(kept, histogram)
		}
	}
	slices.Sort(kept)
	kept = slices.Compact(kept)
	encoded := binary.AppendUvarint(nil, uint64(s.people))
	for _, histogram := range kept {
		encoded = binary.AppendUvarint(encoded, uint64(len(histogram)))
		encoded = append(encoded, histogram...)
	}
	return encoded
}
