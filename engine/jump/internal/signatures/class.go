package signatures

import (
	"encoding/binary"
	"slices"
)

// class is a class of tables: a matrix of groups and values, with its columns, the counts of
// a value, in ascending order. Equal columns are of the same kind.
type class struct {
	n      []int32 // column by column
	kindOf []int   // of each column; 0, 1, … without gaps
	equal  []int   // how many columns are of each kind

	// What is found out about it, once it is needed:
	counted bool
	results []result
	stepped bool
	next    int // where those of its tables go that stand at the level's generalization
}

// result is the tables of a class that have the same next generalization.
type result struct {
	next   int
	tables *tally
}

// standing returns the tables of which generalization j is the next; nil if there are none.
func (x *class) standing(j int) *tally {
	for k := range x.results {
		if x.results[k].next == j {
			return x.results[k].tables
		}
	}
	return nil
}

// catalogue finds the class of a matrix.
type catalogue struct {
	values int
	known  map[string]*class

	// Room to work in:
	order []int
	kinds []int
	key   []byte
}

func newCatalogue(values int) catalogue {
	return catalogue{values: values, known: make(map[string]*class), kinds: make([]int, values)}
}

// classOf returns the class of a matrix, given column by column in any order, and the kinds
// of its columns, until the next call.
func (k *catalogue) classOf(n []int32) (x *class, kinds []int) {
	groups := len(n) / max(k.values, 1)
	column := func(v int) []int32 { return n[v*groups:][:groups] }
	k.order = k.order[:0]
	for v := range k.values {
		k.order = append(k.order, v)
	}
	slices.SortFunc(k.order, func(v, w int) int { return slices.Compare(column(v), column(w)) })
	k.key = k.key[:0]
	for _, v := range k.order {
		for _, people := range column(v) {
			k.key = binary.AppendUvarint(k.key, uint64(people))
		}
	}
	x = k.known[string(k.key)]
	if x == nil {
		x = newClass(k.order, column)
		k.known[string(k.key)] = x
	}
	for place, v := range k.order {
		k.kinds[v] = x.kindOf[place]
	}
	return x, k.kinds
}

// newClass returns the class of columns that are in ascending order.
func newClass(order []int, column func(v int) []int32) *class {
	x := &class{}
	for place, v := range order {
		if place == 0 || !slices.Equal(column(v), column(order[place-1])) {
			x.equal = append(x.equal, 0)
		}
		x.n = append(x.n, column(v)...)
		x.kindOf = append(x.kindOf, len(x.equal)-1)
		x.equal[len(x.equal)-1]++
	}
	return x
}
