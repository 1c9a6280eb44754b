package mask

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// setBlocks finds the blocks and which are of the same kind: those of one set each, with
// as many people of the same groups. Whether blocks of several sets that share cells could
// be interchanged is not looked at.
func (p *part) setBlocks() {
	connected := newPartition(len(p.cells))
	for _, s := range p.sets {
		for _, i := range s.cells {
			connected.join(i, s.cells[0])
		}
	}
	blockOf := map[int]int{}
	for i := range p.cells {
		root := connected.find(i)
		at, ok := blockOf[root]
		if !ok {
			at = len(p.blocks)
			blockOf[root] = at
			p.blocks = append(p.blocks, block{})
		}
		p.blocks[at].cells = append(p.blocks[at].cells, i)
	}
	for s := range p.sets {
		b := &p.blocks[blockOf[connected.find(p.sets[s].cells[0])]]
		b.sets = append(b.sets, s)
	}
	kinds := make([]string, len(p.blocks))
	size := make([]int64, len(p.blocks))
	for i := range p.blocks {
		b := &p.blocks[i]
		slices.SortFunc(b.cells, func(x, y int) int {
			return cmp.Or(cmp.Compare(p.cells[x].group, p.cells[y].group), cmp.Compare(x, y))
		})
		var kind strings.Builder
		fmt.Fprint(&kind, len(b.sets))
		if len(b.sets) > 1 {
			fmt.Fprint(&kind, ":", i)
		}
		for _, j := range b.cells {
			fmt.Fprint(&kind, " ", p.cells[j].group, "x", p.cells[j].size)
			size[i] += p.cells[j].size
		}
		kinds[i] = kind.String()
	}
	order := make([]int, len(p.blocks))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int {
		return cmp.Or(cmp.Compare(size[x], size[y]), cmp.Compare(kinds[x], kinds[y]))
	})
	blocks := make([]block, len(order))
	kind := -1
	for at, i := range order {
		if at == 0 || kinds[i] != kinds[order[at-1]] {
			kind++
		}
		blocks[at] = p.blocks[i]
		blocks[at].kind = kind
	}
	p.blocks = blocks
}

// partition joins numbers.
type partition []int

func newPartition(n int) partition {
	p := make(partition, n)
	for i := range p {
		p[i] = i
	}
	return p
}

func (p partition) find(i int) int {
	for p[i] != i {
		p[i] = p[p[i]]
		i = p[i]
	}
	return i
}

// join lets the smaller number represent both.
func (p partition) join(i, j int) {
	i, j = p.find(i), p.find(j)
	p[max(i, j)] = min(i, j)
}
