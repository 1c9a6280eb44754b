package cube_test

import (
	"math/rand/v2"

	"skyline/engine/cube"
)

// A dimension of a table: each of its codes is some of its leaves. The first ones are the leaves themselves.
type dimension [][]int

// levels returns a dimension of leaves, groups of so many of them, and all.
func levels(leaves int, groups ...int) (d dimension) {
	for i := range leaves {
		d = append(d, []int{i})
	}
	for _, size := range append(groups, leaves) {
		for from := 0; from < leaves; from += size {
			var code []int
			for i := from; i < min(leaves, from+size); i++ {
				code = append(code, i)
			}
			d = append(d, code)
		}
	}
	return d
}

// leaves returns how many leaves there are.
func (d dimension) leaves() (n int) {
	for _, code := range d {
		if len(code) == 1 {
			n++
		}
	}
	return n
}

// A table has a cell for each combination of codes, of all combinations of their leaves.
type table struct {
	dims  []dimension
	cells [][]int32 // the inner cells of each cell
	inner []int64   // the values of inner cells
}

func newTable(value func() int64, dims ...dimension) *table {
	t := &table{dims: dims, cells: [][]int32{{0}}}
	n := 1
	for _, d := range dims {
		var cells [][]int32
		for _, cell := range t.cells {
			for _, code := range d {
				var inner []int32
				for _, at := range cell {
					for _, leaf := range code {
						inner = append(inner, at*int32(d.leaves())+int32(leaf))
					}
				}
				cells = append(cells, inner)
			}
		}
		n *= d.leaves()
		t.cells = cells
	}
	for range n {
		t.inner = append(t.inner, value())
	}
	return t
}

// value returns the value of a cell.
func (t *table) value(cell int) (v int64) {
	for _, i := range t.cells[cell] {
		v += t.inner[i]
	}
	return v
}

// publish returns the system of a table: all cells are published in which hide is false, and of the others it is known that
// they are in a range. Counts are whole. The targets are the hidden cells.
func (t *table) publish(whole bool, beforehand cube.Range, hide func(cell int, value int64) (bool, cube.Range)) (*cube.System, [][]cube.Term, []int64) {
	s := &cube.System{}
	for range t.inner {
		s.Unknowns = append(s.Unknowns, cube.Unknown{Range: beforehand, Whole: whole})
	}
	var targets [][]cube.Term
	var values []int64
	for i, cell := range t.cells {
		v := t.value(i)
		var terms []cube.Term
		for _, j := range cell {
			terms = append(terms, cube.Term{Unknown: j, Times: 1})
		}
		hidden, within := hide(i, v)
		if hidden {
			targets, values = append(targets, terms), append(values, v)
			if within.NoLargest && (within.NoLeast || within.Least == 0) {
				continue
			}
		} else {
			within = cube.Range{Least: v, Largest: v}
		}
		s.Sums = append(s.Sums, cube.Sum{Terms: terms, Range: within})
	}
	return s, targets, values
}

// counts is what is known of counts beforehand.
var counts = cube.Range{NoLargest: true}

// skewed returns counts as they are in tables of people: many small ones.
func skewed(rng *rand.Rand, mean float64) func() int64 {
	return func() int64 { return int64(rng.ExpFloat64() * rng.ExpFloat64() * mean) }
}

// masked hides counts from 1 to 9, as who knows the rule knows.
func masked(_ int, v int64) (bool, cube.Range) {
	return v > 0 && v < 10, cube.Range{Least: 1, Largest: 9}
}
