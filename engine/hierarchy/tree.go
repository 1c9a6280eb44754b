package hierarchy

import "skyline/engine/label"

// Tree is a generalization hierarchy. It is not changed once it is made, and may
// be read by several goroutines at once.
type Tree struct {
	// Nodes are numbered level by level: the leaves by rank, then the nodes of
	// level 1 in the order of the ranks that they cover, and so on; the root is
	// the last. So the children of a node have consecutive numbers.
	nodes  []span
	labels []string // of the nodes above the leaves
	ids    []int32  // 0, 1, 2, …: children are slices of it
	starts []int32  // the first node of each level
	ranks  []int32  // by value
	values []int32  // by rank
}

// span is what the tree holds of a node.
type span struct {
	first, last           int32 // ranks
	firstChild, lastChild int32
	parent                int32
}

// Node is a node of a tree. The leaves, at level 0, stand for one value each and
// have the label "".
type Node struct {
	Label       string
	Level       int64
	First, Last int32   // the ranks that it covers
	Children    []int32 // ordered by First; not to be changed
	Parent      int32   // -1 for the root
}

// tree puts the nodes in order. Top down, siblings stand together, in the order
// of the smallest values below them, which is the order of the builder.
func (b *builder) tree() *Tree {
	values := len(b.leaves)
	t := &Tree{
		nodes:  make([]span, values+len(b.labels)),
		labels: make([]string, 0, len(b.labels)),
		ids:    make([]int32, values+len(b.labels)),
		starts: make([]int32, b.height+1),
		ranks:  make([]int32, values),
	}
	places := make([]int32, len(b.labels)) // of the builder's nodes, within their level
	keys := make([]int32, max(len(b.labels), values))
	for level := b.height; level >= 1; level-- {
		nodes := b.levels[level]
		if level < b.height {
			for _, n := range nodes {
				keys[n] = places[b.parents[n]]
			}
			nodes = sortBy(nodes, keys, len(b.levels[level+1]))
			b.levels[level] = nodes
		}
		for place, n := range nodes {
			places[n] = int32(place)
		}
	}
	t.values = make([]int32, values)
	for i := range t.values {
		t.values[i] = int32(i)
		keys[i] = places[b.leaves[i]]
	}
	t.values = sortBy(t.values, keys, len(b.levels[1]))

	t.starts[1] = int32(values)
	for rank, v := range t.values {
		t.ranks[v] = int32(rank)
		t.nodes[rank] = span{int32(rank), int32(rank), none, none, t.starts[1] + places[b.leaves[v]]}
	}
	for level := int64(1); level <= b.height; level++ {
		nodes := b.levels[level]
		next := t.starts[level] + int32(len(nodes))
		if level < b.height {
			t.starts[level+1] = next
		}
		for i, n := range nodes {
			t.labels = append(t.labels, b.labels[n])
			s := span{0, -1, none, none, none}
			if level < b.height {
				s.parent = next + places[b.parents[n]]
			}
			t.nodes[t.starts[level]+int32(i)] = s
		}
	}
	t.join()
	return t
}

// join tells parents of their children, from the leaves up.
func (t *Tree) join() {
	for i := range t.nodes {
		t.ids[i] = int32(i)
		child := &t.nodes[i]
		if child.parent == none {
			continue
		}
		parent := &t.nodes[child.parent]
		if parent.firstChild == none {
			parent.firstChild = int32(i)
			parent.first = child.first
		}
		parent.lastChild = int32(i)
		parent.last = child.last
	}
}

// Values returns the size of the domain.
func (t *Tree) Values() int { return len(t.values) }

// Height returns the largest level, which is the root's.
func (t *Tree) Height() int64 { return int64(len(t.starts) - 1) }

// Rank returns the position of a value among the leaves.
func (t *Tree) Rank(value int32) int32 { return t.ranks[value] }

// Value returns the value of a rank.
func (t *Tree) Value(rank int32) int32 { return t.values[rank] }

// Node returns a node by its number. Nodes are numbered from 0: the leaf of rank r has the
// number r, a parent a larger number than its children, and the root the largest. It
// allocates nothing.
func (t *Tree) Node(i int32) Node {
	s := &t.nodes[i]
	n := Node{Level: t.level(i), First: s.first, Last: s.last, Parent: s.parent}
	if n.Level > 0 {
		n.Label = t.labels[int(i)-len(t.values)]
	}
	if s.firstChild != none {
		n.Children = t.ids[s.firstChild : s.lastChild+1 : s.lastChild+1]
	}
	return n
}

// Everything is the label that stands for any value, be it the root's or not.
const Everything = label.Everything

// Extent returns how many values the label of a node stands for: those that it covers, or
// all, where it is Everything.
func (t *Tree) Extent(i int32) int {
	if at := int(i) - len(t.values); at >= 0 && t.labels[at] == Everything {
		return len(t.values)
	}
	return int(t.nodes[i].last-t.nodes[i].first) + 1
}

// level returns the largest level that begins at the node or before it.
func (t *Tree) level(i int32) int64 {
	low, high := 0, len(t.starts)-1
	for low < high {
		middle := (low + high + 1) / 2
		if t.starts[middle] <= i {
			low = middle
		} else {
			high = middle - 1
		}
	}
	return int64(low)
}

// Covering returns the lowest node that covers the ranks first..last. Of nodes
// that cover the same values it is the one nearest to the leaves. It takes time
// in proportion to the level of the node.
func (t *Tree) Covering(first, last int32) int32 {
	n := first
	for t.nodes[n].last < last {
		n = t.nodes[n].parent
	}
	return n
}

// Ancestor returns the node of a level that covers a value: the leaf for levels
// below 1, the root for levels above the height.
func (t *Tree) Ancestor(value int32, level int64) int32 {
	n := t.ranks[value]
	for ; level > 0 && t.nodes[n].parent != none; level-- {
		n = t.nodes[n].parent
	}
	return n
}

// Label returns the label of a value at a level, "" at level 0. Levels above the
// height have the root's label.
func (t *Tree) Label(value int32, level int64) string {
	n := int(t.Ancestor(value, level)) - len(t.values)
	if n < 0 {
		return ""
	}
	return t.labels[n]
}
