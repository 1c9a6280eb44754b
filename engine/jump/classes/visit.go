package classes

import "fmt"

// lookAt is after how many classes the context is looked at, while numbers fit a word; what
// a class takes grows with the square of their words.
const lookAt = 4096

// add counts a visit.
func (w *work) add() error {
	w.visited++
	if w.visited > w.limit {
		return fmt.Errorf("%w: more than the limit of %.2g", ErrTooLarge, w.limit)
	}
	if int64(w.visited)%w.lookAt == 0 {
		return w.ctx.Err()
	}
	return nil
}

// visit adds a class of the child of a level, which has just been composed, to the results
// of the level.
func (c *Counter) visit(l *level, e *composition) error {
	if err := c.work.add(); err != nil {
		return err
	}
	last := &e.frames[len(e.frames)-1]
	if e.only != nil {
		c.addTables(l, c.sum(l, 2), e.n, last.ways)
		return nil
	}
	codes := e.name(last)
	n := e.n
	if e.to.alike != nil {
		n = e.to.alike.exchange(e.target(), e.codes, e.to)
		codes = e.codes
	}
	sorted(e.order, codes)
	e.key = key(e.key[:0], codes, e.order)
	cl := e.to.class(e.key)
	if l.j == 2 {
		if !cl.stepped {
			if e.to.alike == nil {
				n = e.target()
			}
			e.to.reach(n, codes, e.order)
			if err := c.step(e.to, cl); err != nil {
				return err
			}
		}
		if cl.next != Stop {
			c.addTables(l, c.sum(l, cl.next), e.n, last.ways)
		}
		return nil
	}
	if !cl.counted || !cl.stepped {
		e.to.reach(n, codes, e.order)
		if err := c.count(e.to, cl); err != nil {
			return err
		}
		if err := c.step(e.to, cl); err != nil {
			return err
		}
	}
	types := 0
	for k, v := range e.order {
		if k > 0 && codes[v] != codes[e.order[k-1]] {
			types++
		}
		e.types[v] = types
	}
	types++
	var cells []int
	if e.to.alike != nil {
		cells = e.to.alike.cells
	}
	for _, from := range cl.entries {
		q := from.q
		if q == e.to.j {
			q = cl.next
		}
		if q != Stop {
			c.addEntry(l, c.sum(l, q), from.numbers, cells, e.types, types, last.ways)
		}
	}
	return nil
}

// name returns the codes of the columns that have been composed.
func (e *composition) name(last *frame) []uint64 {
	if e.code != nil {
		return last.codes
	}
	n := e.target()
	for v := range e.codes {
		e.codes[v] = e.to.code(n, len(e.codes), v)
	}
	return e.codes
}

// target returns what has been composed, as a matrix of the level to which the codes belong.
func (e *composition) target() []int32 {
	if e.to == e.level.child {
		return e.n
	}
	return project(e.n, len(e.order), e.level.child.toSignature, len(e.to.sizes))
}

// addTables adds ways tables with matrix n over the finest cells to sums: ways·n[c][v] are
// those in which a person of cell c has value v, times the people of the cell.
func (c *Counter) addTables(l *level, sums []uint64, n []int32, ways natural) {
	types, d := len(l.at.multiplicity), l.at.values
	if c.width == 1 {
		w := ways[0]
		sums[0] += w
		sums = sums[1:]
		for len(n) > 0 {
			for v, t := range l.at.typeOf {
				sums[t] += w * uint64(n[v])
			}
			n, sums = n[d:], sums[types:]
		}
		return
	}
	natural(sums[:c.width]).addMul(ways, 1)
	sums = sums[c.width:]
	for len(n) > 0 {
		for v, t := range l.at.typeOf {
			if n[v] > 0 {
				natural(sums[t*c.width:][:c.width]).addMul(ways, uint64(n[v]))
			}
		}
		n, sums = n[d:], sums[types*c.width:]
	}
}

// addEntry adds the numbers of a class to sums, ways times. There the finest cell f is
// cells[f], if these are not nil, and the column v of the level of type typeOf[v], one of so
// many types.
func (c *Counter) addEntry(l *level, sums, numbers []uint64, cells, typeOf []int, types int, ways natural) {
	into, width := len(l.at.multiplicity), c.width
	if width == 1 {
		sums[0] += ways[0] * numbers[0]
	} else {
		natural(sums[:width]).addProduct(numbers[:width], ways)
	}
	sums, numbers = sums[width:], numbers[width:]
	for f := range l.fineSizes {
		from := numbers[f*types*width:]
		if cells != nil {
			from = numbers[cells[f]*types*width:]
		}
		to := sums[f*into*width:]
		if width == 1 {
			w := ways[0]
			for v, t := range l.at.typeOf {
				to[t] += w * from[typeOf[v]]
			}
			continue
		}
		for v, t := range l.at.typeOf {
			natural(to[t*width:][:width]).addProduct(from[typeOf[v]*width:][:width], ways)
		}
	}
}
