package releases

import (
	"context"

	"skyline/engine/internal/disjoint"
)

// A pass is a look at the variables that do not follow yet, as a graph: the sums of groups that are not redundant are its
// nodes, and each variable is an edge between the sums that it is in. A variable in one sum only is an edge to a root.
//
// Two worlds differ by changes that are 0 in each sum. Where the graph has two colours such that each edge joins nodes of
// both, as it has for two releases, changes become flows when they are counted negatively at one colour, and the
// root may take or give any amount: what flows through a bridge is 0, so that the variable follows; and a flow is a sum of
// flows within the blocks of the graph, its biconnected parts, that do not depend on each other. (R. Tarjan, “Depth-first
// search and linear graph algorithms”, 1972.) Elsewhere whatever a sum connects is taken for one block.
type pass struct {
	s     *system
	start int    // how many variables followed before
	drop  []bool // the sums that are redundant
	// colour is 1 or -1 for each sum that was reached, split whether its part of the graph has two colours.
	colour []int8
	whole  []bool // sums whose part of the graph has not

	edges     [][]int32 // for each node; the last one is the root
	found     []int32   // when a node was found, from 1 on
	low       []int32   // the first node found that is reached from below it by one more edge
	stack     []int32   // edges that are not yet in a block
	blocks    disjoint.Sets
	bridges   []int32
	endpoints []int32 // of bridges: the sum on the side without the root
}

// reduce finds all that follows, and which variables depend on each other.
//
// Errors: the context's.
func (s *system) reduce(ctx context.Context) (*pass, error) {
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		s.peel()
		p := s.newPass()
		p.split()
		if len(p.bridges) == 0 {
			return p, nil
		}
		for i, v := range p.bridges {
			s.bridges[v] = p
			s.follow(v, p.endpoints[i])
		}
		p.edges, p.found, p.low, p.blocks = nil, nil, nil, nil
	}
}

func (s *system) newPass() *pass {
	open := s.open()
	p := &pass{s: s, start: len(s.followed), drop: redundant(open, s.in, s.t.Releases, s.own)}
	p.edges = make([][]int32, s.own+1)
	for _, v := range open {
		nodes := 0
		p.nodes(v, func(c int32) {
			p.edges[c] = append(p.edges[c], v)
			nodes++
		})
		if nodes == 1 {
			p.edges[s.own] = append(p.edges[s.own], v)
		}
	}
	p.colour, p.whole = make([]int8, s.own), make([]bool, s.own)
	p.blocks = disjoint.New(len(s.cell))
	return p
}

// nodes calls do with the sums of a variable that are not redundant.
func (p *pass) nodes(v int32, do func(c int32)) {
	for _, c := range p.s.groupsOf(v) {
		if c != none && !p.drop[c] {
			do(c)
		}
	}
}

// split finds the blocks and the bridges.
func (p *pass) split() {
	for c := range p.colour {
		if p.colour[c] == 0 && len(p.edges[c]) > 0 {
			p.paint(int32(c))
		}
	}
	root := int32(p.s.own)
	p.found, p.low = make([]int32, root+1), make([]int32, root+1)
	count := int32(0)
	p.search(root, &count)
	for c := range root {
		if p.found[c] == 0 && len(p.edges[c]) > 0 && !p.whole[c] {
			p.search(c, &count)
		}
	}
}

// paint gives the sums that are connected with one of them a colour. If that does not work out, as where a variable is in three
// sums, they are one block.
func (p *pass) paint(from int32) {
	p.colour[from] = 1
	reached, fits := []int32{from}, true
	for at := 0; at < len(reached); at++ {
		c := reached[at]
		for _, v := range p.edges[c] {
			p.nodes(v, func(d int32) {
				if d == c {
					return
				}
				if p.colour[d] == 0 {
					p.colour[d] = -p.colour[c]
					reached = append(reached, d)
				}
				fits = fits && p.colour[d] != p.colour[c]
			})
		}
	}
	if fits {
		return
	}
	for _, c := range reached {
		p.whole[c] = true
		for _, v := range p.edges[c] {
			p.blocks.Join(int(p.edges[c][0]), int(v))
		}
	}
}

// A visit is a node on the way of the search.
type visit struct {
	node, by int32 // by which edge it was found
	next     int   // which of its edges is looked at next
}

// search finds the blocks that are connected with a node.
func (p *pass) search(from int32, count *int32) {
	*count++
	p.found[from], p.low[from] = *count, *count
	way := []visit{{from, none, 0}}
	for len(way) > 0 {
		at := &way[len(way)-1]
		if at.next < len(p.edges[at.node]) {
			v := p.edges[at.node][at.next]
			at.next++
			other := p.across(v, at.node)
			switch {
			case v == at.by || other < int32(p.s.own) && p.whole[other]:
			case p.found[other] == 0:
				*count++
				p.found[other], p.low[other] = *count, *count
				p.stack = append(p.stack, v)
				way = append(way, visit{other, v, 0})
			case p.found[other] < p.found[at.node]:
				p.stack = append(p.stack, v)
				p.low[at.node] = min(p.low[at.node], p.found[other])
			}
			continue
		}
		node, by := at.node, at.by
		if way = way[:len(way)-1]; len(way) == 0 {
			return
		}
		above := way[len(way)-1].node
		p.low[above] = min(p.low[above], p.low[node])
		if p.low[node] >= p.found[above] {
			p.takeBlock(node, by)
		}
	}
}

// takeBlock makes a block of the edges on the stack, down to the one by which a node was found.
func (p *pass) takeBlock(node, by int32) {
	if p.stack[len(p.stack)-1] == by {
		p.bridges, p.endpoints = append(p.bridges, by), append(p.endpoints, node)
	}
	for {
		v := p.stack[len(p.stack)-1]
		p.stack = p.stack[:len(p.stack)-1]
		p.blocks.Join(int(v), int(by))
		if v == by {
			return
		}
	}
}

// across returns the node on the other side of an edge.
func (p *pass) across(v, node int32) int32 {
	other := int32(p.s.own)
	p.nodes(v, func(c int32) {
		if c != node {
			other = c
		}
	})
	return other
}

// side returns the sums on the side of a bridge that it follows from.
func (p *pass) side(v, from int32) (sums []int32, inside map[int32]bool) {
	sums, inside = []int32{from}, map[int32]bool{from: true}
	for at := 0; at < len(sums); at++ {
		for _, w := range p.s.of(sums[at]) {
			if w == v || p.s.follows(w) && int(p.s.when[w]) < p.start {
				continue
			}
			p.nodes(w, func(c int32) {
				if !inside[c] {
					inside[c] = true
					sums = append(sums, c)
				}
			})
		}
	}
	return sums, inside
}
