package release

import (
	"context"

	"skyline/engine/mondrian"
)

// Split is a table that has been split into QI groups, in codes: what a kernel sees of it
// that makes something else of it than a release.
type Split struct {
	in     *splitting
	groups int
	covers []covers            // by column
	except []*mondrian.Excepts // by column; nil without a hierarchy
}

// SplitTable splits the table that a specification has.
func SplitTable(ctx context.Context, s *SplitSpec) (*Split, error) {
	in, err := s.read(ctx)
	if err != nil {
		return nil, err
	}
	release, _, err := in.partition(ctx)
	if err != nil {
		return nil, err
	}
	split := &Split{in: in, groups: release.Len(), covers: make([]covers, len(in.columns)), except: make([]*mondrian.Excepts, len(in.columns))}
	for d := range split.covers {
		split.covers[d] = in.coversOf(release, d)
		if in.cells.Column(d).Hierarchy != nil {
			split.except[d] = release.Excepts(d)
		}
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

// ColumnNode is a node of a column's hierarchy: its level and label, or, at level 0, the code of
// its value.
type ColumnNode struct {
	Level  int64
	Label  string
	Code   int32
	IsNull bool
}

func (s *Split) node(d int, at int32) ColumnNode {
	column := s.in.cells.Column(d)
	n := column.Hierarchy.Node(at)
	node := ColumnNode{Level: n.Level, Label: n.Label}
	if n.Level == 0 {
		node.Code = column.Hierarchy.Value(n.First)
		node.IsNull = column.HasNull && int(node.Code) == column.Size-1
	}
	return node
}

// Siblings returns the nodes that show a group together, in a column with a hierarchy; nil: one
// does.
func (s *Split) Siblings(group, d int) []ColumnNode {
	var nodes []ColumnNode
	for _, at := range s.covers[d].Region(group).Siblings {
		nodes = append(nodes, s.node(d, at))
	}
	return nodes
}

// Excepted returns the nodes below those of a group, in a column with a hierarchy, whose people
// other groups have.
func (s *Split) Excepted(group, d int) []ColumnNode {
	region := s.covers[d].Region(group)
	covered := region.Siblings
	if covered == nil {
		covered = []int32{region.Node}
	}
	var excepted []ColumnNode
	for _, above := range covered {
		for _, at := range s.except[d].Below(group, above) {
			excepted = append(excepted, s.node(d, at))
		}
	}
	return excepted
}
