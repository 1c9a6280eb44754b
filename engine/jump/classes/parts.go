package classes

import (
	"math/bits"
	"slices"
)

// part is a set of groups of a level of generalization 2 that nothing connects with others:
// no group of the level and none of generalization 1 is in two of them. Where the algorithm
// goes on from generalization 1 unless First holds for all groups, the tables of a class for
// which it stops are those for which it does in every part,
//
//	W(2, x) = {2: N − Π A_K},
//
// N tables of x and A_K choices for part K. So W(2, x) takes the classes of each part
// instead of their combinations, and each once for all x that are the same there.
type part struct {
	counter *Counter // of the choices, one for all parts of the same shape
	level   *level   // its level of generalization 2
	groups  []int    // the group of each of its groups
	cells   []int    // the finest cell of each of its cells
}

// divide lists the parts of a level of generalization 2.
func (c *Counter) divide(l *level) {
	first := numbered(c.in.Generalizations[0])
	connected := join(l.of, first)
	shapes := make([]*Instance, 0)
	for k := range connected.groups() {
		var cells []int // one of each of the finest
		for cell, f := range l.fine {
			if connected[cell] == k && slices.Index(l.fine, f) == cell {
				cells = append(cells, cell)
			}
		}
		slices.SortStableFunc(cells, func(a, b int) int { return int(l.fineSizes[l.fine[a]]) - int(l.fineSizes[l.fine[b]]) })
		shape := &Instance{Generalizations: [][]int{first.of(cells), l.of.of(cells)}}
		p := part{}
		for _, cell := range cells {
			shape.Cells = append(shape.Cells, int64(l.fineSizes[l.fine[cell]]))
			p.cells = append(p.cells, l.fine[cell])
			if !slices.Contains(p.groups, l.of[cell]) {
				p.groups = append(p.groups, l.of[cell])
			}
		}
		same := slices.IndexFunc(shapes, func(s *Instance) bool {
			return slices.Equal(s.Cells, shape.Cells) && slices.EqualFunc(s.Generalizations, shape.Generalizations, slices.Equal)
		})
		if same >= 0 {
			p.counter, p.level = l.parts[same].counter, l.parts[same].level
		} else {
			p.counter = &Counter{in: shape, work: c.work, only: c.remembered(), most: c.most, levels: make([][]*level, 3)}
			p.level = p.counter.levelOf(2, shape.Generalizations[1])
		}
		shapes = append(shapes, shape)
		l.parts = append(l.parts, p)
	}
}

// remembered returns First with a memory for groups the counts of which fit into a word.
func (c *Counter) remembered() func(counts []int64) bool {
	type group struct {
		people int64
		values int
		counts uint64
	}
	memory := make(map[group]bool)
	return func(counts []int64) bool {
		g := group{values: len(counts)}
		for _, n := range counts {
			g.people += n
		}
		width := bits.Len64(uint64(g.people))
		if width*len(counts) > 64 {
			return c.in.First(counts)
		}
		for _, n := range counts {
			g.counts = g.counts<<width | uint64(n)
		}
		holds, ok := memory[g]
		if !ok {
			holds = c.in.First(counts)
			memory[g] = holds
		}
		return holds
	}
}

// choices are those of a part for a class of its level.
type choices struct {
	all    natural
	with   []uint64 // by cell and type, in which a person of the cell has a value
	types  int
	typeOf []int // of the values of the class; -1 for those that nobody of the part has
}

// choose finds the choices of a part for the class that the level works on. There may be
// none.
func (c *Counter) choose(l *level, p part) (*choices, error) {
	d := l.at.values
	has := make([]int, 0, d)
	for v := range d {
		if slices.ContainsFunc(p.groups, func(g int) bool { return l.at.n[g*d+v] > 0 }) {
			has = append(has, v)
		}
	}
	n := make([]int32, 0, len(p.groups)*len(has))
	for _, g := range p.groups {
		for _, v := range has {
			n = append(n, l.at.n[g*d+v])
		}
	}
	cl, order := p.level.enter(n, len(has))
	p.counter.width = c.width
	if err := p.counter.count(p.level, cl); err != nil {
		return nil, err
	}
	if len(cl.entries) == 0 {
		return nil, nil
	}
	numbers := cl.entries[0].numbers
	width := len(numbers) / (1 + len(p.cells)*len(p.level.at.multiplicity))
	found := &choices{make(natural, c.width), numbers[width:], len(p.level.at.multiplicity), make([]int, d)}
	copy(found.all, numbers[:width])
	for v := range found.typeOf {
		found.typeOf[v] = -1
	}
	for k, v := range order {
		found.typeOf[has[v]] = p.level.at.typeOf[k]
	}
	return found, nil
}

// countFirst computes W for the class that a level of generalization 2 works on, from its
// parts.
func (c *Counter) countFirst(l *level, cl *class) error {
	stop := make([]*choices, len(l.parts))
	for k, p := range l.parts {
		found, err := c.choose(l, p)
		if err != nil {
			return err
		}
		if found == nil {
			stop = nil
			break
		}
		stop[k] = found
	}
	d, types, width := l.at.values, len(l.at.multiplicity), c.width
	e := entry{2, make([]uint64, (1+len(l.fineSizes)*types)*width)}
	number := func(f, t int) natural { return e.numbers[(1+f*types+t)*width:][:width] }
	all := natural(e.numbers[:width])
	all.set1()
	for g, people := range l.sizes {
		left := people
		for _, n := range l.at.n[g*d : (g+1)*d] {
			all.mulChoose(left, n)
			left -= n
		}
	}
	for f, g := range l.child.of.into(l.of) {
		for v, t := range l.at.typeOf {
			n := number(f, t)
			copy(n, all)
			n.mul(uint64(l.at.n[g*d+v]))
			n.div(uint64(l.sizes[g]))
		}
	}
	if stop != nil {
		others := products(stop, width)
		whole := make(natural, width)
		whole.addProduct(stop[0].all, others[0])
		all.sub(whole)
		term := make(natural, width)
		for k, p := range l.parts {
			from := stop[k]
			step := len(from.with) / (len(p.cells) * from.types)
			padded := make(natural, width)
			for cell, f := range p.cells {
				last := -1
				for v, t := range l.at.typeOf {
					if t == last || from.typeOf[v] < 0 {
						continue
					}
					last = t
					clear(term)
					clear(padded)
					copy(padded, from.with[(cell*from.types+from.typeOf[v])*step:][:step])
					term.addProduct(padded, others[k])
					number(f, t).sub(term)
				}
			}
		}
	}
	cl.counted = true
	if slices.ContainsFunc(all, func(w uint64) bool { return w != 0 }) {
		cl.entries = []entry{e}
	}
	return nil
}

// products returns for each part the product of the choices of all others.
func products(parts []*choices, width int) []natural {
	others := make([]natural, len(parts))
	before := make(natural, width)
	before.set1()
	for k, p := range parts {
		others[k] = before
		before = make(natural, width)
		before.addProduct(others[k], p.all)
	}
	after := make(natural, width)
	after.set1()
	for k := len(parts) - 1; k >= 0; k-- {
		with := make(natural, width)
		with.addProduct(others[k], after)
		others[k] = with
		longer := make(natural, width)
		longer.addProduct(after, parts[k].all)
		after = longer
	}
	return others
}
