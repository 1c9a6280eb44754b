package classes

import (
	"fmt"
	"slices"
)

// alike knows which groups of a level of nested generalizations may be exchanged: those that
// are divided in the same way by all generalizations before. Of the classes that result from
// each other, one is looked for, by which the others are named; where that does not find the
// same one for all, nothing but time is lost.
type alike struct {
	shape []int   // of each group; 0, 1, …
	parts [][]int // the finest cells of each group, in an order that fits all of the same shape
	cells []int   // the finest cell to which each goes by the last exchange

	rows, columns []uint64
	order         []int
	n             []int32
}

// compare finds the shapes of the groups of a level. It does nothing for levels with
// generalizations below that are not nested, or if all groups have different shapes.
func (l *level) compare() {
	a := &alike{shape: make([]int, len(l.sizes)), parts: make([][]int, len(l.sizes))}
	shapes := make(map[string]int)
	var children [][]int
	if l.child != nil {
		if l.child.signature != l.child || l.child.nested == nil {
			return
		}
		children = make([][]int, len(l.sizes))
		for g, h := range l.child.of.into(l.of) {
			children[h] = append(children[h], g)
		}
	}
	for g, size := range l.sizes {
		text := fmt.Sprint(size)
		a.parts[g] = []int{g}
		if children != nil {
			below := l.child.nested
			slices.SortStableFunc(children[g], func(x, y int) int { return below.shape[x] - below.shape[y] })
			text, a.parts[g] = "", nil
			for _, x := range children[g] {
				text += fmt.Sprint(below.shape[x], " ")
				a.parts[g] = append(a.parts[g], below.parts[x]...)
			}
		}
		shape, ok := shapes[text]
		if !ok {
			shape = len(shapes)
			shapes[text] = shape
		}
		a.shape[g] = shape
	}
	l.nested = a
	if len(shapes) < len(l.sizes) {
		a.cells = make([]int, len(l.fineSizes))
		a.rows = make([]uint64, len(l.sizes))
		a.order = make([]int, len(l.sizes))
		l.alike = a
	}
}

// exchange puts the rows of a matrix of the level into an order by what they and the columns
// have in them, and returns them with the codes of the columns.
func (a *alike) exchange(n []int32, codes []uint64, l *level) []int32 {
	// Rows are told apart by their counts, then columns by theirs and the rows, then rows
	// again; whatever the order of both.
	d := len(codes)
	a.columns = append(a.columns[:0], make([]uint64, d)...)
	for g, shape := range a.shape {
		sum := uint64(0)
		for _, k := range n[g*d : (g+1)*d] {
			sum += mix(uint64(k))
		}
		a.rows[g] = mix(sum + uint64(shape))
		for v, k := range n[g*d : (g+1)*d] {
			a.columns[v] += mix(a.rows[g] + uint64(k))
		}
	}
	for g := range a.shape {
		sum := uint64(0)
		for v, k := range n[g*d : (g+1)*d] {
			sum += mix(a.columns[v] + uint64(k))
		}
		a.rows[g] += sum
	}
	// Within the places of each shape, rows go by that.
	for g := range a.order {
		a.order[g] = g
		for k := g; k > 0; {
			before := k - 1
			for before >= 0 && a.shape[before] != a.shape[g] {
				before--
			}
			if before < 0 || a.rows[a.order[before]] <= a.rows[a.order[k]] {
				break
			}
			a.order[before], a.order[k] = a.order[k], a.order[before]
			k = before
		}
	}
	a.n = a.n[:0]
	clear(codes)
	for place, g := range a.order {
		row := n[g*d : (g+1)*d]
		a.n = append(a.n, row...)
		for k, f := range a.parts[g] {
			a.cells[f] = a.parts[place][k]
		}
		if l.weights != nil {
			w := l.weights[place]
			for v, k := range row {
				codes[v] += w * uint64(k)
			}
		}
	}
	if l.weights == nil {
		for v := range codes {
			codes[v] = l.code(a.n, d, v)
		}
	}
	return a.n
}

// mix spreads the bits of a number.
func mix(x uint64) uint64 {
	x = (x ^ x>>31) * 0x9e3779b97f4a7c15
	x = (x ^ x>>29) * 0xbf58476d1ce4e5b9
	return x ^ x>>32
}
