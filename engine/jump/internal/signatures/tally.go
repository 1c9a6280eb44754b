package signatures

import "math/big"

// tally is a number of tables of a class, and in how many of them a given person of a cell
// has a value of a kind.
type tally struct {
	all  *big.Int
	with [][]big.Int // by kind and cell

	product big.Int // room to multiply in
}

// newTally returns an empty tally for a class, over so many cells.
func newTally(x *class, cells int) *tally {
	t := &tally{all: new(big.Int), with: make([][]big.Int, len(x.equal))}
	for kind := range t.with {
		t.with[kind] = make([]big.Int, cells)
	}
	return t
}

// add adds a·b to x.
func (t *tally) add(x, a, b *big.Int) {
	if a.Sign() != 0 {
		x.Add(x, t.product.Mul(a, b))
	}
}

// addTables adds ways tables, in which n[v·cells + c] people of cell c have value v: to the
// numbers for its kind and for all of these people, until they are averaged.
func (t *tally) addTables(kindOf []int, n []int32, ways *big.Int) {
	t.all.Add(t.all, ways)
	var people big.Int
	for v, kind := range kindOf {
		with := t.with[kind]
		for cell, k := range n[v*len(with):][:len(with)] {
			switch k {
			case 0:
			case 1:
				with[cell].Add(&with[cell], ways)
			default:
				t.add(&with[cell], people.SetInt64(int64(k)), ways)
			}
		}
	}
}

// addClass adds the tables of a class ways times, whose columns are of other kinds: to the
// numbers for all columns of a kind, until they are averaged.
func (t *tally) addClass(kindOf []int, of *tally, kinds []int, ways *big.Int) {
	t.add(t.all, of.all, ways)
	for v, kind := range kindOf {
		with := t.with[kind]
		for cell := range with {
			t.add(&with[cell], &of.with[kinds[v]][cell], ways)
		}
	}
}

// average divides the numbers for all equal columns, and all people of a cell, by how many
// these are.
func (t *tally) average(equal []int, people []int32) {
	by := new(big.Int)
	for kind, columns := range equal {
		for cell, k := range people {
			with := &t.with[kind][cell]
			with.Quo(with, by.SetInt64(int64(columns)*int64(k)))
		}
	}
}
