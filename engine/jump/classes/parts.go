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
	choices choices  // for the class that the level works on
}

// divide lists the parts of a level of generalization 2.
func (c *Counter) divide(l *level) {
	first := numbered(c.in.Generalizations[0])
	connected := join(l.of, first)
	l.groupOf = l.fine.into(l.of)
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
	width  int      // words of their numbers
	all    []uint64 // how many they are
	with   []uint64 // in how many a person of a cell has a value, by cell and type
	types  int
	typeOf []int // of the values of the class; -1 for those that nobody of the part has

	n      []int32
	has    []int
	others natural // the product of the choices of all other parts
}

// choose finds the choices of a part for the class that the level works on, and whether
// there are any.
func (c *Counter) choose(l *level, p *part) (bool, error) {
	d, found := l.at.values, &p.choices
	found.has, found.n = found.has[:0], found.n[:0]
	for v := range d {
		if slices.ContainsFunc(p.groups, func(g int) bool { return l.at.n[g*d+v] > 0 }) {
			found.has = append(found.has, v)
		}
	}
	for _, g := range p.groups {
		for _, v := range found.has {
			found.n = append(found.n, l.at.n[g*d+v])
		}
	}
	cl, order := p.level.enter(found.n, len(found.has))
	p.counter.width = c.width
	if err := p.counter.count(p.level, cl); err != nil {
		return false, err
	}
	if len(cl.entries) == 0 {
		return false, nil
	}
	// They may have been counted for a signature of other people, with another width.
	numbers := cl.entries[0].numbers
	found.types = len(p.level.at.multiplicity)
	found.width = len(numbers) / (1 + len(p.cells)*found.types)
	found.all, found.with = numbers[:found.width], numbers[found.width:]
	found.typeOf = found.typeOf[:0]
	for range d {
		found.typeOf = append(found.typeOf, -1)
	}
	for k, v := range order {
		found.typeOf[found.has[v]] = p.level.at.typeOf[k]
	}
	return true, nil
}

// countFirst computes W for the class that a level of generalization 2 works on, from its
// parts.
func (c *Counter) countFirst(l *level, cl *class) error {
	stops := true
	for k := range l.parts {
		var err error
		if stops, err = c.choose(l, &l.parts[k]); err != nil {
			return err
		}
		if !stops {
			break
		}
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
	for f, g := range l.groupOf {
		for v, t := range l.at.typeOf {
			n := number(f, t)
			copy(n, all)
			n.mul(uint64(l.at.n[g*d+v]))
			n.div(uint64(l.sizes[g]))
		}
	}
	if stops {
		all.sub(c.others(l))
		for k := range l.parts {
			if err := c.work.ctx.Err(); err != nil {
				return err
			}
			c.withhold(l, &l.parts[k], number)
		}
	}
	cl.counted = true
	if slices.ContainsFunc(all, func(w uint64) bool { return w != 0 }) {
		cl.entries = []entry{e}
	}
	return nil
}

// withhold subtracts from the numbers of tables in which somebody of a part has a value
// those for which the algorithm stops.
func (c *Counter) withhold(l *level, p *part, number func(f, t int) natural) {
	from := &p.choices
	with, product := make(natural, c.width), make(natural, c.width)
	for cell, f := range p.cells {
		last := -1
		for v, t := range l.at.typeOf {
			if t == last || from.typeOf[v] < 0 {
				continue
			}
			last = t
			copy(with, from.with[(cell*from.types+from.typeOf[v])*from.width:][:from.width])
			clear(product)
			product.addProduct(with, from.others)
			number(f, t).sub(product)
		}
	}
}

// others computes for each part the product of the choices of all others, and returns that
// of all.
func (c *Counter) others(l *level) natural {
	before := make(natural, c.width)
	before.set1()
	all := make(natural, c.width)
	product := make(natural, c.width)
	for k := range l.parts {
		p := &l.parts[k].choices
		p.others = append(p.others[:0], before...)
		clear(all)
		copy(all, p.all)
		clear(product)
		product.addProduct(before, all)
		copy(before, product)
	}
	after := make(natural, c.width)
	after.set1()
	for k := len(l.parts) - 1; k >= 0; k-- {
		p := &l.parts[k].choices
		clear(product)
		product.addProduct(p.others, after)
		copy(p.others, product)
		clear(all)
		copy(all, p.all)
		clear(product)
		product.addProduct(after, all)
		copy(after, product)
	}
	return before
}
