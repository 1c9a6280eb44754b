package mondrian

import (
	"encoding/binary"

	"skyline/engine/hierarchy"
)

// Tree says which QI group people with certain codes belong to.
type Tree struct {
	hierarchies []*hierarchy.Tree // by column
	nodes       []node
	bounds      [][]int32 // of splits by a hierarchy
	suppressed  map[string]bool
}

// node is a group that was split in two at a code, or by a hierarchy, or not.
type node struct {
	dim int32
	// children is the node of the first part, 0 for a group that was not split.
	children int32
	// at is the last code of the first part, or -1-i where bounds[i] are the last
	// codes of all parts but the last; of a group that was not split, its number.
	at int32
}

func newTree(c *Cells) *Tree {
	t := &Tree{nodes: make([]node, 1), hierarchies: make([]*hierarchy.Tree, len(c.columns)), suppressed: c.suppressed}
	for d := range c.columns {
		t.hierarchies[d] = c.columns[d].Hierarchy
	}
	return t
}

// split makes a node one that is split, and returns the node of its first part.
func (t *Tree) split(at, dim int32, bounds []int32) int {
	n := &t.nodes[at]
	n.dim, n.children = dim, int32(len(t.nodes))
	if len(bounds) == 1 {
		n.at = bounds[0]
	} else {
		n.at = int32(-1 - len(t.bounds))
		t.bounds = append(t.bounds, bounds)
	}
	first := len(t.nodes)
	t.nodes = append(t.nodes, make([]node, len(bounds)+1)...)
	return first
}

// boundsOf returns the last code of each part of a node but the last.
func (t *Tree) boundsOf(n *node) []int32 {
	if n.at < 0 {
		return t.bounds[-1-n.at]
	}
	return []int32{n.at}
}

// number numbers the leaves from left to right.
func (t *Tree) number() {
	leaves := int32(0)
	stack := []int32{0}
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		n := &t.nodes[at]
		if n.children == 0 {
			n.at = leaves
			leaves++
			continue
		}
		parts := int32(2)
		if n.at < 0 {
			parts = int32(len(t.bounds[-1-n.at]) + 1)
		}
		for i := parts - 1; i >= 0; i-- {
			stack = append(stack, n.children+i)
		}
	}
}

// Place returns the group of the people with these codes, in time proportional to
// the depth of the tree, or -1 if they are left out. The codes must be of the
// table.
func (t *Tree) Place(codes []int64) int {
	if len(t.suppressed) > 0 && t.isSuppressed(codes) {
		return -1
	}
	n := &t.nodes[0]
	for n.children > 0 {
		code := t.code(codes, n.dim)
		part := int32(0)
		if n.at < 0 {
			part = int32(childOf(t.bounds[-1-n.at], code))
		} else if code > n.at {
			part = 1
		}
		n = &t.nodes[n.children+part]
	}
	return int(n.at)
}

// code returns a code as the cells have it.
func (t *Tree) code(codes []int64, d int32) int32 {
	if h := t.hierarchies[d]; h != nil {
		return h.Rank(int32(codes[d]))
	}
	return int32(codes[d])
}

func (t *Tree) isSuppressed(codes []int64) bool {
	key := make([]byte, 0, 4*len(codes))
	for d := range codes {
		key = binary.BigEndian.AppendUint32(key, uint32(t.code(codes, int32(d))))
	}
	return t.suppressed[string(key)]
}
