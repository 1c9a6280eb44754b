package mondrian

import (
	"cmp"
	"encoding/binary"
	"slices"

	"skyline/engine/hierarchy"
)

// Tree says which QI group people with certain codes belong to. A group need not have a run of
// codes: a rest has those between the children that stand, too.
type Tree struct {
	hierarchies []*hierarchy.Tree // by column
	nodes       []node
	cuts        []cut // of splits into more than two parts, or at a node of a hierarchy
	suppressed  map[string]bool
	// combinations are those of the labels of earlier releases, in their order, nil without any. Their numbers are the codes of
	// the dimension behind the columns, along which nodes may be split, too.
	combinations [][]int32
}

// node is a group that was split in two at a code, or by a hierarchy, or not at all.
type node struct {
	dim int32
	// children is the node of the first part, 0 for a group that was not split.
	children int32
	// at is the last code of the first part, or -1-i where it was cut as cuts[i] says; of a
	// group that was not split, its number, nobody if it has none.
	at int32
}

// cut says to which part of a group a code belongs: that of the run that it is in.
type cut struct {
	last []int32 // of each run, but the last run
	part []int32 // by run, the last part having the codes that no other has; nil: each run is one
}

// parts returns how many parts there are.
func (c *cut) parts() int {
	if c.part == nil {
		return len(c.last) + 1
	}
	return int(c.part[len(c.part)-1]) + 1
}

// of returns the part of a code.
func (c *cut) of(code int32) int {
	run := childOf(c.last, code)
	if c.part == nil {
		return run
	}
	return int(c.part[run])
}

// span returns the first and the last code of a part of the codes from low to high. Of a part
// that has several runs, these are all codes.
func (c *cut) span(part int, low, high int32) (first, last int32) {
	run := part
	if c.part != nil {
		if part == c.parts()-1 {
			return low, high
		}
		run = slices.Index(c.part, int32(part))
	}
	if run > 0 {
		low = c.last[run-1] + 1
	}
	if run < len(c.last) {
		high = c.last[run]
	}
	return low, high
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
func (t *Tree) split(at, dim int32, c cut) int {
	n := &t.nodes[at]
	n.dim, n.children = dim, int32(len(t.nodes))
	if len(c.last) == 1 && c.part == nil {
		n.at = c.last[0]
	} else {
		n.at = int32(-1 - len(t.cuts))
		t.cuts = append(t.cuts, c)
	}
	first := len(t.nodes)
	t.nodes = append(t.nodes, make([]node, c.parts())...)
	return first
}

// cutOf returns how a node was split.
func (t *Tree) cutOf(n *node) cut {
	if n.at < 0 {
		return t.cuts[-1-n.at]
	}
	return cut{last: []int32{n.at}}
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
			parts = int32(t.cuts[-1-n.at].parts())
		}
		for i := parts - 1; i >= 0; i-- {
			stack = append(stack, n.children+i)
		}
	}
}

// Places sets groups[i] to the group of the people with the i-th codes, -1 if they are
// left out, or if all who share it are absent. codes holds, for one after the other, the
// code in each column, and behind them those of the labels of earlier releases, if there are any; they must be of the table.
//
// It takes time proportional to the depth of the tree for each. All go down the
// tree together, a level at a time, so that one need not wait for the memory of
// another.
func (t *Tree) Places(codes []int64, groups []int64) {
	columns := len(t.hierarchies)
	if len(t.combinations) > 0 {
		columns += len(t.combinations[0])
	}
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
				groups[i] = int64(n.children) + int64(t.cuts[-1-n.at].of(code))
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
	if int(d) == len(t.hierarchies) {
		at, _ := slices.BinarySearchFunc(t.combinations, codes[d:], func(labels []int32, codes []int64) int {
			for r := range labels {
				if order := cmp.Compare(int64(labels[r]), codes[r]); order != 0 {
					return order
				}
			}
			return 0
		})
		return int32(at)
	}
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
