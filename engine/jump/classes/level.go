package classes

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// level is a place where classes are: after the steps before generalization j, with a
// partition that refines generalization j. It has the classes' results, and room to work
// on one of them. While a class of a level is worked on, only levels with a smaller j are
// turned to.
type level struct {
	j     int
	of    partition
	sizes []int32 // people of each group
	names []int   // the caller's number of each group, at a level of generalization j itself
	child *level  // the level of j−1 that refines this one; nil for j = 1
	rows  []row   // the groups of child, as classes of it are composed
	// Of a level of j = 2, if W is computed by parts:
	parts   []part
	groupOf []int // of the finest cells
	// signature is the level of generalization j itself, toSignature[g] the group of group
	// g there.
	signature   *level
	toSignature []int
	// fine is the partition of the lowest level below, over which results are, with
	// fineSizes people in its groups.
	fine      partition
	fineSizes []int32

	nested *alike // the shapes of groups; nil if generalizations to j are not nested
	alike  *alike // the same, if groups may be exchanged

	weights []uint64 // of groups in codes of columns; nil where these are in codes
	codes   map[string]uint64
	classes map[string]*class

	at          matrix // the class worked on, as a matrix of groups and values
	composition *composition
	sums        []entry // its results so far
	room        struct {
		codes []uint64
		order []int
		key   []byte
	}
	counts [][]int64 // what the algorithm is asked with
}

// row is a group of a level's child.
type row struct {
	cell, group int // its number there, and of the group of the level that has it
	people      int32
	first, last bool // of the groups in its group
}

// matrix has the counts n[g·values+v] of values in groups. Its columns are in order, so that
// equal columns follow each other: column v is of type typeOf[v], of which there are
// multiplicity[typeOf[v]] columns.
type matrix struct {
	values       int
	n            []int32
	typeOf       []int
	multiplicity []int
}

// levelOf returns the level of j and a partition, and makes it where it does not exist.
func (c *Counter) levelOf(j int, of partition) *level {
	for _, l := range c.levels[j] {
		if slices.Equal(l.of, of) {
			return l
		}
	}
	l := &level{j: j, of: of, sizes: of.sizes(c.in.Cells), classes: make(map[string]*class)}
	l.weigh(c.most)
	own := numbered(c.in.Generalizations[j-1])
	if slices.Equal(of, own) {
		l.signature = l
		l.names = of.into(c.in.Generalizations[j-1])
	} else {
		l.signature = c.levelOf(j, own)
		l.toSignature = of.into(own)
	}
	l.fine, l.fineSizes = of, l.sizes
	if j > 1 {
		l.child = c.levelOf(j-1, refine(of, numbered(c.in.Generalizations[j-2])))
		l.fine, l.fineSizes = l.child.fine, l.child.fineSizes
		l.arrange()
		if j == 2 && c.in.First != nil {
			c.divide(l)
		}
	}
	if c.in.Alike && l.signature == l {
		l.compare()
	}
	c.levels[j] = append(c.levels[j], l)
	return l
}

// arrange lists the groups of the child: those that are not divided first, then those of
// each group together.
func (l *level) arrange() {
	parts := make([][]int, len(l.sizes))
	for cell, g := range l.child.of.into(l.of) {
		parts[g] = append(parts[g], cell)
	}
	order := make([]int, len(parts))
	for g := range order {
		order[g] = g
	}
	slices.SortStableFunc(order, func(a, b int) int { return min(len(parts[a]), 2) - min(len(parts[b]), 2) })
	for _, g := range order {
		for k, cell := range parts[g] {
			l.rows = append(l.rows, row{cell, g, l.child.sizes[cell], k == 0, k == len(parts[g])-1})
		}
	}
}

// weigh gives groups their weights in the codes of columns: those of a mixed radix, if no
// code is larger than most.
func (l *level) weigh(most uint64) {
	l.weights = make([]uint64, len(l.sizes))
	product := uint64(1)
	for g, n := range l.sizes {
		l.weights[g] = product
		high, low := bits.Mul64(product, uint64(n)+1)
		if high != 0 || low > most {
			l.weights = nil
			l.codes = make(map[string]uint64)
			return
		}
		product = low
	}
}

// code returns a number for column v of a matrix, which no other column of the level has.
func (l *level) code(n []int32, values, v int) uint64 {
	if l.weights != nil {
		var code uint64
		for g, w := range l.weights {
			code += w * uint64(n[g*values+v])
		}
		return code
	}
	text := make([]byte, 0, 2*len(l.sizes))
	for g := range l.sizes {
		text = binary.AppendUvarint(text, uint64(n[g*values+v]))
	}
	code, ok := l.codes[string(text)]
	if !ok {
		code = uint64(len(l.codes))
		l.codes[string(text)] = code
	}
	return code
}

// key appends the key of a class, the codes of its columns in order.
func key(text []byte, codes []uint64, order []int) []byte {
	for _, v := range order {
		text = binary.LittleEndian.AppendUint64(text, codes[v])
	}
	return text
}

// sorted puts the numbers of values into the order of their columns' codes.
func sorted(order []int, codes []uint64) {
	for v := range order {
		k := v
		for ; k > 0 && codes[order[k-1]] > codes[v]; k-- {
			order[k] = order[k-1]
		}
		order[k] = v
	}
}

// reach makes n the matrix worked on, after its columns are put in order.
func (l *level) reach(n []int32, codes []uint64, order []int) {
	m := &l.at
	m.values = len(order)
	m.n = slices.Grow(m.n[:0], len(n))
	for g := range l.sizes {
		for _, v := range order {
			m.n = append(m.n, n[g*m.values+v])
		}
	}
	m.typeOf, m.multiplicity = m.typeOf[:0], m.multiplicity[:0]
	for k, v := range order {
		if k == 0 || codes[v] != codes[order[k-1]] {
			m.multiplicity = append(m.multiplicity, 0)
		}
		t := len(m.multiplicity) - 1
		m.typeOf = append(m.typeOf, t)
		m.multiplicity[t]++
	}
}

// enter makes n the matrix worked on, and returns its class and the order in which its
// columns are there, until the next one enters.
func (l *level) enter(n []int32, values int) (*class, []int) {
	codes, order := l.room.codes[:0], slices.Grow(l.room.order[:0], values)[:values]
	for v := range values {
		codes = append(codes, l.code(n, values, v))
	}
	sorted(order, codes)
	l.reach(n, codes, order)
	text := key(l.room.key[:0], codes, order)
	l.room.codes, l.room.order, l.room.key = codes, order, text
	return l.class(text), order
}

// project adds up the rows of a matrix that go to the same of some groups.
func project(n []int32, values int, to []int, groups int) []int32 {
	sums := make([]int32, groups*values)
	for g, h := range to {
		for v := range values {
			sums[h*values+v] += n[g*values+v]
		}
	}
	return sums
}
