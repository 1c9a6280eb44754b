package cube_test

import (
	"math/rand/v2"
	"slices"

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
		n = max(n, 1+slices.Max(code))
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
func (t *table) publish(beforehand cube.Range, hide func(cell int, value int64) (bool, cube.Range)) (*cube.System, [][]cube.Term, []int64) {
	s := &cube.System{}
	for range t.inner {
		s.Unknowns = append(s.Unknowns, cube.Unknown{Range: beforehand, Whole: true})
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

// children returns for each code those of the next finer level that it consists of; nothing for leaves.
func (d dimension) children() [][]int {
	all := make([][]int, len(d))
	for code := range d {
		for other := code - 1; other >= 0; other-- {
			inside := true
			for _, leaf := range d[other] {
				inside = inside && slices.Contains(d[code], leaf)
			}
			taken := slices.ContainsFunc(all[code], func(child int) bool {
				return slices.ContainsFunc(d[other], func(leaf int) bool { return slices.Contains(d[child], leaf) })
			})
			if inside && !taken {
				all[code] = append(all[code], other)
			}
		}
	}
	return all
}

// linked returns the same as publish in another form, of counts: each hidden cell is an unknown, and each way in which a cell is the sum
// of others is a sum.
func (t *table) linked(beforehand cube.Range, hide func(cell int, value int64) (bool, cube.Range)) (*cube.System, [][]cube.Term, []int64) {
	s := &cube.System{}
	var targets [][]cube.Term
	var values []int64
	shown, at := make([]int64, len(t.cells)), make([]int32, len(t.cells))
	for i := range t.cells {
		shown[i], at[i] = t.value(i), -1
		if hidden, within := hide(i, shown[i]); hidden {
			at[i] = int32(len(s.Unknowns))
			targets, values = append(targets, []cube.Term{{Unknown: at[i], Times: 1}}), append(values, shown[i])
			if within.Largest == 0 && within.NoLargest {
				within = beforehand
			}
			s.Unknowns = append(s.Unknowns, cube.Unknown{Range: within, Whole: true})
		}
	}
	stride := 1
	for _, d := range slices.Backward(t.dims) {
		children := d.children()
		for i := range t.cells {
			code := i / stride % len(d)
			if len(children[code]) == 0 {
				continue
			}
			var sum cube.Sum
			add := func(cell int, times int64) {
				if at[cell] >= 0 {
					sum.Terms = append(sum.Terms, cube.Term{Unknown: at[cell], Times: times})
				} else {
					sum.Least -= times * shown[cell]
				}
			}
			add(i, -1)
			for _, child := range children[code] {
				add(i+(child-code)*stride, 1)
			}
			if sum.Largest = sum.Least; len(sum.Terms) > 0 {
				s.Sums = append(s.Sums, sum)
			}
		}
		stride *= len(d)
	}
	return s, targets, values
}
