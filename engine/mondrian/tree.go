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
	// codes of all parts but the last; of a group that was not split, its number, nobody
	// if it has none.
	at int32
}

// nobody stands for the number of a group of absent people.
const nobody = -1

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

// number numbers the leaves from left to right, without those of nobody.
func (t *Tree) number() {
	leaves := int32(0)
	stack := []int32{0}
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		n := &t.nodes[at]
		if n.children == 0 {
			if n.at != nobody {
				n.at = leaves
				leaves++
			}
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

// Places sets groups[i] to the group of the people with the i-th codes, -1 if they are
// left out, or if all who share it are absent. codes holds, for one after the other, the
// code in each column; they must be of the table.
//
// It takes time proportional to the depth of the tree for each. All go down the
// tree together, a level at a time, so that one need not wait for the memory of
// another.
func (t *Tree) Places(codes []int64, groups []int64) {
	columns := len(t.hierarchies)
	clear(groups)
	// The rows that are not there yet.
	under := make([]int32, len(groups))
	for i := range under {
		under[i] = int32(i)
	}
	for len(under) > 0 {
		rest := under[:0]
		for _, i := range under {
			n := &t.nodes[groups[i]]
			if n.children == 0 {
				continue
			}
			rest = append(rest, i)
			code := t.code(codes[int(i)*columns:(int(i)+1)*columns], n.dim)
			if n.at < 0 {
				groups[i] = int64(n.children) + int64(childOf(t.bounds[-1-n.at], code))
			} else {
				groups[i] = int64(n.children) + int64(uint32(n.at-code)>>31)
			}
		}
		under = rest
	}
	for i, at := range groups {
		groups[i] = int64(t.nodes[at].at)
		if len(t.suppressed) > 0 && t.isSuppressed(codes[i*columns:(i+1)*columns]) {
			groups[i] = -1
		}
	}
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
