package privacy

import (
	"sync"

	"skyline/engine/breach"
	"skyline/engine/disclosure"
	"skyline/engine/partition"
)

// Merged is a QI group that takes the place of others of a release candidate. It may be
// asked about by several goroutines at once, and must not be copied.
type Merged struct {
	Group *partition.Group
	// Of is how many of the release candidate's QI groups are in it, by their histogram.
	Of map[string]int64

	gone   func() map[int]int64 // by the index of the release candidate's groups
	breach func() *breach.Merged
	// disclosures are by the number of basic implications.
	disclosures sync.Map
	// theres are those without absent people, by the number of that value.
	theres sync.Map
}

// NewMerged returns the merged group of a release candidate.
func NewMerged(release *Release, group *partition.Group, of map[string]int64) *Merged {
	m := &Merged{Group: group, Of: of}
	m.gone = sync.OnceValue(func() map[int]int64 {
		gone := make(map[int]int64, len(of))
		for histogram, n := range of {
			if i, ok := release.index(histogram); ok {
				gone[i] = n
			}
		}
		return gone
	})
	m.breach = sync.OnceValue(func() *breach.Merged {
		gone := map[int32]bool{}
		for i, n := range m.gone() {
			if n >= release.copies(i) {
				gone[int32(i)] = true
			}
		}
		return &breach.Merged{Group: group, Gone: gone}
	})
	return m
}

// among returns the group of those who are there, which somebody is, in the release
// candidate of those.
func (m *Merged) among(there *Release, absent int32) *Merged {
	if known, ok := m.theres.Load(absent); ok {
		return known.(*Merged)
	}
	without := m.Group.Without(absent)
	known, _ := m.theres.LoadOrStore(absent, NewMerged(there, &without, m.Of))
	return known.(*Merged)
}

// disclosure returns the group as basic implications see it.
func (m *Merged) disclosure(r *implications) *disclosure.Merged {
	if known, ok := m.disclosures.Load(r.k); ok {
		return known.(*disclosure.Merged)
	}
	known, _ := m.disclosures.LoadOrStore(r.k, &disclosure.Merged{Group: *r.seen(m.Group), Gone: m.gone()})
	return known.(*disclosure.Merged)
}
