package palm

import (
	"encoding/binary"
	"slices"

	"skyline/engine/distribution"
	"skyline/engine/hierarchy"
)

// Domain is a full-domain generalization: it places people by the labels of their codes.
type Domain struct {
	nodes   [][]int32 // by column: the node of each code
	numbers map[string]int64
	labels  [][]int32 // by group: its node in each column
	starts  []map[int32]distribution.Distribution
}

// NewDomain returns the groups of some people, codes[d][i] being the code of the i-th in
// column d, when columns are generalized to levels. Groups are numbered from 0 in the
// order of their labels.
func NewDomain(trees []*hierarchy.Tree, levels []int, codes [][]int32) *Domain {
	g := &Domain{numbers: map[string]int64{}}
	for d, tree := range trees {
		nodes, starts := make([]int32, tree.Values()), map[int32]distribution.Distribution{}
		for code := range nodes {
			nodes[code] = tree.Ancestor(int32(code), int64(levels[d]))
			if _, ok := starts[nodes[code]]; !ok {
				starts[nodes[code]] = leaves(tree, nodes[code])
			}
		}
		g.nodes, g.starts = append(g.nodes, nodes), append(g.starts, starts)
	}
	key := []byte(nil)
	for i := range codes[0] {
		labels := make([]int32, len(trees))
		for d := range trees {
			labels[d] = g.nodes[d][codes[d][i]]
		}
		key = appendKey(key[:0], labels)
		if _, ok := g.numbers[string(key)]; !ok {
			g.numbers[string(key)] = 0
			g.labels = append(g.labels, labels)
		}
	}
	slices.SortFunc(g.labels, slices.Compare[[]int32])
	for i, labels := range g.labels {
		g.numbers[string(appendKey(key[:0], labels))] = int64(i)
	}
	return g
}

// leaves returns the distribution of a label: its leaves are equally likely.
func leaves(tree *hierarchy.Tree, node int32) distribution.Distribution {
	n := tree.Node(node)
	codes := make([]int32, 0, n.Last-n.First+1)
	for rank := n.First; rank <= n.Last; rank++ {
		codes = append(codes, tree.Value(rank))
	}
	slices.Sort(codes)
	return distribution.Uniform(codes)
}

func appendKey(key []byte, labels []int32) []byte {
	for _, label := range labels {
		key = binary.BigEndian.AppendUint32(key, uint32(label))
	}
	return key
}

// Len returns the number of groups.
func (g *Domain) Len() int { return len(g.labels) }

// Places sets groups[i] to the group of the people with the i-th codes, -1 if there is
// none; codes holds, for one after the other, the code in each column.
func (g *Domain) Places(codes, groups []int64) {
	key, labels := []byte(nil), make([]int32, len(g.nodes))
	for i := range groups {
		for d := range labels {
			labels[d] = g.nodes[d][codes[i*len(labels)+d]]
		}
		key = appendKey(key[:0], labels)
		number, ok := g.numbers[string(key)]
		if !ok {
			number = -1
		}
		groups[i] = number
	}
}

// Start gives groups the distributions of their labels.
func (g *Domain) Start(groups []Group) {
	for i := range groups {
		groups[i].Start = make([]distribution.Distribution, len(g.nodes))
		for d, label := range g.labels[i] {
			groups[i].Start[d] = g.starts[d][label]
		}
	}
}
