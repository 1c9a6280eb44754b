package region

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"skyline/engine/internal/disjoint"
)

// builder makes the tree of an index.
type builder struct {
	*Index
	numbers [][]int32 // by column and cover: its number among those of a node, from 1
}

// build makes nodes of regions, the root first.
func (b *builder) build(ctx context.Context, all []int32) error {
	type job struct {
		node    int
		regions []int32
	}
	b.nodes = []node{{}}
	stack := []job{{0, all}}
	for len(stack) > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		j := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		cut, err := b.best(ctx, j.regions)
		if err != nil {
			return err
		}
		if cut == nil {
			begin := len(b.leaves)
			b.leaves = append(b.leaves, j.regions...)
			b.nodes[j.node] = node{-1, int32(begin), int32(len(b.leaves))}
			continue
		}
		begin, first := len(b.parts), len(b.nodes)
		for _, p := range cut.parts {
			b.parts = append(b.parts, part{p.Span, int32(first) + p.node})
		}
		b.nodes[j.node] = node{int32(cut.column), int32(begin), int32(len(b.parts))}
		for i, regions := range cut.apart(j.regions) {
			b.nodes = append(b.nodes, node{})
			stack = append(stack, job{first + i, regions})
		}
	}
	return nil
}

// cut is a column and parts of its codes, no two of which a region covers codes of.
type cut struct {
	column  int
	parts   []part  // each node being the number of a component of regions
	of      []int32 // by region, in the order of the node's: its component
	sizes   []int   // by component: regions
	largest int
}

// best returns the cut whose largest component is the smallest, nil for regions
// that are few or tangled.
func (b *builder) best(ctx context.Context, regions []int32) (*cut, error) {
	if len(regions) <= fewRegions {
		return nil, nil
	}
	var best *cut
	for d := range b.covers {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		c := b.components(d, regions)
		if c.largest < len(regions) && (best == nil || c.largest < best.largest) {
			best = c
		}
		if best != nil && best.largest <= len(regions)/2 {
			break
		}
	}
	if best == nil && len(regions) > maxTangled {
		return nil, fmt.Errorf("%w: %d", ErrTangled, len(regions))
	}
	return best, nil
}

// numbered is a span and the number of its cover among those of a node.
type numbered struct {
	Span
	cover int32
}

// components finds which regions hang together by a column: those that cover a code
// both, and so on.
func (b *builder) components(d int, regions []int32) *cut {
	columns := len(b.covers)
	numbers := b.numbers[d]
	var present []int32
	var spans []numbered
	for _, r := range regions {
		cover := b.regions[int(r)*columns+d]
		if numbers[cover] > 0 {
			continue
		}
		present = append(present, cover)
		numbers[cover] = int32(len(present))
		for _, s := range b.covers[d][cover] {
			spans = append(spans, numbered{s, int32(len(present) - 1)})
		}
	}
	slices.SortFunc(spans, func(a, b numbered) int { return cmp.Compare(a.First, b.First) })

	// Spans that overlap are one part, whose covers hang together.
	together := disjoint.New(len(present))
	c := &cut{column: d, of: make([]int32, len(regions))}
	for _, s := range spans {
		if last := len(c.parts) - 1; last >= 0 && s.First <= c.parts[last].Last {
			c.parts[last].Last = max(c.parts[last].Last, s.Last)
			together.Join(int(c.parts[last].node), int(s.cover))
		} else {
			c.parts = append(c.parts, part{s.Span, s.cover})
		}
	}
	components, n := together.Numbers()
	c.sizes = make([]int, n)
	for i := range c.parts {
		c.parts[i].node = int32(components[c.parts[i].node])
	}
	for i, r := range regions {
		c.of[i] = int32(components[numbers[b.regions[int(r)*columns+d]]-1])
		c.sizes[c.of[i]]++
	}
	c.largest = slices.Max(c.sizes)
	for _, cover := range present {
		numbers[cover] = 0
	}
	return c
}

// apart returns the regions of each component, in their order.
func (c *cut) apart(regions []int32) [][]int32 {
	sorted := make([]int32, 0, len(regions))
	lists := make([][]int32, len(c.sizes))
	for i, size := range c.sizes {
		lists[i] = sorted[len(sorted) : len(sorted) : len(sorted)+size]
		sorted = sorted[:len(sorted)+size]
	}
	for i, r := range regions {
		lists[c.of[i]] = append(lists[c.of[i]], r)
	}
	return lists
}
