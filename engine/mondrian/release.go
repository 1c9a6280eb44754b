package mondrian

import (
	"slices"

	"skyline/engine/cells"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

// Release is a partition of a table into QI groups.
type Release struct {
	// Tree finds the group of people by their codes.
	Tree   *Tree
	cells  *Cells
	groups []leaf
}

// leaf is a QI group and its cells.
type leaf struct {
	group      *partition.Group
	begin, end int
	node       int32
	refused    *Refused
	undecided  int64
}

// number numbers the groups in the order of the tree's leaves. Those of absent people
// alone are none of the release.
func (r *Release) number(leaves []leaf) {
	absent, groups := r.cells.Absent(), 0
	for i := range leaves {
		l := &leaves[i]
		if absent >= 0 {
			there := l.group.Without(absent)
			l.group = &there
		}
		if l.group.People > 0 {
			groups++
		} else {
			r.Tree.nodes[l.node].at = nobody
		}
	}
	r.Tree.number()
	r.groups = make([]leaf, groups)
	for _, l := range leaves {
		if at := r.Tree.nodes[l.node].at; at != nobody {
			r.groups[at] = l
		}
	}
}

// Len returns the number of QI groups. They are numbered in the order of their
// regions.
func (r *Release) Len() int { return len(r.groups) }

// Group returns the people and sensitive values of a group, without absent people.
func (r *Release) Group(i int) *partition.Group { return r.groups[i].group }

// Together returns sets of groups as one group each, in which everybody counts once, however many of the groups they are in, without
// absent people. Cost: O(cells of the groups).
func (r *Release) Together(sets [][]int) []partition.Group {
	g, absent := newGatherer(r.cells), r.cells.Absent()
	groups := make([]partition.Group, len(sets))
	for i, set := range sets {
		spans := make([]span, len(set))
		for j, group := range set {
			spans[j] = span{r.groups[group].begin, r.groups[group].end}
		}
		if groups[i] = g.group(spans...); absent >= 0 {
			groups[i] = groups[i].Without(absent)
		}
	}
	return groups
}

// Undecided returns how many splits of a group the requirements allow that were refused, since it could not be computed what
// they tell beside earlier releases; splits at a node of a hierarchy count as one.
func (r *Release) Undecided(i int) int64 { return r.groups[i].undecided }

// Region is what a group covers of a column.
type Region struct {
	// Low and High are the first and the last code, NULL aside; -1 if there is only
	// NULL, or a Node.
	Low, High int32
	// Null says that NULL is covered, be it beside values, alone, or below a Node.
	Null bool
	// Node is the lowest node of the column's hierarchy that covers the group, and is not
	// below the column's Finest; -1 for a column without one, or a single value.
	Node int32
	// Siblings are the children of Node that are covered, in their order, and no others; nil: all of
	// them are, as far as the group has them (see Excepts).
	Siblings []int32
}

// Region returns what a group covers of a column, absent people too, in time proportional to its
// cells.
func (r *Release) Region(group, d int) Region {
	return r.cells.columns[d].covered(r.codes(group, d))
}

// Members returns the codes of a column that occur in a group, absent people too, in
// order. The column must not have a hierarchy.
func (r *Release) Members(group, d int) []int32 {
	codes := slices.Clone(r.codes(group, d))
	slices.Sort(codes)
	return slices.Compact(codes)
}

// People calls f for the cells of a group that count people, with the code that they have in a
// column without a hierarchy, and how many they are. A code may come several times.
func (r *Release) People(group, d int, f func(code int32, people int64)) {
	l, c := r.groups[group], r.cells
	for i := l.begin; i < l.end; i++ {
		if c.Value[i] == cells.OfPeople || c.Constraint == knowledge.SVPI {
			f(c.Codes[d][i], c.N[i])
		}
	}
}

func (r *Release) codes(group, d int) []int32 {
	return r.cells.Codes[d][r.groups[group].begin:r.groups[group].end]
}
