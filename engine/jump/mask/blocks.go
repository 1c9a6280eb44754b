package mask

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"skyline/engine/internal/disjoint"
)

// setBlocks finds the blocks and which are of the same kind: those of one set each, with
// as many people of the same groups. Whether blocks of several sets that share cells could
// be interchanged is not looked at.
func (p *part) setBlocks() {
	connected := disjoint.New(len(p.cells))
	for _, s := range p.sets {
		for _, i := range s.cells {
			connected.Join(i, s.cells[0])
		}
	}
	blockOf, blocks := connected.Numbers()
	p.blocks = make([]block, blocks)
	for i, at := range blockOf {
		p.blocks[at].cells = append(p.blocks[at].cells, i)
	}
	for s := range p.sets {
		b := &p.blocks[blockOf[p.sets[s].cells[0]]]
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
	ordered := make([]block, len(order))
	kind := -1
	for at, i := range order {
		if at == 0 || kinds[i] != kinds[order[at-1]] {
			kind++
		}
		ordered[at] = p.blocks[i]
		ordered[at].kind = kind
	}
	p.blocks = ordered
}
