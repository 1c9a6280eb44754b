package release

import "context"

// Split is a table that has been split into QI groups, in codes: what a kernel sees of it
// that makes something else of it than a release.
type Split struct {
	in     *splitting
	groups int
	covers []covers    // by column
	stands [][][]int32 // by column and group: see mondrian.Release.Stands
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
	split := &Split{in: in, groups: release.Len(), covers: make([]covers, len(in.columns)), stands: make([][][]int32, len(in.columns))}
	for d := range split.covers {
		split.covers[d] = in.coversOf(release, d)
		split.stands[d] = release.Stands(d)
	}
	return split, nil
}

// Groups returns how many QI groups there are.
func (s *Split) Groups() int { return s.groups }

// Columns returns how many quasi-identifiers there are.
func (s *Split) Columns() int { return len(s.covers) }

// Shown returns what is shown of a group in a column.
func (s *Split) Shown(group, d int) ShownRegion { return s.in.show(s.covers[d], group, d) }

// Refuse is an error where what has been shown is no label.
func (s *Split) Refuse() error { return s.in.listed.Refuse() }

// IsOfSets reports whether the values of a column are shown as sets, not as ranges.
func (s *Split) IsOfSets(d int) bool { return s.in.texts[d] != nil }

// Members returns the codes that a group covers of a column, NULL's last, and how many they
// are; it need not return more than most.
func (s *Split) Members(group, d, most int) (codes []int32, n int) {
	return s.covers[d].Members(group, most)
}

// ExceptedNode is a node of a column's hierarchy: its level and label, or, at level 0, the code
// of its value.
type ExceptedNode struct {
	Level  int64
	Label  string
	Code   int32
	IsNull bool
}

// Excepted returns the nodes below that of a group, in a column with a hierarchy, whose people
// other groups have.
func (s *Split) Excepted(group, d int) []ExceptedNode {
	column := s.in.cells.Column(d)
	covered := column.Hierarchy.Node(s.covers[d].Region(group).Node)
	var excepted []ExceptedNode
	for _, at := range s.stands[d][group] {
		n := column.Hierarchy.Node(at)
		if n.First < covered.First || n.Last > covered.Last {
			continue
		}
		e := ExceptedNode{Level: n.Level, Label: n.Label}
		if n.Level == 0 {
			e.Code = column.Hierarchy.Value(n.First)
			e.IsNull = column.HasNull && int(e.Code) == column.Size-1
		}
		excepted = append(excepted, e)
	}
	return excepted
}
