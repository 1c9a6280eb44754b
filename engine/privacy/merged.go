package privacy

import (
	"context"
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
	// columns are those with the values of one of several sensitive columns, by the column.
	columns sync.Map
	// violations are what requirements on such columns say, by the requirement, where the
	// others are known.
	violations sync.Map
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

// column returns the group with the values of a column, in the release candidate of those.
func (m *Merged) column(derived *Release, c *Column) *Merged {
	if known, ok := m.columns.Load(c); ok {
		return known.(*Merged)
	}
	marginal := c.Marginal(m.Group)
	known, _ := m.columns.LoadOrStore(c, NewMerged(derived, &marginal, m.Of))
	return known.(*Merged)
}

// violated returns what the group would violate of a requirement on a column where the others
// are known, if the release candidate had it.
func (m *Merged) violated(release *Release, r *ofColumn) ([]violatedBy, error) {
	if known, ok := m.violations.Load(r); ok {
		return known.([]violatedBy), nil
	}
	with := release.with(m, r.of)
	d, last := with.column(r.column), len(with.Table.Groups)-1
	found := []violatedBy{}
	err := r.of.Violations(context.Background(), d.release, func(f Finding) {
		if d.groups[f.Group] == last {
			found = append(found, violatedBy{d.known[f.Group], f.part, r.about(&f)})
		}
	})
	if err != nil {
		return nil, err
	}
	m.violations.Store(r, found)
	return found, nil
}

// with returns the release candidate with a merged group as the last one, in the place of
// those that are in it. What looks at each group by itself needs no others.
func (r *Release) with(m *Merged, looking Requirement) *Release {
	with := &Release{
		Constraint: r.Constraint, Whole: r.Whole, Copies: []int64{},
		Table: &partition.Table{Values: r.Table.Values, People: r.Table.People},
	}
	if _, local := looking.(*Local); !local {
		gone := m.gone()
		for i := range r.Table.Groups {
			if left := r.copies(i) - gone[i]; left > 0 {
				with.Table.Groups, with.Copies = append(with.Table.Groups, r.Table.Groups[i]), append(with.Copies, left)
			}
		}
	}
	with.Table.Groups, with.Copies = append(with.Table.Groups, *m.Group), append(with.Copies, 1)
	return with
}

// disclosure returns the group as basic implications see it.
func (m *Merged) disclosure(r *implications) *disclosure.Merged {
	if known, ok := m.disclosures.Load(r.k); ok {
		return known.(*disclosure.Merged)
	}
	known, _ := m.disclosures.LoadOrStore(r.k, &disclosure.Merged{Group: *r.seen(m.Group), Gone: m.gone()})
	return known.(*disclosure.Merged)
}
