package published

import "slices"

// classCount returns how many classes a level has.
func classCount(classes []int32) int { return int(slices.Max(classes)) + 1 }

// refines returns the class of the coarser level that each class of the finer one is part of; nil if it does not nest.
func refines(finer, coarser []int32) []int32 {
	up := make([]int32, classCount(finer))
	for i := range up {
		up[i] = -1
	}
	for value, c := range finer {
		if up[c] >= 0 && up[c] != coarser[value] {
			return nil
		}
		up[c] = coarser[value]
	}
	return up
}

// common returns the coarsest level that refines all of some.
func common(levels [][]int32) []int32 {
	classes := slices.Clone(levels[0])
	for _, other := range levels[1:] {
		numbers := map[[2]int32]int32{}
		for value, c := range classes {
			pair := [2]int32{c, other[value]}
			number, ok := numbers[pair]
			if !ok {
				number = int32(len(numbers))
				numbers[pair] = number
			}
			classes[value] = number
		}
	}
	return classes
}

// scale is the levels of a dimension, and how they nest.
type scale struct {
	levels [][]int32
	sizes  []int64
	up     [][][]int32 // up[finer][coarser]: see refines
}

func newScale(levels [][]int32) *scale {
	s := &scale{levels: levels, sizes: make([]int64, len(levels)), up: make([][][]int32, len(levels))}
	for i, finer := range levels {
		s.sizes[i] = int64(classCount(finer))
		s.up[i] = make([][]int32, len(levels))
		for j, coarser := range levels {
			s.up[i][j] = refines(finer, coarser)
		}
	}
	return s
}
