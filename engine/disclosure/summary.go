package disclosure

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"skyline/engine"
	"skyline/engine/partition"
)

// Summary reduces the histograms of QI groups, one at a time, to Groups: of those
// with the same number of people and the same k+1 largest counts it keeps how many
// there are, and which come first. Summaries of parts of a table can be merged.
//
// It takes O(e log e) time for a histogram of e values, and memory for the different
// groups.
type Summary struct {
	k      int64
	people int64
	looks  map[string]*look
	recent map[string]*look // by histogram

	counts []int64 // scratch
	key    []byte  // scratch
}

// look is a Group in the making.
type look struct {
	Group
	// listed is how many groups its Histograms are.
	listed int64
}

// So many histograms, of at most so many bytes, are remembered: tables with few
// different ones need not look into them again.
const (
	maxRecent       = 1 << 14
	maxRecentLength = 1 << 10
)

// NewSummary returns a summary for up to k basic implications.
func NewSummary(k int64) *Summary {
	return &Summary{k: max(0, k), looks: map[string]*look{}, recent: map[string]*look{}}
}

// Add adds one QI group, as an encoded histogram; see partition.Builder. Each person
// has one value, NULL being one. A histogram without people is left out. What is
// kept of the histogram is cloned.
//
// Errors: partition.ErrMalformed, partition.ErrTooManyPeople.
func (s *Summary) Add(histogram string) error {
	if x, ok := s.recent[histogram]; ok {
		return s.add(x, histogram, 1)
	}
	people := int64(0)
	s.counts = s.counts[:0]
	err := partition.Entries(histogram, func(_ string, _ bool, n int64) error {
		if n > partition.MaxPeople-people {
			return partition.ErrTooManyPeople
		}
		people += n
		s.counts = append(s.counts, n)
		return nil
	})
	if err != nil {
		return fmt.Errorf("disclosure: %w", err)
	}
	if people == 0 {
		return nil
	}
	slices.SortFunc(s.counts, func(a, b int64) int { return cmp.Compare(b, a) })
	if int64(len(s.counts)) > s.k {
		s.counts = s.counts[:s.k+1]
	}
	x := s.look(people, s.counts)
	if len(s.recent) < maxRecent && len(histogram) <= maxRecentLength {
		s.recent[strings.Clone(histogram)] = x
	}
	return s.add(x, histogram, 1)
}

// look returns that of groups with these people and counts.
func (s *Summary) look(people int64, counts []int64) *look {
	s.key = binary.AppendUvarint(s.key[:0], uint64(people))
	for _, n := range counts {
		s.key = binary.AppendUvarint(s.key, uint64(n))
	}
	x, ok := s.looks[string(s.key)]
	if !ok {
		x = &look{Group: Group{People: people, Counts: slices.Clone(counts)}}
		s.looks[string(s.key)] = x
	}
	return x
}

// add counts groups with a look, and lists them if they are among the first. What
// is dropped from the list is never listed again: what is before it stays.
func (s *Summary) add(x *look, histogram string, n int64) error {
	if x.People > (partition.MaxPeople-s.people)/n {
		return fmt.Errorf("disclosure: %w", partition.ErrTooManyPeople)
	}
	s.people += n * x.People
	x.Copies += n
	x.list(histogram, n, s.k+2)
	return nil
}

func (x *look) list(histogram string, n, most int64) {
	at, found := slices.BinarySearchFunc(x.Histograms, histogram, func(c Copy, h string) int { return strings.Compare(c.Histogram, h) })
	switch {
	case found:
		x.Histograms[at].N += n
	case at == len(x.Histograms) && x.listed >= most:
		return
	default:
		x.Histograms = slices.Insert(x.Histograms, at, Copy{strings.Clone(histogram), n})
	}
	x.listed += n
	for last := len(x.Histograms) - 1; x.listed-x.Histograms[last].N >= most; last-- {
		x.listed -= x.Histograms[last].N
		x.Histograms = slices.Delete(x.Histograms, last, last+1)
	}
}

// Merge adds the groups of another summary for the same k, which must not be used
// afterwards.
//
// Errors: *engine.ParamError, partition.ErrTooManyPeople.
func (s *Summary) Merge(other *Summary) error {
	if s.k != other.k {
		return engine.NewParamError("disclosure", "other", fmt.Sprintf("a summary for k = %d", s.k), fmt.Sprint("one for k = ", other.k))
	}
	if other.people > partition.MaxPeople-s.people {
		return fmt.Errorf("disclosure: %w", partition.ErrTooManyPeople)
	}
	s.people += other.people
	for key, theirs := range other.looks {
		x, ok := s.looks[key]
		if !ok {
			s.looks[key] = theirs
			continue
		}
		x.Copies += theirs.Copies
		for _, c := range theirs.Histograms {
			x.list(c.Histogram, c.N, s.k+2)
		}
	}
	return nil
}

// Groups returns what has been added, in an order that depends on nothing else.
func (s *Summary) Groups() []Group {
	groups := make([]Group, 0, len(s.looks))
	for _, x := range s.looks {
		groups = append(groups, x.Group)
	}
	slices.SortFunc(groups, func(a, b Group) int {
		return cmp.Or(cmp.Compare(a.People, b.People), slices.Compare(a.Counts, b.Counts))
	})
	return groups
}
