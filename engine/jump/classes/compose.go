package classes

// composition goes through the classes of a level's child that refine the level's class:
// through the matrices of the child whose rows sum up to those of the level, up to the
// order of columns.
//
// It chooses row by row. Columns that were equal in the level and in all rows so far may be
// exchanged, so that their counts in the next row are chosen not to increase. Whatever the
// rows so far are, there is a choice for the others: the counts still to be placed in a
// group sum up to the people of its other rows. So there are no dead ends.
type composition struct {
	level *level
	to    *level   // where the codes of columns belong
	code  []uint64 // weights of rows in those; nil if there are none
	weigh bool     // count tables, not only arrangements of columns
	visit func() error
	work  *work

	n      []int32 // the child's matrix
	frames []frame

	// Where all groups of generalization 1 have to satisfy only:
	only   func(counts []int64) bool
	closes []bool    // whether a row is the last of its group there
	sums   [][]int64 // of rows so far, by group there

	// Room for visit.
	codes []uint64
	order []int
	types []int
	key   []byte
}

// frame is what is known when a row is about to be chosen.
type frame struct {
	need  []int32  // how often each value is still to be placed in the group
	same  []bool   // whether a column equals the one before it
	end   []int    // the first column after it that does not equal it
	after []int32  // the sum of need from a column on
	codes []uint64 // of columns so far
	ways  natural
}

// compose visits the classes of the child of a level that refine the one worked on.
func (c *Counter) compose(l *level) error {
	e := l.composition
	d := l.at.values
	if e == nil || len(e.order) != d || len(e.frames[0].ways) != c.width {
		e = &composition{
			level: l, to: l.child, work: c.work, n: make([]int32, d*len(l.child.sizes)),
			codes: make([]uint64, d), order: make([]int, d), types: make([]int, d),
		}
		if l.child.j == 1 {
			// Of the lowest level nothing but the next step is wanted.
			e.to, e.weigh = l.child.signature, true
		}
		if e.only = c.only; e.only != nil {
			e.close(d)
		}
		if e.to.weights != nil {
			for r := range l.rows {
				e.code = append(e.code, e.to.weights[e.below(r)])
			}
		}
		e.frames = make([]frame, len(l.rows)+1)
		for r := range e.frames {
			e.frames[r] = frame{
				make([]int32, d), make([]bool, d), make([]int, d), make([]int32, d+1),
				make([]uint64, d), make(natural, c.width),
			}
		}
		e.visit = func() error { return c.visit(l, e) }
		l.composition = e
	}
	f := &e.frames[0]
	for v := range d {
		f.same[v] = v > 0 && l.at.typeOf[v] == l.at.typeOf[v-1]
	}
	clear(f.codes)
	f.ways.set1()
	return e.row(0)
}

// close prepares for the test of groups of generalization 1.
func (e *composition) close(values int) {
	e.sums = make([][]int64, len(e.to.sizes))
	e.closes = make([]bool, len(e.level.rows))
	for r := len(e.closes) - 1; r >= 0; r-- {
		if sums := &e.sums[e.below(r)]; *sums == nil {
			e.closes[r] = true
			*sums = make([]int64, values)
		}
	}
}

// below returns the group of row r at the level to which codes belong.
func (e *composition) below(r int) int {
	cell := e.level.rows[r].cell
	if e.to == e.level.child {
		return cell
	}
	return e.level.child.toSignature[cell]
}

// row chooses row r and those after it.
func (e *composition) row(r int) error {
	if r == len(e.frames)-1 {
		return e.visit()
	}
	f, row := &e.frames[r], &e.level.rows[r]
	d := len(f.need)
	if row.first {
		copy(f.need, e.level.at.n[row.group*d:(row.group+1)*d])
	}
	if row.last {
		copy(e.n[row.cell*d:], f.need)
		return e.place(r)
	}
	end := d
	for v := d - 1; v >= 0; v-- {
		f.after[v] = f.after[v+1] + f.need[v]
		f.end[v] = end
		if !f.same[v] {
			end = v
		}
	}
	return e.choose(r, 0, row.people)
}

// choose chooses the counts of row r from value v on; rest people have those.
func (e *composition) choose(r, v int, rest int32) error {
	f := &e.frames[r]
	d := len(f.need)
	if v == d {
		return e.place(r)
	}
	n := e.n[e.level.rows[r].cell*d:][:d]
	most := min(f.need[v], rest)
	if f.same[v] {
		most = min(most, n[v-1])
	}
	// The columns that equal this one take as many each at most, the others what they need.
	equal := int32(f.end[v] - v)
	least := max((rest-f.after[f.end[v]]+equal-1)/equal, 0)
	for k := most; k >= least; k-- {
		n[v] = k
		if err := e.choose(r, v+1, rest-k); err != nil {
			return err
		}
	}
	return nil
}

// place goes on behind row r, which has been chosen, if that may be.
func (e *composition) place(r int) error {
	if e.only == nil {
		return e.advance(r)
	}
	sums := e.sums[e.below(r)]
	n := e.n[e.level.rows[r].cell*len(sums):][:len(sums)]
	for v, k := range n {
		sums[v] += int64(k)
	}
	var err error
	if !e.closes[r] || e.only(sums) {
		err = e.advance(r)
	} else {
		err = e.work.add()
	}
	for v, k := range n {
		sums[v] -= int64(k)
	}
	return err
}

// advance goes on behind row r.
func (e *composition) advance(r int) error {
	f, next, row := &e.frames[r], &e.frames[r+1], &e.level.rows[r]
	d := len(f.need)
	n := e.n[row.cell*d:][:d]
	copy(next.ways, f.ways)
	left := row.people
	var equal, all uint64 // how many columns equal column v, and did so before this row
	for v, k := range n {
		next.need[v] = f.need[v] - k
		next.same[v] = f.same[v] && k == n[v-1]
		if e.code != nil {
			next.codes[v] = f.codes[v] + e.code[r]*uint64(k)
		}
		// The arrangements of the values of a cell are |c|! / Π n!, those of columns that
		// were equal μ! / Π ν!.
		if e.weigh {
			next.ways.mulChoose(left, k)
			left -= k
		}
		all, equal = all+1, equal+1
		if !f.same[v] {
			all = 1
		}
		if !next.same[v] {
			equal = 1
		}
		if all != equal {
			next.ways.mul(all)
			next.ways.div(equal)
		}
	}
	return e.row(r + 1)
}
