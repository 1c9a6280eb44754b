package utility

import "slices"

// kind says how a label describes its region.
type kind int

const (
	single   kind = iota // one value
	all                  // every value
	node                 // a node of the hierarchy
	interval             // [low, high], and perhaps NULL
	set                  // {a, b}, of values or nodes
)

// region is the set of values that a label stands for.
type region struct {
	kind kind
	// low and high are the positions of an interval's ends; low is that of a single
	// value which is none of the column's.
	low, high float64
	// level and leaves are a node's level, from 1, and how many values of the
	// hierarchy lie below it. Of a set the level is the one above its members, 0 if none of them is
	// of the hierarchy; leaves are those of a set that has nodes.
	level, leaves int
	nodes         []nodeKey // that a set has

	runs []run // of value numbers: ascending, with gaps between them
	null bool  // whether NULL is one of them
}

// nodeKey tells a node of a hierarchy.
type nodeKey struct {
	label string
	level int
}

// run is the numbers first, …, last.
type run struct{ first, last int32 }

// contains reports whether a value, by its number, is in the region.
func (r *region) contains(value int32) bool {
	_, ok := slices.BinarySearchFunc(r.runs, value, func(x run, value int32) int {
		switch {
		case x.last < value:
			return -1
		case x.first > value:
			return 1
		}
		return 0
	})
	return ok
}

// values returns the numbers of the region's values.
func (r *region) values() []int32 {
	var list []int32
	for _, x := range r.runs {
		for v := x.first; v <= x.last; v++ {
			list = append(list, v)
		}
	}
	return list
}

// runsOf returns the runs of some numbers.
func runsOf(values []int32) []run {
	slices.Sort(values)
	var runs []run
	for _, v := range values {
		if n := len(runs); n > 0 && v <= runs[n-1].last+1 {
			runs[n-1].last = v
		} else {
			runs = append(runs, run{v, v})
		}
	}
	return runs
}
