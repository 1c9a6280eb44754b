package signatures

import "skyline/engine/internal/disjoint"

// partition has the group of each cell. Groups are numbered in the order of their first
// cells, so that equal partitions are equal slices.
type partition []int

// numbered returns the partition with the given labels.
func numbered(labels []int) partition {
	of := make(map[int]int)
	p := make(partition, len(labels))
	for c, label := range labels {
		g, ok := of[label]
		if !ok {
			g = len(of)
			of[label] = g
		}
		p[c] = g
	}
	return p
}

// groups returns the number of groups.
func (p partition) groups() int {
	n := 0
	for _, g := range p {
		n = max(n, g+1)
	}
	return n
}

// refine returns the common refinement.
func refine(p, q partition) partition {
	width := q.groups()
	labels := make([]int, len(p))
	for c := range p {
		labels[c] = p[c]*width + q[c]
	}
	return numbered(labels)
}

// join returns the finest partition that both refine.
func join(p, q partition) partition {
	groups := disjoint.New(len(p))
	for _, of := range []partition{p, q} {
		seen := make(map[int]int)
		for c, g := range of {
			if other, ok := seen[g]; ok {
				groups.Join(other, c)
			}
			seen[g] = c
		}
	}
	joined, _ := groups.Numbers()
	return joined
}

// of returns the partition of some of the cells, in their order.
func (p partition) of(cells []int) partition {
	labels := make([]int, len(cells))
	for k, c := range cells {
		labels[k] = p[c]
	}
	return numbered(labels)
}

// sizes returns the number of people of each group.
func (p partition) sizes(cells []int64) []int32 {
	sizes := make([]int32, p.groups())
	for c, g := range p {
		sizes[g] += int32(cells[c])
	}
	return sizes
}

// into returns the group of coarser in which each group of p is.
func (p partition) into(coarser partition) []int {
	to := make([]int, p.groups())
	for c, g := range p {
		to[g] = coarser[c]
	}
	return to
}
