package risk

import (
	"skyline/engine/hierarchy"
	"skyline/engine/partition"
)

// TreeDistance is the earth mover's distance of a QI group's distribution of values from that
// of a whole table, where two values are level/H apart: the level of the lowest node of a
// hierarchy that is above both, of the root's H.
//
// On the way from one value to another each level is climbed and descended, so that the
// distance is that along the edges of the tree, of 1/(2H) each. Whatever has to leave a node
// or enter it takes the edge above it, and no more has to. So it is
//
//	(1/(2H))·Σ_N |q(N) - p(N)|
//
// over all nodes N but the root, q(N) and p(N) being the shares of the values below them.
// That is what the paper's sum over the inner nodes comes to, in which height(N)/H is paid
// for what moves between the children of N. It may be used by several goroutines at once.
//
// Source: Li, Li, Venkatasubramanian, "t-Closeness: Privacy Beyond k-Anonymity and
// l-Diversity", ICDE (2007), Sect. 4.2, "EMD for categorical attributes".
type TreeDistance struct {
	total  int64
	height int
	ranks  []int32 // of values, by their numbers; -1 of those that do not occur
	paths  []int32 // of ranks: the nodes from the leaf to the one below the root
	counts []int64 // how often the values below a node occur
}

// NewTreeDistance returns the distance from a whole table in which the value v occurs
// whole[v] times, and is leaves[v] of the tree, -1 if it is not in it. It reports false if
// one that occurs is not. It takes O(m·H) time for m values.
func NewTreeDistance(whole []int64, tree *hierarchy.Tree, leaves []int32) (*TreeDistance, bool) {
	d := &TreeDistance{height: int(tree.Height()), ranks: make([]int32, len(whole))}
	d.paths = make([]int32, tree.Values()*d.height)
	if d.height > 0 && tree.Values() > 0 {
		d.counts = make([]int64, tree.Ancestor(0, tree.Height())+1)
	}
	for v, n := range whole {
		d.ranks[v] = -1
		if n == 0 {
			continue
		}
		if leaves[v] < 0 {
			return nil, false
		}
		d.ranks[v] = tree.Rank(leaves[v])
		d.total += n
		path := d.path(d.ranks[v])
		for level := range path {
			path[level] = tree.Ancestor(leaves[v], int64(level))
			d.counts[path[level]] += n
		}
	}
	return d, true
}

func (d *TreeDistance) path(rank int32) []int32 {
	return d.paths[int(rank)*d.height : (int(rank)+1)*d.height]
}

// Of returns the distance of a group of the table: of one without values it is 1, as far as
// can be. It takes O(e·(H + log e)) time for a group with e values.
func (d *TreeDistance) Of(g *partition.Group) Fraction {
	n := occurrences(g)
	if n == 0 {
		return Furthest
	}
	return Fraction{d.distance(g, n), product(n, d.total, d.scale())}
}

// scale is 2H.
func (d *TreeDistance) scale() int64 { return 2 * int64(d.height) }

// distance returns Σ |N·B - n·A| over the nodes but the root, where B and A of n and N
// occurrences are those below a node in the group and in the table. On each level the nodes
// without anybody of the group have n·A, and all nodes together n·N.
func (d *TreeDistance) distance(g *partition.Group, n int64) wide {
	var few [16]partition.Count
	counts := ranked(few[:0], g, d.ranks)
	sum := product(n, d.total, int64(d.height))
	for level := range d.height {
		// Who is below a node has ranks one after the other.
		for i := 0; i < len(counts); {
			node, b := d.path(counts[i].Value)[level], int64(0)
			for ; i < len(counts) && d.path(counts[i].Value)[level] == node; i++ {
				b += counts[i].N
			}
			here, whole := product(b, d.total), product(d.counts[node], n)
			sum = sum.minus(whole)
			if here.less(whole) {
				sum = sum.plus(whole.minus(here))
			} else {
				sum = sum.plus(here.minus(whole))
			}
		}
	}
	return sum
}
