package release

import "context"

// Split is a table that has been split into QI groups, in codes: what a kernel sees of it
// that makes something else of it than a release.
type Split struct {
	in     *splitting
	groups int
	covers []covers // by column
}

// SplitTable splits the table that a specification has.
func SplitTable(ctx context.Context, s *SplitSpec) (*Split, error) {
	in, err := s.read()
	if err != nil {
		return nil, err
	}
	release, _, err := in.partition(ctx)
	if err != nil {
		return nil, err
	}
	split := &Split{in: in, groups: release.Len(), covers: make([]covers, len(in.columns))}
	for d := range split.covers {
		split.covers[d] = in.coversOf(release, d)
	}
	return split, nil
}

// Groups returns how many QI groups there are.
func (s *Split) Groups() int { return s.groups }

// Columns returns how many quasi-identifiers there are.
func (s *Split) Columns() int { return len(s.covers) }

// Shown returns what is shown of a group in a column.
func (s *Split) Shown(group, d int) ShownRegion { return s.in.show(s.covers[d], group, d) }

// IsOfSets reports whether the values of a column are shown as sets, not as ranges.
func (s *Split) IsOfSets(d int) bool { return s.in.texts[d] != nil }

// Members returns the codes that a group covers of a column, NULL's last, and how many they
// are; it need not return more than most.
func (s *Split) Members(group, d, most int) (codes []int32, n int) {
	return s.covers[d].Members(group, most)
}
