package signatures

import "math/big"

// composer goes through the matrices of cells and values whose rows add up to those of a
// class, by the group of each cell; of those that differ in the order of equal columns of
// the class only, through one.
//
// It chooses row by row. Columns that were equal in the class and in all rows so far may be
// exchanged, so that their counts in the next row are chosen not to increase. Whatever the
// rows so far are, there is a choice for the others: the counts still to be placed in a
// group sum up to the people of its other rows. So there are no dead ends but those that
// accept makes.
type composer struct {
	*counter
	rows []row
	// weigh says that tables are counted, not only arrangements of columns.
	weigh bool
	// accept, if there is one, says whether to go on after a row.
	accept func(n []int32, row int) bool

	// While it is at work:
	of     *class
	found  func(n []int32, ways *big.Int) error
	n      []int32 // the matrix, column by column
	at     []frame // what is known before each row, and after the last
	factor big.Int // room to multiply with
}

// row is a cell, in the order in which they are gone through.
type row struct {
	cell, group int
	people      int32
	first, last bool // of its group
}

// frame is what is known when a row is about to be chosen.
type frame struct {
	need  []int32  // how often each value is still to be placed in the group
	same  []bool   // whether a column equals the one before it
	end   []int    // the first column after it that does not equal it
	after []int32  // the sum of need from a column on
	ways  *big.Int // of the rows so far
}

// newComposer returns a composer for cells with so many people, by the group of each.
func (c *counter) newComposer(people []int32, groupOf []int) *composer {
	e := &composer{counter: c, n: make([]int32, len(people)*c.values)}
	cells := make(map[int][]int)
	for cell, g := range groupOf {
		cells[g] = append(cells[g], cell)
	}
	// Groups of one cell leave no choice, so they come first.
	for _, several := range []bool{false, true} {
		for g := range len(cells) {
			if len(cells[g]) > 1 == several {
				for k, cell := range cells[g] {
					e.rows = append(e.rows, row{cell, g, people[cell], k == 0, k == len(cells[g])-1})
				}
			}
		}
	}
	d := c.values
	for range len(e.rows) + 1 {
		e.at = append(e.at, frame{make([]int32, d), make([]bool, d), make([]int, d), make([]int32, d+1), new(big.Int)})
	}
	return e
}

// compose finds each matrix that adds up to a class, with the number of ways to arrange
// the columns of the class so that they do: Π μ!/Π ν! for μ equal columns of the class, of
// which ν are equal in the matrix, too; and to give the people of each cell c its values,
// Π |c|!/Π n!, if these are to be counted. It is
// to be read until found returns.
func (e *composer) compose(of *class, found func(n []int32, ways *big.Int) error) error {
	e.of, e.found = of, found
	f := &e.at[0]
	for v, kind := range of.kindOf {
		f.same[v] = v > 0 && kind == of.kindOf[v-1]
	}
	f.ways.SetInt64(1)
	return e.row(0)
}

// row chooses row r and those after it.
func (e *composer) row(r int) error {
	f := &e.at[r]
	if r == len(e.rows) {
		if err := e.budget.Spend(e.visit); err != nil {
			return err
		}
		return e.found(e.n, f.ways)
	}
	row := &e.rows[r]
	if row.first {
		groups := len(e.of.n) / max(e.values, 1)
		for v := range f.need {
			f.need[v] = e.of.n[v*groups+row.group]
		}
	}
	if row.last {
		for v, k := range f.need {
			*e.count(r, v) = k
		}
		return e.place(r)
	}
	end := e.values
	for v := e.values - 1; v >= 0; v-- {
		f.after[v] = f.after[v+1] + f.need[v]
		f.end[v] = end
		if !f.same[v] {
			end = v
		}
	}
	return e.choose(r, 0, row.people)
}

// count is the place of the count of value v in row r.
func (e *composer) count(r, v int) *int32 { return &e.n[v*len(e.rows)+e.rows[r].cell] }

// choose chooses the counts of row r from value v on; rest people have those.
func (e *composer) choose(r, v int, rest int32) error {
	f := &e.at[r]
	if v == e.values {
		return e.place(r)
	}
	most := min(f.need[v], rest)
	if f.same[v] {
		most = min(most, *e.count(r, v-1))
	}
	// The columns that equal this one take as many each at most, the others what they need.
	equal := int32(f.end[v] - v)
	least := max((rest-f.after[f.end[v]]+equal-1)/equal, 0)
	for k := most; k >= least; k-- {
		*e.count(r, v) = k
		if err := e.choose(r, v+1, rest-k); err != nil {
			return err
		}
	}
	return nil
}

// place goes on behind row r, which has been chosen, if that may be.
func (e *composer) place(r int) error {
	if e.accept != nil && !e.accept(e.n, r) {
		return e.budget.Spend(e.visit)
	}
	f, next := &e.at[r], &e.at[r+1]
	next.ways.Set(f.ways)
	left := e.rows[r].people
	var same, all int64 // how many columns equal column v, and did so before this row
	for v := range e.values {
		k := *e.count(r, v)
		next.need[v] = f.need[v] - k
		next.same[v] = f.same[v] && k == *e.count(r, v-1)
		if e.weigh && 0 < k && k < left {
			next.ways.Mul(next.ways, e.ways(left, k))
		}
		left -= k
		all, same = all+1, same+1
		if !f.same[v] {
			all = 1
		}
		if !next.same[v] {
			same = 1
		}
		if all != same {
			next.ways.Mul(next.ways, e.factor.SetInt64(all))
			next.ways.Quo(next.ways, e.factor.SetInt64(same))
		}
	}
	return e.row(r + 1)
}
