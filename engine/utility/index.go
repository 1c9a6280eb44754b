package utility

import (
	"cmp"
	"slices"
)

// boxes finds the combinations of labels, and with them the QI groups, whose
// region contains a row of the original. A box is such a combination; a group's
// region is the union of its boxes. The boxes stand in a trie, a column a level: for labels that are
// single values the branch is looked up, the others are tried one by one. Where
// the boxes of a release do not overlap, few branches survive a level.
type boxes struct {
	columns []int // in the order of the trie
	regions [][]region
	root    *branch
}

// branch is a node of the trie.
type branch struct {
	values   []int32 // single values, ascending
	ofValues []*branch
	labels   []int32
	ofLabels []*branch
	// At the end: the number of the combination, and the groups that have it,
	// ascending.
	tuple  int32
	groups []int32
}

// newBoxes makes the trie of a release's rows. Columns with many labels come
// first: they leave the fewest branches.
func newBoxes(r *Release, count int) boxes {
	b := boxes{}
	for c := range r.qi {
		b.columns = append(b.columns, c)
		b.regions = append(b.regions, r.columns[c].regions)
	}
	slices.SortStableFunc(b.columns, func(x, y int) int {
		return cmp.Compare(len(r.columns[y].Labels), len(r.columns[x].Labels))
	})
	// A tuple can be in several groups.
	groups := make([][]int32, count)
	rows := make([]int32, 0, count)
	for i, tuple := range r.tuples {
		if groups[tuple] == nil {
			rows = append(rows, int32(i))
		}
		groups[tuple] = append(groups[tuple], r.groupOf[i])
	}
	codes := r.release.Codes
	slices.SortFunc(rows, func(x, y int32) int {
		for _, c := range b.columns {
			if d := cmp.Compare(codes[c][x], codes[c][y]); d != 0 {
				return d
			}
		}
		return 0
	})
	var grow func(rows []int32, depth int) *branch
	grow = func(rows []int32, depth int) *branch {
		here := &branch{}
		if depth == len(b.columns) {
			here.tuple = r.tuples[rows[0]]
			here.groups = groups[here.tuple]
			slices.Sort(here.groups)
			here.groups = slices.Compact(here.groups)
			return here
		}
		column := codes[b.columns[depth]]
		regions := b.regions[b.columns[depth]]
		lookup := map[int32]*branch{}
		for len(rows) > 0 {
			label, end := column[rows[0]], 1
			for end < len(rows) && column[rows[end]] == label {
				end++
			}
			below := grow(rows[:end], depth+1)
			rows = rows[end:]
			labelled := &regions[label]
			// Two labels may be texts of one value; the second is tried like a set.
			if value, ok := onlyValue(labelled); ok && lookup[value] == nil {
				lookup[value] = below
				here.values = append(here.values, value)
			} else {
				here.labels, here.ofLabels = append(here.labels, label), append(here.ofLabels, below)
			}
		}
		slices.Sort(here.values)
		for _, v := range here.values {
			here.ofValues = append(here.ofValues, lookup[v])
		}
		return here
	}
	if len(rows) > 0 {
		b.root = grow(rows, 0)
	}
	return b
}

// onlyValue returns the value of a region that has one.
func onlyValue(r *region) (int32, bool) {
	if len(r.runs) == 1 && r.runs[0].first == r.runs[0].last {
		return r.runs[0].first, true
	}
	return 0, false
}

// find appends the ends of the trie whose region contains a row of exact values.
func (b *boxes) find(codes [][]int32, row int, ends []*branch) []*branch {
	if b.root == nil {
		return ends
	}
	return b.descend(b.root, 0, codes, row, ends)
}

func (b *boxes) descend(here *branch, depth int, codes [][]int32, row int, ends []*branch) []*branch {
	if depth == len(b.columns) {
		return append(ends, here)
	}
	column := b.columns[depth]
	value := codes[column][row]
	if i, ok := slices.BinarySearch(here.values, value); ok {
		ends = b.descend(here.ofValues[i], depth+1, codes, row, ends)
	}
	for i, label := range here.labels {
		if b.regions[column][label].contains(value) {
			ends = b.descend(here.ofLabels[i], depth+1, codes, row, ends)
		}
	}
	return ends
}
